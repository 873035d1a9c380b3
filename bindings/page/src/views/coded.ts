import { html, type TemplateResult } from "lit";

/** A sentence whose parts between backticks are code. */
export function coded(sentence: string): (string | TemplateResult)[] {
  return sentence.split("`").map((part, index) => (index % 2 ? html`<code>${part}</code>` : part));
}

import { html, type TemplateResult } from "lit";

import { ruleLink } from "../link.ts";
import { readRule } from "../words.ts";

/** Joins the lines inside each paragraph and list item of a text. */
export const joined = (text: string) => text.replace(/([^\n])\n(?!\n|\s*(?:[-|*]|\d+\.)\s)/g, "$1 ");

/** Renders a sentence, with the parts between backticks as code. */
export function coded(sentence: string): (string | TemplateResult)[] {
  return sentence.split("`").map((part, index) => (index % 2 ? html`<code>${part}</code>` : part));
}

/** Renders a text, with rule ids in square brackets as links. */
export function cited(text: string): (string | TemplateResult)[] {
  return text.split(/\[([A-Z]{3}-\d+)\]/).map((part, index) =>
    index % 2 ? html`<a class="small" href=${ruleLink(part)} aria-label=${readRule(part)}>${part}</a>` : part,
  );
}

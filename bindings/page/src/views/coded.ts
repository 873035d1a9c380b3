import { html, type TemplateResult } from "lit";

import { ruleLink } from "../link.ts";
import { readRule } from "../words.ts";

/** A text without the line breaks inside of its paragraphs and list items. */
export const joined = (text: string) => text.replace(/([^\n])\n(?!\n|\s*(?:[-|*]|\d+\.)\s)/g, "$1 ");

/** A sentence whose parts between backticks are code. */
export function coded(sentence: string): (string | TemplateResult)[] {
  return sentence.split("`").map((part, index) => (index % 2 ? html`<code>${part}</code>` : part));
}

/** A text whose rules in brackets are links. */
export function cited(text: string): (string | TemplateResult)[] {
  return text.split(/\[([A-Z]{3}-\d+)\]/).map((part, index) =>
    index % 2 ? html`<a class="small" href=${ruleLink(part)} aria-label=${readRule(part)}>${part}</a>` : part,
  );
}

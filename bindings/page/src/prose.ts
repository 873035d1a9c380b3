/** A text without the line breaks inside of its paragraphs and list items. */
export function joined(text: string): string {
  return text.replace(/([^\n])\n(?!\n|\s*(?:[-|*]|\d+\.)\s)/g, "$1 ");
}

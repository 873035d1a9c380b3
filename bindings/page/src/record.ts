/** The lines of a record as text: where each turn stands, and the comments about it. */

/** A turn, a takeback or a closing line of a record. */
export interface RecordLine {
  /** Where its line begins in the text. */
  start: number;
  /** What is written after `#` on the lines before it and behind it. */
  comments: string[];
}

/** The lines after the tags that are not empty, in order. What they mean is read by the oracle. */
export function linesOf(text: string): RecordLine[] {
  const lines: RecordLine[] = [];
  let pending: string[] = [];
  let start = 0;
  for (const line of text.split("\n")) {
    const [words = "", ...after] = line.split("#");
    const comment = after.join("#").trim();
    const comments = comment ? [comment] : [];
    if (/^\s*[A-Za-z]+:/.test(words)) {
      pending = [];
    } else if (words.trim()) {
      lines.push({ start, comments: [...pending, ...comments] });
      pending = [];
    } else {
      pending.push(...comments);
    }
    start += line.length + 1;
  }
  return lines;
}

/** The tags of a record, in order. */
export function tagsOf(text: string): [string, string][] {
  return [...text.matchAll(/^[ \t]*([A-Za-z]+):[ \t]*([^\n#]*)/gm)].map(
    ([, name = "", value = ""]) => [name, value.trim()],
  );
}

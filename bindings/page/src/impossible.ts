/** Positions that cannot exist, drawn. */
import { ask, type AnswerOf } from "./oracle.ts";
import { tagsOf } from "./record.ts";

/**
 * The picture of a position that cannot exist, with the squares to blame: of the text itself, or of
 * the start that a record names. Nothing where both are possible.
 */
export async function impossible(text: string): Promise<AnswerOf<"drawn"> | undefined> {
  const start = tagsOf(text).find(([name]) => name.toLowerCase() === "start")?.[1];
  for (const shown of start ? [text, start] : [text]) {
    const position = { any: { text: shown } };
    const answer = await ask({ kind: "draw", drawing: "svg", position });
    if (answer.kind === "drawn" && answer.impossible) {
      return answer;
    }
  }
  return undefined;
}

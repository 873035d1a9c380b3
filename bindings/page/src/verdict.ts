/** What the card shows of a moment, of a refusal, and of a text that is not opened. */
import type { Fault } from "./opening.ts";
import { ask, type AnswerOf } from "./oracle.ts";
import type { Refusal } from "./tree.ts";
import * as words from "./words.ts";

type Rule = AnswerOf<"rule">["rule"];

/** The content of the card: a ruling, its rule, and a picture of an impossible position. */
export interface Verdict {
  tone: "refused" | "over" | "open" | "plain";
  sentences: readonly string[];
  rule?: Rule | undefined;
  /** The consequence of a refusal. */
  follows?: string;
  picture?: AnswerOf<"drawn"> | undefined;
  /** The labels of earlier turns that the sentences name. */
  earlier?: readonly string[];
  /** The line of a text that cannot be read. */
  line?: string | undefined;
  /** The ruling on the board that is shown, where this ruling is about another text. */
  ofBoard?: Verdict;
}

/** The ruling at a moment where nothing is refused. */
export async function ofMoment(moment: words.Moment): Promise<Verdict> {
  const { outcome } = moment.standing;
  return {
    tone: outcome ? "over" : "plain",
    sentences: words.moment(moment),
    rule: await explained(outcome?.rule),
  };
}

/** The ruling at a moment where a step or a turn is refused. */
export async function ofRefusal(refusal: Refusal, side: string, label: string, isOver: boolean): Promise<Verdict> {
  return {
    tone: "refused",
    sentences: words.refused(refusal, side, label),
    follows: words.followsFrom(refusal, isOver),
    rule: await explained(refusal.rule),
    earlier: (refusal.details?.["after"] as string[] | undefined) ?? [],
  };
}

/** The ruling on a text that is not opened, with sentences on what the board shows instead. */
export async function ofFault({ message, line, rule, picture }: Fault, ...shown: string[]): Promise<Verdict> {
  return {
    tone: "refused",
    sentences: [words.notOpened(message, Boolean(rule)), ...shown],
    rule: await explained(rule),
    picture,
    line,
  };
}

async function explained(rule: string | null | undefined): Promise<Rule | undefined> {
  const answer = rule ? await ask({ kind: "explain_rule", rule }) : undefined;
  return answer?.kind === "rule" ? answer.rule : undefined;
}

/** The card of a moment, of a refusal, and of a text that is not opened. */
import type { Fault } from "./opening.ts";
import { ask, type AnswerOf } from "./oracle.ts";
import type { Refusal } from "./tree.ts";
import * as words from "./words.ts";

type Rule = AnswerOf<"rule">["rule"];

/** The ruling on a position, its rule, and a picture of an impossible one. */
export interface Verdict {
  tone: "refused" | "over" | "open" | "plain";
  sentences: readonly string[];
  rule?: Rule | undefined;
  /** What follows from a refusal. */
  follows?: string;
  picture?: AnswerOf<"drawn"> | undefined;
  /** The labels of earlier turns that it names. */
  earlier?: readonly string[];
  /** The line of a text that cannot be read. */
  line?: string | undefined;
  /** The ruling on what the board shows, where this one is about another text. */
  ofBoard?: Verdict;
}

/** How things stand at a moment. */
export async function ofMoment(moment: words.Moment): Promise<Verdict> {
  const { outcome } = moment.standing;
  return {
    tone: outcome ? "over" : "plain",
    sentences: words.moment(moment),
    rule: await explained(outcome?.rule),
  };
}

/** Why a step or a turn is refused at a moment. */
export async function ofRefusal(refusal: Refusal, side: string, label: string, isOver: boolean): Promise<Verdict> {
  return {
    tone: "refused",
    sentences: words.refused(refusal, side, label),
    follows: words.followsFrom(refusal, isOver),
    rule: await explained(refusal.rule),
    earlier: (refusal.details?.["after"] as string[] | undefined) ?? [],
  };
}

/** Why a text is not opened, and what the board shows instead. */
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

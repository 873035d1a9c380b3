/** The sentences of the views of rules, cases, engines and lessons, with those of `words.ts`. */
import type { Answer, Question } from "../oracle.ts";
import { turnText } from "../suite.ts";
import type { Outcome } from "../tree.ts";
import { decided, pieceOn } from "../words.ts";

export * from "../words.ts";

export const LOADING = "Loading …";

/** Puts an answer of the oracle into a sentence or two. */
export const answerSentences = (answer: Answer): string => {
  switch (answer.kind) {
    case "accepted":
      return ["Legal.", captured(answer.captures), answer.standing.outcome && decided(answer.standing.outcome)]
        .filter(Boolean)
        .join(" ");
    case "refused":
      return `Refused by ${answer.refusal.rule}: ${answer.refusal.message}.`;
    case "actions":
      return `${listed("legal action", answer.actions.length, answer.actions)}.`;
    case "turns":
      return `${turns(answer)}.`;
    case "goal":
      return answer.total ? `Goal in this turn by ${turns(answer)}.` : "No goal in this turn.";
    case "turn_count":
      return counted("turn", answer.count);
    case "perft":
      return `Counts to each depth: ${answer.counts.map(number).join(", ")}.`;
    case "outcome":
      return goesOn(answer.outcome);
    case "standing":
      return `Turn ${answer.standing.label}. ${goesOn(answer.standing.outcome)}`;
    case "text":
      return "Read.";
    case "error":
      return "rule" in answer.error
        ? `Impossible by ${answer.error.rule}: ${answer.error.message}.`
        : `Not read: ${answer.error.message}.`;
    default:
      return answer.kind;
  }
};

const number = (count: number) => count.toLocaleString("en");
const counted = (thing: string, count: number) =>
  `${number(count)} ${thing}${count === 1 ? "" : "s"}.`;
const captured = (captures: readonly string[]) =>
  captures.length ? `Captured: ${captures.map(pieceOn).join(", ")}.` : "";
const goesOn = (outcome: Outcome) => (outcome ? decided(outcome) : "The game goes on.");

const turns = ({ total, turns: all }: { total: number; turns: { turn: string }[] }) =>
  listed("turn", total, all.map(({ turn }) => turn), "; ");

/** The most items of a list that are written out. */
const MOST_LISTED = 12;
const listed = (thing: string, total: number, all: readonly string[], between = ", ") => {
  const head = counted(thing, total).replace(/\.$/, "");
  const shown = all.slice(0, MOST_LISTED).join(between);
  const isCut = total > Math.min(all.length, MOST_LISTED);
  return `${head}${shown && `: ${shown}`}${isCut ? ", …" : ""}`;
};

// Rules

export const rulesIntro = (version: string) =>
  `Specification ${version}. Beside each rule stand a case that shows it and one from the other ` +
  `side, ruled on as you read; each opens on the board, to be played.`;
export const rulesFound = (count: number) => (count === 1 ? "1 rule" : `${count} rules`);
export const allCases = (count: number, rule: string) =>
  count === 1 ? `The one case of ${rule}` : `All ${count} cases of ${rule}`;

// Cases

export const CASE_SIDES = {
  yes: "Shows the rule in force",
  no: "Shows the rule from the other side",
};
const KINDS: Record<string, string> = {
  judge: "Is a turn legal?",
  legal_actions: "What is legal?",
  turns: "Which turns are there?",
  turn_count: "How many turns are there?",
  goal: "Which turns make a goal?",
  perft: "How many sequences are there?",
  standing: "How does the game stand?",
  outcome: "Is the game decided?",
  parse: "Can a text be read?",
};
export const questionKind = (kind: string) => KINDS[kind] ?? kind;
export const caseQuestion = (question: Question, label = ""): string => {
  const side = label.endsWith("s") ? "Silver" : "Gold";
  const before = label ? `${side} to move (${label}). ` : "";
  switch (question.kind) {
    case "judge": {
      const text = turnText(question.turn);
      const turn = text ? `Is \`${text}\` legal` : "May the turn end without a step";
      const how = [
        question.strict && "read strictly",
        question.past_end && "though the game is over",
      ];
      return `${before}${[turn, ...how.filter(Boolean)].join(", ")}?`;
    }
    case "parse":
      return `Can this text be read as ${FORMS[question.form] ?? question.form}?`;
    case "perft":
      return `${before}How many sequences of ${question.count} to depth ${question.depth}?`;
    default:
      return `${before}${questionKind(question.kind)}`;
  }
};
const FORMS: Record<string, string> = {
  turn: "a turn",
  compact: "a compact board",
  diagram: "a diagram",
  record: "a record",
  state: "a JSON state",
  archive: "an archive",
};
export const casesIntro = (cases: number, wrong: number) =>
  `The conformance suite: ${cases} smallest situations, each with the answer that the rules ` +
  `demand. ${wrong} wrong rules that engines follow, or could, are told apart by them.`;
export const VERDICTS = {
  accepted: "Legal",
  refused: "Refused, impossible or unreadable",
  other: "Something else",
};
export const casesFound = (found: number, all: number) =>
  found === all ? `${all} cases.` : `${found} of ${all} cases.`;
export const killsIntro = (count: number) =>
  count === 1
    ? "An engine fails it that believes:"
    : `An engine fails it that believes one of these ${count}:`;
/** The facts of a refusal as text, each after its name. */
const facts = (details: Record<string, unknown>): string =>
  Object.entries(details)
    .map(([name, value]) => `${name.replaceAll("_", " ")} ${fact(value)}`)
    .join("; ");
const fact = (value: unknown): string => {
  if (Array.isArray(value)) {
    return value.length ? value.join(", ") : "none";
  }
  return value && typeof value === "object"
    ? `(${facts(value as Record<string, unknown>)})`
    : String(value ?? "none");
};
const list = (all: readonly string[]) => (all.length ? all.join(", ") : "none");
/** Sentences for the answer that SPEC.md demands, by the fields of a case (see suite/README.md). */
const EXPECTED = {
  legal: (isLegal: boolean) => (isLegal ? "The turn is legal." : "The turn is refused."),
  refused: (reason: string) => `The reason is \`${reason}\`.`,
  at: (at: string) => `It is refused at ${at === "end" ? "the end of the turn" : `\`${at}\``}.`,
  details: (details: Record<string, unknown>) => `The refusal names ${facts(details)}.`,
  captures: (pieces: string[]) => `Captured: ${list(pieces.map(pieceOn))}.`,
  board: (board: string) => `Then the board is ${board}.`,
  outcome: (outcome: string) =>
    outcome === "ongoing" ? "The game goes on." : `The outcome is ${outcome}.`,
  label: (label: string) => `The next turn is ${label}.`,
  actions: (actions: string[]) => `Exactly these actions are legal: ${list(actions)}.`,
  listed: (actions: string[]) => `Among the legal actions: ${list(actions)}.`,
  unlisted: (actions: string[]) => `Not among the legal actions: ${list(actions)}.`,
  turns: (count: number) => `Distinct turns: ${number(count)}.`,
  first_turns: (turns: string[]) => `The first turns in order: ${turns.join("; ")}.`,
  goals: (turns: string[]) => `Turns that make a goal: ${list(turns)}.`,
  steps: (counts: number[]) => `Step sequences to each depth: ${counts.map(number).join(", ")}.`,
  sequences: (counts: number[]) => `Sequences of turns to each depth: ${counts.map(number).join(", ")}.`,
  invalid: (rule: string) => `The position is impossible by ${rule}.`,
  written: (_text: string) => "It is written so:",
  unreadable: (part: string) => `It cannot be read; the message names ${part}.`,
};
export type Expectation = { [Field in keyof typeof EXPECTED]?: Parameters<(typeof EXPECTED)[Field]>[0] };

/** A sentence for each field of an expectation. */
export const expected = (expect: Expectation): string[] =>
  Object.entries(EXPECTED).flatMap(([field, say]) => {
    const value = expect[field as keyof Expectation];
    return value === undefined ? [] : [(say as (value: unknown) => string)(value)];
  });

// Learn

export const LEARN_INTRO =
  "Each lesson has a position, a goal, and turns to try, some of them mistakes. Play on the " +
  "board; the oracle says what is legal, what is not, and why.";
export const noLesson = (name: string) => `There is no lesson ${name}. These are all of them.`;
export const TEST = "A last test";
export const TEST_INTRO =
  "Ten positions from the conformance suite. Is the turn legal, or do the rules refuse it? Each answer has its reason.";
export const guessed = (isRight: boolean) => (isRight ? "Right." : "Wrong.");
export const score = (right: number, answered: number, all: number) =>
  answered < all ? `${right} right of ${answered}, ${all - answered} to go.` : `${right} of ${all} right.`;
export const learnt = (count: number) => (count > 0 ? `${count} of 10 goals reached.` : "");
export const ALL_LESSONS = "All lessons";
export const GOAL_REACHED = "You have reached the goal.";
export const GOAL_MISSED = "The goal is not reached. Start over, or try another turn.";
export const turnSoFar = (steps: readonly string[], captures: readonly string[]) =>
  steps.length > 0
    ? `Your turn so far: ${steps.join(" ")}. ${4 - steps.length} left. ${captured(captures)}`
    : "";

/** The suite as the page knows it: cases, wrong rules, and how a case opens on the board. */
import suiteAddress from "./generated/suite.json?url";
import { boardLink, type BoardLink } from "./link.ts";
import type { Position, Question } from "./oracle.ts";
import type { Expectation } from "./words/views.ts";

/** The position on which the board tries the turn of a case that only reads a turn. */
const START = "g [rrrrrrrrdhcmechd................................DHCEMCHDRRRRRRRR]";

/** A wrong rule that engines follow, or could. */
export interface WrongRule {
  id: string;
  rule: string;
  says: string;
}

export interface Case {
  id: string;
  chapter: number;
  /** The rules that the case shows in force; `no` has those that it shows from the other side. */
  yes: string[];
  no: string[];
  note: string;
  question: Question;
  expect: Expectation;
  /**
   * The wrong rules that the case targets, as indexes in `Suite.wrong`; `fails`: all it catches.
   */
  kills: number[];
  fails: number[];
}

export interface Suite {
  cases: Case[];
  wrong: WrongRule[];
  /** The ids of all rules, in the order of SPEC.md. */
  rules: string[];
  /** Finds a case by its id. */
  find(id: string): Case | undefined;
}

let loaded: Promise<Suite> | undefined;

/** Fetches the suite when it is first needed. */
export function loadSuite(): Promise<Suite> {
  loaded ??= fetchJson<Omit<Suite, "find">>(suiteAddress).then((data) => {
    const byId = new Map(data.cases.map((entry) => [entry.id, entry]));
    return { ...data, find: (id) => byId.get(id) };
  });
  loaded.catch(() => (loaded = undefined));
  return loaded;
}

/** Fetches a JSON file of the page's own folder. */
export async function fetchJson<Data>(address: string): Promise<Data> {
  const response = await fetch(address);
  if (!response.ok) {
    throw new Error(`${address}: ${response.status}`);
  }
  return (await response.json()) as Data;
}

/** The position that a case asks about, or that the text it parses may hold. */
export function positionOf({ question }: Case): Position | undefined {
  if ("position" in question) {
    return question.position;
  }
  if (question.kind === "parse" && question.form !== "turn") {
    return { any: { text: question.text } };
  }
  return undefined;
}

/** The link that opens a case on the board, with its turn tried there. */
export function playLink({ question }: Case): string | undefined {
  if (question.kind === "parse") {
    const { form, text } = question;
    return boardLink(form === "turn" ? { text: START, turn: text } : { text });
  }
  if (!("position" in question)) {
    return undefined;
  }
  const opened = textOf(question.position);
  if (question.kind !== "judge") {
    return boardLink(opened);
  }
  const turn = turnText(question.turn);
  return boardLink({ ...opened, ...(turn ? { turn } : { steps: "end" }) });
}

/** A turn as text; questions may give it as a list of actions, too. */
export function turnText(turn: string | readonly string[]): string {
  return typeof turn === "string" ? turn : turn.join(" ");
}

function textOf(position: Position): BoardLink {
  if ("record" in position) {
    const { text, before, edition } = position.record;
    return { text, ...(before && { before }), ...(edition && { edition }) };
  }
  if ("state" in position) {
    return { text: JSON.stringify(position.state) };
  }
  return { text: position.any.text };
}

/** A tree of turns from a start. The oracle applies all rules. */
import { datedBy, type Dated } from "./edition.ts";
import { ask, type Answer, type AnswerOf, type Position } from "./oracle.ts";
import { actionsOf, isLabel, withoutNotes, readNotation, wordsOf, type Line } from "./notation.ts";
import { inOrder, lineFrom, nextLabel, path, recordTo, writeLine, writeTree, type Turn } from "./tree.ts";

export type Applied = AnswerOf<"applied">;
export type Replayed = AnswerOf<"replayed">;

/** A tree with more turns than this does not grow: any further turns become a comment. */
const MOST_TURNS = 2_000;

/** A comment that holds a turn in progress, such as `2g Ed2n ...`. */
const BEGUN = /^(?<label>\d+[gs]) (?<steps>[a-z][a-h][1-8][nsew]?( [a-z][a-h][1-8][nsew]?)*) \.\.\.$/i;

/** The most states that are cached, since each holds all boards before it. */
const MOST_STATES = 100;

/** The start of a tree: the tags of a record, or a position as text in any form. */
export type Start = { tags: string } | { text: string };

type Judged = Pick<Turn, "label" | "text" | "captures" | "board" | "refusal">;
/** Steps of a turn in progress, and the turn after which they are taken. */
export interface Begun {
  after: Turn;
  steps: readonly string[];
}

/** A snapshot of a tree: for each turn, the fields that can change. */
export type Shape = readonly (readonly [Turn, Pick<Turn, "children" | "comments" | "closing">])[];

export class Analysis {
  readonly root: Turn;
  /** The oracle's replay of the opened record, with its disagreements with the rules. */
  replayed: Replayed | undefined;
  /** The date of the game and its editions, where the record has a date. */
  dated: Dated | undefined;
  /** The turn in progress in the opened text. */
  begun: Begun | undefined;
  /** The turns of the main line when the text was opened. */
  #opened: readonly Turn[] = [];
  readonly #states = new Map<Turn, Applied>();

  private constructor(
    readonly start: Start,
    readonly edition: string | undefined,
    begun: Applied,
    comments: string[],
  ) {
    const { label, board } = begun.standing;
    this.root = {
      parent: undefined, children: [], label: label ?? "", text: "", captures: [], board,
      refusal: undefined, comments,
    };
    this.#states.set(this.root, begun);
  }

  /** Makes a tree without turns; returns the oracle's answer where the start is refused. */
  static async begin(start: Start, edition: string | undefined, comments: string[] = []): Promise<Analysis | Answer> {
    const position = positionOf(start, edition);
    const begun = await ask({ kind: "apply", position, actions: [] });
    if (begun.kind !== "applied") {
      return begun;
    }
    const analysis = new Analysis(start, edition, begun, comments);
    analysis.dated = "tags" in start ? await datedBy(start.tags) : undefined;
    return analysis;
  }

  /** Reads a record with comments and variations; returns the oracle's answer if it has a fault. */
  static async read(text: string, edition: string | undefined): Promise<Analysis | Answer> {
    const notation = readNotation(text);
    const { tags, comments, lines } = notation;
    const analysis = await Analysis.begin({ tags }, edition, comments);
    if (!(analysis instanceof Analysis) || lines.length === 0) {
      return analysis;
    }
    const question = { kind: "replay", record: withoutNotes(notation), boards: true } as const;
    const replayed = await ask(edition ? { ...question, edition } : question);
    if (replayed.kind !== "replayed") {
      return replayed;
    }
    analysis.replayed = replayed;
    await analysis.#followLines(lines, replayed);
    analysis.#takeBegun();
    analysis.#opened = lineFrom(analysis.root);
    return analysis;
  }

  /** Makes a tree from a position and turns; returns the oracle's answer where it has a fault. */
  static async grown(start: Start, edition: string | undefined, turns: string) {
    const { comments, lines } = readNotation(turns);
    const analysis = await Analysis.begin(start, edition, comments);
    if (analysis instanceof Analysis) {
      await analysis.grow(analysis.root, lines);
    }
    return analysis;
  }

  /** Moves a turn in progress from the comments of a line's last turn to `begun`. */
  #takeBegun() {
    for (const turn of inOrder(this.root).filter(({ children, rest, refusal }) => !children[0] && !rest && !refusal)) {
      const comment = turn.comments.find((one) => BEGUN.test(one));
      const { label, steps } = BEGUN.exec(comment ?? "")?.groups ?? {};
      if (steps && label === nextLabel(turn)) {
        turn.comments = turn.comments.filter((one) => one !== comment);
        this.begun = { after: turn, steps: steps.split(" ") };
        return;
      }
    }
  }

  /** Adds the judged turns of a record to the tree, and then its variations. */
  async #followLines(lines: readonly Line[], { turns }: Replayed) {
    const variations: [Turn, Line[]][] = [];
    const vary = (from: Turn, line: Line) =>
      variations.push(...line.variations.map((one): [Turn, Line[]] => [from, one]));
    let at = this.root;
    for (const [place, line] of lines.entries()) {
      const judged = turns[place];
      if (!judged) {
        this.#endLineAt(at, lines.slice(place));
        if (at.closing) {
          vary(at, line);
        }
        break;
      }
      const { label, takeback, refusal, captures = [] } = judged;
      if (takeback && !refusal) {
        at.isTakenBack = true;
        at.comments.push(...line.comments);
        vary(at, line);
        at = at.parent!;
        continue;
      }
      const turn: Turn = {
        parent: at, children: [], label, captures, comments: line.comments,
        text: takeback ? "takeback" : (judged.turn ?? ""),
        board: refusal?.board ?? judged.board ?? at.board,
        refusal: refusal ?? undefined,
      };
      // After a takeback, the turn that was made later continues the record.
      at.children.unshift(turn);
      vary(at, line);
      if (!refusal) {
        at = turn;
      } else if (lines.length > place + 1) {
        turn.rest = lines.slice(place + 1);
        break;
      }
    }
    for (const [parent, variation] of variations) {
      await this.grow(parent, variation);
    }
  }

  /** Keeps the lines after the last judged turn: the game's end, or turns too many to judge. */
  #endLineAt(at: Turn, rest: readonly Line[]) {
    const [line] = rest;
    if (rest.length === 1 && wordsOf(line!.text).every((word) => /^(resigns|lost)$/i.test(word))) {
      at.closing = line!.text;
      at.comments.push(...line!.comments);
    } else {
      at.rest = [...rest];
    }
  }

  /** Adds turns one after another while they are legal; the rest becomes a comment. */
  async grow(from: Turn, lines: readonly Line[]) {
    let at = from;
    let count = inOrder(this.root).length;
    for (const [place, { text, comments, variations }] of lines.entries()) {
      const parent = at;
      if (at !== from && /^\d+[gswb] takeback$/i.test(text)) {
        at.isTakenBack = true;
        at.comments.push(...comments);
        at = at.parent!;
      } else if (/^\d+[gswb] (resigns|lost)$/i.test(text)) {
        at.closing = text;
        at.comments.push(...comments);
      } else {
        const written = text.replace(/ takeback$/i, "");
        const known = at.children.length;
        const judged = at.refusal || count > MOST_TURNS ? undefined : await this.judge(at, written);
        if (!judged || "kind" in judged) {
          at.comments.push(lines.slice(place).map(writeLine).join(" "));
          return;
        }
        at = this.put(at, judged);
        at.comments.push(...comments);
        // The same turn may have been taken back and made again.
        if (parent.children.length > known) {
          at.isTakenBack = written !== text;
        }
        count += 1;
      }
      for (const variation of variations) {
        await this.grow(parent, variation);
      }
    }
  }

  /** Judges a turn after another one; returns the oracle's answer where it cannot be read. */
  async judge(parent: Turn, text: string): Promise<Judged | Answer> {
    const { state } = await this.after(parent);
    const answer = await ask({ kind: "judge", position: { state }, turn: text });
    if (answer.kind !== "accepted" && answer.kind !== "refused") {
      return answer;
    }
    const refusal = answer.kind === "refused" ? answer.refusal : undefined;
    const [written = ""] = text.trim().split(/\s+/, 1);
    return {
      // A turn that is refused for its label keeps it.
      label: refusal?.rule === "NOT-5" && isLabel(written) ? written : labelOf(state),
      text: answer.kind === "accepted" ? answer.turn : wordsOf(text).join(" "),
      captures: answer.kind === "accepted" ? answer.captures : [],
      board: refusal?.board ?? answer.standing.board,
      refusal,
    };
  }

  /** Adds a judged turn after another one, unless it is there; returns the turn in the tree. */
  put(parent: Turn, judged: Judged): Turn {
    const steps = actionsOf(judged.text).join(" ");
    const isMislabelled = judged.refusal?.rule === "NOT-5";
    const there = parent.children.find(
      ({ label, text, refusal }) =>
        actionsOf(text).join(" ") === steps &&
        !refusal === !judged.refusal &&
        (label === judged.label || !isMislabelled),
    );
    if (there) {
      return there;
    }
    const turn: Turn = { ...judged, parent, children: [], comments: [] };
    parent.children = [...parent.children, turn];
    return turn;
  }

  /** Takes a turn and everything after it out of the tree. */
  remove(turn: Turn) {
    turn.parent!.children = turn.parent!.children.filter((child) => child !== turn);
  }

  /** Makes the line to a turn the main line. */
  promote(turn: Turn) {
    for (const one of path(turn)) {
      const others = one.parent!.children.filter((child) => child !== one);
      one.parent!.children = [one, ...others];
    }
  }

  /** A snapshot of the tree. It stays valid, since changes replace lists and do not add to them. */
  get shape(): Shape {
    return inOrder(this.root).map((turn) => {
      const { children, comments, closing } = turn;
      return [turn, { children, comments, closing }];
    });
  }

  /** Restores the tree to a snapshot. */
  restore(shape: Shape) {
    shape.forEach(([turn, was]) => Object.assign(turn, was));
  }

  /** The state and the standing after a legal turn. */
  async after(turn: Turn): Promise<Applied> {
    const known = this.#states.get(turn);
    if (known) {
      return known;
    }
    const answer = "tags" in this.start
      ? applied(await ask({ kind: "apply", position: this.positionAfter(turn), actions: [] }))
      : await this.#applyAfterParents(turn);
    if (this.#states.size >= MOST_STATES) {
      const oldest = [...this.#states.keys()].find((one) => one !== this.root);
      this.#states.delete(oldest!);
    }
    this.#states.set(turn, answer);
    return answer;
  }

  /** Applies a turn to the state after its parent, in a tree whose start is no record. */
  async #applyAfterParents(turn: Turn): Promise<Applied> {
    const { state } = await this.after(turn.parent!);
    const actions = [...actionsOf(turn.text), "end"];
    return applied(await ask({ kind: "apply", position: { state }, actions }));
  }

  /** The position after a turn, for a question: the whole game where the start is a record. */
  positionAfter(turn: Turn): Position {
    const { start, edition } = this;
    return "tags" in start
      ? positionOf({ tags: recordTo(start.tags, turn) }, edition)
      : { state: this.#states.get(turn)!.state };
  }

  /** The tree as text: a record, or turns without tags where the start is no record. */
  get text(): string {
    return writeTree("tags" in this.start ? this.start.tags : "", this.root);
  }

  /**
   * The tree as a record for other programs, with the edition if one was chosen, and the turn in
   * progress as a comment. It is `undefined` where the start is no record.
   */
  recordWith({ after, steps }: Begun): string | undefined {
    if (!("tags" in this.start)) {
      return undefined;
    }
    const { tags } = this.start;
    const isNamed = /^\s*edition:/im.test(tags);
    const isEmpty = this.root.children.length === 0 && !this.root.closing;
    const begun = steps.length > 0 ? [`${nextLabel(after)} ${steps.join(" ")} ...`] : [];
    return (this.edition && !isNamed ? `Edition: ${this.edition}\n` : "") +
      writeTree(tags, this.root, (turn) => (turn === after ? [...turn.comments, ...begun] : turn.comments)) +
      (isEmpty && (begun.length > 0 || (!tags && this.root.comments.length > 0)) ? `${this.root.label}\n` : "");
  }

  /** Whether the main line is still that of the opened text. */
  get isAsOpened(): boolean {
    const line = lineFrom(this.root);
    return line.length === this.#opened.length && line.every((turn, place) => turn === this.#opened[place]);
  }

  /** The turn at an index of `inOrder`; the start where the index is too large. */
  turnAt(place: number): Turn {
    return inOrder(this.root)[place] ?? this.root;
  }

  placeOf(turn: Turn): number {
    return inOrder(this.root).indexOf(turn);
  }

  /** The first turn of the main line that is refused, or else its last. */
  get end(): Turn {
    return lineFrom(this.root).at(-1)!;
  }

  /** The turn before the turn with this label, on the main line. */
  before(label: string): Turn | undefined {
    const line = lineFrom(this.root.children[0]);
    const found = line.find((turn) => turn.label === label)?.parent;
    const last = this.end;
    return found ?? (nextLabel(last) === label ? last : undefined);
  }
}

const labelOf = ({ side, turn }: Applied["state"]) => `${turn ?? ""}${side === "gold" ? "g" : "s"}`;

function positionOf(start: Start, edition: string | undefined): Position {
  const named = edition ? { edition } : {};
  if ("text" in start) {
    return { any: { text: start.text, ...named } };
  }
  // An empty text is no record, but a game may begin without tags.
  return start.tags.trim()
    ? { record: { text: start.tags, ...named } }
    : { state: { side: "gold", setup: {}, ...named } as Applied["state"] };
}

function applied(answer: Answer): Applied {
  if (answer.kind !== "applied") {
    throw new Error(answer.kind === "error" ? answer.error.message : answer.kind);
  }
  return answer;
}

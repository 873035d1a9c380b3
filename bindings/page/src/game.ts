/** A position and what was played from it. All rules are the oracle's. */
import { ask, type Answer, type AnswerOf } from "./oracle.ts";

/** The most actions of one `apply`. */
const MOST = 64;

type Applied = AnswerOf<"applied">;

/** Where a game stands after an action; the first moment has none. */
export interface Moment {
  action: string | undefined;
  answer: Applied;
}

/** A text that is opened, and what is played from there. */
export interface Opening {
  text: string;
  before?: string;
  edition?: string;
  actions?: readonly string[];
}

export class Game {
  /** Where it began, and one moment for each action since. */
  #moments: Moment[] = [];
  #at = 0;

  /** The moment that is looked at. */
  get now(): Applied {
    return this.#moments[this.#at]!.answer;
  }

  get isOpen(): boolean {
    return this.#moments.length > 0;
  }

  get canUndo(): boolean {
    return this.#at > 0;
  }

  get canRedo(): boolean {
    return this.#at < this.#moments.length - 1;
  }

  /** The actions from the beginning to now. */
  get actions(): string[] {
    return this.#moments.slice(1, this.#at + 1).map(({ action }) => action!);
  }

  get position() {
    return { state: this.now.state };
  }

  /** Opens a text of any form, and plays actions from there. */
  async open({ text, before, edition, actions = [] }: Opening): Promise<Answer> {
    const any = { text, ...(before && { before }), ...(edition && { edition }) };
    const begun = await ask({ kind: "apply", position: { any }, actions: [] });
    if (begun.kind !== "applied") {
      return begun;
    }
    this.#moments = [{ action: undefined, answer: begun }];
    this.#at = 0;
    return this.play(actions);
  }

  /** Plays actions as far as they are legal; the answer to the last that was asked. */
  async play(actions: readonly string[]): Promise<Answer> {
    let answer: Answer = this.now;
    for (const action of actions) {
      answer = await ask({ kind: "apply", position: this.position, actions: [action] });
      if (answer.kind !== "applied") {
        return answer;
      }
      this.#moments.splice(this.#at + 1, Infinity, { action, answer });
      this.#at += 1;
    }
    return answer;
  }

  /** Judges a whole turn, or what is left of it, and plays it if it is legal. */
  async playTurn(turn: string): Promise<Answer> {
    const judged = await ask({ kind: "judge", position: this.position, turn });
    if (judged.kind !== "accepted") {
      return judged;
    }
    return this.play(actionsOf(judged.turn).concat("end"));
  }

  /** Goes back by one action or forward by one; false where there is none. */
  go(by: -1 | 1): boolean {
    const isThere = this.#moments[this.#at + by] !== undefined;
    this.#at += isThere ? by : 0;
    return isThere;
  }

  /** Goes to where the turn before this place began, or to the end of the next one. */
  goTurn(by: -1 | 1): boolean {
    if (!this.go(by)) {
      return false;
    }
    while (this.#moments[this.#at]!.action !== "end" && this.go(by)) {
      // One action further.
    }
    return true;
  }
}

/** The actions in a written turn: its steps and placements, without label and captures. */
export function actionsOf(text: string): string[] {
  const words = text.trim().split(/\s+/).filter(Boolean).slice(0, 2 * MOST);
  return words.filter((word) => !/^\d+[gs]$/.test(word) && !word.endsWith("x"));
}

/** The labels of the turns that ended in these positions of `earlier` in a state. */
export function labelsOf({ state, standing }: Applied, indices: readonly number[]): string[] {
  const label = /^(?<number>\d+)(?<side>[gs])$/.exec(standing.label ?? "")?.groups;
  if (!label || !state.earlier) {
    return [];
  }
  // The last of the earlier turns ended two before this turn.
  const last = 2 * Number(label["number"]) + (label["side"] === "s" ? 1 : 0) - 2;
  const { length } = state.earlier;
  return indices.map((index) => {
    const turn = last - (length - 1 - index);
    return `${Math.floor(turn / 2)}${turn % 2 ? "s" : "g"}`;
  });
}

// A position and what was played from it. All rules are the oracle's.

/** The most actions of one `apply`. */
const MOST = 64;

export class Game {
  #oracle;
  /** Where it began, and one moment for each action since. */
  #moments = [];
  #at = 0;

  constructor(oracle) {
    this.#oracle = oracle;
  }

  get now() {
    return this.#moments[this.#at];
  }

  get isOpen() {
    return this.#moments.length > 0;
  }

  /** The actions from the beginning to now. */
  get actions() {
    return this.#moments.slice(1, this.#at + 1).map(({ action }) => action);
  }

  /** Opens a text of any form, and plays actions from there. */
  async open({ text, before, edition, actions = [] }) {
    const any = { text, ...(before && { before }), ...(edition && { edition }) };
    const begun = await this.#oracle.ask({ kind: "apply", position: { any }, actions: [] });
    if (begun.kind !== "applied") {
      return begun;
    }
    this.#moments = [moment(undefined, begun)];
    this.#at = 0;
    return this.play(actions);
  }

  /** Plays actions as far as they are legal; the answer to the last that was asked. */
  async play(actions) {
    let answer = this.now.answer;
    for (const action of actions) {
      const position = { state: this.now.state };
      answer = await this.#oracle.ask({ kind: "apply", position, actions: [action] });
      if (answer.kind !== "applied") {
        return answer;
      }
      this.#moments.splice(this.#at + 1, Infinity, moment(action, answer));
      this.#at += 1;
    }
    return answer;
  }

  /** Judges a whole turn, or what is left of it, and plays it if it is legal. */
  async playTurn(turn) {
    const position = { state: this.now.state };
    const judged = await this.#oracle.ask({ kind: "judge", position, turn });
    if (judged.kind !== "accepted") {
      return judged;
    }
    return this.play(actionsOf(judged.turn).concat("end"));
  }

  /** The labels of the turns that ended in these positions of `earlier` in the state. */
  labelsOf(indices) {
    const { state, standing } = this.now;
    const { number, side } = /^(?<number>\d+)(?<side>[gs])$/.exec(standing.label).groups;
    // The last of the earlier turns ended two before this turn.
    const last = 2 * Number(number) + (side === "s" ? 1 : 0) - 2;
    return indices.map((index) => {
      const turn = last - (state.earlier.length - 1 - index);
      return `${Math.floor(turn / 2)}${turn % 2 ? "s" : "g"}`;
    });
  }

  /** Goes back by one action or forward by one; false where there is none. */
  go(by) {
    const isThere = this.#moments[this.#at + by] !== undefined;
    this.#at += isThere ? by : 0;
    return isThere;
  }

  legalActions() {
    const position = { state: this.now.state };
    return this.#oracle.ask({ kind: "legal_actions", position, effects: true });
  }

  countTurns() {
    const position = { state: this.now.state };
    return this.#oracle.ask({ kind: "turn_count", position }, { timeoutMs: 3_000 });
  }
}

function moment(action, answer) {
  const { state, standing } = answer;
  return { action, state, standing, answer };
}

/** The actions in a written turn: its steps and placements, without label and captures. */
export function actionsOf(text) {
  const words = text.trim().split(/\s+/).filter(Boolean).slice(0, 2 * MOST);
  return words.filter((word) => !/^\d+[gs]$/.test(word) && !word.endsWith("x"));
}

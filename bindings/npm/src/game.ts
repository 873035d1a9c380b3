import type { Answer, Question, RequestOptions } from "./messages.js";
import type { State } from "./protocol.js";

type WithPosition = Extract<Question, { position: unknown }>;

/** A question about the position of a game. */
export type AboutGame = WithPosition extends infer Q
  ? Q extends WithPosition
    ? Omit<Q, "position">
    : never
  : never;

type TurnEnds = NonNullable<State["earlier"]>;

/** A moment of a game: its state without a history, and the turn ends that can stand again. */
interface Moment {
  state: State;
  earlier: TurnEnds;
}

/**
 * A game that keeps its history, so that a question at its end costs as much as at its start.
 *
 * Repetition forbids something only where a position has stood twice. Until then questions about
 * one turn go without the history; those that play on, `perft` and `apply` behind an `end`, go with
 * it.
 */
export class Game {
  readonly #ask: (question: Question, options?: RequestOptions) => Answer;
  readonly #past: Moment[] = [];
  #now: Moment;

  constructor(
    ask: (question: Question, options?: RequestOptions) => Answer,
    start: State = { side: "gold", setup: {} },
  ) {
    const { earlier, ...state } = start;
    this.#ask = ask;
    this.#now = { state, earlier: earlier ?? [] };
  }

  /** The state, with all earlier turn ends that can stand again. */
  get state(): State {
    const { state, earlier } = this.#now;
    return state.setup ? state : { ...state, earlier };
  }

  /** How many turns were played and not taken back. */
  get turnsPlayed(): number {
    return this.#past.length;
  }

  /** Asks about the position now. */
  ask(question: AboutGame, options?: RequestOptions): Answer {
    const { state, earlier } = this.#now;
    // The position now counts, too: the opponent may have no turn but the one that leads back to it.
    const boards = new Set([...earlier, state].map(({ board }) => String(board)));
    const goesOn =
      question.kind === "perft" ||
      (question.kind === "apply" && String(question.actions).includes("end,"));
    const isAlone = boards.size > earlier.length && !goesOn;
    const position = { state: isAlone ? state : this.state };
    return this.#ask({ ...question, position } as Question, options);
  }

  /**
   * Does actions; `end` ends a turn, and the next may follow. The game goes on where the answer is
   * `applied`; else it is as it was. A decided game has no action (END-11).
   */
  apply(...actions: string[]): Answer {
    const answer = this.ask({ kind: "apply", actions });
    const before = this.ask({ kind: "standing" });
    if (actions.length === 0 || answer.kind === "error" || before.kind !== "standing") {
      return answer;
    }
    if (before.standing.outcome) {
      return this.ask({ kind: "judge", turn: [] });
    }
    const end = actions.indexOf("end") + 1;
    if (end > 0 && end < actions.length) {
      const [now, turns] = [this.#now, this.#past.length];
      const first = this.apply(...actions.slice(0, end));
      const rest = first.kind === "applied" ? this.apply(...actions.slice(end)) : first;
      if (rest.kind !== "refused") {
        return answer;
      }
      [this.#now, this.#past.length] = [now, turns];
      const token = (rest.refusal.token ?? 0) + (rest === first ? 0 : end);
      return { ...rest, standing: before.standing, refusal: { ...rest.refusal, token } };
    }
    if (answer.kind === "applied") {
      const { earlier: _, ...state } = answer.state;
      this.#goOn(state, end > 0);
    }
    return answer;
  }

  /** Judges a whole turn, as it is written, and plays it where the answer is `accepted`. */
  play(turn: string): Answer {
    const answer = this.ask({ kind: "judge", turn });
    if (answer.kind === "accepted") {
      const actions = answer.turn.split(" ").filter((word) => !word.endsWith("x"));
      this.apply(...actions, "end");
    }
    return answer;
  }

  /**
   * Takes the last turn back, and what was done of the present one. Says whether there was a turn;
   * else nothing changes.
   */
  takeBack(): boolean {
    const before = this.#past.pop();
    this.#now = before ?? this.#now;
    return before !== undefined;
  }

  #goOn(state: State, isTurnEnd: boolean): void {
    const { state: before, earlier } = this.#now;
    if (!isTurnEnd) {
      this.#now = { state, earlier };
      return;
    }
    const { side: to_move, board } = before;
    // Nothing from before a capture can stand again, nor does the setup count.
    const isKept = board && !before.setup && pieces(board) === pieces(state.board);
    this.#past.push({ state: withoutActions(before), earlier });
    this.#now = { state, earlier: isKept ? [...earlier, { board, to_move }] : [] };
  }
}

/** How many pieces stand on a board. */
function pieces(board: State["board"]): number {
  return String(board ?? "").replace(/[^a-z]/gi, "").length;
}

/** The state at the start of its turn. */
function withoutActions(state: State): State {
  return state.setup
    ? { ...state, setup: { ...state.setup, placed: [] } }
    : { ...state, steps: [] };
}

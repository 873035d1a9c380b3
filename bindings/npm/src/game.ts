import type { Answer, Question, RequestOptions } from "./messages.js";
import type { State } from "./protocol.js";

type WithPosition = Extract<Question, { position: unknown }>;

/** A question about a game's position, without the field `position`. */
export type AboutGame = WithPosition extends infer Q
  ? Q extends WithPosition
    ? Omit<Q, "position">
    : never
  : never;

type TurnEnds = NonNullable<State["earlier"]>;

/** A moment of a game: its state without a history, and the earlier turn ends that can recur. */
interface Moment {
  state: State;
  earlier: TurnEnds;
}

/**
 * A game with its history, in which a question late in the game costs as much as one at the start.
 *
 * Repetition forbids a turn only where a position has occurred twice. Until then, questions about
 * one turn are sent without the history; `perft` and `apply` with actions behind an `end` span
 * several turns, and are sent with it.
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

  /** The present state, with all earlier turn ends that can recur. */
  get state(): State {
    const { state, earlier } = this.#now;
    return state.setup ? state : { ...state, earlier };
  }

  /** The number of turns that were played and not taken back. */
  get turnsPlayed(): number {
    return this.#past.length;
  }

  /** Asks a question about the present position. */
  ask(question: AboutGame, options?: RequestOptions): Answer {
    const { state, earlier } = this.#now;
    // The present position counts, too: the opponent's only turn may lead back to it.
    const boards = new Set([...earlier, state].map(({ board }) => String(board)));
    const goesOn =
      question.kind === "perft" ||
      (question.kind === "apply" && String(question.actions).includes("end,"));
    const isAlone = boards.size > earlier.length && !goesOn;
    const position = { state: isAlone ? state : this.state };
    return this.#ask({ ...question, position } as Question, options);
  }

  /**
   * Does actions, also of several turns: `end` ends a turn. The game changes only where the answer
   * is `applied`. Once the game is decided, every action is refused (END-11).
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

  /** Judges a whole turn in notation, and plays it if the answer is `accepted`. */
  play(turn: string): Answer {
    const answer = this.ask({ kind: "judge", turn });
    if (answer.kind === "accepted") {
      const actions = answer.turn.split(" ").filter((word) => !word.endsWith("x"));
      this.apply(...actions, "end");
    }
    return answer;
  }

  /**
   * Takes back the last turn, and the actions of the present one. Returns false, and changes
   * nothing, if no turn was played.
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
    // No position from before a capture can recur, and boards of the setup do not count.
    const isKept = board && !before.setup && pieces(board) === pieces(state.board);
    this.#past.push({ state: withoutActions(before), earlier });
    this.#now = { state, earlier: isKept ? [...earlier, { board, to_move }] : [] };
  }
}

/** The number of pieces on a board. */
function pieces(board: State["board"]): number {
  return String(board ?? "").replace(/[^a-z]/gi, "").length;
}

/** The state at the start of its turn, without the steps or placements made since. */
function withoutActions(state: State): State {
  return state.setup
    ? { ...state, setup: { ...state.setup, placed: [] } }
    : { ...state, steps: [] };
}

/** The chosen piece on the board, and the steps that a click or a drag means. */
import { beside, direction, letterAt, sideOf } from "arimaa-oracle/board";

import { completionAfter, pushes, route, whyStill } from "./explore.ts";
import type { Session } from "./session.ts";
import * as words from "./words.ts";

/** The part of a session that gestures read and play on. */
type Moment = Pick<Session, "board" | "look" | "now" | "play" | "canArrange" | "arrange">;

/** A push whose first step the user still has to choose. */
interface Push {
  square: string;
  firsts: readonly string[];
  second: string;
}

export class Gesture {
  chosen: string | undefined;
  /** The piece that the next click places, in a setup. */
  piece: string | undefined;
  /** Advice on the next click, or the reason why the last click did nothing. */
  hint = "";
  /** Why the piece at the pointer or the focus cannot move, and its supporters on a trap. */
  pointed = "";
  #push: Push | undefined;
  readonly #moment: Moment;
  /** Whether a piece stays chosen after its step, and after a refusal. */
  readonly #staysChosen: boolean;

  constructor(moment: Moment, staysChosen: boolean) {
    this.#moment = moment;
    this.#staysChosen = staysChosen;
  }

  leave() {
    this.chosen = this.#push = undefined;
    this.hint = this.pointed = "";
  }

  /** Describes the piece on a square in `pointed`: why it cannot move, what supports it. */
  async point(square: string | undefined) {
    const { board, look, now } = this.#moment;
    const isPiece = square !== undefined && letterAt(board, square) !== ".";
    const still = isPiece ? await whyStill(board, look, now.state.side, square) : undefined;
    this.pointed = still ? words.stands(still.piece, still.reason, still.friends) : "";
  }

  /** The legal actions of the chosen piece; all actions where no piece is chosen. */
  get legal() {
    const { legal } = this.#moment.look;
    return this.chosen ? legal.filter(({ action }) => action.slice(1, 3) === this.chosen) : legal;
  }

  /** The squares that the chosen piece, or a pushed one, may go to. */
  get targets(): readonly string[] {
    const steps = this.chosen ? this.legal.map(({ action }) => action) : [];
    return (this.#push?.firsts ?? steps).flatMap((step) => beside(step.slice(1, 3), step[3] ?? "") ?? []);
  }

  /** Handles a click: the first one chooses a piece, the next one the square that it goes to. */
  async touch(square: string) {
    const { board, look, canArrange } = this.#moment;
    const [push, from] = [this.#push, this.chosen];
    this.leave();
    const first = push?.firsts.find((step) => beside(push.square, step.charAt(3)) === square);
    if (push && first) {
      await this.#moment.play([first, push.second]);
      return;
    }
    const letter = letterAt(board, square);
    const chosen = from ? letterAt(board, from) : ".";
    if (look.spent) {
      this.hint = `No step is left: ${look.spent}.`;
      return;
    }
    if (from === square && !this.#staysChosen) {
      return;
    }
    const isPush = !this.#staysChosen && sideOf(letter) !== sideOf(chosen);
    if (chosen !== "." && (canArrange || letter === "." || isPush)) {
      await this.move(from!, square);
    } else if (canArrange && letter === "." && this.piece) {
      await this.#moment.play([this.piece + square]);
    } else if (letter !== ".") {
      this.#choose(square);
    } else {
      this.hint = "No piece stands there.";
    }
  }

  #choose(square: string) {
    this.chosen = square;
    this.hint = words.selected(letterAt(this.#moment.board, square), square, this.#moment.look);
  }

  /**
   * Moves a piece: by a step, by a push of the enemy beside it, or by a route of steps. A step that
   * begins a push is followed by its completion if only one is possible.
   */
  async move(from: string, to: string) {
    this.leave();
    const moment = this.#moment;
    if (moment.canArrange) {
      await moment.arrange(from, to);
      return;
    }
    const { board, look, now: { state } } = moment;
    const [letter, there] = [letterAt(board, from), letterAt(board, to)];
    const way = direction(from, to);
    const step = `${letter}${from}${way}`;
    const isEnemy = way && there !== "." && letter !== "." && sideOf(there) !== sideOf(letter);
    const firsts = isEnemy ? await pushes(state, look.legal, step, to) : [];
    if (firsts.length > 1) {
      this.#push = { square: to, firsts, second: step };
      this.hint = words.pushWhere(there, to);
    } else if (firsts.length === 1) {
      await moment.play([firsts[0]!, step]);
    } else if (way) {
      const last = await completionAfter(state, look.legal, step);
      await moment.play(last ? [step, last] : [step]);
      const at = [to, from].find((square) => letterAt(moment.board, square) === letter);
      if (this.#staysChosen && at) {
        this.#choose(at);
      }
    } else {
      const steps = look.legal.length > 0 ? await route(state, from, to) : undefined;
      if (steps) {
        await moment.play(steps);
      } else {
        this.hint = words.noRoute(letter, from, to, look.reasons.get(from));
      }
    }
  }
}

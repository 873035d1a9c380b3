import { beside, direction, letterAt, sideOf } from "arimaa-oracle/board";
import { html, LitElement, nothing, type PropertyValues } from "lit";

import { completion, isPushing, lookAt, type Look } from "../explore.ts";
import { reaches } from "../lesson.ts";
import { boardLink, ruleLink } from "../link.ts";
import { arrowOf } from "../notation.ts";
import { ask, type Answer } from "../oracle.ts";
import * as words from "../words/views.ts";
import { cited, coded } from "./coded.ts";
import { arrowsOf, tryItem, type Judged } from "./learn-try.ts";
import type { Lesson } from "../words/learn.ts";

const NOTHING: Look = { legal: [], frozen: [], reasons: new Map() };

/** The result of a step or a turn, shown beside the board. */
interface Result {
  answer: Answer;
  /** Whether the turn has ended, and if so whether it reached the goal. */
  hasEnded: boolean;
  isGoal: boolean;
  /** Whether the turn is the solution, which was asked for. */
  isSolution?: boolean;
}

/** The board of a lesson, to be played by hand, and turns to try. The oracle rules on all. */
class LearnLesson extends LitElement {
  static override properties = {
    lesson: { attribute: false },
    board: { state: true },
    chosen: { state: true },
    look: { state: true },
    taken: { state: true },
    tokens: { state: true },
    captures: { state: true },
    hint: { state: true },
    result: { state: true },
    tried: { state: true },
    arrows: { state: true },
    said: { state: true },
  };

  declare lesson: Lesson;
  declare board: readonly string[];
  declare chosen: string | undefined;
  /** The legal actions now, and the reasons against others. */
  declare look: Look;
  /** The steps that were taken by hand. */
  declare taken: readonly string[];
  /** The same as they are written, capture tokens included. */
  declare tokens: readonly string[];
  /** The captured pieces, each with its trap. */
  declare captures: readonly string[];
  /** Advice after a choice or a step that is not possible. */
  declare hint: string;
  declare result: Result | undefined;
  /** The answers to the turns that were tried, by their places. */
  declare tried: ReadonlyMap<number, Judged>;
  /** The arrows of the turn that is judged. */
  declare arrows: readonly string[];
  /** The text for a screen reader. */
  declare said: string;

  /** How many pieces were captured before the first step, and after each. */
  #counts: readonly number[] = [];

  /** One thing after another: what is asked meanwhile waits. */
  #last: Promise<unknown> = Promise.resolve();

  constructor() {
    super();
    this.board = this.arrows = [];
    this.look = NOTHING;
    this.taken = this.tokens = this.captures = [];
    this.hint = "";
    this.tried = new Map();
    this.said = "";
  }

  /** Is kept when the last thing that was done is shown. */
  get ready(): Promise<unknown> {
    return this.#last.then(() => this.updateComplete);
  }

  protected override createRenderRoot() {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("lesson")) {
      this.tried = new Map();
      this.#run(() => this.#start());
    }
  }

  protected override updated(changed: PropertyValues<this>): void {
    // On a small screen an answer would stand below the edge.
    const last = [...this.tried.keys()].at(-1);
    const answer = changed.has("result") && this.result
      ? this.querySelector(".result")
      : changed.has("tried") && last !== undefined && this.querySelectorAll(".tries > li")[last];
    (answer || undefined)?.scrollIntoView({ block: "nearest" });
  }

  #run(task: () => unknown) {
    this.#last = this.#last.then(task).catch((error: Error) => {
      this.said = error.message;
    });
  }

  get #position() {
    return { any: { text: this.lesson.position } };
  }

  #start() {
    this.said = "";
    return this.#show([]);
  }

  /** Shows the position after these steps, or why the last of them is refused. True where it is not. */
  async #show(steps: readonly string[]) {
    const answer = await ask({ kind: "apply", position: this.#position, actions: [...steps] });
    this.arrows = [];
    this.hint = "";
    if (answer.kind !== "applied") {
      this.result = { answer, hasEnded: false, isGoal: false };
      this.said = words.answered(answer);
      return false;
    }
    this.chosen = undefined;
    this.look = await lookAt(answer.state);
    const { captures } = answer;
    // The captures before each step are known from the steps before.
    this.#counts = [...this.#counts.slice(0, steps.length), captures.length];
    this.taken = steps;
    this.captures = captures;
    this.tokens = steps.flatMap((step, index) => [
      step,
      ...captures.slice(this.#counts[index], this.#counts[index + 1]).map((piece) => `${piece}x`),
    ]);
    this.board = answer.standing.board;
    this.result = undefined;
    this.said = this.#soFar;
    return true;
  }

  /** Judges a whole turn from the beginning, and shows where it leads or where it is refused. */
  async #judge(turn: string, isSolution = false) {
    const answer = await this.#ask(turn);
    const isGoal = answer.kind === "accepted" && reaches(this.lesson.goal, answer);
    this.chosen = undefined;
    this.result = { answer, hasEnded: answer.kind === "accepted", isGoal, isSolution };
    this.said = `${words.answered(answer)} ${isGoal ? words.GOAL_REACHED : ""}`;
    if (answer.kind === "accepted") {
      this.board = answer.standing.board;
      this.look = NOTHING;
    } else if (answer.kind === "refused") {
      this.board = answer.refusal.board ?? answer.standing.board;
    } else {
      return;
    }
    this.arrows = arrowsOf(
      turn,
      (answer.kind === "refused" ? answer.refusal.token : undefined) ?? Infinity,
    );
  }

  #ask(turn: string) {
    return ask({ kind: "judge", position: this.#position, turn });
  }

  /** Judges a turn to try beside it: the turn that is played on the board goes on. */
  async #try(turn: string, place: number) {
    const answer = await this.#ask(turn);
    if (answer.kind === "accepted" || answer.kind === "refused") {
      const others = [...this.tried].filter(([one]) => one !== place);
      this.tried = new Map([...others, [place, answer]]);
    } else {
      this.result = { answer, hasEnded: false, isGoal: false };
    }
    this.said = words.answered(answer);
  }

  async #solve() {
    await this.#show([]);
    await this.#judge(this.lesson.solution, true);
  }

  async #choose(square: string) {
    await this.#goOn();
    const letter = letterAt(this.board, square);
    if (letter !== ".") {
      this.#forget();
      this.chosen = square;
      this.said = words.selected(letter, square, this.look);
    } else if (this.chosen && direction(this.chosen, square)) {
      await this.#step(this.chosen, square);
    } else {
      this.#forget();
      this.hint = this.said = this.chosen ? "" : words.CHOOSE_FIRST;
      this.chosen = undefined;
    }
  }

  /** A refusal is no longer shown when something else is chosen. */
  #forget() {
    this.result = undefined;
    this.arrows = [];
    this.hint = "";
  }

  /** Steps. The piece stays chosen, so that it can go on, or go elsewhere after a refusal. */
  async #step(from: string, to: string) {
    await this.#goOn();
    const way = direction(from, to);
    if (!way) {
      return;
    }
    const [letter, there] = [letterAt(this.board, from), letterAt(this.board, to)];
    const isDone = await this.#show([...this.taken, `${letter}${from}${way}`]);
    // The only way to complete a push is taken with it, as on the board.
    const last = isDone && completion(this.look.legal);
    if (last) {
      await this.#show([...this.taken, last]);
    }
    const at = isDone ? to : from;
    this.chosen = letterAt(this.board, at) === letter ? at : undefined;
    if (!isDone && there !== "." && sideOf(there) !== sideOf(letter)) {
      this.hint = words.HOW_TO_PUSH;
    }
  }

  /** Play by hand begins anew after a turn that has ended. */
  async #goOn() {
    if (this.result?.hasEnded) {
      await this.#show([]);
    }
  }

  async #undo() {
    await this.#show(this.result?.hasEnded ? this.taken : this.taken.slice(0, -1));
    if (isPushing(this.look)) {
      await this.#show(this.taken.slice(0, -1));
    }
  }

  get #soFar() {
    return words.turnSoFar(this.tokens, this.captures, 4 - this.taken.length);
  }

  protected override render() {
    const { lesson } = this;
    return html`<div class="lesson">
      <div class="lesson-text">${lesson.text.map((text) => html`<p>${cited(text)}</p>`)}</div>
      <section class="lesson-play" aria-label=${words.BOARD}>
        <p class="goal"><strong>${words.GOAL}</strong> ${lesson.goal.say}</p>
        ${this.#board()} ${this.#controls()} ${this.#result()}
        <p class="hidden" aria-live="polite">${this.said}</p>
      </section>
      <section class="lesson-tries" aria-labelledby="tries">
        <h2 id="tries">${words.TRIES}</h2>
        <p class="quiet">${words.TRIES_INTRO}</p>
        <ul class="tries">
          ${lesson.tries.map((one, place) =>
            tryItem(one, this.tried.get(place), () => this.#run(() => this.#try(one.turn, place))),
          )}
        </ul>
        <p><a href=${boardLink({ text: lesson.position }) ?? "#/board"}>${words.ON_BOARD}</a></p>
      </section>
    </div>`;
  }

  #board() {
    const legal = this.look.legal.map(({ action }) => action);
    const from = legal.filter((action) => action.slice(1, 3) === this.chosen);
    const targets = from.flatMap((action) => beside(this.chosen ?? "", action[3] ?? "") ?? []);
    const isOver = this.result?.hasEnded;
    const moves = isOver ? [] : legal.flatMap(arrowOf);
    const answer = this.result?.answer;
    const marks = answer?.kind === "refused" ? (answer.refusal.squares ?? []) : [];
    return html`<arimaa-board
      interactive
      coordinates
      .position=${[...this.board]}
      .selected=${this.chosen}
      .targets=${targets}
      .moves=${moves}
      .marks=${marks}
      .frozen=${this.look.frozen}
      .arrows=${this.arrows}
      label=${words.BOARD}
      @board-choose=${(event: CustomEvent) => this.#run(() => this.#choose(event.detail.square))}
      @board-move=${(event: CustomEvent) =>
        this.#run(() => this.#step(event.detail.from, event.detail.to))}
      @board-leave=${() => (this.chosen = undefined)}
    ></arimaa-board>`;
  }

  #controls() {
    const isOver = this.result?.hasEnded;
    return html`<p class="taken">${isOver ? nothing : this.#status()}</p>
      <div class="row">
        <button
          type="button"
          name="end"
          ?disabled=${isOver || this.taken.length === 0}
          @click=${() => this.#run(() => this.#judge(this.taken.join(" ")))}
        >
          ${words.END_TURN}
        </button>
        <button
          type="button"
          name="undo"
          ?disabled=${this.taken.length === 0}
          @click=${() => this.#run(() => this.#undo())}
        >
          ${words.UNDO}
        </button>
        <button type="button" name="again" @click=${() => this.#run(() => this.#start())}>
          ${words.START_OVER}
        </button>
        <button
          type="button"
          name="solution"
          @click=${() => this.#run(() => this.#solve())}
        >
          ${words.SOLUTION}
        </button>
      </div>`;
  }

  /** The turn so far, and what is chosen or what to do. */
  #status() {
    const { chosen, hint } = this;
    if (!chosen && !hint && this.tokens.length === 0) {
      return html`${words.HOW_TO_STEP} <span class="or-drag">${words.OR_DRAG}</span>`;
    }
    const isFrozen = chosen !== undefined && this.look.frozen.includes(chosen);
    const choice = chosen ? words.chosen(letterAt(this.board, chosen), chosen, isFrozen) : "";
    return [this.#soFar, choice, hint].filter(Boolean).join(" ");
  }

  #result() {
    const { answer, hasEnded, isGoal, isSolution } = this.result ?? {};
    if (!answer || answer.kind === "applied") {
      return html`<div class="result"></div>`;
    }
    const rule = answer.kind === "refused" ? answer.refusal.rule : undefined;
    const look = answer.kind === "refused" ? "refused" : isGoal ? "reached" : "accepted";
    return html`<div class="result ${look}">
      ${isSolution ? html`<p>${coded(words.solved(this.lesson.solution))}</p>` : nothing}
      <p>
        ${coded(words.answered(answer))}
        ${rule ? html`<a href=${ruleLink(rule)}>${words.readRule(rule)}</a>` : ""}
      </p>
      ${hasEnded ? html`<p>${isGoal ? words.GOAL_REACHED : words.GOAL_MISSED}</p>` : nothing}
    </div>`;
  }
}

customElements.define("learn-lesson", LearnLesson);

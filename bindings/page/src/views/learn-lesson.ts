import { beside, direction, letterAt } from "arimaa-oracle/board";
import { html, LitElement, nothing, type PropertyValues } from "lit";

import { frozenOn } from "../explore.ts";
import { reaches } from "../lesson.ts";
import { boardLink, ruleLink } from "../link.ts";
import { ask, type Answer, type AnswerOf } from "../oracle.ts";
import * as words from "../words.ts";
import { coded } from "./coded.ts";
import type { Lesson, Try } from "../words/learn.ts";

type Judged = AnswerOf<"accepted"> | AnswerOf<"refused">;

/** What is shown beside the board after a step or a turn. */
interface Result {
  answer: Answer;
  /** Whether the turn has ended, and if so whether it reached the goal. */
  hasEnded: boolean;
  isGoal: boolean;
}

/** The board of a lesson, to be played by hand, and turns to try. The oracle rules on all. */
class LearnLesson extends LitElement {
  static override properties = {
    lesson: { attribute: false },
    board: { state: true },
    frozen: { state: true },
    chosen: { state: true },
    legal: { state: true },
    taken: { state: true },
    result: { state: true },
    tried: { state: true },
    arrows: { state: true },
    said: { state: true },
  };

  declare lesson: Lesson;
  declare board: readonly string[];
  /** The squares of frozen pieces. */
  declare frozen: readonly string[];
  declare chosen: string | undefined;
  /** The actions that are legal now. */
  declare legal: readonly string[];
  /** The steps that were taken by hand. */
  declare taken: readonly string[];
  declare result: Result | undefined;
  /** The answers to the turns that were tried, by their places. */
  declare tried: ReadonlyMap<number, Judged>;
  /** Where the steps of a turn that is judged go. */
  declare arrows: readonly string[];
  /** What a screen reader is told. */
  declare said: string;

  /** One thing after another: what is asked meanwhile waits. */
  #last: Promise<unknown> = Promise.resolve();

  constructor() {
    super();
    this.board = this.frozen = this.arrows = [];
    this.legal = this.taken = [];
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

  /** Shows the position after these steps, or why the last of them is refused. */
  async #show(steps: readonly string[]) {
    const answer = await ask({ kind: "apply", position: this.#position, actions: [...steps] });
    this.chosen = undefined;
    this.arrows = [];
    if (answer.kind !== "applied") {
      this.result = { answer, hasEnded: false, isGoal: false };
      this.said = words.answered(answer);
      return;
    }
    const position = { state: answer.state };
    const listed = await ask({ kind: "legal_actions", position });
    this.taken = steps;
    this.board = answer.standing.board;
    this.legal = listed.kind === "actions" ? listed.actions : [];
    this.result = undefined;
    this.said = steps.length ? words.stepsSoFar(steps) : "";
    this.frozen = await frozenOn(answer.standing.board, answer.state);
  }

  /** Judges a whole turn from the beginning, and shows where it leads or where it is refused. */
  async #judge(turn: string): Promise<Judged | undefined> {
    const answer = await ask({ kind: "judge", position: this.#position, turn });
    const isGoal = answer.kind === "accepted" && reaches(this.lesson.goal, answer);
    this.chosen = undefined;
    this.result = { answer, hasEnded: answer.kind === "accepted", isGoal };
    this.said = `${words.answered(answer)} ${isGoal ? words.GOAL_REACHED : ""}`;
    if (answer.kind === "accepted") {
      this.board = answer.standing.board;
    } else if (answer.kind === "refused") {
      this.board = answer.refusal.board ?? answer.standing.board;
    } else {
      return undefined;
    }
    this.frozen = [];
    this.arrows = arrowsOf(
      turn,
      (answer.kind === "refused" ? answer.refusal.token : undefined) ?? Infinity,
    );
    return answer;
  }

  async #end() {
    const steps = this.taken;
    await this.#judge(steps.join(" "));
    this.taken = steps;
  }

  async #try(turn: string, place?: number) {
    await this.#show([]);
    const answer = await this.#judge(turn);
    if (answer && place !== undefined) {
      this.tried = new Map(this.tried).set(place, answer);
    }
    this.#isTry = true;
  }

  /** Whether the board shows a turn that was tried, not played by hand. */
  #isTry = false;

  async #choose(square: string) {
    await this.#goOn();
    const letter = letterAt(this.board, square);
    if (this.chosen && this.chosen !== square && direction(this.chosen, square)) {
      await this.#step(this.chosen, square);
    } else if (letter === "." || this.chosen === square) {
      this.chosen = undefined;
    } else {
      this.chosen = square;
      this.said = words.selected(letter, square, this.frozen.includes(square));
    }
  }

  async #step(from: string, to: string) {
    await this.#goOn();
    const way = direction(from, to);
    if (way) {
      await this.#show([...this.taken, `${letterAt(this.board, from)}${from}${way}`]);
    }
  }

  /** Play by hand begins anew after a turn that has ended or was tried. */
  async #goOn() {
    if (this.#isTry || this.result?.hasEnded) {
      const chosen = this.chosen;
      this.#isTry = false;
      await this.#show([]);
      this.chosen = chosen;
    }
  }

  #again() {
    this.#isTry = false;
    return this.#start();
  }

  #undo() {
    this.#isTry = false;
    return this.#show(this.result?.hasEnded ? this.taken : this.taken.slice(0, -1));
  }

  protected override render() {
    const { lesson } = this;
    return html`<div class="lesson">
      <div class="lesson-text">${lesson.text.map((text) => html`<p>${text}</p>`)}</div>
      <section class="lesson-play" aria-label=${words.BOARD}>
        <p class="goal"><strong>${words.GOAL}</strong> ${lesson.goal.say}</p>
        ${this.#board()} ${this.#controls()} ${this.#result()}
        <p class="hidden" aria-live="polite">${this.said}</p>
      </section>
      <section class="lesson-tries" aria-labelledby="tries">
        <h2 id="tries">${words.TRIES}</h2>
        <p class="quiet">${words.TRIES_INTRO}</p>
        <ul class="tries">
          ${lesson.tries.map((one, place) => this.#tryItem(one, place))}
        </ul>
        <p>
          ${words.READ_RULES} ${lesson.rules.map((id) => html`<a href=${ruleLink(id)}>${id}</a> `)}
        </p>
        <p><a href=${boardLink({ text: lesson.position }) ?? "#/board"}>${words.ON_BOARD}</a></p>
      </section>
    </div>`;
  }

  #board() {
    const from = this.legal.filter((action) => action.slice(1, 3) === this.chosen);
    const targets = from.flatMap((action) => beside(this.chosen ?? "", action[3] ?? "") ?? []);
    const isOver = this.#isTry || this.result?.hasEnded;
    const moves = isOver ? [] : this.legal.flatMap(arrowOf);
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
      .frozen=${this.frozen}
      .arrows=${this.arrows}
      label=${words.BOARD}
      @board-choose=${(event: CustomEvent) => this.#run(() => this.#choose(event.detail.square))}
      @board-move=${(event: CustomEvent) =>
        this.#run(() => this.#step(event.detail.from, event.detail.to))}
      @board-leave=${() => (this.chosen = undefined)}
    ></arimaa-board>`;
  }

  #controls() {
    const isOver = this.#isTry || this.result?.hasEnded;
    return html`<p class="taken">${isOver ? "" : words.turnSoFar(this.taken)}</p>
      <div class="row">
        <button
          type="button"
          name="end"
          ?disabled=${isOver || this.taken.length === 0}
          @click=${() => this.#run(() => this.#end())}
        >
          ${words.END_TURN}
        </button>
        <button
          type="button"
          name="undo"
          ?disabled=${this.#isTry || this.taken.length === 0}
          @click=${() => this.#run(() => this.#undo())}
        >
          ${words.UNDO}
        </button>
        <button type="button" name="again" @click=${() => this.#run(() => this.#again())}>
          ${words.START_OVER}
        </button>
        <button
          type="button"
          name="solution"
          @click=${() => this.#run(() => this.#try(this.lesson.solution))}
        >
          ${words.SOLUTION}
        </button>
      </div>`;
  }

  #result() {
    const { answer, hasEnded, isGoal } = this.result ?? {};
    if (!answer || answer.kind === "applied") {
      return html`<div class="result"></div>`;
    }
    const rule = answer.kind === "refused" ? answer.refusal.rule : undefined;
    const look = answer.kind === "refused" ? "refused" : isGoal ? "reached" : "accepted";
    return html`<div class="result ${look}">
      <p>
        ${coded(words.answered(answer))}
        ${rule ? html`<a href=${ruleLink(rule)}>${words.readRule(rule)}</a>` : ""}
      </p>
      ${hasEnded ? html`<p>${isGoal ? words.GOAL_REACHED : words.GOAL_MISSED}</p>` : nothing}
    </div>`;
  }

  /** Where a tried turn leads or is refused: on a phone the large board is out of sight. */
  #small(turn: string, answer: Judged) {
    const refusal = answer.kind === "refused" ? answer.refusal : undefined;
    return html`<arimaa-board
      .position=${[...(refusal?.board ?? answer.standing.board)]}
      .marks=${refusal?.squares ?? []}
      .arrows=${arrowsOf(turn, refusal?.token ?? Infinity)}
    ></arimaa-board>`;
  }

  #tryItem(one: Try, place: number) {
    const answer = this.tried.get(place);
    const ruled = answer?.kind === "refused" ? answer.refusal.rule : answer?.kind;
    const read = one.read ?? (one.expect === "accepted" ? undefined : one.expect);
    return html`<li class=${answer ? answer.kind : ""}>
      <p>
        <button type="button" @click=${() => this.#run(() => this.#try(one.turn, place))}>
          ${words.TRY} <code>${one.turn}</code>
        </button>
        ${one.say}
      </p>
      ${
        answer
          ? html`<p class="verdict">${coded(words.answered(answer))}</p>
            ${one.mistake
              ? html`<p class="badge">${words.classicMistake(one.mistake.name)}</p>`
              : nothing}
              ${this.#small(one.turn, answer)}
              ${
                ruled === one.expect
                  ? html`<p>
                      ${one.why}
                      ${read ? html`<a href=${ruleLink(read)}>${words.readRule(read)}</a>` : ""}
                    </p>`
                  : nothing
              }`
          : nothing
      }
    </li>`;
  }
}

customElements.define("learn-lesson", LearnLesson);

/** Where the steps of a turn go, up to the one that is refused. */
function arrowsOf(turn: string, last: number): string[] {
  const steps = turn
    .split(" ")
    .slice(0, last + 1)
    .filter((token) => !token.endsWith("x"));
  return steps.flatMap(arrowOf);
}

/** A step as the squares that it leads from and to; nothing for other actions. */
function arrowOf(step: string): string[] {
  const [from, way] = [step.slice(1, 3), step.charAt(3)];
  const to = step === "end" ? undefined : beside(from, way);
  return to ? [`${from}${to}`] : [];
}

/** The last test of Learn: ten positions of the suite, each with a turn that is legal or refused. */
import { html, nothing } from "lit";

import { drawTest, keepProgress } from "../progress.ts";
import { loadSuite, type Case } from "../suite.ts";
import { button, PageElement } from "../view.ts";
import * as words from "../words/views.ts";
import "./case-card.ts";
import { verdict } from "./case-card.ts";

class LearnTest extends PageElement {
  static override properties = { cases: { state: true }, answers: { state: true } };

  declare cases: readonly Case[];
  /** The user's answers by the indexes of the cases: true for legal, false for refused. */
  declare answers: ReadonlyMap<number, boolean>;

  readonly ready = this.#draw();

  async #draw() {
    this.answers = new Map();
    this.cases = drawTest((await loadSuite()).cases, (count) => Math.floor(Math.random() * count));
    await this.updateComplete;
  }

  get #right(): number {
    return [...this.answers].filter(([place, isLegal]) => this.#isRight(place, isLegal)).length;
  }

  #isRight(place: number, isLegal: boolean) {
    return isLegal === (verdict(this.cases[place]!) === "accepted");
  }

  #answer(place: number, isLegal: boolean) {
    this.answers = new Map([...this.answers, [place, isLegal]]);
    if (this.answers.size === this.cases.length) {
      keepProgress({ test: this.#right });
    }
  }

  protected override render() {
    const { cases = [], answers } = this;
    return html`<ol class="test">
        ${cases.map((one, place) => {
          const answer = answers.get(place);
          const choice = (name: string, isLegal: boolean) => button(name, () => this.#answer(place, isLegal));
          return html`<li>
            <case-card class="riddle" .case=${one} .isAsked=${answer === undefined}></case-card>
            <div class="row" role="status">
              ${answer === undefined ? [choice("Legal", true), choice("Refused", false)] : words.guessed(this.#isRight(place, answer))}
            </div>
          </li>`;
        })}
      </ol>
      <p id="score" role="status">
        <strong>${words.score(this.#right, answers.size, cases.length)}</strong>
        ${answers.size > 0 && answers.size === cases.length
          ? button("Ten others", () => this.#draw())
          : nothing}
      </p>`;
  }
}

customElements.define("learn-test", LearnTest);

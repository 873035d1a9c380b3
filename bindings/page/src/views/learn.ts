import { html, nothing, type PropertyValues } from "lit";
import { keyed } from "lit/directives/keyed.js";

import "arimaa-oracle/board";

import { ask } from "../oracle.ts";
import { View } from "../view.ts";
import * as words from "../words/views.ts";
import { LESSONS, type Lesson } from "../words/learn.ts";
import { cited } from "./coded.ts";
import { readProgress } from "../progress.ts";
import "./learn-lesson.ts";
import "./learn.css";
import "./shared.css";

/** The view of Learn: ten positions to play, and the seven classic mistakes. */
class LearnView extends View {
  static override properties = { ...View.properties, boards: { state: true } };

  /** The boards of the lessons. */
  declare boards: readonly (readonly string[])[] | undefined;

  override loading = Promise.all(LESSONS.map(boardOf)).then((boards) => (this.boards = boards));

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has("route") && this.route.path[0] === "mistakes") {
      this.querySelector<HTMLElement>("#mistakes")?.focus({ preventScroll: true });
      this.querySelector("#mistakes")?.scrollIntoView();
    } else {
      super.updated(changed);
    }
  }

  override get ready() {
    type Part = HTMLElement & { ready: Promise<unknown> };
    return super.ready.then(() => this.querySelector<Part>("learn-lesson, learn-test")?.ready);
  }

  protected override render() {
    const [named] = this.route.path;
    const number = Number(named);
    const lesson = LESSONS[number - 1];
    return lesson ? this.#lesson(lesson, number) : named === "test" ? this.#test() : this.#index();
  }

  #test() {
    void import("./learn-test.ts");
    return html`<p class="crumbs"><a href="#/learn">${words.ALL_LESSONS}</a></p>
      <h1 tabindex="-1">${words.TEST}</h1>
      <p class="prose">${words.TEST_INTRO}</p>
      <learn-test></learn-test>`;
  }

  #lesson(lesson: Lesson, number: number) {
    const next = LESSONS[number];
    return html`<p class="crumbs">
        <a href="#/learn">${words.ALL_LESSONS}</a> · Lesson ${number} of ${LESSONS.length}
      </p>
      <h1 tabindex="-1">${lesson.title}</h1>
      ${keyed(lesson, html`<learn-lesson .lesson=${lesson}></learn-lesson>`)}
      <nav class="pager" aria-label="Lessons">
        ${number > 1
          ? html`<a href="#/learn/${number - 1}" rel="prev">Previous</a>`
          : nothing}
        ${next
          ? html`<a class="button strong" href="#/learn/${number + 1}" rel="next"
              >Next: ${next.title}</a
            >`
          : html`<a class="button strong" href="#/learn/mistakes">Done: now the seven classic mistakes</a>`}
      </nav>`;
  }

  #index() {
    const mistakes = LESSONS.flatMap(({ tries }, index) =>
      tries.flatMap(({ mistake }) => (mistake ? [{ ...mistake, number: index + 1 }] : [])),
    );
    const [named] = this.route.path;
    const { lessons, test } = readProgress();
    return html`<h1 tabindex="-1">Learn Arimaa in ten positions</h1>
      ${named && named !== "mistakes" ? html`<p id="no-lesson" class="alert">${words.noLesson(named)}</p>` : nothing}
      <p class="prose">${words.LEARN_INTRO} <strong id="learnt">${words.learnt(lessons.length)}</strong></p>
      <ol class="lessons">
        ${LESSONS.map(
          (lesson, index) =>
            html`<li>
              <a href="#/learn/${index + 1}">
                <arimaa-board
                  .position=${[...(this.boards?.[index] ?? [])]}
                  label=${`Position of lesson ${index + 1}`}
                ></arimaa-board>
                <span>
                  ${lesson.title}
                  ${lessons.includes(index + 1) ? html`<b role="img" aria-label="goal reached">✓</b>` : nothing}
                </span>
              </a>
            </li>`,
        )}
      </ol>
      <p class="row">
        <a class="button" href="#/learn/test">${words.TEST}</a> ${test === undefined ? nothing : `Best: ${test} of 10.`}
        <a class="button" href="#/board?play=silver">A game to the end, against legal play at random</a>
      </p>
      <h2 id="mistakes" tabindex="-1">The seven classic mistakes</h2>
      <p>All of these are refused. Can you say why? Open each to compare; its lesson shows it.</p>
      <ol class="mistakes">
        ${mistakes.map(
          ({ name, because, number }) =>
            html`<li>
              <details>
                <summary>${name}</summary>
                <p>${cited(because)}</p>
              </details>
              <a href="#/learn/${number}" aria-label=${`Lesson ${number}: ${name}`}>Lesson ${number}</a>
            </li>`,
        )}
      </ol>`;
  }
}

customElements.define("view-learn", LearnView);

/** Asks the oracle for the board of a lesson. */
async function boardOf({ position }: Lesson): Promise<readonly string[]> {
  const answer = await ask({ kind: "standing", position: { any: { text: position } } });
  return answer.kind === "standing" ? answer.standing.board : [];
}

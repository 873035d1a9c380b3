/** A choice of one game of several, and what cannot be, drawn: both after a text is pasted. */
import { html, nothing } from "lit";

import type { Games } from "../opening.ts";
import type { AnswerOf } from "../oracle.ts";
import { tagsOf } from "../notation.ts";
import * as words from "../words.ts";
import "./choice.css";

export function choice(games: Games | undefined, choose: (record: string) => unknown) {
  if (!games) {
    return nothing;
  }
  const item = (record: string) => html`<li>
    <button type="button" @click=${() => choose(record)}>${words.gameNamed(tagsOf(record))}</button>
  </li>`;
  return html`<section id="games" aria-labelledby="games-title">
    <h2 id="games-title">${words.severalGames(games)}</h2>
    <ol>${games.records.map(item)}</ol>
  </section>`;
}

export function pictured(picture: AnswerOf<"drawn"> | undefined) {
  if (!picture) {
    return nothing;
  }
  const address = `data:image/svg+xml,${encodeURIComponent(picture.text)}`;
  return html`<img class="impossible" src=${address} alt=${words.impossible(picture.squares)} />`;
}

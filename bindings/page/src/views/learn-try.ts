/** A turn to try: its ruling, the reason, and a board that shows where it leads. */
import { html, nothing } from "lit";

import { arrowOf } from "../notation.ts";
import type { AnswerOf } from "../oracle.ts";
import * as words from "../words/views.ts";
import { cited, coded } from "./coded.ts";
import type { Try } from "../words/learn.ts";

export type Judged = AnswerOf<"accepted"> | AnswerOf<"refused">;

/** The item of a turn, with the answer to it once it was tried. */
export function tryItem(one: Try, answer: Judged | undefined, onTry: () => void) {
  const ruled = answer?.kind === "refused" ? answer.refusal.rule : answer?.kind;
  const why = html`<p>${cited(one.why)}</p>`;
  const badge = one.mistake
    ? html`<p class="badge">Classic mistake: ${one.mistake.name}</p>`
    : nothing;
  const verdict =
    answer &&
    html`<p class="verdict">${coded(words.answered(answer))}</p>
      ${badge} ${small(one.turn, answer)} ${ruled === one.expect ? why : nothing}`;
  return html`<li class=${answer ? answer.kind : ""}>
    <p>
      <button type="button" @click=${onTry}>Try <code>${one.turn}</code></button>
      ${one.say}
    </p>
    ${verdict ?? nothing}
  </li>`;
}

/** The board after a tried turn, or at its refusal, with the steps up to there. */
function small(turn: string, answer: Judged) {
  const refusal = answer.kind === "refused" ? answer.refusal : undefined;
  return html`<arimaa-board
    .position=${[...(refusal?.board ?? answer.standing.board)]}
    .marks=${refusal?.squares ?? []}
    .arrows=${turn.split(" ").slice(0, (refusal?.token ?? Infinity) + 1).flatMap(arrowOf)}
  ></arimaa-board>`;
}

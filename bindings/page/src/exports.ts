/** Exports of a moment: a picture, a text, a command line, a question. */
import { html, nothing } from "lit";
import { until } from "lit/directives/until.js";

import { download } from "./download.ts";
import { ask, type Position, type Question } from "./oracle.ts";
import type { Session } from "./session.ts";
import * as words from "./words.ts";

type Asked = Session["question"];

/** The question about the moment: its tried turn or steps, or else the legal actions. */
export function questionOf({ position, attempt: { turn, steps } }: Asked) {
  if (turn) {
    return { kind: "judge", position, turn } satisfies Question;
  }
  return steps
    ? ({ kind: "apply", position, actions: steps.split(" ") } satisfies Question)
    : ({ kind: "legal_actions", position, effects: true } satisfies Question);
}

/** The command that gives the same ruling; a record is read from the file that is saved. */
export function commandOf({ position, before, attempt }: Asked) {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const tried = attempt.turn ?? attempt.steps;
  return [
    "arimaa-oracle",
    attempt.turn ? "judge" : "legal",
    "state" in position ? quoted(JSON.stringify(position.state)) : "game.txt",
    ...(tried ? [quoted(tried)] : []),
    ...(before ? [`--at ${before}`] : []),
  ].join(" ");
}

/** The position as text, when it was asked for. */
async function written(position: Position, form: "compact" | "diagram") {
  const answer = await ask({ kind: "print", form, position });
  return answer.kind === "text" ? answer.text : words.message(answer);
}

/** Saves the board that is seen, as the oracle draws it. */
async function save({ state, marks }: Asked["seen"], isBitmap: boolean) {
  const answer = await ask({ kind: "draw", drawing: "svg", position: { state }, marks: [...marks] });
  if (answer.kind !== "drawn") {
    return;
  }
  const svg = new Blob([answer.text], { type: "image/svg+xml" });
  download(isBitmap ? await bitmap(svg) : svg, isBitmap ? "board.png" : "board.svg");
}

/** A picture of SVG as PNG, twice as large as it says. */
async function bitmap(svg: Blob): Promise<Blob> {
  const address = URL.createObjectURL(svg);
  const image = new Image();
  image.src = address;
  await image.decode();
  URL.revokeObjectURL(address);
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2 * image.width, 2 * image.height];
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob((blob) => done(blob!), "image/png"));
}

/** All of it. */
export function exports(asked: Asked) {
  const { position, seen } = asked;
  const item = (label: string, text: unknown) => html`<h3>${label}</h3>
    <pre tabindex="0">${text}</pre>`;
  const print = (label: string, form: "compact" | "diagram") => html`<h3>${label}</h3>
    <pre tabindex="0" data-form=${form}>${until(written(position, form))}</pre>`;
  return html`<div class="row">
      <button type="button" @click=${() => save(seen, false)}>${words.SAVE_SVG}</button>
      <button type="button" @click=${() => save(seen, true)}>${words.SAVE_PNG}</button>
    </div>
    ${print(words.COMPACT, "compact")} ${print(words.DIAGRAM, "diagram")}
    ${"state" in position ? item(words.STATE, JSON.stringify(position.state)) : nothing}
    ${item(words.COMMAND, commandOf(asked))}
    ${item(words.QUESTION, JSON.stringify(questionOf(asked)))}`;
}

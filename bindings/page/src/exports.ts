/** The same moment elsewhere: as a picture, as text, on the command line, as a question. */
import { html, nothing } from "lit";
import { ref } from "lit/directives/ref.js";

import type { BoardLink } from "./link.ts";
import { ask, type Question, type State } from "./oracle.ts";
import * as words from "./words.ts";

type Position = Extract<Question, { kind: "judge" }>["position"];

/** What is asked: with a position of a record, the label of the turn before which it stands. */
interface Asked {
  position: Position;
  before?: string | null | undefined;
  attempt: Pick<BoardLink, "turn" | "steps">;
  /** The board that is seen: of a refused turn, where it was refused. */
  seen: { state: State; marks: readonly string[] };
}

/** The question about the moment: its tried turn or steps, or else the legal actions. */
function questionOf(position: Position, { turn, steps }: Pick<BoardLink, "turn" | "steps">) {
  if (turn) {
    return { kind: "judge", position, turn } satisfies Question;
  }
  return steps
    ? ({ kind: "apply", position, actions: steps.split(" ") } satisfies Question)
    : ({ kind: "legal_actions", position, effects: true } satisfies Question);
}

/** The command that gives the same ruling; a record is read from the file that is saved. */
function commandOf({ position, before, attempt }: Asked) {
  const isFile = !("state" in position);
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const tried = attempt.turn ?? attempt.steps;
  return [
    "arimaa-oracle",
    attempt.turn ? "judge" : "legal",
    isFile ? "game.txt" : quoted(JSON.stringify(position.state)),
    ...(tried ? [quoted(tried)] : []),
    ...(isFile && before ? [`--at ${before}`] : []),
  ].join(" ");
}

/** Fills in what has to be asked for while the panel is open. */
async function fill(panel: Element | EventTarget | null | undefined, position: Position) {
  if (!(panel instanceof HTMLDetailsElement && panel.open)) {
    return;
  }
  const text = async (form: "compact" | "diagram") => {
    const answer = await ask({ kind: "print", form, position });
    return answer.kind === "text" ? answer.text : words.message(answer);
  };
  for (const form of ["compact", "diagram"] as const) {
    panel.querySelector(`[data-form=${form}]`)!.textContent = await text(form);
  }
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

function download(file: Blob, name: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Saves a text as a file. */
export const saveText = (text: string, name: string) =>
  download(new Blob([text], { type: "text/plain" }), name);

/** A panel with all of it, closed at first. */
export function exports(asked: Asked) {
  const { position, attempt, seen } = asked;
  const item = (label: string, content: unknown) => html`<h3>${label}</h3>
    ${content}`;
  const written = (text: string) => html`<pre tabindex="0">${text}</pre>`;
  return html`<details
    class="exports"
    @toggle=${(event: Event) => fill(event.currentTarget, position)}
    ${ref((panel) => void fill(panel, position))}
  >
    <summary>${words.EXPORT}</summary>
    <div class="row">
      <button type="button" @click=${() => save(seen, false)}>${words.SAVE_SVG}</button>
      <button type="button" @click=${() => save(seen, true)}>${words.SAVE_PNG}</button>
    </div>
    ${item(words.COMPACT, html`<pre tabindex="0" data-form="compact"></pre>`)}
    ${item(words.DIAGRAM, html`<pre tabindex="0" data-form="diagram"></pre>`)}
    ${"state" in position
      ? item(words.STATE, written(JSON.stringify(position.state)))
      : nothing}
    ${item(words.COMMAND, written(commandOf(asked)))}
    ${item(words.QUESTION, written(JSON.stringify(questionOf(position, attempt))))}
  </details>`;
}

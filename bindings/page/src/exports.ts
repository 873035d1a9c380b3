/** Exports of the position shown: a picture, a QR code of its link, a text, a command line, a question. */
import { generate } from "lean-qr";
import { toSvgDataURL } from "lean-qr/extras/svg";
import { html, nothing } from "lit";
import { until } from "lit/directives/until.js";

import { download } from "./kept.ts";
import { ask, type Position, type Question } from "./oracle.ts";
import type { Session } from "./session.ts";
import { button } from "./view.ts";
import * as words from "./words.ts";

type Asked = Session["question"];

/** The question for the ruling shown: about the tried turn or steps, or else the legal actions. */
export function questionOf({ position, attempt: { turn, steps } }: Asked) {
  if (turn) {
    return { kind: "judge", position, turn } satisfies Question;
  }
  return steps
    ? ({ kind: "apply", position, actions: steps.split(" ") } satisfies Question)
    : ({ kind: "legal_actions", position, effects: true } satisfies Question);
}

/** The command line for the ruling shown; it reads a record from the file that the page saves. */
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

/** Asks the oracle for a position as text; an error becomes its message. */
async function written(position: Position, form: "compact" | "diagram") {
  const answer = await ask({ kind: "print", form, position });
  return answer.kind === "text" ? answer.text : words.message(answer);
}

/** Adds sentences below an SVG picture. */
export function captioned(svg: string, sentences: readonly string[]): string {
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)!.map(Number) as [number, number, number];
  const lines = sentences.flatMap((sentence) => sentence.match(/\S.{0,58}(?=\s|$)/g) ?? []);
  const text = lines.map((line, place) => {
    const said = line.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    return `<text class="caption" x="${width / 2}" y="${height + 12 + 24 * place}">${said}</text>`;
  });
  const below = height + 24 * lines.length;
  return svg
    .replace(`0 0 ${width} ${height}`, `0 0 ${width} ${below}`)
    .replaceAll(`height="${height}"`, `height="${below}"`)
    .replace("</svg>", `${text.join("\n")}\n</svg>`);
}

/** Saves the board shown, as the oracle draws it, with the sentences of its card. */
async function save({ now: { state }, marked, verdict }: Session, isBitmap: boolean) {
  const answer = await ask({ kind: "draw", drawing: "svg", position: { state }, marks: [...marked] });
  if (answer.kind !== "drawn") {
    return;
  }
  const { rule, sentences } = verdict;
  const text = captioned(answer.text, [...sentences, ...(rule ? [`${rule.id}: ${rule.chapter}`] : [])]);
  const svg = new Blob([text], { type: "image/svg+xml" });
  download(isBitmap ? await bitmap(svg) : svg, isBitmap ? "board.png" : "board.svg");
}

/** Renders an SVG picture as PNG, at twice its size. */
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

/** The QR code of a link, dark on light in every theme; a sentence where the link is too long. */
function code(link: string) {
  try {
    const address = new URL(link, location.href).href;
    const picture = toSvgDataURL(generate(address), { on: "#000", off: "#fff" });
    return html`<img class="qr" alt="QR code of the link" src=${picture} />`;
  } catch {
    return "The link is too long for a QR code.";
  }
}

/** The panel with all exports. */
export function exports(session: Session) {
  const { question: asked, link } = session;
  const { position } = asked;
  const item = (label: string, text: unknown, form?: string) => html`<h3>${label}</h3>
    <pre tabindex="0" data-form=${form ?? nothing}>${text}</pre>`;
  const print = (label: string, form: "compact" | "diagram") => item(label, until(written(position, form)), form);
  return html`<div class="row">
      ${button("Picture (SVG)", () => save(session, false))}
      ${button("Picture (PNG)", () => save(session, true))}
    </div>
    <h3>QR code of the link</h3>
    <p>${link === false ? words.TOO_LONG : link ? code(link) : nothing}</p>
    ${print("Compact board", "compact")} ${print("Diagram", "diagram")}
    ${"state" in position ? item("State", JSON.stringify(position.state)) : nothing}
    ${item("Command", commandOf(asked))}
    ${item("Question of the protocol", JSON.stringify(questionOf(asked)))}`;
}

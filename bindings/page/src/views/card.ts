/** The card under the board: the ruling and why, the same words on screen and read aloud. */
import type { ArimaaBoard } from "arimaa-oracle/board";
import { html, nothing } from "lit";

import { download } from "../kept.ts";
import { ruleLink } from "../link.ts";
import { notesIn, tagsOf } from "../notation.ts";
import type { Games } from "../opening.ts";
import type { AnswerOf } from "../oracle.ts";
import type { Session } from "../session.ts";
import { path, type Turn } from "../tree.ts";
import { button } from "../view.ts";
import * as words from "../words.ts";
import { coded, joined } from "./coded.ts";
import { setupTray } from "./tray.ts";

export function card(session: Session) {
  const { analysis, gesture, verdict, shown, games, sides } = session;
  const hint = gesture.hint || gesture.pointed;
  const { rule, picture, tone, sentences, line, follows, ofBoard } = verdict;
  const [first, ...others] = sentences.map((sentence) => html`<p>${linked(session, sentence)}</p>`);
  return html`<section id="card" class=${tone} aria-label="Ruling">
    <div id="verdict" role="status">
      ${first} ${line ? html`<p><code>${line}</code></p>` : nothing} ${others}
      ${hint ? html`<p id="said">${hint}</p>` : nothing}
    </div>
    ${sides
      ? html`<div class="row">
          ${(["gold", "silver"] as const).map(
            (side) => button(`${words.capital(side)} to move`, session.on(() => session.choose(sides[side]))),
          )}
        </div>`
      : nothing}
    ${choice(games, (text) => session.run(() => session.choose(text)))} ${pictured(picture)}
    ${setupTray(session)}
    ${notesIn(shown?.comments ?? []).map((note) => html`<p class="comment">${note}</p>`)}
    ${rule
      ? html`<details class="rule-text" open>
          <summary>${rule.id}: ${rule.chapter}</summary>
          <blockquote>${coded(joined(rule.text))}</blockquote>
          ${follows ? html`<p id="follows">${coded(follows)}</p>` : nothing}
          <p><a href=${ruleLink(rule.id)}>${words.readRule(rule.id)}</a></p>
        </details>`
      : nothing}
    ${ofBoard
      ? button("Back to the board", session.on(() => session.dismiss()), { id: "dismiss" })
      : analysis && first ? sharing(session) : nothing}
  </section>`;
}

/** Renders the choice of one of several games. */
function choice(games: Games | undefined, choose: (record: string) => unknown) {
  if (!games) {
    return nothing;
  }
  const item = (text: string) => html`<li>${button(words.gameNamed(tagsOf(text)), () => choose(text))}</li>`;
  return html`<section id="games" aria-labelledby="games-title">
    <h2 id="games-title">${words.severalGames(games.records.length, games.isCut)}</h2>
    <ol>${games.records.map(item)}</ol>
  </section>`;
}

/** The picture of an impossible position. */
function pictured(picture: AnswerOf<"drawn"> | undefined) {
  if (!picture) {
    return nothing;
  }
  const address = `data:image/svg+xml,${encodeURIComponent(picture.text)}`;
  return html`<img class="impossible" src=${address} alt=${words.impossible(picture.squares)} />`;
}

/** Renders a sentence: labels link to their turns, squares are shown on the board by a click. */
function linked(session: Session, sentence: string) {
  const { earlier = [] } = session.verdict;
  return sentence.split(/\b(\d+[gs]|[a-h][1-8])\b/).map((part, place) => {
    const turn = earlier.includes(part) && path(session.at).find(({ label }) => label === part);
    const isSquare = place % 2 === 1 && /^[a-h]/.test(part);
    const board = () => document.querySelector<ArimaaBoard>("view-board #board");
    const show = () => {
      session.run(() => session.ring(part));
      board()?.focusSquare(part);
    };
    const go = async () => {
      await session.follow(turn as Turn);
      board()?.scrollIntoView({ block: "nearest" });
    };
    return turn || isSquare ? button(part, turn ? session.on(go) : show, { look: "inline" }) : part;
  });
}

/** The text that was copied last, whose button says so. */
let copied: string | undefined;

function sharing(session: Session) {
  const { link, verdict } = session;
  const address = () => new URL(link || "#/board", location.href).href;
  const copy = (name: string, textOf: () => string) => async () => {
    const text = textOf();
    try {
      await navigator.clipboard.writeText(text);
      copied = text;
    } catch {
      // The clipboard is forbidden, or needs https: the user copies from the prompt.
      prompt(name, text);
    }
  };
  const copier = (id: string, name: string, text: () => string) =>
    button(link && text() === copied ? "Copied" : name, session.on(copy(name, text)), { id, isOff: !link });
  const share = () => {
    const text = verdict.sentences.join(" ");
    // A person who changes their mind is no error.
    void navigator.share({ title: document.title, text, url: address() }).catch(() => undefined);
  };
  return html`<div class="row sharing">
    ${link === false
      ? html`<span id="too-long">${words.TOO_LONG}</span>`
      : html`${verdict.rule ? copier("cite", "Copy ruling", () => session.citation(address())) : nothing}
          ${copier("copy", "Copy link", address)}
          ${"share" in navigator ? button("Share", share, { id: "share", isOff: !link }) : nothing}`}
    ${button("Save file", () => save(session.file), { id: "save" })}
  </div>`;
}

function save({ name, text }: Session["file"]) {
  download(new Blob([text], { type: "text/plain" }), name);
}

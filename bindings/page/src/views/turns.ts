/** The list of turns: the main line in two columns, variations between its rows. */
import { html, nothing, type TemplateResult } from "lit";

import { notesIn } from "../notation.ts";
import type { Session } from "../session.ts";
import { lineFrom, path, type Turn } from "../tree.ts";
import { button } from "../view.ts";

/** The most turns of a line that are listed before and after the moment; a printout lists all. */
const MOST = 150;

/** The most turns of a variation that are listed while the moment is in another line. */
const MOST_FOLDED = 6;

export function turnList(session: Session) {
  const { analysis, shown, at, steps, isPrinted } = session;
  const root = analysis!.root;
  const go = (turn: Turn) => session.on(() => session.select(turn));
  const isBegun = steps.length > 0 && shown === at;

  const item = (turn: Turn) => {
    const { label, text, refusal, isTakenBack, comments, rest } = turn;
    const notes = notesIn(comments);
    const left = rest?.length === 1 ? "1 more line is" : `${rest?.length} more lines are`;
    const note = refusal ? `refused ${refusal.rule ?? ""}` : isTakenBack ? "taken back" : "";
    const side = label.endsWith("s") ? "silver" : "gold";
    return html`<li class=${side}>
      <button
        type="button"
        class=${refusal ? "bad" : isTakenBack ? "back" : ""}
        aria-current=${turn === shown && !isBegun ? "true" : "false"}
        title=${text}
        @click=${go(turn)}
      >
        <b>${label}</b>
        ${refusal ? html`<span aria-hidden="true">✗</span>` : nothing}
        <span class="steps">${text}</span>
        ${note ? html`<span class=${refusal ? "hidden" : "small"}>${note}</span>` : nothing}
      </button>
      ${notes.length > 0 ? html`<p class="note small">${notes.join("\n")}</p>` : nothing}
      ${rest ? html`<p class="quiet small">${left} not judged.</p>` : nothing}
    </li>`;
  };

  /** Renders a row that is no turn of the tree: the start, or the turn in progress. */
  const moment = (label: string, text: string, isHere: boolean, select?: (event: Event) => void) =>
    html`<li class="variation">
      <button type="button" aria-current=${isHere ? "true" : "false"} @click=${select}>
        <b>${label}</b> <span>${text}</span>
      </button>
    </li>`;

  /** Renders the turn in progress. */
  const begun = () =>
    moment(session.now.standing.label ?? "", `${steps.join(" ")} …`, true);

  const line = (first: Turn | undefined): TemplateResult[] => {
    const turns = lineFrom(first);
    const here = new Set(path(shown));
    const place = turns.findLastIndex((turn) => here.has(turn));
    const isFolded = place < 0 && first?.parent?.children[0] !== first;
    const most = isPrinted ? Infinity : isFolded ? MOST_FOLDED : MOST;
    const [from, to] = [Math.max(0, place - most), Math.max(place, 0) + most];
    const hidden = (count: number, turn?: Turn) =>
      count > 0 && turn
        ? [html`<li class="variation quiet">${button(`… ${count} turns …`, go(turn), { look: "fold" })}</li>`]
        : [];
    const items = turns.slice(from, to).flatMap((turn) => {
      const siblings = turn.parent!.children;
      const others = siblings[0] === turn ? siblings.slice(1) : [];
      const isLast = turn === at ? turn.children.length === 0 : turn.parent === at && siblings[0] === turn;
      return [
        item(turn),
        ...others.map((other) => html`<li class="variation"><ol>${line(other)}</ol></li>`),
        ...(isBegun && isLast ? [begun()] : []),
      ];
    });
    return [...hidden(from, turns[from - 1]), ...items, ...hidden(turns.length - to, turns[to])];
  };

  const isStart = shown === root && !isBegun;
  return html`<ol id="turns">
    ${moment("Start", "", isStart, go(root))}
    ${isBegun && at === root && root.children.length === 0 ? begun() : nothing}
    ${line(root.children[0])}
  </ol>`;
}

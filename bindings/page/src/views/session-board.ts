/** The board of a session: steps are made on it by clicks, drags and keys. */
import "arimaa-oracle/board";
import type { ArimaaBoard, BoardEventMap } from "arimaa-oracle/board";
import { html } from "lit";

import { isTrap } from "../explore.ts";
import { arrowOf } from "../notation.ts";
import type { Session } from "../session.ts";
import { allowDrop, onDrop } from "./tray.ts";

/** Renders a session's board. `play` wraps each gesture; without `canPlay` no move is offered. */
export function sessionBoard(
  session: Session,
  id: string,
  play: (gesture: () => unknown) => unknown = (gesture) => gesture(),
  canPlay = true,
) {
  const { gesture, look } = session;
  const on =
    <Name extends keyof BoardEventMap>(task: (detail: BoardEventMap[Name]["detail"]) => unknown) =>
    ({ detail }: BoardEventMap[Name]) =>
      session.analysis && session.run(() => play(() => task(detail)));
  // Nothing is rendered where nothing is to be said. A long press points, in place of a menu.
  const isTold = (square: string) => look.frozen.includes(square) || look.reasons.has(square) || isTrap(square);
  const point = (square: string | undefined) =>
    session.analysis && (gesture.pointed || isTold(square ?? "")) && session.run(() => gesture.point(square));
  return html`<arimaa-board
    id=${id}
    interactive
    coordinates
    label="Board"
    .position=${session.board}
    .flipped=${session.isFlipped}
    .selected=${gesture.chosen}
    .moves=${canPlay ? look.legal.flatMap(({ action }) => arrowOf(action)) : []}
    .targets=${gesture.targets}
    .marks=${session.marked}
    .frozen=${look.frozen}
    .arrows=${session.arrows}
    .drawings=${session.drawn}
    @board-choose=${on<"board-choose">(({ square }) => gesture.touch(square))}
    @board-move=${on<"board-move">(({ from, to }) => gesture.move(from, to))}
    @board-point=${({ detail: { square } }: BoardEventMap["board-point"]) => point(square)}
    @contextmenu=${({ currentTarget, clientX, clientY }: MouseEvent) =>
      point((currentTarget as ArimaaBoard).squareAtPoint(clientX, clientY))}
    @board-leave=${on<"board-leave">(() => gesture.leave())}
    @board-draw=${on<"board-draw">(({ from, to }) => session.draw(from, to))}
    @dragover=${allowDrop}
    @drop=${onDrop((letter, square) => session.run(() => session.play([letter + square])))}
  ></arimaa-board>`;
}

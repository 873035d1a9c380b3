import * as words from "./words.ts";

/** A view: what it is called, and where it is loaded from when it is first looked at. */
interface Entry {
  name: string;
  title: string;
  load(): Promise<unknown>;
}

/** The views in the order of the header; each defines the element `view-NAME`. */
export const VIEWS: readonly Entry[] = [
  { name: "board", title: words.TITLES.board, load: () => import("./views/board.ts") },
  { name: "game", title: words.TITLES.game, load: () => import("./views/game.ts") },
];

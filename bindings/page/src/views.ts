import * as words from "./words.ts";

/** A view: what it is called, and where it is loaded from when it is first looked at. */
interface Entry {
  name: string;
  title: string;
  load(): Promise<unknown>;
}

/** The views in the order of the header, for programmers last; each defines the element `view-NAME`. */
export const VIEWS: readonly Entry[] = [
  { name: "board", title: words.TITLES.board, load: () => import("./views/board.ts") },
  { name: "learn", title: words.TITLES.learn, load: () => import("./views/learn.ts") },
  { name: "rules", title: words.TITLES.rules, load: () => import("./views/rules.ts") },
  { name: "cases", title: words.TITLES.cases, load: () => import("./views/cases.ts") },
  { name: "engines", title: words.TITLES.engines, load: () => import("./views/engines.ts") },
];

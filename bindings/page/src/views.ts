import * as words from "./words.ts";

/** A view: what it is called, and where it is loaded from when it is first looked at. */
interface Entry {
  name: string;
  title: string;
  isForProgrammers: boolean;
  load(): Promise<unknown>;
}

/** The views in their order; each defines the element `view-NAME`. */
export const VIEWS: readonly Entry[] = [
  { name: "board", title: words.TITLES.board, isForProgrammers: false, load: () => import("./views/board.ts") },
  { name: "learn", title: words.TITLES.learn, isForProgrammers: false, load: () => import("./views/learn.ts") },
  { name: "rules", title: words.TITLES.rules, isForProgrammers: false, load: () => import("./views/rules.ts") },
  { name: "cases", title: words.TITLES.cases, isForProgrammers: true, load: () => import("./views/cases.ts") },
  { name: "engines", title: words.TITLES.engines, isForProgrammers: true, load: () => import("./views/engines.ts") },
];

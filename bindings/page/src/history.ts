/** Everything that was done, one state after another: what undo and redo go through. */
import type { Analysis, Shape } from "./analysis.ts";
import { asSaved, type Saved } from "./link.ts";

/** The most characters of turns that are kept, those of all states together. */
const MOST = 2_000_000;

interface Entry {
  saved: Saved;
  /** The tree, and how it was; after a reload it is read from what was saved. */
  tree?: { analysis: Analysis; shape: Shape };
  /** Whether its steps are only looked at. */
  isWalk?: boolean;
}

export class History {
  #entries: Entry[] = [];
  /** The place of the state that is shown. */
  place = -1;

  get length(): number {
    return this.#entries.length;
  }

  entry(place: number): Entry | undefined {
    return this.#entries[place];
  }

  /** The state that is shown, as it was when what was begun last was whole. */
  get saved(): Saved | undefined {
    return this.#entries[this.place]?.saved;
  }

  /** The place of a state that is known, or -1. */
  find(saved: Saved): number {
    const text = JSON.stringify(saved);
    return this.#entries.findLastIndex((entry) => JSON.stringify(entry.saved) === text);
  }

  /**
   * Takes the state that is shown now. It is another one where something was changed, and not only
   * looked at; a step that `completes` the one before is undone with it.
   */
  take(entry: Entry, completes: boolean) {
    const isChanged = contentOf(entry) !== contentOf(this.#entries[this.place]);
    if (isChanged) {
      this.place += completes ? 0 : 1;
      this.#entries.length = this.place;
    }
    this.#entries[this.place] = entry;
    let size = 0;
    const from = 1 + this.#entries.findLastIndex(({ saved }) => (size += saved.turns.length) > MOST);
    const dropped = Math.min(from, this.place);
    this.#entries.splice(0, dropped);
    this.place -= dropped;
  }

  toJSON() {
    return { place: this.place, states: this.#entries.map(({ saved }) => saved) };
  }

  /** Takes the place of everything by what was kept, if it is a history. */
  load(kept: unknown) {
    const { place, states } = (kept ?? {}) as ReturnType<History["toJSON"]>;
    const known = (Array.isArray(states) ? states : []).map(asSaved);
    const isWhole = known.every((saved) => saved !== undefined) && Number.isInteger(place) && known[place] !== undefined;
    this.#entries = isWhole ? known.map((saved) => ({ saved })) : [];
    this.place = isWhole ? place : -1;
  }
}

/** What is undone and redone, and not only looked at. */
function contentOf({ saved, isWalk }: Partial<Entry> = {}) {
  const { start, turns, edition, steps, edited, match } = saved ?? {};
  return JSON.stringify([start, turns, edition, isWalk ? undefined : steps, edited, match]);
}

/** The states of the board in their order, through which undo and redo go. */
import type { Analysis, Shape } from "./analysis.ts";
import { asSaved, type Saved } from "./link.ts";

/** The limit of the history in characters: the texts of turns in all states together. */
const MOST = 2_000_000;

interface Entry {
  saved: Saved;
  /** The tree and its snapshot; missing after a reload, when the tree is read from `saved`. */
  tree?: { analysis: Analysis; shape: Shape };
  /** Whether the state only shows a step of a turn, and changes nothing. */
  isWalk?: boolean;
}

export class History {
  #entries: Entry[] = [];
  /** The index of the state that is shown; -1 where there is none. */
  place = -1;

  get length(): number {
    return this.#entries.length;
  }

  entry(place: number): Entry | undefined {
    return this.#entries[place];
  }

  /** The state that is shown, as of the last change that was complete. */
  get saved(): Saved | undefined {
    return this.#entries[this.place]?.saved;
  }

  /** The index of the last entry equal to a saved state, or -1. */
  find(saved: Saved): number {
    const text = JSON.stringify(saved);
    return this.#entries.findLastIndex((entry) => JSON.stringify(entry.saved) === text);
  }

  /**
   * Keeps the state that is shown now: as a new entry if something was changed, in place of the
   * present one if the user only looks. A step that `completes` the step before is undone with it.
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

  /** Replaces the history by a kept one; empties it where the kept value is no history. */
  load(kept: unknown) {
    const { place, states } = (kept ?? {}) as ReturnType<History["toJSON"]>;
    const known = (Array.isArray(states) ? states : []).map(asSaved);
    const isWhole = known.every((saved) => saved !== undefined) && Number.isInteger(place) && known[place] !== undefined;
    this.#entries = isWhole ? known.map((saved) => ({ saved })) : [];
    this.place = isWhole ? place : -1;
  }
}

/** The part of a state that undo and redo change, as text; steps only looked at are left out. */
function contentOf({ saved, isWalk }: Partial<Entry> = {}) {
  const { start, turns, edition, steps, edited, match } = saved ?? {};
  return JSON.stringify([start, turns, edition, isWalk ? undefined : steps, edited, match]);
}

/** Storage of a tab or of the browser, kept for a reload; empty where storing is forbidden. */

type Store = "sessionStorage" | "localStorage";

export function readKept(key: string, store: Store = "sessionStorage"): string | undefined {
  try {
    return window[store].getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a text, or forgets it. */
export function keep(key: string, text: string | undefined, store: Store = "sessionStorage"): void {
  try {
    if (text === undefined) {
      window[store].removeItem(key);
    } else {
      window[store].setItem(key, text);
    }
  } catch {
    // It is blocked or full; the address has most of it.
  }
}

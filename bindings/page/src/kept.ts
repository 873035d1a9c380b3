/** What a tab keeps for a reload. Where the browser keeps nothing, there is nothing. */

export function readKept(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a text, or forgets it. */
export function keep(key: string, text: string | undefined): void {
  try {
    if (text === undefined) {
      sessionStorage.removeItem(key);
    } else {
      sessionStorage.setItem(key, text);
    }
  } catch {
    // It is blocked or full; the address has most of it.
  }
}

/** What is kept for a reload, in the storage of a tab or of the browser, and what is saved as a file. */

type Store = "sessionStorage" | "localStorage";

/** Other pages at the same origin have keys of their own. */
const PREFIX = "arimaa-oracle/";

export function readKept(key: string, store: Store = "sessionStorage"): string | undefined {
  try {
    return window[store].getItem(PREFIX + key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The fields of an object that is kept as JSON, to be checked; none where something else is kept. */
export function readKeptFields(key: string, store?: Store): Record<string, unknown> {
  try {
    return Object(JSON.parse(readKept(key, store) ?? "{}"));
  } catch {
    return {};
  }
}

/** Keeps a text, or forgets it. */
export function keep(key: string, text: string | undefined, store: Store = "sessionStorage"): void {
  try {
    if (text === undefined) {
      window[store].removeItem(PREFIX + key);
    } else {
      window[store].setItem(PREFIX + key, text);
    }
  } catch {
    // It is blocked or full; the address has most of it.
  }
}

/** Saves a file. */
export function download(file: Blob, name: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

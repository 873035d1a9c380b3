/** Texts kept for a reload, in the storage of a tab or of the browser, and files that are saved. */

type Store = "sessionStorage" | "localStorage";

/** The prefix of all keys, since other pages at the same origin have keys of their own. */
const PREFIX = "arimaa-oracle/";

export function readKept(key: string, store: Store = "sessionStorage"): string | undefined {
  try {
    return window[store].getItem(PREFIX + key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The fields, yet unchecked, of an object that is kept as JSON; none where no JSON is kept. */
export function readKeptFields(key: string, store?: Store): Record<string, unknown> {
  try {
    return Object(JSON.parse(readKept(key, store) ?? "{}"));
  } catch {
    return {};
  }
}

/** Keeps a text under a key; removes the key where the text is `undefined`. */
export function keep(key: string, text: string | undefined, store: Store = "sessionStorage"): void {
  try {
    if (text === undefined) {
      window[store].removeItem(PREFIX + key);
    } else {
      window[store].setItem(PREFIX + key, text);
    }
  } catch {
    // The storage is blocked or full; the address has most of the state.
  }
}

/** Saves a file as a download. */
export function download(file: Blob, name: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

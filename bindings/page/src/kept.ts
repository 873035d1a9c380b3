/** What is kept for a reload, in the storage of a tab or of the browser, and what is saved as a file. */

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

/** Saves a file. */
export function download(file: Blob, name: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

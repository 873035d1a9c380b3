/** Files that the person saves. */

export function download(file: Blob, name: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Saves a text as a file. */
export const saveText = (text: string, name: string) =>
  download(new Blob([text], { type: "text/plain" }), name);

/** The part of the address behind `#`: a view, a path in it, and fields. */
export interface Route {
  view: string;
  path: string[];
  query: URLSearchParams;
}

/** `#/rules/FRZ-2?x=1`; the board where the address says nothing. */
export function readRoute(hash: string): Route {
  const [path = "", ...query] = hash.replace(/^#\/?/, "").split("?");
  const [view = "", ...rest] = path.split("/").map(decode);
  return { view: view || "board", path: rest, query: new URLSearchParams(query.join("?")) };
}

/** Whether the page was reloaded, and not come to. */
export function isReload(): boolean {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return entry?.type === "reload";
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

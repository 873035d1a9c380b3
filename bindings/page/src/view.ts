import { html, LitElement, nothing, type PropertyDeclarations, type PropertyValues } from "lit";

/** The part of the address behind `#`: a view, a path in it, and fields. */
export interface Route {
  view: string;
  path: string[];
  query: URLSearchParams;
}

/** Reads an address such as `#/rules/FRZ-2?x=1`; an address without a view means the board. */
export function readRoute(hash: string): Route {
  const [path = "", ...query] = hash.replace(/^#\/?/, "").split("?");
  const [view = "", ...rest] = path.split("/").map(decode);
  return { view: view || "board", path: rest, query: new URLSearchParams(query.join("?")) };
}

/** Whether the page was opened by a reload. */
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

/** A part of the page, without a shadow tree: the styles and ids of the document apply in it. */
export abstract class PageElement extends LitElement {
  protected override createRenderRoot() {
    return this;
  }
}

/** Renders a button; `name` is its accessible name and tooltip where its text is only a sign. */
export function button(
  text: unknown,
  task: (event: Event) => unknown,
  { id, look, name, isOff = false }: { id?: string; look?: string; name?: string; isOff?: boolean } = {},
) {
  return html`<button
    id=${id ?? nothing}
    type="button"
    class=${look ?? nothing}
    aria-label=${name ?? nothing}
    title=${name ?? nothing}
    ?disabled=${isOff}
    @click=${task}
  >${text}</button>`;
}

/** A view of the page, such as the board or the rules. */
export abstract class View extends PageElement {
  static override properties: PropertyDeclarations = { route: { attribute: false } };

  /** The route in the address; it is set anew when the address changes. */
  declare route: Route;

  constructor() {
    super();
    this.route = readRoute("");
  }

  /** Resolves when the view has fetched its data. */
  protected loading: Promise<unknown> | undefined;

  /** Resolves when the view shows its data. */
  get ready(): Promise<unknown> {
    return Promise.resolve(this.loading).then(() => this.updateComplete);
  }

  /** Opens a text that was pasted or dropped; views that open no texts do nothing. */
  open(_text: string): void {}

  /** Scrolls to the top when the address names another path in the view. */
  protected override updated(changed: PropertyValues<this>): void {
    const before = changed.get("route");
    if (before && before.path[0] !== this.route.path[0]) {
      this.querySelector("h1")?.focus();
      scrollTo({ top: 0 });
    }
  }
}

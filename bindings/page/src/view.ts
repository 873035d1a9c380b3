import { html, LitElement, nothing, type PropertyDeclarations, type PropertyValues } from "lit";

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

/** A part of the page. It renders into the document itself, whose styles and ids hold there. */
export abstract class PageElement extends LitElement {
  protected override createRenderRoot() {
    return this;
  }
}

/** A button: its text, what a click does, and as `name` what it is called where it bears a sign. */
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

/** One view of the page. */
export abstract class View extends PageElement {
  static override properties: PropertyDeclarations = { route: { attribute: false } };

  /** The route of the address; set again when it changes. */
  declare route: Route;

  constructor() {
    super();
    this.route = readRoute("");
  }

  /** Is kept when the view has what it fetches. */
  protected loading: Promise<unknown> | undefined;

  /** Is kept when the view shows it. */
  get ready(): Promise<unknown> {
    return Promise.resolve(this.loading).then(() => this.updateComplete);
  }

  /** Opens a text that was pasted or dropped, where the view can. */
  open(_text: string): void {}

  /** Another path in the view is read from its top. */
  protected override updated(changed: PropertyValues<this>): void {
    const before = changed.get("route");
    if (before && before.path[0] !== this.route.path[0]) {
      this.querySelector("h1")?.focus();
      scrollTo({ top: 0 });
    }
  }
}

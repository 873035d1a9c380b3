/** The page around the views: the header, the view in the address, texts pasted or dropped. */
import { html, nothing, render } from "lit";

import { keep, readKept, readKeptFields } from "./kept.ts";
import { begin, MOST_BYTES } from "./oracle.ts";
import { isReload, readRoute, type View } from "./view.ts";
import * as words from "./words.ts";

/** The views in their order. The module that `load` fetches defines the element `view-NAME`. */
const VIEWS = [
  { name: "board", isForProgrammers: false, load: (): Promise<unknown> => import("./views/board.ts") },
  { name: "learn", isForProgrammers: false, load: () => import("./views/learn.ts") },
  { name: "rules", isForProgrammers: false, load: () => import("./views/rules.ts") },
  { name: "cases", isForProgrammers: true, load: () => import("./views/cases.ts") },
  { name: "engines", isForProgrammers: true, load: () => import("./views/engines.ts") },
] as const;

/** The key under which a tab keeps the scroll position of each entry of its history. */
const KEPT = "scrolled";

const page = document.createElement("div");
const main = document.createElement("main");
const foot = document.createElement("footer");
document.body.append(page, main, foot);

/** The views that were shown; they stay in the document, hidden. */
const views = new Map<string, View>();
let shown = "";
/** A message about the page itself, such as a new version or a view that could not be loaded. */
let notice = "";
const NOT_LOADED = "This view could not be loaded: there may be a new version of this page, or no network.";

/** The key under which the browser keeps the theme. */
const THEME = "theme";
type Theme = keyof typeof words.THEMES;
const themes = Object.keys(words.THEMES) as Theme[];
let theme = themes.find((name) => name === readKept(THEME, "localStorage")) ?? "system";

// The theme is set before anything is drawn.
const { dataset } = document.documentElement;
dataset["theme"] = theme;

function changeTheme() {
  theme = themes[(themes.indexOf(theme) + 1) % themes.length]!;
  keep(THEME, theme, "localStorage");
  dataset["theme"] = theme;
  renderFrame();
}

/** Renders links to the views for players, or to those for programmers. */
function links(name: string, isForProgrammers: boolean) {
  return html`<nav aria-label=${name}>
    ${VIEWS.filter((view) => view.isForProgrammers === isForProgrammers).map(
      ({ name }) =>
        html`<a href="#/${name}" aria-current=${name === shown ? "page" : "false"}>${words.TITLES[name]}</a>`,
    )}
  </nav>`;
}

/** Renders everything around the view. */
function renderFrame() {
  render(header(), page);
  render(html`<h2>${words.FOR_PROGRAMMERS}</h2> ${links(words.FOR_PROGRAMMERS, true)}`, foot);
}

function header() {
  return html`<header>
      <a class="name" href="#/board">${words.NAME}</a>
      ${links("Views", false)}
      <button id="theme" type="button" title=${words.THEMES[theme]} aria-label=${words.THEMES[theme]} @click=${changeTheme}>
        ◐
      </button>
      <span class="row">
        <button id="paste" type="button" @click=${paste}>Paste</button>
        <button id="open-text" type="button" @click=${() => dialog().showModal()}>Open …</button>
      </span>
    </header>
    <dialog id="open" aria-labelledby="open-title">
      <form @submit=${show}>
        <h2 id="open-title">Open a position or a game</h2>
        <label for="text">
          A board, diagram, record, archive row, JSON state or link. It can be pasted or dropped anywhere.
        </label>
        <textarea id="text" rows="8" autocomplete="off" autocapitalize="off" spellcheck="false"></textarea>
        <div class="row">
          <button class="strong">Show</button>
          <button type="button" @click=${() => openText("1g")}>New game</button>
          <button type="button" @click=${() => dialog().close()}>${words.CLOSE}</button>
          <label>Open a file <input id="file" type="file" @change=${pick} /></label>
        </div>
      </form>
    </dialog>
    <div id="notice" role="status">
      ${notice
        ? html`<p>
            ${notice}
            ${[words.NO_VIEW, words.ONE_FILE].includes(notice)
              ? nothing
              : html`<button type="button" @click=${reload}>Reload</button>`}
          </p>`
        : nothing}
    </div>`;
}

/**
 * Shows the view in the address, scrolled to `top` in pixels, if given. Where the view cannot be
 * loaded, the old one stays.
 */
async function go(top?: number) {
  const route = readRoute(location.hash);
  const named = VIEWS.find(({ name }) => name === route.view);
  const entry = named ?? VIEWS[0];
  const isNew = entry.name !== shown;
  if (isNew) {
    delete dataset["ready"];
    try {
      await entry.load();
    } catch {
      notice = NOT_LOADED;
      renderFrame();
      dataset["ready"] = shown;
      return;
    }
    if (readRoute(location.hash).view !== route.view) {
      return;
    }
  }
  const isFirst = shown === "";
  shown = entry.name;
  notice = named ? (notice === words.NO_VIEW ? "" : notice) : words.NO_VIEW;
  renderFrame();
  document.title = `${words.TITLES[entry.name]} · ${words.NAME}`;
  dataset["view"] = shown;
  let view = views.get(shown);
  if (!view) {
    view = document.createElement(`view-${shown}`) as View;
    views.set(shown, view);
    main.append(view);
  }
  views.forEach((one, name) => (one.hidden = name !== shown));
  view.route = route;
  await view.updateComplete;
  if (isNew && !isFirst) {
    view.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
  }
  if (top !== undefined) {
    scrollTo({ top });
  }
  try {
    await view.ready;
  } catch {
    // The next visit makes the view anew, which then tries again.
    views.delete(entry.name);
    view.remove();
    notice = NOT_LOADED;
    renderFrame();
  }
  dataset["ready"] = shown;
}

// Scrolling: each history entry keeps its position, through other views and reloads.

const scrolled = readKeptFields(KEPT) as Record<string, number>;
let entryKey = "";

/** Gives the history entry a key if it has none; returns whether it had one. */
function enter(): boolean {
  const known = (history.state as { key?: string } | null)?.key;
  entryKey = known ?? String(performance.timeOrigin + performance.now());
  if (!known) {
    history.replaceState({ ...history.state, key: entryKey }, "");
  }
  return known !== undefined;
}

async function navigate() {
  scrolled[entryKey] = scrollY;
  const isBack = enter();
  const route = readRoute(location.hash);
  const isOther = route.view !== shown && route.path.length === 0;
  await go(isBack ? (scrolled[entryKey] ?? 0) : isOther ? 0 : undefined);
}

// Texts: what is pasted or dropped anywhere is opened on the board.

/** Whether a text pasted into a field is a position, game or link, and not meant for the field. */
const isWhole = (text: string) =>
  /\S[^\S\n]*\n\s*\S/.test(text) || text.length > 200 || /^\s*(\d*[gswb]\s*\[|\[|\{|1g\s|https?:\S*#\/board\?)/.test(text);

async function openText(text: string) {
  dialog().close();
  if (notice === words.ONE_FILE) {
    notice = "";
    renderFrame();
  }
  if (shown !== "board") {
    location.hash = "#/board";
    await go();
  }
  views.get("board")?.open(text);
}

const dialog = () => page.querySelector<HTMLDialogElement>("#open")!;

function show(event: Event) {
  event.preventDefault();
  void openText(page.querySelector<HTMLTextAreaElement>("#text")!.value);
}

async function pick({ target }: Event) {
  const input = target as HTMLInputElement;
  const text = await input.files?.[0]?.slice(0, MOST_BYTES + 1).text();
  input.value = "";
  if (text !== undefined) {
    await openText(text);
  }
}

/** Opens the text of the clipboard; where that cannot be read, shows a dialog to paste into. */
async function paste() {
  const text = await navigator.clipboard?.readText().catch(() => "");
  if (text?.trim()) {
    await openText(text);
  } else {
    dialog().showModal();
  }
}

addEventListener(
  "paste",
  (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const target = event.composedPath()[0] as Element;
    const isField = target.matches?.("input, textarea, select");
    const isProse = target.matches?.("#comment");
    if (text.trim() && !isProse && (!isField || isWhole(text))) {
      event.preventDefault();
      void openText(text);
    }
  },
  true,
);

addEventListener("dragover", (event) => {
  const types = event.dataTransfer?.types ?? ([] as readonly string[]);
  if (types.includes("Files") || types.includes("text/plain")) {
    event.preventDefault();
  }
});

addEventListener("drop", (event) => {
  if (event.defaultPrevented || !event.dataTransfer) {
    return;
  }
  event.preventDefault();
  const [file, another] = event.dataTransfer.files;
  const text = event.dataTransfer.getData("text/plain");
  if (another) {
    notice = words.ONE_FILE;
    renderFrame();
  } else if (file) {
    void file.slice(0, MOST_BYTES + 1).text().then(openText);
  } else if (text.trim()) {
    void openText(text);
  }
});

// Versions: a new one waits until the page is reloaded, so that no tab has half of each.

let registration: ServiceWorkerRegistration | undefined;

function reload() {
  if (registration?.waiting) {
    // The worker takes over, and then every tab is loaded anew.
    registration.waiting.postMessage("take over");
  } else {
    location.reload();
  }
}

/** Registers the service worker that keeps the page for use without a network. */
async function keepPage() {
  if (!isSecureContext || !("serviceWorker" in navigator)) {
    return;
  }
  const { serviceWorker } = navigator;
  const isKept = serviceWorker.controller !== null;
  registration = await serviceWorker.register("./offline.js");
  const isNew = () => registration?.waiting && isKept;
  const tell = () => {
    if (isNew()) {
      notice = words.NEW_VERSION;
      renderFrame();
    }
  };
  registration?.addEventListener("updatefound", () => {
    registration?.installing?.addEventListener("statechange", tell);
  });
  tell();
  if (isNew() && isReload()) {
    reload();
  }
}

navigator.serviceWorker?.addEventListener("controllerchange", () => {
  if (registration?.active && notice === words.NEW_VERSION) {
    location.reload();
  }
});

// Every view asks the oracle, so it is fetched in parallel with the view.
begin();
history.scrollRestoration = "manual";
const isKnown = enter();
// `popstate` is fired between entries of the same address, too.
addEventListener("popstate", () => void navigate());
addEventListener("pagehide", () => {
  scrolled[entryKey] = scrollY;
  keep(KEPT, JSON.stringify(scrolled));
});
void go()
  .then(() => isKnown && scrollTo({ top: scrolled[entryKey] ?? 0 }))
  .then(keepPage)
  .catch((error: unknown) => console.warn(error));

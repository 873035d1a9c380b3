/** The page around the views: the header, and the view that the address names. */
import { html, render } from "lit";

import { begin } from "./oracle.ts";
import { readRoute } from "./route.ts";
import type { View } from "./view.ts";
import { VIEWS } from "./views.ts";
import * as words from "./words.ts";

const page = document.createElement("div");
const main = document.createElement("main");
document.body.append(page, main);

let shown: { name: string; view: View } | undefined;

function header(current: string) {
  return html`<header>
    <a class="name" href="#/board">${words.NAME}</a>
    <nav aria-label=${words.VIEWS}>
      ${VIEWS.map(
        ({ name, title }) =>
          html`<a href="#/${name}" aria-current=${name === current ? "page" : "false"}>${title}</a>`,
      )}
    </nav>
  </header>`;
}

/** Shows what the address names. */
async function go() {
  const route = readRoute(location.hash);
  const entry = VIEWS.find(({ name }) => name === route.view) ?? VIEWS[0]!;
  render(header(entry.name), page);
  document.title = `${entry.title} · ${words.NAME}`;
  const isNew = shown?.name !== entry.name;
  if (isNew) {
    delete document.documentElement.dataset["ready"];
    await entry.load();
    if (readRoute(location.hash).view !== route.view) {
      return;
    }
    const isFirst = !shown;
    const view = document.createElement(`view-${entry.name}`) as View;
    shown = { name: entry.name, view };
    view.route = route;
    main.replaceChildren(view);
    await view.updateComplete;
    if (!isFirst) {
      main.querySelector<HTMLElement>("h1")?.focus();
    }
    await view.ready;
    document.documentElement.dataset["ready"] = entry.name;
  } else if (shown) {
    shown.view.route = route;
  }
}

/** Keeps the page for times without a network, once it has shown something. */
async function keep() {
  if (isSecureContext && "serviceWorker" in navigator) {
    await navigator.serviceWorker.register("./offline.js");
  }
}

// Every view asks, so the oracle is fetched while the view is.
begin();
addEventListener("hashchange", () => void go());
void go().then(keep).catch((error: unknown) => console.warn(error));

// A service worker: keeps the files of the page, so that it opens without a network. FILES and NAME
// are put before this by vite.config.js. All files of a page come from one version: a newer worker
// waits until it is asked to take over, or until no page is open.
/* global FILES, NAME */

addEventListener("install", (event) => {
  const keep = async () => {
    // Past the browser's own cache, which may hold files of another version.
    const fresh = FILES.map((file) => new Request(file, { cache: "reload" }));
    await (await caches.open(NAME)).addAll(fresh);
  };
  event.waitUntil(keep());
});

addEventListener("message", ({ data }) => data === "take over" && skipWaiting());

addEventListener("activate", (event) => {
  const clear = async () => {
    const old = (await caches.keys()).filter((name) => name !== NAME);
    await Promise.all(old.map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(clear());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const isOwn = new URL(request.url).origin === location.origin && request.method === "GET";
  if (!isOwn) {
    return;
  }
  const kept = async () => (await caches.open(NAME)).match(request, { ignoreSearch: true });
  event.respondWith(kept().then((response) => response ?? fetch(request)));
});

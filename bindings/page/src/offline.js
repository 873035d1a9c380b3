// A service worker: keeps the files of the page, so that it opens without a network. FILES and NAME
// are put before this by vite.config.js.
/* global FILES, NAME */

addEventListener("install", (event) => {
  const keep = async () => (await caches.open(NAME)).addAll(FILES);
  event.waitUntil(keep().then(() => skipWaiting()));
});

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
  const kept = () => caches.match(request, { ignoreSearch: true });
  const isOwn = new URL(request.url).origin === location.origin && request.method === "GET";
  if (isOwn && request.mode === "navigate") {
    // The page itself may be a newer one, which names other files.
    event.respondWith(fetch(request).catch(async () => (await kept()) ?? Response.error()));
  } else if (isOwn) {
    event.respondWith(kept().then((response) => response ?? fetch(request)));
  }
});

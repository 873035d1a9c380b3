// A service worker: keeps the files of the page, so that it opens without a network. FILES and
// VERSION are put before this by vite.config.js. All files of a page come from one version: a newer worker
// waits until it is asked to take over, or until no page is open.
/* global FILES, VERSION */

// Other programs, and other copies of the page, have caches at the same origin.
const { scope } = registration;
const OWN = `arimaa-oracle ${scope} `;
const NAME = OWN + VERSION;

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
    const old = (await caches.keys()).filter((name) => name.startsWith(OWN) && name !== NAME);
    await Promise.all(old.map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(clear());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (!request.url.startsWith(scope) || request.method !== "GET") {
    return;
  }
  const answer = async () => {
    if (request.mode === "navigate" && (await isReplaced())) {
      await caches.delete(NAME);
      await registration.unregister();
    }
    return (await caches.match(request, { cacheName: NAME, ignoreSearch: true })) ?? fetch(request);
  };
  event.respondWith(answer());
});

/** Whether the server no longer has this worker; false without a network, or after 0.5 s. */
async function isReplaced() {
  const asked = fetch("./offline.js", { cache: "no-store" }).then(
    ({ ok, status, headers }) => status === 404 || (ok && !headers.get("content-type")?.includes("javascript")),
    () => false,
  );
  return Promise.race([asked, new Promise((late) => setTimeout(late, 500, false))]);
}

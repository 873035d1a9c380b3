// The page on a server of its own, in the Chromium of this machine.
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

const TYPES = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".wasm": "application/wasm",
};

const path = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);

/** Why nothing can be tested; false where it can. */
export const skip = path ? false : "NOTE: there is no Chromium: the page was NOT TESTED";
if (skip && process.env.ARIMAA_REQUIRE_BROWSER) {
  throw new Error(skip);
}

/** Serves dist, and gives a function that opens the page in a new context. */
export async function start() {
  const dist = new URL("../dist/", import.meta.url);
  const server = createServer((request, response) => {
    const name = new URL(request.url, "http://localhost").pathname.slice(1) || "index.html";
    const file = fileURLToPath(new URL(name, dist));
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": TYPES[extname(file)] }).end(readFileSync(file));
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const address = `http://127.0.0.1:${server.address().port}/`;
  const browser = await chromium.launch({ executablePath: path, args: ["--no-sandbox"] });

  /** The page, the sentences of its console that are no good, and what it fetched. */
  async function open(hash = "", options = {}) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const wrong = [];
    const fetched = [];
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) {
        wrong.push(message.text());
      }
    });
    page.on("pageerror", (error) => wrong.push(String(error)));
    page.on("dialog", (dialog) => wrong.push(`dialog: ${dialog.message()}`));
    page.on("request", (request) => fetched.push(request.url()));
    await page.goto(address + hash);
    await page.locator("#count:has-text('distinct')").waitFor();
    return { page, context, wrong, fetched, address };
  }

  async function stop() {
    await browser.close();
    server.close();
  }
  return { open, stop };
}

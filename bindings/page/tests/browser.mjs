// The page on a server of its own, in the Chromium of this machine, and what its tests share.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

const require = createRequire(import.meta.url);

export const TYPES = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

const path = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);

/** The reason why nothing can be tested: there is no Chromium; false where there is. */
export const skip = path ? false : "NOTE: there is no Chromium: the page was NOT TESTED";
if (skip && process.env.ARIMAA_REQUIRE_BROWSER) {
  throw new Error(skip);
}

/** The folders that the test server serves: the page, and the npm package as it is. */
const DIST = new URL("../dist/", import.meta.url);
const PACKAGE = new URL("../../npm/", import.meta.url);

/** The path of the file for an address of the test server. */
export function fileOf(address) {
  const name = new URL(address, "http://localhost").pathname.slice(1) || "index.html";
  const isPackage = name.startsWith("npm/");
  return fileURLToPath(isPackage ? new URL(name.slice(4), PACKAGE) : new URL(name, DIST));
}

/** Answers a request with a file, or with 404. */
export function serve(request, response) {
  const file = fileOf(request.url);
  if (!existsSync(file)) {
    response.writeHead(404).end();
    return;
  }
  // Pages from elsewhere may use the package, as from a network of copies.
  const head = { "content-type": TYPES[extname(file)], "access-control-allow-origin": "*" };
  response.writeHead(200, head).end(readFileSync(file));
}

/** Starts a server at a free port; returns its address, and a function that stops it. */
export async function listen(answer) {
  const server = createServer(answer);
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `http://127.0.0.1:${server.address().port}/`, stop };
}

/** The time limit of a wait in milliseconds, which a slow page meets and only a hang exceeds. */
const PATIENCE = 60_000;

/** Runs in the page: gives the oracle a minute in place of 2.5 seconds, for slow machines. */
function waitLonger() {
  const { setTimeout } = globalThis;
  globalThis.setTimeout = (task, time, ...rest) => setTimeout(task, [2_500, 5_000].includes(time) ? 60_000 : time, ...rest);
}

/** Starts the server and the browser; returns a function that opens a page in a new context. */
export async function start() {
  const server = await listen(serve);
  // The host plain.test leads to this machine, but is not trusted as localhost and https are.
  const args = ["--no-sandbox", "--host-resolver-rules=MAP plain.test 127.0.0.1"];
  const browser = await chromium.launch({ executablePath: path, args });

  /** Opens a page and waits for its view; returns also its console errors and requests. */
  async function open(hash = "", options = {}) {
    const { script, ...rest } = options;
    const context = await browser.newContext(rest);
    const page = await context.newPage();
    await page.addInitScript(waitLonger);
    if (script) {
      await page.addInitScript(script);
    }
    page.setDefaultTimeout(PATIENCE);
    if (process.env.ARIMAA_SLOW) {
      const client = await context.newCDPSession(page);
      await client.send("Emulation.setCPUThrottlingRate", { rate: Number(process.env.ARIMAA_SLOW) });
    }
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
    const address = options.address ?? server.address;
    await page.goto(address + hash);
    if (!options.isElsewhere) {
      await isReady(page);
    }
    return { page, context, wrong, fetched, address };
  }

  async function stop() {
    await browser.close();
    server.stop();
  }
  return { open, stop, address: server.address };
}

/** Waits until a view shows its data. */
export const isReady = (page, view = "") =>
  page.locator(view ? `html[data-ready=${view}]` : "html[data-ready]").waitFor();

/** Starts one site for all tests of a file; returns a function that makes a test of its page. */
export function site() {
  const shared = {};
  before(async () => {
    if (!skip) {
      Object.assign(shared, await start());
    }
  });
  after(() => shared.stop?.());

  /** Makes a test that opens the page, also of another server, and fails at any console error. */
  function onPage(name, use, { hash = "", server, ...options } = {}) {
    test(name, { skip }, async (context) => {
      const own = await server?.();
      context.after(() => own?.stop());
      const opened = await shared.open(hash, { ...options, ...(own && { address: own.address }) });
      await use(opened.page, { ...opened, server: own });
      assert.deepEqual(opened.wrong, []);
      await opened.context.close();
    });
  }
  return { shared, onPage };
}

const game = (number) => readFileSync(new URL(`../../../tests/games/${number}.txt`, import.meta.url), "utf8");

/** A game whose last turn is refused; `LONG` is a long game. */
export const DISPUTE = game(669192);
export const LONG = game(669252);

/** A gold cat that a silver dog freezes. */
export const FROZEN = "g [.......r..........................................Cd....R.......]";

/** A gold elephant without a piece beside it. */
export const ELEPHANT = "g [r...........................E...................R...............]";

/** Whole setups of both sides, as turns. */
export const SETUPS = `1g Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ca2 Cb2 Dc2 Dd2 He2 Hf2 Mg2 Eh2
1s ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ca7 cb7 dc7 dd7 he7 hf7 mg7 eh7
`;

/** A record that takes a turn back. */
export const TAKEN_BACK = `Start: ${ELEPHANT}\n# The rabbit is far from home.
2g Ee5n # a first try
2s ra8s
3g takeback
2s ra8e
3g Ee6n
`;

/** The address that opens a text on the board. */
export const boardOf = (text, more = {}) => `#/board?${new URLSearchParams({ p: text, ...more })}`;

/** Pastes a text into an element as the keyboard does; false if the page handles it. */
export async function paste(page, text, selector = "body") {
  return page.locator(selector).first().evaluate((element, said) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", said);
    const event = { clipboardData, bubbles: true, cancelable: true, composed: true };
    return element.dispatchEvent(new ClipboardEvent("paste", event));
  }, text);
}

/** The element with the sentences of the card, which a screen reader says. */
export const verdict = (page) => page.locator("#verdict");

/** Waits until the card has exactly these words. */
export async function isSaid(page, words) {
  const said = () => verdict(page).innerText().then((text) => text.replace(/\s+/g, " ").trim());
  const isThere = (text) =>
    document.querySelector("#verdict")?.innerText.replace(/\s+/g, " ").trim() === text;
  await page.waitForFunction(isThere, words).catch(async () => assert.equal(await said(), words));
}

/** The button of a turn in the list of turns. */
export const turn = (page, name) => page.locator("#turns").getByRole("button", { name, exact: true });

/** Types a turn into the field, and plays it. */
export async function play(page, text) {
  await page.fill("#turn", text);
  await page.keyboard.press("Enter");
}

/** Clicks a button that saves a file; returns the file's bytes. */
export async function download(page, name) {
  const file = page.waitForEvent("download");
  await press(page, name);
  return readFileSync(await (await file).path());
}

/** The cell of a square on the board that is played on. */
export const cell = (page, square) => page.locator(`arimaa-board[interactive]:visible [data-square=${square}]`);

/** Clicks squares, one after another. */
export async function click(page, ...squares) {
  for (const square of squares) {
    await cell(page, square).click();
  }
}

/** Clicks a button. */
export const press = (page, name) => page.getByRole("button", { name }).click();

/** The element with the hint about a piece that is chosen or pointed at. */
export const said = (page) => page.locator("#said");

/** Waits until an element contains a text. */
export async function says(locator, text) {
  await locator.filter({ hasText: text }).waitFor();
}

/** Waits until a square has this accessible name. */
export async function isCalled(page, square, name) {
  await cell(page, square).and(page.locator(`[aria-label="${name}"]`)).waitFor();
}

/** Waits until the link to everything that the board shows is made. */
export const isLinked = (page) => page.locator("#copy:enabled").waitFor();

/** Waits for 20 frames, and until all animations are over. */
export const isStill = (page) =>
  page.evaluate(async () => {
    for (let drawn = 0; drawn < 20; drawn += 1) {
      await new Promise(requestAnimationFrame);
    }
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  });

/** Fails where the page has to be scrolled sideways. */
export async function fits(page) {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= page.viewportSize().width, `${width}`);
}

/** The settings by which Chromium emulates a phone. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Drags a finger from the middle of an element by a distance in pixels. */
export async function swipe(page, locator, [dx, dy]) {
  const { x, y, width, height } = await locator.boundingBox();
  const start = { x: x + width / 2, y: y + height / 2 };
  const client = await page.context().newCDPSession(page);
  const touch = (type, ...touchPoints) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", start);
  for (let part = 1; part <= 10; part += 1) {
    await touch("touchMove", { x: start.x + (dx * part) / 10, y: start.y + (dy * part) / 10 });
  }
  // The finger rests before it is lifted: after a flick, Chromium takes a quick tap for one that stops the scrolling.
  await new Promise((resolve) => setTimeout(resolve, 100));
  await touch("touchMove", { x: start.x + dx, y: start.y + dy });
  await touch("touchEnd");
}

/** A text that holds two games, of which the second has a comment. */
export const TWO_GAMES = `Game: first
Result: silver
Start: g [r..............................................................R]
2g Rh1n
# Between both.
Game: second
Result: gold
Start: g [.......r..........................................Cd....R.......]
# This is refused.
2g Cc2n
`;

/** Fails where axe, a checker of accessibility, finds a violation. */
export async function axe(page) {
  await page.evaluate(readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"));
  const { violations } = await page.evaluate(() => globalThis.axe.run({ rules: { "target-size": { enabled: true } } }));
  const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  assert.deepEqual(found, []);
}

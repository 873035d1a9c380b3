// The page as a whole: it loses no work, gives honest links, fits its window and can be heard.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import {
  axe, boardOf, DISPUTE, download, ELEPHANT, fileOf, fits, FROZEN, isCalled, isLinked, isReady, isSaid, isStill,
  listen, paste, PHONE, play, press, says, SETUPS, site, skip, turn, TWO_GAMES, TYPES, verdict,
} from "./browser.mjs";

const SAID =
  "Refused: Silver may not end 31s here. " +
  "The position with the same side to move has stood twice before, after 29s and 30s.";
const CASE = "cases/only-repetitions-short-of-the-opponents-goal-exchanged";
const LESSON = "learn/6";
const VIEWS = ["board", "rules/FRZ-2", "cases", CASE, "engines", "learn", LESSON, "learn/test"];

const { shared, onPage } = site();

/** Opens a view by its link. */
async function view(page, name) {
  await page.getByRole("navigation").getByRole("link", { name, exact: true }).click();
  await isReady(page, name.toLowerCase());
}

onPage("the dispute of game 669192 is three actions on a phone: paste, open 31s, share", async (page, { address }) => {
  await page.evaluate((text) => navigator.clipboard.writeText(text), DISPUTE);
  await page.getByRole("button", { name: "Paste" }).tap();
  await page.getByRole("button", { name: "31s cb3n rc3w rb3s cb4s refused REP-2" }).tap();
  await isSaid(page, SAID);
  // The ruling stands in the first screen, under the board.
  await page.evaluate(() => scrollTo(0, 0));
  const { y, height } = await verdict(page).boundingBox();
  assert.ok(y + height < PHONE.viewport.height - 60, `${y + height}`);
  await page.locator("#share:enabled").tap();
  const data = await page.evaluate(() => globalThis.shared);
  assert.ok(data.url.startsWith(`${address}#/board?z=`), data.url);
  assert.match(data.text, /Refused: Silver may not end 31s here/);
  await fits(page);
  await page.getByRole("button", { name: "Copy link" }).tap();
  await says(page.locator("#copy"), "Copied");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), data.url);
  await page.getByRole("button", { name: "Copy ruling" }).tap();
  await says(page.locator("#cite"), "Copied");
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^Refused: [^]*\nREP-2: [^]*&rule=REP-2&specification=[\d.]+$/);

  const elsewhere = await shared.open(new URL(data.url).hash);
  await isSaid(elsewhere.page, SAID);
  await isCalled(elsewhere.page, "b3", "b3, silver cat");
  assert.deepEqual(elsewhere.wrong, []);
  assert.ok(elsewhere.fetched.every((url) => url.startsWith(address) || url.startsWith("data:")));
  await elsewhere.context.close();
}, {
  ...PHONE,
  hash: boardOf(FROZEN),
  permissions: ["clipboard-read", "clipboard-write"],
  script: () => {
    navigator.share = async (data) => void (globalThis.shared = data);
  },
});

onPage("a game that is too long for a link is said to be, named nowhere as another one, and kept", async (page) => {
  await isLinked(page);
  // A comment that cannot be deflated.
  const comment = Array.from({ length: 800 }, () => Math.random()).join(" ");
  const long = `Start: ${FROZEN}\n# ${comment}\n2g Ra1n\n`;
  await paste(page, long);
  await isSaid(page, "2g Ra1n is legal. Silver to move: 2s.");
  await says(page.locator("#too-long"), "Too long for a link: save the file instead.");
  assert.equal(await page.locator("#copy, #share").count(), 0);
  assert.equal(await page.evaluate(() => location.hash), "#/board");
  await page.reload();
  await says(page.locator("#too-long"), "Too long for a link");
  assert.equal(String(await download(page, "Save file")), long);
});

onPage("a board whose place another takes comes back by Undo, by Back and after a reload", async (page) => {
  const [first, other] = ["2g Ra1n is legal. Silver to move: 2s.", "Gold to move: 1g."];
  await play(page, "Ra1n");
  await isSaid(page, first);
  await press(page, "Open …");
  await press(page, "New game");
  await isSaid(page, other);
  await page.click("#undo");
  await isSaid(page, first);
  await page.click("#redo");
  await isSaid(page, other);
  await page.reload();
  await isSaid(page, other);
  await page.goBack();
  await isSaid(page, first);
  await page.reload();
  await isSaid(page, first);
}, { hash: boardOf(FROZEN) });

onPage("other views and back lose neither turns, nor the address, nor the place in the rules", async (page) => {
  await play(page, "Ra1n Ra2n");
  const said = "2g Ra1n Ra2n is legal. Silver to move: 2s.";
  await isSaid(page, said);
  await isLinked(page);
  const address = await page.evaluate(() => location.hash);
  // To the board from the board.
  await view(page, "Board");
  await page.waitForFunction((hash) => location.hash === hash, address);
  await isSaid(page, said);

  await view(page, "Rules");
  // The cases that are near grow with their rulings.
  const areRuled = () => page.waitForFunction(() => [...document.querySelectorAll("case-card:not([data-ready])")].every((card) => {
    const { top, bottom } = card.getBoundingClientRect();
    return bottom < -600 || top > innerHeight + 600;
  }));
  await areRuled();
  await page.evaluate(() => scrollTo(0, 20_000));
  await page.waitForFunction(() => scrollY > 15_000);
  await areRuled();
  const place = await page.evaluate(() => scrollY);
  // The links at the top would be scrolled to.
  await page.evaluate(() => (location.hash = "#/board"));
  await isReady(page, "board");
  await isSaid(page, said);
  assert.equal(await page.evaluate(() => location.hash), address);
  assert.equal(await page.evaluate(() => scrollY), 0);
  await page.goBack();
  await page.waitForFunction((y) => Math.abs(scrollY - y) < 50, place);
  await page.goBack();
  await isSaid(page, said);
  await page.reload();
  await isSaid(page, said);
  await view(page, "Engines");
  await page.reload();
  await isReady(page, "engines");
  await view(page, "Board");
  await isSaid(page, said);
}, { hash: boardOf(FROZEN) });

onPage("a comment of any words is pasted, kept by a reload in its middle, and stays a comment", async (page) => {
  await paste(page, DISPUTE);
  await turn(page, "31g Cc2s rb2e rc2n Cc1n").click();
  await page.getByText("Comment on this turn").first().click();
  await page.locator("#comment").focus();
  await paste(page, "1g Ra1\n2g Eh2n", "#comment");
  await says(verdict(page), "31g Cc2s rb2e rc2n Cc1n is legal.");
  const comment = "(31g Ed4n was better) because it wins\n(31g Ed4n)\n(5g hello\n{in braces}";
  await page.fill("#comment", comment);
  await page.reload();
  await says(page.locator("#card .comment"), "(5g hello");
  assert.equal((await page.locator("#card .comment").allInnerTexts()).join("\n"), comment);
});

onPage("the focus stays where an action leads, and the choice of a side goes with its question", async (page) => {
  await page.locator("#edit").focus();
  for (const end of ["Cancel", "Done"]) {
    await page.keyboard.press("Enter");
    await page.locator("h1:focus").waitFor();
    await press(page, end);
    await page.locator("#edit:focus").waitFor();
  }
  await play(page, "2g Ee5n");
  await says(verdict(page), "2g Ee5n is legal.");
  await page.getByText("Comment on this turn").first().click();
  await press(page, "Delete from here");
  await page.locator("button[aria-current=true]:focus").waitFor();
  await paste(page, TWO_GAMES);
  await page.locator("#games button").first().waitFor();
  await play(page, "2g Ee5n");
  await says(verdict(page), "2g Ee5n is legal.");
  assert.equal(await page.locator("#games").count(), 0);
}, { hash: boardOf(ELEPHANT) });

onPage("words of any length stay inside the page", async (page) => {
  const address = `https://example.org/${"a".repeat(120)}`;
  await paste(page, `Site: ${address}\nNote: ${"b".repeat(120)}\n${SETUPS}2g Eh2n {see ${address}}\n`);
  await says(page.locator("#card .comment"), "see https");
  await fits(page);
}, { viewport: { width: 320, height: 600 } });

onPage("letters are keys until that is turned off", async (page) => {
  await page.keyboard.press("f");
  await page.waitForFunction(() => document.querySelector("#board").flipped);
  await page.locator("#show-keys").click();
  await page.getByRole("checkbox", { name: "Letters and ? are keys, too" }).uncheck();
  await page.locator("#keys").getByRole("button", { name: "Close" }).click();
  await page.keyboard.press("f");
  await page.keyboard.press("Home");
  await isSaid(page, "Gold to move: 1g.");
  assert.ok(await page.evaluate(() => document.querySelector("#board").flipped));
});

/** Runs in the page: makes a move, and reloads as soon as the board shows it. */
async function playAndReload([from, to]) {
  const board = document.querySelector("#board");
  const before = board.position;
  board.dispatchEvent(new CustomEvent("board-move", { detail: { from, to } }));
  while (board.position === before) {
    await new Promise((done) => setTimeout(done));
  }
  location.reload();
}

for (const [when, isHeld] of [["at once", false], ["that loads after the link was written", true]]) {
  onPage(`a move is kept by a reload ${when}`, async (page, { wrong }) => {
    await page.route("**/written", (route) => route.fulfill({ status: 204 }));
    for (const [from, to, step] of [["e5", "e6", "n"], ["e6", "d6", "w"], ["d6", "d5", "s"], ["d5", "d4", "s"]]) {
      await isLinked(page);
      const written = page.waitForRequest("**/written");
      await page.route("**/", async (route) => {
        await (isHeld && written);
        await route.continue();
      }, { times: 1 });
      await Promise.all([page.waitForEvent("load"), page.evaluate(playAndReload, [from, to]), written]);
      await isSaid(page, `Gold played E${from}${step}. The turn ${to === "d4" ? "can only end now" : "may end"}.`);
      await isCalled(page, to, `${to}, gold elephant`);
    }
    wrong.splice(0).forEach((line) => assert.match(line, BLOCKED));
  }, {
    hash: boardOf("g [r...........................E...................R...............]"),
    // A service worker would answer what is held here.
    serviceWorkers: "block",
    script: () => {
      const { replaceState } = history;
      history.replaceState = (...state) => {
        replaceState.apply(history, state);
        fetch("./written").catch(() => undefined);
      };
    },
  });
}

/** Starts a server whose files can be replaced, as by a deployment. */
async function deployed() {
  const folder = mkdtempSync(join(tmpdir(), "arimaa-page-"));
  const dist = fileURLToPath(new URL("../dist/", import.meta.url));
  cpSync(dist, folder, { recursive: true });
  const { address, stop } = await listen(({ url }, response) => {
    // Serves two copies of the page, one below the other's address.
    const name = new URL(url, "http://localhost").pathname.replace(/^\/(inner\/)?/, "") || "index.html";
    try {
      const bytes = readFileSync(join(folder, name));
      response.writeHead(200, { "content-type": TYPES[extname(name)], "cache-control": "no-cache" }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  return {
    address,
    /** Deploys another version: every script has a new name, and a heading is another one. */
    replace() {
      const assets = join(folder, "assets");
      const scripts = readdirSync(assets).filter((name) => name.endsWith(".js"));
      const renamed = (text) =>
        scripts.reduce((so, name) => so.replaceAll(name, `new-${name}`), text)
          .replaceAll("Learn Arimaa in ten positions", "The new lessons")
          .replace(/VERSION = "[0-9a-f]+"/, 'VERSION = "new"');
      for (const file of ["index.html", "offline.js", ...scripts.map((name) => `assets/${name}`)]) {
        writeFileSync(join(folder, file), renamed(readFileSync(join(folder, file), "utf8")));
      }
      scripts.forEach((name) => renameSync(join(assets, name), join(assets, `new-${name}`)));
    },
    /** Deploys another program at the same address. */
    follow() {
      readdirSync(folder).forEach((name) => rmSync(join(folder, name), { recursive: true }));
      writeFileSync(join(folder, "index.html"), "<title>Another</title><h1>Another program</h1>");
    },
    stop() {
      stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Waits until the service worker of the page is active, with all its files. */
const isKept = (page) =>
  page.waitForFunction(() => {
    const { scriptURL, state } = navigator.serviceWorker.controller ?? {};
    return scriptURL === new URL("offline.js", location.href).href && state === "activated";
  });

const update = (page) =>
  page.evaluate(() => navigator.serviceWorker.getRegistration().then((one) => one.update()));

onPage("an open page stays whole when a new version is deployed, and the reload brings that", async (page, { server }) => {
  await isKept(page);
  await page.reload();
  await isReady(page);
  await play(page, "Ra1n");
  await isSaid(page, "2g Ra1n is legal. Silver to move: 2s.");

  server.replace();
  await update(page);
  await says(page.locator("#notice"), "A new version of this page is ready.");
  await view(page, "Learn");
  await says(page.locator("view-learn h1"), "Learn Arimaa in ten positions");
  await view(page, "Board");
  await page.getByRole("button", { name: "Reload" }).click();
  await page.waitForFunction(() => !document.querySelector("#notice p") && document.documentElement.dataset.ready === "board");
  await isSaid(page, "2g Ra1n is legal. Silver to move: 2s.");
  await view(page, "Learn");
  await says(page.locator("view-learn h1"), "The new lessons");
}, { hash: boardOf(FROZEN), server: deployed });

onPage("copies of the page and other programs at one origin keep their own files, and a later program is seen at once", async (page, { server, address, wrong }) => {
  const files = readdirSync(new URL("../dist/", import.meta.url), { recursive: true, withFileTypes: true });
  const count = files.filter((file) => file.isFile()).length;
  /** Waits until the caches, by name, hold these numbers of files; goes on through reloads. */
  const hasFiles = (...expected) => page.waitForFunction(async (all) => {
    const names = (await caches.keys()).toSorted();
    const counts = names.map(async (name) => [name.replace(/ \w*$/, ""), (await (await caches.open(name)).keys()).length]);
    return JSON.stringify(await Promise.all(counts)) === all;
  }, JSON.stringify(expected));
  const another = ["arimaa-oracle of another", 1];
  const both = ["", "inner/"].map((path) => [`arimaa-oracle ${address}${path}`, count]);
  await isKept(page);
  await page.evaluate(async () => (await caches.open("arimaa-oracle of another program")).put("/x", new Response("x")));
  await hasFiles(both[0], another);
  await page.goto(`${address}inner/`);
  await isKept(page);
  await hasFiles(...both, another);
  await isReady(page);
  // A new version of one of them deletes the old one's files alone.
  server.replace();
  await page.evaluate(() => (globalThis.isOld = true));
  await update(page);
  await page.getByRole("button", { name: "Reload" }).click();
  await page.waitForFunction(() => !globalThis.isOld && document.documentElement.dataset.ready);
  await hasFiles(...both, another);
  server.follow();
  await page.goto(address);
  await says(page.locator("h1"), "Another program");
  await hasFiles(both[1], another);
  wrong.splice(0);
}, { server: deployed });

/** The console messages for blocked service workers, and for files that are gone or blocked. */
const BLOCKED = /Service Worker registration blocked|404|ERR_FAILED/;

onPage("without a service worker a view that is gone is said to be, and the board stays", async (page, { server, wrong }) => {
  server.replace();
  await page.getByRole("link", { name: "Learn" }).click();
  await says(page.locator("#notice"), "This view could not be loaded");
  await says(page.locator("nav [aria-current=page]"), "Board");
  await isSaid(page, "Gold to move: 2g.");
  wrong.splice(0).forEach((line) => assert.match(line, BLOCKED));
}, { hash: boardOf(FROZEN), serviceWorkers: "block", server: deployed });

onPage("a view without its data says so, and is made anew at the next visit", async (page, { wrong }) => {
  await page.route("**/spec*.json", (route) => route.abort());
  await page.getByRole("link", { name: "Rules" }).click();
  await says(page.locator("#notice"), "This view could not be loaded");
  await page.unroute("**/spec*.json");
  await page.getByRole("link", { name: "Board" }).click();
  await page.getByRole("link", { name: "Rules" }).click();
  await says(page.locator("view-rules"), "Find a rule");
  wrong.splice(0).forEach((line) => assert.match(line, BLOCKED));
}, { serviceWorkers: "block" });

onPage("the page opens without a network once it was loaded, other views too", async (page, { context }) => {
  await isKept(page);
  await context.setOffline(true);
  await page.reload();
  await isSaid(page, SAID);
  await view(page, "Learn");
});

onPage("all that is fetched before the first ruling has at most 300 KB gzipped", async (page, { fetched, address }) => {
  await isSaid(page, SAID);
  const files = new Set(fetched.filter((url) => url.startsWith(address)));
  assert.ok([...files].some((url) => url.endsWith(".wasm")));
  const sizes = [...files].map((url) => gzipSync(readFileSync(fileOf(url)), { level: 9 }).length);
  const total = sizes.reduce((sum, size) => sum + size);
  console.log(`${total} bytes gzipped in ${files.size} files`);
  assert.ok(total <= 300_000, `${total} bytes`);
});

for (const viewport of [PHONE.viewport, { width: 1200, height: 800 }, { width: 1920, height: 1080 }]) {
  test(`nothing jumps while it loads, at ${viewport.width} pixels`, { skip }, async () => {
    for (const name of ["board", "rules/FRZ-2", "cases", "engines", "learn", "learn/1"]) {
      const { page, context } = await shared.open(`#/${name}`, {
        viewport,
        script: () => {
          globalThis.shifted = 0;
          new PerformanceObserver((list) => {
            for (const { value, hadRecentInput } of list.getEntries()) {
              globalThis.shifted += hadRecentInput ? 0 : value;
            }
          }).observe({ type: "layout-shift", buffered: true });
        },
      });
      await isStill(page);
      const shifted = await page.evaluate(() => globalThis.shifted);
      console.log(`${name} at ${viewport.width}: ${shifted.toFixed(3)}`);
      assert.ok(shifted < 0.05, `${name}: ${shifted}`);
      await context.close();
    }
  });
}

onPage("the turn that the card speaks of is in view, though its ruling comes later, with what was captured", async (page) => {
  const captured = page.locator(".captured");
  await isSaid(page, SAID);
  await says(captured.first(), "Captured: silver rabbit");
  await says(captured.last(), "Captured: gold horse, gold dog, gold camel");
  await page.click("#first");
  await isSaid(page, "Gold to move: 1g.");
  assert.equal(await captured.first().innerText(), "");
  await page.click("#last");
  await isSaid(page, SAID);
  await isStill(page);
  const [list, current] = await Promise.all(["#turns", "#turns [aria-current=true]"].map((one) => page.locator(one).boundingBox()));
  assert.ok(current.y >= list.y && current.y + current.height <= Math.min(list.y + list.height, 800), `${current.y}`);
}, {
  viewport: { width: 1280, height: 800 },
  // The text of the rule is asked for when the list has been drawn and scrolled.
  script: () => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (...message) {
      const ask = () => postMessage.apply(this, message);
      const later = (frames) => requestAnimationFrame(frames > 1 ? () => later(frames - 1) : ask);
      JSON.stringify(message).includes("explain_rule") ? later(5) : ask();
    };
  },
});

onPage(
  "the board fills the height of the window and leaves room for the ruling, and the text has the reader's own size",
  async (page) => {
    await isSaid(page, SAID);
    for (const [width, height, least] of [
      [1920, 1080, 820], [970, 900, 500], [900, 600, 400], [844, 390, 300], [768, 1024, 640], [390, 740, 350], [360, 640, 280],
    ]) {
      await page.setViewportSize({ width, height });
      const board = await page.locator("#board").boundingBox();
      assert.ok(board.height > least, `${board.height} at ${width}`);
      const ruling = await verdict(page).boundingBox();
      const controls = await page.locator(".controls").boundingBox();
      const end = ruling.x > board.x + board.width ? height : controls.y;
      assert.ok(ruling.y + ruling.height <= end, `${ruling.y + ruling.height} at ${width}`);
      await fits(page);
    }
    const rules = () => [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
    const size = await page.evaluate(`(${rules})().some(({ selectorText, style }) =>
      /^(:root|html|body)$/.test(selectorText) && style.fontSize)`);
    assert.equal(size, false);
  },
  { viewport: { width: 1920, height: 1080 } },
);

onPage("a theme is chosen beside the system's, and kept", async (page, { wrong }) => {
  const theme = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const [light, dark] = ["rgb(251, 250, 247)", "rgb(23, 25, 28)"];
  assert.equal(await theme(), dark);
  await page.getByRole("button", { name: "Theme: that of the system" }).click();
  await page.getByRole("button", { name: "Theme: light" }).waitFor();
  assert.equal(await theme(), light);
  // It is there before the view is.
  await page.route("**/assets/board-*.js", () => undefined);
  await page.reload();
  assert.equal(await theme(), light);
  await page.unrouteAll();
  await page.reload();
  await page.getByRole("button", { name: "Theme: light" }).click();
  await page.getByRole("button", { name: "Theme: dark" }).click();
  await page.getByRole("button", { name: "Theme: that of the system" }).waitFor();
  await page.emulateMedia({ colorScheme: "light" });
  assert.equal(await theme(), light);
  wrong.splice(0).forEach((line) => assert.match(line, BLOCKED));
}, { colorScheme: "dark", serviceWorkers: "block" });

onPage("after a link to an earlier turn the board is in view on a phone, and Back leads back", async (page) => {
  await isSaid(page, SAID);
  await page.setViewportSize({ width: 390, height: 600 });
  await page.evaluate(() => scrollTo(0, 300));
  await verdict(page).getByRole("button", { name: "29s" }).tap();
  await says(verdict(page), "is legal.");
  await page.waitForFunction(() => {
    const { top, bottom } = document.querySelector("#board").getBoundingClientRect();
    return top > -1 && bottom <= innerHeight;
  });
  await page.goBack();
  await isSaid(page, SAID);
  await page.goForward();
  await says(verdict(page), "is legal.");
}, PHONE);

for (const number of [1, 3, 5]) {
  onPage(`lesson ${number} begins with its board on a phone, and an answer is on the screen`, async (page) => {
    const [board, text] = await Promise.all([".lesson-play arimaa-board", ".lesson-text"].map((one) => page.locator(one).boundingBox()));
    assert.ok(board.y + board.height < Math.min(text.y, PHONE.viewport.height), `${board.y}`);
    await page.getByRole("button", { name: "Show a solution" }).tap();
    await page.locator(".result p").first().waitFor();
    await page.waitForFunction(() => {
      const { top, bottom } = document.querySelector(".result").getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  }, { ...PHONE, hash: `#/learn/${number}` });
}

/** The contrast between the plates of silver pieces and the squares, as a ratio from 1. */
function contrastOfSilver(page) {
  return page.locator("#board").evaluate(({ shadowRoot }) => {
    const light = (selector) => {
      const [red, green, blue] = getComputedStyle(shadowRoot.querySelector(selector)).fill.match(/[\d.]+/g)
        .map((part) => (part / 255) ** 2.2);
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
    };
    const [square, piece] = [light(".square"), light(".silver .plate")];
    return Math.max(square, piece) / Math.min(square, piece);
  });
}

for (const look of [
  { colorScheme: "light", viewport: { width: 1280, height: 900 } },
  { colorScheme: "dark", viewport: PHONE.viewport },
  { forcedColors: "active", viewport: { width: 800, height: 900 } },
]) {
  const named = look.forcedColors ? "forced colours" : `the ${look.colorScheme} theme`;
  onPage(`axe finds nothing in any view, in ${named} at ${look.viewport.width} pixels`, async (page) => {
    // Where everything on the board stands.
    const places = () => page.locator("view-board").evaluate((board) =>
      [...board.querySelectorAll("*")].map((element) => JSON.stringify(element.getBoundingClientRect())));
    const before = await places();
    assert.ok(look.forcedColors || (await contrastOfSilver(page)) > 3);
    for (const name of VIEWS) {
      await page.evaluate((hash) => (location.hash = hash), `#/${name}`);
      await isReady(page, name.split("/")[0]);
      if (name === CASE) {
        await page.getByRole("link", { name: "Play it" }).waitFor();
        await page.getByText("The question as JSON").click();
      }
      if (name === LESSON) {
        const tries = page.locator(".tries > li");
        for (const item of await tries.all()) {
          await item.getByRole("button").click();
          await item.locator("arimaa-board").waitFor();
        }
      }
      await isStill(page);
      await axe(page);
      await fits(page);
      assert.ok((await page.locator("button.strong:visible").count()) <= 1, name);
      // For a reader whose text is larger.
      await page.evaluate(() => (document.documentElement.style.fontSize = "150%"));
      await fits(page);
      await page.evaluate(() => (document.documentElement.style.fontSize = ""));
    }
    await view(page, "Board");
    assert.deepEqual(await places(), before);
    await page.getByRole("button", { name: "Keys" }).click();
    await page.locator("#keys[open]").waitFor();
    await axe(page);
    await page.keyboard.press("Escape");
    await page.getByText("Comment on this turn").first().click();
    await page.locator("#legal-title").click();
    await axe(page);
    await page.getByRole("button", { name: "Edit" }).click();
    await says(page.locator("#validity"), "This position can be played.");
    await axe(page);
    await fits(page);
  }, look);
}

// The page as a whole: it loses no work, gives honest links, fits its window and can be heard.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { gzipSync } from "node:zlib";

import {
  axe, boardOf, DISPUTE, fileOf, fits, FROZEN, isCalled, isLinked, isSaid, isStill, paste, PATIENCE, PHONE,
  play, saved, says, site, skip, TYPES, verdict,
} from "./browser.mjs";

const SAID =
  "Refused: Silver may not end 31s here. " +
  "The position with the same side to move has stood twice before, after 29s and 30s.";
const CASE = "cases/only-repetitions-short-of-the-opponents-goal-exchanged";
const LESSON = "learn/6";
const VIEWS = ["board", "rules/FRZ-2", "cases", CASE, "engines", "learn", LESSON, "learn/test"];

const { shared, onPage } = site();

const view = (page, name) => page.getByRole("navigation").getByRole("link", { name, exact: true }).click();

test("the dispute of game 669192 is three actions on a phone: paste, open 31s, share", { skip }, async () => {
  const { page, context, wrong, address } = await shared.open(boardOf(FROZEN), {
    ...PHONE,
    permissions: ["clipboard-read", "clipboard-write"],
    script: () => {
      navigator.share = async (data) => void (globalThis.shared = data);
    },
  });
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
  await context.close();

  const elsewhere = await shared.open(new URL(data.url).hash);
  await isSaid(elsewhere.page, SAID);
  await isCalled(elsewhere.page, "b3", "b3, silver cat");
  assert.deepEqual([...wrong, ...elsewhere.wrong], []);
  assert.ok(elsewhere.fetched.every((url) => url.startsWith(address) || url.startsWith("data:")));
  await elsewhere.context.close();
});

onPage("a game that is too long for a link is said to be, named nowhere as another one, and kept", async (page) => {
  await isSaid(page, SAID);
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
  await isSaid(page, "2g Ra1n is legal. Silver to move: 2s.");
  await says(page.locator("#too-long"), "Too long for a link");
  assert.equal(await saved(page), long);
});

onPage("a board whose place another takes comes back by Undo, by Back and after a reload", async (page) => {
  const [first, other] = ["2g Ra1n is legal. Silver to move: 2s.", "Gold to move: 1g."];
  await play(page, "Ra1n");
  await isSaid(page, first);
  await page.getByRole("button", { name: "Open …" }).click();
  await page.getByRole("button", { name: "New game" }).click();
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
  await page.locator("html[data-ready=rules]").waitFor();
  await page.locator("#FRZ-2").waitFor();
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
  await page.locator("html[data-ready=board]").waitFor();
  await isSaid(page, said);
  assert.equal(await page.evaluate(() => location.hash), address);
  assert.equal(await page.evaluate(() => scrollY), 0);
  await page.goBack();
  await page.locator("html[data-ready=rules]").waitFor();
  await page.waitForFunction((y) => Math.abs(scrollY - y) < 50, place);
  await page.goBack();
  await page.locator("html[data-ready=board]").waitFor();
  await isSaid(page, said);
  await page.reload();
  await isSaid(page, said);
  await view(page, "Engines");
  await page.locator("html[data-ready=engines]").waitFor();
  await page.reload();
  await page.locator("html[data-ready=engines]").waitFor();
  await view(page, "Board");
  await isSaid(page, said);
}, { hash: boardOf(FROZEN) });

/** In the page: plays, and reloads as soon as the board shows it. */
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
    wrong.splice(0).forEach((line) => assert.match(line, /Service Worker registration blocked|404/));
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

/** A server whose files can be replaced, as by a deployment. */
async function deployed() {
  const folder = mkdtempSync(join(tmpdir(), "arimaa-page-"));
  const dist = fileURLToPath(new URL("../dist/", import.meta.url));
  cpSync(dist, folder, { recursive: true });
  const server = createServer(({ url }, response) => {
    // Two copies of the page, one inside of the other.
    const name = new URL(url, "http://localhost").pathname.replace(/^\/(inner\/)?/, "") || "index.html";
    try {
      const bytes = readFileSync(join(folder, name));
      response.writeHead(200, { "content-type": TYPES[extname(name)], "cache-control": "no-cache" }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    /** Gives every script a new name, as a build of other sources does, and another heading. */
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
    /** Serves another program at the same address. */
    follow() {
      readdirSync(folder).forEach((name) => rmSync(join(folder, name), { recursive: true }));
      writeFileSync(join(folder, "index.html"), "<title>Another</title><h1>Another program</h1>");
    },
    stop() {
      server.close();
      server.closeAllConnections();
      rmSync(folder, { recursive: true });
    },
  };
}

test("an open page stays whole when a new version is deployed, and the reload brings that", { skip }, async (context) => {
  const site = await deployed();
  context.after(() => site.stop());
  const { page, context: opened, wrong } = await shared.open(boardOf(FROZEN), { address: site.address });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  await page.reload();
  await page.locator("html[data-ready=board]").waitFor();
  await play(page, "Ra1n");
  await isSaid(page, "2g Ra1n is legal. Silver to move: 2s.");

  site.replace();
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((one) => one.update()));
  await says(page.locator("#notice"), "A new version of this page is ready.");
  await view(page, "Learn");
  await says(page.locator("view-learn h1"), "Learn Arimaa in ten positions");
  await view(page, "Engines");
  await page.locator("view-engines .engines").waitFor();
  await view(page, "Board");
  await page.getByRole("button", { name: "Reload" }).click();
  await page.waitForFunction(() => !document.querySelector("#notice p") && document.documentElement.dataset.ready === "board");
  await isSaid(page, "2g Ra1n is legal. Silver to move: 2s.");
  await view(page, "Learn");
  await says(page.locator("view-learn h1"), "The new lessons");
  assert.deepEqual(wrong, []);
  await opened.close();
});

test("copies of the page and other programs at one origin keep their own files, and a later program is seen at once", { skip }, async (context) => {
  const site = await deployed();
  context.after(() => site.stop());
  const { page, context: opened } = await shared.open("", { address: site.address });
  const isActive = () => page.waitForFunction(() => {
    const { scriptURL, state } = navigator.serviceWorker.controller ?? {};
    return scriptURL === new URL("offline.js", location.href).href && state === "activated";
  });
  const files = readdirSync(new URL("../dist/", import.meta.url), { recursive: true, withFileTypes: true });
  const count = files.filter((file) => file.isFile()).length;
  const kept = () => page.evaluate(async () => {
    const names = (await caches.keys()).toSorted();
    return Promise.all(names.map(async (name) => [name.replace(/ \w*$/, ""), (await (await caches.open(name)).keys()).length]));
  });
  /** Waits until these caches hold so many files, through reloads. */
  const isKept = async (...expected) => {
    for (const began = performance.now(); ; ) {
      const found = await kept().catch(String);
      if (isDeepStrictEqual(found, expected) || performance.now() - began > PATIENCE) {
        return assert.deepEqual(found, expected);
      }
    }
  };
  const another = ["arimaa-oracle of another", 1];
  const both = ["", "inner/"].map((path) => [`arimaa-oracle ${site.address}${path}`, count]);
  await isActive();
  await page.evaluate(async () => (await caches.open("arimaa-oracle of another program")).put("/x", new Response("x")));
  await isKept(both[0], another);
  await page.goto(`${site.address}inner/`);
  await isActive();
  await isKept(...both, another);
  await page.waitForFunction(() => document.documentElement.dataset.ready);
  // A new version of one of them deletes the old one's files alone.
  site.replace();
  await page.evaluate(() => {
    globalThis.isOld = true;
    return navigator.serviceWorker.getRegistration().then((one) => one.update());
  });
  await page.getByRole("button", { name: "Reload" }).click();
  await page.waitForFunction(() => !globalThis.isOld && document.documentElement.dataset.ready);
  await isKept(...both, another);
  site.follow();
  await page.goto(site.address);
  await says(page.locator("h1"), "Another program");
  await isKept(both[1], another);
  await opened.close();
});

test("without a service worker a view that is gone is said to be, and the board stays", { skip }, async (context) => {
  const site = await deployed();
  context.after(() => site.stop());
  const { page, context: opened, wrong } = await shared.open(boardOf(FROZEN), { address: site.address, serviceWorkers: "block" });
  site.replace();
  await view(page, "Learn");
  await says(page.locator("#notice"), "This view could not be loaded");
  await says(page.locator("nav [aria-current=page]"), "Board");
  await isSaid(page, "Gold to move: 2g.");
  assert.ok(wrong.every((line) => /404|Service Worker registration blocked/.test(line)), `${wrong}`);
  await opened.close();
});

onPage("the page opens without a network once it was loaded, other views too", async (page, { context }) => {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  await context.setOffline(true);
  await page.reload();
  await isSaid(page, SAID);
  await view(page, "Learn");
  await page.locator("html[data-ready=learn]").waitFor();
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
          globalThis.shifts = [];
          new PerformanceObserver((list) => {
            for (const { value, hadRecentInput, sources } of list.getEntries()) {
              if (!hadRecentInput) {
                globalThis.shifts.push([value, ...sources.map(({ node }) => node?.id || node?.className || node?.nodeName)]);
              }
            }
          }).observe({ type: "layout-shift", buffered: true });
        },
      });
      await isStill(page);
      const shifts = await page.evaluate(() => globalThis.shifts);
      const total = shifts.reduce((sum, [value]) => sum + value, 0);
      console.log(`${name} at ${viewport.width}: ${total.toFixed(3)}`);
      assert.ok(total < 0.05, `${name}: ${JSON.stringify(shifts)}`);
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
  wrong.splice(0).forEach((line) => assert.match(line, /Service Worker registration blocked/));
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

/** How far the plates of silver pieces stand out from the squares. */
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
      await page.locator(`html[data-ready=${name.split("/")[0]}]`).waitFor();
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
    await page.locator("html[data-ready=board]").waitFor();
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

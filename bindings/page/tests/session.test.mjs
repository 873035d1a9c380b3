// What a person does on the board, without a browser: what is said, saved, undone and kept.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Worker } from "node:worker_threads";

import { beside, letterAt } from "arimaa-oracle/board";

import { DISPUTE, ELEPHANT, FROZEN, SETUPS, TAKEN_BACK, TWO_GAMES } from "./browser.mjs";
import { load, oracle } from "./sources.mjs";

const { Session } = await load("session.ts");
const { reaches } = await load("progress.ts");
const { LESSONS } = await load("words/learn.ts");
const { readSavedLink, savedLink } = await load("link.ts");
const { captioned, commandOf, questionOf } = await load("exports.ts");
const { USUAL_SETUPS } = await load("words.ts");
const host = { requestUpdate() {}, updateComplete: Promise.resolve(true) };

const workers = new Set();
/** All messages to workers, in order; one for which `before` returns true is not sent. */
const asked = [];
let before = () => undefined;
const { postMessage } = Worker.prototype;
Worker.prototype.postMessage = function (message, ...rest) {
  workers.add(this);
  asked.push(message);
  return before(message) ? undefined : postMessage.call(this, message, ...rest);
};
after(() => workers.forEach((worker) => worker.terminate()));

const ALONE = `Start: ${ELEPHANT}\n`;
/** A record with comments in braces and variations in brackets, and two turns on a line. */
const NOTES = `Start: g [r..............................................................R]
2g Rh1n {the long way} 2s ra8s (2s ra8e {along the edge} 3g Rh2n (3g Rh2w)) 3g Rh2n {it goes on}
`;

/** Two rows of an archive of games. */
const ARCHIVE = [
  "id\tresult\tmovelist",
  "71\tw\t1w Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Da2 Hb2 Cc2 Ed2 Me2 Cf2 Hg2 Dh2\\n1b",
  "72\tb\t1w Ra2 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Da1 Hb2 Cc2 Ed2 Me2 Cf2 Hg2 Dh2\\n1b",
].join("\n");

const INSTEAD = "The board shows an example instead.";

async function opened(text, more = {}) {
  const session = new Session(host);
  await session.open({ text, ...more });
  return session;
}

const says = ({ verdict: { sentences } }, words) =>
  words instanceof RegExp ? assert.match(sentences.join(" "), words) : assert.equal(sentences.join(" "), words);
const isSaved = (session, text) => assert.equal(session.file.text, text);

/** Opens a new session from what a reload of this one would keep. */
async function reloaded({ history }) {
  const session = new Session(host);
  session.history.load(JSON.parse(JSON.stringify(history)));
  assert.ok(await session.reopen());
  return session;
}

/** Opens a new session from the link that saves this one. */
async function linked({ history }) {
  const session = new Session(host);
  const link = await savedLink(history.saved);
  await session.restore(await readSavedLink(link.split("z=")[1]));
  return session;
}

/** Goes to the turn whose label and text begin with `written`. */
const go = (session, written) => {
  const all = Array.from({ length: 200 }, (_, place) => session.analysis.turnAt(place));
  return session.select(all.find(({ label, text }) => `${label} ${text}`.startsWith(written)));
};

test("what a text opens as is said", async () => {
  const board = NOTES.slice(7).split("\n")[0];
  for (const [text, said, more] of [
    [`> [Start "${board}"]\n> [Gold "Ann"]\n>\n> 2g Rh1n! {quick} (2g Rh1w) 2s ra8s?!\n> 0-1`, "2s ra8s is legal. Gold to move: 3g."],
    [`Start: ${board}\n2g Rh1n\\n2s ra8s`, "2s ra8s is legal. Gold to move: 3g."],
    [`${SETUPS}2g Eh2n {open\n2s eh7s\n`, "2s eh7s is legal. Gold to move: 3g."],
    ["5g Hh2w\n5s hh7s\n", "Refused: this turn is 1g, not 5g. The record does not begin with 1g: its beginning is missing, or a line `Start:` with the position."],
    [DISPUTE, "Refused: Silver may not play rc3e in 30s. The gold rabbit on d3 is in the way.", { before: "30s", turn: "rc3e" }],
    [FROZEN, "2g Ra1n Ra2n is legal. Silver to move: 2s.", { turn: "Ra1n Ra2n" }],
    ["s r6R/8/8/8/8/8/8/8", "Gold has won: a gold rabbit stands on its goal rank (END-3)."],
    [`${SETUPS}2g Eh2n\n2s resigns\n`, "2g Eh2n is legal. The record ends here: 2s resigns. Gold has won."],
    [`${SETUPS}2g Eh2n\n3g resigns\n`, "2g Eh2n is legal. The record ends here: 3g resigns. Silver to move: 2s."],
    ["1g", "Refused: Gold may not play Ra3 in 1g. a3 is not on the first two ranks of gold.", { turn: "Ra3" }],
    [ARCHIVE, "The text holds 2 games: choose one."],
    ["  \n ", `Not read: there is no text. ${INSTEAD}`],
    ["\0\u0001PNG", `Not read: this is no text, but other data. ${INSTEAD}`],
    [`${"\u0001\u001b[2J\u202e".repeat(16)}\n`.repeat(10_000), /^Not read: /],
    ["2g Ed2n ; <script>alert(2)</script>", /^Not read: /],
    ["g [r.......]", `Not read: line 1, column 12: found 8 squares, expected 64 squares. ${INSTEAD}`],
  ]) {
    says(await opened(text, more), said);
  }
});

test("a board that does not say which side moves is asked about, not refused", async () => {
  const session = await opened(FROZEN);
  const ranks = ["r.......", ".....d..", ...Array(5).fill("........"), ".......R"];
  const rows = ranks.map((rank, row) => `${8 - row}| ${rank.replaceAll(".", " ").split("").join(" ")} |`);
  const border = ` +${"-".repeat(17)}+`;
  for (const text of [
    [border, ...rows, border, "   a b c d e f g h"].join("\n"), `[${ranks.join("")}]`, "r7/5d2/8/8/8/8/8/7R",
    JSON.stringify({ board: ranks }), ranks.join("\n"),
  ]) {
    await session.open({ text });
    says(session, "The text does not say which side moves. Gold or Silver to move?");
    await session.choose(session.sides.silver);
    says(session, "Silver to move: 2s.");
    assert.deepEqual([session.board, session.sides], [ranks, undefined]);
  }
});

test("a text that cannot be read or cannot be is said with its line or rule, and the board stays", async () => {
  const session = await opened(FROZEN);
  for (const [count, line] of [[20, /^…(rb8 ){10}rb9( rc8){9} …$/], [0, /^1s ra8 rb9$/]]) {
    await session.open({ text: `1g Ra1 Rb1\n1s ra8 ${"rb8 ".repeat(count)}rb9${" rc8".repeat(count)}\n` });
    assert.match(session.verdict.line.trim(), line);
    says(session, /^Not read: line 2, column .* The board still shows what was opened before\.$/);
  }
  const impossible = "g [EE......................................................r......R]";
  for (const text of [impossible, `Game: 5\nStart: ${impossible}\n2g Ea8s\n`]) {
    await session.open({ text });
    const { sentences: [said], rule, picture } = session.verdict;
    assert.equal(said, "Impossible: 2 gold elephants stand on the board and a set has 1.");
    assert.deepEqual([rule.id, picture.squares], ["VAL-1", ["a8", "b8"]]);
    session.dismiss();
    says(session, "Gold to move: 2g.");
  }
});

test("one of several games is chosen, and judged with its comments", async () => {
  const session = await opened(TWO_GAMES);
  says(session, "The text holds 2 games: choose one.");
  await session.choose(session.games.records[1]);
  says(session, /^Refused: Gold may not play Cc2n in 2g\./);
  assert.deepEqual([session.shown.comments, session.games], [["This is refused."], undefined]);
});

test("a takeback leaves the turn as a variation, and comments stay at their turns", async () => {
  const session = await opened(TAKEN_BACK);
  says(session, "3g Ee6n is legal. Silver to move: 3s.");
  await go(session, "2s ra8s");
  says(session, "2s ra8s is legal. Gold to move: 3g. The record takes this turn back.");
  await session.goBack();
  assert.deepEqual(session.shown.comments, ["The rabbit is far from home.", "a first try"]);
  await session.goForward();
  says(session, "2s ra8e is legal. Gold to move: 3g.");
});

test("every change is undone and redone, through a reload", async () => {
  let session = await opened(`${SETUPS}2g Eh2n 2s eh7s (2s ed7s) 3g Eh3n\n`);
  const shown = () => `${session.now.standing.edition} ${session.file.text}`;
  const files = [shown()];
  for (const change of [
    () => session.comment("well"),
    () => go(session, "2s eh7s").then(() => session.removeTurn(session.shown)),
    () => session.typeTurn("2s dd7s"),
    () => go(session, "2g Eh2n").then(() => session.typeTurn("2s mg7s")),
    () => session.promote(session.shown),
    () => session.play(["Eh3n", "Eh4n"]),
    () => session.changeEdition("2002"),
  ]) {
    await change();
    assert.notEqual(shown(), files.at(-1));
    files.push(shown());
  }
  for (const way of ["undo", "redo", "undo", "redo"]) {
    for (const file of (way === "undo" ? files.toReversed() : files).slice(1)) {
      await session[way]();
      assert.equal(shown(), file);
    }
    session = await reloaded(session);
  }
  assert.ok(session.canUndo && !session.canRedo);
});

test("the steps of a turn are looked at one by one, and nothing is done by that", async () => {
  const session = await opened(DISPUTE);
  await go(session, "31g");
  const { length } = session.history;
  await session.stepBack();
  says(session, /^Gold played rc2n\. .* After step 3 of 31g Cc2s rb2e rc2n Cc1n\.$/);
  assert.deepEqual(session.arrows, ["c2c1", "b2c2", "c2c3"]);
  await session.stepForward();
  says(session, "31g Cc2s rb2e rc2n Cc1n is legal. Silver to move: 31s.");
  // A turn that is refused as far as it is legal, and over the border of two turns.
  await session.stepForward();
  says(session, /^Silver played cb3n\./);
  await session.stepBack();
  says(session, /Silver to move: 31s\. Before the first step of 31s cb3n rc3w rb3s cb4s\.$/);
  await session.stepBack();
  says(session, /After step 3 of 31g/);
  await session.goLast();
  await session.stepBack();
  says(session, /After step 3 of 31s cb3n rc3w rb3s cb4s\.$/);
  assert.deepEqual([session.history.length, session.tried], [length, undefined]);
  // A step that is played there is done, and undone.
  await session.play(["end"]);
  assert.equal(session.history.length, length + 1);
  await session.undo();
  says(session, /^Silver played rb3s\./);
});

test("arrows and rings are kept with their turn, in the file too, and undone", async () => {
  const session = await opened(`${SETUPS}2g Eh2n {good}\n2s eh7s\n`);
  session.draw("h3", "h6");
  session.draw("e5", "e5");
  await session.goBack();
  assert.deepEqual(session.drawn, []);
  session.draw("d4", "d4");
  session.comment("better");
  const file = `${SETUPS}# better\n# arrows d4\n2g Eh2n\n# arrows h3h6 e5\n2s eh7s\n`;
  isSaved(session, file);
  const other = await opened(file);
  assert.deepEqual(other.drawn, ["h3h6", "e5"]);
  other.draw("e5", "e5");
  assert.deepEqual(other.drawn, ["h3h6"]);
  await other.undo();
  assert.deepEqual(other.drawn, ["h3h6", "e5"]);
  // Those of a moment are in its link, with the side that the board is seen from.
  await other.play(["Eh3n"]);
  other.draw("c3", "c4");
  other.flip();
  const { drawn, isFlipped, steps } = await linked(other);
  assert.deepEqual([drawn, isFlipped, steps], [["c3c4"], true, ["Eh3n"]]);
});

test("two play at one board: it turns to the player to move, and the result names who won", async () => {
  const session = new Session(host);
  await session.begin({ gold: "Ann", silver: " Bob " }, { flips: true });
  isSaved(session, "Gold: Ann\nSilver: Bob\n1g\n");
  for (const [ranks, isFlipped] of [[USUAL_SETUPS[0][1], true], [USUAL_SETUPS[1][1], false]]) {
    await session.setUp(ranks);
    await session.play(["end"]);
    assert.equal(session.isFlipped, isFlipped);
  }
  await session.typeTurn("2g Ed2n");
  assert.equal(session.isFlipped, true);
  await session.resign();
  says(session, "2g Ed2n is legal. The record ends here: 2s resigns. Gold has won. Ann wins against Bob.");
  assert.match(session.file.text, /2g Ed2n\n2s resigns\n$/);
  await session.undo();
  await session.undo();
  assert.equal(session.isFlipped, false);
  await session.redo();
  assert.equal(session.isFlipped, true);
  says(session, "2g Ed2n is legal. Silver to move: 2s.");
  await session.typeTurn("2s ed7s");
  await session.resign();
  says(session, /Silver has won\. Bob wins against Ann\.$/);
  assert.deepEqual((await reloaded(session)).match, { flips: true });
  await session.open({ text: FROZEN });
  assert.equal(session.match, undefined);
});

test("a game against legal play at random goes to its end, and a reply is undone with its turn", async () => {
  const session = new Session(host);
  session.draws = drawn(7);
  await session.begin({ gold: "", silver: "" }, { random: "gold" });
  says(session, /^1g .* is legal\. Silver to move: 1s\.$/);
  await session.setUp(USUAL_SETUPS[0][1]);
  await session.play(["end"]);
  says(session, /^2g .* is legal\. .*Silver to move: 2s\.$/);
  await session.undo();
  says(session, /^Silver played .*\. The turn can only end now\.$/);
  await session.play(["end"]);
  while (!session.now.standing.outcome) {
    const { state } = session.now;
    const { shortest } = oracle.ask({ kind: "goal", position: { state }, limit: 0 });
    const { turns } = oracle.ask({ kind: "turns", position: { state }, limit: 40 });
    await session.typeTurn(shortest ?? turns[session.draws(turns.length)].turn);
  }
  says(session, /has won: /);
});

test("a position that is put together is kept, and undone change by change", async () => {
  let session = await opened(FROZEN);
  const empty = Array(8).fill("........");
  for (const edited of [{ side: "gold", board: session.board }, { side: "gold", board: empty }, { side: "silver", board: empty }]) {
    session.edit(edited);
  }
  session = await reloaded(session);
  assert.deepEqual(session.edited, { side: "silver", board: empty });
  for (const [way, side, isEmpty] of [["undo", "gold", true], ["undo", "gold", false], ["redo", "gold", true]]) {
    await session[way]();
    assert.deepEqual([session.edited.side, session.edited.board[0] === empty[0]], [side, isEmpty]);
  }
  session.edit(undefined);
  await session.undo();
  assert.deepEqual(session.edited.board, empty);
});

test("a picture has the card below it", () => {
  const { text } = oracle.ask({ kind: "draw", drawing: "svg", position: { any: { text: FROZEN } } });
  const said = "Refused: a < b & c. ".repeat(6).trim();
  const picture = captioned(text, [said]);
  const lines = [...picture.matchAll(/class="caption"[^>]*>(.*)<\/text>/g)].map((match) => match[1]);
  assert.equal(lines.join(" "), said.replaceAll("&", "&amp;").replaceAll("<", "&lt;"));
  assert.equal(lines.length, 2);
  assert.equal(picture.match(/height="600"/g).length, 2);
});

test("a push is one gesture: the enemy is moved, or the piece onto the enemy", async () => {
  const session = await opened("g [r..................................d.......E...........R........]");
  await session.gesture.move("d4", "d5");
  assert.deepEqual(session.steps, ["dd4n", "Ed3n"]);
  await session.undo();
  says(session, "Gold to move: 2g.");
  await session.gesture.move("d3", "d4");
  assert.equal(session.gesture.hint, "Choose where the silver dog on d4 is pushed.");
  await session.gesture.touch("e4");
  assert.deepEqual(session.steps, ["dd4e", "Ed3n"]);
});

test("pieces of a setup are placed while there are some, change places, and a usual setup is whole", async () => {
  const session = await opened('{"side": "gold", "setup": {}}');
  session.gesture.piece = "H";
  for (const square of ["b2", "g2", "d2"]) {
    await session.gesture.touch(square);
  }
  says(session, "Gold played Ed2. The turn may not end yet.");
  assert.deepEqual(session.reserve.find(([letter]) => letter === "H"), ["H", 0]);
  await session.gesture.move("d2", "b2");
  assert.deepEqual(session.steps, ["Hd2", "Hg2", "Eb2"]);
  await session.gesture.move("b2", "e4");
  says(session, /^Refused: Gold may not play Ee4 in 1g\./);
  assert.deepEqual(session.steps, ["Hd2", "Hg2", "Eb2"]);
  for (const [[, ranks], placed] of [[USUAL_SETUPS[0], "Ed2"], [USUAL_SETUPS[1], "ed7"]]) {
    await session.setUp(ranks);
    assert.ok(session.steps.includes(placed) && session.steps.length === 16);
    await session.play(["end"]);
  }
  says(session, /Gold to move: 2g\.$/);
});

test("a moment is taken elsewhere as a question and a command that give its ruling", async () => {
  const session = await opened(DISPUTE);
  const ruling = () => oracle.ask(questionOf(session.question));
  assert.equal(ruling().refusal.rule, "REP-2");
  assert.match(commandOf(session.question), /^arimaa-oracle judge game\.txt '31s cb3n .*' --at 31s$/);
  await go(session, "2s");
  assert.equal(commandOf(session.question), "arimaa-oracle legal game.txt --at 3g");
  await session.typeTurn("3g Ed3n");
  assert.match(commandOf(session.question), /^arimaa-oracle legal '\{/);
  await session.open({ text: FROZEN, steps: "Cc2n" });
  assert.equal(ruling().refusal.rule, "FRZ-2");
  assert.equal(commandOf(session.question), "arimaa-oracle legal game.txt 'Cc2n'");
});

test("a ruling is cited with all that it rests on, and a link to another ruling says so", async () => {
  const session = await opened(DISPUTE);
  const { rule, follows } = session.verdict;
  assert.equal(session.citation("https://example.org/#/board?z=1"), [
    "Refused: Silver may not end 31s here.",
    "The position with the same side to move has stood twice before, after 29s and 30s.",
    follows,
    "Turn 31s: cb3n rc3w rb3s cb4s",
    `Rules of 2008-07-01, specification ${rule.specification}`,
    `REP-2: ${rule.text}`,
    `https://example.org/#/board?z=1&rule=REP-2&specification=${rule.specification}`,
  ].join("\n"));
  assert.match(follows, /^A person may try another turn\. A program .* \(END-12, NOT-8\)\.$/);
  session.compare("REP-2", rule.specification);
  says(session, /after 29s and 30s\.$/);
  session.compare("REP-2", "1.0.0");
  says(session, /The link cites REP-2 of specification 1\.0\.0\.$/);
  // Of a game that is over, and of a turn that bears another label, nothing follows.
  for (const [text, turn] of [["s r6R/8/8/8/8/8/8/8", "ra8s"], [FROZEN, "5g Ra1n"]]) {
    await session.open({ text, turn });
    assert.deepEqual([session.verdict.tone, session.verdict.follows], ["refused", ""]);
  }
});

test("a worker that hangs is replaced, with a word", async () => {
  const session = await opened(FROZEN);
  before = () => {
    before = () => undefined;
    return true;
  };
  session.run(() => session.play(["Ra1n"]));
  await session.done;
  says(session, /no answer within 2500 ms/);
  await session.play(["Ra1n"]);
  says(session, "Gold played Ra1n. The turn may end.");
});

test("a file that is saved is read and saved again as it is, after a reload too", async () => {
  for (const [game, file = game] of [
    ["2g Ee5n\n2s ra8s\n3g takeback\n2s resigns\n"],
    ["2g Ee5n\n2s ra8s\n3g takeback\n2s\n"],
    ["2g Ee5n\n2s ra8s\n3g takeback\n"],
    ["2g resigns # bye\n", "# bye\n2g resigns\n"],
    ["2g Ee5n\n# (2g was a mistake)\n2s ra8s\n"],
    ["2g Ee5n (2g Ee5s 2s foo {x} 3g Ee4s) 2s ra8s\n", "2g Ee5n\n# (2g Ee5s {2s foo (x) 3g Ee4s})\n2s ra8s\n"],
    ["2g Ee5n (2g Ee5s 2s ra8s 3g takeback 2s ra8e)\n", "2g Ee5n\n# (2g Ee5s 2s ra8s takeback (2s ra8e))\n"],
    ["2g Ee5n {a} 2s ra8s (2s ra8e {b} 3g Ee6s (3g Ee6n))\n", "# a\n2g Ee5n\n2s ra8s\n# (2s ra8e {b} 3g Ee6s (3g Ee6n))\n"],
    ["2g Ee5n\n# (2g Ee5s 2s ra8s 3g resigns)\n"],
    ["# hello\n#\n# first\n2g Ee5n\n"],
    ["# alone\n"],
    ["9g Ee5n\n9s ra8s\n"],
  ]) {
    const session = await opened(ALONE + game);
    isSaved(session, ALONE + file);
    isSaved(await reloaded(session), ALONE + file);
    isSaved(await opened(ALONE + file), ALONE + file);
  }
  // The first turn of a record is made again, and not beside itself.
  const session = await opened(`${ALONE}9g Ee5n\n9s ra8s\n`);
  await session.goFirst();
  await session.play(["Ee5n", "end"]);
  isSaved(session, `${ALONE}9g Ee5n\n9s ra8s\n`);
});

test("a game whose record ends in a label or a resignation goes on", async () => {
  for (const [end, kept] of [["2s", ""], ["2s resigns", "# (2s resigns)\n"]]) {
    let session = await opened(`${SETUPS}2g Eh2n\n${end}\n`);
    await session.typeTurn("eh7s");
    session = await reloaded(session);
    says(session, "2s eh7s is legal. Gold to move: 3g.");
    isSaved(session, `${SETUPS}2g Eh2n\n2s eh7s\n${kept}`);
  }
});

test("a comment on the start and a resignation in a variation are the same after a reload, too", async () => {
  // The mark of the byte order is no part of the text.
  const session = await opened(`\ufeff${NOTES}`);
  await session.changeEdition("2002");
  await go(session, "3g Rh2w");
  await session.resign();
  await session.goFirst();
  session.comment("hello\n\nthere");
  for (const again of [await reloaded(session), await linked(session), await opened(session.file.text)]) {
    assert.deepEqual(again.analysis.root.comments, ["hello", "there"]);
    await go(again, "3g Rh2w");
    says(again, /The record ends here: 3s resigns\./);
  }
});

test("what stands behind a refused turn keeps its comments and variations, in another line too", async () => {
  let session = await opened(`${SETUPS}2g Eh2n {a}\n2s eh7n {bad}\n3g Eh3n {deep} (3g Mg2n {nice} 3s ra8s)\n3s mg7s {x}\n`);
  assert.equal(session.shown.rest.length, 2);
  const rest = "# deep\n3g Eh3n\n# (3g Mg2n {nice} 3s ra8s)\n# x\n3s mg7s\n";
  isSaved(session, `${SETUPS}# a\n2g Eh2n\n# bad\n2s eh7n\n${rest}`);
  await session.typeTurn("2s eh7s");
  await session.promote(session.shown);
  const game = `${SETUPS}# a\n2g Eh2n\n2s eh7s\n`;
  isSaved(session, `${game}# (2s eh7n {bad} 3g Eh3n {deep} (3g Mg2n {nice} 3s ra8s) 3s mg7s {x})\n`);
  // In a variation they are a comment.
  session = await reloaded(session);
  isSaved(session, `${game}# (2s eh7n {bad} {3g Eh3n (deep) (3g Mg2n (nice) 3s ra8s) 3s mg7s (x)})\n`);
  await go(session, "2s eh7n");
  await session.promote(session.shown);
  assert.ok((await reloaded(session)).shown.comments.join().includes("3g Eh3n {deep}"));
});

for (const [way, attempt] of [
  ["typed", (session) => session.typeTurn("Ra1n Cc2n")],
  ["played", (session) => session.play(["Ra1n", "Cc2n"])],
]) {
  test(`a refused try that is ${way} is kept, and no part of the saved game`, async () => {
    let session = await opened(FROZEN);
    await attempt(session);
    session = await reloaded(session);
    says(session, "Refused: Gold may not play Cc2n in 2g. The gold cat on c2 is frozen by the silver dog on d2 and has no friend beside it.");
    assert.deepEqual(session.marked, ["c2", "d2"]);
    isSaved(session, `Start: ${FROZEN}\n# 2g Ra1n ...\n2g\n`);
    await session.typeTurn(way === "typed" ? "Ra1n Ra2n" : "Ra2n");
    isSaved(session, `Start: ${FROZEN}\n2g Ra1n Ra2n\n`);
    await session.undo();
    says(session, "Gold played Ra1n. The turn may end.");
    await session.undo();
    says(session, "Gold to move: 2g.");
  });
}

test("a turn that is refused for its label, and steps of which one is none, play nothing", async () => {
  let session = await opened(`${SETUPS}2g Eh2n\n`);
  await session.typeTurn("5g eh7s");
  session = await reloaded(session);
  says(session, "Refused: this turn is 2s, not 5g.");
  await session.typeTurn("2s eh7s");
  says(session, "2s eh7s is legal. Gold to move: 3g.");
  await assert.rejects(() => session.play(["Eh3n", "foo"]), /action 2: `foo` is not an action/);
  assert.deepEqual(session.steps, []);
});

test("a game from the middle of a turn is undone to its start, saved, and opened again", async () => {
  const state = { side: "gold", board: ["r.......", ...Array(5).fill("........"), "....E...", "R......."], steps: ["Ee2n"] };
  for (const more of [{}, { edition: "2002" }, { turn: 7 }]) {
    const session = await opened(JSON.stringify({ ...state, ...more }));
    says(session, "Gold played Ee2n. The turn may end.");
    assert.deepEqual(session.arrows, ["e2e3"]);
    const { text } = session.file;
    const { standing, state: read } = oracle.ask({ kind: "apply", position: { any: { text } }, actions: [] });
    assert.deepEqual([standing.label, standing.edition], [`${more.turn ?? 2}g`, more.edition ?? "2008-07-01"]);
    assert.deepEqual(more.turn ? read.steps : text.match(/^# 2g (.*) \.\.\.$/m)[1].split(" "), ["Ee2n"]);
    await session.undo();
    says(session, `Gold to move: ${standing.label}.`);
    await session.open({ text });
    await session.play(["Ee3n", "end"]);
    says(session, `${standing.label} Ee2n Ee3n is legal. Silver to move: ${standing.label.replace("g", "s")}.`);
    session.flip();
    await session.changeEdition("2005-05-28");
    assert.equal(session.now.standing.edition, "2005-05-28");
    await session.undo();
    assert.deepEqual([session.now.standing.edition, session.isFlipped], [standing.edition, true]);
  }
});

test("a push that a state leaves open is said with its captured piece and its arrow, and undone", async () => {
  const board = ["r.......", "........", "........", "..cH....", ...Array(3).fill("........"), "R......."];
  const session = await opened(JSON.stringify({ side: "gold", board, steps: ["cc5n"] }));
  says(session, "Gold played cc5n. The silver cat was captured on c6. The push of the silver cat must be completed: Hd5w.");
  assert.deepEqual(session.arrows, ["c5c6"]);
  await session.undo();
  says(session, "Gold to move: 2g.");
});

test("the steps of a turn in progress are saved, opened again at the end of a line, and elsewhere a comment", async () => {
  for (const [text, at, steps, label, isComment] of [
    ["1g", undefined, "Ra1 Rb1", "1g"],
    [SETUPS.split("\n")[0], undefined, "ra8 rb8", "1s"],
    [NOTES, "3g Rh2n", "ra7s", "3s"],
    [NOTES, "3g Rh2w", "rb8s", "3s"],
    [NOTES, "2s ra8e", "Rh2n", "3g", true],
    [NOTES, "2g ", "Rh1n", "2g", true],
  ]) {
    const session = await opened(text);
    await (at && go(session, at));
    await session.play(steps.split(" "));
    const file = session.file.text;
    assert.ok(file.includes(`${label} ${steps} ...`), file);
    assert.equal(oracle.ask({ kind: "replay", record: file }).kind, "replayed");
    const again = await opened(file);
    assert.deepEqual(again.steps, isComment ? [] : steps.split(" "));
    isSaved(again, file);
  }
});

test("the arrows of the last turn stay when it has ended, and another turn keeps the old line", async () => {
  const session = await opened(FROZEN, { turn: "Ra1n Ra2n" });
  assert.deepEqual(session.arrows, ["a1a2", "a2a3"]);
  await session.goBack();
  await session.play(["Ra1n"]);
  await session.play(["end"]);
  says(session, "2g Ra1n is legal. Silver to move: 2s.");
  await session.goBack();
  await session.goForward();
  says(session, "2g Ra1n Ra2n is legal. Silver to move: 2s.");
  isSaved(session, `Start: ${FROZEN}\n2g Ra1n Ra2n\n# (2g Ra1n)\n`);
});

test("whether there is a goal in this turn is said when it is asked, with the shortest way", async () => {
  const session = await opened("g 7r/Re6/8/D7/8/8/8/8");
  await session.findGoal();
  assert.equal(session.gesture.hint, "Gold can reach the goal in this turn: Da5n Ra7n is the shortest of 10 turns that do.");
  assert.deepEqual(session.drawings, ["a5a6", "a7a8"]);
  await session.typeTurn("Da5s");
  await session.findGoal();
  assert.equal(session.gesture.hint, "Silver cannot reach the goal in this turn.");
});

test("a game before the first day of its edition is known to be, and is judged by its date", async () => {
  for (const [date, byDate, later] of [
    ["2004-02-10", undefined, ["2002", "2005-05-28", "2008-07-01"]],
    ["2006-05-11", "2005-05-28", ["2008-07-01"]],
    ["2008-06-30", "2005-05-28", ["2008-07-01"]],
    ["2008-07-01", "2008-07-01", []], ["2006-02-31"], [""],
  ]) {
    const session = await opened(DISPUTE.replace(/^Date: .*$/m, date && `Date: ${date}`));
    const { dated } = session.analysis;
    assert.deepEqual([dated?.byDate, dated?.later], [byDate, later], date);
    if (date === "2006-05-11") {
      await session.changeEdition(byDate);
      says(session, /^By the rules of 2005-05-28 the game is over \(END-10\)\. .* Gold has won:/);
    }
  }
});

test("the turns before are sent once for a step, a gesture of several steps, and undo", async () => {
  const session = await opened(DISPUTE);
  await session.goBack();
  const count = async (gesture) => {
    asked.length = 0;
    await gesture();
    const questions = asked.map(({ line }) => JSON.parse(line).ask);
    return [questions.length, questions.filter(({ position }) => position.state?.earlier).length];
  };
  assert.deepEqual(await count(() => session.gesture.move("d6", "d5")), [2, 1]);
  assert.deepEqual(await count(() => session.undo()), [1, 1]);
  // The route is looked for first, square by square.
  assert.deepEqual(await count(() => session.gesture.move("h6", "g5")), [4, 1]);
});

test("of a text of many games a thousand are offered, each of them one game for the oracle", async () => {
  const game = (number) => `Game: ${number}\nStart: ${FROZEN}\n2g Ra1n\n# Site: nowhere\n\n3g resigns # and\n`;
  const session = await opened(Array.from({ length: 1_020 }, (_, number) => game(number)).join(""));
  says(session, "The text holds more than 1000 games: choose one.");
  assert.equal(session.games.records.length, 1_000);
  for (const [number, record] of session.games.records.entries()) {
    assert.equal(record, game(number));
    assert.equal(oracle.ask({ kind: "replay", record }).kind, "replayed");
  }
  const noted = (number) => game(number).replace("2g Ra1n", "2g Ra1n { a\nSite: no tag\nb }");
  const { records } = (await opened(noted(1) + noted(2))).games;
  assert.deepEqual(records.map((record) => record.split("\n", 1)[0]), ["Game: 1", "Game: 2"]);
});

test("the solution of every lesson is entered by touches, and reaches the goal", async () => {
  for (const { position, solution, goal } of LESSONS) {
    const session = new Session(host, true);
    await session.open({ text: position });
    const steps = solution.split(" ").filter((token) => !token.endsWith("x"));
    // The only way to complete a push is taken with it.
    for (let round = 0; round < 4 && session.steps.length < steps.length; round += 1) {
      const [from, way] = [steps[session.steps.length].slice(1, 3), steps[session.steps.length][3]];
      await session.gesture.touch(from);
      await session.gesture.touch(beside(from, way));
    }
    assert.deepEqual(session.steps, steps);
    await session.play(["end"]);
    assert.ok(reaches(goal, session.shown, session.now.standing));
  }
});

/** Turns that go to and fro, so that positions repeat. */
const SHUFFLE = "2g Ed4n 2s ha8e 3g Ed5s 3s hb8w 4g Ed4n 4s ha8e 5g Ed5s 5s hb8w 6g Ed4n 6s ha8e";
/** Boards, first turns and editions, in which pushes, traps and ends are near. */
const STARTS = [
  ["g [..r.....R..............e......c..HM......c...........R......r...]", ""],
  ["s [r.......e.......Rd......h.Cc.....R.m.......C.....r.....E..R.....]", ""],
  ["g [.......r..........................................Cd....R.......]", ""],
  ["g [.......r.R....................................c...E.....R.......]", ""],
  ["g [h..................................E............r.......R.......]", SHUFFLE],
].flatMap(([board, turns]) => ["2008-07-01", "2002"].map((edition) => [board, turns, edition]));

/** Makes a generator of integers below a bound, the same in every run. */
function drawn(seed) {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

const SIDES = { Gold: "gold", Silver: "silver" };
const actions = (state, more = {}) => oracle.ask({ kind: "legal_actions", position: { state }, refusals: true, ...more });
const mayDo = (state, action) => oracle.ask({ kind: "apply", position: { state }, actions: [action] }).kind === "applied";
const outcomeOf = (state) => oracle.ask({ kind: "outcome", position: { state } }).outcome;
const boardOf = (state) => oracle.ask({ kind: "standing", position: { state } }).standing.board;
const count = (board, name) => [...board.join("")].filter((letter) => named(letter) === name).length;
const named = (letter) => {
  const kind = { E: "elephant", M: "camel", H: "horse", D: "dog", C: "cat", R: "rabbit" }[letter.toUpperCase()];
  return `${letter === letter.toUpperCase() ? "gold" : "silver"} ${kind}`;
};

/** The names of the pieces in a list; `undefined` for a piece that is not on its square. */
const listed = (board, list) => list.split(/, | and /).map((one) => {
  const [, piece, at] = /^the (\w+ \w+) on (\w\d)$/.exec(one);
  return named(letterAt(board, at)) === piece ? piece : undefined;
});

/** Whether a piece reaches a square by any sequence of its own steps. */
function gets(state, from, to) {
  return actions(state).actions.some((action) => {
    if (action.slice(1, 3) !== from) {
      return false;
    }
    const next = beside(from, action[3]);
    return next === to || gets({ ...state, steps: [...(state.steps ?? []), action] }, next, to);
  });
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** The forms of sentences, each with a check against a state, its turn's start and a refusal. */
const FORMS = [
  [/^(Gold|Silver) to move: (\w+)\.$/, (at, side, label) =>
    SIDES[side] === at.state.side && !outcomeOf(at.state) && oracle.ask({ kind: "standing", position: { state: at.state } }).standing.label === label],
  [/^(Gold|Silver) played (\w+)\.$/, ({ state }, side, step) => SIDES[side] === state.side && state.steps.at(-1) === step],
  [/^(\w+) (.*) is legal\.$/, ({ before }, label, turn) => {
    const ruled = oracle.ask({ kind: "judge", position: { state: before }, turn: `${label} ${turn}` });
    return ruled.kind === "accepted";
  }],
  [/^The (\w+ \w+) (?:is|was) captured on ([cf][36])\.$/, ({ state, before }, piece) =>
    count(boardOf(state), piece) < count(boardOf(before), piece)],
  [/^The turn may end\.$/, ({ state }) => mayDo(state, "end")],
  [/^The turn may not end yet\.$/, ({ state }) => !mayDo(state, "end")],
  [/^The turn can only end now\.$/, ({ state }) => same(actions(state).actions, ["end"])],
  [/^The push of the (\w+ \w+) must be completed: (.*)\.$/, ({ state }, piece, steps) =>
    named(state.steps.at(-1)[0]) === piece && same(steps.split(" or ").toSorted(), actions(state).actions.toSorted())],
  [/^The (\w+ \w+) on (\w\d) may be pulled: (\w+)\.(?: The .* may be pulled: \w+\.)*( The turn .*\.)?$/, ({ state }, piece, square, step) =>
    named(letterAt(boardOf(state), square)) === piece && mayDo(state, step)],
  [/^(Gold|Silver) has won: .* \(([\w-]+)\)\.$/, ({ state }, side, rule) => {
    const outcome = outcomeOf(state);
    return outcome.winner === SIDES[side] && outcome.rule === rule;
  }],
  [/^Refused: (Gold|Silver) may not (?:play (\w+)|end (\w+)) (?:in (\w+)|here)\.$/, ({ refusal }, side, at, end) =>
    refusal.at === (at ?? "end") && (at || end) !== undefined],
  [/^Refused: (the game is over, .*)\.$/, ({ state, refusal }, message) => outcomeOf(state) && refusal.message === message],
  [/^(?:The|There|A|Nothing|\w\d) .*\.$/, ({ refusal }, ...sentence) =>
    refusal !== undefined && sentence.at(-1).slice(1).startsWith(refusal.message.slice(1).replace(/\.$/, ""))],
];

const HINTS = [
  [/^No piece stands there\.$/, ({ square, board }) => letterAt(board, square) === "."],
  [/^No step is left: (.*)\.$/, ({ state }) => actions(state).actions.every((action) => action === "end")],
  [/^The (\w+ \w+) on (\w\d)(, which is frozen,)? is chosen\. Choose where it shall go\.$/, ({ state, board }, piece, square, frozen) => {
    const known = actions(state);
    return named(letterAt(board, square)) === piece && known.actions.some((one) => one.slice(1, 3) === square) &&
      !frozen === !known.frozen.some((one) => one.endsWith(square));
  }],
  [/^The (\w+ \w+) (?:on (\w\d) is chosen|does not get from (\w\d) to \w\d): (.*)\.$/, ({ state }, piece, chosen, from, why) => {
    const at = (action) => action.slice(1, 3) === (chosen ?? from);
    const known = actions(state);
    const reasons = known.refusals.filter((one) => at(one.at)).map(({ message }) => message);
    return !known.actions.some(at) && reasons.some((one) => why.includes(one)) &&
      reasons.reduce((rest, one) => rest.replaceAll(one, ""), why).replaceAll("; ", "") === "";
  }],
  [/^No way from (\w\d) to (\w\d) was found by legal steps of the (\w+ \w+) alone in this turn\.$/, ({ state }, from, to) =>
    !gets(state, from, to)],
  [/^Choose where the (\w+ \w+) on (\w\d) is pushed\.$/, ({ board }, piece, square) => named(letterAt(board, square)) === piece],
];

const STANDS = [
  [/^The ((\w+) \w+) on (\w\d) is kept on its trap by (.*)\.$/, ({ board }, piece, side, square, friends) =>
    named(letterAt(board, square)) === piece && listed(board, friends).every((friend) => friend?.startsWith(side))],
  [/^The (\w+) \w+ on (\w\d) is frozen by (.*) and has no friend beside it\.$/, ({ state, board }, side, square, enemies) =>
    actions(state).frozen.some((one) => one.endsWith(square)) &&
    listed(board, enemies).every((enemy) => enemy && !enemy.startsWith(side))],
  [/^.*\.$/, ({ state, square }, ...said) => {
    const known = actions(state);
    return !known.actions.some((one) => one.slice(1, 3) === square) &&
      known.refusals.some(({ at, message }) => at.slice(1, 3) === square && said.at(-1).includes(message.slice(1)));
  }],
];

test("what is said of 300 random moments, their pieces and squares is true", async () => {
  const session = new Session(host);
  const draw = drawn(20_081_129);
  const squares = [..."abcdefgh"].flatMap((file) => [..."12345678"].map((rank) => file + rank));
  const one = (all) => all[draw(all.length)];
  const heard = new Map([...FORMS, ...HINTS, ...STANDS].map(([form]) => [form, 0]));
  const holds = (forms, sentence, at) => {
    const form = forms.find(([pattern]) => pattern.test(sentence));
    assert.ok(form, `unknown: ${sentence}`);
    const [, ...said] = form[0].exec(sentence);
    assert.ok(form[1](at, ...said, sentence), `${sentence} ${JSON.stringify(at)}`);
    heard.set(form[0], heard.get(form[0]) + 1);
  };
  let moments = 0;
  let before;
  const check = (refusal) => {
    moments += 1;
    const { verdict, now: { state } } = session;
    assert.equal(verdict.tone === "refused", refusal !== undefined, verdict.sentences.join(" "));
    verdict.sentences.forEach((sentence) => holds(FORMS, sentence, { state, before, refusal }));
  };
  for (let round = 0; moments < 300; round += 1) {
    const [board, turns, edition] = STARTS[round % STARTS.length];
    await session.open({ text: `Start: ${board}\n${turns}\n`, edition });
    for (let move = 0; move < 12; move += 1) {
      const { now: { state } } = session;
      const known = actions(state);
      const refused = draw(3) === 0 && known.refusals.length > 0;
      const refusal = refused ? one(known.refusals) : undefined;
      const action = refused ? refusal.at : known.actions.includes("end") && draw(3) === 0 ? "end" : one(known.actions);
      before = { ...state, steps: [] };
      if (!action) {
        break;
      }
      await session.play([action]);
      check(refusal);
      const here = { state: session.now.state, board: session.board };
      const pieces = squares.filter((at) => letterAt(here.board, at) !== ".");
      for (const square of [one(squares), ...pieces]) {
        await session.gesture.point(square);
        session.gesture.pointed && holds(STANDS, session.gesture.pointed, { ...here, square });
        await session.gesture.touch(square);
        holds(HINTS, session.gesture.hint, { ...here, square });
        session.gesture.leave();
      }
      const from = one(pieces);
      await session.gesture.move(from, one((draw(2) ? squares : pieces).filter((square) => square !== from)));
      if (session.gesture.hint) {
        holds(HINTS, session.gesture.hint, here);
        session.gesture.leave();
      } else {
        before = { ...here.state, steps: [] };
        session.tried || check(undefined);
      }
    }
  }
  console.log(`${moments} moments`, [...heard.values()]);
  assert.deepEqual([...heard].filter(([, times]) => times === 0).map(([form]) => form), []);
});

test("a text of a megabyte is answered or refused", async () => {
  const record = "Start: g [r..............................................................R]\n";
  const walk = Array.from({ length: 27_000 }, (_, turn) => {
    const number = Math.floor(turn / 2) + 2;
    const step = number % 2 ? ["g Rg1w", "s rb8e"] : ["g Rh1w", "s ra8e"];
    return `${number}${step[turn % 2]}\n`;
  });
  for (const [text, said] of [
    [record + walk.join(""), "Refused:"],
    [`${record}${"2g Rh1n\n2g takeback\n".repeat(13_000)}2g Rh1w\n`, "2g Rh1"],
    [`${record}2g Rh1n\n${"\n".repeat(1_000_000)}`, "2g Rh1n is legal."],
    ["x".repeat(1_000_000), "Not read:"],
    ["x".repeat(1_100_000), "Not read: the text has more than 1048576 bytes."],
  ]) {
    const session = new Session(host);
    await session.open({ text });
    assert.ok(session.verdict.sentences[0].startsWith(said), session.verdict.sentences[0]);
  }
});

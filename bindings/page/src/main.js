// The board view: what is pasted, clicked and typed becomes questions, and answers are shown.
import { startWorker } from "./oracle/web.js";

import { Board, beside, direction, letterAt } from "./board.js";
import { Game, actionsOf } from "./game.js";
import { linkTo, readLink } from "./link.js";
import * as words from "./words.js";

const EDITIONS = ["2008-07-01", "2005-05-28", "2005-05-28+no-draws", "2002"];
const EXAMPLE = "g [.......r..........................................Cd....R.......]";

const $ = (id) => document.getElementById(id);

/** Where the text on the board came from, as a link has it. */
let source = { text: EXAMPLE, before: "", edition: "" };
let chosen;
/** What was refused last, as a link has it. */
let tried = {};
let legal = [];
let marked = [];
let oracle;
let game;

const board = new Board($("board"), (name) => run(() => choose(name)), () => {
  chosen = undefined;
  draw();
});

/** One thing after another: what is asked meanwhile waits. */
let last = Promise.resolve();
function run(task) {
  last = last.then(task).catch((error) => say(String(error.message ?? error)));
  return last;
}

function say(sentence) {
  $("said").textContent = sentence;
}

async function open(link) {
  const answer = await game.open(link);
  if (answer.kind === "error") {
    const form = await oracle.ask({ kind: "recognize", text: link.text });
    await explain(answer.error, form.misread?.[0]?.message);
    return;
  }
  source = { text: link.text, before: link.before, edition: link.edition };
  $("text").value = source.text;
  $("before").value = source.before;
  $("edition").value = game.now.standing.edition;
  const { form } = await oracle.ask({ kind: "recognize", text: link.text });
  await show(answer, words.shown(form));
  if (answer.kind === "applied" && (link.turn || link.steps)) {
    $("turn").value = link.turn || link.steps;
    await typed(Boolean(link.turn));
  }
}

/** Shows the moment after an answer: a refusal is explained, anything else said. */
async function show(answer, sentence, attempt = {}) {
  chosen = undefined;
  marked = [];
  tried = answer.kind === "refused" ? attempt : {};
  if (answer.kind === "refused") {
    marked = answer.refusal.squares ?? [];
  }
  // First the board, so that what is said is true of what is seen.
  const hasLink = await refresh();
  if (answer.kind === "refused") {
    const { earlier } = answer.refusal.details ?? {};
    await explain(answer.refusal, earlier && words.stoodAfter(game.labelsOf(earlier)));
  } else if (answer.kind === "error") {
    await explain(answer.error);
  } else {
    $("ruling").replaceChildren();
    say(hasLink ? sentence : words.TOO_LONG);
  }
  $("count").textContent = words.turns(await game.countTurns());
}

/** A sentence, the rule behind it, and the text of the rule. */
async function explain({ message, rule }, more) {
  const parts = [paragraph(message)];
  if (more && more !== message) {
    parts.push(paragraph(more));
  }
  if (rule) {
    const answer = await oracle.ask({ kind: "explain_rule", rule });
    const text = document.createElement("blockquote");
    text.textContent = joined(answer.rule?.text ?? "");
    const title = document.createElement("h2");
    title.textContent = `${rule}: ${answer.rule?.chapter ?? ""}`;
    parts.push(title, text);
  }
  say("");
  $("ruling").replaceChildren(...parts);
}

/** A text without the line breaks inside of its paragraphs and list items. */
function joined(text) {
  return text.replace(/([^\n])\n(?!\n|\s*(?:[-|*]|\d+\.)\s)/g, "$1 ");
}

function paragraph(text) {
  const element = document.createElement("p");
  element.textContent = text;
  return element;
}

/** Draws the moment and lists what is legal; whether a link can say it. */
async function refresh() {
  const moment = game.now;
  const { actions, effects } = await game.legalActions();
  legal = actions.map((action, index) => ({ action, effect: effects?.[index] }));
  draw();
  $("now").textContent = words.now(moment.standing, moment.state, words.stepsTaken(moment.state));
  $("legal").replaceChildren(
    ...legal.map(({ action, effect }) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = words.legalAction(action, effect);
      button.addEventListener("click", () => run(() => play([action])));
      const item = document.createElement("li");
      item.append(button);
      return item;
    }),
  );
  const link = linkTo({ ...source, actions: game.actions, ...tried });
  if (link) {
    history.replaceState(null, "", link);
    $("link").href = link;
  }
  return Boolean(link);
}

function draw() {
  const from = legal.map(({ action }) => action).filter((action) => action.slice(1, 3) === chosen);
  const targets = from.filter((action) => action[3]).map((action) => beside(chosen, action[3]));
  board.draw(game.now.standing.board, { chosen, targets, marked });
}

async function play(actions) {
  const answer = await game.play(actions);
  await show(answer, words.played(actions.at(-1)), { steps: actions.join(" ") });
}

/** A piece is chosen first, then a square beside it. */
async function choose(name) {
  if (!game.isOpen) {
    return;
  }
  const { board: ranks } = game.now.standing;
  if (!chosen) {
    const letter = letterAt(ranks, name);
    if (letter === ".") {
      say(words.NOTHING_THERE);
    } else {
      chosen = name;
      say(words.selected(letter, name));
      draw();
    }
    return;
  }
  const way = direction(chosen, name);
  const from = chosen;
  chosen = undefined;
  if (way) {
    await play([`${letterAt(ranks, from)}${from}${way}`]);
  } else {
    say(name === from ? "" : words.NOT_BESIDE);
    draw();
  }
}

async function go(by, done, impossible) {
  const isThere = game.go(by);
  await show(game.now.answer, isThere ? done : impossible);
}

/** What is typed: a whole turn, or steps one by one. */
async function typed(isTurn) {
  const text = $("turn").value;
  const actions = actionsOf(text);
  if (actions.length === 0) {
    say(words.EMPTY_TURN);
    return;
  }
  const before = game.actions.length;
  const answer = isTurn ? await game.playTurn(text) : await game.play(actions);
  const isPlayed = answer.kind === "applied";
  const attempt = isTurn ? { turn: text } : { steps: actions.slice(game.actions.length - before).join(" ") };
  await show(answer, words.played(isTurn ? "end" : actions.at(-1)), attempt);
  if (isPlayed && game.actions.length > before) {
    $("turn").value = "";
  }
}

function onSubmit(id, task) {
  $(id).addEventListener("submit", (event) => {
    event.preventDefault();
    run(task);
  });
}

const fromForm = () => ({
  text: $("text").value,
  before: $("before").value.trim(),
  edition: source.edition,
});

onSubmit("position-form", () => open({ ...fromForm(), edition: "" }));
onSubmit("turn-form", () => typed(true));
$("steps").addEventListener("click", () => run(() => typed(false)));
$("end").addEventListener("click", () => run(() => play(["end"])));
$("undo").addEventListener("click", () => run(() => go(-1, words.UNDONE, words.AT_START)));
$("redo").addEventListener("click", () => run(() => go(1, words.REDONE, words.AT_END)));
$("edition").append(...EDITIONS.map((name) => new Option(name)));
$("edition").addEventListener("change", () =>
  run(() => open({ ...source, edition: $("edition").value, actions: game.actions })),
);
addEventListener("hashchange", () => {
  const link = readLink(location.hash);
  if (link) {
    run(() => open(link));
  }
});

run(async () => {
  try {
    oracle = await startWorker({ timeoutMs: 10_000 });
  } catch (error) {
    throw new Error(`${words.FAILED}: ${error.message}`);
  }
  game = new Game(oracle);
  const link = readLink(location.hash);
  await open({ ...source, actions: [] });
  if (link) {
    await open(link);
  }
});

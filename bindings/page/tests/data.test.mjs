// What the build takes from the repository's own files is all there.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";

import { data, load, oracle, repository } from "./sources.mjs";

const spec = data("spec");
const suite = data("suite");
const { readBoardLink } = await load("link.ts");
const { playLink, positionOf } = await load("suite.ts");

const SPEC = repository("SPEC.md");
const rules = spec.chapters.flatMap(({ parts }) => parts.filter(({ rule }) => rule));
const written = JSON.stringify(spec);
const cases = new Map(suite.cases.map((entry) => [entry.id, entry]));

test("every rule of SPEC.md is there once, with the cases that SPEC.md names", () => {
  const headings = [...SPEC.matchAll(/^#### ([A-Z]{3}-\d+) \(([a-z ]+)\)$/gm)];
  assert.ok(headings.length > 80);
  assert.deepEqual(
    rules.map(({ rule, kind }) => [rule, kind]),
    headings.map(([, id, kind]) => [id, kind]),
  );
  for (const { rule, yes, no } of rules) {
    assert.ok(yes.length > 0 && no.length > 0, rule);
    assert.deepEqual(yes.filter((id) => !cases.get(id).yes.includes(rule)), [], rule);
    assert.deepEqual(no.filter((id) => !cases.get(id).no.includes(rule)), [], rule);
  }
  const named = [...SPEC.matchAll(/^Cases: [^]*?(?=\n\n)/gm)].join("").match(/`[^`]+`/g).length;
  assert.equal(rules.flatMap(({ yes, no }) => [...yes, ...no]).length, named);
});

test("every word of SPEC.md is there, but for the cases and what is drawn", () => {
  const shown = (text) => text.replace(/[^A-Za-z0-9]+/g, " ").trim();
  const prose = SPEC.replace(/^```[^]*?^```$/gm, " ")
    .replace(/^Cases: [^]*?(?=\n\n)/gm, " ")
    .replace(/^\[[^\]]+\]: .*$/gm, " ")
    .replace(/\]\(docs\/[a-z]+\.md\)/g, "")
    .replace(/^# .*$/m, "")
    .replace(/^\d+\. /gm, "");
  const parts = spec.chapters.flatMap(({ title, parts }) => [
    title,
    ...parts.flatMap(({ rule, kind, html }) => [rule && `${rule} ${kind}`, html]),
  ]);
  const text = [spec.preface, ...parts]
    .filter(Boolean)
    .join(" ")
    .replace(/<div class="drawings">.*?<\/div>/g, " ")
    .replace(/<pre[^]*?<\/pre>/g, " ")
    .replace(/<[^>]+>/g, " ")
    .replace(/&(quot|amp|lt|gt);/g, " ");
  const [found, expected] = [text, prose].map((from) => shown(from).split(" "));
  const at = expected.findIndex((word, index) => word !== found[index]);
  const context = (words) => words.slice(at - 5, at + 15).join(" ");
  assert.equal(context(found), context(expected));
  assert.equal(found.length, expected.length);
});

test("every drawing of SPEC.md is a board, but for the one that shows the notation", () => {
  const borders = SPEC.match(/\+-{17}\+/g).length;
  const boards = written.match(/<arimaa-board /g).length;
  const texts = written.match(/<pre [^>]*><code>[^<]*\+-{17}\+/g).length;
  assert.equal(texts, 1);
  // Each has two borders, and NOT-7 names the border in its text.
  const named = SPEC.match(/`\+-{17}\+`/g).length;
  assert.equal(2 * (boards + texts) + named, borders);
});

test("links inside of the rules lead to rules, chapters and theorems that are there", () => {
  const slugs = spec.chapters.map(({ slug }) => slug);
  const anchors = new Set([...spec.rules, ...spec.theorems, ...slugs]);
  const links = [...written.matchAll(/href=\\"([^"\\]*)\\"/g)].map((match) => match[1]);
  assert.ok(links.length > 200, `${links.length}`);
  for (const link of links) {
    assert.ok(anchors.has(link.replace(/^#\/rules\//, "")), link);
  }
  for (const id of spec.theorems) {
    assert.ok(written.includes(`<li id=\\"${id}\\"`), id);
  }
});

/** The snapshot with the number of cases that each file of the suite expands to. */
const EXPANDED =
  "crates/oracle/tests/conformance/snapshots/conformance__families__expanded_cases_of_each_file_are_those_of_the_snapshot.snap";

test("the suite is whole, and the wrong rules that fail a case are those of the repository", () => {
  const names = readdirSync(new URL("../../../suite/cases/", import.meta.url));
  const texts = names.filter((name) => name.endsWith(".toml")).map((name) => `suite/cases/${name}`);
  const ids = suite.cases.map(({ id }) => id);
  const written = texts.flatMap((name) => [...repository(name).matchAll(/\bid = "([^"{]*)"/g)]);
  assert.deepEqual(written.map((match) => match[1]).filter((id) => !ids.includes(id)), []);
  // What comes of families and twins is counted by the tests of the suite.
  const expanded = repository(EXPANDED).matchAll(/^.*\.toml: (\d+) cases/gm);
  const count = [...expanded].reduce((sum, match) => sum + Number(match[1]), 0);
  assert.deepEqual([new Set(ids).size, ids.length], [count, count]);
  const rules = repository("suite/wrong-rules.toml").match(/^id = ".*"$/gm);
  assert.deepEqual(suite.wrong.map(({ id }) => `id = "${id}"`), rules);
});

test("every engine is in the table with its numbers, and each of its known failures has its rule as a link", () => {
  const text = repository("docs/conformance.md");
  const rows = data("engines").match(/<tr>[^]*?<\/tr>/g);
  const engines = [...text.matchAll(/^\| `(.*?)` .* (\d+)\/(\d+)\/(\d+) \|$/gm)];
  const failures = [...text.matchAll(/^\| `(.*?)` \| ([A-Z]{3}-\d+) \| .* \| (\d+) \|$/gm)];
  assert.ok(engines.length > 5 && failures.length > 5);
  assert.equal(rows.length, engines.length + failures.length + 2);
  for (const [, name, passed, failed, skipped] of engines) {
    const row = rows.find((one) => one.includes(`<code>${name}</code>`));
    assert.ok(row.includes(`title="${passed} passed, ${failed} failed, ${skipped} skipped"`), name);
  }
  for (const [, name, rule, count] of failures) {
    const link = `<a href="#/rules/${rule}">${rule}</a>`;
    const row = rows.find((one) => [`<code>${name}</code>`, link, `<td>${count}</td>`].every((part) => one.includes(part)));
    assert.ok(row && spec.rules.includes(rule), `${name} ${rule}`);
  }
});

/** The oracle's answer to the question in a link to the board: a ruling, or the standing. */
function askLink(link) {
  const { turn, steps, ...any } = readBoardLink(new URLSearchParams(link.split("?")[1]));
  const position = { any: JSON.parse(JSON.stringify(any, (_, value) => value || undefined)) };
  const tried = steps ? { kind: "apply", actions: steps.split(" ") } : { kind: "judge", turn };
  return oracle.ask({ position, ...(turn || steps ? tried : { kind: "standing" }) });
}

test("every case opens on the board, where the oracle rules as it does on the case", () => {
  const told = ({ kind, standing, refusal: { rule, message, squares } = {} }) => ({ kind, standing, rule, message, squares });
  let judged = 0;
  for (const entry of suite.cases) {
    const { id, question, expect } = entry;
    const answer = askLink(playLink(entry));
    if (question.kind === "judge" && !question.strict && !question.past_end) {
      assert.deepEqual(told(answer), told(oracle.ask(question)), id);
      judged += 1;
    } else if (question.kind === "parse" && !expect.unreadable) {
      // A text that can be read need not be a legal turn, or a position that can exist.
      assert.notEqual(answer.error?.kind, "bad_text", id);
    } else if (question.kind === "parse" && question.form === "turn") {
      assert.equal(answer.error?.message, oracle.ask(question).error.message, id);
    } else if (question.kind !== "parse" && question.kind !== "judge") {
      assert.deepEqual(answer, oracle.ask({ kind: "standing", position: positionOf(entry) }), id);
    }
  }
  assert.ok(judged > 450);
});

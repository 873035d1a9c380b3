import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { loadOracle } from "arimaa-oracle";

const oracle = await loadOracle();
const board = [
  "r.......",
  "........",
  "........",
  "...e....",
  "...E....",
  "........",
  "........",
  ".......R",
];

/** Starts a game that records the length of each question. */
function measured(start) {
  const game = oracle.game(start);
  const asked = [];
  const watched = new game.constructor((question, options) => {
    asked.push(JSON.stringify(question).length);
    return oracle.ask(question, options);
  }, start);
  return { game: watched, asked };
}

test("a question at turn 200 is as long as at turn 1", () => {
  const { game, asked } = measured({ side: "gold", board });
  const stood = new Set();
  for (let played = 0; played < 200; played += 1) {
    const { turns } = game.ask({ kind: "turns" });
    // Elephants walk to boards that have not occurred yet.
    const isNew = ({ turn, board }) => /^(e[a-h][1-8][nsew] ?)+$/i.test(turn) && !stood.has(`${board}`);
    const walks = turns.filter(isNew);
    const walk = walks[(played * 7) % walks.length];
    stood.add(`${walk.board}`);
    assert.equal(game.play(walk.turn).kind, "accepted");
  }
  assert.equal(game.turnsPlayed, 200);
  assert.equal(game.state.earlier.length, 200);
  assert.ok(asked.at(-4) <= asked[0] + 60, `${asked.at(-4)} bytes after ${asked[0]}`);
});

test("repetition is refused as with the whole history, and a turn can be taken back", () => {
  const game = oracle.game({ side: "gold", board });
  for (let time = 0; time < 2; time += 1) {
    for (const turn of ["Ed4w", "ed5e", "Ec4e", "ee5w"]) {
      const { kind } = game.play(turn);
      assert.equal(kind, time === 1 && turn === "ee5w" ? "refused" : "accepted");
    }
  }
  const { refusal } = game.play("ee5w");
  assert.equal(refusal.rule, "REP-2");
  const whole = oracle.ask({ kind: "judge", turn: "ee5w", position: { state: game.state } });
  assert.deepEqual(whole.refusal, refusal);
  assert.ok(game.takeBack());
  assert.equal(game.play("Ec4n").kind, "accepted");
});

test("turns that one call ends are turns of the game, all of them or none", () => {
  const game = oracle.game({ side: "gold", board });
  const around = ["Ed4w", "end", "ed5e", "end", "Ec4e", "end", "ee5w", "end"];
  assert.equal(game.apply(...around).kind, "applied");
  const { refusal, standing } = game.apply(...around);
  assert.deepEqual([refusal.rule, refusal.token, standing.label, game.turnsPlayed], ["REP-2", 7, "4g", 4]);
  assert.equal(game.apply("Ed4w", "end", "ed5e").kind, "applied");
  assert.deepEqual([game.turnsPlayed, game.state.steps, game.takeBack()], [5, ["ed5e"], true]);
});

test("a decided game has no action, be it by a third repetition that the opponent cannot avoid", () => {
  const closed = ["c.rH....", "EDD.....", ...Array(5).fill("........"), ".......R"];
  const push = ["ca8e", "Ea7n", "Ea8s", "end"];
  const game = oracle.game({ side: "gold", board: closed });
  assert.equal(game.apply(...push, "cb8w", "end").kind, "applied");
  const { refusal, standing } = game.apply(...push, "cb8w", "end");
  assert.deepEqual([refusal.rule, refusal.token, standing.label], ["END-8", 4, "3g"]);
  assert.equal(game.apply(...push).standing.outcome.rule, "END-8");
  assert.equal(game.apply("cb8w").refusal?.rule, "END-8");
});

test("a real game is played to a third repetition and taken back to its start", () => {
  const record = new URL("../../../tests/games/669192.txt", import.meta.url);
  const lines = [...readFileSync(record, "utf8").matchAll(/^\d+[gs] (.+)$/gm)].map(([, turn]) => turn);
  const last = lines.pop();
  const { game, asked } = measured();
  for (const turn of lines) {
    assert.equal(game.play(turn).kind, "accepted", turn);
  }
  assert.equal(game.play(last).refusal.rule, "REP-2");
  // Captures clear the history, and only near the end a position has occurred twice.
  assert.ok(game.state.earlier.length < game.turnsPlayed / 2);
  assert.ok(asked.filter((length) => length > 400).length < asked.length / 10);
  while (game.takeBack());
  assert.deepEqual(game.state, { side: "gold", setup: { placed: [] } });
});

test("the clock is that of the time control", () => {
  const clock = oracle.timeControl("15s/90s/100/2m", 60, 20.5);
  assert.equal(clock.limit, 75);
  assert.equal(clock.reserve_after, 54.5);
  assert.deepEqual([clock.most_reserve, clock.game], [120, null]);
  assert.throws(() => oracle.timeControl("15s"), /part R of a time control/);
  assert.throws(() => oracle.timeControl("15s/90s", NaN), /`reserve` is NaN/);
  assert.throws(() => oracle.timeControl("15s/90s", 60, Infinity), /`used` is Infinity/);
});

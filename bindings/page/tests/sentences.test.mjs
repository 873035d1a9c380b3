// What the card says at a moment, and of a piece that is chosen, is asked of the oracle in another way.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Worker } from "node:worker_threads";

import { load, oracle } from "./sources.mjs";

const { Session } = await load("session.ts");

const workers = new Set();
const { postMessage } = Worker.prototype;
Worker.prototype.postMessage = function (...said) {
  workers.add(this);
  return postMessage.apply(this, said);
};
after(() => workers.forEach((worker) => worker.terminate()));

/** A board, an edition, and turns that are made first: pushes, traps, ends and repetitions are near. */
const SHUFFLE = "2g Ed4n 2s ha8e 3g Ed5s 3s hb8w 4g Ed4n 4s ha8e 5g Ed5s 5s hb8w 6g Ed4n 6s ha8e";
const STARTS = [
  ["g [..r.....R..............e......c..HM......c...........R......r...]", ""],
  ["s [r.......e.......Rd......h.Cc.....R.m.......C.....r.....E..R.....]", ""],
  ["g [.......r..........................................Cd....R.......]", ""],
  ["g [.......r.R....................................c...E.....R.......]", ""],
  ["g [h......................................E........r.......R.......]", SHUFFLE],
].flatMap(([board, turns]) => ["2008-07-01", "2002"].map((edition) => [board, turns, edition]));

/** A generator of numbers below a bound, the same in every run. */
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
const letterAt = (board, square) => board[8 - square[1]][square.charCodeAt(0) - 97];
const count = (board, name) => [...board.join("")].filter((letter) => named(letter) === name).length;
const named = (letter) => {
  const kind = { E: "elephant", M: "camel", H: "horse", D: "dog", C: "cat", R: "rabbit" }[letter.toUpperCase()];
  return `${letter === letter.toUpperCase() ? "gold" : "silver"} ${kind}`;
};

/** Whether a piece gets to a square by any of its own steps, one after another. */
function reaches(state, from, to) {
  return actions(state).actions.some((action) => {
    if (action.slice(1, 3) !== from) {
      return false;
    }
    const [dx, dy] = { n: [0, 1], s: [0, -1], e: [1, 0], w: [-1, 0] }[action[3]];
    const next = String.fromCharCode(from.charCodeAt(0) + dx) + (Number(from[1]) + dy);
    return next === to || reaches({ ...state, steps: [...(state.steps ?? []), action] }, next, to);
  });
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Each form of a sentence, and whether it is true of a state, the state before its turn, and a refusal. */
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
    !reaches(state, from, to)],
  [/^Choose where the (\w+ \w+) on (\w\d) is pushed\.$/, ({ board }, piece, square) => named(letterAt(board, square)) === piece],
];

test("what is said of 300 random moments, their pieces and squares is true", async () => {
  const host = { addController() {}, requestUpdate() {}, updateComplete: Promise.resolve(true) };
  const session = new Session(host);
  const draw = drawn(20_081_129);
  const squares = [..."abcdefgh"].flatMap((file) => [..."12345678"].map((rank) => file + rank));
  const one = (all) => all[draw(all.length)];
  const heard = new Map([...FORMS, ...HINTS].map(([form]) => [form, 0]));
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
    verdict.sentences.forEach((sentence) => holds(FORMS, sentence, { state, before, refusal }));
  };
  for (let round = 0; moments < 300; round += 1) {
    const [board, turns, edition] = STARTS[round % STARTS.length];
    await session.open({ text: `Start: ${board}\n${turns}\n`, edition });
    for (let move = 0; move < 12; move += 1) {
      const { now: { state } } = session;
      const known = actions(state);
      const refused = draw(3) === 0 && known.refusals.length > 0;
      const action = refused ? one(known.refusals).at : known.actions.includes("end") && draw(3) === 0 ? "end" : one(known.actions);
      before = state.steps.length > 0 ? before : state;
      if (!action) {
        break;
      }
      const { refusal } = oracle.ask({ kind: "apply", position: { state }, actions: [action] });
      await session.play([action]);
      check(refusal);
      const here = { state: session.now.state, board: session.board };
      const pieces = squares.filter((at) => letterAt(here.board, at) !== ".");
      for (const square of [one(squares), ...pieces]) {
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
        before = here.state.steps.length > 0 ? before : here.state;
        session.tried || check(undefined);
      }
    }
  }
  console.log(`${moments} moments`, [...heard.values()]);
  assert.deepEqual([...heard].filter(([, times]) => times === 0).map(([form]) => form), []);
});

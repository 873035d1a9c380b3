// Compiled and not run: what is refused here must be refused.
import { type Answer, type Position, type Question, type Refusal, type State } from "arimaa-oracle";
import { ask, loadOracle, startWorker } from "arimaa-oracle";
import { type ArimaaBoard, type BoardEventMap, beside, readBoard } from "arimaa-oracle/board";

const state: State = { side: "gold", setup: {} };
const positions: Position[] = [
  { any: { text: "g [r...........................E...................R...............]" } },
  { state },
];
const question: Question = { kind: "judge", turn: "Cc4n", position: positions[0]! };
const answer: Answer = await ask(question);
if (answer.kind === "refused") {
  const refusal: Refusal = answer.refusal;
  const rule: string | null | undefined = refusal.rule;
  document.createElement("arimaa-board").marks = refusal.squares;
  void rule;
}
const answered: Answer = (await loadOracle()).ask(question, { details: false });
const timed: Answer = await (await startWorker({ timeoutMs: 100 })).ask(question, { timeoutMs: 50 });
void [answered, timed];

const board = document.createElement("arimaa-board");
board.position = readBoard("r......./......../......../......../......../......../......../R.......") ?? "";
board.marks = ["c3", beside("c3", "n") ?? "c3"];
board.selected = undefined;
board.drawings = "e4 d2d4";
board.addEventListener("board-move", ({ detail: { from, to } }) => void `${from}${to}`);
document.addEventListener("paste", () => void (board satisfies ArimaaBoard));
const point: BoardEventMap["board-point"]["detail"]["square"] = undefined;
void point;

// @ts-expect-error there is no such kind
await ask({ kind: "guess" });
// @ts-expect-error there is no such field
await ask({ kind: "explain_rule", rule: "FRZ-1", colour: "red" });
// @ts-expect-error a judged turn needs a position
await ask({ kind: "judge", turn: "Cc4n" });
// @ts-expect-error a time is a number
await startWorker({ timeoutMs: "long" });
// @ts-expect-error a square has a name
board.selected = 12;
// @ts-expect-error a chosen square has a name
board.addEventListener("board-choose", ({ detail }) => void (detail.square satisfies number));
// @ts-expect-error squares are names
board.marks = [1, 2];

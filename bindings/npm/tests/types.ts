// Compiled and not run: what is refused here must be refused.
import { type Answer, type Question, ask, loadOracle, startWorker } from "arimaa-oracle";

const question: Question = {
  kind: "judge",
  turn: "Cc4n",
  position: { any: { text: "g [r...........................E...................R...............]" } },
};
const answer: Answer = await ask(question);
if (answer.kind === "refused") {
  const rule: string | null | undefined = answer.refusal.rule;
  void rule;
}
const answered: Answer = (await loadOracle()).ask(question, { details: false });
const timed: Answer = await (await startWorker({ timeoutMs: 100 })).ask(question, { timeoutMs: 50 });
void [answered, timed];

// @ts-expect-error there is no such kind
await ask({ kind: "guess" });
// @ts-expect-error there is no such field
await ask({ kind: "explain_rule", rule: "FRZ-1", colour: "red" });
// @ts-expect-error a judged turn needs a position
await ask({ kind: "judge", turn: "Cc4n" });
// @ts-expect-error a time is a number
await startWorker({ timeoutMs: "long" });

// The suite as data: every case, the wrong rules, and which case fails for which of them.
import { parse } from "smol-toml";

/**
 * `exported` is the output of `arimaa-oracle suite export`; the other two are the texts of
 * suite/wrong-rules.toml and suite/wrong-answers.toml.
 */
export function readSuite(exported, wrongRules, wrongAnswers) {
  const cases = exported
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const wrong = parse(wrongRules).wrong;
  const { answers } = parse(wrongAnswers);
  const places = new Map(wrong.map(({ id }, index) => [id, index]));
  const failing = new Map(cases.map(({ id }) => [id, new Set()]));
  for (const [rule, answered] of Object.entries(answers)) {
    for (const id of Object.keys(answered)) {
      failing.get(id).add(place(places, rule));
    }
  }
  for (const { id, kills } of cases) {
    kills.forEach((rule) => failing.get(id).add(place(places, rule)));
  }
  return {
    wrong,
    cases: cases.map(({ kills, ...rest }) => ({
      ...rest,
      kills: kills.map((rule) => place(places, rule)),
      fails: [...failing.get(rest.id)].sort((one, other) => one - other),
    })),
  };
}

function place(places, rule) {
  const index = places.get(rule);
  if (index === undefined) {
    throw new Error(`suite/wrong-rules.toml has no ${rule}`);
  }
  return index;
}

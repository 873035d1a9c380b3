// The suite as data: every case, the wrong rules, and which case fails for which of them.

/**
 * Both are lines of JSON: the output of `arimaa-oracle suite export`, and the same with
 * `--wrong-rules`.
 */
export function readSuite(exported, wrongRules) {
  const [cases, rules] = [exported, wrongRules].map((text) =>
    text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  );
  const wrong = rules.map(({ fails, rule, ...rest }) => ({ ...rest, rule: ruleOf(rule) }));
  const places = new Map(wrong.map(({ id }, index) => [id, index]));
  const failing = new Map(cases.map(({ id }) => [id, new Set()]));
  rules.forEach(({ fails }, index) => fails.forEach((id) => failing.get(id).add(index)));
  for (const { id, kills } of cases) {
    kills.forEach((rule) => failing.get(id).add(wrongRuleIndex(places, rule)));
  }
  return {
    wrong,
    cases: cases.map(({ kills, yes, no, ...rest }) => ({
      ...rest,
      yes: [...new Set(yes.map(ruleOf))],
      no: [...new Set(no.map(ruleOf))],
      kills: kills.map((rule) => wrongRuleIndex(places, rule)),
      fails: [...failing.get(rest.id)].sort((one, other) => one - other),
    })),
  };
}

/** The page shows cases by rule, whichever of its sentences they cite. */
function ruleOf(cited) {
  return cited.split(".")[0];
}

function wrongRuleIndex(places, rule) {
  const index = places.get(rule);
  if (index === undefined) {
    throw new Error(`suite/wrong-rules.toml has no ${rule}`);
  }
  return index;
}

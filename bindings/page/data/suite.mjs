// The suite as data: every case, the wrong rules, and which case fails for which of them.

/**
 * Both are lines of JSON: the output of `arimaa-oracle suite export`, and the same with
 * `--wrong-rules`.
 */
export function readSuite(exported, wrongRules) {
  const jsonLines = (text) => text.trim().split("\n").map((line) => JSON.parse(line));
  const rules = jsonLines(wrongRules);
  const placeOf = (wrong) => {
    const place = rules.findIndex(({ id }) => id === wrong);
    if (place < 0) {
      throw new Error(`suite/wrong-rules.toml has no ${wrong}`);
    }
    return place;
  };
  const isFailedBy = ({ id, kills }) => (rule) => rule.fails.includes(id) || kills.includes(rule.id);
  return {
    wrong: rules.map(({ fails, rule, ...rest }) => ({ ...rest, rule: ruleOf(rule) })),
    cases: jsonLines(exported).map((entry) => ({
      ...entry,
      yes: [...new Set(entry.yes.map(ruleOf))],
      no: [...new Set(entry.no.map(ruleOf))],
      kills: entry.kills.map(placeOf),
      fails: rules.filter(isFailedBy(entry)).map(({ id }) => placeOf(id)),
    })),
  };
}

/** The page shows cases by rule, whichever of its sentences they cite. */
const ruleOf = (cited) => cited.split(".")[0];

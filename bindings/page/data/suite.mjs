// The suite as data: every case, the wrong rules, and which case fails for which of them.

/**
 * Reads the suite from the output of `arimaa-oracle suite export`, and the wrong rules from the
 * output of this command with `--wrong-rules`. Both outputs are lines of JSON.
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

/** The rule of a cited sentence, `FRZ-1` for `FRZ-1.2`: the page lists cases by whole rules. */
const ruleOf = (cited) => cited.split(".")[0];

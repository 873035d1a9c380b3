/** The edition that was in force when a game began. EDN-6 has the days, and the oracle EDN-6. */
import { tagsOf } from "./notation.ts";
import { ask } from "./oracle.ts";

export const CURRENT = "2008-07-01";

/** The first day of each edition, the oldest first. */
let firstDays: Promise<[day: string, edition: string][]> | undefined;

async function readDays(): Promise<[string, string][]> {
  const answer = await ask({ kind: "explain_rule", rule: "EDN-6" });
  const text = answer.kind === "rule" ? answer.rule.text : "";
  return [...text.matchAll(/^\| (\d{4}-\d\d-\d\d) \| `([^`]+)` \|$/gm)].map(([, day = "", edition = ""]) => [day, edition]);
}

/** The day of a game, and the editions beside it. */
export interface Dated {
  date: string;
  /** The edition by the date; nothing before the first of them. */
  byDate: string | undefined;
  /** The editions that came later. */
  later: readonly string[];
}

/** The editions beside the date of a record, if it has one that exists. */
export async function datedBy(tags: string): Promise<Dated | undefined> {
  const date = tagsOf(tags).find(([name]) => name.toLowerCase() === "date")?.[1] ?? "";
  const time = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(date) : NaN;
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(date)) {
    return undefined;
  }
  const days = await (firstDays ??= readDays());
  const of = (all: typeof days) => all.map(([, edition]) => edition);
  return {
    date,
    byDate: of(days.filter(([day]) => day <= date)).at(-1),
    later: of(days.filter(([day]) => day > date)),
  };
}

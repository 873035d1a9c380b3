/** The edition in force when a game began, by the table of days in the oracle's rule EDN-6. */
import { tagsOf } from "./notation.ts";
import { ask } from "./oracle.ts";

export const CURRENT = "2008-07-01";

/** The first day of each edition, the oldest first. */
let firstDays: Promise<[day: string, edition: string][]> | undefined;

async function readDays(): Promise<[string, string][]> {
  const answer = await ask({ kind: "explain_rule", rule: "EDN-6" });
  if (answer.kind !== "rule") {
    throw new Error(`EDN-6 is answered by ${answer.kind}`);
  }
  const { text } = answer.rule;
  return [...text.matchAll(/^\| (\d{4}-\d\d-\d\d) \| `([^`]+)` \|$/gm)].map(([, day = "", edition = ""]) => [day, edition]);
}

/** The date of a game, the edition in force then, and later editions. */
export interface Dated {
  date: string;
  /** The edition in force on the date; `undefined` before the first edition. */
  byDate: string | undefined;
  /** The editions that came into force after the date. */
  later: readonly string[];
}

/** The editions for the date of a record; `undefined` without a valid date, or if EDN-6 is not answered. */
export async function datedBy(tags: string): Promise<Dated | undefined> {
  const date = tagsOf(tags).find(([name]) => name.toLowerCase() === "date")?.[1] ?? "";
  const time = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(date) : NaN;
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(date)) {
    return undefined;
  }
  firstDays ??= readDays();
  const days = await firstDays.catch(() => (firstDays = undefined));
  if (!days) {
    // The next record tries again.
    return undefined;
  }
  const of = (all: typeof days) => all.map(([, edition]) => edition);
  return {
    date,
    byDate: of(days.filter(([day]) => day <= date)).at(-1),
    later: of(days.filter(([day]) => day > date)),
  };
}

//! The statistics as text, for people.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::sample::ratio;
use super::table::{TextTable, grouped, percent, short_number};
use super::{ByGame, Sample, Stats, Summary, TurnSums};
use crate::foreign::escape_line;
use arimaa::text::RecordedResult;
use arimaa::vocab::{Kind, Side};

/// How many of the most common setups are shown.
const SETUPS: usize = 5;
/// How many of the players with most games are shown.
const PLAYERS: usize = 20;
/// How many move numbers share a row of the table, from move 6 on.
const ROW: u32 = 5;
/// The length of the longest bar of a histogram, in characters.
const BAR: u64 = 40;

/// The sums as tables in text. `termination` names the codes of SPEC.md NOT-12 that say how games
/// ended.
pub fn report(stats: &Stats, termination: impl Fn(char) -> &'static str) -> String {
    let sections = [
        games_counted(stats),
        results(stats, termination),
        turns(stats),
        captures_by_kind(stats),
        branching(stats),
        confidence(stats),
        by_number(stats),
        histogram(stats),
        players(stats),
        setups(stats, Side::Gold),
        setups(stats, Side::Silver),
    ];
    let sections: Vec<String> = sections
        .into_iter()
        .filter(|section| !section.is_empty())
        .collect();
    sections.join("\n")
}

fn games_counted(stats: &Stats) -> String {
    let mut table = TextTable::default();
    let mut row = |name: &str, count: String, remark: &str| {
        table.add_row([name.to_owned(), count], remark.to_owned());
    };
    row("games", grouped(stats.games), "");
    let exceptions = [
        ("  from a position", stats.from_position, "without setups"),
        (
            "  in part",
            stats.in_part,
            "up to a turn that the rules refuse",
        ),
        ("not judged", stats.not_judged, ""),
    ];
    for (name, count, remark) in exceptions.into_iter().filter(|(_, count, _)| *count > 0) {
        row(name, grouped(count), remark);
    }
    row(
        "turns",
        grouped(stats.turns_of_both().turns()),
        "setups left out",
    );
    row(
        "positions",
        grouped(stats.positions()),
        "in which a turn was to be made, setups left out",
    );
    row(
        "  for the second time",
        grouped(stats.repeated),
        "the same board and player to move",
    );
    if stats.refused_repetitions > 0 {
        let refused = grouped(stats.refused_repetitions);
        row("third times refused", refused, "as the last turn of a game");
    }
    table.to_string()
}

fn results(stats: &Stats, termination: impl Fn(char) -> &'static str) -> String {
    if stats.results.is_empty() {
        return String::new();
    }
    let heads = RecordedResult::ALL.map(RecordedResult::name);
    let mut table = TextTable::new(&[&["won by"], &heads[..], &["games"]].concat());
    let mut totals = [0; 4];
    let mut row = |name: String, counts: [u64; 4]| {
        let all = counts.iter().sum();
        let cells = counts.into_iter().chain([all]).map(grouped);
        table.add_row([name].into_iter().chain(cells), String::new());
    };
    for (code, counts) in &stats.results {
        let name = code.map_or_else(
            || "no end given".to_owned(),
            |code| format!("{code} {}", termination(code)),
        );
        row(name.trim_end().to_owned(), *counts);
        totals
            .iter_mut()
            .zip(counts)
            .for_each(|(total, count)| *total += count);
    }
    row("together".to_owned(), totals);
    table.to_string()
}

fn turns(stats: &Stats) -> String {
    let [gold, silver] = stats.turns;
    let columns = [gold, silver, stats.turns_of_both()];
    let mut table = TextTable::new(&["turns", "gold", "silver", "both"]);
    let mut row = |name: &str, cell: &dyn Fn(&TurnSums) -> String| {
        let cells = columns.iter().map(cell);
        table.add_row([name.to_owned()].into_iter().chain(cells), String::new());
    };
    let names = [
        "of one step",
        "of two steps",
        "of three steps",
        "of four steps",
    ];
    for (index, name) in names.into_iter().enumerate() {
        row(name, &|sums| {
            percent(sums.by_steps.get(index).copied().unwrap_or(0), sums.turns())
        });
    }
    let mean = |part: u64, sums: &TurnSums| format!("{:.3}", ratio(part, sums.turns()));
    row("steps per turn", &|sums| mean(sums.steps(), sums));
    row("pushes per turn", &|sums| mean(sums.pushes, sums));
    row("pulls per turn", &|sums| mean(sums.pulls, sums));
    row("captures per turn", &|sums| mean(sums.captures(), sums));
    row("captures per step", &|sums| {
        format!("{:.4}", ratio(sums.captures(), sums.steps()))
    });
    for (index, name) in ["first", "second", "third", "fourth"]
        .into_iter()
        .enumerate()
    {
        row(&format!("  on the {name}"), &|sums| {
            grouped(sums.captures_by_step.get(index).copied().unwrap_or(0))
        });
    }
    table.to_string()
}

fn captures_by_kind(stats: &Stats) -> String {
    let heads = Kind::ALL.map(|kind| format!("{kind}s"));
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let mut table = TextTable::new(&[&["captured by"], &heads[..], &["all"]].concat());
    for side in Side::ALL {
        let sums = &stats.turns[side as usize];
        for (what, counts) in [
            ("the enemy", sums.enemy_captured),
            ("its own", sums.own_captured),
        ] {
            let cells = counts.into_iter().chain([counts.iter().sum()]).map(grouped);
            table.add_row(
                [format!("{side}, {what}")].into_iter().chain(cells),
                String::new(),
            );
        }
    }
    table.to_string()
}

const SUMMARY: [&str; 6] = ["mean", "min", "quarter", "median", "three quarters", "max"];

fn cells_of(summary: &Summary) -> [String; 6] {
    [
        short_number(summary.mean),
        grouped(summary.min),
        short_number(summary.quartile1),
        short_number(summary.median),
        short_number(summary.quartile3),
        grouped(summary.max),
    ]
}

fn branching(stats: &Stats) -> String {
    let mut table = TextTable::new(&[&["", "of"], &SUMMARY[..]].concat());
    let mut row = |name: &str, sample: &Sample| {
        if let Some(summary) = sample.summary() {
            let start = [name.to_owned(), grouped(summary.count)];
            table.add_row(start.into_iter().chain(cells_of(&summary)), String::new());
        }
    };
    row("turns per game", &stats.length);
    row("captures per game", &stats.captures);
    row(
        "distinct turns per position",
        &stats.branching(.., &Side::ALL),
    );
    row("  gold to move", &stats.branching(.., &[Side::Gold]));
    row("  silver to move", &stats.branching(.., &[Side::Silver]));
    table.to_string()
}

/// A table of confidence intervals for the mean number of distinct turns.
fn confidence(stats: &Stats) -> String {
    let [gold, silver] = &stats.means.sides;
    let heads = ["mean of distinct turns", "games", "mean", "standard error"];
    let mut table = TextTable::new(&[&heads[..], &["95 % from", "to"]].concat());
    let mut row = |name: &str, means: &ByGame| {
        means.interval().inspect(|interval| {
            let numbers = [
                interval.mean,
                interval.standard_error,
                interval.low,
                interval.high,
            ];
            let start = [name.to_owned(), grouped(interval.games)];
            table.add_row(
                start.into_iter().chain(numbers.map(short_number)),
                String::new(),
            );
        })
    };
    let rows = [
        row("per position, by games", &stats.means.all),
        row("  gold to move", gold),
        row("  silver to move", silver),
    ];
    match rows {
        [None, None, None] => String::new(),
        _ => table.to_string(),
    }
}

/// A table of the numbers of distinct turns by move number, a few move numbers a row.
fn by_number(stats: &Stats) -> String {
    let heads = ["mean", "median", "min", "max"];
    let mut table = TextTable::new(
        &[
            &["move", "gold to move"],
            &heads[..],
            &["silver to move"],
            &heads[..],
            &["pieces"],
        ]
        .concat(),
    );
    let rows = stats.choices.keys().map(|&number| range_of(number));
    let rows: BTreeMap<u32, RangeInclusive<u32>> =
        rows.map(|numbers| (*numbers.start(), numbers)).collect();
    if rows.is_empty() {
        return String::new();
    }
    for numbers in rows.into_values() {
        let mut cells = vec![if numbers.start() == numbers.end() {
            numbers.start().to_string()
        } else {
            format!("{}–{}", numbers.start(), numbers.end())
        }];
        for side in Side::ALL {
            let sample = stats.branching(numbers.clone(), &[side]);
            cells.extend(
                sample
                    .summary()
                    .map_or([const { String::new() }; 5], |summary| {
                        [
                            grouped(summary.count),
                            short_number(summary.mean),
                            short_number(summary.median),
                            grouped(summary.min),
                            grouped(summary.max),
                        ]
                    }),
            );
        }
        let choices = || {
            stats
                .choices
                .range(numbers.clone())
                .flat_map(|(_, sides)| sides)
        };
        let pieces = choices().flat_map(|choices| choices.pieces).sum();
        let positions = choices().map(|choices| choices.turns.len() as u64).sum();
        cells.push(format!("{:.1}", ratio(pieces, positions)));
        table.add_row(cells, String::new());
    }
    table.to_string()
}

/// The move numbers in one row with this one: 2, 3, 4 to 5, 6 to 10 and so on. Rows are short at
/// the start, where the numbers of distinct turns change most.
fn range_of(number: u32) -> RangeInclusive<u32> {
    match number {
        0..=3 => number..=number,
        4..=5 => 4..=5,
        _ => {
            let first = (number - 1) / ROW * ROW + 1;
            first..=first.saturating_add(ROW - 1)
        }
    }
}

fn histogram(stats: &Stats) -> String {
    let bins = stats.branching(.., &Side::ALL).histogram();
    let Some(most) = bins.iter().map(|bin| bin.count as u64).max() else {
        return String::new();
    };
    let all = bins.iter().map(|bin| bin.count as u64).sum();
    let mut table = TextTable::new(&["distinct turns", "positions", "share"]);
    for bin in bins {
        let count = bin.count as u64;
        let name = match bin.below - bin.from {
            1 => grouped(bin.from),
            _ => format!("{}–{}", grouped(bin.from), grouped(bin.below - 1)),
        };
        let length = (count * BAR).div_ceil(most.max(1));
        let bar = (0..length).map(|_| '#').collect();
        table.add_row([name, grouped(count), percent(count, all)], bar);
    }
    table.to_string()
}

fn players(stats: &Stats) -> String {
    let players = stats.players_by_games();
    if players.is_empty() {
        return String::new();
    }
    let head = format!("players ({})", grouped(players.len()));
    let heads = ["games", "won", "lost", "as gold", "won", "as silver", "won"];
    let mut table = TextTable::new(&[&[&*head], &heads[..]].concat());
    for (player, [gold, silver]) in players.into_iter().take(PLAYERS) {
        let [gold_won, gold_lost, ..] = gold;
        let [silver_lost, silver_won, ..] = silver;
        let (of_gold, of_silver) = (gold.iter().sum::<u64>(), silver.iter().sum());
        let numbers = [
            of_gold + of_silver,
            gold_won + silver_won,
            gold_lost + silver_lost,
            of_gold,
            gold_won,
            of_silver,
            silver_won,
        ];
        let cells = numbers.map(grouped).into_iter();
        table.add_row(
            [escape_line(player)].into_iter().chain(cells),
            String::new(),
        );
    }
    table.to_string()
}

fn setups(stats: &Stats, side: Side) -> String {
    let setups = stats.common_setups(side);
    if setups.is_empty() {
        return String::new();
    }
    let all = setups.iter().map(|(_, games)| *games as u64).sum();
    let head = format!("{side}'s setups ({} distinct)", grouped(setups.len()));
    let mut table = TextTable::new(&[&head, "games", "share"]);
    for (setup, games) in setups.into_iter().take(SETUPS) {
        let cells = [
            setup.to_string(),
            grouped(games),
            percent(games as u64, all),
        ];
        table.add_row(cells, String::new());
    }
    table.to_string()
}

//! The statistics as JSON, for programs.
//!
//! Field names are stable; fields may be added. Means and quartiles are rounded to three digits
//! after the point; a summary of nothing is `null`. Kinds, sides and results are named as in
//! records.
//!
//! | field | meaning |
//! |---|---|
//! | `games` | `counted`; of these `in_part` (up to a turn that the rules refuse) and `from_position`; besides them `not_judged` |
//! | `positions` | how many positions were counted |
//! | `repetitions` | how many positions stood for the `second` time, and how many games end with a turn `refused` because its position would stand for the third time |
//! | `results` | by code (`none` where no end is given): games won by `gold`, by `silver`, `draw`, `unknown` |
//! | `length` | summary of turns of play per game |
//! | `captures` | summary of captures per game |
//! | `turns.SIDE` | `turns`, `by_steps` (of one to four), `steps`, `pushes`, `pulls`, `captures_by_step` (on the first to the fourth), `enemy_captured` and `own_captured` by kind |
//! | `branching.all`, `.gold`, `.silver` | summary of distinct turns per position, by side to move |
//! | the same three | besides `games`, and over these the `standard_error` of the mean and its 95 % `interval` from `low` to `high` ([`ByGame`]); `null` for fewer than two games |
//! | `branching.by_move[]` | `move` (the number in the label), and for `gold` and `silver` to move a summary, with the mean number of `gold_pieces` and `silver_pieces` |
//! | `branching.histogram[]` | `positions` with at least `from` and fewer than `below` distinct turns |
//! | `players.NAME.gold`, `.silver` | the games of a player on that side, as `results` has them |
//! | `setups.SIDE` | `distinct`, how many there were; `common[]`, the 100 most common: `front`, `back`, `games` |
//!
//! A summary has `count`, `mean`, `min`, `quartile1`, `median`, `quartile3`, `max`.

use serde_json::{Value, json};

use super::sample::ratio;
use super::{ByGame, Choices, Results, Sample, Stats, TurnSums};
use arimaa::text::RecordedResult;
use arimaa::vocab::{Kind, Side};

/// How many of the most common setups are named.
const SETUPS: usize = 100;

/// The sums as JSON, with these fields: `games`, `positions`, `repetitions`, `results`, `length`,
/// `captures`, `turns`, `branching`, `players`, `setups`.
pub fn json(stats: &Stats) -> Value {
    let branching =
        |sides: &[Side], means: &ByGame| with_interval(&stats.branching(.., sides), means);
    let [gold, silver] = &stats.means.sides;
    json!({
        "games": {
            "counted": stats.games,
            "in_part": stats.in_part,
            "not_judged": stats.not_judged,
            "from_position": stats.from_position,
        },
        "positions": stats.positions(),
        "repetitions": {
            "second": stats.repeated,
            "refused": stats.refused_repetitions,
        },
        "results": results(stats),
        "length": summary(&stats.length),
        "captures": summary(&stats.captures),
        "turns": by_side(|side| turns(&stats.turns[side as usize])),
        "branching": {
            "all": branching(&Side::ALL, &stats.means.all),
            "gold": branching(&[Side::Gold], gold),
            "silver": branching(&[Side::Silver], silver),
            "by_move": by_move(stats),
            "histogram": histogram(stats),
        },
        "players": stats.players.iter().map(|(player, sides)| {
            (player.clone(), by_side(|side| by_result(sides[side as usize])))
        }).collect::<Value>(),
        "setups": by_side(|side| setups(stats, side)),
    })
}

fn by_side(value: impl Fn(Side) -> Value) -> Value {
    Side::ALL
        .into_iter()
        .map(|side| (side.to_string(), value(side)))
        .collect()
}

fn results(stats: &Stats) -> Value {
    let row = |(code, counts): (&Option<char>, &Results)| {
        let code = code.map_or_else(|| "none".to_owned(), String::from);
        (code, by_result(*counts))
    };
    stats.results.iter().map(row).collect()
}

fn by_result(counts: Results) -> Value {
    let names = RecordedResult::ALL.map(|result| result.name().to_owned());
    names.into_iter().zip(counts.map(Value::from)).collect()
}

fn turns(sums: &TurnSums) -> Value {
    let by_kind = |counts: [u64; 6]| -> Value {
        Kind::ALL
            .into_iter()
            .map(|kind| kind.to_string())
            .zip(counts.map(Value::from))
            .collect()
    };
    json!({
        "turns": sums.turns(),
        "steps": sums.steps(),
        "by_steps": sums.by_steps,
        "pushes": sums.pushes,
        "pulls": sums.pulls,
        "captures_by_step": sums.captures_by_step,
        "enemy_captured": by_kind(sums.enemy_captured),
        "own_captured": by_kind(sums.own_captured),
    })
}

fn summary(sample: &Sample) -> Value {
    sample.summary().map_or(Value::Null, |summary| {
        json!({
            "count": summary.count,
            "mean": rounded(summary.mean),
            "min": summary.min,
            "quartile1": rounded(summary.quartile1),
            "median": rounded(summary.median),
            "quartile3": rounded(summary.quartile3),
            "max": summary.max,
        })
    })
}

/// A summary with the standard error and the interval of its mean.
fn with_interval(sample: &Sample, means: &ByGame) -> Value {
    let mut value = summary(sample);
    if let Value::Object(fields) = &mut value {
        let interval = means.interval();
        let error = interval.map(|interval| rounded(interval.standard_error));
        let ends = interval.map(
            |interval| json!({ "low": rounded(interval.low), "high": rounded(interval.high) }),
        );
        fields.insert("games".to_owned(), means.games().into());
        fields.insert("standard_error".to_owned(), error.into());
        fields.insert("interval".to_owned(), ends.into());
    }
    value
}

fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

fn by_move(stats: &Stats) -> Value {
    let rows = stats.choices.iter().map(|(number, sides)| {
        let [gold, silver] = sides.each_ref().map(choices);
        json!({ "move": number, "gold": gold, "silver": silver })
    });
    rows.collect()
}

fn choices(choices: &Choices) -> Value {
    let mut value = summary(&choices.turns);
    if let Value::Object(fields) = &mut value {
        let positions = choices.turns.len() as u64;
        let names = ["gold_pieces", "silver_pieces"];
        for (name, pieces) in names.into_iter().zip(choices.pieces) {
            fields.insert(name.to_owned(), rounded(ratio(pieces, positions)).into());
        }
    }
    value
}

fn histogram(stats: &Stats) -> Value {
    let bins = stats.branching(.., &Side::ALL).histogram().into_iter();
    bins.map(|bin| json!({ "from": bin.from, "below": bin.below, "positions": bin.count }))
        .collect()
}

fn setups(stats: &Stats, side: Side) -> Value {
    let setups = stats.common_setups(side);
    let named = setups.iter().take(SETUPS);
    let common: Vec<Value> = named
        .map(|(setup, games)| json!({ "front": setup.front_rank(), "back": setup.back_rank(), "games": games }))
        .collect();
    json!({ "distinct": setups.len(), "common": common })
}

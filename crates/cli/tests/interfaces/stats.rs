//! Statistics of games: a game counted by hand, the committed games, and totals.

use std::sync::LazyLock;

use arimaa::Game;
use arimaa::compare::{Engine, Reference};
use arimaa::rules::Rules;
use arimaa::text::{Record, read_record};
use arimaa::vocab::{Kind, Side};
use arimaa_oracle::judge::EditionChoice;
use arimaa_oracle::judge::Options;
use arimaa_oracle_cli::statistics::{Bin, GameStudy, Stats, Summary, json, report, study};

use crate::root::texts_in;

/// A game of one rabbit a side, in opposite corners.
///
/// A rabbit in its corner reaches 14 squares in four steps; of these the trap two files and two
/// ranks away captures it, which leads to a board too. On h3 Gold's rabbit reaches 14 squares that
/// are not south of it, but the trap f3 bars the way to e3 and d3, which leaves 12.
const RABBITS: &str = "\
Start: g [r..............................................................R]
2g Rh1n Rh2n
2s ra8s
3g Rh3w Rg3w Rf3x
";

fn studied<R: Rules + 'static>(text: &str) -> GameStudy {
    studied_record::<R>(&read_record(text).unwrap())
}

fn studied_record<R: Rules + 'static>(record: &Record) -> GameStudy {
    let (editions, options) = (EditionChoice::default(), Options::default());
    study(&Engine::of::<R>(), record, editions, options)
}

fn sum(games: &[GameStudy]) -> Stats {
    let mut stats = Stats::default();
    for game in games {
        stats.add(game);
    }
    stats
}

fn committed() -> Vec<Record> {
    let games = texts_in("tests/games").into_iter();
    games.map(|(_, text)| read_record(&text).unwrap()).collect()
}

/// The sums over the committed games, counted once for all tests.
static COMMITTED: LazyLock<Stats> = LazyLock::new(|| {
    let games = committed();
    sum(&games.iter().map(studied_record::<Game>).collect::<Vec<_>>())
});

#[test]
fn tiny_game_has_the_counts_worked_out_by_hand() {
    let game = studied::<Reference>(RABBITS);
    let seen: Vec<(String, u32, [u32; 2])> = game
        .positions
        .iter()
        .map(|position| {
            (
                position.label.to_string(),
                position.choices,
                position.pieces,
            )
        })
        .collect();
    let by_hand = [("2g", 14), ("2s", 14), ("3g", 12)];
    assert_eq!(
        seen,
        by_hand.map(|(label, choices)| (label.to_owned(), choices, [1, 1]))
    );
    let turns: Vec<(Side, usize, usize)> = game
        .turns
        .iter()
        .map(|turn| (turn.side, turn.steps, turn.captures.len()))
        .collect();
    let by_hand = [(Side::Gold, 2, 0), (Side::Silver, 1, 0), (Side::Gold, 2, 1)];
    assert_eq!(turns, by_hand);

    let stats = sum(&[game.clone(), game]);
    assert_eq!((stats.games, stats.from_position, stats.in_part), (2, 2, 0));
    assert_eq!(stats.positions(), 6);
    // Gold is left without a rabbit by its own turn, and the record does not say so: the rules do.
    assert_eq!(
        stats.results.iter().collect::<Vec<_>>(),
        [(&Some('e'), &[0, 2, 0, 0])]
    );
    let [gold, silver] = stats.turns;
    assert_eq!(
        (gold.by_steps, silver.by_steps),
        ([0, 4, 0, 0], [2, 0, 0, 0])
    );
    assert_eq!((gold.captures_by_step, gold.captures()), ([0, 2, 0, 0], 2));
    assert_eq!(gold.own_captured[Kind::Rabbit.index()], 2);
    assert_eq!(gold.enemy_captured, [0; 6]);
    let summary = stats.branching(.., &Side::ALL).summary().unwrap();
    let by_hand = Summary {
        count: 6,
        mean: 80.0 / 6.0,
        min: 12,
        quartile1: 12.5,
        median: 14.0,
        quartile3: 14.0,
        max: 14,
    };
    assert_eq!(summary, by_hand);
    let bins = stats.branching(.., &[Side::Gold]).histogram();
    let by_hand = [
        Bin {
            from: 10,
            below: 13,
            count: 2,
        },
        Bin {
            from: 13,
            below: 16,
            count: 2,
        },
    ];
    assert_eq!(bins, by_hand);
    assert_eq!(stats.branching(3..=3, &Side::ALL).values(), [12, 12]);
}

#[test]
fn pushes_and_pulls_are_counted_separately() {
    let text = "Start: g [.......r...................r.......E....................R.......]\n\
                2g rd5n Ed4n Ed5e rd6s\n2s rh8s\n3g rd5n Ee5w Ra1n Ra2n\n";
    let game = studied::<Reference>(text);
    assert_eq!(game.stopped, None);
    let [gold, silver] = sum(&[game]).turns;
    assert_eq!((gold.pushes, gold.pulls), (2, 1));
    assert_eq!((silver.pushes, silver.pulls), (0, 0));
}

#[test]
fn taken_back_turns_are_not_counted() {
    let other_ways = "2g Rh1w\n2s ra8e\n2s takeback\ntakeback\n";
    let (start, turns) = RABBITS.split_once('\n').unwrap();
    let game = studied::<Game>(&format!("{start}\n{other_ways}{turns}"));
    assert_eq!(game, studied::<Game>(RABBITS));
}

/// A game counts up to the turn that the rules refuse, and the position before it counts too.
#[test]
fn counting_stops_at_a_refused_turn() {
    for bad in ["3g Rh3s", "3s Rh3w"] {
        let game = studied::<Game>(&RABBITS.replace("3g Rh3w Rg3w Rf3x", bad));
        assert_eq!((game.turns.len(), game.positions.len()), (2, 3), "{bad}");
        let stopped = game.stopped.as_ref().unwrap().to_string();
        assert!(stopped.starts_with('3'), "{stopped}");
        let stats = sum(&[game]);
        assert_eq!((stats.games, stats.in_part, stats.not_judged), (1, 1, 0));
    }
    let after_the_end = studied::<Game>(&format!("{RABBITS}3s ra7s\n"));
    assert_eq!(after_the_end.positions.len(), 3);
    let stopped = after_the_end.stopped.unwrap().to_string();
    assert!(stopped.contains("the game is over"), "{stopped}");

    let too_far_back =
        studied::<Game>(&RABBITS.replace("3g Rh3w Rg3w Rf3x", &"takeback\n".repeat(3)));
    assert_eq!(
        (too_far_back.turns.len(), too_far_back.positions.len()),
        (0, 1)
    );
    let stopped = too_far_back.stopped.unwrap().to_string();
    assert!(stopped.starts_with("a takeback before 2g"), "{stopped}");

    let impossible = studied::<Game>(&RABBITS.replacen("[r.", "[EE", 1));
    let stats = sum(&[impossible]);
    assert_eq!(
        (stats.games, stats.not_judged, stats.positions()),
        (0, 1, 0)
    );
}

/// The reference engine is slow: the shortest game must do here, and `compare` walks through many
/// more positions.
#[test]
fn both_engines_give_the_same_statistics() {
    let games = committed();
    let shortest = games.iter().min_by_key(|record| record.entries.len());
    let record = shortest.unwrap();
    let one = studied_record::<Reference>(record);
    assert_eq!(one, studied_record::<Game>(record));
    assert!(one.positions.len() > 5);
}

/// The text report on the committed games. `games.rs` asserts the same games, turns and results.
#[test]
fn text_report_of_the_committed_games() {
    insta::assert_snapshot!(report(&COMMITTED, |_| ""));
}

#[test]
fn json_report_of_the_committed_games() {
    let value = json(&COMMITTED);
    // One line a row, so that a difference can be read.
    insta::assert_snapshot!(value.to_string().replace("},{", "},\n{"));
}

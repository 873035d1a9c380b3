//! The engine of the Arimaa Engine Interface: random turns that are evenly spread, time, and input
//! of any kind. Whole sessions stand in `tests/transcripts/aei.md`.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Cursor, Write, pipe};
use std::thread;
use std::time::{Duration, Instant};

use arimaa::bitboard::Game;
use arimaa::compare::Engine;
use arimaa::reference::Reference;
use arimaa::rules::Rules;
use arimaa::text::{read_compact, write_turn};
use arimaa::vocab::{Action, Edition, Handicap, Snapshot, Token};
use arimaa_conformance::subjects::aei::{Bot, BotSession, Search};
use arimaa_oracle_cli::mover::{Mover, Uniform};
use proptest::prelude::*;

#[allow(dead_code, reason = "its own main function is not called")]
#[path = "../../../conformance/examples/alphabeta.rs"]
mod alphabeta;

/// Runs the session of a bot in this process; returns its replies to the commands.
fn replies(engine: &Engine, bot: impl Bot, commands: &str) -> String {
    let mut session = BotSession::new(engine.clone(), Edition::default(), bot).unwrap();
    let mut output = Vec::new();
    session
        .serve(Cursor::new(commands.to_owned()), &mut output)
        .unwrap();
    String::from_utf8(output).unwrap()
}

/// How often a mover chooses each turn in a position.
fn chosen(uniform: Uniform, compact: &str, times: u32) -> BTreeMap<String, u32> {
    let (side, board) = read_compact(compact).unwrap();
    let snapshot = Snapshot::position(Edition::default(), side, board);
    let state = Game::from_snapshot(&snapshot).unwrap();
    let mut mover = Mover::new(5, uniform);
    let mut counts = BTreeMap::new();
    for _ in 0..times {
        let turn = mover.turn(&state).unwrap();
        let text = write_turn(None, turn.iter().flat_map(Token::of));
        *counts.entry(text).or_default() += 1;
    }
    counts
}

#[test]
fn every_distinct_turn_is_equally_likely() {
    // A rabbit at the edge has few ways to go, and those of more steps are not favoured.
    let compact = "g [       r                                                R       ]";
    let (side, board) = read_compact(compact).unwrap();
    let snapshot = Snapshot::position(Edition::default(), side, board);
    let turns = Reference::from_snapshot(&snapshot).unwrap().count_turns();
    let each = 400;
    let counts = chosen(
        Uniform::Turns,
        compact,
        u32::try_from(turns).unwrap() * each,
    );
    assert_eq!(counts.len() as u64, turns);
    // Five standard deviations of a binomial count; the seed is fixed, so this is no gamble.
    for (turn, count) in &counts {
        assert!(
            count.abs_diff(each) < 100,
            "{turn}: {count} of about {each}"
        );
    }
    // Steps favour the turns that end early.
    let by_steps = chosen(Uniform::Steps, compact, 4000);
    assert!(by_steps.values().max() > Some(&100), "{by_steps:?}");
}

#[test]
fn every_setup_is_equally_likely() {
    let start = Snapshot::game(Edition::default(), Handicap::NONE);
    let state = Game::from_snapshot(&start).unwrap();
    let mut mover = Mover::new(11, Uniform::Turns);
    let mut on_square: BTreeMap<(String, char), u32> = BTreeMap::new();
    let times = 3200;
    for _ in 0..times {
        for placed in mover.turn(&state).unwrap() {
            let placed = placed.action.to_string();
            let (piece, square) = placed.split_at(1);
            *on_square
                .entry((square.to_owned(), piece.chars().next().unwrap()))
                .or_default() += 1;
        }
    }
    assert_eq!(on_square.len(), 16 * 6);
    for ((square, piece), count) in on_square {
        let expected = times / 16
            * match piece {
                'R' => 8,
                'E' | 'M' => 1,
                _ => 2,
            };
        assert!(
            count.abs_diff(expected) < 150,
            "{piece}{square}: {count}, not about {expected}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Bytes of any kind are answered, and afterwards the engine is as ready as before.
    #[test]
    fn no_input_makes_the_engine_panic(bytes in prop::collection::vec(any::<u8>(), 0..400), words in prop::collection::vec(
        prop::sample::select(vec!["aei", "go", "makemove", "setposition", "g", "[", "setoption", "name", "value",
            "Ra1", "ponder", "stop", "newgame", "\n", "\r", "\0", "x", "isready"]), 0..40)) {
        let mut input = b"aei\n".to_vec();
        input.extend(words.join(" ").into_bytes());
        input.extend(bytes);
        input.extend(b"\nisready\n");
        let mut session = BotSession::new(Engine::of::<Game>(), Edition::default(), Mover::new(0, Uniform::Steps)).unwrap();
        let mut output = Vec::new();
        session.serve(Cursor::new(input.clone()), &mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        let is_over = input.split(|&byte| byte == b'\n').any(|line| line.trim_ascii().eq_ignore_ascii_case(b"quit"));
        prop_assert!(is_over || text.ends_with("readyok\n"), "{text}");
        for line in text.lines() {
            let message = line.split(' ').next().unwrap_or_default();
            let known = ["protocol-version", "id", "aeiok", "readyok", "bestmove", "info", "log"];
            prop_assert!(known.contains(&message), "{line}");
        }
    }
}

/// A bot that thinks until it is stopped or a minute is over, logs which it was, and resigns.
struct Thinker;

impl Thinker {
    fn think(search: &Search<'_>, what: &str) {
        search.info(what);
        let minute = Instant::now() + Duration::from_mins(1);
        while !search.is_over() && Instant::now() < minute {
            thread::yield_now();
        }
        let was_heard = Instant::now() < minute;
        search.log(if was_heard { "stopped" } else { "not stopped" });
    }
}

impl Bot for Thinker {
    fn identity(&self) -> [String; 3] {
        ["thinker", "", ""].map(str::to_owned)
    }

    fn set_option(&mut self, _: &str, _: &str) -> Option<Result<(), String>> {
        None
    }

    fn choose(&mut self, search: &Search<'_>) -> Option<Vec<Action>> {
        Self::think(search, "chooses");
        None
    }

    fn ponder(&mut self, search: &Search<'_>) {
        Self::think(search, "ponders");
    }
}

#[test]
fn stop_is_heard_while_the_bot_thinks_and_any_command_while_it_ponders() {
    let (input, mut commands) = pipe().unwrap();
    let (said, mut output) = pipe().unwrap();
    let serving = thread::spawn(move || {
        let engine = Engine::of::<Game>();
        let mut session = BotSession::new(engine, Edition::default(), Thinker).unwrap();
        session.serve(BufReader::new(input), &mut output).unwrap();
    });
    let mut said = BufReader::new(said).lines().map(Result::unwrap);
    let mut expect = |lines: &[&str]| {
        for line in lines {
            assert_eq!(said.next().as_deref(), Some(*line));
        }
    };
    commands.write_all(b"aei\ngo\n").unwrap();
    expect(&[
        "protocol-version 1",
        "id name thinker",
        "id author",
        "id version",
        "aeiok",
    ]);
    expect(&["info chooses"]);
    commands.write_all(b"stop\nstop\ngo ponder\n").unwrap();
    expect(&["log stopped", "bestmove resign", "info ponders"]);
    commands.write_all(b"isready\nstop\n").unwrap();
    expect(&[
        "log stopped",
        "readyok",
        "info chooses",
        "log stopped",
        "bestmove resign",
    ]);
    commands.write_all(b"go\n").unwrap();
    expect(&["info chooses"]);
    commands.write_all(b"quit\n").unwrap();
    expect(&["log stopped", "bestmove resign"]);
    serving.join().unwrap();
}

/// A bot that reports the time from its target to its limit, and makes an illegal turn.
struct ClockReader;

impl Bot for ClockReader {
    fn identity(&self) -> [String; 3] {
        Default::default()
    }

    fn set_option(&mut self, _: &str, _: &str) -> Option<Result<(), String>> {
        None
    }

    fn choose(&mut self, search: &Search<'_>) -> Option<Vec<Action>> {
        let (target, limit) = search.target().zip(search.limit())?;
        search.info(&format!("{:?}", limit - target));
        Some(vec!["Ed4n".parse().unwrap()])
    }
}

#[test]
fn time_of_a_turn_is_worked_out_from_the_options() {
    let option = |name: &str, value: &str| format!("setoption name {name} value {value}\n");
    let commands = [
        "aei\ngo\n".to_owned(),
        option("tcmove", "15"),
        option("tcreserve", "100"),
        "go\n".to_owned(),
        option("greserve", "60"),
        option("sreserve", "1"),
        "go\n".to_owned(),
        option("tcturntime", "30"),
        "go\n".to_owned(),
        option("tcmove", "x"),
    ];
    let said = replies(&Engine::of::<Game>(), ClockReader, &commands.concat());
    let said: Vec<&str> = said.lines().skip(5).collect();
    let refused = "log Error: the bot chose an illegal turn: no piece moves before both sides are set up [SET-1]";
    // 15 s and a twentieth of the reserve; half a second before 15 s and the whole reserve.
    let made = "bestmove Ed4n";
    let unread = "log Error: option `tcmove`: `x` is no number of seconds";
    let mut expected = vec!["bestmove resign"];
    for limit_after_target in ["info 94.5s", "info 56.5s", "info 11.5s"] {
        expected.extend([limit_after_target, refused, made]);
    }
    expected.push(unread);
    assert_eq!(said, expected);
}

#[test]
fn example_player_sets_up_takes_a_goal_and_heeds_its_clock() {
    // The rabbit on h5 is three steps from goal.
    let goal = "g [r                              R                           E    ]";
    let opening = "g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]";
    let commands = format!(
        "aei\ngo\nsetposition {goal}\ngo\nsetposition {opening}\nsetoption name tcmove value 1\ngo\n"
    );
    let said = replies(
        &Engine::of::<Game>(),
        alphabeta::Player::default(),
        &commands,
    );
    let turns: Vec<&str> = said
        .lines()
        .filter(|line| line.starts_with("bestmove"))
        .collect();
    assert!(turns[0].starts_with("bestmove Ra1"), "{said}");
    assert!(turns[1].contains("Rh7n"), "{said}");
    assert!(turns.len() == 3 && !turns[2].contains("resign"), "{said}");
    assert!(said.contains("info depth 1"), "{said}");
}

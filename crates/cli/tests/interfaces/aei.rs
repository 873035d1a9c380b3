//! The engine of the Arimaa Engine Interface: whole sessions, random turns that are legal and
//! evenly spread, and input of any kind.

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

use crate::oracle::{Run, run_with};

#[allow(dead_code, reason = "its own main function is not called")]
#[path = "../../../conformance/examples/alphabeta.rs"]
mod alphabeta;

/// The session of `arimaa-oracle aei`, each answer under its command.
fn session(arguments: &[&str], commands: &str) -> String {
    let Run { code, out, err } = run_with(&[&["aei"], arguments].concat(), commands.as_bytes());
    assert_eq!(code, 0, "{err}");
    out
}

/// The session of a bot without a process.
fn replies(engine: &Engine, bot: impl Bot, commands: &str) -> String {
    let mut session = BotSession::new(engine.clone(), Edition::default(), bot).unwrap();
    let mut output = Vec::new();
    session
        .serve(Cursor::new(commands.to_owned()), &mut output)
        .unwrap();
    String::from_utf8(output).unwrap()
}

/// The session of the random mover.
fn transcript<R: Rules + 'static>(uniform: Uniform, commands: &str) -> String {
    replies(&Engine::of::<R>(), Mover::new(1, uniform), commands)
}

const OPENING: &str =
    "setposition g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]";

/// Both elephants shuttle: the opening would stand a third time after the last turn.
const SHUTTLE: [&str; 8] = [
    "makemove Ee2n",
    "makemove ed7s",
    "makemove Ee3s",
    "makemove ed6n",
    "makemove Ee2n",
    "makemove ed7s",
    "makemove Ee3s",
    "makemove ed6n",
];

#[test]
fn complete_session_is_answered_as_recorded() {
    let setup = "Rh1 Rg1 Rf1 Rc1 Rb1 Ra1 Rh2 Ra2 Ce1 Cf2 Dd1 Dc2 Hg2 Hb2 Md2 Ee2";
    let commands = format!(
        "go\naei\nisready\nsetoption name hash value 50\nsetoption name tcmove value 15\n\
         setoption name seed value x\nsetoption name seed value 9\nsetoption name uniform value steps\n\
         newgame\ngo\nmakemove {setup}\ngo ponder\nmakemove Ra7\nstop\nstop\n\
         makemove ra7 hb7 cc7 dd7 ee7 mf7 cg7 dh7 ra8 rb8 rc8 rd8 re8 rf8 rg8 hh8\n\
         {OPENING}\ngo\nbestmove\ngo west\naei\nquit\ngo\n"
    );
    let by_reference = transcript::<Reference>(Uniform::Turns, &commands);
    insta::assert_snapshot!(by_reference);
    assert_eq!(transcript::<Game>(Uniform::Turns, &commands), by_reference);
}

#[test]
fn illegal_turn_is_refused_by_its_rule_and_changes_nothing() {
    let commands = format!(
        "aei\n{OPENING}\nmakemove Ra1n\nmakemove Ed2n\nmakemove Ee2n Ee3s\nmakemove 2g Ee2n\nmakemove Zz9\n\
         makemove\nmakemove resign\nsetposition g [E]\nsetposition g [EE{}]\nmakemove Ee2n\nmakemove Ee3n\n",
        " ".repeat(62)
    );
    insta::assert_snapshot!(transcript::<Game>(Uniform::Turns, &commands));
}

#[test]
fn earlier_turns_count_for_repetition() {
    let text = SHUTTLE.join("\n");
    let answers = transcript::<Game>(Uniform::Turns, &format!("aei\n{OPENING}\n{text}\n"));
    let errors: Vec<&str> = answers
        .lines()
        .filter(|line| line.contains("Error"))
        .collect();
    assert_eq!(
        errors,
        [
            "log Error: illegal turn at the end of the turn: the position with the same side to move has stood twice before [REP-2]"
        ]
    );
    // A position that is set has stood once, whatever was played before.
    let legal = SHUTTLE[..7].join("\n");
    let anew = format!("aei\n{OPENING}\n{legal}\n{OPENING}\n{legal}\n");
    assert!(!transcript::<Game>(Uniform::Turns, &anew).contains("Error"));
}

/// A compact board from its pieces.
fn board(side: char, pieces: &str) -> String {
    let mut squares = vec![' '; 64];
    for piece in pieces.split(' ') {
        let letters: Vec<char> = piece.chars().collect();
        let file = letters[1] as usize - 'a' as usize;
        let rank = letters[2] as usize - '1' as usize;
        squares[(7 - rank) * 8 + file] = letters[0];
    }
    format!("{side} [{}]", squares.into_iter().collect::<String>())
}

#[test]
fn engine_without_a_legal_turn_resigns() {
    let answer = |side, pieces, uniform| {
        let commands = format!("aei\nsetposition {}\ngo\n", board(side, pieces));
        let answers = transcript::<Reference>(uniform, &commands);
        answers.lines().last().unwrap().to_owned()
    };
    for uniform in [Uniform::Turns, Uniform::Steps] {
        // Gold has reached goal; Silver has no rabbit; every gold piece is frozen or blocked.
        for (side, pieces) in [('s', "Ra8 rd4"), ('s', "Ra1 ed4"), ('g', "Ra1 ea2 rb1 rh8")] {
            assert_eq!(answer(side, pieces, uniform), "bestmove resign", "{pieces}");
        }
        // One friend beside it, and it is not frozen.
        assert_ne!(answer('g', "Ra1 ea2 Cb1 rh8", uniform), "bestmove resign");
    }
}

#[test]
fn command_and_library_give_the_same_session() {
    let commands = format!("aei\n{OPENING}\ngo\nisready\n");
    let output = session(&["--seed", "1"], &commands);
    assert_eq!(output, transcript::<Game>(Uniform::Turns, &commands));
    assert_eq!(
        session(&["--seed", "1", "--engine", "reference"], &commands),
        output
    );
    assert_ne!(session(&["--seed", "2"], &commands), output);
    assert_ne!(
        session(&["--seed", "1", "--uniform", "steps"], &commands),
        output
    );
    // Line ends of another system, and an end without a line end.
    let dos = commands.trim_end().replace('\n', "\r\n");
    assert_eq!(session(&["--seed", "1"], &dos), output);
}

/// How often each turn is chosen from a position.
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
    let compact = board('g', "Ra1 rh8");
    let (side, board) = read_compact(&compact).unwrap();
    let snapshot = Snapshot::position(Edition::default(), side, board);
    let turns = Reference::from_snapshot(&snapshot).unwrap().count_turns();
    let each = 400;
    let counts = chosen(
        Uniform::Turns,
        &compact,
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
    let by_steps = chosen(Uniform::Steps, &compact, 4000);
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

#[test]
fn overlong_line_is_refused_and_skipped() {
    let mut input = b"aei\nmakemove ".to_vec();
    input.extend(std::iter::repeat_n(b'x', 1 << 20));
    input.extend(b"\nisready\n");
    let mut engine = BotSession::new(
        Engine::of::<Game>(),
        Edition::default(),
        Mover::new(0, Uniform::Steps),
    )
    .unwrap();
    let mut output = Vec::new();
    engine.serve(Cursor::new(input), &mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    assert!(
        text.contains("Error: line 2, column 65537: found a line of more than 65536 bytes"),
        "{text}"
    );
    assert!(text.ends_with("readyok\n"), "{text}");
}

/// It thinks until it is stopped, for a minute at most, says so, and resigns.
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

/// It says how much later than its target its limit is, and makes an illegal turn.
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
    let goal = board('g', "ra8 Rh5 Ed1");
    let commands =
        format!("aei\ngo\nsetposition {goal}\ngo\n{OPENING}\nsetoption name tcmove value 1\ngo\n");
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

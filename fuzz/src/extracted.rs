//! Compares an engine with the program that Coq extracts from `formal/Rules.v`.
//!
//! `ARIMAA_RULES` names the program; `formal/program.ml` says how it is asked. Where no program is
//! named nothing is asked: `.ci/formal` makes it.

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{LazyLock, Mutex, PoisonError};

use arimaa::Game;
use arimaa::compare::choose;
use arimaa::rules::Rules;
use arimaa::vocab::{Action, Board, Outcome, Phase, Piece, Side, Snapshot, Square, TurnEnd};

use super::case::Case;

/// The running program, which lives as long as this process.
struct Program {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl Program {
    fn start() -> Option<Mutex<Self>> {
        let mut program = Command::new(env::var_os("ARIMAA_RULES")?);
        let started = program.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = started.expect("the program that ARIMAA_RULES names");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        Some(Mutex::new(Self { child, output }))
    }

    fn ask(&mut self, question: &str) -> String {
        let input = self.child.stdin.as_mut().expect("a pipe");
        writeln!(input, "{question}").expect("the program reads");
        let mut answer = String::new();
        let read = self.output.read_line(&mut answer);
        read.expect("the program answers");
        answer.trim_end().to_owned()
    }
}

static PROGRAM: LazyLock<Option<Mutex<Program>>> = LazyLock::new(Program::start);

/// The program finds a start valid or names the same invalidity, and along the walk it lists the
/// same actions and gives each the same effect or refuses it by the same rule.
///
/// # Panics
///
/// If it does not; the message has a case that can be kept.
pub fn agrees(case: &Case) {
    let Some(program) = &*PROGRAM else { return };
    let mut program = program.lock().unwrap_or_else(PoisonError::into_inner);
    let mut compare = |question: &str, right: String, done: &[Action]| {
        let answer = program.ask(question);
        let here = || case.to_json(done);
        assert_eq!(
            answer,
            right,
            "by Coq and by the engine: {question}\n{}",
            here()
        );
    };
    let valid = format!("valid {}", moment(&case.start));
    let mut state = match Game::from_snapshot(&case.start) {
        Ok(state) => state,
        Err(invalid) => return compare(&valid, format!("invalid {}", invalid.rule()), &[]),
    };
    compare(&valid, "valid".to_owned(), &[]);
    let mut done = Vec::new();
    for &raw in &case.choices {
        let moment = moment(&state.snapshot());
        let listed = state.legal_actions();
        compare(&format!("actions! {moment} /"), actions(&listed), &done);
        let Some(action) = choose(&listed, &state.board(), raw) else {
            return;
        };
        done.push(action);
        let right = applied(&mut state, action);
        compare(&format!("play! {moment} / {}", word(action)), right, &done);
    }
}

/// The program's line for the effect of an action, made with an engine.
fn applied(state: &mut Game, action: Action) -> String {
    let effect = state.apply(action);
    let (board, outcome) = (squares(&state.board()), outcome(state.outcome()));
    match effect {
        Err(illegal) => format!("refused 0 {} {board} {outcome}", illegal.rule()),
        Ok(effect) => {
            let captured = effect.captured.map(|placed| format!(" {placed}x"));
            let (side, captured) = (state.snapshot().side, captured.unwrap_or_default());
            format!("played {board} {side} {outcome} {}{captured}", word(action))
        }
    }
}

/// The words that describe a moment to the program: edition, side, board, earlier turn ends, the
/// handicap of a setup, and the actions of this turn.
fn moment(snapshot: &Snapshot) -> String {
    let or = |text: String, none: &str| {
        if text.is_empty() {
            none.to_owned()
        } else {
            text
        }
    };
    let (earlier, left_out, done): (String, String, Vec<String>) = match &snapshot.phase {
        Phase::Setup { handicap, placed } => {
            let missing = Piece::ALL
                .into_iter()
                .flat_map(|piece| std::iter::repeat_n(piece.letter(), handicap.of(piece).into()));
            let placed = placed.iter().map(ToString::to_string).collect();
            (String::new(), or(missing.collect(), "none"), placed)
        }
        Phase::Play { steps, earlier } => {
            let end = |end: &TurnEnd| format!("{}:{}", end.to_move, squares(&end.board));
            let earlier: Vec<String> = earlier.iter().map(end).collect();
            let steps = steps.iter().map(ToString::to_string).collect();
            (earlier.join(","), "-".to_owned(), steps)
        }
    };
    let (edition, side, board) = (snapshot.edition, snapshot.side, squares(&snapshot.start));
    let earlier = or(earlier, "-");
    format!(
        "{edition} {side} {board} {earlier} {left_out} {}",
        done.join(" ")
    )
}

/// All actions, in the order of ORD-2.
fn actions(listed: &[Action]) -> String {
    let mut words: Vec<String> = listed.iter().map(|action| word(*action)).collect();
    words.sort_unstable_by_key(|word| (word == "end", word.clone()));
    format!("actions {}", words.join(" ")).trim_end().to_owned()
}

fn word(action: Action) -> String {
    match action {
        Action::EndTurn => "end".to_owned(),
        other => other.to_string(),
    }
}

/// The squares from a8 to h1, a dot for an empty one.
fn squares(board: &Board) -> String {
    let square = |at: usize| Square::ALL[(7 - at / 8) * 8 + at % 8];
    let letter = |at| board.at(square(at)).map_or('.', Piece::letter);
    (0..64).map(letter).collect()
}

fn outcome(outcome: Option<Outcome>) -> String {
    outcome.map_or("-".to_owned(), |outcome| {
        format!(
            "{}:{}",
            outcome.winner.map_or("draw", Side::name),
            outcome.rule()
        )
    })
}

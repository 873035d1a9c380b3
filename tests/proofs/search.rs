//! Compares the search for distinct turns with `formal/Levels.v`: on each level below the last the
//! same boards, by the same ways, in the same order.
//!
//! Coq has proved that the order of actions there is one with which no board is missed. The program
//! extracted from Coq, which `ARIMAA_RULES` names, writes the ways; `program.ml` says how.

use std::io::Write;
use std::process::{Command, Stdio};

use arimaa::bitboard::{Position, Workspace};
use arimaa::random::SplitMix64;
use arimaa::vocab::{Kind, Piece, Side};

/// The number of positions that are compared.
const POSITIONS: usize = 500;

#[test]
#[ignore = "needs the program extracted from formal: .ci/formal"]
fn levels_on_small_boards_are_those_of_the_search_in_coq() {
    let mut random = SplitMix64::new(57, 0);
    let all = std::iter::repeat_with(|| random_position(&mut random));
    let positions: Vec<Position> = all.flatten().take(POSITIONS).collect();
    let path = std::env::var_os("ARIMAA_RULES").expect("ARIMAA_RULES names no program");
    let mut rules = Command::new(path);
    let rules = rules.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut rules = rules.expect("the program that ARIMAA_RULES names");
    let mut input = rules.stdin.take().expect("a pipe");
    let questions: String = positions.iter().map(question).collect();
    let asking = std::thread::spawn(move || input.write_all(questions.as_bytes()));
    let output = rules.wait_with_output().expect("the program ends");
    asking.join().expect("no panic").expect("the program reads");
    let answers = String::from_utf8(output.stdout).expect("text");
    assert_eq!(answers.lines().count(), POSITIONS);
    for (position, answer) in positions.iter().zip(answers.lines()) {
        assert_eq!(answer, levels(position), "{position}");
    }
}

/// A random position: one to four pieces of the player and up to five of the other side on two to
/// four files, and up to two steps taken, by enemies rather than by own pieces. `None` if it is
/// invalid.
fn random_position(random: &mut SplitMix64) -> Option<Position> {
    let mut squares = ['.'; 64];
    let files = 2 + random.below(3);
    let side = Side::ALL[random.below(2)];
    for (side, pieces) in [(side, 1 + random.below(4)), (side.other(), random.below(6))] {
        for _ in 0..pieces {
            let kind = Kind::ALL[random.below(6)];
            squares[random.below(8) * 8 + random.below(files)] = Piece::new(side, kind).letter();
        }
    }
    let board: String = squares.iter().collect();
    let mut position: Position = format!("{} [{board}]", side.letter()).parse().ok()?;
    for _ in 0..random.below(3) {
        let all: Vec<_> = position.steps().collect();
        let (own, enemy): (Vec<_>, Vec<_>) = all.iter().partition(|step| step.piece.side == side);
        let few = if enemy.is_empty() || random.one_in(3) {
            own
        } else {
            enemy
        };
        if let Some(step) = random.choose(&few) {
            position = position.after(step);
        }
    }
    Some(position)
}

/// The line that asks the program for the levels of a position.
fn question(position: &Position) -> String {
    let text = position.to_string();
    let (side, rest) = text.split_once(" [").expect("a side");
    let (board, steps) = rest.split_once(']').expect("a board");
    let side = if side == "g" { "gold" } else { "silver" };
    let board = board.replace(' ', ".");
    format!("levels - {side} {board} - -{steps} /\n")
}

/// The levels that the engine finds, as the program writes them.
fn levels(position: &Position) -> String {
    let left = position.steps_left();
    let mut levels = vec![Vec::new(); left.saturating_sub(1)];
    position.visit_turns(&mut Workspace::default(), |turn| {
        let steps: Vec<_> = turn.steps().iter().map(|step| step.to_string()).collect();
        let level = steps.len().checked_sub(1);
        if let Some(level) = level.and_then(|level| levels.get_mut(level)) {
            level.push(steps.join(","));
        }
    });
    let levels: Vec<_> = levels.iter().map(|level| level.join(" ")).collect();
    format!("levels {}", levels.join(" / "))
}

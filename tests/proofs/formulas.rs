//! Proves that the formulas of `formula.rs` are the rules of `formal/Rules.v`, on every board.
//!
//! `formal/Formulas.v` has formulas too, of which Coq has proved that they are the rules. A program
//! extracted from there has written them to the file that `ARIMAA_FORMULAS` names; `formulas.ml`
//! says how. The solver compares the two.

use std::collections::HashMap;
use std::fs;

use arimaa::vocab::{Direction, Kind, Piece, Side, Square};
use proofs::formula::{Pending, after, at_goal, enemy_step, frozen, own_step, unsupported};
use proofs::proof::{Claim, in_part, proved_each, refuted};
use proofs::term::{AnyBoard, Truth, any_board, any_word, assume};

/// Freezing, captures and rabbits at goal.
#[test]
#[ignore = "needs formulas written from formal/Rules.v: .ci/formal"]
fn freezing_captures_and_goals_are_those_of_the_rules_in_coq() {
    let written = Written::read();
    proved_each(
        "frozen, unsupported, at_goal",
        "as the rules in Coq have it; any board, every square",
        &Square::ALL,
        |square| written.claims(square, &["frozen", "unsupported", "goal"], None),
    );
    refuted("frozen", "no gold rabbit stood in Coq", || {
        written.claims(Square::D4, &["frozen"], Some("stands R"))
    });
}

/// Steps with every open push or pull, and the boards after them.
#[test]
#[ignore = "needs formulas written from formal/Rules.v: .ci/formal"]
fn steps_are_those_of_the_rules_in_coq() {
    let written = Written::read();
    proved_each(
        "own_step, enemy_step, after",
        "as the rules in Coq have it; any board, any empty square left open, every step of both sides",
        &in_part(Square::ALL.to_vec()),
        |square| written.claims(square, &["step", "after"], None),
    );
    refuted("own_step, enemy_step", "nothing were frozen in Coq", || {
        written.claims(Square::D4, &["step"], Some("frozen"))
    });
}

/// The file of formulas from Coq, split into lines and words.
struct Written {
    formulas: Vec<Vec<String>>,
    statements: Vec<Vec<String>>,
}

impl Written {
    fn read() -> Self {
        let path = std::env::var_os("ARIMAA_FORMULAS").expect("ARIMAA_FORMULAS names no file");
        let text = fs::read_to_string(path).expect("the file that ARIMAA_FORMULAS names");
        let words = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let (statements, formulas) = text.lines().map(words).partition(|line| line[0] == "=");
        Self {
            formulas,
            statements,
        }
    }

    /// Claims that the file's statements of these kinds about a square, or about steps from it,
    /// agree with `formula.rs`. Formulas that begin with `denied` are read as false.
    fn claims(&self, square: Square, kinds: &[&str], denied: Option<&str>) -> Vec<Claim> {
        let board = any_board();
        // A step leaves its square empty: `after_where_it_left` in Coq.
        let [low, mid, high, _] = board.planes;
        let left = any_word("left");
        assume((left & (low | mid | high)).is_empty());
        let left = left.bits();
        let mut reading = Reading {
            formulas: &self.formulas,
            board: &board,
            left: &left,
            denied,
            truths: HashMap::new(),
        };
        let mut claims = Vec::new();
        for statement in &self.statements {
            let words: Vec<&str> = statement[1..].iter().map(String::as_str).collect();
            if kinds.contains(&words[0]) && square_of(words[1]) == square {
                let (&formula, what) = words.split_last().expect("the number of a formula");
                claims.push(Claim {
                    at: what.join(" "),
                    found: reading.truth(number(formula)),
                    expected: expected(what, &board, &left),
                });
            }
        }
        assert!(!claims.is_empty(), "nothing is stated of {square}");
        claims
    }
}

/// The truth of a statement by `formula.rs`.
fn expected(what: &[&str], board: &AnyBoard, left: &[Truth; 64]) -> Truth {
    let cells = &board.cells;
    match *what {
        ["frozen", square] => frozen(cells, square_of(square)),
        ["unsupported", square] => unsupported(cells, square_of(square)),
        ["goal", square, side] => at_goal(cells, side_of(side), square_of(square)),
        ["after", from, to, square, piece] => {
            let cells = after(cells, square_of(from), square_of(to));
            stands(&cells, piece, square)
        }
        ["step", from, direction, side, taken, ref open @ .., whose] => {
            let step = if whose == "own" { own_step } else { enemy_step };
            let pending = match *open {
                ["pull", kind] => Pending::Pull(kind_of(kind), left),
                ["push", kind] => Pending::Push(kind_of(kind), left),
                _ => Pending::Nothing,
            };
            let steps_left = 4 - u32::try_from(number(taken)).expect("a number of steps");
            let direction = Direction::ALL[number(direction)];
            step(
                cells,
                side_of(side),
                steps_left,
                pending,
                square_of(from),
                direction,
            )
        }
        _ => panic!("not a statement: {what:?}"),
    }
}

/// Reads formulas as terms about a board.
struct Reading<'a> {
    formulas: &'a [Vec<String>],
    board: &'a AnyBoard,
    left: &'a [Truth; 64],
    denied: Option<&'a str>,
    truths: HashMap<usize, Truth>,
}

impl Reading<'_> {
    fn truth(&mut self, at: usize) -> Truth {
        if let Some(&truth) = self.truths.get(&at) {
            return truth;
        }
        let words: Vec<&str> = self.formulas[at].iter().map(String::as_str).collect();
        let line = self.formulas[at].join(" ");
        let truth = match words[..] {
            _ if self.denied.is_some_and(|denied| line.starts_with(denied)) => false.into(),
            ["known", truth] => (truth == "true").into(),
            ["stands", piece, square] => stands(&self.board.cells, piece, square),
            // Beside this stands the claim that both say the same of frozen pieces.
            ["frozen", square] => frozen(&self.board.cells, square_of(square)),
            ["left", square] => self.left[number(square)],
            ["and", one, other] => self.truth(number(one)) & self.truth(number(other)),
            ["or", one, other] => self.truth(number(one)) | self.truth(number(other)),
            ["not", one] => !self.truth(number(one)),
            _ => panic!("not a formula: {words:?}"),
        };
        self.truths.insert(at, truth);
        truth
    }
}

fn stands(cells: &proofs::cell::Contents<Truth>, piece: &str, square: &str) -> Truth {
    let piece = piece.chars().next().and_then(Piece::from_letter);
    let piece = piece.expect("a piece");
    let here = cells[square_of(square).index()];
    here.of(piece.side) & here.is(piece.kind)
}

fn kind_of(letter: &str) -> Kind {
    let piece = letter.chars().next().and_then(Piece::from_letter);
    piece.expect("a kind").kind
}

fn side_of(name: &str) -> Side {
    if name == "gold" {
        Side::Gold
    } else {
        Side::Silver
    }
}

fn square_of(index: &str) -> Square {
    Square::ALL[number(index)]
}

fn number(text: &str) -> usize {
    text.parse().expect("a number")
}

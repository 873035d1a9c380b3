//! Claims, their variables, and the verdicts of the solver.
//!
//! The solver is z3: the program that `ARIMAA_Z3` names, else `z3` on the path. Without one the
//! tests fail.
//!
//! `ARIMAA_CLAIMS=2/4` takes the second of four parts of the claims of every long proof.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fmt::{Display, Write as _};
use std::time::Instant;

use arimaa::text::draw;
use arimaa::vocab::{Board, Kind, Piece, Side, Square};

use crate::logic::Logic;
use crate::shard::{part, share};
use crate::term::{PLANES, Term, Truth, Verdict, assume, can_any_hold, with_solver};

/// The greatest number of failed claims that are named.
const SHOWN: usize = 8;
/// The number of claims from which a proof is long.
const MANY: usize = 64;

/// A claim that two truth values are equal.
pub struct Claim {
    /// The subject of the claim, for messages.
    pub at: String,
    /// The value found.
    pub found: Truth,
    /// The value claimed.
    pub expected: Truth,
}

impl Claim {
    /// A claim that something is true.
    pub fn that(at: impl Into<String>, found: Truth) -> Self {
        Self {
            at: at.into(),
            found,
            expected: Truth::Known(true),
        }
    }
}

/// Claims that a set holds exactly the squares for which `expected` is true.
pub fn is_set_of(what: &str, set: Term, expected: impl Fn(Square) -> Truth) -> Vec<Claim> {
    let claim = |square: Square| Claim {
        at: format!("{what}{square}"),
        found: set.holds(square),
        expected: expected(square),
    };
    Square::ALL.into_iter().map(claim).collect()
}

/// Assumes claims that another proof has shown.
pub fn given(claims: &[Claim]) {
    for claim in claims {
        assume(claim.found.same(claim.expected));
    }
}

/// Proves all claims for every value of the variables.
///
/// # Panics
///
/// If they do not, with a drawn counterexample, or if the solver does not know.
pub fn proved(name: &str, says: &str, claims: impl Fn() -> Vec<Claim>) {
    let found = holding(name, judged(&|| in_part(claims())));
    println!(
        "proved {name}: {says} ({} claims, {:.1} s)",
        found.claims, found.seconds
    );
}

/// The part of a long list that `ARIMAA_CLAIMS` selects; the whole of a short list.
pub fn in_part<T>(all: Vec<T>) -> Vec<T> {
    if all.len() < MANY {
        return all;
    }
    share(part("ARIMAA_CLAIMS"), all)
}

/// Proves the claims of each case, with a new solver for each.
///
/// # Panics
///
/// At the first case of which they do not, with a drawn counterexample, or if the solver does not
/// know.
pub fn proved_each<T: Copy + Display>(
    name: &str,
    says: &str,
    cases: &[T],
    claims: impl Fn(T) -> Vec<Claim>,
) {
    let (began, mut all) = (Instant::now(), 0);
    for &case in cases {
        let name = format!("{name}, {case}");
        all += holding(&name, judged(&|| claims(case))).claims;
    }
    assert!(all > 0, "{name} claims nothing");
    println!(
        "proved {name}: {says} ({} cases, {all} claims, {:.0} s)",
        cases.len(),
        began.elapsed().as_secs_f64()
    );
}

/// The verdict, checked: there are claims, and all hold.
fn holding(name: &str, found: Judged) -> Judged {
    assert!(found.claims > 0, "{name} claims nothing");
    match &found.verdict {
        Verdict::Never => found,
        Verdict::Unknown => panic!("{name}: the solver gave up after {:.0} s", found.seconds),
        Verdict::For(words, held) => {
            panic!("{name} is false\n{}", drawn(words, held, &found.labels));
        }
    }
}

/// Shows that claims which are wrong on purpose fail: the solver finds a board as a counterexample,
/// and draws it.
///
/// # Panics
///
/// If it finds none.
pub fn refuted(name: &str, wrong: &str, claims: impl Fn() -> Vec<Claim>) {
    let found = judged(&claims);
    match found.verdict {
        Verdict::For(words, held) => {
            assert!(held.contains(&true), "{name}: a counterexample to no claim");
            println!(
                "refuted {name}, if {wrong} ({:.1} s)\n{}",
                found.seconds,
                drawn(&words, &held, &found.labels)
            );
        }
        Verdict::Never => panic!("{name}: not noticed that {wrong}"),
        Verdict::Unknown => panic!("{name}: the solver gave up after {:.0} s", found.seconds),
    }
}

/// The solver's verdict on some claims.
struct Judged {
    verdict: Verdict,
    labels: Vec<String>,
    claims: usize,
    seconds: f64,
}

fn judged(claims: &impl Fn() -> Vec<Claim>) -> Judged {
    let program = solver();
    let began = Instant::now();
    let judged = with_solver(program.clone(), || {
        let claims = claims();
        let differ = |claim: &Claim| !claim.found.same(claim.expected);
        let verdict = can_any_hold(&claims.iter().map(differ).collect::<Vec<_>>());
        Judged {
            verdict,
            claims: claims.len(),
            labels: claims.into_iter().map(|claim| claim.at).collect(),
            seconds: began.elapsed().as_secs_f64(),
        }
    });
    judged.unwrap_or_else(|error| panic!("{}: {error}", program.display()))
}

/// The path of the solver.
///
/// # Panics
///
/// If there is none.
fn solver() -> OsString {
    if let Some(named) = std::env::var_os("ARIMAA_Z3") {
        return named;
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut programs = std::env::split_paths(&path).map(|folder| folder.join("z3"));
    let found = programs.find(|program| program.is_file());
    let missing = "there is no z3 on the path, and ARIMAA_Z3 names none; .ci/z3 installs it";
    found.expect(missing).into()
}

/// A counterexample as text: the board, other variables as squares, and the first claim that fails.
fn drawn(words: &HashMap<String, u64>, held: &[bool], labels: &[String]) -> String {
    let mut text = String::new();
    let planes = PLANES.map(|name| words.get(name).copied());
    if let [Some(low), Some(mid), Some(high), Some(silver)] = planes {
        text += &draw(&board([low, mid, high, silver]), &[]);
    }
    let mut others: Vec<_> = words
        .iter()
        .filter(|(name, _)| !PLANES.contains(&name.as_str()))
        .collect();
    others.sort();
    for (name, &word) in others {
        let squares: Vec<_> = squares(word).map(|square| square.to_string()).collect();
        let _ = writeln!(text, "{name}: {}", squares.join(" "));
    }
    let failing = labels.iter().zip(held).filter(|&(_, &held)| held);
    let failing: Vec<&str> = failing.map(|(label, _)| label.as_str()).collect();
    let more = match failing.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let shown = failing[..failing.len().min(SHOWN)].join(", ");
    text + &format!("fails: {shown}{more}\n")
}

fn squares(word: u64) -> impl Iterator<Item = Square> {
    Square::ALL
        .into_iter()
        .filter(move |square| word >> square.index() & 1 == 1)
}

/// The board in four bitboards.
fn board(planes: [u64; 4]) -> Board {
    const KINDS: [Option<Kind>; 8] = [
        None,
        Some(Kind::Rabbit),
        Some(Kind::Cat),
        Some(Kind::Dog),
        Some(Kind::Horse),
        Some(Kind::Camel),
        Some(Kind::Elephant),
        None,
    ];
    let mut board = Board::EMPTY;
    for square in Square::ALL {
        let [low, mid, high, silver] = planes.map(|plane| (plane >> square.index() & 1) as usize);
        let side = [Side::Gold, Side::Silver][silver];
        let kind = KINDS[low | mid << 1 | high << 2];
        board.set(square, kind.map(|kind| Piece::new(side, kind)));
    }
    board
}

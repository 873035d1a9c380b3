//! Bitboards and truth values as terms of an SMT solver.
//!
//! A thread has one solver at a time, opened by `with_solver`. Every term is given a name there as
//! soon as it is made, so what is used twice is sent once. Terms of what is known are worked out
//! here and never sent.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::OsString;
use std::io;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use arimaa::vocab::Square;
use easy_smt::{Context, ContextBuilder, Response, SExpr};

use crate::cell::{Cell, Contents};
use crate::logic::Logic;

/// The solver's time limit for one question, in milliseconds.
const PATIENCE: u32 = 300_000;

/// Sixty-four bits: a constant, or a term of the solver.
#[derive(Clone, Copy, Debug)]
pub enum Term {
    /// A constant.
    Known(u64),
    /// A term of the solver.
    Named(SExpr),
}

/// A truth value: a constant, or a term of the solver.
#[derive(Clone, Copy, Debug)]
pub enum Truth {
    /// True or false.
    Known(bool),
    /// A term of the solver.
    Named(SExpr),
}

thread_local! {
    static SESSION: RefCell<Option<Session>> = const { RefCell::new(None) };
}

/// A running solver.
struct Session {
    context: Context,
    /// The name of every term made so far.
    names: HashMap<SExpr, SExpr>,
    /// The free variables, by their names.
    free: Vec<(String, SExpr)>,
}

/// Runs `work` with a solver on the present thread.
///
/// # Errors
///
/// If the program cannot be started.
pub(crate) fn with_solver<T>(program: OsString, work: impl FnOnce() -> T) -> io::Result<T> {
    let mut context = ContextBuilder::new()
        .solver(program)
        .solver_args(["-smt2", "-in", &format!("-t:{PATIENCE}")])
        .build()?;
    context.set_logic("QF_BV")?;
    let mut session = Session {
        context,
        names: HashMap::new(),
        free: Vec::new(),
    };
    let silent = [":print-success", "false"].map(|word| session.context.atom(word));
    session.send("set-option", &silent);
    SESSION.set(Some(session));
    let result = work();
    SESSION.set(None);
    Ok(result)
}

/// The solver's verdict on whether something can hold.
pub(crate) enum Verdict {
    /// Nothing can hold.
    Never,
    /// Something can: a value of every free variable by name, and which of the truths then hold.
    For(HashMap<String, u64>, Vec<bool>),
    /// The solver does not know.
    Unknown,
}

/// Asks whether any of these truths can hold under all assumptions.
pub(crate) fn can_any_hold(truths: &[Truth]) -> Verdict {
    with(|session| {
        let terms: Vec<SExpr> = truths.iter().map(|&truth| session.truth(truth)).collect();
        let any = session.context.or_many(terms.iter().copied());
        session.send("assert", &[any]);
        match answered(session.context.check()) {
            Response::Unsat => Verdict::Never,
            Response::Unknown => Verdict::Unknown,
            Response::Sat => {
                let free = session.free.iter().map(|&(_, word)| word).collect();
                let words = session
                    .values(free)
                    .into_iter()
                    .map(|value| session.number(value));
                let names = session.free.iter().map(|(name, _)| name.clone());
                let words = names.zip(words.collect::<Vec<_>>()).collect();
                let yes = session.context.true_();
                let held = session.values(terms);
                Verdict::For(words, held.into_iter().map(|value| value == yes).collect())
            }
        }
    })
}

/// Adds an assumption to the present proof.
pub fn assume(truth: Truth) {
    with(|session| {
        let term = session.truth(truth);
        session.send("assert", &[term]);
    });
}

/// A free variable of sixty-four bits.
pub fn any_word(name: &str) -> Term {
    with(|session| {
        let sort = session.context.bit_vec_sort(session.context.numeral(64));
        let word = session.context.atom(name);
        session.send("declare-const", &[word, sort]);
        session.free.push((name.to_owned(), word));
        Term::Named(word)
    })
}

/// The bitboards of a board, and the contents of its squares.
#[derive(Clone, Copy)]
pub struct AnyBoard {
    /// The strength of each square's piece, lowest bit first, and the squares with silver pieces.
    pub planes: [Term; 4],
    /// The contents of each square.
    pub cells: Contents<Truth>,
}

/// The names of a board's variables.
pub(crate) const PLANES: [&str; 4] = ["low", "mid", "high", "silver"];

/// An arbitrary board: each square is empty or has one of the twelve pieces, in any number.
pub fn any_board() -> AnyBoard {
    any_board_in(PLANES)
}

/// A second arbitrary board, with variables of these names.
pub fn any_board_in(names: [&str; 4]) -> AnyBoard {
    let planes @ [low, mid, high, silver] = names.map(any_word);
    assume((low & mid & high).is_empty());
    assume((silver & !(low | mid | high)).is_empty());
    let cells = Square::ALL.map(|square| Cell {
        strength: [low, mid, high].map(|plane| plane.holds(square)),
        silver: silver.holds(square),
    });
    AnyBoard { planes, cells }
}

fn with<T>(work: impl FnOnce(&mut Session) -> T) -> T {
    SESSION.with_borrow_mut(|session| match session {
        Some(session) => work(session),
        None => panic!("terms are made only while a solver is open"),
    })
}

fn answered<T>(result: io::Result<T>) -> T {
    result.unwrap_or_else(|error| panic!("the solver failed: {error}"))
}

impl Session {
    /// The name of a term; a new term is named now.
    fn named(&mut self, term: SExpr, is_word: bool) -> SExpr {
        if let Some(&name) = self.names.get(&term) {
            return name;
        }
        let sort = if is_word {
            self.context.bit_vec_sort(self.context.numeral(64))
        } else {
            self.context.bool_sort()
        };
        let name = self.context.atom(format!("t{}", self.names.len()));
        self.send(
            "define-fun",
            &[name, self.context.list(Vec::new()), sort, term],
        );
        self.names.insert(term, name);
        name
    }

    /// Sends a command that the solver answers only on an error, which makes the next answer
    /// unreadable. Waiting for a reply to each of many thousand names would take longer than
    /// proving.
    fn send(&mut self, command: &str, arguments: &[SExpr]) {
        let mut list = vec![self.context.atom(command)];
        list.extend(arguments);
        answered(self.context.raw_send(self.context.list(list)));
    }

    fn word(&self, term: Term) -> SExpr {
        match term {
            Term::Known(number) => self.context.binary(64, number),
            Term::Named(name) => name,
        }
    }

    fn truth(&self, truth: Truth) -> SExpr {
        match truth {
            Truth::Known(true) => self.context.true_(),
            Truth::Known(false) => self.context.false_(),
            Truth::Named(name) => name,
        }
    }

    fn values(&mut self, terms: Vec<SExpr>) -> Vec<SExpr> {
        let values = answered(self.context.get_value(terms));
        values.into_iter().map(|(_, value)| value).collect()
    }

    /// The number that the solver writes as `#x…` or `#b…`.
    fn number(&self, value: SExpr) -> u64 {
        let text = self.context.display(value).to_string();
        let number = match text.split_at_checked(2) {
            Some(("#x", digits)) => u64::from_str_radix(digits, 16),
            Some(("#b", digits)) => u64::from_str_radix(digits, 2),
            _ => panic!("{text} is no word"),
        };
        number.unwrap_or_else(|error| panic!("{text}: {error}"))
    }
}

/// The term of an operation on words.
fn word(make: impl FnOnce(&Context, &Session) -> SExpr) -> Term {
    with(|session| {
        let term = make(&session.context, session);
        Term::Named(session.named(term, true))
    })
}

fn truth(make: impl FnOnce(&Context, &Session) -> SExpr) -> Truth {
    with(|session| {
        let term = make(&session.context, session);
        Truth::Named(session.named(term, false))
    })
}

impl From<u64> for Term {
    fn from(number: u64) -> Self {
        Self::Known(number)
    }
}

impl BitAnd for Term {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        match (self, other) {
            (Self::Known(one), Self::Known(two)) => Self::Known(one & two),
            _ => word(|c, s| c.bvand(s.word(self), s.word(other))),
        }
    }
}

impl BitOr for Term {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        match (self, other) {
            (Self::Known(one), Self::Known(two)) => Self::Known(one | two),
            _ => word(|c, s| c.bvor(s.word(self), s.word(other))),
        }
    }
}

impl BitXor for Term {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        match (self, other) {
            (Self::Known(one), Self::Known(two)) => Self::Known(one ^ two),
            _ => word(|c, s| c.bvxor(s.word(self), s.word(other))),
        }
    }
}

impl Not for Term {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::Known(number) => Self::Known(!number),
            Self::Named(_) => word(|c, s| c.bvnot(s.word(self))),
        }
    }
}

impl Shl<u32> for Term {
    type Output = Self;

    fn shl(self, by: u32) -> Self {
        match self {
            Self::Known(number) => Self::Known(number << by),
            Self::Named(_) => word(|c, s| c.bvshl(s.word(self), c.binary(64, by))),
        }
    }
}

impl Shr<u32> for Term {
    type Output = Self;

    fn shr(self, by: u32) -> Self {
        match self {
            Self::Known(number) => Self::Known(number >> by),
            Self::Named(_) => word(|c, s| c.bvlshr(s.word(self), c.binary(64, by))),
        }
    }
}

impl Term {
    /// Whether this bit is set.
    #[must_use]
    pub fn holds(self, square: Square) -> Truth {
        match self {
            Self::Known(number) => Truth::Known(number >> square.index() & 1 == 1),
            Self::Named(name) => truth(|c, _| {
                let at = i32::try_from(square.index()).unwrap_or(0);
                c.eq(c.extract(at, at, name), c.binary(1, 1_u8))
            }),
        }
    }

    /// Whether each bit is set, in the order of [`Square::ALL`].
    #[must_use]
    pub fn bits(self) -> [Truth; 64] {
        Square::ALL.map(|square| self.holds(square))
    }

    /// Whether no bit is set.
    #[must_use]
    pub fn is_empty(self) -> Truth {
        match self {
            Self::Known(number) => Truth::Known(number == 0),
            Self::Named(name) => truth(|c, _| c.eq(name, c.binary(64, 0_u8))),
        }
    }

    /// All bits if any is set, else none.
    #[must_use]
    pub fn all_if_any(self) -> Self {
        match self.is_empty() {
            Truth::Known(is_empty) => Self::Known(if is_empty { 0 } else { u64::MAX }),
            Truth::Named(empty) => {
                word(|c, _| c.ite(empty, c.binary(64, 0_u8), c.binary(64, u64::MAX)))
            }
        }
    }
}

impl From<bool> for Truth {
    fn from(known: bool) -> Self {
        Self::Known(known)
    }
}

impl BitAnd for Truth {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        match (self, other) {
            (Self::Known(true), it) | (it, Self::Known(true)) => it,
            (Self::Known(false), _) | (_, Self::Known(false)) => Self::Known(false),
            (Self::Named(one), Self::Named(two)) if one == two => self,
            _ => truth(|c, s| c.and(s.truth(self), s.truth(other))),
        }
    }
}

impl BitOr for Truth {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        match (self, other) {
            (Self::Known(false), it) | (it, Self::Known(false)) => it,
            (Self::Known(true), _) | (_, Self::Known(true)) => Self::Known(true),
            (Self::Named(one), Self::Named(two)) if one == two => self,
            _ => truth(|c, s| c.or(s.truth(self), s.truth(other))),
        }
    }
}

impl Not for Truth {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::Known(known) => Self::Known(!known),
            Self::Named(_) => truth(|c, s| c.not(s.truth(self))),
        }
    }
}

impl Logic for Truth {
    fn same(self, other: Self) -> Self {
        match (self, other) {
            (Self::Known(true), it) | (it, Self::Known(true)) => it,
            (Self::Known(false), it) | (it, Self::Known(false)) => !it,
            (Self::Named(one), Self::Named(two)) if one == two => Self::Known(true),
            (Self::Named(one), Self::Named(two)) => truth(|c, _| c.eq(one, two)),
        }
    }

    fn any(truths: impl Iterator<Item = Self>) -> Self {
        gathered(truths, false, Context::or_many)
    }

    fn all(truths: impl Iterator<Item = Self>) -> Self {
        gathered(truths, true, Context::and_many)
    }
}

/// One term for many truths, from which constants equal to `idle` are left out; the other constant
/// decides alone.
fn gathered(
    truths: impl Iterator<Item = Truth>,
    idle: bool,
    make: impl FnOnce(&Context, Vec<SExpr>) -> SExpr,
) -> Truth {
    let mut terms = Vec::new();
    for given in truths {
        match given {
            Truth::Known(known) if known == idle => {}
            Truth::Known(known) => return Truth::Known(known),
            Truth::Named(name) => terms.push(name),
        }
    }
    match terms[..] {
        [] => Truth::Known(idle),
        [one] => Truth::Named(one),
        _ => truth(|c, _| make(c, terms)),
    }
}

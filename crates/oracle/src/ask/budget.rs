//! The cost that one answer may have.

use std::cell::Cell;
use std::fmt;
use std::io;

use super::{Fault, MAX_ANSWER, MAX_PAGE, MAX_TEXT, MAX_TURNS};

/// Bounds on the cost of one answer.
///
/// The default is what the protocol allows. Clients and servers can lower each bound; a program
/// that calls the library can raise those of texts, results and depth. Beyond a bound the answer is
/// an `error` of the kind `too_large` or `timed_out`, which says what was bounded.
///
/// ```
/// use arimaa_oracle::ask::{Answer, Budget, Fault, Question, answer_within};
/// use arimaa::compare::EngineKind;
///
/// let question: Question = serde_json::from_str(r#"{
///     "kind": "perft", "count": "turns", "depth": 3,
///     "position": {
///         "any": {"text": "g [rrrrrrrrdhcemchd................................DHCMECHDRRRRRRRR]"}
///     }
/// }"#)?;
/// let budget = Budget { nodes: 100, ..Budget::default() };
/// let answer = answer_within(&EngineKind::Bitboard.engine(), &question, &budget);
/// assert!(matches!(answer, Answer::Error { error: Fault::TooLarge { limit: 100, .. } }));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// The most positions that a count to a depth, or a replay, visits.
    pub nodes: u64,
    /// The most turns that one answer lists.
    pub results: u32,
    /// The longest text in a question, in bytes.
    pub text: usize,
    /// The largest depth of a count of turns.
    pub depth: u32,
    /// The longest answer, in bytes of its JSON.
    pub bytes: usize,
    /// Tells whether the time is over; `None` is no limit, as on a machine without a clock. It is
    /// called between positions, between the turns of a record and during the search for turns.
    pub is_expired: Option<&'a (dyn Fn() -> bool + Sync)>,
}

impl Default for Budget<'_> {
    fn default() -> Self {
        Self {
            nodes: u64::MAX,
            results: MAX_PAGE,
            text: MAX_TEXT,
            depth: MAX_TURNS,
            bytes: MAX_ANSWER,
            is_expired: None,
        }
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("nodes", &self.nodes)
            .field("results", &self.results)
            .field("text", &self.text)
            .field("depth", &self.depth)
            .field("bytes", &self.bytes)
            .field("has_deadline", &self.is_expired.is_some())
            .finish()
    }
}

/// The part of a budget that has been spent.
pub(super) struct Meter<'a> {
    pub(super) budget: &'a Budget<'a>,
    nodes: Cell<u64>,
}

impl<'a> Meter<'a> {
    pub(super) const fn new(budget: &'a Budget<'a>) -> Self {
        let nodes = Cell::new(0);
        Self { budget, nodes }
    }

    /// Whether any number of positions may be visited.
    pub(super) const fn bounds_no_nodes(&self) -> bool {
        self.budget.nodes == u64::MAX
    }

    /// Whether the time is over.
    pub(super) fn is_expired(&self) -> bool {
        self.budget.is_expired.is_some_and(|expired| expired())
    }

    /// The fault of an answer whose time is over.
    pub(super) fn timed_out(&self) -> Fault {
        let visited = self.nodes.get();
        Fault::TimedOut {
            message: format!("the time was over after {visited} positions"),
        }
    }

    /// Counts one position. Fails where the budget is spent.
    pub(super) fn visit(&self) -> Result<(), Fault> {
        let limit = self.budget.nodes;
        let visited = self.nodes.get();
        if visited >= limit {
            return Err(Fault::TooLarge {
                limit,
                message: format!("more than {limit} positions"),
            });
        }
        if self.is_expired() {
            return Err(self.timed_out());
        }
        self.nodes.set(visited + 1);
        Ok(())
    }
}

/// Refuses a size above its limit; `of` names the unit.
pub(super) fn check_size(size: usize, limit: usize, of: &str) -> Result<(), Fault> {
    if size <= limit {
        return Ok(());
    }
    Err(Fault::TooLarge {
        limit: limit as u64,
        message: format!("{size} {of}, {limit} at most"),
    })
}

/// Counts the bytes that are written to it.
#[derive(Default)]
pub(super) struct Length(pub(super) usize);

impl io::Write for Length {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The number of turns on a page: `asked`, or by default the most. Fails if `asked` is more.
pub(super) fn page_size(asked: Option<u32>, budget: &Budget<'_>) -> Result<u32, Fault> {
    let most = budget.results;
    let limit = asked.unwrap_or(most);
    check_size(limit as usize, most as usize, "turns in one answer")?;
    Ok(limit)
}

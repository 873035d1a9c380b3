//! What came of replaying games.

use std::collections::BTreeMap;
use std::fmt;

use super::Refusal;
use crate::text::{Label, RecordedResult, Rejection};
use crate::vocab::{Edition, Outcome, Side};

/// The result that a record gives.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Recorded {
    /// Who won, if it says so.
    pub result: Option<RecordedResult>,
    /// How the game ended: a code of SPEC.md NOT-12, if it says so.
    pub termination: Option<char>,
}

impl fmt::Display for Recorded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.result {
            Some(result) => write!(f, "{result}")?,
            None => f.write_str("no result")?,
        }
        match self.termination {
            Some(code) => write!(f, " by `{code}`"),
            None => Ok(()),
        }
    }
}

/// A point on which a record, or the server, and the rules differ.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Disagreement {
    /// The record has a turn, or the server accepted one, that the rules refuse.
    Refused {
        /// Which turn.
        label: Label,
        /// The turn as it is written.
        turn: String,
        /// The token that is refused; `the end of the turn` when all of them stand.
        at: String,
        /// Why.
        refusal: Refusal,
    },
    /// The server refused a turn that the rules accept.
    Accepted {
        /// Which turn.
        label: Label,
        /// The turn as it is written.
        turn: String,
        /// Why the server refused it.
        server: Rejection,
    },
    /// The server and the rules refuse a turn for different reasons, or at different steps.
    OtherReason {
        /// Which turn.
        label: Label,
        /// The turn as it is written.
        turn: String,
        /// Why the server refused it.
        server: Rejection,
        /// The token at which the rules refuse it.
        at: String,
        /// Why the rules refuse it.
        refusal: Refusal,
    },
    /// A turn in the server's log cannot be read.
    Unreadable {
        /// Which turn.
        label: Label,
        /// What is wrong with it, and where.
        error: String,
    },
    /// The turns that the server's log accepted are not those of the game's list of moves.
    Movelist {
        /// The first turn that differs.
        label: Label,
    },
    /// A `takeback` with no turn before it.
    Takeback {
        /// The label of the turn to be made.
        label: Label,
    },
    /// The result by the rules is not the recorded one, or the game was decided and the record goes on.
    Result {
        /// The result in the record.
        recorded: Recorded,
        /// What the rules say after the last turn.
        outcome: Option<Outcome>,
    },
    /// The game cannot be judged at all.
    Unjudged {
        /// Why.
        why: String,
    },
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused {
                label,
                turn,
                at,
                refusal,
            } => {
                let rule = refusal.rule();
                write!(
                    f,
                    "{label} [{turn}] is recorded, but refused at {at} by {rule}: {refusal}"
                )
            }
            Self::Accepted {
                label,
                turn,
                server,
            } => write!(
                f,
                "{label} [{turn}] was refused by the server ({server}), but is legal"
            ),
            Self::OtherReason {
                label,
                turn,
                server,
                at,
                refusal,
            } => {
                let rule = refusal.rule();
                write!(
                    f,
                    "{label} [{turn}] was refused by the server ({server}), but is refused at {at} by {rule}: {refusal}"
                )
            }
            Self::Unreadable { label, error } => write!(f, "{label} cannot be read: {error}"),
            Self::Movelist { label } => {
                write!(
                    f,
                    "{label} in the list of moves is not what the log accepted"
                )
            }
            Self::Takeback { label } => {
                write!(
                    f,
                    "a takeback before {label}, and there is no turn to take back"
                )
            }
            Self::Result { recorded, outcome } => {
                write!(f, "recorded is {recorded}, but ")?;
                match outcome {
                    Some(outcome) => outcome.fmt(f),
                    None => f.write_str("the game is not decided by rule"),
                }
            }
            Self::Unjudged { why } => f.write_str(why),
        }
    }
}

/// What came of replaying one game.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct GameReport {
    /// The game's id, or its place in the file where it has none.
    pub id: String,
    /// The edition it was judged by.
    pub edition: Edition,
    /// How many turns stand or stood: recorded ones that are legal, takebacks not subtracted.
    pub turns: usize,
    /// How many refused turns the rules refuse for the same reason, by the name of the reason.
    pub refused: BTreeMap<&'static str, usize>,
    /// How many submitted turns the server never answered.
    pub unanswered: usize,
    /// How many lines of the log were not understood.
    pub unknown_events: usize,
    /// What the rules say after the last turn.
    pub outcome: Option<Outcome>,
    /// What the record says.
    pub recorded: Recorded,
    /// Where record and rules differ.
    pub disagreements: Vec<Disagreement>,
}

impl GameReport {
    pub(super) fn new(id: String, edition: Edition, recorded: Recorded) -> Self {
        Self {
            id,
            edition,
            turns: 0,
            refused: BTreeMap::new(),
            unanswered: 0,
            unknown_events: 0,
            outcome: None,
            recorded,
            disagreements: Vec::new(),
        }
    }

    /// A game that cannot be judged.
    pub(super) fn unjudged(id: String, recorded: Recorded, why: String) -> Self {
        let mut report = Self::new(id, Edition::default(), recorded);
        report.disagreements.push(Disagreement::Unjudged { why });
        report
    }

    pub(super) fn count_refusal(&mut self, refusal: &Refusal) {
        *self.refused.entry(refusal.name()).or_default() += 1;
    }

    /// Compares the result by the rules with the recorded one (SPEC.md NOT-12).
    ///
    /// `refused` is the player whose illegal turn ended the game, if that is how it ended.
    pub(super) fn judge_result(&mut self, outcome: Option<Outcome>, refused: Option<Side>) {
        self.outcome = outcome;
        let Recorded {
            result,
            termination,
        } = self.recorded;
        let winner_is = |winner: Option<Side>| match result {
            None | Some(RecordedResult::Unknown) => true,
            Some(RecordedResult::Draw) => winner.is_none(),
            Some(result) => winner.is_some() && result.winner() == winner,
        };
        let agrees = match (termination, outcome) {
            (Some('g' | 'm' | 'e' | 'p' | 'n'), None) => false,
            (Some(code @ ('g' | 'm' | 'e' | 'p' | 'n')), Some(outcome)) => {
                code == outcome.end.code() && winner_is(outcome.winner)
            }
            (Some('i'), None) => refused.is_none_or(|side| winner_is(Some(side.other()))),
            // The other codes come from outside: the game must not have been decided before.
            (Some(_), outcome) => outcome.is_none(),
            (None, Some(outcome)) => winner_is(outcome.winner),
            (None, None) => true,
        };
        if !agrees {
            self.disagreements.push(Disagreement::Result {
                recorded: self.recorded,
                outcome,
            });
        }
    }

    /// Whether the result is one that the rules decide, and they decide it as recorded.
    fn reproduces_result(&self) -> bool {
        let differs = |disagreement: &Disagreement| {
            matches!(
                disagreement,
                Disagreement::Result { .. } | Disagreement::Unjudged { .. }
            )
        };
        !self.disagreements.iter().any(differs)
    }
}

/// The sum of many reports.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Tally {
    /// Games replayed.
    pub games: usize,
    /// Turns accepted by record and rules.
    pub turns: usize,
    /// Turns refused by record and rules for the same reason, by its name.
    pub refused: BTreeMap<&'static str, usize>,
    /// Submitted turns that the server never answered.
    pub unanswered: usize,
    /// Lines of the log that were not understood.
    pub unknown_events: usize,
    /// By code of termination: how many games ended so, and how many of them the rules reproduce (or, where the
    /// cause lies outside the rules, do not contradict).
    pub results: BTreeMap<char, (usize, usize)>,
    /// Games without a recorded termination.
    pub open: usize,
    /// Points of disagreement.
    pub disagreements: usize,
}

impl Tally {
    /// Adds one game.
    pub fn add(&mut self, report: &GameReport) {
        self.games += 1;
        self.turns += report.turns;
        for (name, count) in &report.refused {
            *self.refused.entry(name).or_default() += count;
        }
        self.unanswered += report.unanswered;
        self.unknown_events += report.unknown_events;
        match report.recorded.termination {
            Some(code) => {
                let (ended, reproduced) = self.results.entry(code).or_default();
                *ended += 1;
                *reproduced += usize::from(report.reproduces_result());
            }
            None => self.open += 1,
        }
        self.disagreements += report.disagreements.len();
    }
}

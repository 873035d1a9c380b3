//! The results of replaying games: reports of one game and of many.

use std::collections::BTreeMap;
use std::fmt;

use crate::judge::{Refusal, Refused};
use arimaa::text::error::shown;
use arimaa::text::{Entry, RecordedResult, Rejection, Tags};
use arimaa::vocab::{Edition, Label, Outcome, Side};

/// The result that a record gives.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Recorded {
    /// The recorded winner, if there is one.
    pub result: Option<RecordedResult>,
    /// The recorded end of the game, a code of SPEC.md NOT-12, if there is one.
    pub termination: Option<char>,
}

impl From<&Tags> for Recorded {
    fn from(tags: &Tags) -> Self {
        Self {
            result: tags.result,
            termination: tags.termination,
        }
    }
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
        /// The label of the turn.
        label: Label,
        /// The turn as it is written.
        turn: String,
        /// The token that is refused, `the end of the turn` when all of them stand, or `its label`.
        at: String,
        /// The reason for the refusal.
        refusal: Refusal,
    },
    /// The server refused a turn that the rules accept.
    Accepted {
        /// The label of the turn.
        label: Label,
        /// The turn as it is written.
        turn: String,
        /// The server's reason for the refusal.
        server: Rejection,
    },
    /// The server and the rules refuse a turn for different reasons, or at different steps.
    OtherReason {
        /// The label of the turn.
        label: Label,
        /// The turn as it is written.
        turn: String,
        /// The server's reason for the refusal.
        server: Rejection,
        /// The token at which the rules refuse the turn.
        at: String,
        /// The reason of the rules for the refusal.
        refusal: Refusal,
    },
    /// A turn in the server's log cannot be read.
    Unreadable {
        /// The label of the turn.
        label: Label,
        /// The error and its place.
        error: String,
    },
    /// The turns that the server's log accepted are not those of the game's list of moves.
    Movelist {
        /// The first turn that differs.
        label: Label,
        /// The turn in the list of moves with its label; none where the list ends before it.
        listed: Option<String>,
        /// The turn that the log accepted there, with its label; none where it accepted no more.
        accepted: Option<String>,
    },
    /// A `takeback` with no turn before it.
    Takeback {
        /// The label of the turn to be made.
        label: Label,
    },
    /// The result by the rules is not the recorded one, or the game was decided and the record goes
    /// on.
    Result {
        /// The result in the record.
        recorded: Recorded,
        /// The outcome by the rules after the last turn.
        outcome: Option<Outcome>,
        /// Whether an illegal turn or the score ended the game.
        verdict: GameVerdict,
    },
    /// The game cannot be judged at all.
    Unjudged {
        /// The reason.
        why: String,
    },
}

impl Disagreement {
    /// The name of the kind of disagreement in the protocol.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Refused { .. } => "refused",
            Self::Accepted { .. } => "accepted",
            Self::OtherReason { .. } => "other-reason",
            Self::Unreadable { .. } => "unreadable",
            Self::Movelist { .. } => "movelist",
            Self::Takeback { .. } => "takeback",
            Self::Result { .. } => "result",
            Self::Unjudged { .. } => "unjudged",
        }
    }

    /// Whether the game cannot be judged at all.
    pub const fn is_unjudged(&self) -> bool {
        matches!(self, Self::Unjudged { .. })
    }

    /// The label of the turn that the disagreement is about, if it is about one.
    pub const fn label(&self) -> Option<Label> {
        match self {
            Self::Refused { label, .. }
            | Self::Accepted { label, .. }
            | Self::OtherReason { label, .. }
            | Self::Unreadable { label, .. }
            | Self::Movelist { label, .. }
            | Self::Takeback { label } => Some(*label),
            Self::Result { .. } | Self::Unjudged { .. } => None,
        }
    }
}

/// The most characters of a turn that a message repeats.
const SHOWN: usize = 300;

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused {
                label,
                turn,
                at,
                refusal,
            } => {
                let (turn, rule) = (shown(turn, SHOWN), refusal.rule());
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
            Self::Movelist {
                listed, accepted, ..
            } => {
                let or_none = |turn: &Option<String>| match turn {
                    Some(turn) => format!("[{}]", shown(turn, SHOWN)),
                    None => "no more turn".to_owned(),
                };
                let (listed, accepted) = (or_none(listed), or_none(accepted));
                write!(
                    f,
                    "the list of moves has {listed} where the log accepted {accepted}"
                )
            }
            Self::Takeback { label } => {
                write!(
                    f,
                    "a takeback before {label}, and there is no turn to take back"
                )
            }
            Self::Result {
                recorded,
                outcome,
                verdict,
            } => {
                write!(f, "recorded is {recorded}, but ")?;
                match (outcome, verdict) {
                    (Some(outcome), _) => outcome.fmt(f),
                    (None, GameVerdict::Against(side)) => write!(f, "{side} made the illegal turn"),
                    (None, GameVerdict::Scored(Some(side))) => {
                        write!(f, "{side} wins by score (NOT-12)")
                    }
                    (None, _) if recorded.termination == Some('i') => {
                        f.write_str("no illegal turn is recorded")
                    }
                    (None, _) => f.write_str("the game is not decided by rule"),
                }
            }
            Self::Unjudged { why } => f.write_str(why),
        }
    }
}

/// The place at which a replay stopped; turns after it are not judged.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Stopped {
    /// The index of the entry among those of the game.
    pub entry: usize,
    /// How many turns come after that entry.
    pub turns_after: usize,
    /// The refusal of the turn; none where there is no turn to take back, or the turn cannot be
    /// read.
    pub refused: Option<Box<Refused>>,
}

impl Stopped {
    pub(super) fn at(entry: usize, entries: &[Entry], refused: Option<Box<Refused>>) -> Self {
        let after = entries.iter().skip(entry + 1);
        let is_turn = |entry: &&Entry| matches!(entry, Entry::Turn { .. });
        Self {
            entry,
            turns_after: after.filter(is_turn).count(),
            refused,
        }
    }
}

/// The result of replaying one game.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct GameReport {
    /// The game's id, or its place in the file where it has none.
    pub id: String,
    /// The edition it was judged by.
    pub edition: Edition,
    /// Number of recorded turns that are legal; turns that were taken back count, too.
    pub turns: usize,
    /// How many refused turns the rules refuse for the same reason, by the name of the reason.
    pub refused: BTreeMap<&'static str, usize>,
    /// How many submitted turns the server never answered.
    pub unanswered: usize,
    /// How many lines of the log were not understood.
    pub unknown_events: usize,
    /// Gaps and contradictions in the server's log, which say nothing about the rules.
    pub notes: Vec<String>,
    /// The outcome by the rules after the last turn.
    pub outcome: Option<Outcome>,
    /// Whether the result by the rules is the recorded one; `None` where the replay broke off or
    /// nothing can be said.
    pub agrees: Option<bool>,
    /// The result that the record claims.
    pub recorded: Recorded,
    /// The differences between record and rules.
    pub disagreements: Vec<Disagreement>,
    /// The place at which the replay stopped; none where it came to the end of the game.
    pub stopped: Option<Stopped>,
}

impl GameReport {
    pub(crate) fn new(id: String, edition: Edition, recorded: Recorded) -> Self {
        Self {
            id,
            edition,
            turns: 0,
            refused: BTreeMap::new(),
            unanswered: 0,
            unknown_events: 0,
            notes: Vec::new(),
            outcome: None,
            agrees: None,
            recorded,
            disagreements: Vec::new(),
            stopped: None,
        }
    }

    /// The report on a game that cannot be judged.
    pub(super) fn unjudged(id: String, recorded: Recorded, why: String) -> Self {
        let mut report = Self::new(id, Edition::default(), recorded);
        report.disagreements.push(Disagreement::Unjudged { why });
        report
    }

    pub(super) fn count_refusal(&mut self, refusal: &Refusal) {
        *self.refused.entry(refusal.name()).or_default() += 1;
    }

    /// Compares the result by the rules with the recorded one (SPEC.md NOT-12).
    pub(super) fn judge_result(&mut self, outcome: Option<Outcome>, verdict: GameVerdict) {
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
        let agrees = match (termination, outcome, verdict) {
            (Some(code @ ('g' | 'm' | 'e' | 'p' | 'n')), Some(outcome), _) => {
                code == outcome.end.code() && winner_is(outcome.winner)
            }
            (Some('i'), None, GameVerdict::Against(side)) => winner_is(Some(side.other())),
            (Some('s'), None, GameVerdict::Scored(Some(side))) => winner_is(Some(side)),
            (Some('i'), None, GameVerdict::Hidden)
            | (Some('s'), None, GameVerdict::Scored(None)) => return,
            (Some('g' | 'm' | 'e' | 'p' | 'n' | 'i'), _, _) => false,
            // The other codes come from outside: the game must not have been decided before.
            (Some(_), outcome, _) => outcome.is_none(),
            (None, Some(outcome), _) => winner_is(outcome.winner),
            (None, None, _) => true,
        };
        self.agrees = Some(agrees);
        if !agrees {
            self.disagreements.push(Disagreement::Result {
                recorded: self.recorded,
                outcome,
                verdict,
            });
        }
    }
}

/// Whether an illegal turn or the score ended the game, as far as the record shows (SPEC.md END-12,
/// NOT-12).
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum GameVerdict {
    /// No illegal turn is known, and the game was not scored.
    None,
    /// An illegal turn of this player.
    Against(Side),
    /// An illegal turn could not be seen: the archive has no log of this game.
    Hidden,
    /// The score, by which this player wins; `None` in the editions whose score is not known.
    Scored(Option<Side>),
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
    /// By code of termination: how many games ended so, of how many the end was judged, and how
    /// many of these the rules reproduce (or, where the cause lies outside the rules, do not
    /// contradict).
    pub results: BTreeMap<char, (usize, usize, usize)>,
    /// Games without a recorded termination.
    pub open: usize,
    /// Notes on logs.
    pub notes: usize,
    /// Games that could not be judged at all.
    pub unjudged: usize,
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
                let (ended, judged, reproduced) = self.results.entry(code).or_default();
                *ended += 1;
                *judged += usize::from(report.agrees.is_some());
                *reproduced += usize::from(report.agrees == Some(true));
            }
            None => self.open += 1,
        }
        self.notes += report.notes.len();
        let disagreements = report.disagreements.iter();
        let unjudged = disagreements.filter(|one| one.is_unjudged()).count();
        self.unjudged += unjudged;
        self.disagreements += report.disagreements.len() - unjudged;
    }
}

//! Does the official server's log agree with the rules (SPEC.md NOT-13)?

use super::replay::{place_of, replay_entries, values};
use super::{
    Disagreement, EditionChoice, Game, GameReport, Options, Reading, Recorded, Refusal, Refused,
};
use crate::rules::Rules;
use crate::text::{ArchiveGame, Entry, Event, EventKind, Label, Rejection, Token, write_turn};
use crate::vocab::{Illegal, Side, Snapshot};

/// The server insists on capture tokens.
const STRICT: Options = Options {
    reading: Reading::Strict,
    past_end: false,
};

/// Replays a game of the archive: every decision of the server compared with that of the rules, then the result.
///
/// Without a log, or with takebacks in the list of moves (which the log does not tell), the list of moves is replayed.
pub fn replay_archived<R: Rules>(archived: &ArchiveGame, editions: EditionChoice) -> GameReport {
    let id = archived.id.clone();
    let recorded = Recorded {
        result: archived.result,
        termination: archived.termination,
    };
    let Some(edition) = editions.for_start(archived.start) else {
        let why = "it has no start time (`startts`) to judge it by".to_owned();
        return GameReport::unjudged(id, recorded, why);
    };
    let game =
        match Game::<R>::from_snapshot(&Snapshot::game(edition, crate::vocab::Handicap::NONE)) {
            Ok(game) => game,
            Err(error) => return GameReport::unjudged(id, recorded, error.to_string()),
        };
    let report = GameReport::new(id, edition, recorded);
    let took_back = |entry: &Entry| matches!(entry, Entry::Takeback(_));
    match &archived.events {
        Some(events) if !archived.entries.iter().any(took_back) => {
            LogReplay::new(game, report).run(events, &archived.entries)
        }
        _ => replay_entries(game, &archived.entries, STRICT, report),
    }
}

/// The replay of one log.
struct LogReplay<'a, R> {
    game: Game<R>,
    report: GameReport,
    /// The submission that has not been decided yet.
    pending: Option<Submission<'a>>,
    /// The turns that the server accepted.
    accepted: Vec<(Label, Vec<Token>)>,
    /// Who made the last submission, if it was refused.
    refused: Option<Side>,
}

/// A submitted turn.
struct Submission<'a> {
    label: Label,
    text: &'a str,
    tokens: Result<Vec<Token>, String>,
}

impl<'a, R: Rules> LogReplay<'a, R> {
    fn new(game: Game<R>, report: GameReport) -> Self {
        Self {
            game,
            report,
            pending: None,
            accepted: Vec::new(),
            refused: None,
        }
    }

    fn run(mut self, events: &'a [Event], movelist: &[Entry]) -> GameReport {
        for event in events {
            match &event.kind {
                EventKind::Submission {
                    label,
                    tokens_text,
                    turn,
                } => {
                    self.leave_unanswered();
                    self.pending = Some(Submission {
                        label: *label,
                        text: tokens_text,
                        tokens: match turn {
                            Ok(tokens) => Ok(values(tokens)),
                            Err(error) => Err(error.to_string()),
                        },
                    });
                }
                EventKind::Rejected { reason, .. } => {
                    if let Some(submission) = self.pending.take() {
                        self.compare_rejection(&submission, reason);
                    }
                }
                // Without a submission before it this closes the clock after a refusal or a resignation.
                EventKind::Accepted { .. } => {
                    if let Some(submission) = self.pending.take()
                        && !self.compare_acceptance(&submission)
                    {
                        return self.report;
                    }
                }
                EventKind::Finished { .. } => self.leave_unanswered(),
                EventKind::Other(_) => self.report.unknown_events += 1,
                _ => {}
            }
        }
        self.leave_unanswered();
        self.compare_movelist(movelist);
        let outcome = self.game.state().outcome();
        self.report.judge_result(outcome, self.refused);
        self.report
    }

    fn leave_unanswered(&mut self) {
        if self.pending.take().is_some() {
            self.report.unanswered += 1;
        }
    }

    /// The server accepted a turn. Whether the game can go on.
    fn compare_acceptance(&mut self, submission: &Submission<'_>) -> bool {
        let label = submission.label;
        let tokens = match &submission.tokens {
            Ok(tokens) => tokens,
            Err(error) => {
                let error = error.clone();
                self.disagree(Disagreement::Unreadable { label, error });
                return false;
            }
        };
        self.refused = None;
        match self.game.play(Some(label), tokens, STRICT) {
            Ok(_) => {
                self.report.turns += 1;
                self.accepted.push((label, tokens.clone()));
                true
            }
            Err(refused) => {
                self.disagree(Disagreement::Refused {
                    label,
                    turn: write_turn(None, tokens.iter().copied()),
                    at: place_of(tokens, &refused),
                    refusal: refused.refusal,
                });
                false
            }
        }
    }

    /// The server refused a turn: the rules must refuse it for the same reason, and leave the game as it was.
    fn compare_rejection(&mut self, submission: &Submission<'_>, server: &Rejection) {
        let label = submission.label;
        let turn = submission.text.to_owned();
        self.refused = Some(label.side);
        let tokens = match &submission.tokens {
            Ok(tokens) => tokens,
            // What cannot be read here could not be read there.
            Err(_)
                if matches!(
                    server,
                    Rejection::InvalidStep(_) | Rejection::BadStep { .. }
                ) =>
            {
                *self.report.refused.entry("unreadable").or_default() += 1;
                return;
            }
            Err(error) => {
                let error = error.clone();
                self.disagree(Disagreement::Unreadable { label, error });
                return;
            }
        };
        let mut trial = self.game.clone();
        let server = server.clone();
        match trial.play(Some(label), tokens, STRICT) {
            Ok(_) => self.disagree(Disagreement::Accepted {
                label,
                turn,
                server,
            }),
            Err(refused) if is_same_reason(&refused, tokens, &server) => {
                self.report.count_refusal(&refused.refusal);
            }
            Err(refused) => {
                let at = place_of(tokens, &refused);
                self.disagree(Disagreement::OtherReason {
                    label,
                    turn,
                    server,
                    at,
                    refusal: refused.refusal,
                });
            }
        }
    }

    /// The list of moves holds the accepted turns and nothing else.
    fn compare_movelist(&mut self, movelist: &[Entry]) {
        let mut accepted = self.accepted.iter();
        for entry in movelist {
            let Entry::Turn { label, tokens } = entry else {
                continue;
            };
            let recorded = (label.value, values(tokens));
            if accepted.next() != Some(&recorded) {
                let label = label.value;
                self.report
                    .disagreements
                    .push(Disagreement::Movelist { label });
                return;
            }
        }
        if let Some(&(label, _)) = accepted.next() {
            self.disagree(Disagreement::Movelist { label });
        }
    }

    fn disagree(&mut self, disagreement: Disagreement) {
        self.report.disagreements.push(disagreement);
    }
}

/// Whether the server's reason, and the step it points at, are those of the rules.
fn is_same_reason<R>(refused: &Refused<R>, tokens: &[Token], server: &Rejection) -> bool {
    let at_end = refused.token == tokens.len();
    let refusal = &refused.refusal;
    let illegal = match refusal {
        Refusal::Illegal(illegal) => Some(illegal),
        _ => None,
    };
    match server {
        Rejection::BadStep { rest } => {
            let ours = write_turn(None, tokens.iter().skip(refused.token).copied());
            !at_end && ours.split_whitespace().eq(rest.split_whitespace())
        }
        Rejection::PushNotCompleted => {
            at_end && matches!(illegal, Some(Illegal::PushUnfinished { .. }))
        }
        Rejection::PositionNotChanged => matches!(illegal, Some(Illegal::NothingChanged)),
        Rejection::PositionRepeats => matches!(illegal, Some(Illegal::ThirdRepetition { .. })),
        Rejection::NoStepsTaken => matches!(illegal, Some(Illegal::NoStepTaken)),
        Rejection::SetupSteps => matches!(
            illegal,
            Some(Illegal::SetupIncomplete { .. } | Illegal::NoneLeft { .. })
        ),
        Rejection::SetupRows => matches!(
            illegal,
            Some(Illegal::OutsideHome { .. } | Illegal::SquareTaken { .. })
        ),
        Rejection::SetupPieces => matches!(
            illegal,
            Some(Illegal::NoneLeft { .. } | Illegal::PlacementOfEnemy { .. })
        ),
        // A step that the server cannot make sense of is at least refused here too.
        Rejection::InvalidStep(_) => !at_end,
        Rejection::Other(_) => false,
    }
}

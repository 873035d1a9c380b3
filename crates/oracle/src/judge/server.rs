//! Does the official server's log agree with the rules (SPEC.md NOT-13)?

use std::cell::OnceCell;
use std::collections::HashMap;
use std::mem;
use std::ops::ControlFlow;

use super::reasons::{is_same_reason, is_same_unreadable};
use super::replay::{place_of_refusal, replay_entries};
use super::{Disagreement, EditionChoice, GameReport, GameVerdict, Recorded, Stopped};
use crate::judge::{JudgedGame, Options, Refused};
use arimaa::compare::Engine;
use arimaa::text::{
    ArchiveGame, Entry, Event, EventKind, Located, Rejection, UnreadTurn, write_turn,
};
use arimaa::vocab::{Handicap, Label, Side, Snapshot, Token};

/// A turn as it is written, in the log or the list of moves.
type WrittenTurn<'a> = (Label, &'a [Located<Token>]);

/// Replays a game of the archive: every decision of the server compared with that of the rules,
/// then the result.
///
/// Without a log the list of moves alone is replayed.
pub fn replay_archived(
    engine: &Engine,
    archived: &ArchiveGame,
    editions: EditionChoice,
) -> GameReport {
    let id = archived.id.clone();
    let recorded = Recorded {
        result: archived.result,
        termination: archived.termination,
    };
    let edition = match editions.for_start(archived.start) {
        Ok(edition) => edition,
        Err(error) => return GameReport::unjudged(id, recorded, error.to_string()),
    };
    let game = match JudgedGame::from_snapshot(engine, &Snapshot::game(edition, Handicap::NONE)) {
        Ok(game) => game,
        Err(error) => return GameReport::unjudged(id, recorded, error.to_string()),
    };
    let mut report = GameReport::new(id, edition, recorded);
    if archived.corrupt == Some(true) {
        let note = "the archive marks this game as corrupt";
        report.notes.push(note.to_owned());
    }
    match &archived.events {
        Some(events) => LogReplay::new(game, report, &archived.entries).follow_log(events),
        None => replay_entries(
            game,
            &archived.entries,
            Options::STRICT,
            report,
            GameVerdict::Hidden,
        ),
    }
}

/// The replay of one log.
struct LogReplay<'a> {
    game: JudgedGame,
    report: GameReport,
    /// The list of moves.
    entries: &'a [Entry],
    /// The turns of the list of moves, those that were taken back left out.
    movelist: Vec<WrittenTurn<'a>>,
    /// The first turn of each label in `movelist`, filled once the log lacks a turn.
    listed: OnceCell<HashMap<Label, WrittenTurn<'a>>>,
    /// The takebacks of the list of moves that are still to be made: the log does not show them.
    takebacks: usize,
    /// The submission that has not been decided yet.
    pending: Option<Submission<'a>>,
    /// The turns that were made and not taken back.
    made: Vec<WrittenTurn<'a>>,
    /// The side whose last submission was refused by the server and by the rules.
    refused: Option<Side>,
    /// A buffer for the tokens of the turn that is being made.
    tokens: Vec<Token>,
}

/// A submitted turn.
struct Submission<'a> {
    label: Label,
    tokens: Result<&'a [Located<Token>], &'a UnreadTurn>,
}

impl Submission<'_> {
    /// The turn as it is written.
    fn text(&self) -> String {
        let read = |tokens| write_turn(None, Located::values(tokens));
        self.tokens.map_or_else(|unread| unread.text.clone(), read)
    }
}

/// Whether the replay of a log can go on.
type Flow = ControlFlow<()>;

impl<'a> LogReplay<'a> {
    fn new(game: JudgedGame, report: GameReport, entries: &'a [Entry]) -> Self {
        let is_takeback = |entry: &&Entry| matches!(entry, Entry::Takeback(_));
        Self {
            game,
            report,
            entries,
            movelist: without_takebacks(entries),
            listed: OnceCell::new(),
            takebacks: entries.iter().filter(is_takeback).count(),
            pending: None,
            made: Vec::new(),
            refused: None,
            tokens: Vec::new(),
        }
    }

    fn follow_log(mut self, events: &'a [Event]) -> GameReport {
        for event in events {
            if self.follow_event(&event.kind).is_break() {
                return self.report;
            }
        }
        self.leave_unanswered();
        while self.takebacks > 0 && self.take_back().is_continue() {}
        if self.make_missing_turns(None).is_break() {
            return self.report;
        }
        self.compare_movelist();
        let verdict = self.refused.map_or(GameVerdict::None, GameVerdict::Against);
        let outcome = self.game.outcome();
        self.report.judge_result(outcome, verdict);
        self.report
    }

    fn follow_event(&mut self, event: &'a EventKind) -> Flow {
        match event {
            EventKind::Submission { label, turn } => {
                self.leave_unanswered();
                self.pending = Some(Submission {
                    label: *label,
                    tokens: turn.as_deref().map_err(Box::as_ref),
                });
                return self.catch_up(*label);
            }
            EventKind::Rejected {
                tokens_text,
                reason,
            } => match self.pending.take() {
                Some(submission) => {
                    let submitted = submission.text();
                    let words = submitted.split_whitespace();
                    if !words.eq(tokens_text.split_whitespace()) {
                        let label = submission.label;
                        self.add_note(format!(
                            "{label}: the log refuses another turn than was submitted"
                        ));
                    }
                    self.compare_rejection(&submission, reason);
                }
                None => self.add_note(format!(
                    "the log refuses [{tokens_text}], which was not submitted"
                )),
            },
            // Without a submission before it this closes the clock after a refusal or a
            // resignation.
            EventKind::Accepted { label } => {
                if let Some(submission) = self.pending.take() {
                    if *label != submission.label {
                        self.add_note(format!(
                            "the log answers {label} where {} was submitted",
                            submission.label
                        ));
                    }
                    return self.compare_acceptance(&submission);
                }
            }
            EventKind::Finished { winner, code } => {
                self.leave_unanswered();
                let recorded = self.report.recorded;
                if (*winner, *code) != (recorded.result, recorded.termination) {
                    self.add_note(format!(
                        "the log ends otherwise than recorded, which is {recorded}"
                    ));
                }
            }
            EventKind::Other(_) => self.report.unknown_events += 1,
            _ => {}
        }
        Flow::Continue(())
    }

    /// Brings the game to the turn that is submitted next: by takebacks, which only the list of
    /// moves tells, or by turns that the log lacks.
    fn catch_up(&mut self, label: Label) -> Flow {
        while self.takebacks > 0 && is_before(label, self.game.label()) {
            self.take_back()?;
        }
        self.make_missing_turns(Some(label))
    }

    /// Makes turns that the list of moves has and the log lacks: those before `next`, or all that
    /// are left.
    fn make_missing_turns(&mut self, next: Option<Label>) -> Flow {
        while next.is_none_or(|next| is_before(self.game.label(), next)) {
            let missing = self.game.label();
            let by_label = || self.movelist.iter().rev().map(|turn| (turn.0, *turn));
            let listed = self.listed.get_or_init(|| by_label().collect());
            let Some(&turn) = listed.get(&missing) else {
                break;
            };
            self.add_note(format!("{missing}: its acceptance is missing from the log"));
            self.make_turn(turn)?;
        }
        Flow::Continue(())
    }

    fn take_back(&mut self) -> Flow {
        self.takebacks -= 1;
        if self.game.take_back().is_err() {
            let label = self.game.label();
            self.add_disagreement(Disagreement::Takeback { label });
            return self.stop(None);
        }
        self.made.pop();
        Flow::Continue(())
    }

    fn leave_unanswered(&mut self) {
        if self.pending.take().is_some() {
            self.report.unanswered += 1;
        }
    }

    /// Checks that the rules accept a turn that the server accepted.
    fn compare_acceptance(&mut self, submission: &Submission<'a>) -> Flow {
        let label = submission.label;
        match submission.tokens {
            Ok(tokens) => self.make_turn((label, tokens)),
            Err(unread) => {
                let error = unread.error.to_string();
                self.add_disagreement(Disagreement::Unreadable { label, error });
                self.stop(None)
            }
        }
    }

    /// Makes a turn that the server accepted.
    fn make_turn(&mut self, turn: WrittenTurn<'a>) -> Flow {
        let (label, written) = turn;
        let mut tokens = mem::take(&mut self.tokens);
        tokens.clear();
        tokens.extend(written.iter().map(|token| token.value));
        match self.game.play(Some(label), &tokens, Options::STRICT) {
            Ok(_) => {
                self.tokens = tokens;
                self.refused = None;
                self.report.turns += 1;
                self.made.push(turn);
                Flow::Continue(())
            }
            Err(refused) => {
                self.add_disagreement(Disagreement::Refused {
                    label,
                    turn: write_turn(None, tokens.iter().copied()),
                    at: place_of_refusal(&tokens, &refused),
                    refusal: refused.refusal.clone(),
                });
                self.stop(Some(refused))
            }
        }
    }

    /// Checks that the rules refuse a turn that the server refused, for the same reason. The game
    /// stays as it was.
    fn compare_rejection(&mut self, submission: &Submission<'_>, server: &Rejection) {
        let label = submission.label;
        self.refused = None;
        let tokens = match submission.tokens {
            Ok(tokens) => Located::values(tokens),
            Err(unread) if is_same_unreadable(&self.game, &unread.text, server) => {
                self.refused = Some(label.side);
                *self.report.refused.entry("unreadable").or_default() += 1;
                return;
            }
            Err(unread) => {
                let error = unread.error.to_string();
                self.add_disagreement(Disagreement::Unreadable { label, error });
                return;
            }
        };
        let turn = submission.text();
        let server = server.clone();
        let mut game = self.game.clone();
        match game.play(Some(label), &tokens, Options::STRICT) {
            Ok(_) => self.add_disagreement(Disagreement::Accepted {
                label,
                turn,
                server,
            }),
            Err(refused) if is_same_reason(&refused, &tokens, &server) => {
                self.refused = Some(label.side);
                self.report.count_refusal(&refused.refusal);
            }
            Err(refused) => {
                let at = place_of_refusal(&tokens, &refused);
                self.add_disagreement(Disagreement::OtherReason {
                    label,
                    turn,
                    server,
                    at,
                    refusal: refused.refusal,
                });
            }
        }
    }

    /// Checks that the list of moves holds the turns that were made and nothing else.
    fn compare_movelist(&mut self) {
        let (made, listed) = (&self.made, &self.movelist);
        let pairs = made.iter().zip(listed);
        let same = pairs
            .take_while(|(made, listed)| is_same(made, listed))
            .count();
        let (made, listed) = (made.get(same), listed.get(same));
        if let Some(&(label, _)) = listed.or(made) {
            let written =
                |turn: &WrittenTurn<'a>| write_turn(Some(turn.0), Located::values(turn.1));
            let (listed, accepted) = (listed.map(written), made.map(written));
            self.add_disagreement(Disagreement::Movelist {
                label,
                listed,
                accepted,
            });
        }
    }

    fn add_disagreement(&mut self, disagreement: Disagreement) {
        self.report.disagreements.push(disagreement);
    }

    /// Ends the replay, and notes the last entry with the label of the turn that was to be made.
    fn stop(&mut self, refused: Option<Box<Refused>>) -> Flow {
        self.report.outcome = self.game.outcome();
        let label = Some(self.game.label());
        let mut entries = self.entries.iter();
        if let Some(entry) = entries.rposition(|entry| entry.label() == label) {
            self.report.stopped = Some(Stopped::at(entry, self.entries, refused));
        }
        Flow::Break(())
    }

    fn add_note(&mut self, note: String) {
        self.report.notes.push(note);
    }
}

/// The turns of a list of moves, those that were taken back left out.
fn without_takebacks(entries: &[Entry]) -> Vec<WrittenTurn<'_>> {
    let mut turns = Vec::with_capacity(entries.len());
    for entry in entries {
        match entry {
            Entry::Turn { label, tokens } => turns.push((label.value, &tokens[..])),
            Entry::Takeback(_) => {
                turns.pop();
            }
            Entry::Resigns(_) | Entry::Lost(_) | Entry::Open(_) => {}
        }
    }
    turns
}

/// Whether two turns have the same label and tokens.
fn is_same(one: &WrittenTurn<'_>, other: &WrittenTurn<'_>) -> bool {
    let tokens = one.1.iter().map(|token| token.value);
    one.0 == other.0 && tokens.eq(other.1.iter().map(|token| token.value))
}

/// Whether the turn of one label comes before that of another in a game.
fn is_before(one: Label, other: Label) -> bool {
    let place = |label: Label| (label.number, label.side == Side::Silver);
    place(one) < place(other)
}

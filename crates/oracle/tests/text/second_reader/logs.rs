//! NOT-13: the decisions and reasons in the server's log, judged a second time. Logs with gaps,
//! turns that cannot be read and games with takebacks, which stand in `movelist` only, are left to
//! the library.

use arimaa::compare::EngineKind;
use arimaa::text::ArchiveGame;
use arimaa::vocab::{Edition, Handicap, Snapshot};
use arimaa_oracle::judge::{
    Disagreement, EditionChoice, JudgedGame, Options, Refusal, Refused, replay_archived,
};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::archive::archive_alike;
use super::compare;
use super::dress::{mistakes, with_mistakes};
use super::grammar::chapter_10;
use super::judge::{Game, tokens};
use super::values::{Entry, Event, Label};
use crate::archive::{Row, table};
use crate::values::{slips, with_slips};

/// A turn that the server decided, with its reason for a refusal.
type Decision<'a> = (Label, &'a str, Option<&'a str>);

/// The decisions of the log, and how many submissions were left unanswered.
fn decisions(log: &[Event]) -> (Vec<Decision<'_>>, usize) {
    let mut decided = Vec::new();
    let (mut waiting, mut unanswered) = (None, 0);
    for event in log {
        match event {
            Event::Submission(label, turn) => {
                unanswered += usize::from(waiting.replace((*label, turn.as_str())).is_some());
            }
            Event::Rejected(reason) => {
                let turn = waiting.take();
                decided.extend(turn.map(|(label, turn)| (label, turn, Some(reason.as_str()))));
            }
            Event::After => {
                decided.extend(waiting.take().map(|(label, turn)| (label, turn, None)));
            }
            Event::Finished => unanswered += usize::from(waiting.take().is_some()),
            Event::Other => {}
        }
    }
    (decided, unanswered + usize::from(waiting.is_some()))
}

/// Whether a reason of the server agrees with a refusal, by the table of reasons in NOT-13.
fn agrees(reason: &str, refused: &Refused, turn: &str) -> bool {
    let words: Vec<&str> = turn.split_whitespace().collect();
    let is_about_a_token = refused.refusal.is_about_a_token();
    let at_token = (is_about_a_token && refused.token < words.len()).then_some(refused.token);
    let rule = refused.refusal.rule();
    if let Some(rest) = reason.strip_prefix("bad step") {
        let rest: Vec<&str> = rest.split_whitespace().collect();
        let from = match refused.refusal {
            // The step captured, and another capture is named behind it.
            Refusal::CaptureMismatch {
                captured: Some(_), ..
            } => Some(refused.token - 1),
            _ => at_token,
        };
        return from.is_some_and(|token| words[token..] == rest);
    }
    if reason.starts_with("invalid step") {
        return at_token.is_some();
    }
    match reason {
        "push not completed" => rule == "PSH-4" && refused.token == words.len(),
        "position not changed" => rule == "TRN-3",
        "position repeats for the 3rd time" => rule == "REP-2",
        "no steps taken" => words.is_empty(),
        "invalid setup of first 2 rows" => ["SET-3", "SET-4"].contains(&rule),
        "invalid number of piece type" => ["SET-2", "SET-5"].contains(&rule),
        _ => false,
    }
}

/// The findings in a log: the labels of disagreements by their kind, and how many submissions were
/// refused for the right reason or left unanswered.
#[derive(Debug, Default, Eq, PartialEq)]
pub(crate) struct Account {
    disagreements: Vec<(&'static str, Label)>,
    refused: usize,
    unanswered: usize,
}

/// The account of a log; `None` if it has gaps: its accepted turns must be those of the game.
pub(crate) fn account_of_second(lines: &[Entry], log: &[Event]) -> Option<Account> {
    let start = Snapshot::game(Edition::July2008, Handicap::NONE);
    let engine = EngineKind::Reference.engine();
    let mut game = Game::from(JudgedGame::from_snapshot(&engine, &start).unwrap());
    let (decided, unanswered) = decisions(log);
    let accepted = decided.iter().filter(|(.., reason)| reason.is_none());
    let accepted = accepted.map(|(label, turn, _)| {
        let turn = chapter_10::turn(turn).ok()?;
        Some(Entry::Turn(*label, turn.tokens))
    });
    let played = lines
        .iter()
        .filter(|line| !matches!(line, Entry::Open(_) | Entry::Resigns(_) | Entry::Lost(_)));
    if !accepted.eq(played.map(|line| Some(line.clone()))) {
        return None;
    }
    let mut account = Account {
        unanswered,
        ..Account::default()
    };
    for (label, written, reason) in decided {
        let turn = chapter_10::turn(written)
            .ok()
            .filter(|_| label == compare::label(game.now().label()))?;
        let ruling = game.turn(label, &tokens(&turn.tokens), Options::STRICT);
        match (ruling, reason) {
            (Ok(()), None) => {}
            (Ok(()), Some(_)) => {
                account.disagreements.push(("accepted", label));
                game.take_back();
            }
            (Err(_), None) => {
                account.disagreements.push(("refused", label));
                account.unanswered = 0;
                break;
            }
            (Err(refused), Some(reason)) => {
                let setup = label.number == 1;
                let words = written.split_whitespace().count();
                let same = match reason {
                    "invalid number of steps in setup" => setup && words != 16,
                    _ => agrees(reason, &refused, written),
                };
                if same {
                    account.refused += 1;
                } else {
                    account.disagreements.push(("other reason", label));
                }
            }
        }
    }
    Some(account)
}

pub(crate) fn account_of_library(game: &ArchiveGame) -> Account {
    let report = replay_archived(
        &EngineKind::Bitboard.engine(),
        game,
        EditionChoice::default(),
    );
    let disagreements = report.disagreements.iter().filter_map(|disagreement| {
        Some(match disagreement {
            Disagreement::Refused { label, .. } => ("refused", compare::label(*label)),
            Disagreement::Accepted { label, .. } => ("accepted", compare::label(*label)),
            Disagreement::OtherReason { label, .. } => ("other reason", compare::label(*label)),
            _ => return None,
        })
    });
    let disagreements: Vec<_> = disagreements.collect();
    // A turn that the rules refuse and the server accepted ends the replay.
    let whole = disagreements.iter().all(|(kind, _)| *kind != "refused");
    Account {
        disagreements,
        refused: report.refused.values().sum(),
        unanswered: if whole { report.unanswered } else { 0 },
    }
}

/// All reasons for refusals in the table of NOT-13, and one that is not there.
const REASONS: [&str; 10] = [
    "bad step ",
    "push not completed",
    "position not changed",
    "position repeats for the 3rd time",
    "no steps taken",
    "invalid number of steps in setup",
    "invalid setup of first 2 rows",
    "invalid number of piece type",
    "invalid step",
    "too late",
];

#[test]
fn log_of_a_refused_turn_is_judged() {
    let refused = Row::new().refuse("2g", "Ed2n Ed3s", "position not changed");
    assert_eq!(archive_alike(&table(&[refused])), Ok((1, 1)));
}

proptest! {
    /// Random refused turns, with any reason, before turns of a real game; then mistakes in the
    /// other columns.
    #[test]
    fn random_logs_are_judged_alike(
        refusals in proptest::collection::vec((any::<Index>(), mistakes(), select(&REASONS[..]), any::<Index>()), 0..3),
        slips in slips(),
    ) {
        let mut row = Row::new();
        for (turn, changed, reason, rest) in refusals {
            let written = turn.get(&row.movelist).clone();
            let (label, tokens) = written.split_once(' ').unwrap();
            let tokens = with_mistakes(tokens, &changed);
            let words: Vec<&str> = tokens.split_whitespace().collect();
            let rest = words[rest.index(words.len() + 1)..].join(" ");
            let reason = if reason == "bad step " { format!("{reason}{rest}") } else { reason.to_owned() };
            row = row.refuse(label, &words.join(" "), &reason);
        }
        let text = table(&[row]);
        let (head, body) = text.split_once('\n').unwrap();
        let (row, log) = body.rsplit_once('\t').unwrap();
        for text in [
            text.clone(),
            format!("{head}\n{}\t{log}", with_slips(row, &slips)),
        ] {
            if let Err(difference) = archive_alike(&text) {
                prop_assert!(false, "{}", difference);
            }
        }
    }
}

//! Does a record agree with the rules?

use std::convert::Infallible;
use std::iter::repeat_n;

use super::{Disagreement, EditionChoice, GameReport, GameVerdict, Recorded, Stopped};
use crate::judge::{JudgedEntry, JudgedGame, Options, Refusal, Refused, named_token};
use arimaa::compare::Engine;
use arimaa::text::{Entry, Record, TextError, write_turn};
use arimaa::vocab::{Action, Handicap, Kind, Label, Piece, Token};

/// Replays a record: every turn judged in order, the final outcome compared with the recorded one.
///
/// The replay stops at the first turn that is refused. If that turn is the last and the record says
/// that an illegal turn ended the game (code `i`), it is agreement.
pub fn replay_record(
    engine: &Engine,
    record: &Record,
    id: String,
    editions: EditionChoice,
    options: Options,
) -> GameReport {
    let recorded = Recorded::from(&record.tags);
    let game = match JudgedGame::begin_record(engine, record, editions) {
        Ok(game) => game,
        Err(why) => return GameReport::unjudged(id, recorded, why),
    };
    let mut report = GameReport::new(id, game.edition(), recorded);
    let ended = record.tags.other.iter().find(|(name, _)| name == "Ended");
    if let (Some((_, words)), None) = (ended, recorded.termination) {
        let words = TextError::quoted(words);
        report.notes.push(format!(
            "the end by {words} is not judged: `Termination` is one of g, m, e, p, n, i, t, r, f, a and s"
        ));
    }
    replay_entries(game, &record.entries, options, report, GameVerdict::None)
}

/// Replays the lines of a game into its report. `unseen` is the verdict of an illegal last turn
/// that is not among the lines.
pub(super) fn replay_entries(
    game: JudgedGame,
    entries: &[Entry],
    options: Options,
    report: GameReport,
    unseen: GameVerdict,
) -> GameReport {
    let watch = |_: &JudgedGame, _: &JudgedEntry<'_>| Ok::<(), Infallible>(());
    let Ok(report) = watch_entries(game, entries, options, report, unseen, watch);
    report
}

/// Replays the lines of a game. `watch` gets each turn and takeback with its ruling, and the game
/// after it.
///
/// # Errors
///
/// The first error of `watch`, which ends the replay.
pub(crate) fn watch_entries<E>(
    mut game: JudgedGame,
    entries: &[Entry],
    options: Options,
    mut report: GameReport,
    unseen: GameVerdict,
    mut watch: impl FnMut(&JudgedGame, &JudgedEntry<'_>) -> Result<(), E>,
) -> Result<GameReport, E> {
    let mut breaks_off = false;
    game.walk_entries(entries, options, |game, index, judged| {
        watch(game, &judged)?;
        match judged {
            JudgedEntry::Turn { ruling: Ok(_), .. } => report.turns += 1,
            JudgedEntry::Turn {
                label,
                tokens,
                ruling: Err(refused),
            } => {
                let is_last = index + 1 == entries.len();
                let recorded = report.recorded;
                let disagreement = disagreement_on(label, tokens, &refused, is_last, recorded);
                if let Some(disagreement) = disagreement {
                    report
                        .notes
                        .extend(note_on_handicap(&refused.refusal, entries));
                    report.disagreements.push(disagreement);
                    report.outcome = game.outcome();
                    report.stopped = Some(Stopped::at(index, entries, Some(refused)));
                } else {
                    report.count_refusal(&refused.refusal);
                    report.judge_result(None, GameVerdict::Against(label.side));
                }
                breaks_off = true;
            }
            JudgedEntry::Takeback { label, is_possible } => {
                if !is_possible {
                    report.disagreements.push(Disagreement::Takeback { label });
                    report.stopped = Some(Stopped::at(index, entries, None));
                    breaks_off = true;
                }
            }
        }
        Ok(())
    })?;
    if !breaks_off {
        let verdict = match report.recorded.termination {
            Some('s') => GameVerdict::Scored(game.winner_by_score()),
            _ => unseen,
        };
        report.judge_result(game.outcome(), verdict);
    }
    Ok(report)
}

/// A note on the handicap tag that a game lacks, if its replay stops at an incomplete setup.
fn note_on_handicap(refusal: &Refusal, entries: &[Entry]) -> Option<String> {
    if refusal.name() != "setup-incomplete" {
        return None;
    }
    let setups = entries.iter().filter_map(|entry| match entry {
        Entry::Turn { label, tokens } if label.value.number == 1 => Some(tokens),
        _ => None,
    });
    let tokens: Vec<Token> = setups.flatten().map(|token| token.value).collect();
    let missing = Piece::ALL.into_iter().flat_map(|piece| {
        let is_placed = |token: &&Token| match token {
            Token::Action(Action::Place(placed)) => placed.piece == piece,
            _ => false,
        };
        let all = match piece.kind {
            Kind::Rabbit => 8,
            Kind::Cat | Kind::Dog | Kind::Horse => 2,
            Kind::Camel | Kind::Elephant => 1_usize,
        };
        repeat_n(
            piece,
            all.saturating_sub(tokens.iter().filter(is_placed).count()),
        )
    });
    let handicap = missing.fold(Handicap::NONE, Handicap::and);
    Some(format!("a handicap needs the tag `Handicap: {handicap}`"))
}

/// The place at which a turn is refused, for people: a token, its end, or its label.
pub(super) fn place_of_refusal(tokens: &[Token], refused: &Refused) -> String {
    match refused.refusal {
        Refusal::WrongLabel { .. } => "its label".to_owned(),
        _ => named_token(tokens, refused.token),
    }
}

/// Whether a refused turn is the illegal turn by which a record with the code `i` ends (SPEC.md
/// NOT-8): its last line, and refused for more than its label.
pub(crate) fn is_verdict(refusal: &Refusal, is_last: bool, termination: Option<char>) -> bool {
    is_last && termination == Some('i') && refusal.is_about_a_token()
}

/// The disagreement about a recorded turn that the rules refuse; `None` where the record itself
/// says that it ended the game.
pub(crate) fn disagreement_on(
    label: Label,
    tokens: &[Token],
    refused: &Refused,
    is_last: bool,
    recorded: Recorded,
) -> Option<Disagreement> {
    let is_verdict = is_verdict(&refused.refusal, is_last, recorded.termination);
    (!is_verdict).then(|| Disagreement::Refused {
        label,
        turn: write_turn(None, tokens.iter().copied()),
        at: place_of_refusal(tokens, refused),
        refusal: refused.refusal.clone(),
    })
}

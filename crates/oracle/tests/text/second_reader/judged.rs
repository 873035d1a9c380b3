//! Rulings on written turns and records: those of the library, and those of the second judge.

use arimaa::compare::EngineKind;
use arimaa::text::{self, Entry as LibraryEntry, Located, read_records};
use arimaa::vocab::{Edition, Outcome, Side};
use arimaa_oracle::judge::{self as oracle, JudgedGame};
use arimaa_oracle::judge::{EditionChoice, replay_record};
use proptest::prelude::*;

use super::compare::{self, Difference};
use super::dress::{mistakes, with_mistakes};
use super::grammar::chapter_10;
use super::judge::{Game, Options, Refused, Ruling};
use super::played::{beginning, game, real_games, shuffle};
use super::values::{Entry, Label, Record};
use crate::values::{slips, with_slips};

/// The rulings on the lines of a record and the label after them, or the rule by which the game
/// cannot begin.
pub(crate) type Rulings = Result<(Vec<Ruling>, Label), String>;

fn by_library(record: &text::Record, edition: Edition, options: Options) -> Rulings {
    let engine = EngineKind::Bitboard.engine();
    let game = JudgedGame::from_record(&engine, record, edition);
    let mut game = game.map_err(|error| error.0.rule().to_owned())?;
    let options = oracle::Options {
        reading: oracle::Reading::strict_if(options.strict),
        past_end: options.past_end,
    };
    let mut rulings = Vec::new();
    for entry in &record.entries {
        rulings.push(match entry {
            LibraryEntry::Turn { label, tokens } => {
                match game.play(Some(label.value), &Located::values(tokens), options) {
                    Ok(made) => {
                        let captures = made.captures().map(|captured| captured.to_string());
                        Ruling::Made(captures.collect(), compare::squares(&game.state().board()))
                    }
                    Err(no) => Ruling::Refused(Refused {
                        rule: no.refusal.rule().to_owned(),
                        name: no.refusal.name().to_owned(),
                        token: no.refusal.is_about_a_token().then_some(no.token),
                        step: match no.refusal {
                            oracle::Refusal::CaptureMismatch { captured, .. } => {
                                captured.map(|_| no.token - 1)
                            }
                            _ => None,
                        },
                    }),
                }
            }
            LibraryEntry::Takeback(_) => match game.take_back() {
                Ok(()) => Ruling::TakenBack(compare::squares(&game.state().board())),
                Err(_) => Ruling::NothingToTakeBack,
            },
            LibraryEntry::Resigns(_) | LibraryEntry::Lost(_) | LibraryEntry::Open(_) => continue,
        });
    }
    Ok((rulings, compare::label(game.label())))
}

fn begin(record: &Record, edition: Edition) -> Result<Game, String> {
    Game::begin(record, edition, |snapshot| {
        let state = EngineKind::Reference.start(snapshot);
        state.map_err(|invalid| invalid.rule().to_owned())
    })
}

pub(crate) fn by_second(record: &Record, edition: Edition, options: Options) -> Rulings {
    let mut game = begin(record, edition)?;
    let rulings = record
        .lines
        .iter()
        .filter_map(|line| game.judge_line(line, options));
    let rulings = rulings.collect();
    Ok((rulings, game.label()))
}

/// The edition that a record names (EDN-1).
pub(crate) fn edition_of(record: &Record) -> Edition {
    let tag = record.tags.iter().find(|tag| tag.0 == "Edition");
    tag.map_or(Edition::July2008, |tag| {
        *Edition::ALL
            .iter()
            .find(|edition| edition.name() == tag.1)
            .unwrap()
    })
}

/// Whether a replayed record agrees with the rules, and the outcome after its last turn.
#[derive(Debug, Eq, PartialEq)]
enum Verdict {
    Agrees(Option<Outcome>),
    Disagrees,
}

fn verdict_of_library(record: &text::Record) -> Verdict {
    let engine = EngineKind::Bitboard.engine();
    let options = oracle::Options::default();
    let report = replay_record(
        &engine,
        record,
        String::new(),
        EditionChoice::AsRecorded,
        options,
    );
    verdict(report.disagreements.is_empty(), report.outcome)
}

fn verdict(agrees: bool, outcome: Option<Outcome>) -> Verdict {
    if agrees {
        Verdict::Agrees(outcome)
    } else {
        Verdict::Disagrees
    }
}

/// NOT-12 and END-12: what the codes of a record claim.
fn verdict_of_second(record: &Record) -> Option<Verdict> {
    let tag = |name: &str| {
        record
            .tags
            .iter()
            .find(|tag| tag.0 == name)
            .map(|tag| tag.1.as_str())
    };
    let Ok(mut game) = begin(record, edition_of(record)) else {
        return Some(Verdict::Disagrees);
    };
    let mut illegal = None;
    for (place, line) in record.lines.iter().enumerate() {
        match game.judge_line(line, Options::default()) {
            Some(Ruling::Refused(refused)) if place + 1 == record.lines.len() => {
                illegal = Some((game.label().side, refused));
            }
            Some(Ruling::Refused(_) | Ruling::NothingToTakeBack) => {
                return Some(Verdict::Disagrees);
            }
            _ => {}
        }
    }
    let outcome = game.state().outcome();
    let (result, code) = (tag("Result")?, tag("Termination")?.chars().next()?);
    // NOT-8: any other letter means nothing, and claims nothing.
    if !"gmepnitrfas".contains(code) {
        return None;
    }
    let won_by = |side: Side| match side {
        Side::Gold => "gold",
        Side::Silver => "silver",
    };
    let agrees = match (illegal, outcome) {
        (Some((side, refused)), None) => {
            let winner = if side == 'g' { "silver" } else { "gold" };
            code == 'i' && (result == winner || result == "unknown") && refused.token.is_some()
        }
        (Some(_), Some(_)) => false,
        (None, None) if code == 's' => {
            let winner = won_by(game.ahead());
            edition_of(record) != Edition::July2008 || result == winner || result == "unknown"
        }
        (None, None) => "trfa".contains(code),
        (None, Some(outcome)) => {
            let winner = outcome.winner.map_or("draw", won_by);
            code == outcome.end.code() && (result == winner || result == "unknown")
        }
    };
    Some(verdict(agrees, outcome))
}

/// Puts the records in a text to both judges, if they can be read. Returns the number of lines that
/// were judged.
pub(crate) fn judged_alike(text: &str, options: Options) -> Result<usize, Difference> {
    let (Ok(library), Ok(second)) = (read_records(text), chapter_10::records(text)) else {
        return Ok(0);
    };
    let mut turns = 0;
    for (library, second) in library.iter().zip(&second) {
        let edition = edition_of(second);
        let one = by_library(library, edition, options);
        let other = by_second(second, edition, options);
        if one != other {
            return Err(format!(
                "{text}\n{options:?}\nlibrary {one:#?}\nsecond {other:#?}"
            ));
        }
        turns += other.map_or(0, |(rulings, _)| rulings.len());
        let (one, other) = (verdict_of_library(library), verdict_of_second(second));
        if other.as_ref().is_some_and(|other| one != *other) {
            return Err(format!("{text}\nlibrary {one:#?}\nsecond {other:#?}"));
        }
    }
    Ok(turns)
}

#[test]
fn real_games_are_judged_alike() {
    for strict in [false, true] {
        for (name, text) in real_games() {
            let options = Options {
                strict,
                past_end: false,
            };
            let turns =
                judged_alike(&text, options).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(turns > 10, "{name}");
        }
    }
}

pub(crate) fn options() -> impl Strategy<Value = Options> {
    any::<(bool, bool)>().prop_map(|(strict, past_end)| Options { strict, past_end })
}

proptest! {
    #[test]
    fn random_games_are_judged_alike(
        text in prop_oneof![4 => game(), 2 => shuffle(), 1 => beginning()],
        mistakes in mistakes(),
        slips in slips(),
        options in options(),
    ) {
        let mistaken = with_mistakes(&text, &mistakes);
        for text in [&text, &mistaken, &with_slips(&mistaken, &slips)] {
            if let Err(difference) = judged_alike(text, options) {
                prop_assert!(false, "{}", difference);
            }
        }
    }
}

/// A line that ends a record is no turn of it.
#[test]
fn a_line_of_a_record_is_a_turn_or_none() {
    let label = Label {
        number: 2,
        side: 'g',
    };
    let mut game = begin(&Record::default(), Edition::July2008).unwrap();
    assert_eq!(
        game.judge_line(&Entry::Open(label), Options::default()),
        None
    );
}

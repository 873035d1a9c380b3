//! Takebacks and results of records, as the library judges them and as the second judge does.

use arimaa::compare::EngineKind;
use arimaa::text::{self, read_records};
use arimaa::vocab::{Edition, Outcome, Side};
use arimaa_oracle::judge::{EditionChoice, JudgedGame, Options, replay_record};
use proptest::prelude::*;

use super::compare::Difference;
use super::dress::{mistakes, with_mistakes};
use super::grammar::chapter_10;
use super::judge::{Game, tokens};
use super::played::{beginning, game, real_games, shuffle};
use super::values::{Entry, Record};
use crate::values::{slips, with_slips};

/// The edition that a record names (EDN-1).
fn edition_of(record: &Record) -> Edition {
    let name = record.tag("Edition");
    name.map_or(Edition::July2008, |name| {
        let mut editions = Edition::ALL.into_iter();
        editions.find(|edition| edition.name() == name).unwrap()
    })
}

/// Whether a replayed record agrees with the rules, and the outcome after its last turn.
type Verdict = (bool, Option<Outcome>);

fn verdict_of_library(record: &text::Record) -> Verdict {
    let report = replay_record(
        &EngineKind::Bitboard.engine(),
        record,
        String::new(),
        EditionChoice::default(),
        Options::default(),
    );
    (report.disagreements.is_empty(), report.outcome)
}

/// A record that was followed: the game after its lines, the side whose illegal turn is the last
/// line, if one is, and whether no other line was refused.
struct Followed {
    game: Game,
    illegal: Option<Side>,
    is_whole: bool,
    lines: usize,
}

/// Follows a record with a game of the library, which takes turns back, and with the second judge.
/// `None` if the game cannot begin.
fn followed(library: &text::Record, second: &Record) -> Result<Option<Followed>, Difference> {
    let begin = |engine: EngineKind| {
        JudgedGame::from_record(&engine.engine(), library, edition_of(second)).ok()
    };
    let (Some(mut game), Some(begun)) = (begin(EngineKind::Bitboard), begin(EngineKind::Reference))
    else {
        return Ok(None);
    };
    let mut followed = Followed {
        game: Game::from(begun),
        illegal: None,
        is_whole: true,
        lines: 0,
    };
    for (place, line) in second.lines.iter().enumerate() {
        match line {
            Entry::Turn(label, words) => {
                let tokens = tokens(words);
                let _ = game.play(Some(label.of_library()), &tokens, Options::default());
                if let Err(no) = followed.game.turn(*label, &tokens, Options::default()) {
                    let is_last = place + 1 == second.lines.len();
                    followed.illegal = (is_last && no.refusal.is_about_a_token())
                        .then(|| followed.game.now().label().side);
                    followed.is_whole &= followed.illegal.is_some();
                }
            }
            Entry::Takeback(_) => {
                let is_possible = followed.game.take_back();
                if is_possible != game.take_back().is_ok() {
                    return Err(format!("{line:?}: possible {is_possible}"));
                }
                followed.is_whole &= is_possible;
            }
            Entry::Resigns(_) | Entry::Lost(_) | Entry::Open(_) => continue,
        }
        followed.lines += 1;
        let moment = |game: &JudgedGame| (game.label(), game.outcome(), game.state().snapshot());
        let (library, second) = (moment(&game), moment(followed.game.now()));
        if library != second {
            return Err(format!(
                "{line:?}\nlibrary {library:#?}\nsecond {second:#?}"
            ));
        }
    }
    Ok(Some(followed))
}

/// Judges the result and the code of a record by NOT-12 and END-12; `None` if it names no result or
/// known code.
fn verdict_of_second(record: &Record, followed: Option<&Followed>) -> Option<Verdict> {
    let Some(Followed { game, illegal, .. }) = followed.filter(|followed| followed.is_whole) else {
        return Some((false, None));
    };
    let outcome = game.now().state().outcome();
    let (result, code) = (
        record.tag("Result")?,
        record.tag("Termination")?.chars().next()?,
    );
    // NOT-8: any other letter means nothing, and claims nothing.
    if !"gmepnitrfas".contains(code) {
        return None;
    }
    let is_won_by = |side: Side| result == side.to_string() || result == "unknown";
    let agrees = match (illegal, outcome) {
        (Some(side), None) => code == 'i' && is_won_by(side.other()),
        (Some(_), Some(_)) => false,
        (None, None) if code == 's' => {
            edition_of(record) != Edition::July2008 || is_won_by(game.ahead())
        }
        (None, None) => "trfa".contains(code),
        (None, Some(outcome)) => {
            let is_draw = outcome.winner.is_none() && ["draw", "unknown"].contains(&result);
            code == outcome.end.code() && (is_draw || outcome.winner.is_some_and(is_won_by))
        }
    };
    Some((agrees, outcome))
}

/// Compares both judges on the records in a text, if they can be read. Returns the number of lines
/// that were judged.
pub(crate) fn judged_alike(text: &str) -> Result<usize, Difference> {
    let (Ok(library), Ok(second)) = (read_records(text), chapter_10::records(text)) else {
        return Ok(0);
    };
    let mut lines = 0;
    for (library, second) in library.iter().zip(&second) {
        let followed = followed(library, second).map_err(|no| format!("{text}\n{no}"))?;
        lines += followed.as_ref().map_or(0, |followed| followed.lines);
        let (agrees, outcome) = verdict_of_library(library);
        let other = verdict_of_second(second, followed.as_ref());
        // A replay that broke off has no outcome.
        let is_same =
            other.is_none_or(|(also, reached)| agrees == also && (!agrees || outcome == reached));
        if !is_same {
            return Err(format!(
                "{text}\nlibrary {agrees} {outcome:?}\nsecond {other:?}"
            ));
        }
    }
    Ok(lines)
}

#[test]
fn real_games_are_judged_alike() {
    for (name, text) in real_games() {
        let lines = judged_alike(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(lines > 10, "{name}");
    }
}

proptest! {
    #[test]
    fn random_games_are_judged_alike(
        text in prop_oneof![4 => game(), 2 => shuffle(), 1 => beginning()],
        mistakes in mistakes(),
        slips in slips(),
    ) {
        let mistaken = with_mistakes(&text, &mistakes);
        for text in [&text, &mistaken, &with_slips(&mistaken, &slips)] {
            if let Err(difference) = judged_alike(text) {
                prop_assert!(false, "{}", difference);
            }
        }
    }
}

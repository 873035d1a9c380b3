//! NOT-11: JSON states read by the library and by types declared for serde.

use std::fmt::Write as _;

use arimaa_oracle::ask::{State as LibraryState, read_state};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use super::compare::{Difference, side, squares};
use super::json_state::{self, State};
use super::judge::moment_of;
use crate::values::{slips, with_slips};

fn state(read: &LibraryState) -> State {
    State {
        edition: read.snapshot.edition.name().to_owned(),
        side: side(read.snapshot.side),
        turn: read.number,
        board: squares(&read.snapshot.start),
        moment: moment_of(&read.snapshot.phase),
    }
}

/// Puts one state to both readers.
pub(crate) fn states_alike(text: &str) -> Result<(), Difference> {
    match (read_state(text), json_state::read(text)) {
        (Err(_), Err(_)) => Ok(()),
        (Ok(library), Ok(second)) if state(&library) == second => Ok(()),
        (library, second) => Err(format!("{text}\nlibrary {library:?}\nsecond  {second:?}")),
    }
}

fn board() -> impl Strategy<Value = String> {
    let rank = || "[EMHDCRemhdcr. ]{8}";
    prop_oneof![
        vec(rank(), 8).prop_map(|ranks| format!(
            "[{}]",
            ranks
                .iter()
                .map(|rank| format!("{rank:?}"))
                .collect::<Vec<_>>()
                .join(",")
        )),
        "[EMHDCRemhdcr. ]{64}".prop_map(|squares| format!("{squares:?}")),
    ]
}

fn list(words: &[String]) -> String {
    format!("{words:?}")
}

/// Fields of a state with their values; some leave out what they need or have what they must not.
fn fields() -> impl Strategy<Value = Vec<(&'static str, String)>> {
    let side = || select(&["gold", "silver", "g", "s", "w", "b", "Gold"][..]);
    let side = move || prop_oneof![9 => select(&["gold", "silver"][..]), 1 => side()];
    let side = move || side().prop_map(|word| format!("{word:?}"));
    let end = (board(), side())
        .prop_map(|(board, to_move)| format!(r#"{{"board":{board},"to_move":{to_move}}}"#));
    let setup = (
        option::of("[EMHDCRemhdcr]{0,3}"),
        option::of(vec("[EMHDCRemhdcr][a-h][1-8]", 0..4)),
    )
        .prop_map(|(handicap, placed)| {
            let handicap = handicap.map(|letters| format!(r#""handicap":{letters:?}"#));
            let placed = placed.map(|words| format!(r#""placed":{}"#, list(&words)));
            format!(
                "{{{}}}",
                handicap
                    .into_iter()
                    .chain(placed)
                    .collect::<Vec<_>>()
                    .join(",")
            )
        });
    let edition = select(
        &[
            "2002",
            "2005-05-28",
            "2005-05-28+no-draws",
            "2008-07-01",
            "2007",
        ][..],
    );
    let steps = vec("[EMHDCRemhdcr][a-h][1-8][nsew]", 0..5).prop_map(|words| list(&words));
    let in_play = (
        option::of(steps),
        option::of(vec(end, 0..3).prop_map(|ends| format!("[{}]", ends.join(",")))),
    );
    let moment = prop_oneof![
        6 => in_play.prop_map(|(steps, earlier)| (steps, earlier, None)),
        3 => setup.prop_map(|setup| (None, None, Some(setup))),
    ];
    (
        option::of(edition.prop_map(|name| format!("{name:?}"))),
        option::weighted(0.98, side()),
        option::of(select(
            &[
                "1",
                "2",
                "99",
                "4294967295",
                "0",
                "4294967296",
                "-1",
                "1.0",
                "\"2\"",
            ][..],
        )),
        option::weighted(0.9, board()),
        moment,
    )
        .prop_map(|(edition, side, turn, board, (steps, earlier, setup))| {
            [
                ("edition", edition),
                ("side", side),
                ("turn", turn.map(str::to_owned)),
                ("board", board),
                ("steps", steps),
                ("earlier", earlier),
                ("setup", setup),
            ]
            .into_iter()
            .filter_map(|(name, value)| Some((name, value?)))
            .collect()
        })
}

fn object(fields: &[(&str, String)]) -> String {
    let mut text = "{".to_owned();
    for (place, (name, value)) in fields.iter().enumerate() {
        let comma = if place > 0 { ", " } else { "" };
        write!(text, "{comma}{name:?}: {value}").unwrap();
    }
    text + "}"
}

proptest! {
    #[test]
    fn random_states_are_read_alike(
        fields in fields().prop_shuffle(),
        extra in option::weighted(0.2, (any::<prop::sample::Index>(), select(&["null", "[]", "{}", "1", "\"\""][..]))),
        slips in slips(),
    ) {
        let mut fields = fields;
        if let Some((which, value)) = extra && !fields.is_empty() {
            let place = which.index(fields.len());
            fields[place].1 = value.to_owned();
        }
        let text = object(&fields);
        for text in [&text, &with_slips(&text, &slips)] {
            if let Err(difference) = states_alike(text) {
                prop_assert!(false, "{}", difference);
            }
        }
    }
}

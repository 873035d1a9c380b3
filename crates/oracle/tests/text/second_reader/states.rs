//! NOT-11: JSON states read by the library and by types declared for serde.

use arimaa_oracle::ask::{State as LibraryState, read_state};

use super::compare::{Difference, side, squares};
use super::json_state::{self, State};
use super::judge::moment_of;

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

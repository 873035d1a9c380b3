//! Choice of one game among several, by the id of `--game`.

use crate::exit::CliError;
use crate::foreign::escape_line;
use crate::input::Input;
use crate::suggest::nearest;
use arimaa::text::kind::TextKind;
use arimaa::text::{Archive, Record, read_records};
use arimaa_oracle::ask::{NotChosen, choose_game};

/// The game with this id in records or an archive; without an id, the only one.
pub(super) fn find_game(input: Input, id: Option<&str>) -> Result<Record, CliError> {
    let name = input.name.clone();
    let chosen = if input.kind == TextKind::Archive {
        let archive = Archive::new(input.into_reader());
        let archive = archive.map_err(|error| CliError::read(&name, error))?;
        choose_game(archive.map(|game| game.map(Record::from)), id)
    } else {
        let text = input.into_text()?;
        let records = read_records(&text);
        let records =
            records.map_err(|error| CliError::text_error(&name, error).with_line_of(&text))?;
        choose_game(records.into_iter().map(Ok), id)
    };
    chosen.map_err(|reason| not_chosen(&name, id, reason))
}

fn not_chosen(name: &str, id: Option<&str>, reason: NotChosen) -> CliError {
    let holder = escape_line(name);
    if let (NotChosen::NoGame { ids, .. }, Some(id)) = (&reason, id)
        && let Some(meant) = nearest(id, ids.iter().map(String::as_str))
    {
        let (id, meant) = (escape_line(id), escape_line(meant));
        return CliError::Question(format!("{holder} holds no game {id}; perhaps {meant}"));
    }
    match reason {
        NotChosen::Unreadable(error) => CliError::read(name, error),
        reason => CliError::Question(reason.message(&holder, "--game", id)),
    }
}

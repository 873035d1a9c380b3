//! The arguments that name a position, which most commands take.

use clap::Args;

use crate::exit::CliError;
use crate::options;
use crate::standard_input::holds_lines;
use arimaa::vocab::{Edition, Handicap, Label};

/// A position, and how to get it out of its file.
#[derive(Clone, Debug, Args)]
pub(super) struct PositionArgs {
    /// A board, a file, a JSON state, `setup`, or `-` for standard input (see `arimaa-oracle
    /// --help`)
    pub(super) position: String,
    /// In a record or archive: the position before this turn, such as 12s (default: after the last
    /// turn)
    #[arg(long, value_name = "TURN")]
    pub(super) at: Option<Label>,
    /// In an archive, or a file of several records: the game with this id
    #[arg(long, value_name = "ID")]
    pub(super) game: Option<String>,
    /// With `setup`: the pieces agreed to be missing, by their letters
    #[arg(long, value_name = "LETTERS")]
    pub(super) handicap: Option<Handicap>,
    #[arg(long, value_parser = options::edition, help = options::edition_help("as recorded, or "))]
    pub(super) edition: Option<Edition>,
}

impl PositionArgs {
    /// Whether the position is `-` and standard input holds one position a line.
    pub(super) fn is_batch(&self) -> Result<bool, CliError> {
        if self.position != "-" {
            return Ok(false);
        }
        holds_lines().map_err(|error| CliError::Read {
            name: "standard input".to_owned(),
            error,
        })
    }

    /// Fails if `--handicap` is given, which only `setup` takes.
    pub(super) fn refuse_handicap(&self) -> Result<(), CliError> {
        refuse_option(self.handicap.is_some(), "--handicap", "`setup`")
    }

    /// Fails if `--at` or `--game` is given, which only records and archives take.
    pub(super) fn refuse_place_in_game(&self) -> Result<(), CliError> {
        refuse_option(self.at.is_some(), "--at", "a record or an archive")?;
        refuse_option(self.game.is_some(), "--game", "a record or an archive")
    }

    /// The edition for boards on standard input, which take no other option.
    pub(super) fn for_boards(&self) -> Result<Option<Edition>, CliError> {
        self.refuse_handicap()?;
        self.refuse_place_in_game()?;
        Ok(self.edition)
    }
}

fn refuse_option(is_there: bool, option: &str, needs: &str) -> Result<(), CliError> {
    if is_there {
        return Err(CliError::Question(format!(
            "{option} needs {needs} as the position"
        )));
    }
    Ok(())
}

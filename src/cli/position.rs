//! Finding the position that a question is about.

use super::exit::CliError;
use super::input::{Input, InputKind, is_compact};
use super::position_args::PositionArgs;
use crate::ask::{State, read_state_with_default};
use crate::audit::EditionChoice;
use crate::engines::Starter;
use crate::oracle::{JudgedGame, Reading, Unreached};
use crate::rules::Rules;
use crate::text::{
    Archive, Label, Located, Record, Tags, TextError, Token, read_compact, read_diagram,
    read_records,
};
use crate::vocab::{Edition, Phase, Snapshot};

/// The most turns that are listed; only the arrangements of a setup can be more.
const MOST_LISTED: u64 = 1_000_000;

/// A position, ready to be asked about.
#[derive(Clone, Debug)]
pub(super) struct Loaded {
    /// The game at that moment.
    pub(super) game: JudgedGame,
    /// Whether the number of the turn is known and not just assumed.
    pub(super) label_known: bool,
}

impl Loaded {
    /// The position that the arguments describe.
    pub(super) fn find(engine: &Starter, args: &PositionArgs) -> Result<Self, CliError> {
        let text = args.position.as_str();
        let edition = args.edition.unwrap_or_default();
        if text != "setup" {
            args.refuse_handicap()?;
        }
        if text == "setup" || is_compact(text) || text.trim_start().starts_with('{') {
            args.refuse_place_in_game()?;
        }
        if text == "setup" {
            let handicap = args.handicap.unwrap_or_default();
            return Self::of(engine, &Snapshot::game(edition, handicap), Some(1));
        }
        if is_compact(text) {
            return Self::compact(engine, text, edition);
        }
        if text.trim_start().starts_with('{') {
            let state = read_state_with_default(text, edition)
                .map_err(|error| CliError::text("the JSON state", error))?;
            return Self::state(engine, &state, args.edition);
        }
        Self::in_input(engine, Input::open(text)?, args)
    }

    /// The position of a compact board.
    pub(super) fn compact(
        engine: &Starter,
        text: &str,
        edition: Edition,
    ) -> Result<Self, CliError> {
        let (side, board) =
            read_compact(text).map_err(|error| CliError::text("the compact board", error))?;
        Self::of(engine, &Snapshot::position(edition, side, board), None)
    }

    fn in_input(engine: &Starter, input: Input, args: &PositionArgs) -> Result<Self, CliError> {
        let name = input.name.clone();
        let unreadable = |error: TextError| CliError::text(&name, error);
        let edition = args.edition.unwrap_or_default();
        if !matches!(input.kind, InputKind::Archive | InputKind::Records) {
            args.refuse_place_in_game()?;
        }
        match input.kind {
            InputKind::Archive => {
                let record = find_archived(input, args.game.as_deref())?;
                Self::in_record(engine, &record, args)
            }
            InputKind::Records => {
                let records = read_records(&input.into_text()?).map_err(unreadable)?;
                let record = find_record(&name, &records, args.game.as_deref())?;
                Self::in_record(engine, record, args)
            }
            InputKind::Compact => Self::compact(engine, input.into_text()?.trim_end(), edition),
            InputKind::State => {
                let text = input.into_text()?;
                let state = read_state_with_default(&text, edition).map_err(unreadable)?;
                Self::state(engine, &state, args.edition)
            }
            InputKind::Diagram => {
                let diagram = read_diagram(&input.into_text()?).map_err(unreadable)?;
                let snapshot = Snapshot::position(edition, diagram.side, diagram.start);
                let number = diagram.label.map(|label| label.number);
                let mut loaded = Self::of(engine, &snapshot, number)?;
                let tokens = Located::values(&diagram.tokens);
                loaded
                    .game
                    .advance(&tokens, Reading::Lenient)
                    .map_err(|refused| {
                        CliError::Question(format!(
                            "{name}: a step in the header is refused by {}: {}",
                            refused.refusal.rule(),
                            refused.refusal
                        ))
                    })?;
                Ok(loaded)
            }
        }
    }

    fn state(engine: &Starter, state: &State, edition: Option<Edition>) -> Result<Self, CliError> {
        let mut snapshot = state.snapshot.clone();
        snapshot.edition = edition.unwrap_or(snapshot.edition);
        Self::of(engine, &snapshot, state.number)
    }

    fn of(engine: &Starter, snapshot: &Snapshot, number: Option<u32>) -> Result<Self, CliError> {
        let mut game = JudgedGame::from_snapshot(engine, snapshot)?;
        if let Some(number) = number {
            let side = snapshot.side;
            game.begin_with(Label { number, side });
        }
        Ok(Self {
            game,
            label_known: number.is_some(),
        })
    }

    /// The position before a turn of a record, or after its last turn.
    fn in_record(engine: &Starter, record: &Record, args: &PositionArgs) -> Result<Self, CliError> {
        let choice = args
            .edition
            .map_or(EditionChoice::AsRecorded, EditionChoice::Fixed);
        let edition = choice
            .for_record(record.tags.edition, None)
            .unwrap_or_default();
        match JudgedGame::at_moment(engine, record, edition, args.at) {
            Ok(game) => Ok(Self::known(game)),
            Err(Unreached::CannotStart(invalid)) => Err(CliError::Invalid(invalid)),
            Err(error) => Err(CliError::Question(error.to_string())),
        }
    }

    fn known(game: JudgedGame) -> Self {
        Self {
            game,
            label_known: true,
        }
    }

    /// The same position with more actions made in this turn.
    pub(super) fn after(mut self, tokens: &[Token]) -> Result<Self, CliError> {
        self.game
            .advance(tokens, Reading::Lenient)
            .map_err(|refused| {
                let at = tokens
                    .get(refused.token)
                    .map_or_else(String::new, |token| format!("`{token}` "));
                CliError::Question(format!(
                    "{at}is refused by {}: {}",
                    refused.refusal.rule(),
                    refused.refusal
                ))
            })?;
        Ok(self)
    }
}

/// The game with this id in an archive, as a record.
pub(super) fn find_archived(input: Input, id: Option<&str>) -> Result<Record, CliError> {
    let name = input.name.clone();
    let fail = |error| CliError::read(&name, error);
    let archive = Archive::new(input.into_reader()).map_err(fail)?;
    let mut only = None;
    for game in archive {
        let game = match game {
            Ok(game) => game,
            // A row that cannot be read does not hide the others.
            Err(crate::text::ReadError::Text(_)) if id.is_some() => continue,
            Err(error) => return Err(CliError::read(&name, error)),
        };
        match id {
            Some(id) if game.id == id => return Ok(game.into()),
            Some(_) => {}
            None if only.is_some() => {
                return Err(CliError::Question(format!(
                    "{name} holds several games: choose one with --game ID"
                )));
            }
            None => only = Some(game),
        }
    }
    let missing = || match id {
        Some(id) => CliError::Question(format!("{name} holds no game {id}")),
        None => CliError::Question(format!("{name} holds no game")),
    };
    only.map(Record::from).ok_or_else(missing)
}

/// The record with this id.
pub(super) fn find_record<'a>(
    name: &str,
    records: &'a [Record],
    id: Option<&str>,
) -> Result<&'a Record, CliError> {
    let question = |what: String| CliError::Question(what);
    match (id, records) {
        (Some(id), _) => records
            .iter()
            .find(|record| record.tags.game.as_deref() == Some(id))
            .ok_or_else(|| question(format!("{name} holds no game {id}"))),
        (None, [record]) => Ok(record),
        (None, []) => Err(question(format!("{name} holds no game"))),
        (None, _) => Err(question(format!(
            "{name} holds several games: choose one with --game ID"
        ))),
    }
}

/// The tags that a position alone has: its start.
pub(super) fn tags_of_start(snapshot: &Snapshot) -> Tags {
    Tags {
        edition: Some(snapshot.edition),
        start: Some((snapshot.side, snapshot.start)),
        ..Tags::default()
    }
}

/// Refuses to list the completions of a setup where they are millions.
pub(super) fn check_listable(state: &dyn Rules) -> Result<(), CliError> {
    let is_setup = matches!(state.snapshot().phase, Phase::Setup { .. });
    if is_setup && state.count_turns() > MOST_LISTED {
        let count = state.count_turns();
        return Err(CliError::Question(format!(
            "there are {count} ways to complete this setup; `turns --count` prints their number"
        )));
    }
    Ok(())
}

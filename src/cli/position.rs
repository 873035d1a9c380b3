//! Finding the position that a question is about.

use super::exit::CliError;
use super::input::{Input, InputKind, is_compact};
use super::position_args::PositionArgs;
use crate::ask::find::find;
use crate::ask::{PositionSource, RecordMoment, State, read_state_with_default};
use crate::engines::Starter;
use crate::oracle::{JudgedGame, Reading};
use crate::rules::Rules;
use crate::text::{
    Archive, Located, Record, Tags, TextError, read_compact, read_diagram, read_records,
    write_record,
};
use crate::vocab::{Edition, Label, Phase, Snapshot, Token};

/// The most turns that are listed; only the arrangements of a setup can be more.
const MOST_LISTED: u64 = 1_000_000;

/// The position that the arguments describe, as data.
#[derive(Clone, Debug)]
pub(super) struct FoundPosition {
    /// The position, as questions have it.
    pub(super) source: PositionSource,
    /// Whether the number of the turn is known and not just assumed.
    label_known: bool,
}

/// A position in an engine.
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
        FoundPosition::find(engine, args)?.load(engine)
    }
}

impl FoundPosition {
    /// The position that the arguments describe. The engine plays the steps in the header of a
    /// diagram.
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
            return Ok(Self::state(Snapshot::game(edition, handicap), Some(1)));
        }
        if is_compact(text) {
            return Self::compact(text, edition);
        }
        if text.trim_start().starts_with('{') {
            let state = read_state_with_default(text, edition)
                .map_err(|error| CliError::text("the JSON state", error))?;
            return Ok(Self::written_state(state, args.edition));
        }
        Self::in_input(engine, Input::open(text)?, args)
    }

    /// The position of a compact board.
    pub(super) fn compact(text: &str, edition: Edition) -> Result<Self, CliError> {
        let (side, board) =
            read_compact(text).map_err(|error| CliError::text("the compact board", error))?;
        let snapshot = Snapshot::position(edition, side, board);
        Ok(Self::state(snapshot, None))
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
                Ok(Self::in_record(record, args))
            }
            InputKind::Records => {
                let records = read_records(&input.into_text()?).map_err(unreadable)?;
                let record = find_record(&name, &records, args.game.as_deref())?;
                Ok(Self::in_record(record.clone(), args))
            }
            InputKind::Compact => Self::compact(input.into_text()?.trim_end(), edition),
            InputKind::State => {
                let text = input.into_text()?;
                let state = read_state_with_default(&text, edition).map_err(unreadable)?;
                Ok(Self::written_state(state, args.edition))
            }
            InputKind::Diagram => {
                let diagram = read_diagram(&input.into_text()?).map_err(unreadable)?;
                let snapshot = Snapshot::position(edition, diagram.side, diagram.start);
                let number = diagram.label.map(|label| label.number);
                let tokens = Located::values(&diagram.tokens);
                let found = Self::state(snapshot, number);
                if tokens.is_empty() {
                    return Ok(found);
                }
                let in_header = format!("{name}: in the header ");
                found.after(engine, &tokens, &in_header)
            }
        }
    }

    fn state(snapshot: Snapshot, number: Option<u32>) -> Self {
        Self {
            source: PositionSource::State(State { snapshot, number }),
            label_known: number.is_some(),
        }
    }

    fn written_state(mut state: State, edition: Option<Edition>) -> Self {
        state.snapshot.edition = edition.unwrap_or(state.snapshot.edition);
        Self::state(state.snapshot, state.number)
    }

    /// The position before a turn of a record, or after its last turn.
    fn in_record(mut record: Record, args: &PositionArgs) -> Self {
        record.tags.edition = args.edition.or(record.tags.edition);
        Self {
            source: PositionSource::Record(RecordMoment {
                text: write_record(&record),
                before: args.at.map(|label| label.to_string()),
                edition: None,
            }),
            label_known: true,
        }
    }

    /// Numbers the turn, where its number is only assumed.
    pub(super) fn numbered(mut self, label: Option<Label>) -> Self {
        if let (PositionSource::State(state), Some(label)) = (&mut self.source, label) {
            state.number = state.number.or(Some(label.number));
        }
        self
    }

    /// The position in an engine.
    pub(super) fn load(self, engine: &Starter) -> Result<Loaded, CliError> {
        Ok(Loaded {
            game: find(engine, &self.source)?,
            label_known: self.label_known,
        })
    }

    /// The same position with more actions made in this turn; `place` says in errors where they
    /// stand.
    pub(super) fn after(
        self,
        engine: &Starter,
        tokens: &[Token],
        place: &str,
    ) -> Result<Self, CliError> {
        let Loaded {
            mut game,
            label_known,
        } = self.load(engine)?;
        game.advance(tokens, Reading::Lenient).map_err(|refused| {
            let at = tokens
                .get(refused.token)
                .map_or_else(String::new, |token| format!("`{token}` "));
            CliError::Question(format!(
                "{place}{at}is refused by {}: {}",
                refused.refusal.rule(),
                refused.refusal
            ))
        })?;
        let number = label_known.then(|| game.label().number);
        Ok(Self::state(game.state().snapshot(), number))
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

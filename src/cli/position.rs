//! Finding the position that a question is about.

use super::chosen_game::{find_archived, find_record};
use super::exit::CliError;
use super::foreign::foreign;
use super::input::{Input, InputKind, is_compact, with_letter};
use super::position_args::PositionArgs;
use crate::ask::find::find;
use crate::ask::{PositionSource, RecordMoment, State, read_state_with_default};
use crate::engines::Starter;
use crate::oracle::{JudgedGame, Reading, named_token};
use crate::rules::Rules;
use crate::text::plain::{PlainBoard, looks_plain, read_plain};
use crate::text::{Located, Record, Tags, read_compact, read_diagram, read_records, write_record};
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
        if text.trim_start().starts_with('{') {
            let state = read_state_with_default(text, edition)
                .map_err(|error| CliError::text("the JSON state", error).under(text))?;
            return Ok(Self::written_state(state, args.edition));
        }
        if is_compact(text) {
            return Self::in_line(text, args.edition);
        }
        Self::in_input(engine, Input::open(text)?, args)
    }

    /// The position of one line: a compact board, ranks with `/` between them, or a JSON state.
    pub(super) fn in_line(text: &str, edition: Option<Edition>) -> Result<Self, CliError> {
        let named = edition.unwrap_or_default();
        let wrong = |form| move |error| CliError::text(form, error).under(text);
        if text.trim_start().starts_with('{') {
            let state = read_state_with_default(text, named).map_err(wrong("the JSON state"))?;
            return Ok(Self::written_state(state, edition));
        }
        if looks_plain(text) {
            let board = read_plain(text).map_err(wrong("the board"))?;
            return Ok(Self::plain(&board, named));
        }
        let (side, board) = read_compact(&with_letter(text)).map_err(wrong("the compact board"))?;
        Ok(Self::state(Snapshot::position(named, side, board), None))
    }

    fn plain(read: &PlainBoard, edition: Edition) -> Self {
        let snapshot = Snapshot::position(edition, read.side, read.board);
        Self::state(snapshot, read.label.map(|label| label.number))
    }

    /// The position of a file with a board in one line.
    fn in_only_line(name: &str, text: &str, edition: Option<Edition>) -> Result<Self, CliError> {
        let is_board = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
        let lines = text.lines().zip(1..);
        let mut boards = lines.filter(|(line, _)| is_board(line));
        let (line, number) = boards.next().unwrap_or_default();
        let others = boards.count();
        if others > 0 {
            let count = others + 1;
            return Err(CliError::Question(format!(
                "{} holds {count} boards: with `-` as the position, each line on standard input is answered",
                foreign(name)
            )));
        }
        Self::in_line(line, edition).map_err(|error| error.in_file(name, number))
    }

    fn in_input(engine: &Starter, input: Input, args: &PositionArgs) -> Result<Self, CliError> {
        let name = input.name.clone();
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
                let text = input.into_text()?;
                let records = read_records(&text)
                    .map_err(|error| CliError::text(&name, error).under(&text))?;
                let record = find_record(&name, &records, args.game.as_deref())?;
                Ok(Self::in_record(record.clone(), args))
            }
            InputKind::Compact => Self::in_only_line(&name, &input.into_text()?, args.edition),
            InputKind::Plain => {
                let text = input.into_text()?;
                let board =
                    read_plain(&text).map_err(|error| CliError::text(&name, error).under(&text))?;
                Ok(Self::plain(&board, edition))
            }
            InputKind::State => {
                let text = input.into_text()?;
                let state = read_state_with_default(&text, edition)
                    .map_err(|error| CliError::text(&name, error).under(&text))?;
                Ok(Self::written_state(state, args.edition))
            }
            InputKind::Diagram => {
                let text = input.into_text()?;
                let diagram = read_diagram(&text)
                    .map_err(|error| CliError::text(&name, error).under(&text))?;
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
            let at = named_token(tokens, refused.token);
            CliError::Question(format!(
                "{place}{at} is refused by {}: {}",
                refused.refusal.rule(),
                refused.refusal
            ))
        })?;
        let number = label_known.then(|| game.label().number);
        Ok(Self::state(game.state().snapshot(), number))
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

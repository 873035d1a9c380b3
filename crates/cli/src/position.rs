//! Finding the position that a question is about.

use std::path::Path;

use crate::chosen_game::find_game;
use crate::exit::CliError;
use crate::foreign::escape_line;
use crate::input::Input;
use crate::position_args::PositionArgs;
use arimaa::compare::Engine;
use arimaa::text::kind::{TextKind, is_compact};
use arimaa::text::{Located, Record, Tags, read_turn};
use arimaa::vocab::{Board, Edition, Phase, Snapshot, Token};
use arimaa_oracle::ask::Described;
use arimaa_oracle::ask::find;
use arimaa_oracle::ask::{Fault, PositionSource, RecordMoment, State};
use arimaa_oracle::judge::{JudgedGame, Reading, named_token};

/// The position that the arguments describe, as data.
#[derive(Clone, Debug)]
pub(super) struct FoundPosition {
    /// The position in the form that questions take.
    pub(super) source: PositionSource,
}

/// A position loaded into an engine.
#[derive(Clone, Debug)]
pub(super) struct Loaded {
    /// The game at that moment.
    pub(super) game: JudgedGame,
    /// Whether the number of the turn is known and not just assumed.
    pub(super) label_known: bool,
}

impl FoundPosition {
    /// The position that the arguments describe. The engine plays the steps in the header of a
    /// diagram.
    pub(super) fn find(engine: &Engine, args: &PositionArgs) -> Result<Self, CliError> {
        let text = args.position.as_str();
        let edition = args.edition.unwrap_or_default();
        if text != "setup" {
            args.refuse_handicap()?;
        }
        if text == "setup" || is_written_out(text) {
            args.refuse_place_in_game()?;
        }
        if text == "setup" {
            let handicap = args.handicap.unwrap_or_default();
            return Ok(Self::state(Snapshot::game(edition, handicap), Some(1)));
        }
        if is_written_out(text) {
            return Self::in_line(text, args.edition);
        }
        Self::in_input(engine, Input::open(text)?, args)
    }

    /// The position of one line: a compact board, ranks with `/` between them, or a JSON state.
    pub(super) fn in_line(text: &str, edition: Option<Edition>) -> Result<Self, CliError> {
        let (kind, name) = match TextKind::of(text) {
            kind @ TextKind::State => (kind, "the JSON state"),
            kind @ TextKind::Plain => (kind, "the board"),
            TextKind::Compact | TextKind::Diagram | TextKind::Records | TextKind::Archive => {
                (TextKind::Compact, "the compact board")
            }
        };
        let described = described(kind, text, name, edition)?;
        Self::written_state(described.state, edition)
    }

    /// The board of a position in one line, which may lack the side to move.
    pub(super) fn board_in_line(text: &str) -> Result<Board, CliError> {
        let with_side = || Self::in_line(&format!("g {text}"), None).ok();
        let found = Self::in_line(text, None).or_else(|error| with_side().ok_or(error))?;
        match found.source {
            PositionSource::State(State { snapshot, .. }) if matches!(&snapshot.phase, Phase::Play { steps, .. } if steps.is_empty()) => {
                Ok(snapshot.start)
            }
            _ => Err(CliError::Question(
                "expected a board in one line, without steps".to_owned(),
            )),
        }
    }

    /// Reads the position of a file with exactly one compact board.
    fn in_only_line(name: &str, text: &str, edition: Option<Edition>) -> Result<Self, CliError> {
        let count = text.lines().filter(|line| is_compact(line)).count();
        if count > 1 {
            return Err(CliError::Question(format!(
                "{} holds {count} boards: with `-` as the position, each line on standard input is answered",
                escape_line(name)
            )));
        }
        let described = described(TextKind::Compact, text, name, edition)?;
        Self::written_state(described.state, edition)
    }

    fn in_input(engine: &Engine, input: Input, args: &PositionArgs) -> Result<Self, CliError> {
        let name = input.name.clone();
        if !matches!(input.kind, TextKind::Archive | TextKind::Records) {
            args.refuse_place_in_game()?;
        }
        match input.kind {
            TextKind::Archive | TextKind::Records => {
                let record = find_game(input, args.game.as_deref())?;
                Self::in_record(record, args)
            }
            TextKind::Compact => Self::in_only_line(&name, &input.into_text()?, args.edition),
            kind @ (TextKind::Plain | TextKind::Diagram | TextKind::State) => {
                let described = described(kind, &input.into_text()?, &name, args.edition)?;
                if described.tokens.is_empty() {
                    return Self::written_state(described.state, args.edition);
                }
                let game = described.begin(engine).map_err(|fault| match fault {
                    Fault::UnplayableRecord { message } => {
                        CliError::Question(format!("{}: {message}", escape_line(&name)))
                    }
                    fault => fault.into(),
                })?;
                let number = described.state.number;
                Ok(Self::state(game.state().snapshot(), number))
            }
        }
    }

    fn state(snapshot: Snapshot, number: Option<u32>) -> Self {
        let source = PositionSource::State(State { snapshot, number });
        Self { source }
    }

    fn written_state(state: State, edition: Option<Edition>) -> Result<Self, CliError> {
        refuse_another_edition(edition, Some(state.snapshot.edition))?;
        Ok(Self::state(state.snapshot, state.number))
    }

    /// The position before a turn of a record, or after its last turn.
    fn in_record(record: Record, args: &PositionArgs) -> Result<Self, CliError> {
        refuse_another_edition(args.edition, record.tags.edition)?;
        Ok(Self {
            source: PositionSource::Record(RecordMoment {
                text: record.into(),
                before: args.at.map(|label| label.to_string()),
                edition: args.edition.map(|edition| edition.name().to_owned()),
            }),
        })
    }

    /// Loads the position into an engine.
    pub(super) fn load(self, engine: &Engine) -> Result<Loaded, CliError> {
        Ok(Loaded {
            game: find(engine, &self.source)?,
            label_known: self.source.is_labelled(),
        })
    }

    /// The position after further actions of the turn in progress.
    pub(super) fn with_actions(self, engine: &Engine, tokens: &[Token]) -> Result<Self, CliError> {
        if tokens.is_empty() {
            return Ok(self);
        }
        let Loaded {
            mut game,
            label_known,
        } = self.load(engine)?;
        game.advance(tokens, Reading::Lenient).map_err(|refused| {
            let at = named_token(tokens, refused.token);
            CliError::Question(format!(
                "{at} is refused by {}: {}",
                refused.refusal.rule(),
                refused.refusal
            ))
        })?;
        let number = label_known.then(|| game.label().number);
        Ok(Self::state(game.state().snapshot(), number))
    }
}

/// Fails if `--edition` differs from the edition that the text names.
fn refuse_another_edition(asked: Option<Edition>, named: Option<Edition>) -> Result<(), CliError> {
    match (asked, named) {
        (Some(asked), Some(named)) if asked != named => Err(CliError::Question(format!(
            "the text names the edition {named}, and `--edition` is for texts that name none"
        ))),
        _ => Ok(()),
    }
}

/// Whether an argument is itself a compact board or a JSON state, and not the name of a file.
pub(super) fn is_written_out(text: &str) -> bool {
    let is_text = is_compact(text) || text.trim_start().starts_with('{');
    is_text && !Path::new(text).exists()
}

/// The position that a text of this kind describes. `name` says in errors where the text is from.
fn described(
    kind: TextKind,
    text: &str,
    name: &str,
    edition: Option<Edition>,
) -> Result<Described, CliError> {
    let described = Described::read(kind, text, edition.unwrap_or_default())
        .map_err(|error| CliError::text_error(name, error).with_line_of(text))?;
    described.ok_or_else(|| CliError::Question(format!("{} holds no position", escape_line(name))))
}

/// The steps or placements of an argument STEPS.
pub(super) fn read_steps(words: &[String]) -> Result<Vec<Token>, CliError> {
    let text = words.join(" ");
    let steps = read_turn(&text, 1)
        .map_err(|error| CliError::text_error("STEPS", error).with_line_of(&text))?;
    Ok(Located::values(&steps.tokens))
}

/// The tags of a record that holds a position alone: its edition and its start.
pub(super) fn tags_of_start(snapshot: &Snapshot) -> Tags {
    Tags {
        edition: Some(snapshot.edition),
        start: Some((snapshot.side, snapshot.start)),
        ..Tags::default()
    }
}

//! Cases of rules as data: how they are read and judged.
//!
//! The format is described in `tests/README.md`.

#![allow(
    dead_code,
    unreachable_pub,
    reason = "each test binary uses a part of it"
)]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a case that cannot be read fails the test"
)]

pub mod answer;

use std::fs;
use std::path::{Path, PathBuf};

use arimaa_oracle::oracle::{Accepted, Game, Options, Reading, Refused};
use arimaa_oracle::rules::Rules;
use arimaa_oracle::text::{
    Entry, Label, Token, read_compact, read_diagram, read_record, read_state_with_default,
    read_turn,
};
use arimaa_oracle::vocab::{Board, Edition, Handicap, Side, Snapshot};
use serde::Deserialize;

/// One case: a smallest situation, one question, one expectation.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Stable and unique.
    pub id: String,
    /// The rules that this case shows in force: what they allow is allowed, the end they state fires, the one side of a
    /// definition.
    #[serde(default)]
    pub yes: Vec<String>,
    /// The rules that this case shows from the other side: what they forbid is refused, the end narrowly does not
    /// fire, the other side of a definition.
    #[serde(default)]
    pub no: Vec<String>,
    /// Why the expectation is right.
    pub note: String,
    /// The edition, by default the current one.
    pub edition: Option<String>,
    /// A diagram; its header may name steps already taken.
    pub diagram: Option<String>,
    /// A JSON state.
    pub state: Option<String>,
    /// A record, its turns all legal; the question is asked after its last turn, or before the turn `at`.
    pub record: Option<String>,
    /// Before which turn of the record.
    pub at: Option<String>,
    /// The start of a game with this handicap (`none`).
    pub setup: Option<String>,
    /// A text to be read: the question is whether it can be.
    pub read: Option<Text>,
    /// A turn to be judged.
    pub turn: Option<String>,
    /// Judge the turn strictly.
    #[serde(default)]
    pub strict: bool,
    /// Judge the turn even if the game is decided.
    #[serde(default)]
    pub past_end: bool,
    /// What the answer must be.
    pub expect: Expect,
}

/// A text to be read, by its kind.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum Text {
    /// A turn line.
    Turn(String),
    /// A compact board.
    Compact(String),
    /// A diagram.
    Diagram(String),
    /// A record.
    Record(String),
    /// A JSON state.
    State(String),
    /// An archive.
    Archive(String),
}

/// What an answer must be; every field that stands is checked.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Expect {
    /// The turn is legal, or not.
    pub legal: Option<bool>,
    /// The stable name of the reason why the turn is refused.
    pub refused: Option<String>,
    /// The token at which it is refused, or `end`.
    pub at: Option<String>,
    /// The captures of the turn in order.
    pub captures: Option<Vec<String>>,
    /// The board after the turn, or now: a compact board, or pieces such as `Ra1 dd4`.
    pub board: Option<String>,
    /// The outcome after the turn, or now: `ongoing`, or winner and rule.
    pub outcome: Option<String>,
    /// The label of the turn to be made.
    pub label: Option<String>,
    /// Every legal action, in order.
    pub actions: Option<String>,
    /// Actions that are legal.
    pub listed: Option<Vec<String>>,
    /// Actions that are not.
    pub unlisted: Option<Vec<String>>,
    /// The number of distinct turns.
    pub turns: Option<u64>,
    /// The first of them, in order.
    pub first_turns: Option<Vec<String>>,
    /// The numbers of step sequences to depth 1, 2, …
    pub steps: Option<Vec<u64>>,
    /// The state is invalid, by this rule.
    pub invalid: Option<String>,
    /// The text is read, and written like this.
    pub written: Option<String>,
    /// The text is not read, and the message contains this.
    pub unreadable: Option<String>,
}

/// The files of cases with their cases, in order.
pub fn files() -> Vec<(String, Vec<Case>)> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        case: Vec<Case>,
    }
    let mut paths: Vec<PathBuf> = fs::read_dir(root().join("tests/suite"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "toml")
        })
        .collect();
    paths.sort();
    paths
        .into_iter()
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let text = fs::read_to_string(&path).unwrap();
            let file: File =
                toml::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
            (name, file.case)
        })
        .collect()
}

/// The repository, seen from any package in it.
fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors()
        .find(|folder| folder.join("tests/suite").is_dir())
        .unwrap()
}

/// Every case.
pub fn cases() -> Vec<Case> {
    files().into_iter().flat_map(|(_, cases)| cases).collect()
}

impl Case {
    pub fn edition(&self) -> Edition {
        self.edition
            .as_deref()
            .map_or_else(Edition::default, |name| name.parse().unwrap())
    }

    /// Whether the case asks about a text and not about a game.
    pub fn is_about_text(&self) -> bool {
        self.read.is_some()
    }

    /// The game in which the question is asked; `Err` is the id of the rule by which its state is invalid.
    pub fn game<R: Rules>(&self) -> Result<Game<R>, String> {
        let invalid = |error: arimaa_oracle::oracle::CannotStart| error.0.rule().to_owned();
        let edition = self.edition();
        if let Some(handicap) = &self.setup {
            let handicap: Handicap = handicap.parse().unwrap();
            return Game::from_snapshot(&Snapshot::game(edition, handicap)).map_err(invalid);
        }
        if let Some(state) = &self.state {
            let state = read_state_with_default(state, edition).unwrap();
            return Game::from_snapshot(&state.snapshot).map_err(invalid);
        }
        if let Some(diagram) = &self.diagram {
            let diagram = read_diagram(diagram).unwrap();
            let snapshot = Snapshot::position(edition, diagram.side, diagram.start);
            let mut game = Game::from_snapshot(&snapshot).map_err(invalid)?;
            if let Some(label) = diagram.label {
                game.begin_with(label);
            }
            let tokens: Vec<Token> = diagram.tokens.iter().map(|token| token.value).collect();
            game.advance(&tokens, Reading::Lenient)
                .unwrap_or_else(|refused| panic!("{}: {}", self.id, refused.refusal));
            return Ok(game);
        }
        let record = self.record.as_deref();
        let record = record.unwrap_or_else(|| panic!("{}: no situation", self.id));
        let record = read_record(record).unwrap();
        let at: Option<Label> = self.at.as_deref().map(|label| label.parse().unwrap());
        let edition = record.tags.edition.unwrap_or(edition);
        let mut game = Game::from_record(&record, edition).map_err(invalid)?;
        for entry in &record.entries {
            if at == Some(game.label()) {
                break;
            }
            match entry {
                Entry::Turn { label, tokens } => {
                    let tokens: Vec<Token> = tokens.iter().map(|token| token.value).collect();
                    game.play(Some(label.value), &tokens, Options::default())
                        .unwrap_or_else(|refused| panic!("{}: {}", self.id, refused.refusal));
                }
                Entry::Takeback(_) => game.take_back().unwrap(),
                Entry::Resigns(_) | Entry::Lost(_) | Entry::Open(_) => {}
            }
        }
        Ok(game)
    }

    /// Judges the turn of the case in this game.
    pub fn judge<R: Rules>(&self, game: &mut Game<R>) -> Result<Accepted, Box<Refused<R>>> {
        let (label, tokens) = self.tokens();
        let options = Options {
            reading: Reading::strict_if(self.strict),
            past_end: self.past_end,
        };
        game.play(label, &tokens, options)
    }

    /// The label and the tokens of the turn of the case.
    pub fn tokens(&self) -> (Option<Label>, Vec<Token>) {
        let line = read_turn(self.turn.as_deref().unwrap_or_default(), 1).unwrap();
        let tokens = line.tokens.iter().map(|token| token.value).collect();
        (line.label.map(|label| label.value), tokens)
    }
}

/// A board from its shorthand: pieces such as `Ra1 dd4`, or a compact board.
pub fn board(text: &str) -> Board {
    match read_compact(text) {
        Ok((_, board)) => board,
        Err(_) => text
            .split_whitespace()
            .map(|piece| piece.parse().unwrap_or_else(|error| panic!("{error}")))
            .collect(),
    }
}

/// A position from pieces such as `Ra1 dd4`.
pub fn position(edition: Edition, side: Side, pieces: &str) -> Snapshot {
    Snapshot::position(edition, side, board(pieces))
}

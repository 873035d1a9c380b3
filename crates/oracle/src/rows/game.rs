//! A game as rows, one a position.

use super::follow::{Followed, follow, is_at_setups};
use crate::judge::{Accepted, JudgedGame, Options};
use crate::judge::{Disagreement, EditionChoice};
use arimaa::compare::Engine;
use arimaa::text::Record;
use arimaa::vocab::{Action, Board, Edition, Label, Outcome, Placed};

/// The positions of a game, from the end of the setups on.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRows {
    /// A row for each position, in the order of the game; turns that were taken back are left out.
    pub rows: Vec<PositionRow>,
    /// The point at which the rules refuse the record; `None` where the whole game counts.
    pub stopped: Option<Disagreement>,
}

/// A position at the start of a turn of play.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct PositionRow {
    /// The label of the turn that is to be made.
    pub label: Label,
    /// The board.
    pub board: Board,
    /// The number of distinct legal turns (SPEC.md TRN-6), 0 where the game is decided; `None` if
    /// turns were not to be counted.
    pub turns: Option<u64>,
    /// The number of steps that can begin a turn; 0 where the game is decided.
    pub steps: usize,
    /// The pieces that the turn before captured, each with its trap.
    pub captures: Vec<Placed>,
    /// The outcome by the turn before, if it decided the game.
    pub outcome: Option<Outcome>,
    /// The turn that was made here, capture tokens included and without its label; `None` in the
    /// last position.
    pub played: Option<String>,
    /// The edition of the rules that judged the game.
    pub edition: Edition,
}

/// The rows of a record, with numbers of distinct turns if they are to be counted.
///
/// ```
/// use arimaa_oracle::judge::{EditionChoice, Options};
/// use arimaa::compare::EngineKind;
/// use arimaa_oracle::rows::rows;
/// use arimaa::text::read_record;
///
/// let start = "g [r..............................................................R]";
/// let record = read_record(&format!("Start: {start}\n2g Rh1n\n2s ra8s"))?;
/// let engine = EngineKind::Bitboard.engine();
/// let game = rows(&engine, &record, EditionChoice::default(), Options::default(), true);
/// let steps: Vec<usize> = game.rows.iter().map(|row| row.steps).collect();
/// assert_eq!(steps, [2, 2, 2]);
/// assert_eq!(game.rows[0].played.as_deref(), Some("Rh1n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rows(
    engine: &Engine,
    record: &Record,
    editions: EditionChoice,
    options: Options,
    counted: bool,
) -> GameRows {
    game_rows(follow(engine, record, editions, options, |game| {
        position_row(game, counted)
    }))
}

/// The rows of a game, from what was seen while its record was followed.
fn game_rows(followed: Followed<Option<PositionRow>>) -> GameRows {
    let before = [None]
        .into_iter()
        .chain(followed.made.iter().map(|(_, made)| Some(made)));
    let mut after = followed.made.iter().map(|(_, made)| made);
    let rows = followed.seen.into_iter().zip(before);
    let rows = rows.filter_map(|(row, before)| {
        let after = after.next();
        Some(PositionRow {
            captures: before.map_or_else(Vec::new, |made| made.captures().collect()),
            played: after.map(Accepted::turn_text),
            ..row?
        })
    });
    GameRows {
        rows: rows.collect(),
        stopped: followed.stopped,
    }
}

/// The position of a game, without the turns before and after it; `None` during the setups.
fn position_row(game: &JudgedGame, counted: bool) -> Option<PositionRow> {
    if is_at_setups(game) {
        return None;
    }
    let state = game.state();
    let outcome = state.outcome();
    let is_decided = outcome.is_some();
    let steps = || {
        let actions = state.legal_actions().into_iter();
        actions.filter(|&action| action != Action::EndTurn).count()
    };
    Some(PositionRow {
        label: game.label(),
        board: state.board(),
        turns: counted.then(|| if is_decided { 0 } else { state.count_turns() }),
        steps: if is_decided { 0 } else { steps() },
        captures: Vec::new(),
        outcome,
        played: None,
        edition: game.edition(),
    })
}

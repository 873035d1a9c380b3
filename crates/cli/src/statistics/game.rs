//! The contribution of one game.

use std::collections::HashMap;

use super::Arrangement;
use arimaa::compare::Engine;
use arimaa::text::{Record, Tags};
use arimaa::vocab::{Action, Board, Label, Outcome, Part, Piece, Side};
use arimaa_oracle::judge::{
    Accepted, Disagreement, EditionChoice, JudgedGame, Options, Recorded, Refusal,
};
use arimaa_oracle::rows::{GameRows, follow, is_at_setups, rows};

/// A game as far as the rules follow its record, turns that were taken back left out.
#[derive(Clone, Debug, PartialEq)]
pub struct GameStudy {
    /// The result in the record.
    pub recorded: Recorded,
    /// The point at which the rules refuse the record; `None` where the whole game counts.
    pub stopped: Option<Disagreement>,
    /// The outcome by the rules after the last turn; `None` if the game was not decided.
    pub outcome: Option<Outcome>,
    /// The players of Gold and Silver, where the record names them.
    pub players: [Option<String>; 2],
    /// Whether the game began from a given position, without setups.
    pub from_position: bool,
    /// The setups, at most one a side.
    pub setups: Vec<(Side, Arrangement)>,
    /// The turns of play that were made.
    pub turns: Vec<MadeTurn>,
    /// The positions in which a turn of play was to be made.
    pub positions: Vec<PositionCounts>,
    /// Number of positions that stood at the end of a turn more than once.
    pub repeated: usize,
    /// Whether the last turn is refused because its position would stand for the third time.
    pub ends_in_repetition: bool,
}

/// A turn of play that was made.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct MadeTurn {
    /// The side that made it.
    pub side: Side,
    /// How many steps the turn had, 1 to 4.
    pub steps: usize,
    /// How many pushes were completed.
    pub pushes: u32,
    /// How many pulls were completed.
    pub pulls: u32,
    /// The captures: the place of the step in the turn, 0 to 3, and the piece, of either side.
    pub captures: Vec<(usize, Piece)>,
}

/// A position in which a turn of play is to be made.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct PositionCounts {
    /// The turn that is to be made.
    pub label: Label,
    /// How many distinct legal turns there are.
    pub choices: u32,
    /// How many pieces of Gold and of Silver stand on the board.
    pub pieces: [u32; 2],
}

/// Follows a record, and asks the engine at each position how many turns there are.
///
/// The study stops at the first turn that the rules refuse; as in a replay, a refused last turn is
/// no fault where the record says that an illegal turn ended the game (code `i`).
///
/// ```
/// use arimaa::compare::EngineKind;
/// use arimaa_oracle::judge::{EditionChoice, Options};
/// use arimaa_oracle_cli::statistics::study;
/// use arimaa::text::read_record;
///
/// let start = "g [r..............................................................R]";
/// let record = read_record(&format!("Start: {start}\n2g Rh1n\n2s ra8s"))?;
/// let engine = EngineKind::Bitboard.engine();
/// let game = study(&engine, &record, EditionChoice::default(), Options::default());
/// assert_eq!((game.turns.len(), game.positions.len()), (2, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn study(
    engine: &Engine,
    record: &Record,
    editions: EditionChoice,
    options: Options,
) -> GameStudy {
    let followed = follow(engine, record, editions, options, |game| {
        let state = game.state();
        let turn_end = (!is_at_setups(game)).then(|| (game.label().side, state.board()));
        (turn_end, position(game))
    });
    let mut ends: HashMap<(Side, Board), usize> = HashMap::new();
    for end in followed.seen.iter().filter_map(|(end, _)| *end) {
        *ends.entry(end).or_default() += 1;
    }
    let is_repetition = |refusal: &Refusal| refusal.name() == "third-repetition";
    let mut study = GameStudy {
        recorded: Recorded::from(&record.tags),
        ends_in_repetition: followed.refusal.as_ref().is_some_and(is_repetition),
        stopped: followed.stopped,
        outcome: followed.outcome,
        players: [["gold", "white"], ["silver", "black"]].map(|names| player(&record.tags, names)),
        from_position: record.tags.start.is_some(),
        setups: Vec::new(),
        turns: Vec::new(),
        repeated: ends.values().filter(|&&times| times > 1).count(),
        positions: followed
            .seen
            .into_iter()
            .filter_map(|(_, position)| position)
            .collect(),
    };
    for (label, accepted) in &followed.made {
        match Made::of(label.side, accepted) {
            Made::Setup(side, arrangement) => study.setups.push((side, arrangement)),
            Made::Turn(turn) => study.turns.push(turn),
        }
    }
    study
}

/// The player that a tag with one of these names gives; `None` if there is none or it is empty.
fn player(tags: &Tags, names: [&str; 2]) -> Option<String> {
    let is_name =
        |(name, _): &&(String, String)| names.iter().any(|known| name.eq_ignore_ascii_case(known));
    let (_, player) = tags.other.iter().find(is_name)?;
    (!player.is_empty()).then(|| player.clone())
}

/// The contribution of a record to statistics, and its rows; each position is counted once.
pub fn study_and_rows(
    engine: &Engine,
    record: &Record,
    editions: EditionChoice,
    options: Options,
) -> (GameStudy, GameRows) {
    let study = study(engine, record, editions, options);
    let mut game = rows(engine, record, editions, options, false);
    let mut counts = study.positions.iter().map(|position| position.choices);
    for row in &mut game.rows {
        // Nothing is counted where the game is decided.
        let count = row.outcome.is_none().then(|| counts.next()).flatten();
        row.turns = Some(count.map_or(0, u64::from));
    }
    (study, game)
}

/// A turn that was made, in a setup or in play.
enum Made {
    Setup(Side, Arrangement),
    Turn(MadeTurn),
}

impl Made {
    fn of(side: Side, accepted: &Accepted) -> Self {
        let mut placed = Vec::new();
        let mut turn = MadeTurn {
            side,
            steps: 0,
            pushes: 0,
            pulls: 0,
            captures: Vec::new(),
        };
        for played in &accepted.played {
            if let Action::Place(piece) = played.action {
                placed.push(piece);
                continue;
            }
            turn.pushes += u32::from(played.effect.part == Part::PushCompleted);
            turn.pulls += u32::from(played.effect.part == Part::Pull);
            let captured = played.effect.captured;
            turn.captures
                .extend(captured.map(|captured| (turn.steps, captured.piece)));
            turn.steps += 1;
        }
        if turn.steps == 0 {
            Self::Setup(side, Arrangement::new(side, placed))
        } else {
            Self::Turn(turn)
        }
    }
}

/// The counts of a game's position, if a turn of play is to be made in it.
fn position(game: &JudgedGame) -> Option<PositionCounts> {
    let state = game.state();
    if is_at_setups(game) || state.outcome().is_some() {
        return None;
    }
    let mut pieces = [0; 2];
    for placed in state.board().placed() {
        let [gold, silver] = &mut pieces;
        match placed.piece.side {
            Side::Gold => *gold += 1,
            Side::Silver => *silver += 1,
        }
    }
    Some(PositionCounts {
        label: game.label(),
        choices: u32::try_from(state.count_turns()).unwrap_or(u32::MAX),
        pieces,
    })
}

//! A moment of a turn in 128 bytes: all that a state (SPEC.md NOT-11) holds, but for the turns
//! before.
//!
//! | bytes | |
//! |---|---|
//! | 0–63 | the board at the start of the turn, a1 first: 0, or 1 to 12 for a piece |
//! | 64 | the side to move: 0 for Gold, 1 for Silver, 255 where the row holds no position |
//! | 65 | the version of this format: 1 |
//! | 66 | 0 in play, 1 in a setup |
//! | 67 | the edition by its place in [`Edition::ALL`] |
//! | 68–71 | the number of the turn, the lowest byte first |
//! | 72–83 | the handicap: how many of each piece are missing |
//! | 84 | how many actions were taken in the turn |
//! | 85–95 | 0 |
//! | 96–127 | these actions by their [numbers](super::numbering), two bytes each, the lower first |

use arimaa::vocab::{
    Action, Board, Edition, Handicap, Label, Phase, Piece, Placed, Side, Snapshot, Square,
};
use arimaa::{Bitboard, Position};
use arimaa_oracle::ask::{State, state_value};
use pyo3::prelude::*;

use super::numbering;
use crate::batch::{Cell, Rows};

/// The size of a packed position in bytes.
pub const PACKED: usize = 128;

/// The version of the format.
const VERSION: u8 = 1;

/// A row that holds no position, so that it is not read as an empty board.
pub const NO_POSITION: [u8; PACKED] = {
    let mut row = [0; PACKED];
    row[SIDE] = 255;
    row[SIDE + 1] = VERSION;
    row
};

const SIDE: usize = 64;
const PHASE: usize = 66;
const EDITION: usize = 67;
const NUMBER: usize = 68;
const HANDICAP: usize = 72;
const TAKEN: usize = 84;
const ACTIONS: usize = 96;

/// The greatest number of actions of a turn: the placements of a setup.
const MOST_ACTIONS: usize = (PACKED - ACTIONS) / 2;

/// Packs a state without its history.
pub fn packed(snapshot: &Snapshot, number: u32) -> [u8; PACKED] {
    let label = Label {
        number,
        side: snapshot.side,
    };
    let pieces = snapshot.start.placed();
    match &snapshot.phase {
        Phase::Setup { handicap, placed } => {
            let actions = placed.iter().copied().map(Action::Place);
            let mut row = pack_parts(snapshot.edition, label, pieces, actions);
            row[PHASE] = 1;
            for (piece, byte) in Piece::ALL.into_iter().zip(&mut row[HANDICAP..]) {
                *byte = handicap.of(piece);
            }
            row
        }
        Phase::Play { steps, .. } => {
            let actions = steps.iter().copied().map(Action::Step);
            pack_parts(snapshot.edition, label, pieces, actions)
        }
    }
}

/// Packs a position of play in the turn with this number.
pub fn packed_position(edition: Edition, number: u32, position: &Position) -> [u8; PACKED] {
    let label = Label {
        number,
        side: position.side(),
    };
    let actions = position.steps_taken().iter().map(Action::Step);
    pack_parts(edition, label, position.turn_start().pieces(), actions)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "places of pieces and editions, and a number of at most 16 actions"
)]
fn pack_parts(
    edition: Edition,
    label: Label,
    pieces: impl Iterator<Item = Placed>,
    actions: impl Iterator<Item = Action>,
) -> [u8; PACKED] {
    let mut row = NO_POSITION;
    for Placed { piece, square } in pieces {
        row[square.index()] = piece_code(piece);
    }
    row[SIDE] = label.side as u8;
    let place = Edition::ALL.into_iter().position(|other| other == edition);
    row[EDITION] = place.unwrap_or_default() as u8;
    row[NUMBER..NUMBER + 4].copy_from_slice(&label.number.to_le_bytes());
    let (places, _) = row[ACTIONS..].as_chunks_mut::<2>();
    let mut taken = 0;
    for (place, action) in places.iter_mut().zip(actions) {
        *place = numbering::number(action).to_le_bytes();
        taken += 1;
    }
    row[TAKEN] = taken;
    row
}

/// The position of play in a row, with the edition and the number of the turn: the quick way for
/// rows that [`packed_position`] wrote. `None` for any other row, which [`state_of`] can read.
pub fn position_of(row: &[u8; PACKED]) -> Option<(Edition, u32, Position)> {
    if row[SIDE + 1] != VERSION || row[PHASE] != 0 {
        return None;
    }
    let side = *Side::ALL.get(usize::from(row[SIDE]))?;
    let edition = *Edition::ALL.get(usize::from(row[EDITION]))?;
    let pieces = Piece::ALL.into_iter().zip(sets_of(row)?);
    let mut position = Position::from_bitboards(side, pieces).ok()?;
    let (places, _) = row[ACTIONS..].as_chunks::<2>();
    for place in places.get(..usize::from(row[TAKEN]))? {
        let number = i64::from(u16::from_le_bytes(*place));
        let action = numbering::action(number, side, |square| position.piece_at(square))?;
        let Action::Step(step) = action else {
            return None;
        };
        position.play_step(step).ok()?;
    }
    Some((edition, number_of(row).unwrap_or(2), position))
}

/// The squares of each piece, in the order of [`Piece::ALL`]; `None` where a byte is no piece.
///
/// Eight squares at a time and without a branch for any, which boards in no order would have
/// mispredicted.
fn sets_of(row: &[u8; PACKED]) -> Option<[Bitboard; 12]> {
    let (ranks, _) = row[..SIDE].as_chunks::<8>();
    // The squares whose byte has each of its bits set, the lowest first.
    let mut bits = [0; 8];
    for (rank, bytes) in ranks.iter().enumerate() {
        let bytes = u64::from_le_bytes(*bytes);
        for (bit, squares) in bits.iter_mut().enumerate() {
            let lowest = bytes >> bit & 0x0101_0101_0101_0101;
            *squares |= (lowest.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * rank);
        }
    }
    let [one, two, four, eight, more @ ..] = bits;
    // 13 to 15, and what has more than four bits.
    if eight & four & (one | two) | more.into_iter().fold(0, |all, more| all | more) != 0 {
        return None;
    }
    Some(std::array::from_fn(|place| {
        let code = place + 1;
        let of = |bit: u32, squares: u64| {
            if code >> bit & 1 == 0 {
                !squares
            } else {
                squares
            }
        };
        Bitboard(of(0, one) & of(1, two) & of(2, four) & of(3, eight))
    }))
}

/// The number of the turn, if the row has one.
fn number_of(row: &[u8; PACKED]) -> Option<u32> {
    let bytes = *row[NUMBER..].first_chunk()?;
    Some(u32::from_le_bytes(bytes)).filter(|&number| number > 0)
}

/// The state in a row, with the number of the turn. The state may be impossible in a game.
///
/// # Errors
///
/// Why it holds none.
pub fn state_of(row: &[u8; PACKED]) -> Result<State, String> {
    let side = match row[SIDE] {
        255 => return Err("the row was packed without a position".to_owned()),
        side => Side::ALL.get(usize::from(side)).copied(),
    };
    let side = side.ok_or("the side to move is 0 or 1")?;
    if row[SIDE + 1] != VERSION {
        let version = row[SIDE + 1];
        return Err(format!(
            "version {version} of packed positions is not known"
        ));
    }
    let edition = Edition::ALL.get(usize::from(row[EDITION])).copied();
    let edition = edition.ok_or_else(|| format!("{} is no edition", row[EDITION]))?;
    let start = board_of(row)?;
    let number = number_of(row);
    let taken = usize::from(row[TAKEN]);
    if taken > MOST_ACTIONS {
        return Err(format!("{taken} actions in a turn, {MOST_ACTIONS} at most"));
    }
    let (places, _) = row[ACTIONS..].as_chunks::<2>();
    // The piece of a step is the one on its square. What steps capture need not be known for that:
    // no captured piece steps, and another one that comes to its square takes its place.
    let mut board = start;
    let mut actions = Vec::with_capacity(taken);
    for place in &places[..taken] {
        let number = i64::from(u16::from_le_bytes(*place));
        let action = numbering::action(number, side, |square| board.at(square));
        let action = action.ok_or_else(|| format!("{number} is no action here"))?;
        if let Action::Step(step) = action {
            board.set(step.from, None);
            let beside = Bitboard::from(step.from).shift(step.direction);
            if let Some(to) = beside.single_square() {
                board.set(to, Some(step.piece));
            }
        }
        actions.push(action);
    }
    let phase = match row[PHASE] {
        0 => Phase::Play {
            steps: actions
                .into_iter()
                .map(|action| match action {
                    Action::Step(step) => Ok(step),
                    other => Err(format!("{other} is no step")),
                })
                .collect::<Result<_, _>>()?,
            earlier: Vec::new(),
        },
        1 => Phase::Setup {
            handicap: handicap_of(row),
            placed: actions
                .into_iter()
                .map(|action| match action {
                    Action::Place(placed) => Ok(placed),
                    other => Err(format!("{other} is no placement")),
                })
                .collect::<Result<_, _>>()?,
        },
        other => return Err(format!("{other} is no phase: 0 is play, 1 is a setup")),
    };
    let snapshot = Snapshot::new(edition, side, start, phase);
    Ok(State { snapshot, number })
}

fn board_of(row: &[u8; PACKED]) -> Result<Board, String> {
    let mut board = Board::EMPTY;
    for (square, &byte) in Square::ALL.into_iter().zip(row) {
        let Some(place) = usize::from(byte).checked_sub(1) else {
            continue;
        };
        let piece = Piece::ALL.get(place).copied();
        let piece = piece.ok_or_else(|| format!("{byte} on {square} is no piece: 0 to 12 are"))?;
        board.set(square, Some(piece));
    }
    Ok(board)
}

fn handicap_of(row: &[u8; PACKED]) -> Handicap {
    let missing = Piece::ALL.into_iter().zip(&row[HANDICAP..]);
    missing.fold(Handicap::NONE, |handicap, (piece, &count)| {
        (0..count).fold(handicap, |handicap, _| handicap.and(piece))
    })
}

/// The code of a piece: 1 to 12, in the order of [`Piece::ALL`].
#[expect(clippy::cast_possible_truncation, reason = "there are twelve pieces")]
pub fn piece_code(piece: Piece) -> u8 {
    piece.side as u8 * 6 + piece.kind.index() as u8 + 1
}

/// Writes packed positions as text, and gives the reasons for rows without one. A text is a compact
/// board at the start of a turn of play in the current edition, else a JSON state.
#[pyfunction]
pub fn unpack(positions: &Rows) -> (Vec<Option<String>>, Vec<(usize, String)>) {
    let (mut texts, mut reasons) = (Vec::new(), Vec::new());
    for row in 0..positions.len() {
        let text = match positions.cell(row) {
            Cell::Packed(packed) => state_of(packed).map(|state| text_of(&state)),
            _ => Err("the row is not packed".to_owned()),
        };
        match text {
            Ok(text) => texts.push(Some(text)),
            Err(reason) => {
                texts.push(None);
                reasons.push((row, reason));
            }
        }
    }
    (texts, reasons)
}

fn text_of(state: &State) -> String {
    let snapshot = &state.snapshot;
    match &snapshot.phase {
        Phase::Play { steps, .. } if steps.is_empty() && snapshot.edition == Edition::default() => {
            arimaa::text::write_compact(snapshot.side, &snapshot.start)
        }
        _ => state_value(state).to_string(),
    }
}

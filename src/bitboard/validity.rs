//! Which snapshots are states of a game (SPEC.md chapter 11), judged in the order of ORD-4.

use crate::vocab::{
    Action, Board, Handicap, Invalid, Kind, Phase, Piece, Side, Snapshot, Step, TurnEnd,
};

use super::planes::Planes;
use super::repetition::{Ended, first_third, is_refused};
use super::state::{Game, Moment, Play, Setup, in_a_set};

impl Game {
    /// The state that a snapshot describes, or the first reason why there is none.
    pub(super) fn restored(snapshot: &Snapshot) -> Result<Self, Invalid> {
        let start = valid_board(&snapshot.start)?;
        match &snapshot.phase {
            Phase::Setup { handicap, placed } => {
                check_handicap(*handicap)?;
                check_setup_start(snapshot, &start, *handicap)?;
                let setup = Setup {
                    handicap: *handicap,
                    placed: Vec::with_capacity(16),
                    board: start,
                };
                let state = Self::with(snapshot, start, Moment::Setup(setup));
                state.after(placed.iter().map(|&placed| Action::Place(placed)))
            }
            Phase::Play { steps, earlier } => {
                let history = valid_history(snapshot, start, earlier)?;
                let state = Self::with(snapshot, start, Moment::Play(Play::new(start, history)));
                state.after(steps.iter().map(|&step: &Step| Action::Step(step)))
            }
        }
    }

    const fn with(snapshot: &Snapshot, start: Planes, moment: Moment) -> Self {
        Self {
            edition: snapshot.edition,
            side: snapshot.side,
            start,
            moment,
        }
    }

    /// The state after the actions of the turn (VAL-5).
    fn after(mut self, actions: impl Iterator<Item = Action>) -> Result<Self, Invalid> {
        for (index, action) in actions.enumerate() {
            self.act(action).map_err(|illegal| Invalid::IllegalAction {
                index,
                action,
                illegal: Box::new(illegal),
            })?;
        }
        Ok(self)
    }
}

/// The pieces in the order in which ORD-4 judges their numbers.
fn in_order() -> impl Iterator<Item = Piece> {
    [Side::Gold, Side::Silver].into_iter().flat_map(|side| {
        [
            Kind::Rabbit,
            Kind::Cat,
            Kind::Dog,
            Kind::Horse,
            Kind::Camel,
            Kind::Elephant,
        ]
        .map(|kind| Piece::new(side, kind))
    })
}

/// A board that contradicts no rule by itself (VAL-1, VAL-2).
fn valid_board(board: &Board) -> Result<Planes, Invalid> {
    let planes = Planes::from(board);
    for piece in in_order() {
        let count = planes.only_of(piece).count_ones() as usize;
        let limit = usize::from(in_a_set(piece));
        if count > limit {
            return Err(Invalid::TooMany {
                piece,
                count,
                limit,
            });
        }
    }
    // The lowest bit is the first square.
    let doomed = planes.doomed();
    match planes.placed_only(doomed & doomed.wrapping_neg()) {
        Some(piece) => Err(Invalid::Unsupported { piece }),
        None => Ok(planes),
    }
}

/// A handicap within the set (VAL-3).
fn check_handicap(handicap: Handicap) -> Result<(), Invalid> {
    in_order().try_for_each(|piece| {
        let (count, limit) = (handicap.of(piece), in_a_set(piece));
        if count > limit {
            return Err(Invalid::HandicapTooLarge {
                piece,
                count: usize::from(count),
                limit: usize::from(limit),
            });
        }
        Ok(())
    })
}

/// The board that a setup turn starts from (VAL-4).
fn check_setup_start(
    snapshot: &Snapshot,
    start: &Planes,
    handicap: Handicap,
) -> Result<(), Invalid> {
    let holds = match snapshot.side {
        Side::Gold => start.occupied() == 0,
        Side::Silver => {
            let home = super::setup::home(Side::Gold);
            start.occupied() & !home == 0
                && in_order().all(|piece| {
                    let expected = match piece.side {
                        Side::Gold => in_a_set(piece) - handicap.of(piece),
                        Side::Silver => 0,
                    };
                    start.only_of(piece).count_ones() == u32::from(expected)
                })
        }
    };
    if holds {
        return Ok(());
    }
    Err(Invalid::NotASetup {
        side: snapshot.side,
        start: Box::new(snapshot.start),
    })
}

/// The history, if all its positions are valid and none stands too often (VAL-6, VAL-7).
fn valid_history(
    snapshot: &Snapshot,
    start: Planes,
    earlier: &[TurnEnd],
) -> Result<Vec<Ended>, Invalid> {
    let mut history = Vec::with_capacity(earlier.len() + 1);
    for (index, ended) in earlier.iter().enumerate() {
        let board = valid_board(&ended.board).map_err(|invalid| Invalid::Earlier {
            index,
            invalid: Box::new(invalid),
        })?;
        history.push(Ended::new(board, ended.to_move));
    }
    if is_refused(snapshot.edition) {
        history.push(Ended::new(start, snapshot.side));
        if let Some(occurrences) = first_third(&history, snapshot.edition) {
            return Err(Invalid::ThirdRepetition { occurrences });
        }
        history.pop();
    }
    Ok(history)
}

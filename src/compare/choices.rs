//! Turns raw numbers into actions, the choices of a walk.

use crate::vocab::{Action, Board, Direction, Piece, Placed, Square, Step};

/// Every action that can be written: 768 placements, 3,072 steps, and ending the turn.
pub fn action_space() -> impl Iterator<Item = Action> {
    let placements = Piece::ALL.into_iter().flat_map(|piece| {
        Square::ALL
            .into_iter()
            .map(move |square| Action::Place(Placed { piece, square }))
    });
    let steps = Piece::ALL.into_iter().flat_map(|piece| {
        Square::ALL.into_iter().flat_map(move |from| {
            Direction::ALL.into_iter().map(move |direction| {
                Action::Step(Step {
                    piece,
                    from,
                    direction,
                })
            })
        })
    });
    placements.chain(steps).chain([Action::EndTurn])
}

/// The action that a raw number chooses on this board, or `None` if there is none to choose from.
///
/// Most numbers choose an action of `listed`, so that walks get somewhere. Most others step with a
/// piece of the board, which is refused for interesting reasons, and a few choose any action.
pub fn choose(listed: &[Action], board: &Board, raw: u32) -> Option<Action> {
    let (kind, raw) = (raw % 8, usize::try_from(raw / 8).unwrap_or_default());
    let pick = |actions: &[Action]| actions.get(raw % actions.len().max(1)).copied();
    match kind {
        0..=4 => pick(listed),
        5 | 6 => {
            let pieces: Vec<Placed> = board.placed().collect();
            let Placed { piece, square } = *pieces.get(raw / 4 % pieces.len().max(1))?;
            Some(Action::Step(Step {
                piece,
                from: square,
                direction: Direction::ALL[raw % 4],
            }))
        }
        _ => {
            let actions: Vec<Action> = action_space().collect();
            // The end of the turn is one of thousands, with the most reasons to be refused.
            if raw % 2 == 0 {
                Some(Action::EndTurn)
            } else {
                pick(&actions)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn action_space_lists_every_action_once() {
        let actions: Vec<Action> = action_space().collect();
        assert_eq!(actions.len(), 12 * 64 + 12 * 64 * 4 + 1);
        let distinct: HashSet<Action> = actions.iter().copied().collect();
        assert_eq!(distinct.len(), actions.len());
    }

    #[test]
    fn choice_from_an_empty_board_does_not_panic() {
        for raw in (0..1000).chain([u32::MAX]) {
            let chosen = choose(&[], &Board::EMPTY, raw);
            assert!(chosen.is_some() == (raw % 8 == 7), "{raw}: {chosen:?}");
        }
    }
}

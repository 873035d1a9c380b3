//! Lists the distinct turns, each with a way to play it, in the order of SPEC.md ORD-3.
//!
//! A breadth-first search over boards *and* what is pending on them. Each level is kept in the
//! order of the sequences that lead to it, and each state is expanded in the order of its steps'
//! text. Sequences of one length are then met in their order. So a state is first reached by the
//! first of its shortest ways. The first way to a board at which the turn may end is the one to
//! list: no shorter one exists, because the earlier levels are complete. A sequence through a state
//! that was met before comes after the sequence that goes there by the state's first way.
//!
//! Most sequences end where an earlier one did. Some of them are known beforehand and left out (see
//! [`Tried`]). For each of the others the board and its key are made, and the rest only if that
//! board is new. Ends are compared by their [keys](super::key). States are compared in full: the
//! hash only chooses their bucket.
//!
//! Counting and visiting have a search without order, [`distinct`](super::distinct).

use std::collections::HashSet;

use crate::vocab::{Action, Board, Direction, Effect, Part, Played, Square, Step, Turn};

use super::bits::{Bits, bit, direction_index, neighbours, shift, squares};
use super::distinct::{ActionView, Steps};
use super::hasher::BuildWordHasher;
use super::judge::text_order;
use super::key::Key;
use super::planes::Planes;
use super::position::Position;
use super::table::Keys;
use super::turn_steps::TurnSteps;
use super::view::Pending;

/// The state after a sequence of steps.
struct Node {
    at: Position,
    /// Plain steps that need not be tried as the last of the turn.
    sleep: Steps,
    way: Way,
}

/// A sequence of steps, with the number by which it is sorted.
#[derive(Clone, Copy)]
struct Way {
    played: [Option<Played>; TurnSteps::MOST],
    /// A number by which sequences sort as ORD-3 demands, a sequence before its continuations.
    order: u128,
}

/// Lists every distinct turn, with its first shortest way. `refused` are the keys of boards at
/// which the turn may not end. Returns `None` if `stop` returned true during the search.
pub(super) fn list_turns(
    position: &Position,
    refused: &[Key],
    stop: &dyn Fn() -> bool,
) -> Option<Vec<Turn>> {
    let mut search = Search::new(refused);
    let left = position.steps_left();
    let root = Node {
        at: *position,
        sleep: [0; 4],
        way: Way {
            played: [None; TurnSteps::MOST],
            order: 0,
        },
    };
    if position.can_end() && search.ends_first(root.at.keyed().key) {
        search.found.push((*position.planes(), root.way));
    }
    let mut level = vec![root];
    let last = left.saturating_sub(1);
    for depth in 0..last {
        level = search.next_level(&level, depth, stop)?;
    }
    if left > 0 {
        search.find_ends_of_last_step(&level, last, stop)?;
    }
    // Each level is nearly in order already, which this sort makes use of.
    search.found.sort_by_key(|(_, way)| way.order);
    let before = position.board();
    let turn = |(board, way): &(Planes, Way)| {
        let played = way.played.iter().copied().flatten().collect();
        Turn::new(played, changed_board(before, position.planes(), board))
    };
    Some(search.found.iter().map(turn).collect())
}

/// The board `after` as data, made from `data`, the board `before`: few squares differ.
fn changed_board(mut data: Board, before: &Planes, after: &Planes) -> Board {
    for square in squares(before.differing_squares(after)) {
        data.set(square, after.at(square));
    }
    data
}

/// The state of the search.
struct Search {
    /// The keys of boards at which the turn may not end, or has been found to end.
    ends: Keys,
    found: Vec<(Planes, Way)>,
    /// The states met so far, on any level.
    states: HashSet<(u64, Planes), BuildWordHasher>,
}

impl Search {
    fn new(refused: &[Key]) -> Self {
        let mut ends = Keys::default();
        for &key in refused {
            ends.insert(key);
        }
        Self {
            ends,
            found: Vec::new(),
            states: HashSet::default(),
        }
    }

    /// The states one step after those of a level, in the order of their ways; `None` if stopped.
    fn next_level(
        &mut self,
        level: &[Node],
        depth: usize,
        stop: &dyn Fn() -> bool,
    ) -> Option<Vec<Node>> {
        let mut next = Vec::new();
        // Allocated once and reused: the list of a state's steps.
        let mut steps = Vec::with_capacity(64);
        for node in level {
            if stop() {
                return None;
            }
            node.at.list_steps(&mut steps);
            let mut tried = Tried::from_node(node);
            for &(_, step) in &steps {
                let part = node.at.part_of_step(step);
                let direction = direction_index(step.direction);
                let at = node.at.stepped(step.from.index(), direction);
                let sleep = match part {
                    Part::Plain => tried.sleep_after(step),
                    _ => [0; 4],
                };
                let ends = part != Part::PushBegun && self.ends_first(at.keyed().key);
                let goes_on = self.states.insert((at.open_squares(), *at.planes()));
                // Nearly all boards and states are known: no way is made for them.
                if ends || goes_on {
                    let way = node.with_step(step, part, at.planes(), depth);
                    if ends {
                        self.found.push((*at.planes(), way));
                    }
                    if goes_on {
                        next.push(Node { at, sleep, way });
                    }
                }
            }
        }
        Some(next)
    }

    /// Finds the ends one step after a level, where that step is the last of the turn; `None` if
    /// stopped. Different steps from one state lead to different boards, by the square left or else
    /// by the square reached, so they are taken in any order.
    fn find_ends_of_last_step(
        &mut self,
        level: &[Node],
        depth: usize,
        stop: &dyn Fn() -> bool,
    ) -> Option<()> {
        for node in level {
            if stop() {
                return None;
            }
            let view = node.at.view();
            let plain = view.plain_steps();
            match node.at.pending() {
                Pending::Push { vacated, strength } => {
                    let steps = view.completions(vacated, strength);
                    self.ends_after(node, depth, steps, Part::PushCompleted);
                }
                Pending::Pull { vacated, strength } => {
                    let awake = std::array::from_fn(|d: usize| plain[d] & !node.sleep[d]);
                    self.ends_after(node, depth, awake, Part::Plain);
                    let steps = view.pulls(vacated, strength);
                    self.ends_after(node, depth, steps, Part::Pull);
                }
                // A push or a pull came before, or no step at all: nothing sleeps.
                Pending::Nothing => self.ends_after(node, depth, plain, Part::Plain),
            }
        }
        Some(())
    }

    /// Adds the boards after `steps`, which play this part, if the turn may end there.
    fn ends_after(&mut self, node: &Node, depth: usize, steps: Steps, part: Part) {
        let before = node.at.keyed();
        for direction in Direction::ALL {
            for index in Bits(steps[direction_index(direction)]) {
                let at = before.stepped(index, direction_index(direction));
                let from = Square::ALL[index];
                if self.ends_first(at.key)
                    && let Some(piece) = before.board.at(from)
                {
                    let step = Step {
                        piece,
                        from,
                        direction,
                    };
                    self.found
                        .push((at.board, node.with_step(step, part, &at.board, depth)));
                }
            }
        }
    }

    /// Whether the rules let the turn end at this board, and no earlier way has led to it.
    fn ends_first(&mut self, key: Key) -> bool {
        self.ends.insert(key)
    }
}

impl Node {
    /// The way to this state and one step more, which leads to the board `after`.
    fn with_step(&self, step: Step, part: Part, after: &Planes, depth: usize) -> Way {
        let from = bit(step.from);
        let to = shift(from, direction_index(step.direction));
        let moved = self.at.planes().moved(from, to);
        let captured = moved.placed_only(moved.occupied() & !after.occupied());
        let mut way = self.way;
        if let Some(slot) = way.played.get_mut(depth) {
            *slot = Some(Played::new(Action::Step(step), Effect::new(part, captured)));
        }
        way.order |= u128::from(text_order(step)) << (96 - 32 * depth);
        way
    }
}

/// The plain steps tried so far at a state. They give the sleep set of the state after the next
/// plain step: the steps that need not be tried there as the last of a turn.
///
/// Sequences that differ by the order of steps that commute lead to one board, and so do those that
/// go there and back. The rules are those of [`distinct`](super::distinct), with steps tried in the
/// order of their text. States on the way differ in what is open, so only last steps are left out.
struct Tried {
    board: ActionView,
    done: Steps,
}

impl Tried {
    fn from_node(node: &Node) -> Self {
        let view = node.at.view();
        let threatened = view.movers.threatened;
        let board = ActionView::of(node.at.planes(), threatened, node.at.side());
        let quiet = board.plain.quiet;
        let done = std::array::from_fn(|direction| quiet[direction] & node.sleep[direction]);
        Self { board, done }
    }

    /// The sleep set after this plain step, which is the next one tried.
    fn sleep_after(&mut self, step: Step) -> Steps {
        let (from, direction) = (bit(step.from), direction_index(step.direction));
        if self.board.plain.quiet[direction] & from == 0 {
            return [0; 4];
        }
        let beside = neighbours(from);
        let sleep = self
            .board
            .asleep_after_quiet(self.done, from, beside, direction);
        self.done[direction] |= from;
        sleep
    }
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::unwrap_used,
        reason = "a name that cannot be read fails the test"
    )]

    use super::*;
    use crate::bitboard::Game;
    use crate::rules::Rules;
    use crate::vocab::{Edition, Side, Snapshot};

    fn board(placed: &[&str]) -> Board {
        placed
            .iter()
            .map(|placed| placed.parse().unwrap())
            .collect()
    }

    /// Steps by square and direction, such as `a1n`, ordered by direction and then by square.
    fn names(steps: &Steps) -> Vec<String> {
        let of = |direction: Direction| {
            squares(steps[direction_index(direction)])
                .map(move |from| format!("{from}{}", direction.letter()))
        };
        Direction::ALL.into_iter().flat_map(of).collect()
    }

    /// A missing step in the sleep set costs time but changes no turn, so no other test notices it.
    #[test]
    fn sleep_set_holds_the_way_back_and_earlier_steps_elsewhere() {
        let root = Node {
            at: Position::new(Side::Gold, &board(&["Ea1", "Dh8"])).unwrap(),
            sleep: [0; 4],
            way: Way {
                played: [None; TurnSteps::MOST],
                order: 0,
            },
        };
        let mut search = Search::new(&[]);
        let level = search.next_level(&[root], 0, &|| false).unwrap();
        // In the order of their text: Dh8s, Dh8w, Ea1e, Ea1n.
        let asleep: Vec<_> = level.iter().map(|node| names(&node.sleep)).collect();
        let expected = [
            vec!["h7n"],
            vec!["g8e"],
            vec!["h8s", "b1w", "h8w"],
            vec!["a2s", "h8s", "h8w"],
        ];
        assert_eq!(asleep, expected);
    }

    /// On d4 the gold rabbit can make room for the silver one, which changes only the colour there.
    /// The other gold rabbit could complete a push two steps away, if it were strong enough.
    #[test]
    fn ordered_turns_are_complete_and_lead_to_their_boards() {
        let board = board(&["Rd4", "Rf4", "rd5", "Dd6"]);
        let position = Snapshot::position(Edition::default(), Side::Gold, board);
        let state = Game::from_snapshot(&position).unwrap();
        let mut changed_colour = 0;
        let turns = state.turns();
        assert_eq!(turns.len() as u64, state.count_turns());
        for turn in turns {
            let mut after = state.clone();
            for played in &turn.played {
                after.apply(played.action).unwrap();
            }
            assert_eq!(after.board(), turn.board);
            changed_colour += u32::from(turn.board.at("d4".parse().unwrap()) == "r".parse().ok());
        }
        assert!(changed_colour > 0);
    }
}

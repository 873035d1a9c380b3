//! The distinct turns with their ways, in the order of SPEC.md ORD-3.
//!
//! A search level by level over boards *and* what is pending on them. Each level is kept in the order of the
//! sequences that lead to it, and each state is expanded in the order of its steps' text. Sequences of one length are then
//! met in their order, so the first way that reaches a state is its first way, and the first that reaches
//! a board at which the turn may end is the way to list: no shorter one exists, for the levels before are complete.
//! Sequences through a state that was met before lose to the same sequences through its first way.
//!
//! Most sequences end where an earlier one did. Some of them are known beforehand and left out (see [`Tried`]); of the others the board
//! and its key are made, and only if it is new the rest. Ends are told apart by their [keys](super::key), states by
//! comparing the whole of them (the set's hash only finds the place).
//!
//! Counting and the compact listing have their own search, [`distinct`](super::distinct), which needs no order.

use std::collections::HashSet;

use crate::vocab::{
    Action, Board, Direction, Effect, Part, Placed, Played, Side, Square, Step, Turn,
};

use super::bits::{Bits, bit, direction_index, opposite, shift, squares};
use super::distinct::{Plain, Steps, View, refused, threatened, undisturbed_from};
use super::key::Key;
use super::keyed::Keyed;
use super::planes::{Planes, strength};
use super::state::{Open, Play};
use super::steps::text_order;
use super::table::Keys;
use super::words::Quick;

/// The state after a sequence of steps.
struct Node {
    at: Keyed,
    open: Open,
    /// Plain steps that need not be tried as the last of the turn.
    sleep: Steps,
    way: Way,
}

/// A sequence of steps.
#[derive(Clone, Copy)]
struct Way {
    played: [Option<Played>; Play::STEPS],
    /// The sequence as a number that compares as it does, a sequence before its continuations.
    order: u128,
}

/// Every distinct turn from here, with its first shortest way. `worn` are the boards that repetition forbids.
pub(super) fn listed(play: &Play, start: &Planes, side: Side, worn: &[Planes]) -> Vec<Turn> {
    let mut search = Search::new(side, refused(play, start, worn));
    let root = Node::root(play);
    let may_end = !play.taken.is_empty() && !matches!(play.open, Open::Push(_));
    if may_end && search.ends_first(root.at.key) {
        search.found.push((root.at.board, root.way));
    }
    let mut level = vec![root];
    let last = play.left().saturating_sub(1);
    for depth in 0..last {
        level = search.next_level(&level, depth, play.left() - depth);
    }
    if play.left() > 0 {
        search.last_level(&level, last);
    }
    // Nearly in order, level by level: a sort that knows runs merges them.
    search.found.sort_by_key(|(_, way)| way.order);
    let before = play.board.to_board();
    let turn = |(board, way): &(Planes, Way)| Turn {
        played: way.played.iter().copied().flatten().collect(),
        board: changed(before, &play.board, board),
    };
    search.found.iter().map(turn).collect()
}

/// A board as data, from one that differs little.
fn changed(mut data: Board, before: &Planes, after: &Planes) -> Board {
    let differing = (before.low ^ after.low)
        | (before.mid ^ after.mid)
        | (before.high ^ after.high)
        | (before.silver ^ after.silver);
    for square in squares(differing) {
        data.set(square, after.at(square));
    }
    data
}

/// What the search has met so far.
struct Search {
    side: Side,
    /// Boards at which the turn may not end.
    refused: Vec<Key>,
    /// Boards at which it has been found to end.
    ends: Keys,
    found: Vec<(Planes, Way)>,
    /// States met on any level.
    states: HashSet<(Planes, Open), Quick>,
}

impl Search {
    fn new(side: Side, refused: Vec<Key>) -> Self {
        Self {
            side,
            refused,
            ends: Keys::default(),
            found: Vec::new(),
            states: HashSet::default(),
        }
    }

    /// The states one step on from a level, in the order of their ways. `left` steps remain before this one.
    fn next_level(&mut self, level: &[Node], depth: usize, left: usize) -> Vec<Node> {
        let mut next = Vec::new();
        // Borrowed once and reused: the list of a state's steps.
        let mut steps = Vec::with_capacity(64);
        for node in level {
            let mut play = Play::new(node.at.board, Vec::new());
            play.open = node.open;
            play.legal_steps_with(left, self.side, &mut steps);
            let mut tried = Tried::at(node, self.side);
            for &(_, step) in &steps {
                let part = play.part(step, self.side);
                let at = (node.at).stepped(step.from.index(), direction_index(step.direction));
                let open = opened(step, part);
                let sleep = match part {
                    Part::Plain => tried.then(step),
                    _ => [0; 4],
                };
                let ends = part != Part::PushBegun && self.ends_first(at.key);
                let goes_on = self.states.insert((at.board, open));
                // Nearly all are known, and nothing more is made of them.
                if ends || goes_on {
                    let way = node.then(step, part, &at, depth);
                    if ends {
                        self.found.push((at.board, way));
                    }
                    if goes_on {
                        next.push(Node {
                            at,
                            open,
                            sleep,
                            way,
                        });
                    }
                }
            }
        }
        next
    }

    /// The ends one step on from a level, where only that step is left. Different steps from one state lead to different boards, by the
    /// square left or else by the square reached, so they are taken in any order.
    fn last_level(&mut self, level: &[Node], depth: usize) {
        for node in level {
            let board = &node.at.board;
            let plain = Plain::of(board, threatened(board, self.side), self.side);
            let own = std::array::from_fn(|d| plain.cheap[d] | plain.costly[d]);
            match node.open {
                Open::Push(pushed) => {
                    let ranks = board.ranks();
                    let stronger = ranks.get(strength(pushed.piece.kind) - 1);
                    let pushers = plain.free & stronger.copied().unwrap_or(0);
                    let steps = leading(pushers, pushed.square);
                    self.ends_after(node, depth, steps, Part::PushCompleted);
                }
                Open::Pull(puller) => {
                    let weaker = board.weaker_than(strength(puller.piece.kind));
                    let pulled = weaker & board.of(self.side.other());
                    let awake = std::array::from_fn(|d: usize| own[d] & !node.sleep[d]);
                    self.ends_after(node, depth, awake, Part::Plain);
                    self.ends_after(node, depth, leading(pulled, puller.square), Part::Pull);
                }
                Open::Nothing => self.ends_after(node, depth, own, Part::Plain),
            }
        }
    }

    /// Notes what steps lead to that play this part, where the turn may end.
    fn ends_after(&mut self, node: &Node, depth: usize, steps: Steps, part: Part) {
        for direction in Direction::ALL {
            for index in Bits(steps[direction_index(direction)]) {
                let at = node.at.stepped(index, direction_index(direction));
                let from = Square::ALL[index];
                if self.ends_first(at.key)
                    && let Some(piece) = node.at.board.at(from)
                {
                    let step = Step {
                        piece,
                        from,
                        direction,
                    };
                    self.found
                        .push((at.board, node.then(step, part, &at, depth)));
                }
            }
        }
    }

    /// Whether the turn may end at this board, by the rules, and no earlier way has led to it.
    fn ends_first(&mut self, key: Key) -> bool {
        !self.refused.contains(&key) && self.ends.insert(key)
    }
}

/// The steps by which these pieces come to a square.
fn leading(pieces: u64, to: Square) -> Steps {
    std::array::from_fn(|direction| pieces & shift(bit(to), opposite(direction)))
}

impl Node {
    /// The state to search from.
    fn root(play: &Play) -> Self {
        Self {
            at: Keyed {
                board: play.board,
                key: [0; 2],
            },
            open: play.open,
            sleep: [0; 4],
            way: Way {
                played: [None; Play::STEPS],
                order: 0,
            },
        }
    }

    /// The way with one step more, to the board given.
    fn then(&self, step: Step, part: Part, after: &Keyed, depth: usize) -> Way {
        let from = bit(step.from);
        let moved = (self.at.board).moved(from, shift(from, direction_index(step.direction)));
        let captured = moved.placed_only(moved.occupied() & !after.board.occupied());
        let mut way = self.way;
        if let Some(slot) = way.played.get_mut(depth) {
            *slot = Some(Played {
                action: Action::Step(step),
                effect: Effect { part, captured },
            });
        }
        way.order |= u128::from(text_order(step)) << (96 - 32 * depth);
        way
    }
}

/// The plain steps tried so far at a state, for what need not be tried as the last after the next.
///
/// Sequences that differ by the order of steps that commute lead to one board, and so do those that go there and back; the rules are those of
/// [`distinct`](super::distinct), with the order of text for that of trying. States on the way differ by what they leave open, so
/// only last steps are left out.
struct Tried {
    view: View,
    done: Steps,
}

impl Tried {
    fn at(node: &Node, side: Side) -> Self {
        let board = &node.at.board;
        let view = View::of(board, threatened(board, side), side);
        let cheap = view.plain.cheap;
        let done = std::array::from_fn(|direction| cheap[direction] & node.sleep[direction]);
        Self { view, done }
    }

    /// What sleeps after this step, which is plain and the next one tried.
    fn then(&mut self, step: Step) -> Steps {
        let (index, direction) = (step.from.index(), direction_index(step.direction));
        let from = bit(step.from);
        if self.view.plain.cheap[direction] & from == 0 {
            return [0; 4];
        }
        let mut sleep = undisturbed_from(self.done, self.view.relying(index));
        sleep[opposite(direction)] |= shift(from, direction);
        self.done[direction] |= from;
        sleep
    }
}

/// What a step that plays this part leaves open (PSH-4, PUL-1).
const fn opened(step: Step, part: Part) -> Open {
    let left = Placed {
        piece: step.piece,
        square: step.from,
    };
    match part {
        Part::Plain => Open::Pull(left),
        Part::PushBegun => Open::Push(left),
        _ => Open::Nothing,
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
    use crate::vocab::{Edition, Snapshot};

    fn board(placed: &[&str]) -> Board {
        placed
            .iter()
            .map(|placed| placed.parse().unwrap())
            .collect()
    }

    /// Steps by square and direction, such as `a1n`, in the order of directions and then of squares.
    fn names(steps: &Steps) -> Vec<String> {
        let of = |direction: Direction| {
            squares(steps[direction_index(direction)])
                .map(move |from| format!("{from}{}", direction.letter()))
        };
        Direction::ALL.into_iter().flat_map(of).collect()
    }

    /// What does not sleep is only tried in vain, and no turn would show it.
    #[test]
    fn the_way_back_sleeps_and_what_was_tried_before_elsewhere() {
        let start = Planes::from(&board(&["Ea1", "Dh8"]));
        let root = Node::root(&Play::new(start, Vec::new()));
        let mut search = Search::new(Side::Gold, Vec::new());
        let level = search.next_level(&[root], 0, Play::STEPS);
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

    /// On d4 the gold rabbit can make room for the silver one, and nothing but the colour differs. The other is two steps from
    /// where it could complete a push, were it strong enough.
    #[test]
    fn the_turns_are_all_and_lead_to_their_boards() {
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

//! The breadth-first search for distinct boards.
//!
//! Boards with more than one step left are [expanded](super::actions) one by one. The last step
//! makes leaves, which are most of the boards, and only their keys are computed. The change of a
//! key is [precomputed](crate::bitboard::key::CHANGES) for every step of every piece, so only the
//! [piece-squares](crate::bitboard::key::piece_square) of the player have to be found. They are
//! found once for all boards made from one node: captures apart, each differs from the node by one
//! piece of the player.

use crate::bitboard::bits::Bits;
use crate::bitboard::keyed::Keyed;
use crate::bitboard::turn_steps::{TurnSteps, pack_step};
use crate::bitboard::view::{ByDirection, Movers, Pending, View, threatened};
use crate::vocab::Side;

use super::action_view::PlainSteps;
use super::actions::Parent;
use super::leaves::Origin;
use super::node::{Node, Place};
use super::sleep::Steps;
use super::workspace::{Search, Workspace};

/// The moment of a turn from which a search starts.
pub(in super::super) struct Root {
    pub(in super::super) at: Keyed,
    pub(in super::super) side: Side,
    /// The number of steps that the turn has left.
    pub(in super::super) steps_left: usize,
    /// The push or pull that the last step left open.
    pub(in super::super) pending: Pending,
}

/// About how many boards of the next level one board leads to.
const CHILDREN: usize = 10;

impl<'a, const WAYS: bool> Search<'a, WAYS> {
    /// Fills the levels and gathers the leaves of the turn under way. Returns the node that the
    /// search starts from, which is in no level while a push is unfinished.
    pub(super) fn run(space: &'a mut Workspace, root: &Root) -> Node {
        // As many as last time, because successive positions are often those of one game.
        let expected = space.levels.iter().map(Vec::len).sum();
        space.node_table.reset(expected);
        space.levels.iter_mut().for_each(Vec::clear);
        space.leaves.clear();
        let (at, side, steps_left, open) = (root.at, root.side, root.steps_left, root.pending);
        let mut search = Self {
            space,
            side,
            steps_left,
            nodes: 0,
        };
        let root = Node {
            at,
            threatened: threatened(&at.board, side),
            sleep: [0; 4],
            way: TurnSteps::NONE,
            parent: Place::default(),
            // Nothing has moved: the piece-square of any square will do.
            mover: at.piece_square(0) as u16,
            captured: false,
        };
        let first = Parent {
            node: root,
            depth: 0,
            place: Place::default(),
        };
        let view = View::with_threatened(&at.board, side, root.threatened);
        match open {
            Pending::Push { vacated, strength } => {
                search.finish_begun_action(&first, view.completions(vacated, strength));
            }
            open => {
                search.insert(0, root);
                if let Pending::Pull { vacated, strength } = open
                    && steps_left > 0
                {
                    search.finish_begun_action(&first, view.pulls(vacated, strength));
                }
            }
        }
        for depth in 0..steps_left.saturating_sub(1) {
            // Nearly always enough for the level: a rehash in its midst is wasted work.
            search.make_room(CHILDREN * search.space.levels[depth].len());
            let mut next = 0;
            while let Some(&node) = search.space.levels[depth].get(next) {
                let place = Place::new(depth, next);
                search.expand(&Parent { node, depth, place });
                next += 1;
            }
        }
        if steps_left > 0 {
            search.gather_leaves(steps_left - 1, &root);
        }
        root
    }

    /// Inserts the boards after the second half of a push or a pull begun before the search.
    fn finish_begun_action(&mut self, root: &Parent, steps: ByDirection<u64>) {
        let pieces = root.node.at.board.occupied().count_ones();
        for direction in 0..4 {
            for index in Bits(steps[direction]) {
                let after = root.node.at.stepped(index, direction);
                let step = pack_step(root.node.at.piece_square(index), direction);
                if self.steps_left == 1 {
                    let origin = Origin {
                        node: root.place,
                        first: step as u16,
                        second: 0,
                    };
                    self.space.leaves.push::<WAYS>(after.key, origin);
                    continue;
                }
                let mover = root.piece_square_after(index, direction);
                let mut child = root.node_after::<WAYS>(after, mover, [step]);
                let board = &child.at.board;
                child.threatened = threatened(board, self.side);
                child.captured = board.occupied().count_ones() < pieces;
                self.insert(1, child);
            }
        }
    }

    /// Gathers the leaves: the boards after a plain step from the last level but one.
    ///
    /// Entries of earlier nodes stay in `piece_squares`. They do no harm: they are for squares to
    /// which a sibling's mover came, and there this node has no piece of the player.
    fn gather_leaves(&mut self, depth: usize, root: &Node) {
        let Workspace { levels, leaves, .. } = &mut *self.space;
        debug_assert!(
            levels[depth].is_sorted_by_key(|node| node.parent),
            "the piece_squares are found once for all nodes of one parent"
        );
        let (mut parent, mut piece_squares) = (None, [0; 64]);
        for (index, node) in levels[depth].iter().enumerate() {
            if parent != Some(node.parent) {
                parent = Some(node.parent);
                // The root is in no level while a push is unfinished.
                let parent = node.parent.node_in(levels).unwrap_or(root);
                for index in Bits(parent.at.board.of(self.side)) {
                    piece_squares[index & 63] = parent.at.piece_square(index) as u16;
                }
            }
            piece_squares[usize::from(node.mover & 63)] = node.mover;
            let movers = Movers::of(&node.at.board, self.side, node.threatened);
            let plain = PlainSteps::of(&movers);
            let place = Place::new(depth, index);
            let awake = |steps: Steps| std::array::from_fn(|d| steps[d] & !node.sleep[d]);
            leaves.push_quiet::<WAYS>(node, place, &piece_squares, awake(plain.quiet));
            // Most boards have none: one well-predicted branch instead of four loops.
            if plain.captures != [0; 4] {
                let steps = awake(plain.captures);
                leaves.push_captures::<WAYS>(node, place, &piece_squares, movers.own, steps);
            }
        }
    }
}

//! Every board of the step tree, made: for programs that look at each, and the measure of how fast boards are made.
//!
//! Nearly all boards stand on the last level. What a plain step without capture changes in a board and its key is a
//! *change* to be added bit by bit, the same on every board on which the piece stands there. So the walk keeps the changes of all
//! steps of the player's pieces, brings them up to date when a piece moves, four changes a step, and makes boards by adding them. Only
//! steps that capture or pull are worked out singly. What threatens the pieces with one step left is taken from the
//! node above, for plain steps move no enemy.
//!
//! Tried and lost: lifting a piece once and setting it down in all four directions, or walking the steps of the node above
//! whatever the child allows, with boards that are not wanted overwritten by the next (more boards are made in vain than
//! wrongly guessed branches cost); the same word by word for vector registers; changes of the node above, and its children's new steps singly.

use crate::vocab::Side;

use super::bits::{Bits, beside, bit, neighbours, opposite, shift};
use super::keyed::Keyed;
use super::masks::{capturing, mobile, outmatched, plain_steps, push_begins};
use super::planes::strength;
use super::state::{Game, Open, Play};

/// A board that a sequence of steps has reached.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reached(Keyed);

impl Reached {
    /// What stands where, as four sets of squares (bit 0 is a1, bit 7 h1, bit 63 h8): three planes of the strength in binary, lowest
    /// first (0 nothing, 1 rabbit, 2 cat, 3 dog, 4 horse, 5 camel, 6 elephant), and the squares with silver pieces.
    #[inline]
    pub fn planes(&self) -> [u64; 4] {
        let board = &self.0.board;
        [board.low, board.mid, board.high, board.silver]
    }

    /// A key by which this board differs from all others that the turn can reach from where it stands now.
    #[inline]
    pub fn key(&self) -> [u64; 2] {
        self.0.key
    }
}

/// Calls `visit` with every board of the step tree.
pub(super) fn each(play: &Play, side: Side, visit: impl FnMut(&Reached)) {
    let root = Keyed {
        board: play.board,
        key: [0; 2],
    };
    let mut walk = Walk {
        side,
        visit,
        changes: [[Keyed::default(); 4]; 64],
    };
    for index in Bits(root.board.of(side)) {
        walk.changes[index & 63] = root.changes(index);
    }
    let left = play.left();
    match play.open {
        Open::Nothing => walk.below(&root, left, (0, 0)),
        Open::Pull(puller) => {
            let code = strength(puller.piece.kind);
            let pull = (bit(puller.square), root.board.weaker_than(code));
            walk.below(&root, left, pull);
        }
        Open::Push(pushed) => {
            walk.completions(&root, bit(pushed.square), strength(pushed.piece.kind), left);
        }
    }
}

struct Walk<V> {
    side: Side,
    visit: V,
    /// What steps of the player's pieces change where they stand now, by square and direction, legal or not. Of squares
    /// without such a piece, anything.
    changes: [[Keyed; 4]; 64],
}

impl<V: FnMut(&Reached)> Walk<V> {
    /// All boards below one, with so many steps left; `pull` is the square to draw to, and who is weak enough.
    fn below(&mut self, at: &Keyed, left: usize, pull: (u64, u64)) {
        if left == 0 {
            return;
        }
        let (board, side) = (&at.board, self.side);
        let (own, enemy) = (board.of(side), board.of(side.other()));
        let (ranks, empty) = (board.ranks(), board.empty());
        let free = mobile(own, outmatched(own, enemy, ranks));
        let mut plain = plain_steps(free, empty, Game::barred(board, side));
        let mut begins = [0; 4];
        if left >= 2 {
            begins = push_begins(outmatched(enemy, free, ranks), empty);
        }
        for direction in 0..4 {
            // What fits the pull is the pull and begins no push (PUL-3).
            let pulled = enemy & pull.1 & shift(pull.0, opposite(direction));
            for index in Bits(pulled) {
                let after = at.stepped(index, direction);
                self.show(&after);
                self.below(&after, left - 1, (0, 0));
            }
            for index in Bits(begins[direction] & !pulled) {
                let after = at.stepped(index, direction);
                self.show(&after);
                self.completions(&after, 1 << index, board.code(index), left - 1);
            }
        }
        let costly = capturing(own, plain);
        let cheap: [u64; 4] = std::array::from_fn(|d| plain[d] & !costly[d]);
        match left {
            1 => return self.last(at, cheap, costly),
            2 => {
                self.last_two(at, cheap);
                plain = costly;
            }
            _ => {}
        }
        for direction in 0..4 {
            for index in Bits(plain[direction]) {
                let after = at.stepped(index, direction);
                self.show(&after);
                let pull = (1 << index, after.board.weaker_than(board.code(index)));
                let there = beside(index, direction);
                let replaced = self.set_down(&after, there);
                self.below(&after, left - 1, pull);
                self.changes[there & 63] = replaced;
            }
        }
    }

    /// The ways to complete a push of a piece of this strength, and what follows.
    fn completions(&mut self, at: &Keyed, vacated: u64, code: usize, left: usize) {
        let (own, enemy) = (at.board.of(self.side), at.board.of(self.side.other()));
        let ranks = at.board.ranks();
        let stronger = ranks.get(code - 1).copied().unwrap_or(0);
        let free = mobile(own, outmatched(own, enemy, ranks));
        for direction in 0..4 {
            for index in Bits(free & stronger & shift(vacated, opposite(direction))) {
                let after = at.stepped(index, direction);
                self.show(&after);
                let there = beside(index, direction);
                let replaced = self.set_down(&after, there);
                self.below(&after, left - 1, (0, 0));
                self.changes[there & 63] = replaced;
            }
        }
    }

    /// Notes what steps of a piece change that has come to this square, and gives what stood in that place.
    #[inline(always)]
    fn set_down(&mut self, after: &Keyed, index: usize) -> [Keyed; 4] {
        std::mem::replace(&mut self.changes[index & 63], after.changes(index))
    }

    /// The boards after the last plain steps.
    #[inline(always)]
    fn last(&mut self, at: &Keyed, cheap: [u64; 4], costly: [u64; 4]) {
        for direction in 0..4 {
            for index in Bits(cheap[direction]) {
                self.show(&at.changed(&self.changes[index & 63][direction]));
            }
        }
        // Most boards have none: one branch that is guessed right instead of four loops.
        if costly != [0; 4] {
            for direction in 0..4 {
                for index in Bits(costly[direction]) {
                    self.show(&at.stepped(index, direction));
                }
            }
        }
    }

    /// The boards after plain steps without capture with two steps left, and all boards below them.
    fn last_two(&mut self, at: &Keyed, cheap: [u64; 4]) {
        let (board, side) = (&at.board, self.side);
        let (own, enemy, empty) = (board.of(side), board.of(side.other()), board.empty());
        let ranks = board.ranks();
        let threatened = outmatched(own, enemy, ranks);
        let threats = ranks.map(|rank| neighbours(enemy & rank));
        for direction in 0..4 {
            for index in Bits(cheap[direction]) {
                let child = at.changed(&self.changes[index & 63][direction]);
                self.show(&child);
                let (from, to) = (1_u64 << index, shift(1 << index, direction));
                let code = board.code(index);
                let threat = threats.get(code - 1).copied().unwrap_or(0);
                let own = own ^ (from | to);
                let free = mobile(own, threatened & !from | threat & to);
                let empty = empty ^ (from | to);
                let steps = plain_steps(free, empty, Game::barred(&child.board, side));
                let costly = capturing(own, steps);
                let cheap: [u64; 4] = std::array::from_fn(|d| steps[d] & !costly[d]);
                let there = beside(index, direction);
                let replaced = self.set_down(&child, there);
                self.last(&child, cheap, costly);
                self.changes[there & 63] = replaced;
                let pulled = enemy & board.weaker_than(code) & neighbours(from);
                if pulled != 0 {
                    for toward in 0..4 {
                        for index in Bits(pulled & shift(from, opposite(toward))) {
                            self.show(&child.stepped(index, toward));
                        }
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn show(&mut self, at: &Keyed) {
        (self.visit)(&Reached(*at));
    }
}

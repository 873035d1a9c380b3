//! Counts step sequences (SPEC.md CNT-1, CNT-2) without making the leaves of the tree.
//!
//! Nothing is merged and nothing is kept between positions. The tree is walked down to the nodes
//! with two steps left. There one kernel ([`count_last_two`]) counts the last two levels. It
//! rests on a fact about plain steps: *they change nothing of the enemy*, neither where its pieces
//! stand nor what they threaten. So
//! - threats are found once for the node, and a child looks up only the mover's own square, in a
//!   table by strength;
//! - the pulls that plain steps open are counted for all children at once, from masks of the node;
//! - a child is four words in flat arrays ([`Children`]). The loop over them has no branch and no
//!   table, so that the compiler may run it on several children at once. The four masks of steps by
//!   direction are first added bitwise by carry-save adders, which saves population counts.
//!
//! Steps that capture are left out of the loop and counted one by one. Pushes of the last two
//! levels are counted by masks: squares to push to, times pieces to follow with. The pieces that
//! can complete a push are the same before and after its first half: the pushed piece is too weak
//! to freeze a pusher, and a piece that it supported on a trap stands beside no pusher.

use crate::vocab::Side;

use super::bits::{Bits, EAST, NORTH, SOUTH, WEST, mask_if, shift};
use super::masks::{backward_rabbits, capturing};
use super::planes::Planes;
use super::position::Position;
use super::view::{Movers, Pending, View, threatened_after};

/// The most plain steps of a board: sixteen pieces, four ways.
const MOST: usize = 64;

/// The number of sequences of exactly `steps` legal steps.
pub(super) fn count(position: &Position, steps: u32) -> u64 {
    let left = position.steps_left();
    match usize::try_from(steps) {
        Ok(steps) if steps <= left => {
            // A push can begin with the last step counted, but not with the last of the turn.
            let beyond = left - steps;
            let side = position.side();
            Count::<false> { side, beyond }.count_after(position, steps)
        }
        _ => 0,
    }
}

/// The number of sequences of one step or more, up to the end of the turn.
pub(super) fn count_tree(position: &Position) -> u64 {
    let side = position.side();
    Count::<true> { side, beyond: 0 }.count_after(position, position.steps_left())
}

/// Counts sequences of exactly a given number of steps or, with `TREE`, of one step up to that
/// number.
#[derive(Clone, Copy)]
struct Count<const TREE: bool> {
    side: Side,
    /// The number of steps that the turn has beyond those counted.
    beyond: usize,
}

impl<const TREE: bool> Count<TREE> {
    /// Counts the sequences from a position; `steps` is the number of steps left to count.
    fn count_after(self, position: &Position, steps: usize) -> u64 {
        let board = position.planes();
        match position.pending() {
            Pending::Push { .. } if steps == 0 => u64::from(!TREE),
            Pending::Push { vacated, strength } => {
                self.count_completions(board, vacated, strength, steps)
            }
            open => self.count(board, steps, open),
        }
    }

    /// Counts the sequences of `steps` steps from a board. `open` is a pull or nothing, no push.
    fn count(self, board: &Planes, steps: usize, open: Pending) -> u64 {
        if steps == 0 {
            return u64::from(!TREE);
        }
        let view = View::of(board, self.side);
        let pulls = match open {
            Pending::Pull { vacated, strength } => view.pulls(vacated, strength),
            _ => [0; 4],
        };
        if steps == 2 && self.beyond == 0 {
            return count_last_two::<TREE>(board, &view, pulls, self.side);
        }
        let plain = view.plain_steps();
        let mut pushes = [0; 4];
        if steps + self.beyond >= 2 {
            pushes = view.pushes_begun();
        }
        if steps == 1 {
            let enemy = std::array::from_fn(|direction| pulls[direction] | pushes[direction]);
            return count_ones(plain) + count_ones(enemy);
        }
        let mut sum = 0;
        for direction in 0..4 {
            // A step that fits the pull is the pull and begins no push (PUL-3).
            for index in Bits(pulls[direction]) {
                let from = 1 << index;
                let after = board.stepped(from, shift(from, direction));
                sum += u64::from(TREE) + self.count(&after, steps - 1, Pending::Nothing);
            }
            for index in Bits(pushes[direction] & !pulls[direction]) {
                let from = 1 << index;
                let after = board.stepped(from, shift(from, direction));
                let strength = board.strength_at(index);
                sum += u64::from(TREE) + self.count_completions(&after, from, strength, steps - 1);
            }
            for index in Bits(plain[direction]) {
                let from = 1 << index;
                let after = board.stepped(from, shift(from, direction));
                let open = Pending::Pull {
                    vacated: from,
                    strength: board.strength_at(index),
                };
                sum += u64::from(TREE) + self.count(&after, steps - 1, open);
            }
        }
        sum
    }

    /// Counts the sequences that begin with the second half of a push of a piece of this strength.
    fn count_completions(self, board: &Planes, vacated: u64, strength: usize, steps: usize) -> u64 {
        let pushers = View::of(board, self.side).pushers(vacated, strength);
        Bits(pushers)
            .map(|index| {
                let after = board.stepped(1 << index, vacated);
                u64::from(TREE) + self.count(&after, steps - 1, Pending::Nothing)
            })
            .sum()
    }
}

/// Flat arrays of the boards after one plain step of a node: one entry a step.
struct Children {
    /// The square left and the square reached.
    swap: [u64; MOST],
    /// The square left.
    from: [u64; MOST],
    /// The square reached, if the mover is threatened there.
    threat: [u64; MOST],
    /// The square reached, if the mover is a rabbit.
    rabbit: [u64; MOST],
}

/// Counts the last two levels below a board. `pulls` are the steps that end an open pull.
#[inline]
#[cfg_attr(
    feature = "dispatch",
    multiversion::multiversion(targets("x86_64+popcnt+bmi1+bmi2+lzcnt+avx2"))
)]
fn count_last_two<const TREE: bool>(
    board: &Planes,
    view: &View,
    pulls: [u64; 4],
    side: Side,
) -> u64 {
    let movers = view.movers;
    let plain = view.plain_steps();
    let captures = capturing(movers.own, plain);

    // A step that fits the open pull is the pull and begins no push (PUL-3).
    let begun = view.pushes_begun();
    let pushes = [
        begun[NORTH] & !pulls[NORTH],
        begun[SOUTH] & !pulls[SOUTH],
        begun[EAST] & !pulls[EAST],
        begun[WEST] & !pulls[WEST],
    ];
    // Pushes: every square to push to with every piece to follow. Pulls: every plain step with
    // every weaker enemy beside the square it leaves.
    let mut sum = count_pairs(pushes, view.pushed_from()) + count_pairs(plain, view.pulled_from());
    if TREE {
        for direction in 0..4 {
            sum += u64::from(plain[direction].count_ones() + pushes[direction].count_ones());
        }
    }
    for direction in 0..4 {
        for index in Bits(pulls[direction]) {
            let from = 1 << index;
            let after = board.stepped(from, shift(from, direction));
            sum += u64::from(TREE) + count_ones(View::of(&after, side).plain_steps());
        }
    }

    let threats = view.threats();
    let mut children = Children {
        swap: [0; MOST],
        from: [0; MOST],
        threat: [0; MOST],
        rabbit: [0; MOST],
    };
    let rabbits = board.rabbits();
    let mut next = 0;
    for direction in 0..4 {
        for index in Bits(plain[direction] & !captures[direction]) {
            let from = 1_u64 << index;
            let to = shift(from, direction);
            let slot = next & (MOST - 1);
            children.swap[slot] = from | to;
            children.from[slot] = from;
            children.threat[slot] = to & threats[board.strength_at(index) & 7];
            children.rabbit[slot] = to & mask_if(rabbits & from != 0);
            next += 1;
        }
        for index in Bits(captures[direction]) {
            let from = 1 << index;
            let after = board.stepped(from, shift(from, direction));
            sum += count_ones(View::of(&after, side).plain_steps());
        }
    }
    let next = next.min(MOST);
    let (swap, from) = (&children.swap[..next], &children.from[..next]);
    let (threat, rabbit) = (&children.threat[..next], &children.rabbit[..next]);
    // A rabbit that has moved still cannot step backward.
    let moved_backward = backward_rabbits(u64::MAX, side);
    for child in 0..next {
        let after = Movers {
            own: movers.own ^ swap[child],
            empty: movers.empty ^ swap[child],
            // `threat` is the square reached at most, and needs no cut to it.
            threatened: threatened_after(movers.threatened, threat[child], from[child], u64::MAX),
            backward: [
                movers.backward[0] | (rabbit[child] & moved_backward[0]),
                movers.backward[1] | (rabbit[child] & moved_backward[1]),
            ],
        };
        sum += count_ones(after.plain_steps());
    }
    sum
}

/// The number of ones in four words, which are first added bitwise.
#[inline(always)]
fn count_ones(words: [u64; 4]) -> u64 {
    let (n, s, e, w) = (words[NORTH], words[SOUTH], words[EAST], words[WEST]);
    let half = n ^ s;
    let (ones, carry) = (half ^ e, (n & s) | (half & e));
    let (ones, second) = (ones ^ w, ones & w);
    u64::from(ones.count_ones())
        + 2 * (u64::from(carry.count_ones()) + u64::from(second.count_ones()))
}

/// The sum over all squares of the number of first words that hold it, times that of second words.
#[inline]
fn count_pairs(first: [u64; 4], second: [u64; 4]) -> u64 {
    let mut sum = 0;
    // Written out, as `View::pushed_from` is.
    let [north, south, east, west] = second;
    for one in first {
        sum += count_ones([one & north, one & south, one & east, one & west]);
    }
    sum
}

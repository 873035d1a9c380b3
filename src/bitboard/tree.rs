//! Step sequences, counted (SPEC.md CNT-1, CNT-2): the number of nodes of the tree of steps, without making its leaves.
//!
//! Nothing is merged and nothing kept between positions. The tree is walked down to the nodes with two steps left; there
//! one kernel ([`two_left`]) counts the last two levels. It rests on a fact about plain steps: *they change nothing
//! of the enemy*, neither where its pieces stand nor whom they threaten. So
//! - threats are found once for the node; for a child only the mover's own square is looked up anew, in a table by strength;
//! - the pulls that could follow are counted for all children at once, from masks of the node;
//! - a child is four words (from, to, threat, rabbit) in flat arrays. The loop over them has no branch and no
//!   table, so that the compiler may run it on several children at once. With `-C target-cpu=native` on a CPU with AVX-512 it
//!   counts half as much again.
//!   The four masks of steps by direction are first added bitwise, which saves one population count in four.
//!
//! Steps that capture are left out of the loop and counted one by one.
//! Pushes of the last two levels are counted by masks: squares to give way to, times pieces to follow with (who can complete a push is the same before
//! and after its first half: the pushed piece is too weak to freeze a pusher, and a piece
//! it supported on a trap stands beside no pusher).

use crate::vocab::Side;

use super::bits::{Bits, EAST, NORTH, SOUTH, WEST, bit, neighbours, opposite, shift, when};
use super::masks::{capturing, mobile, outmatched, outmatched_from, plain_steps, push_begins};
use super::planes::{Planes, strength};
use super::state::{Game, Open, Play};

/// The most plain steps of a board: sixteen pieces, four ways.
const MOST: usize = 64;

/// How many sequences of exactly `steps` legal steps start here.
pub(super) fn count(play: &Play, side: Side, steps: u32) -> u64 {
    match usize::try_from(steps) {
        Ok(steps) if steps <= play.left() => {
            // A push cannot begin on the last step of the turn, though it may on the last step counted.
            let spare = play.left() - steps;
            Walk::<false> { side, spare }.from(play, steps)
        }
        _ => 0,
    }
}

/// How many sequences of one step up to `steps` there are, or up to the end of the turn.
pub(super) fn tree(play: &Play, side: Side) -> u64 {
    Walk::<true> { side, spare: 0 }.from(play, play.left())
}

/// A walk that counts sequences of exactly the steps asked for, or with `TREE` of all lengths from one.
#[derive(Clone, Copy)]
struct Walk<const TREE: bool> {
    side: Side,
    /// Steps of the turn beyond those counted.
    spare: usize,
}

/// A pull that the last step opened: the square to draw to, and the enemies weak enough, beside it.
#[derive(Clone, Copy, Default)]
struct Pullable {
    to: u64,
    weaker: u64,
}

impl<const TREE: bool> Walk<TREE> {
    fn from(self, play: &Play, steps: usize) -> u64 {
        let board = &play.board;
        match play.open {
            Open::Nothing => self.count(board, steps, Pullable::default()),
            Open::Pull(puller) => {
                let pull = pullable(
                    board,
                    self.side,
                    bit(puller.square),
                    strength(puller.piece.kind),
                );
                self.count(board, steps, pull)
            }
            Open::Push(_) if steps == 0 => u64::from(!TREE),
            Open::Push(pushed) => {
                let code = strength(pushed.piece.kind);
                self.completions(board, bit(pushed.square), code, steps)
            }
        }
    }

    /// Counts what starts at a board with so many steps left to count.
    fn count(self, board: &Planes, steps: usize, pull: Pullable) -> u64 {
        if steps == 0 {
            return u64::from(!TREE);
        }
        if steps == 2 && self.spare == 0 && pull.weaker == 0 {
            return two_left::<TREE>(board, self.side);
        }
        let side = self.side;
        let (own, enemy) = (board.of(side), board.of(side.other()));
        let (ranks, empty) = (board.ranks(), board.empty());
        let free = mobile(own, outmatched(own, enemy, ranks));
        let plain = plain_steps(free, empty, Game::barred(board, side));
        let mut begins = [0; 4];
        if steps + self.spare >= 2 {
            begins = push_begins(outmatched(enemy, free, ranks), empty);
        }
        let pulled: [u64; 4] =
            std::array::from_fn(|direction| pull.weaker & shift(pull.to, opposite(direction)));
        if steps == 1 {
            let displaced = std::array::from_fn(|direction| pulled[direction] | begins[direction]);
            return added(plain) + added(displaced);
        }
        let mut sum = 0;
        for direction in 0..4 {
            // What fits the pull is the pull and begins no push (PUL-3).
            let pulled = pulled[direction];
            for index in Bits(pulled) {
                let after = board.stepped(1 << index, pull.to);
                sum += u64::from(TREE) + self.count(&after, steps - 1, Pullable::default());
            }
            for index in Bits(begins[direction] & !pulled) {
                let from = 1 << index;
                let after = board.stepped(from, shift(from, direction));
                sum +=
                    u64::from(TREE) + self.completions(&after, from, board.code(index), steps - 1);
            }
            for index in Bits(plain[direction]) {
                let from = 1 << index;
                let after = board.stepped(from, shift(from, direction));
                let pull = pullable(&after, side, from, board.code(index));
                sum += u64::from(TREE) + self.count(&after, steps - 1, pull);
            }
        }
        sum
    }

    /// Counts the ways to complete a push of a piece of this strength, and what follows.
    fn completions(self, board: &Planes, vacated: u64, code: usize, steps: usize) -> u64 {
        let (own, enemy) = (board.of(self.side), board.of(self.side.other()));
        let ranks = board.ranks();
        let stronger = ranks.get(code - 1).copied().unwrap_or(0);
        let free = mobile(own, outmatched(own, enemy, ranks));
        Bits(neighbours(vacated) & free & stronger)
            .map(|index| {
                let after = board.stepped(1 << index, vacated);
                u64::from(TREE) + self.count(&after, steps - 1, Pullable::default())
            })
            .sum()
    }
}

/// The pull that a plain step of a piece of this strength has opened.
fn pullable(board: &Planes, side: Side, to: u64, code: usize) -> Pullable {
    Pullable {
        to,
        weaker: board.weaker_than(code) & neighbours(to) & board.of(side.other()),
    }
}

/// Flat arrays of the plain children of a node.
struct Children {
    /// From and to, as one word of two bits.
    swap: [u64; MOST],
    /// The square left.
    from: [u64; MOST],
    /// The square reached, if the mover is threatened there.
    threat: [u64; MOST],
    /// The square reached, if the mover is a rabbit.
    rabbit: [u64; MOST],
}

/// Counts the last two levels below a board, without an open pull.
#[inline]
fn two_left<const TREE: bool>(board: &Planes, side: Side) -> u64 {
    let (own, enemy) = (board.of(side), board.of(side.other()));
    let (ranks, empty) = (board.ranks(), board.empty());
    let threatened = outmatched(own, enemy, ranks);
    let free = mobile(own, threatened);
    let plain = plain_steps(free, empty, Game::barred(board, side));
    let costly = capturing(own, plain);

    // Pushes: every way to give way with every way to follow.
    let begins = push_begins(outmatched(enemy, free, ranks), empty);
    let followers: [u64; 4] =
        std::array::from_fn(|direction| outmatched_from(enemy, free, ranks, direction));
    // Pulls: every plain step with every weaker enemy beside the square it leaves.
    let pulled: [u64; 4] = std::array::from_fn(|direction| {
        let back = opposite(direction);
        let [cats, dogs, horses, camels, elephants] = ranks;
        (cats & shift(enemy & !cats, back))
            | (dogs & shift(enemy & !dogs, back))
            | (horses & shift(enemy & !horses, back))
            | (camels & shift(enemy & !camels, back))
            | (elephants & shift(enemy & !elephants, back))
    });
    let mut sum = pairs(begins, followers) + pairs(plain, pulled);
    if TREE {
        for direction in 0..4 {
            sum += u64::from(plain[direction].count_ones() + begins[direction].count_ones());
        }
    }

    let threats: [u64; 8] = {
        let [cats, dogs, horses, camels, elephants] = ranks.map(|rank| neighbours(enemy & rank));
        [0, cats, dogs, horses, camels, elephants, 0, 0]
    };
    let mut children = Children {
        swap: [0; MOST],
        from: [0; MOST],
        threat: [0; MOST],
        rabbit: [0; MOST],
    };
    let rabbits = board.rabbits();
    let mut next = 0;
    for direction in 0..4 {
        for index in Bits(plain[direction] & !costly[direction]) {
            let from = 1_u64 << index;
            let to = shift(from, direction);
            let slot = next & (MOST - 1);
            children.swap[slot] = from | to;
            children.from[slot] = from;
            children.threat[slot] = to & threats[board.code(index) & 7];
            children.rabbit[slot] = to & when(rabbits & from != 0);
            next += 1;
        }
        for index in Bits(costly[direction]) {
            let from = 1 << index;
            let after = board.stepped(from, shift(from, direction));
            sum += plain_count(&after, side);
        }
    }
    let (gold, silver) = match side {
        Side::Gold => (u64::MAX, 0),
        Side::Silver => (0, u64::MAX),
    };
    let bars = [rabbits & silver, rabbits & gold];
    let masks = [silver, gold];
    let next = next.min(MOST);
    let (swap, from) = (&children.swap[..next], &children.from[..next]);
    let (threat, rabbit) = (&children.threat[..next], &children.rabbit[..next]);
    for child in 0..next {
        let own = own ^ swap[child];
        let empty = empty ^ swap[child];
        let threatened = (threatened & !from[child]) | threat[child];
        let free = mobile(own, threatened);
        let barred = [
            bars[0] | (rabbit[child] & masks[0]),
            bars[1] | (rabbit[child] & masks[1]),
        ];
        sum += added(plain_steps(free, empty, barred));
    }
    sum
}

/// How many plain steps a side has.
fn plain_count(board: &Planes, side: Side) -> u64 {
    let (own, enemy) = (board.of(side), board.of(side.other()));
    let free = mobile(own, outmatched(own, enemy, board.ranks()));
    added(plain_steps(free, board.empty(), Game::barred(board, side)))
}

/// The bits of four words, counted after a bitwise addition.
#[inline(always)]
fn added(words: [u64; 4]) -> u64 {
    let (n, s, e, w) = (words[NORTH], words[SOUTH], words[EAST], words[WEST]);
    let half = n ^ s;
    let (ones, carry) = (half ^ e, (n & s) | (half & e));
    let (ones, second) = (ones ^ w, ones & w);
    u64::from(ones.count_ones())
        + 2 * (u64::from(carry.count_ones()) + u64::from(second.count_ones()))
}

/// For every square, how many of the first words hold it times how many of the second, summed.
#[inline]
fn pairs(first: [u64; 4], second: [u64; 4]) -> u64 {
    let mut sum = 0;
    for one in first {
        sum += added(second.map(|other| one & other));
    }
    sum
}

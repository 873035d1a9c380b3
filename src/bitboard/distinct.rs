//! Distinct turns (SPEC.md TRN-6), counted or listed compactly.
//!
//! Level by level: the boards after one, two and three steps, then the leaves.
//! - A push or a pull is one action of two steps, so the nodes are pure boards and nothing pending has to be merged.
//! - Boards are told apart by [keys](super::key) that are injective within a turn: no comparison rests on luck.
//! - Of two independent plain steps only one order is tried. A node carries the steps that are *asleep*
//!   on it, four words by direction: they were enabled at an ancestor, come before the step taken there in the fixed order, and commute with all steps
//!   taken since, so what they lead to is reached another way. Where two ways meet at a board the sleeping
//!   sets are intersected. No board is lost: of the shortest ways to it take the first in that order. Were a step of it asleep, that
//!   step could be moved forward by commuting, which would give an equally short and earlier way. It needs
//!   all ways to a board to have met before it is expanded, hence level by level.
//! - Two plain steps that capture nothing at a node commute there unless they start at one square, lead to one square, or one takes from
//!   the other a support that keeps it from being frozen. Captures by the second step are the same in either order, because what
//!   stands after both is. Steps that capture are never asleep and put everything awake.
//! - Leaves are only keys. They are gathered, then entered into a table sized from their number. Boards of lower levels are entered
//!   before them only where a leaf can equal them: a step without capture changes the parity of the sum of all
//!   coordinates, so without captures only those an even number of steps away can.

use crate::vocab::Side;

use super::bits::{Bits, bit, neighbours, opposite, shift, when};
use super::key::{COLUMNS, Key, REACH, add};
use super::masks::{capturing, mobile, outmatched, plain_steps, push_begins};
use super::planes::{Planes, strength};
use super::state::{Bitboard, Open, Play};
use super::table::{Index, Table};

/// Memory for searches, kept from one position to the next.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    levels: [Vec<Node>; Play::STEPS],
    index: Index,
    leaves: Vec<Key>,
    /// The leaves' ways, if they are asked for.
    ways: Vec<u64>,
    table: Table,
}

/// A board and what is asleep on it.
#[derive(Clone, Copy, Debug)]
struct Node {
    board: Planes,
    key: Key,
    sleep: [u64; 4],
    way: u64,
}

/// What stays the same during a search.
struct Search<'a, const WAYS: bool> {
    space: &'a mut Workspace,
    side: Side,
    last: usize,
}

/// How many distinct turns there are. `worn` are the boards that repetition forbids.
pub(super) fn count(
    space: &mut Workspace,
    play: &Play,
    start: &Planes,
    side: Side,
    worn: &[Planes],
) -> u64 {
    let last = play.left();
    let refused = refused(play, start, worn);
    let mut search = Search::<false> { space, side, last };
    search.run(play);
    let space = search.space;
    space.table_of_nodes(play, last);
    let mut total: u64 = space.levels[..last]
        .iter()
        .map(|level| level.len() as u64)
        .sum();
    if last == 0 {
        total = 1;
    }
    for &key in &space.leaves {
        total += u64::from(space.table.insert(key));
    }
    let met = |key: &&Key| space.index.contains(**key) || space.table.contains(**key);
    total - refused.iter().filter(met).count() as u64
}

/// Calls `visit` with each distinct turn's way, packed: sixteen bits a step, the first lowest.
pub(super) fn each(
    space: &mut Workspace,
    play: &Play,
    start: &Planes,
    side: Side,
    worn: &[Planes],
    mut visit: impl FnMut(u64),
) {
    let last = play.left();
    let refused = refused(play, start, worn);
    let mut search = Search::<true> { space, side, last };
    search.run(play);
    let space = search.space;
    space.table_of_nodes(play, last);
    let allowed = |key: &Key| !refused.contains(key);
    for node in space
        .levels
        .iter()
        .flatten()
        .filter(|node| allowed(&node.key))
    {
        visit(node.way);
    }
    for (&key, &way) in space.leaves.iter().zip(&space.ways) {
        if space.table.insert(key) && allowed(&key) {
            visit(way);
        }
    }
}

/// The keys, relative to the board the search starts from, of boards at which the turn may not end. Boards out of
/// reach have none.
fn refused(play: &Play, start: &Planes, worn: &[Planes]) -> Vec<Key> {
    let mut keys = Vec::with_capacity(worn.len() + 1);
    for board in std::iter::once(start).chain(worn) {
        if let Some(key) = relative_key(&play.board, board)
            && !keys.contains(&key)
        {
            keys.push(key);
        }
    }
    keys
}

/// The key of a board relative to another, if they are as near as boards of one turn are.
fn relative_key(root: &Planes, board: &Planes) -> Option<Key> {
    let changed = (root.low ^ board.low)
        | (root.mid ^ board.mid)
        | (root.high ^ board.high)
        | (root.silver ^ board.silver);
    let (before, after) = (changed & root.occupied(), changed & board.occupied());
    if before.count_ones() + after.count_ones() > REACH / 2 {
        return None;
    }
    let columns = |board: &Planes, set| {
        let board = *board;
        Bits(set).fold([0; 2], move |key, index| {
            add(key, COLUMNS[board.slot(index)][index])
        })
    };
    Some(add(columns(root, before), columns(board, after)))
}

impl Workspace {
    /// Enters the boards that a leaf can equal, and makes room for the leaves.
    fn table_of_nodes(&mut self, play: &Play, last: usize) {
        let pieces = play.board.occupied().count_ones();
        let nodes: usize = self.levels.iter().map(Vec::len).sum();
        self.table.reset(nodes + self.leaves.len());
        for (depth, level) in self.levels.iter().enumerate().take(last) {
            for node in level {
                if (last - depth).is_multiple_of(2) || node.board.occupied().count_ones() < pieces {
                    self.table.insert(node.key);
                }
            }
        }
    }
}

impl<const WAYS: bool> Search<'_, WAYS> {
    /// Fills the levels and gathers the leaves.
    fn run(&mut self, play: &Play) {
        self.space.levels.iter_mut().for_each(Vec::clear);
        self.space.index.reset();
        self.space.leaves.clear();
        self.space.ways.clear();
        let root = Node {
            board: play.board,
            key: [0; 2],
            sleep: [0; 4],
            way: 0,
        };
        if self.last == 0 {
            self.space.index.find_or_keep(root.key, 0);
            if WAYS {
                self.space.levels[0].push(root);
            }
            return;
        }
        match play.open {
            Open::Push(pushed) => {
                self.complete_first(&root, bit(pushed.square), strength(pushed.piece.kind));
            }
            open => {
                self.arrive(0, root);
                if let Open::Pull(puller) = open {
                    self.pull_first(&root, bit(puller.square), strength(puller.piece.kind));
                }
            }
        }
        for depth in 0..self.last {
            let level = std::mem::take(&mut self.space.levels[depth]);
            for node in &level {
                self.expand(depth, node);
            }
            self.space.levels[depth] = level;
        }
    }

    /// The completions of a push that is pending at the start of the search: the only first actions there.
    fn complete_first(&mut self, root: &Node, vacated: u64, code: usize) {
        let board = &root.board;
        let (own, enemy, ranks) = (
            board.of(self.side),
            board.of(self.side.other()),
            board.ranks(),
        );
        let stronger = ranks.get(code - 1).copied().unwrap_or(0);
        let free = mobile(own, outmatched(own, enemy, ranks));
        for direction in 0..4 {
            for index in Bits(free & stronger & shift(vacated, opposite(direction))) {
                self.arrive(1, stepped::<WAYS>(root, 0, index, direction));
            }
        }
    }

    /// The ends of a pull that is open at the start of the search.
    fn pull_first(&mut self, root: &Node, to: u64, code: usize) {
        let weaker = weaker(&root.board, code) & root.board.of(self.side.other());
        for direction in 0..4 {
            for index in Bits(weaker & shift(to, opposite(direction))) {
                self.arrive(1, stepped::<WAYS>(root, 0, index, direction));
            }
        }
    }

    /// A board reached after so many steps: new, met again on this level, or known with fewer.
    #[inline(always)]
    fn arrive(&mut self, depth: usize, node: Node) {
        if depth == self.last {
            self.space.leaves.push(node.key);
            if WAYS {
                self.space.ways.push(node.way);
            }
            return;
        }
        let level = &mut self.space.levels[depth];
        // Levels are few and small; the low two bits tell them apart.
        let place = (level.len() << 2 | depth) as u32;
        match self.space.index.find_or_keep(node.key, place) {
            None => level.push(node),
            Some(met) if met as usize & 3 == depth => {
                if let Some(known) = level.get_mut(met as usize >> 2) {
                    for (asleep, also) in known.sleep.iter_mut().zip(node.sleep) {
                        *asleep &= also;
                    }
                }
            }
            Some(_) => {}
        }
    }

    /// All that follows from a board by one action.
    fn expand(&mut self, depth: usize, node: &Node) {
        let board = &node.board;
        let (own, enemy) = (board.of(self.side), board.of(self.side.other()));
        let (ranks, empty) = (board.ranks(), board.empty());
        let threatened = outmatched(own, enemy, ranks);
        let free = mobile(own, threatened);
        let plain = plain_steps(free, empty, Bitboard::barred(board, self.side));
        let costly = capturing(own, plain);
        if depth + 1 == self.last {
            return self.plain_leaves(depth, node, plain, costly);
        }
        // What may be put to sleep: steps enabled here that capture nothing.
        let cheap: [u64; 4] = std::array::from_fn(|d| plain[d] & !costly[d]);
        let mut done: [u64; 4] = std::array::from_fn(|d| cheap[d] & node.sleep[d]);
        for direction in 0..4 {
            for index in Bits(plain[direction] & !node.sleep[direction]) {
                let from = 1 << index;
                let mut child = stepped::<WAYS>(node, depth, index, direction);
                if costly[direction] & from == 0 {
                    let relying = threatened | when(threatened & from != 0);
                    let origins = from | neighbours(from) & relying;
                    child.sleep = awake_but(done, origins, shift(from, direction));
                    done[direction] |= from;
                }
                self.arrive(depth + 1, child);
            }
        }
        self.pulls(depth, node, plain, cheap);
        let begins = push_begins(outmatched(enemy, free, ranks), empty);
        self.pushes(depth, node, begins, free, cheap);
    }

    /// The leaves by plain steps: keys only.
    #[inline(always)]
    fn plain_leaves(&mut self, depth: usize, node: &Node, plain: [u64; 4], costly: [u64; 4]) {
        for direction in 0..4 {
            let active = plain[direction] & !node.sleep[direction];
            for index in Bits(active & !costly[direction]) {
                let columns = &COLUMNS[node.board.slot(index) & 15];
                let to = beside(index, direction);
                self.space
                    .leaves
                    .push(add(node.key, add(columns[index & 63], columns[to & 63])));
                if WAYS {
                    self.space
                        .ways
                        .push(node.way | packed(depth, index, direction));
                }
            }
            for index in Bits(active & costly[direction]) {
                self.arrive(depth + 1, stepped::<WAYS>(node, depth, index, direction));
            }
        }
    }

    fn pulls(&mut self, depth: usize, node: &Node, plain: [u64; 4], cheap: [u64; 4]) {
        let enemy = node.board.of(self.side.other());
        let beside_enemy = neighbours(enemy);
        for direction in 0..4 {
            for index in Bits(plain[direction] & beside_enemy) {
                let from = 1 << index;
                let pulled = enemy & weaker(&node.board, node.board.code(index)) & neighbours(from);
                if pulled == 0 {
                    continue;
                }
                let half = stepped::<WAYS>(node, depth, index, direction);
                for toward in 0..4 {
                    for index in Bits(pulled & shift(from, opposite(toward))) {
                        let mut child = stepped::<WAYS>(&half, depth + 1, index, toward);
                        if same_count(&node.board, &child.board) {
                            let origins = from | neighbours(from);
                            child.sleep = awake_but(cheap, origins, shift(from, direction));
                        }
                        self.arrive(depth + 2, child);
                    }
                }
            }
        }
    }

    fn pushes(&mut self, depth: usize, node: &Node, begins: [u64; 4], free: u64, cheap: [u64; 4]) {
        let ranks = node.board.ranks();
        for direction in 0..4 {
            for index in Bits(begins[direction]) {
                let (vacated, to) = (1_u64 << index, shift(1 << index, direction));
                let half = stepped::<WAYS>(node, depth, index, direction);
                let stronger = ranks
                    .get(node.board.code(index).wrapping_sub(1))
                    .copied()
                    .unwrap_or(0);
                for toward in 0..4 {
                    for index in Bits(free & stronger & shift(vacated, opposite(toward))) {
                        let mut child = stepped::<WAYS>(&half, depth + 1, index, toward);
                        if same_count(&node.board, &child.board) {
                            let pusher = 1 << index;
                            let origins = pusher | neighbours(pusher) | neighbours(to);
                            child.sleep = awake_but(cheap, origins, to);
                        }
                        self.arrive(depth + 2, child);
                    }
                }
            }
        }
    }
}

/// The squares whose pieces are weaker than this strength; empty squares too.
#[inline(always)]
fn weaker(board: &Planes, code: usize) -> u64 {
    let ranks = board.ranks();
    match code {
        0 | 1 => 0,
        _ => ranks.get(code - 2).map_or(0, |as_strong| !as_strong),
    }
}

/// Nothing was captured between two boards.
#[inline(always)]
fn same_count(one: &Planes, other: &Planes) -> bool {
    one.occupied().count_ones() == other.occupied().count_ones()
}

/// Steps that stay asleep: those that neither start at one of these squares nor lead to this one.
#[inline(always)]
fn awake_but(asleep: [u64; 4], origins: u64, to: u64) -> [u64; 4] {
    std::array::from_fn(|direction| asleep[direction] & !origins & !shift(to, opposite(direction)))
}

/// The index of the square beside another.
#[inline(always)]
fn beside(index: usize, direction: usize) -> usize {
    const BY: [usize; 4] = [8, 8_usize.wrapping_neg(), 1, 1_usize.wrapping_neg()];
    index.wrapping_add(BY[direction & 3])
}

/// A step's place in a way: its square, direction and a mark that it is one.
#[inline(always)]
fn packed(depth: usize, index: usize, direction: usize) -> u64 {
    ((1 << 8 | index << 2 | direction) as u64) << (16 * depth)
}

/// The node after a step, with nothing asleep.
#[inline(always)]
fn stepped<const WAYS: bool>(node: &Node, depth: usize, index: usize, direction: usize) -> Node {
    let columns = &COLUMNS[node.board.slot(index) & 15];
    let from = 1_u64 << index;
    let to = shift(from, direction);
    let mut key = add(
        node.key,
        add(columns[index & 63], columns[beside(index, direction) & 63]),
    );
    let mut board = node.board.moved(from, to);
    let gone = board.doomed();
    if gone != 0 {
        let trap = gone.trailing_zeros() as usize & 63;
        key = add(key, COLUMNS[board.slot(trap) & 15][trap]);
        board = board.without(gone);
    }
    let way = if WAYS {
        node.way | packed(depth, index, direction)
    } else {
        0
    };
    Node {
        board,
        key,
        sleep: [0; 4],
        way,
    }
}

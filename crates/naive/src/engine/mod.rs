//! A small engine as people write one: 64 letters, and a function for each part of a turn.
//!
//! Every condition of a rule goes through `Rules::choose`, with its right value and the value
//! that the engine with a fault gives it. So each fault can be switched on alone or beside others,
//! and the engine notes the faults that would have changed something.
//!
//! | file | what it is |
//! |---|---|
//! | `mod.rs` | the rules, a moment of a game, strength and freezing |
//! | `steps.rs` | steps, one at a time |
//! | `captures.rs` | traps |
//! | `pairs.rs` | pushes and pulls as one action |
//! | `ends.rs` | the end of a turn, and of the game |
//! | `early_ends.rs` | the end of the game in mid-turn |
//! | `slips.rs` | where the faults of the grammar are made that concern several steps |

mod captures;
mod early_ends;
mod ends;
mod pairs;
mod slips;
mod steps;

use std::cell::RefCell;
use std::rc::Rc;

use crate::board::{Board, EMPTY, Left, WAYS, count_pieces, is_gold, is_held, is_rabbit, strength};
use crate::cell::{Cell, Deed, Region, Relation, Role, way_to};
use crate::fault::Fault as F;
use crate::fault::{Fault, Faults};
use crate::slip::{Kept, Look, Past, Slips};

/// The rules that an engine follows: the right rules with some faults.
#[derive(Debug, Default)]
pub struct Rules {
    faults: Faults,
    touched: RefCell<Faults>,
    pub slips: Slips,
}

impl Rules {
    pub fn with(faults: Faults) -> Self {
        Self {
            faults,
            ..Self::default()
        }
    }

    pub fn slipping(slips: Slips) -> Self {
        Self {
            slips,
            ..Self::default()
        }
    }

    /// The faults that would have changed a decision so far.
    pub fn touched(&self) -> Faults {
        *self.touched.borrow()
    }

    /// The value of a condition: `right`, or `wrong` if the engine has the fault.
    fn choose<T: PartialEq>(&self, fault: Fault, gold: bool, right: T, wrong: T) -> T {
        if right == wrong {
            return right;
        }
        self.touched.borrow_mut().insert(fault, gold);
        if self.faults.has(fault, gold) || self.slips.has(fault, gold) {
            wrong
        } else {
            right
        }
    }
}

/// The actions that are refused after a winner was found within the turn.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Stopped {
    Steps,
    All,
}

/// A game at the start of a turn or within one.
#[derive(Clone, Debug)]
pub struct Game<'r> {
    pub(crate) rules: &'r Rules,
    pub(crate) gold: bool,
    pub board: Board,
    /// The state that the engine keeps within a turn.
    pub(crate) kept: Kept,
    pub(crate) past: Past,
    left_before: Vec<Left>,
    passed: Vec<Board>,
    pub(crate) history: Rc<Vec<(bool, Board)>>,
    /// Whether the position was given from outside, and no turn has been made since.
    is_given: bool,
    stopped: Option<Stopped>,
    /// The board before the captures of the last step of the turn before.
    ended_by: Option<Board>,
    /// Whether this is a search ahead, which announces and decides nothing.
    is_search: bool,
    /// The winner announced within the turn.
    told: Option<bool>,
    /// The winner by an event within the turn.
    won: Option<bool>,
}

impl<'r> Game<'r> {
    /// A game at the start of a turn. `earlier` are the positions before: whether Gold was to move,
    /// and the board.
    pub fn new(
        rules: &'r Rules,
        gold: bool,
        board: Board,
        mut earlier: Vec<(bool, Board)>,
    ) -> Self {
        earlier.push((gold, board));
        Self {
            rules,
            gold,
            board,
            kept: Kept::at(board),
            past: Past::NOTHING,
            left_before: Vec::new(),
            passed: Vec::new(),
            history: Rc::new(earlier),
            is_given: true,
            ended_by: None,
            stopped: None,
            is_search: false,
            told: None,
            won: None,
        }
    }

    fn decide(&self, fault: Fault, right: bool, wrong: bool) -> bool {
        self.rules.choose(fault, self.gold, right, wrong)
    }

    /// The value of a condition by the thing that it looks at or, with a slip, by another of
    /// `others`.
    fn decide_by<T: Copy, R: PartialEq>(
        &self,
        look: Look,
        right: T,
        others: &[T],
        says: impl Fn(T) -> R,
    ) -> R {
        self.rules.slips.by(look, self.gold, right, others, says)
    }

    /// A decision about a piece, which a slip of this cell turns round.
    fn decide_in_cell(&self, cell: Cell, piece: u8, right: bool) -> bool {
        self.rules.slips.decide(cell, is_gold(piece), right)
    }

    /// Whether a piece does this on its square: always, unless a slip denies it.
    fn does_deed(&self, deed: Deed, square: usize, piece: u8) -> bool {
        if self.rules.slips.are_off() {
            return true;
        }
        let regions = Region::ALL.into_iter();
        let regions = regions.filter(|region| region.has(square, is_gold(piece)));
        let came_by = self.past.came_by[square].into_iter();
        let came_by = came_by.filter(|part| deed.parts_before().contains(part));
        let has_captured = count_pieces(&self.board) < count_pieces(&self.kept.start);
        let (kind, steps) = (strength(piece), self.kept.steps);
        let mut cells = regions
            .map(|region| Cell::In { region, deed })
            .chain(came_by.map(|part| Cell::After { deed, part }))
            .chain(has_captured.then_some(Cell::AfterCapture { deed }))
            .chain([Cell::Of { deed, kind }, Cell::DoneAfter { deed, steps }]);
        cells.all(|cell| self.decide_in_cell(cell, piece, true))
    }

    // Squares and pieces.

    /// The adjacent square in a direction. Square 0 is a8, square 63 is h1.
    pub(crate) fn neighbour(&self, square: usize, way: u8) -> Option<usize> {
        let beside = |by: isize| square.checked_add_signed(by).filter(|to| *to < 64);
        match way {
            b'n' => {
                let round = Some((square + 56) % 64);
                self.rules
                    .choose(F::RanksWrap, self.gold, beside(-8), round)
            }
            b's' => {
                let round = Some((square + 8) % 64);
                self.rules.choose(F::RanksWrap, self.gold, beside(8), round)
            }
            b'e' => {
                let (right, wrong) = (beside(1).filter(|to| to % 8 != 0), beside(1));
                let to = self.rules.choose(F::EastWraps, self.gold, right, wrong);
                self.rules.choose(F::EdgesWrap, self.gold, to, wrong)
            }
            _ => {
                let (right, wrong) = (beside(-1).filter(|to| to % 8 != 7), beside(-1));
                let to = self.rules.choose(F::WestWraps, self.gold, right, wrong);
                self.rules.choose(F::EdgesWrap, self.gold, to, wrong)
            }
        }
    }

    /// Whether an adjacent piece fits `is_one`; a fault counts squares that touch a corner, too.
    pub(crate) fn any_beside(&self, square: usize, is_one: impl Fn(usize) -> bool) -> bool {
        let is_near = WAYS.iter().any(|way| {
            let near = self.neighbour(square, *way);
            near.is_some_and(|near| self.board[near] != EMPTY && is_one(near))
        });
        if is_near {
            return true;
        }
        let (row, file) = (square / 8, square % 8);
        let corners = [(row + 1, file + 1), (row + 1, file.wrapping_sub(1))];
        let corners = corners.into_iter().chain([
            (row.wrapping_sub(1), file + 1),
            (row.wrapping_sub(1), file.wrapping_sub(1)),
        ]);
        let mut corners = corners.filter(|(row, file)| *row < 8 && *file < 8);
        let is_at_corner = corners.any(|(row, file)| {
            let corner = row * 8 + file;
            self.board[corner] != EMPTY && is_one(corner)
        });
        self.decide(F::DiagonalsTouch, false, is_at_corner)
    }

    /// Whether an adjacent piece in this role fits `is_one`; a slip looks beyond the edge, too.
    fn beside_or_beyond_edge(
        &self,
        role: Role,
        square: usize,
        is_one: impl Fn(usize) -> bool,
    ) -> bool {
        self.any_beside(square, &is_one) || self.beyond_edge(role, square).any(is_one)
    }

    /// The squares on the other side of the board that slips take for adjacent ones.
    fn beyond_edge(&self, role: Role, square: usize) -> impl Iterator<Item = usize> {
        let ways = WAYS.into_iter().filter(|_| !self.rules.slips.are_off());
        ways.filter_map(move |way| {
            let by = square_across(square, way).filter(|by| self.board[*by] != EMPTY)?;
            let is_beyond = self.decide_in_cell(Cell::Edge { role, way }, self.board[by], true);
            (!is_beyond).then_some(by)
        })
    }

    pub(crate) fn is_friend(&self, square: usize, of: u8) -> bool {
        is_gold(self.board[square]) == is_gold(of)
    }

    /// Whether one piece is stronger than another in this condition. Faults let equals or all
    /// pieces pass.
    fn stronger(&self, relation: Relation, one: u8, other: u8) -> bool {
        let (a, b) = (strength(one), strength(other));
        let is = self.decide_in_cell(Cell::by_strength(relation, one, other), one, a > b);
        let swapped = |value| match value {
            1 => 2,
            2 => 1,
            other => other,
        };
        let is = self.decide(F::CatsOverDogs, is, swapped(a) > swapped(b));
        let is = self.decide(F::StrengthReversed, is, a < b);
        let unranked = [
            F::CatsUnranked,
            F::DogsUnranked,
            F::HorsesUnranked,
            F::CamelsUnranked,
            F::ElephantsUnranked,
        ];
        let is = unranked.into_iter().zip(1..).fold(is, |is, (fault, kind)| {
            let rank = |value| if value == kind { 0 } else { value };
            self.decide(fault, is, rank(a) > rank(b))
        });
        let (equals, any) = match relation {
            Relation::Freeze => (F::EqualsFreeze, F::AnyEnemyFreezes),
            Relation::Push => (F::EqualsPush, F::AnyStrengthPushes),
            Relation::Complete => (F::EqualCompletes, F::WeakCompletes),
            Relation::Pull => (F::EqualsPulled, F::AnyStrengthPulls),
        };
        let is = self.decide(equals, is, is || a == b);
        self.decide(any, is, true)
    }

    /// Whether a stronger enemy is beside a piece on this square.
    pub(crate) fn is_threatened(&self, square: usize, piece: u8) -> bool {
        self.beside_or_beyond_edge(Role::Freezer, square, |by| {
            let is_friend = self.is_friend(by, piece);
            let others = [Some(true), None];
            if !self.decide_by(Look::ThreatSide, Some(false), &others, |friend| {
                friend.is_none_or(|friend| friend == is_friend)
            }) {
                return false;
            }
            let freezer = self.board[by];
            let is_stronger = self.stronger(Relation::Freeze, freezer, piece)
                && self.counts_in_role(Role::Freezer, square, by)
                && self.does_deed(Deed::Freeze, by, freezer);
            let kinds = [freezer, piece].map(|piece| piece.to_ascii_uppercase());
            let is_stronger = self.decide(
                F::CatsDoNotFreezeRabbits,
                is_stronger,
                is_stronger && kinds != *b"CR",
            );
            let is_stronger = self.decide(
                F::CamelFreezesNoHorse,
                is_stronger,
                is_stronger && kinds != *b"MH",
            );
            is_stronger && self.decide(F::FrozenDoesNotFreeze, true, !is_held(&self.board, by))
        })
    }

    /// The game with another board.
    fn with(&self, board: Board) -> Self {
        Self {
            board,
            ..self.clone()
        }
    }

    /// Whether the piece on the adjacent square `by` counts in this role.
    fn counts_in_role(&self, role: Role, square: usize, by: usize) -> bool {
        let way = way_to(square, by);
        self.decide_in_cell(Cell::Beside { role, way }, self.board[by], true)
    }

    pub(crate) fn is_frozen(&self, square: usize, piece: u8) -> bool {
        self.is_frozen_from(square, square, piece)
    }

    /// Whether a piece that came from `from` would be frozen on `square`.
    fn is_frozen_from(&self, from: usize, square: usize, piece: u8) -> bool {
        let helps = |by: usize| {
            let friend = self.board[by];
            let is_weaker = strength(friend) < strength(piece);
            let is_friend = self.is_friend(by, piece);
            by != from
                && self.counts_in_role(Role::Friend, square, by)
                && self.does_deed(Deed::Help, by, friend)
                && self.decide_by(
                    Look::HelperSide,
                    Some(true),
                    &[Some(false), None],
                    |friend| friend.is_none_or(|friend| friend == is_friend),
                )
                && self.decide(F::WeakerFriendDoesNotHelp, true, !is_weaker)
                && self.decide(
                    F::ThreatenedFriendDoesNotHelp,
                    true,
                    !self.is_threatened(by, friend),
                )
        };
        let is_threatened = self.decide_by(
            Look::FreezingBoard,
            None,
            &[self.past.uncaptured],
            |board| match board {
                None => self.is_threatened(square, piece),
                Some(board) => self.with(board).is_threatened(square, piece),
            },
        );
        let has_friend = self.beside_or_beyond_edge(Role::Friend, square, helps);
        let has_friend = self.decide(F::FriendsDoNotHelp, has_friend, false);
        let is_on_goal_rank = square / 8 == if is_gold(piece) { 0 } else { 7 };
        let has_friend = self.decide(
            F::FriendsOnGoalRankDoNotHelp,
            has_friend,
            has_friend && !is_on_goal_rank,
        );
        let is = is_threatened && !has_friend && self.does_deed(Deed::Frozen, square, piece);
        let is = if self.kept.steps == 0 {
            is
        } else {
            let was = self.kept.start[square] == piece && is_held(&self.kept.start, square);
            self.decide(F::FreezingOnceATurn, is, was)
        };
        let is_at_home = square / 8 == if is_gold(piece) { 7 } else { 0 };
        let is = self.decide(F::HomeRankNotFrozen, is, is && !is_at_home);
        let is = self.decide(F::RabbitsNotFrozen, is, is && !is_rabbit(piece));
        self.decide(F::NothingFreezes, is, false)
    }
}

/// The square at the other end of the rank or file, if `square` is at this edge.
const fn square_across(square: usize, way: u8) -> Option<usize> {
    match way {
        b'n' if square < 8 => Some(square + 56),
        b's' if square >= 56 => Some(square - 56),
        b'e' if square % 8 == 7 => Some(square - 7),
        b'w' if square.is_multiple_of(8) => Some(square + 7),
        _ => None,
    }
}

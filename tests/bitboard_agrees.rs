//! The bitboard engine gives the reference engine's answers: actions, refusals with their contents, effects, states,
//! outcomes, distinct turns with their ways, counts. The reference is a black box here.

use arimaa_oracle::bitboard::{Bitboard, Workspace};
use arimaa_oracle::reference::Reference;
use arimaa_oracle::rules::Rules;
use arimaa_oracle::vocab::{
    Action, Board, Direction, Edition, Handicap, Kind, Phase, Piece, Placed, Side, Snapshot,
    Square, Step, TurnEnd,
};
use proptest::prelude::*;

/// A small reproducible source of choices (splitmix64).
struct Choices(u64);

impl Choices {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit as u64).unwrap_or(0)
    }

    fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

fn limit(kind: Kind) -> usize {
    match kind {
        Kind::Rabbit => 8,
        Kind::Elephant | Kind::Camel => 1,
        _ => 2,
    }
}

/// A random board of about so many pieces, thrown closely together if `crowded`; nearly always valid.
fn board(choices: &mut Choices, pieces: usize, crowded: bool) -> Board {
    let mut board = Board::EMPTY;
    for _ in 0..pieces {
        let piece = choices.of(&Piece::ALL);
        let square = if crowded {
            let file = choices.of(&['b', 'c', 'd', 'e', 'f']);
            let rank = choices.of(&[2, 3, 4, 5]);
            Square::named(file, rank).unwrap()
        } else {
            choices.of(&Square::ALL)
        };
        if board.count(piece) < limit(piece.kind) || choices.below(400) == 0 {
            board.set(square, Some(piece));
        }
    }
    for name in ["c3", "f3", "c6", "f6"] {
        let trap: Square = name.parse().unwrap();
        let supported = |piece: Piece| {
            board.placed().any(|other| {
                let files = (other.square.file() as u8).abs_diff(trap.file() as u8);
                let ranks = other.square.rank().abs_diff(trap.rank());
                other.piece.side == piece.side && files + ranks == 1
            })
        };
        if board.at(trap).is_some_and(|piece| !supported(piece)) && choices.below(50) > 0 {
            board.set(trap, None);
        }
    }
    board
}

fn snapshot(choices: &mut Choices, most: usize) -> Snapshot {
    let edition = choices.of(&Edition::ALL);
    let pieces = 1 + choices.below(most);
    let crowded = choices.below(3) == 0;
    let side = choices.of(&Side::ALL);
    Snapshot::position(edition, side, board(choices, pieces, crowded))
}

/// Any action at all, with a bias to what could be legal.
fn action(choices: &mut Choices, board: &Board) -> Action {
    let placed: Vec<Placed> = board.placed().collect();
    let direction = choices.of(&Direction::ALL);
    let any = Placed {
        piece: choices.of(&Piece::ALL),
        square: choices.of(&Square::ALL),
    };
    match choices.below(12) {
        0 => Action::EndTurn,
        1 => Action::Place(any),
        2 => Action::Step(Step {
            piece: any.piece,
            from: any.square,
            direction,
        }),
        _ if placed.is_empty() => Action::Place(any),
        _ => {
            let Placed { piece, square } = choices.of(&placed);
            Action::Step(Step {
                piece,
                from: square,
                direction,
            })
        }
    }
}

/// The two engines, side by side.
#[derive(Clone)]
struct Both(Reference, Bitboard);

impl Both {
    fn from(snapshot: &Snapshot) -> Option<Self> {
        match (
            Reference::from_snapshot(snapshot),
            Bitboard::from_snapshot(snapshot),
        ) {
            (Ok(slow), Ok(fast)) => Some(Self(slow, fast)),
            (slow, fast) => {
                assert_eq!(slow.err(), fast.err(), "{snapshot:?}");
                None
            }
        }
    }

    fn check_look(&self) {
        let state = self.0.snapshot();
        assert_eq!(state, self.1.snapshot());
        assert_eq!(self.0.legal_actions(), self.1.legal_actions(), "{state:?}");
        assert_eq!(self.0.outcome(), self.1.outcome(), "{state:?}");
        assert_eq!(self.0.count_steps(1), self.1.count_steps(1), "{state:?}");
        assert_eq!(self.0.count_steps(2), self.1.count_steps(2), "{state:?}");
    }

    fn check_turns(&self) {
        let state = self.0.snapshot();
        let (slow, fast) = (self.0.turns(), self.1.turns());
        assert_eq!(slow.len(), fast.len(), "{state:?}");
        for (slow, fast) in slow.iter().zip(&fast) {
            assert_eq!(slow, fast, "{state:?}");
        }
        assert_eq!(slow.len() as u64, self.1.count_turns(), "{state:?}");
        let mut ways = Vec::new();
        self.1
            .for_each_turn(&mut Workspace::default(), |way| ways.push(way));
        assert_eq!(slow.len(), ways.len(), "{state:?}");
        let mut boards: Vec<String> = ways.iter().map(|&way| self.played(way)).collect();
        let mut expected: Vec<String> = slow
            .iter()
            .map(|t| format!("{} {:?}", t.played.len(), t.board))
            .collect();
        boards.sort();
        expected.sort();
        assert_eq!(boards, expected, "{state:?}");
        let tree = (1..=4).map(|steps| self.0.count_steps(steps)).sum::<u64>();
        assert_eq!(tree, self.1.step_tree(), "{state:?}");
        for steps in 0..6 {
            let counts = (self.0.count_steps(steps), self.1.count_steps(steps));
            assert_eq!(counts.0, counts.1, "{steps} steps of {state:?}");
        }
    }

    /// The number of steps of a packed way and the board it leads to, according to the reference.
    fn played(&self, way: u64) -> String {
        let mut state = self.0.clone();
        let steps = (0..4).map(|n| usize::try_from(way >> (16 * n) & 0xffff).unwrap());
        let mut count = 0;
        for step in steps.filter(|&step| step > 0) {
            let (from, direction) = (Square::ALL[step >> 2 & 63], Direction::ALL[step & 3]);
            let legal = state.legal_actions().into_iter().find(
                |action| matches!(action, Action::Step(s) if s.from == from && s.direction == direction),
            );
            state.apply(legal.expect("a legal step")).unwrap();
            count += 1;
        }
        state.apply(Action::EndTurn).unwrap();
        format!("{count} {:?}", state.snapshot().start)
    }

    fn check_apply(&mut self, action: Action) {
        let state = self.0.snapshot();
        let (slow, fast) = (self.0.apply(action), self.1.apply(action));
        assert_eq!(slow, fast, "{action} in {state:?}");
        if slow.is_err() {
            assert_eq!(state, self.1.snapshot(), "{action} changed the state");
        }
    }

    /// A walk of legal actions, with illegal ones tried on the way.
    fn walk(&mut self, choices: &mut Choices, length: usize) {
        // The board in mid-turn is not in the snapshot; steps of pieces that moved on are tried all the same.
        let mut seen = self.0.snapshot().start;
        for _ in 0..length {
            self.check_look();
            let state = self.0.snapshot();
            let restored = Self::from(&state).expect("a state that arose is valid");
            assert_eq!(state, restored.1.snapshot());
            for _ in 0..30 {
                self.clone().check_apply(action(choices, &seen));
            }
            let legal = self.0.legal_actions();
            for action in &legal {
                self.clone().check_apply(*action);
            }
            let Some(&last) = legal.last() else { return };
            let mut chosen = choices.of(&legal);
            if last == Action::EndTurn && choices.below(4) == 0 {
                chosen = Action::EndTurn;
            }
            self.check_apply(chosen);
            match chosen {
                Action::Step(step) => {
                    seen.set(step.from, None);
                    let (file, rank) = (step.from.file() as u8, step.from.rank());
                    let (file, rank) = match step.direction {
                        Direction::North => (file, rank + 1),
                        Direction::South => (file, rank - 1),
                        Direction::East => (file + 1, rank),
                        Direction::West => (file - 1, rank),
                    };
                    seen.set(
                        Square::named(char::from(file), rank).unwrap(),
                        Some(step.piece),
                    );
                }
                Action::Place(_) => {}
                Action::EndTurn => seen = self.0.snapshot().start,
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any walk from any position, through legal and illegal actions.
    #[test]
    fn walks_agree(seed: u64) {
        let mut choices = Choices(seed);
        if let Some(mut both) = Both::from(&snapshot(&mut choices, 40)) {
            both.walk(&mut choices, 14);
        }
    }

    /// Any walk from sparse positions: repetitions, eliminations, goals, immobilized sides.
    #[test]
    fn sparse_walks_agree(seed: u64) {
        let mut choices = Choices(seed);
        if let Some(mut both) = Both::from(&snapshot(&mut choices, 5)) {
            both.walk(&mut choices, 40);
        }
    }

    /// All moments of setups, with and without handicaps.
    #[test]
    fn setups_agree(seed: u64) {
        let mut choices = Choices(seed);
        let mut handicap = Handicap::NONE;
        for _ in 0..choices.below(30) {
            handicap = handicap.and(choices.of(&Piece::ALL));
        }
        let edition = choices.of(&Edition::ALL);
        if let Some(mut both) = Both::from(&Snapshot::game(edition, handicap)) {
            for _ in 0..40 {
                both.check_look();
                both.clone().check_apply(action(&mut choices, &both.0.snapshot().start));
                let setup = matches!(both.0.snapshot().phase, Phase::Setup { .. });
                if !setup {
                    break;
                }
                // The reference lists what it counts, so only small numbers are asked for.
                if both.1.count_turns() < 600 {
                    prop_assert_eq!(both.0.count_turns(), both.1.count_turns());
                    prop_assert_eq!(both.0.turns(), both.1.turns());
                    prop_assert_eq!(both.0.count_steps(3), both.1.count_steps(3));
                }
                let legal = both.0.legal_actions();
                if legal.is_empty() {
                    break;
                }
                let action = choices.of(&legal);
                both.check_apply(action);
            }
        }
    }

    /// Snapshots of setups that cannot be.
    #[test]
    fn mutated_setups_agree(seed: u64) {
        let mut choices = Choices(seed);
        let mut state = Snapshot::game(Edition::default(), Handicap::NONE);
        let kinds: Vec<Kind> = Kind::ALL.into_iter().flat_map(|kind| std::iter::repeat_n(kind, limit(kind))).collect();
        let homes: Vec<Square> = Square::ALL.into_iter().filter(|s| s.rank() <= 2).collect();
        state.side = Side::Silver;
        state.start = kinds
            .iter()
            .zip(&homes)
            .map(|(&kind, &square)| Placed { piece: Piece::new(Side::Gold, kind), square })
            .collect();
        if choices.below(2) == 0 {
            state.start.set(choices.of(&Square::ALL), Some(choices.of(&Piece::ALL)));
        }
        if choices.below(4) == 0 {
            state.start.set(choices.of(&homes), None);
        }
        if choices.below(4) == 0 {
            state.side = Side::Gold;
        }
        let mut handicap = Handicap::NONE;
        for _ in 0..choices.below(3) {
            handicap = handicap.and(choices.of(&Piece::ALL));
        }
        let placed = (0..choices.below(3))
            .map(|_| Placed { piece: choices.of(&Piece::ALL), square: choices.of(&Square::ALL) })
            .collect();
        state.phase = Phase::Setup { handicap, placed };
        Both::from(&state);
    }

    /// Histories, steps and boards thrown together: the same first fault.
    #[test]
    fn mutated_snapshots_agree(seed: u64) {
        let mut choices = Choices(seed);
        let mut state = snapshot(&mut choices, 12);
        let mut earlier: Vec<TurnEnd> = Vec::new();
        for _ in 0..choices.below(9) {
            let to_move = choices.of(&Side::ALL);
            let end = match choices.below(4) {
                0 | 1 if !earlier.is_empty() => choices.of(&earlier),
                2 => TurnEnd { board: state.start, to_move },
                _ => TurnEnd { board: board(&mut choices, 3, true), to_move },
            };
            earlier.push(end);
        }
        let steps = (0..choices.below(5))
            .filter_map(|_| match action(&mut choices, &state.start) {
                Action::Step(step) => Some(step),
                _ => None,
            })
            .collect();
        state.phase = Phase::Play { steps, earlier };
        if let Some(both) = Both::from(&state) {
            both.check_look();
        }
    }

    /// Distinct turns with their ways and step counts, at the start of turns and in mid-turn, with worn-out ends.
    #[test]
    fn turns_agree(seed: u64) {
        let mut choices = Choices(seed);
        let mut state = snapshot(&mut choices, 9);
        let Some(both) = Both::from(&state) else { return Ok(()) };
        let ends: Vec<Board> = both.0.turns().iter().map(|turn| turn.board).collect();
        if !ends.is_empty() {
            let mut earlier = Vec::new();
            for _ in 0..choices.below(4) {
                let board = choices.of(&ends);
                let to_move = if choices.below(5) == 0 { state.side } else { state.side.other() };
                earlier.extend([TurnEnd { board, to_move }; 2]);
            }
            if ends.len() < 40 && choices.below(2) == 0 {
                // Everything worn out: END-8.
                let to_move = state.side.other();
                earlier = ends.iter().flat_map(|&board| [TurnEnd { board, to_move }; 2]).collect();
            }
            state.phase = Phase::Play { steps: Vec::new(), earlier };
        }
        let Some(mut both) = Both::from(&state) else { return Ok(()) };
        for _ in 0..5 {
            both.check_look();
            both.check_turns();
            let mut legal = both.0.legal_actions();
            legal.retain(|&action| action != Action::EndTurn);
            if legal.is_empty() {
                break;
            }
            let action = choices.of(&legal);
            both.check_apply(action);
        }
    }
}

fn compact(side: Side, text: &str) -> Bitboard {
    let mut board = Board::EMPTY;
    for (index, letter) in text.chars().enumerate() {
        let square = Square::ALL[(7 - index / 8) * 8 + index % 8];
        board.set(square, Piece::from_letter(letter));
    }
    Bitboard::from_snapshot(&Snapshot::position(Edition::default(), side, board)).unwrap()
}

/// The figures of SPEC.md chapter 13, and two step trees that the reference engine counted.
#[test]
fn published_figures() {
    let tree = |state: &Bitboard| (1..=4).map(|steps| state.count_steps(steps)).sum::<u64>();
    let blanks = " ".repeat(32);
    let text = format!("rrrrrrrrdhcemchd{blanks}DHCMECHDRRRRRRRR");
    let setup = compact(Side::Gold, &text);
    assert_eq!(setup.count_turns(), 3353);
    assert_eq!(setup.turns().len(), 3353);
    assert_eq!(tree(&setup), 23_886);
    assert_eq!(setup.step_tree(), 23_886);
    let text = "e    c    dH Dc rH rC  R rD rCr h r  r   R rE MdR R m h  R R R R";
    let crowded = compact(Side::Gold, text);
    assert_eq!(crowded.count_steps(1), 72);
    assert_eq!(crowded.count_turns(), 101_448);
    assert_eq!(crowded.turns().len(), 101_448);
    assert_eq!(tree(&crowded), 1_518_158);
    assert_eq!(crowded.step_tree(), 1_518_158);
}

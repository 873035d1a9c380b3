//! Goal within the turn: the quick search of [`Position`] against all distinct turns of both
//! engines.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use arimaa::Game;
use arimaa::bitboard::{Position, Workspace};
use arimaa::compare::Reference;
use arimaa::random::SplitMix64;
use arimaa::rules::Rules;
use arimaa::vocab::{
    Action, Board, Edition, Kind, Phase, Piece, Placed, Side, Snapshot, Square, Turn, TurnEnd,
};

/// Counts of the answers that were compared.
#[derive(Debug, Default)]
struct Met {
    /// The number of positions by the length of their shortest goal in steps; `None` without a
    /// goal.
    lengths: BTreeMap<Option<usize>, usize>,
    pushing: usize,
    pulling: usize,
    in_mid_turn: usize,
    /// The number of positions where repetition forbids some goals, and of those where it forbids
    /// all.
    some_forbidden: usize,
    all_forbidden: usize,
}

/// Compares `positions` random positions near the goal with all their turns, and one in `engines`
/// of them with the reference engine, which is slow.
fn compare(seed: u64, positions: u64, engines: u64, met: &mut Met) {
    let mut space = Workspace::default();
    for stream in 0..positions {
        let mut random = SplitMix64::new(seed, stream);
        let Some(position) = near_goal(&mut random) else {
            continue;
        };
        compare_searches(&position, &mut space, met);
        if stream % engines == 0 {
            compare_engines(&position, &mut random, met);
        }
    }
}

/// Compares the answers about goals with the goals among all turns that the bitboard engine visits.
fn compare_searches(position: &Position, space: &mut Workspace, met: &mut Met) {
    let side = position.side();
    let mut expected = BTreeMap::new();
    position.visit_turns(space, |turn| {
        let board = turn.board();
        assert_eq!(turn.is_goal(), is_goal(&board, side), "{position}");
        if turn.is_goal() {
            expected.insert(board, turn.steps().len());
        }
    });
    let fewest = expected.values().min().copied();
    *met.lengths.entry(fewest).or_default() += 1;
    assert_eq!(position.has_goal(), fewest.is_some(), "{position}");
    let way = position.shortest_goal();
    let steps = way.map(arimaa::bitboard::TurnSteps::len);
    assert_eq!(steps, fewest, "{position}");
    let mut after = *position;
    for step in way.into_iter().flatten() {
        after
            .play_step(step)
            .unwrap_or_else(|illegal| panic!("{position}: {step}: {illegal}"));
    }
    if way.is_some() {
        assert!(
            after.can_end() && is_goal(&after.board(), side),
            "{position}"
        );
    }
    let mut visited = BTreeMap::new();
    position.visit_goals(space, |turn| {
        visited.insert(turn.board(), turn.steps().len());
    });
    assert_eq!(visited, expected, "{position}");
    let broken_off = position.try_visit_goals(space, |turn| ControlFlow::Break(turn.board()));
    let first = broken_off.break_value();
    assert_eq!(first.is_some(), !expected.is_empty(), "{position}");
    assert!(
        first.is_none_or(|board| expected.contains_key(&board)),
        "{position}"
    );
    met.pushing += usize::from(position.open_push().is_some());
    met.pulling += usize::from(position.open_pull().is_some());
    met.in_mid_turn += usize::from(position.steps_left() < 4);
}

/// Compares the goals of both engines, without a history and with one that forbids goals.
fn compare_engines(position: &Position, random: &mut SplitMix64, met: &mut Met) {
    let state = |earlier| {
        let start = position.turn_start();
        let mut snapshot = Snapshot::position(Edition::default(), start.side(), start.board());
        snapshot.phase = Phase::Play {
            steps: position.steps_taken().iter().collect(),
            earlier,
        };
        snapshot
    };
    let goals = goals_of_both(&state(Vec::new()));
    assert_eq!(!goals.is_empty(), position.has_goal(), "{position}");
    let most = random.below(goals.len() + 1);
    let forbidden = if random.one_in(3) { goals.len() } else { most };
    let to_move = position.side().other();
    let ends = goals.iter().take(forbidden).map(|goal| TurnEnd {
        board: goal.board,
        to_move,
    });
    if forbidden > 0 && goals.len() < 50 {
        let earlier = ends.flat_map(|end| [end, end]).collect();
        let left = goals_of_both(&state(earlier));
        assert_eq!(left, goals[forbidden..], "{position}");
        met.all_forbidden += usize::from(left.is_empty());
        met.some_forbidden += usize::from(!left.is_empty());
    }
}

/// The goals of a state in both engines, which agree in every way of asking.
fn goals_of_both(state: &Snapshot) -> Vec<Turn> {
    let reference = Reference::from_snapshot(state).unwrap();
    let game = Game::from_snapshot(state).unwrap();
    let (first, second) = (reference.goals(), game.goals());
    assert_eq!(first, second, "{state:?}");
    let has_goal = !first.is_empty();
    assert_eq!(reference.has_goal(), has_goal, "{state:?}");
    assert_eq!(game.has_goal(), has_goal, "{state:?}");
    let mut visited = 0;
    game.visit_goals(&mut Workspace::default(), |_| visited += 1);
    assert_eq!(visited, first.len(), "{state:?}");
    let broken_off = game.try_visit_goals(&mut Workspace::default(), |_| ControlFlow::Break(()));
    assert_eq!(broken_off.is_break(), has_goal, "{state:?}");
    first
}

fn is_goal(board: &Board, side: Side) -> bool {
    let rank = if side == Side::Gold { 8 } else { 1 };
    let rabbit = Piece::new(side, Kind::Rabbit);
    board
        .placed()
        .any(|placed| placed.piece == rabbit && placed.square.rank() == rank)
}

/// A position with a rabbit of the player near its goal and other pieces around it; `None` if
/// invalid.
fn near_goal(random: &mut SplitMix64) -> Option<Position> {
    let side = random.choose(&Side::ALL)?;
    let from_goal = |square: Square| match side {
        Side::Gold => 8 - square.rank(),
        Side::Silver => square.rank() - 1,
    };
    let near: Vec<Square> = Square::ALL
        .into_iter()
        .filter(|&square| from_goal(square) <= 4)
        .collect();
    let rabbit = random.choose(&near)?;
    let mut board = Board::EMPTY;
    if from_goal(rabbit) > 0 || random.one_in(50) {
        board.set(rabbit, Some(Piece::new(side, Kind::Rabbit)));
    }
    let around: Vec<Square> = (near.iter().copied())
        .filter(|&square| square.distance(rabbit) <= 4)
        .collect();
    for _ in 0..2 + random.below(9) {
        let anywhere = random.one_in(6);
        let square = random.choose(if anywhere { &Square::ALL } else { &around })?;
        let piece = random.choose(&Piece::ALL)?;
        let own_goal = piece == Piece::new(side, Kind::Rabbit) && from_goal(square) == 0;
        if board.at(square).is_none() && (!own_goal || random.one_in(60)) {
            board.set(square, Some(piece));
        }
    }
    let mut position = Position::new(side, &board).ok()?;
    for _ in 0..random.below(4) * random.below(2) {
        let steps: Vec<_> = position.steps().collect();
        position = position.after(random.choose(&steps)?);
    }
    Some(position)
}

#[test]
fn goals_within_a_turn_are_those_of_all_turns() {
    let mut met = Met::default();
    compare(1, 2_500, 10, &mut met);
    let lengths: Vec<_> = met.lengths.keys().copied().collect();
    assert_eq!(
        lengths,
        [None, Some(0), Some(1), Some(2), Some(3), Some(4)],
        "{met:?}"
    );
    let fewest = met
        .lengths
        .values()
        .copied()
        .filter(|&count| count < 20)
        .count();
    assert!(fewest <= 1, "{met:?}");
    let least = [
        met.pushing,
        met.pulling,
        met.in_mid_turn,
        met.some_forbidden,
        met.all_forbidden,
    ];
    assert!(least.into_iter().all(|count| count >= 10), "{met:?}");
}

/// The rabbit steps to the square that the elephant leaves when it pushes the cat.
#[test]
fn a_push_by_the_piece_ahead_makes_room() {
    let board = "s [ r                              d        R      r h     eC      ] rb8s";
    let position: Position = board.parse().unwrap();
    let way = position.shortest_goal().map(|steps| steps.to_string());
    assert_eq!(way.as_deref(), Some("Cb1e ea1e ra2s"));
}

/// Positions with a goal that the search would miss, or find by a longer way, if one condition of
/// its bound were narrower.
#[test]
fn goals_that_a_narrower_bound_would_miss() {
    let (mut space, mut met) = (Workspace::default(), Met::default());
    for board in [
        "g [rC  c   RE     C      D d     H        r                        ]",
        "g [     D H      CR         ER  dM  r                              ] Df8s Df7s",
        "g [  hr     cR  C  h R  cd      r         r                        ]",
        "g [DH        h  C   r  R    r Rer    r                             ] Hb8s",
        "g [r    h   rC   d RRRECH  RDR   h         r                       ]",
        "g [C       D  Hr Rmc     rrC H M  R   r                            ]",
        "g [    hD      d  R     R hH    R          r                       ]",
        "g [H h d      r  c MDR   H C                r                      ]",
        "g [C h       R      h      r Emrr D   r                            ]",
        "g [ eMEm     rr       RR   C   c         r                         ]",
        "g [       c     H       DMRr dh   d    r                           ]",
        "g [  e      R         D  r    r  C        r                        ] Rb7e",
        "g [ dc     d RE M eR  C       r  DR  r                             ] Ed7e",
        "g [   c       RE             Re D   r                              ] Ee7e",
        "g [  hc H r rCE  c  R  r      R   R      r                         ]",
        "g [  m h               R    E  DC      r                           ] Eb5w",
        "g [rm r   hC e  D     d H R     R      r                           ]",
        "g [rrr rrrr  cR                       E                    C       ] Ca1e",
        "g [r     C      H R      Dc                                R       ] Ra1e Rb1e",
        "g [   D       r     H R       c   r                                ]",
        "g [   D       r      cR      r    r   H                            ]",
        "g [rrc drrr  R R      Rh              H                    C       ] Ca1e",
        "g [       r rRr    rRc      Hr       m                     R       ] Ra1e",
        "g [rrrrrrr RRRRRRRR                                    E          r] Ee2n Ee3n Ee4n",
    ] {
        let position: Position = board.parse().unwrap();
        assert!(position.has_goal(), "{board}");
        compare_searches(&position, &mut space, &mut met);
    }
}

#[test]
#[ignore = "takes minutes; .ci/deep runs it"]
fn goals_within_a_turn_of_many_positions() {
    let mut met = Met::default();
    compare(2, 600_000, 200, &mut met);
    assert!(met.lengths.values().sum::<usize>() >= 300_000, "{met:?}");
    println!("{met:?}");
}

/// Every way of visiting turns gives those that are listed, also during a setup.
#[test]
fn visited_turns_are_the_listed_ones() {
    let placed = [
        "Ra1", "Rb1", "Rc1", "Rd1", "Re1", "Rf1", "Rg1", "Rh1", "Ca2", "Cb2", "Dc2",
    ];
    let placed: Vec<Placed> = placed
        .iter()
        .map(|placed| placed.parse().unwrap())
        .collect();
    let mut setup = Snapshot::default();
    if let Phase::Setup { placed: so_far, .. } = &mut setup.phase {
        so_far.extend(placed);
    }
    let board = "[r......................e...........E.......r................R..R]";
    let play = Snapshot::position(Edition::default(), Side::Gold, board.parse().unwrap());
    for state in [setup, play] {
        check_visited(&Reference::from_snapshot(&state).unwrap());
        check_visited(&Game::from_snapshot(&state).unwrap());
    }
}

fn check_visited(state: &dyn Rules) {
    let turns = state.turns();
    let lengths: BTreeMap<Board, usize> = turns
        .iter()
        .map(|turn| (turn.board, turn.played.len()))
        .collect();
    assert!(turns.len() > 50 && lengths.len() == turns.len());
    let mut visited = BTreeMap::new();
    let all = state.visit_turns(&mut |turn| {
        let mut after = state.boxed_clone();
        for played in &turn.played {
            assert_eq!(after.apply(played.action), Ok(played.effect));
        }
        assert_eq!(
            after.apply(Action::EndTurn).map(|_| after.board()),
            Ok(turn.board)
        );
        visited.insert(turn.board, turn.played.len());
        ControlFlow::Continue(())
    });
    assert!(all.is_continue());
    assert_eq!(visited, lengths);
    let mut seen = 0;
    let broken_off = state.visit_turns(&mut |_| {
        seen += 1;
        if seen == 7 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    assert_eq!((broken_off, seen), (ControlFlow::Break(()), 7));
}

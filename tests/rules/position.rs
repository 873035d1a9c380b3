//! Tests of `Position` as an author of an engine uses it: texts, single steps, keys, equality.

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::hash::{Hash, Hasher};

use arimaa::PositionError;
use arimaa::bitboard::{Bitboard, Game, Position, Workspace, strength};
use arimaa::rules::Rules;
use arimaa::vocab::{
    Direction, Edition, Handicap, Kind, Part, Piece, Side, Snapshot, Square, Step,
};

/// A gold elephant on d4 with a silver rabbit north of it, and rabbits far away.
const PUSH: &str = "g [r..........................r.......E...........................R]";

fn position(text: &str) -> Position {
    text.parse()
        .unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn steps(text: &str) -> Vec<Step> {
    text.split(' ').map(|step| step.parse().unwrap()).collect()
}

#[test]
fn a_text_that_is_no_position_is_refused_with_its_reason() {
    let ranks = "r7/8/8/3r4/3E4/8/8/7R";
    for (text, reason) in [
        (
            PUSH[..67].to_owned(),
            "line 1, column 68: found the end of the line, expected `]` after 64 squares",
        ),
        (
            format!("g {ranks} rd5n Ed4"),
            "line 1, column 30: found `Ed4`, expected a step, such as `Ed2n`",
        ),
        (
            "g r7/8/2E5/8/8/8/8/7R".to_owned(),
            "the gold elephant on c6 stands on a trap without a friend beside it",
        ),
        (
            format!("{PUSH} Rh1s"),
            "Rh1s: there is no square south of h1",
        ),
    ] {
        let error: PositionError = text.parse::<Position>().unwrap_err();
        assert_eq!(error.to_string(), reason, "{text}");
        let source = error.source().unwrap().to_string();
        assert!(reason.ends_with(&source), "{source}");
    }
    let pushed: Position = format!("g {ranks} rd5n").parse().unwrap();
    assert_eq!(pushed.open_push(), Some("rd5".parse().unwrap()));
}

#[test]
fn legal_steps_and_successors_know_how_many_are_left() {
    let position = position(PUSH);
    let (mut steps, mut successors) = (position.steps(), position.successors());
    let all = position.steps().count();
    for taken in 0..=all {
        assert_eq!(steps.len(), all - taken);
        assert_eq!(steps.size_hint(), (all - taken, Some(all - taken)));
        assert_eq!(successors.size_hint(), steps.size_hint());
        assert_eq!(steps.next().is_some(), taken < all);
        assert_eq!(successors.next().is_some(), taken < all);
    }
}

/// Sets of adjacent squares are computed from files and ranks, and strengths from a list.
#[test]
fn sets_of_a_position_are_those_of_its_pieces() {
    let mut seen = (Bitboard::EMPTY, 0, 0);
    let mut check = |position: &Position| {
        let at = |square| position.piece_at(square);
        let set = |holds: &dyn Fn(Square, Piece) -> bool| -> Bitboard {
            let holds = |square: &Square| at(*square).is_some_and(|piece| holds(*square, piece));
            Square::ALL.into_iter().filter(holds).collect()
        };
        let beside = |square: Square| {
            (Square::ALL.into_iter()).filter(move |&other| other.distance(square) == 1)
        };
        let is_stronger = |one: Piece, other: Piece| {
            let list = "RCDHME";
            list.find(one.kind.letter()) > list.find(other.kind.letter())
        };
        let threatens =
            |one: Piece, other: Piece| one.side != other.side && is_stronger(one, other);
        let is_threatened = |square: Square, piece: Piece| {
            beside(square).any(|other| at(other).is_some_and(|other| threatens(other, piece)))
        };
        let has_friend = |square: Square, piece: Piece| {
            beside(square).any(|other| at(other).is_some_and(|other| other.side == piece.side))
        };
        assert_eq!(position.occupied(), set(&|_, _| true));
        for piece in Piece::ALL {
            assert_eq!(position.by_piece(piece), set(&|_, other| other == piece));
        }
        for kind in Kind::ALL {
            let of_kind = Piece::new(Side::Gold, kind);
            assert_eq!(position.by_kind(kind), set(&|_, other| other.kind == kind));
            let stronger = set(&|_, other| is_stronger(other, of_kind));
            assert_eq!(position.stronger_than(kind), stronger);
            let weaker = set(&|_, other| is_stronger(of_kind, other));
            assert_eq!(position.weaker_than(kind), weaker);
        }
        for side in Side::ALL {
            assert_eq!(position.by_side(side), set(&|_, piece| piece.side == side));
            let threatened =
                set(&|square, piece| piece.side == side && is_threatened(square, piece));
            assert_eq!(position.threatened(side), threatened);
            let frozen =
                set(&|square, piece| threatened.contains(square) && !has_friend(square, piece));
            assert_eq!(position.frozen(side), frozen);
            seen.0 |= frozen;
        }
        for square in Square::ALL {
            let of = |threatens: &dyn Fn(Piece, Piece) -> bool| -> Bitboard {
                let threatens = |other: &Square| match (at(square), at(*other)) {
                    (Some(piece), Some(other)) => threatens(piece, other),
                    _ => false,
                };
                beside(square).filter(threatens).collect()
            };
            let threats = of(&|piece, other| threatens(other, piece));
            assert_eq!(position.threats_to(square), threats);
            assert_eq!(position.threats_from(square), of(&threatens));
            let is_frozen = position.is_frozen(square);
            let side = at(square).map(|piece| piece.side);
            let is_in_set = side.is_some_and(|side| position.frozen(side).contains(square));
            assert_eq!(is_frozen, is_in_set);
            let by = if is_frozen { threats } else { Bitboard::EMPTY };
            assert_eq!(position.frozen_by(square), by);
            seen.1 += usize::from(is_frozen);
            seen.2 += threats.len();
        }
    };
    let crowded = position("g [e    c    dH Dc rH rC  R rD rCr h r  r   R rE MdR R m h  R R R R]");
    check(&crowded);
    let mut visited = 0;
    crowded.visit_turns(&mut Workspace::default(), |turn| {
        visited += 1;
        if visited % 1_000 == 0 {
            check(&turn.position());
        }
    });
    assert!(
        seen.0.len() > 10 && seen.1 > 100 && seen.2 > 500,
        "{seen:?}"
    );
    let kinds = Kind::ALL.map(strength);
    assert_eq!(kinds, [1, 2, 3, 4, 5, 6]);
}

#[test]
fn named_sets_are_those_of_squares() {
    for square in Square::ALL {
        let this = Bitboard::from(square);
        assert_eq!(this.flip_vertical(), square.flip_vertical().into());
        assert_eq!(this.flip_horizontal(), square.flip_horizontal().into());
        let by_rank = Bitboard::from_rank(square.rank());
        assert_eq!(by_rank & Bitboard::from_file(square.file()), this);
        let beside: Bitboard = (Square::ALL.into_iter())
            .filter(|other| other.distance(square) == 1)
            .collect();
        assert_eq!(this.neighbours(), beside);
        for direction in Direction::ALL {
            let (files, ranks) = match direction {
                Direction::North => (0, 1),
                Direction::South => (0, -1),
                Direction::East => (1, 0),
                Direction::West => (-1, 0),
            };
            let moved = square.offset(files, ranks).into_iter().collect();
            assert_eq!(this.shift(direction), moved);
        }
    }
    assert_eq!(
        Bitboard::from_rank(0) | Bitboard::from_rank(9),
        Bitboard::EMPTY
    );
    assert_eq!(
        Bitboard::from_file('i') | Bitboard::from_file('A'),
        Bitboard::EMPTY
    );
    let traps = [Square::C3, Square::F3, Square::C6, Square::F6];
    assert_eq!(Bitboard::TRAPS, traps.into_iter().collect());
    assert_eq!(Bitboard::goal_rank(Side::Gold), Bitboard::from_rank(8));
    assert_eq!(Bitboard::goal_rank(Side::Silver), Bitboard::from_rank(1));
    let drawn = format!("{:?}", Bitboard::from_iter([Square::A8, Square::C1]));
    assert!(
        drawn.starts_with("\n1 . .") && drawn.ends_with("\n. . 1 . . . . ."),
        "{drawn}"
    );
}

/// The captures of a turn are those of its steps, one by one.
#[test]
fn captures_of_a_turn_are_those_of_its_steps() {
    let position = position("g [........r.....r..rdh..............E..CD.....R.....H........R....]");
    let (mut turns, mut most) = (0, 0);
    position.visit_turns(&mut Workspace::default(), |turn| {
        let mut now = position;
        let mut captured = Vec::new();
        for step in turn.steps() {
            let effect = now.play_step(step).unwrap();
            assert_eq!(now.last_capture(), effect.captured);
            captured.extend(effect.captured);
        }
        assert!(now.captures().eq(captured.iter().copied()));
        assert!(turn.captures().eq(captured.iter().copied()));
        turns += usize::from(!captured.is_empty());
        most = most.max(captured.len());
    });
    assert!(turns > 20 && most >= 2, "{turns} {most}");
}

#[test]
fn positions_are_equal_if_the_same_can_follow() {
    let start = position(PUSH);
    let after = |text| {
        steps(text).into_iter().fold(start, |position, step| {
            assert!(position.check_step(step).is_ok());
            position.after(step)
        })
    };
    let hash = |position: &Position| {
        let mut hasher = DefaultHasher::new();
        position.hash(&mut hasher);
        hasher.finish()
    };
    let (one, other) = (after("Rh1n Ed4e"), after("Rh1n Rh2w"));
    assert_ne!(one, other);
    assert_ne!(hash(&one), hash(&other));
    assert_ne!(one.cmp(&other), std::cmp::Ordering::Equal);
    assert_eq!(one.partial_cmp(&other), Some(one.cmp(&other)));
    // The order of steps that leave the same open does not matter.
    let (one, other) = (after("Ed4w Rh1n Ec4w"), after("Rh1n Ed4w Ec4w"));
    assert_eq!(
        (one, hash(&one), one.key()),
        (other, hash(&other), other.key())
    );
    assert_ne!(one.steps_taken(), other.steps_taken());
    let whole = one.key().to_u128();
    let [low, high] =
        [whole & u128::from(u64::MAX), whole >> 64].map(|half| u64::try_from(half).unwrap());
    assert_eq!(one.key().to_u64(), low ^ high.rotate_left(29));
    assert_eq!(format!("{one:?}"), one.to_string());
}

/// The key is that of the board, changed by the side, by the steps left, and by the steps that
/// complete an open push or end an open pull. On one board each of these changes it differently.
#[test]
fn side_number_of_steps_and_open_push_or_pull_change_the_key_of_the_board() {
    let mut changes = BTreeMap::new();
    let (mut moments, mut different) = (BTreeSet::new(), BTreeSet::new());
    let mut open = vec![
        position(PUSH_OR_PULL),
        position(&PUSH_OR_PULL.replace("g [", "s [")),
        position(PUSH),
    ];
    while let Some(position) = open.pop() {
        let change = position.key().to_u128() ^ position.board_key().to_u128();
        let closes = |step: &Step| {
            let part = position.check_step(*step);
            matches!(part, Ok(Part::PushCompleted | Part::Pull))
        };
        let mut closing: Vec<String> = (position.steps().filter(closes))
            .map(|step| format!("{}{}", step.from, step.direction.letter()))
            .collect();
        closing.sort_unstable();
        let moment = format!(
            "{:?} {} {closing:?}",
            position.side(),
            position.steps_left()
        );
        assert_eq!(*changes.entry(moment.clone()).or_insert(change), change);
        moments.insert((position.board_key(), moment));
        different.insert((position.board_key(), change));
        if position.steps_left() > 1 {
            open.extend(position.successors().map(|(_, after)| after));
        }
    }
    assert!(changes.len() > 30, "{} moments", changes.len());
    assert_eq!(different.len(), moments.len());
}

#[test]
#[should_panic(expected = "Rh1s is not legal")]
#[cfg(debug_assertions)]
fn a_step_that_is_not_legal_is_noticed_in_builds_that_check() {
    let _ = position(PUSH).after("Rh1s".parse().unwrap());
}

/// A position where a camel on c5 may push the rabbit on d5 south, too, after the elephant's step
/// south.
const PUSH_OR_PULL: &str = "g [r.........................Mr.......E...........................R]";

#[test]
fn an_outcome_is_that_of_the_start_of_the_turn() {
    // Gold has no rabbit left.
    let decided = position(&PUSH.replace('R', "."));
    let after = decided.after("Ed4e".parse().unwrap());
    assert!(decided.outcome(Edition::default()).is_some());
    assert_eq!(
        after.outcome(Edition::default()),
        decided.outcome(Edition::default())
    );
}

#[test]
fn a_game_knows_its_edition_its_side_and_its_turns() {
    let edition = Edition::ALL[0];
    let game = Game::from_snapshot(&Snapshot::game(edition, Handicap::NONE)).unwrap();
    assert_eq!((game.edition(), game.turns_played()), (edition, 0));
    assert_eq!(game.side(), Side::Gold);
    assert_eq!(game.occurrences(&position(PUSH)), 0);
    let start = Snapshot::position(edition, Side::Gold, position(PUSH).board());
    let mut game = Game::from_snapshot(&start).unwrap();
    assert_eq!(game.occurrences(&position(PUSH)), 1);
    game.play(["Ed4e".parse().unwrap()]).unwrap();
    assert_eq!((game.turns_played(), game.side()), (1, Side::Silver));
    assert_eq!(game.occurrences(&position(PUSH)), 1);
    assert_eq!(game.occurrences(game.position().unwrap()), 1);
}

#[test]
fn a_position_is_built_from_the_squares_of_each_piece() {
    let position: Position = "g r7/8/3E4/4c3/8/8/8/R6R".parse().unwrap();
    let pieces = Piece::ALL.map(|piece| (piece, position.by_piece(piece)));
    assert_eq!(
        Position::from_bitboards(position.side(), pieces),
        Ok(position)
    );
}

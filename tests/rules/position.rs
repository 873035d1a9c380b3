//! `Position` as an author of an engine uses it: texts, steps one after the other, keys, equality.

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::hash::{Hash, Hasher};

use arimaa::bitboard::{Game, Position, PositionError, TurnSteps, Workspace};
use arimaa::rules::Rules;
use arimaa::vocab::{Direction, Edition, Handicap, Illegal, Side, Snapshot, Square, Step};

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
    let board = &PUSH[2..];
    let form = "a compact board (`g` or `s`, and 64 squares in brackets)";
    let wrong = [
        ("g".to_owned(), form),
        (format!("g {}", &board[..65]), form),
        (format!("x {board}"), form),
        (format!("g [.{}", &board[1..]), form),
        (format!("g {}", board.replacen('.', "x", 1)), form),
        (format!("g {board} Ed4"), "`Ed4` is not a step"),
        (
            format!("g {board} Rh1s"),
            "Rh1s: there is no square south of h1",
        ),
    ];
    for (text, reason) in wrong {
        let error: PositionError = text.parse::<Position>().unwrap_err();
        let is_so = match &error {
            PositionError::Board(error) => error.expected() == reason,
            PositionError::Step(_) | PositionError::Illegal { .. } => {
                error.source().is_some() && error.to_string().starts_with(reason)
            }
            _ => error.to_string() == reason,
        };
        assert!(is_so, "{text}: {error}");
    }
    for front in ["g[", " G  [", "w [", "W["] {
        let other = format!("{front}{}", &board[1..]);
        assert_eq!(
            other.parse::<Position>(),
            format!("g {board}").parse(),
            "{other}"
        );
    }
    let unsupported = "g [..................E.............................................]";
    let error = unsupported.parse::<Position>().unwrap_err();
    assert!(matches!(error, PositionError::Invalid(_)));
    assert!(
        error
            .source()
            .is_some_and(|source| source.to_string() == error.to_string())
    );
}

#[test]
fn steps_of_a_turn_are_a_value() {
    let all = steps("Ed4e Ee4e Ef4e Eg4e Eh4n");
    let four: TurnSteps = all.iter().copied().collect();
    assert_eq!(four.len(), TurnSteps::MOST);
    assert_eq!(four.to_string(), "Ed4e Ee4e Ef4e Eg4e");
    assert_eq!(format!("{four:?}"), format!("{:?}", &all[..4]));
    assert!(four.iter().eq(all[..4].iter().copied()));
    assert!(four.into_iter().eq(four.iter()));
    let none: TurnSteps = [].into_iter().collect();
    assert!(none.is_empty() && none.to_string().is_empty());
    assert_ne!(four, none);
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

#[test]
fn a_piece_is_frozen_if_its_steps_are_refused_for_that() {
    let (mut frozen, mut free) = (BTreeSet::new(), BTreeSet::new());
    let mut check = |position: &Position| {
        let side = position.side();
        for own in position.pieces().filter(|own| own.piece.side == side) {
            let is_frozen = position.is_frozen(own.square);
            for direction in Direction::ALL {
                let step = Step {
                    piece: own.piece,
                    from: own.square,
                    direction,
                };
                match position.check_step(step) {
                    Ok(_) => {
                        assert!(!is_frozen, "{step}: {position}");
                        free.insert(step);
                    }
                    Err(Illegal::Frozen { .. }) => {
                        assert!(is_frozen, "{step}: {position}");
                        frozen.insert(step);
                    }
                    Err(_) => {}
                }
            }
        }
    };
    let crowded = position("g [e    c    dH Dc rH rC  R rD rCr h r  r   R rE MdR R m h  R R R R]");
    check(&crowded);
    let mut visited = 0;
    crowded.visit_turns(&mut Workspace::default(), |turn| {
        visited += 1;
        if visited % 100 == 0 {
            check(&turn.position());
        }
    });
    let empty = (Square::ALL.into_iter()).find(|square| crowded.piece_at(*square).is_none());
    assert!(!crowded.is_frozen(empty.unwrap()));
    assert!(frozen.len() > 40 && free.len() > 40, "{frozen:?} {free:?}");
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

/// The key is that of the board, changed by the side, the steps left and what is open, and by
/// nothing else.
#[test]
fn each_side_number_of_steps_and_open_push_or_pull_changes_the_key_in_its_own_way() {
    let mut changes = BTreeMap::new();
    let mut open = vec![
        position(PUSH_OR_PULL),
        position(&PUSH_OR_PULL.replace("g [", "s [")),
        position(PUSH),
    ];
    while let Some(position) = open.pop() {
        let change = position.key().to_u128() ^ position.board_key().to_u128();
        let moment = format!(
            "{:?} {} {:?} {:?}",
            position.side(),
            position.steps_left(),
            position.open_push(),
            position.open_pull()
        );
        assert_eq!(*changes.entry(moment).or_insert(change), change);
        if position.steps_left() > 1 {
            open.extend(position.successors().map(|(_, after)| after));
        }
    }
    assert!(changes.len() > 50, "{} moments", changes.len());
    let different: BTreeSet<u128> = changes.values().copied().collect();
    assert_eq!(different.len(), changes.len());
}

#[test]
fn turn_without_a_step_with_an_open_push_or_without_a_change_cannot_end() {
    for (taken, can_end) in [
        ("", false),
        (" rd5n", false),
        (" Ed4e Ee4w", false),
        (" Ed4e", true),
        (" rd5n Ed4n", true),
    ] {
        let position = position(&format!("{PUSH}{taken}"));
        assert_eq!(position.can_end(), can_end, "after{taken}");
    }
}

#[test]
#[should_panic(expected = "Rh1s is not legal")]
#[cfg(debug_assertions)]
fn a_step_that_is_not_legal_is_noticed_in_builds_that_check() {
    let _ = position(PUSH).after("Rh1s".parse().unwrap());
}

#[test]
fn visited_boards_are_those_of_positions_made_one_by_one() {
    let start = position(PUSH);
    let mut boards = Vec::new();
    start.visit_steps(|board| {
        for square in Square::ALL {
            assert_eq!(board.piece_at(square), board.board().at(square));
        }
        boards.push((board.board_key(), board.board()));
    });
    boards.sort_unstable_by_key(|(key, _)| *key);
    let mut made = Vec::new();
    let mut open = vec![start];
    while let Some(position) = open.pop() {
        for (_, after) in position.successors() {
            made.push((after.board_key(), after.board()));
            open.push(after);
        }
    }
    made.sort_unstable_by_key(|(key, _)| *key);
    assert_eq!(boards, made);
    let mut turns = 0;
    start.visit_turns(&mut Workspace::default(), |turn| {
        turns += u64::from(turn.steps().len() <= TurnSteps::MOST);
    });
    assert_eq!(turns, start.count_turns());
}

/// A camel on c5 may push the rabbit on d5 south too, after the elephant's step south.
const PUSH_OR_PULL: &str = "g [r.........................Mr.......E...........................R]";

#[test]
fn step_counts_are_sums_over_first_steps_whatever_is_open() {
    for taken in ["", " Ed4s", " rd5n", " Ed4s Rh1w"] {
        let start = position(&format!("{PUSH_OR_PULL}{taken}"));
        assert_eq!(start.count_steps(0), 1, "after{taken}");
        for steps in 1..=3 {
            let sum: u64 = start
                .successors()
                .map(|(_, after)| after.count_steps(steps - 1))
                .sum();
            assert_eq!(start.count_steps(steps), sum, "{steps} after{taken}");
        }
    }
}

/// After the cat's step to c3 the dog may leave in three directions: each captures the cat.
#[test]
fn visited_turn_with_one_of_three_captures_is_played_by_its_steps() {
    let empty = ".".repeat(39);
    let start = position(&format!("g [r{empty}.D........C............R] Rh1n Rh2n"));
    let mut captures = BTreeSet::new();
    start.visit_turns(&mut Workspace::default(), |turn| {
        let mut played = start;
        for step in turn.steps() {
            let effect = played.play_step(step).unwrap();
            if effect.captured.is_some() && played.steps_left() == 0 {
                captures.insert(step.to_string());
            }
        }
        assert_eq!(played.after_end(), turn.position(), "{:?}", turn.steps());
    });
    for step in ["Db3n", "Db3s", "Db3w"] {
        assert!(captures.contains(step), "{captures:?}");
    }
}

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
    let start = Snapshot::position(edition, Side::Gold, position(PUSH).board());
    let mut game = Game::from_snapshot(&start).unwrap();
    game.play(["Ed4e".parse().unwrap()]).unwrap();
    assert_eq!((game.turns_played(), game.side()), (1, Side::Silver));
}

//! Compares the public walks of [`Position`] and [`Game`] with single steps of the reference
//! engine.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use arimaa::bitboard::{Game, Position, Walk, Workspace};
use arimaa::random::SplitMix64;
use arimaa::reference::Reference;
use arimaa::rules::Rules;
use arimaa::vocab::{Action, Board, Edition, Phase, Snapshot, Square, Step};

use crate::states;

/// The greatest size of a tree that is compared; larger ones are compared by their counts.
const LARGEST: u64 = 12_000;

/// Visits states of both engines, at the start of turns and within them, until `look` has accepted
/// enough.
fn each_state(mut look: impl FnMut(&Reference, &Game, &Position) -> bool) {
    let (mut met, mut within) = (0, 0);
    for walk in 0.. {
        let mut random = SplitMix64::new(5, walk);
        let mut reference = states::start(&mut random);
        for _ in 0..random.next() % 4 {
            let steps = steps_of(&reference);
            if !steps.is_empty() {
                let chosen = steps[random.next() as usize % steps.len()];
                reference.apply(Action::Step(chosen)).unwrap();
            }
        }
        let snapshot = reference.snapshot();
        let game = Game::from_snapshot(&snapshot).unwrap();
        let Some(position) = game.position() else {
            assert!(matches!(snapshot.phase, Phase::Setup { .. }));
            continue;
        };
        if look(&reference, &game, position) {
            met += 1;
            within += u32::from(reference.board() != snapshot.start);
        }
        if met >= 200 && within >= 80 {
            return;
        }
    }
}

/// The legal steps of a state.
fn steps_of(state: &Reference) -> Vec<Step> {
    let step = |action| match action {
        Action::Step(step) => Some(step),
        _ => None,
    };
    state.legal_actions().into_iter().filter_map(step).collect()
}

/// Adds the boards after every sequence of steps, found by plain enumeration.
fn boards_below(state: &Reference, boards: &mut HashMap<Board, u64>) {
    for step in steps_of(state) {
        let mut after = state.clone();
        after.apply(Action::Step(step)).unwrap();
        *boards.entry(after.board()).or_default() += 1;
        boards_below(&after, boards);
    }
}

#[test]
fn step_tree_visits_each_board_as_often_as_it_is_reached() {
    let mut space = Workspace::default();
    each_state(|reference, _, position| {
        if position.count_step_tree() > LARGEST {
            return false;
        }
        let mut expected = HashMap::new();
        boards_below(reference, &mut expected);
        let mut made = HashMap::new();
        let mut keys = HashMap::new();
        position.visit_steps(|stepped| {
            let board = stepped.board();
            assert!(Square::ALL.map(|at| stepped.piece_at(at) == board.at(at)) == [true; 64]);
            *made.entry(board).or_default() += 1;
            let first = *keys.entry(stepped.board_key()).or_insert(board);
            assert_eq!(first, board, "one key, two boards");
        });
        assert_eq!(made, expected, "{:?}", reference.snapshot());
        assert_eq!(keys.len(), made.len(), "one board, two keys");
        let (steps, turns) = (made.values().sum::<u64>(), position.count_turns());
        let counted = Walk::ALL.map(|walk| walk.count(position, &mut space));
        assert_eq!(counted, [steps, steps, turns, turns]);
        true
    });
}

#[test]
fn visited_turns_are_legal_shortest_and_complete() {
    let mut space = Workspace::default();
    each_state(|reference, game, position| {
        if position.count_turns() > LARGEST {
            return false;
        }
        let turns = reference.turns();
        let shortest: HashMap<Board, usize> = turns
            .iter()
            .map(|turn| (turn.board, turn.played.len()))
            .collect();
        let mut ends = HashSet::new();
        game.visit_turns(&mut space, |turn| {
            let mut after = *position;
            for step in turn.steps() {
                after.play_step(step).unwrap();
            }
            let board = after.board();
            assert_eq!(turn.board(), board, "{turn:?}");
            assert_eq!(turn.position(), after.after_end());
            assert_eq!(position.after_turn(turn.steps()), turn.position());
            assert_eq!(turn.board_key(), after.board_key());
            after.end_turn().unwrap();
            assert_eq!(turn.position(), after);
            assert_eq!(shortest.get(&board), Some(&turn.steps().len()), "{turn:?}");
            assert!(ends.insert(board), "a board twice");
        });
        assert_eq!(ends.len(), turns.len());
        // A position does not know of repetition, which only leaves turns out.
        let mut all = 0;
        position.visit_turns(&mut space, |turn| {
            all += u64::from(!turn.steps().is_empty() || position.can_end());
        });
        assert_eq!(all, position.count_turns());
        assert!(all >= game.count_turns());
        true
    });
}

/// Stops a visit of turns in the middle, and checks that it has seen the first half of the whole.
macro_rules! break_off {
    ($visited:expr, $space:expr) => {{
        let (mut all, mut seen) = (Vec::new(), Vec::new());
        $visited.visit_turns($space, |turn| all.push(turn.board()));
        let half = all.len() / 2;
        let end = $visited.try_visit_turns($space, |turn| {
            if seen.len() == half {
                return ControlFlow::Break(turn.board());
            }
            seen.push(turn.board());
            ControlFlow::Continue(())
        });
        assert_eq!(seen, all[..half]);
        assert_eq!(end.break_value(), all.get(half).copied());
    }};
}

#[test]
fn a_visit_of_turns_is_broken_off() {
    let mut space = Workspace::default();
    each_state(|_, game, position| {
        let is_small = position.count_turns() <= LARGEST;
        if is_small {
            break_off!(game, &mut space);
            break_off!(position, &mut space);
        }
        is_small
    });
    let setup = Game::default();
    let end = setup.try_visit_turns(&mut space, |_| ControlFlow::Break(()));
    assert_eq!(end, ControlFlow::Continue(()));
}

#[test]
fn a_position_lists_plays_and_refuses_steps_as_the_rules_do() {
    let actions = arimaa::compare::action_space();
    let actions: Vec<Action> = actions.into_iter().step_by(29).collect();
    each_state(|reference, game, position| {
        let listed: HashSet<Step> = position.steps().collect();
        assert_eq!(listed.len(), position.steps().len());
        let expected: HashSet<Step> = steps_of(reference).into_iter().collect();
        assert_eq!(listed, expected);
        assert_eq!(position.successors().len(), listed.len());
        let one_by_one = position.steps().map(|step| (step, position.after(step)));
        assert!(position.successors().eq(one_by_one));
        for step in position.steps() {
            let mut played = *position;
            let effect = played.play_step(step).unwrap();
            let after = position.after(step);
            assert_eq!((after, after.key()), (played, played.key()));
            let mut by_the_rules = reference.clone();
            assert_eq!(by_the_rules.apply(Action::Step(step)), Ok(effect));
            assert_eq!(after.board(), by_the_rules.board());
            let anew = Position::new(after.side(), &after.board()).unwrap();
            assert_eq!(after.board_key(), anew.board_key());
            assert_eq!(after.turn_start(), position.turn_start());
        }
        for &action in &actions {
            if let Action::Step(step) = action {
                let mut played = *position;
                let refusal = played.play_step(step).err();
                assert_eq!(refusal, reference.clone().apply(action).err());
                assert!(refusal.is_none() || played == *position);
            }
        }
        let mut ended = *position;
        let refusal = ended.end_turn().err();
        assert_eq!(position.can_end(), refusal.is_none());
        let by_the_rules = reference.clone().apply(Action::EndTurn).err();
        let repeats = by_the_rules
            .as_ref()
            .is_some_and(|why| why.rule() == "REP-2");
        assert!(refusal == by_the_rules || refusal.is_none() && repeats);
        assert_eq!(game.outcome(), reference.outcome());
        true
    });
}

#[test]
fn a_position_is_read_as_it_is_written() {
    each_state(|reference, _, position| {
        let text = position.to_string();
        let read: Position = text.parse().unwrap();
        assert_eq!((read, read.key()), (*position, position.key()));
        assert_eq!(read.to_string(), text);
        assert_eq!(read.steps_taken(), position.steps_taken());
        assert_eq!(position.turn_start().board(), reference.snapshot().start);
        true
    });
}

#[test]
fn a_refused_turn_leaves_the_game_and_a_turn_is_taken_back() {
    for seed in 0..3 {
        let mut random = SplitMix64::new(9, seed);
        let mut game = Game::from_position(Edition::default(), Position::default());
        let mut before = Vec::new();
        for _ in 0..40 {
            let turns = game.turns();
            if turns.is_empty() {
                break;
            }
            before.push((game.clone(), game.snapshot(), game.outcome()));
            let turn = &turns[random.next() as usize % turns.len()];
            let steps: Vec<Step> = turn.steps().collect();
            let snapshot = game.snapshot();
            let wrong = steps.iter().copied().chain([steps[0]]);
            assert!(game.play(wrong).is_err());
            assert_eq!(game.snapshot(), snapshot);
            game.play(steps).unwrap();
            assert_eq!(game.board(), turn.board);
            let again = Game::from_snapshot(&game.snapshot()).unwrap();
            assert_eq!(game.outcome(), again.outcome());
            assert_eq!(game.count_turns(), again.count_turns());
        }
        assert_eq!(game.turns_played(), before.len());
        while let Some((clone, snapshot, outcome)) = before.pop() {
            // Steps under way go with the turn.
            if let Some(step) = game.position().unwrap().steps().next() {
                game.apply(Action::Step(step)).unwrap();
            }
            assert!(game.take_back());
            assert_eq!((game.snapshot(), game.outcome()), (snapshot, outcome));
            assert_eq!(clone.snapshot(), game.snapshot());
        }
        assert!(!game.take_back());
    }
}

#[test]
fn a_game_in_its_setup_has_no_position() {
    let mut game = Game::default();
    let start = Snapshot::game(Edition::default(), arimaa::vocab::Handicap::NONE);
    assert_eq!(game.snapshot(), start);
    assert_eq!(game.position(), None);
    game.visit_turns(&mut Workspace::default(), |_| {
        unreachable!("a turn of steps")
    });
    let step = "Ra2n".parse().unwrap();
    assert_eq!(game.play([step]).unwrap_err().name(), "step-in-setup");
    assert!(!game.take_back());
}

//! Compares both engines with the [model of repetition](Model) in every history of a number of
//! turns, in every edition. At each turn they are asked: is it accepted, or by which rule and with
//! which earlier occurrences refused, and how has the game ended?
//!
//! In [played histories](every_history_of_walkers) every board that is no letter has stood twice
//! (`Ending::start`), so in the current edition the letters are all the turns there are. In [given
//! histories](every_history_that_is_given) the turns before are any letters, with either side to
//! move, as a record with gaps has them.

use arimaa::Game;
use arimaa::compare::Reference;
use arimaa::rules::Rules;
use arimaa::vocab::{Action, Edition, Illegal, Invalid, Phase, Side, Snapshot, TurnEnd};
use rayon::prelude::*;

use crate::repetition::{Circuit, Ended, Model, outcome, walkers};

/// The numbers of valid histories, of refused turns and histories, and of turns that ended the
/// game.
#[derive(Debug, Default, PartialEq)]
struct Tried {
    histories: u64,
    refused: u64,
    ends: u64,
}

impl Tried {
    fn and(mut self, other: &Self) -> Self {
        self.histories += other.histories;
        self.refused += other.refused;
        self.ends += other.ends;
        self
    }
}

/// Compares every turn from here and from the positions after them with the model; also after the
/// game is decided, as the rules of repetition go on. Returns the first turn that differs.
///
/// `before` is the number of turn ends in the history of the engines that the model does not know.
fn compare_turns<R: Rules + Clone>(
    (circuit, before, turns): (&Circuit, usize, usize),
    model: &mut Model,
    engine: &R,
    tried: &mut Tried,
) -> Result<(), String> {
    let here = *model.history.last().unwrap();
    if turns == 0 {
        return Ok(());
    }
    for next in circuit.turns(here) {
        let mut engine = engine.clone();
        for &action in &circuit.steps[&(here, next.0)] {
            engine.apply(action).unwrap();
        }
        let answers = || format!("{:?}, then {next:?} in {}", model.history, model.edition);
        let found = engine.apply(Action::EndTurn);
        if let Some(earlier) = model.refuses(next) {
            let earlier = earlier.map(|place| before + place);
            if found != Err(Illegal::ThirdRepetition { earlier }) {
                return Err(format!("{}: refused, not {found:?}", answers()));
            }
            tried.refused += 1;
            continue;
        }
        if let Err(illegal) = found {
            return Err(format!("{}: accepted, not {illegal}", answers()));
        }
        model.history.push(next);
        let end = model.end(circuit.turns(next));
        let expected = end.map(|end| outcome(end, next.1));
        let found = engine.outcome();
        if found != expected {
            return Err(format!("{:?}: {expected:?}, not {found:?}", model.history));
        }
        tried.histories += 1;
        tried.ends += u64::from(end.is_some());
        compare_turns((circuit, before, turns - 1), model, &engine, tried)?;
        model.history.pop();
    }
    Ok(())
}

/// Compares every history of `turns` turns of walkers on this circuit.
fn played<R: Rules + Clone>(
    [gold, silver, turns]: [usize; 3],
    edition: Edition,
) -> Result<Tried, String> {
    let circuit = Circuit::of(gold, silver);
    let start = walkers(gold, silver).start(edition);
    let Phase::Play { earlier, .. } = &start.phase else {
        panic!("walkers play");
    };
    let mut model = Model {
        edition,
        history: vec![(0, Side::Gold)],
    };
    let mut tried = Tried::default();
    let engine = R::from_snapshot(&start).unwrap();
    compare_turns(
        (&circuit, earlier.len(), turns),
        &mut model,
        &engine,
        &mut tried,
    )?;
    Ok(tried)
}

/// Compares both engines on these circuits in every edition.
fn play_all(circuits: &[[usize; 3]]) {
    let asked = circuits
        .iter()
        .flat_map(|circuit| Edition::ALL.map(|edition| (*circuit, edition)));
    let asked: Vec<_> = asked.collect();
    let lines = asked.into_par_iter().map(|(circuit, edition)| {
        let found = played::<Reference>(circuit, edition);
        let tried = found.unwrap_or_else(|wrong| panic!("{wrong}"));
        assert_eq!(played::<Game>(circuit, edition).as_ref(), Ok(&tried));
        let [gold, silver, turns] = circuit;
        println!("{gold} × {silver} places, {turns} turns, {edition}: {tried:?}");
        (edition, tried)
    });
    let found: Vec<(Edition, Tried)> = lines.collect();
    for edition in Edition::ALL {
        let of_edition = found.iter().filter(|tried| tried.0 == edition);
        let all = of_edition.fold(Tried::default(), |all, (_, tried)| all.and(tried));
        let is_current = edition == Edition::July2008;
        assert!(
            all.ends > 0 && is_current == (all.refused > 0),
            "{edition}: {all:?}"
        );
    }
}

#[test]
fn every_history_of_walkers() {
    play_all(&[[2, 2, 20], [3, 2, 16], [2, 3, 16], [3, 3, 10]]);
}

#[test]
#[ignore = "long; .ci/deep runs it"]
fn every_longer_history_of_walkers() {
    play_all(&[[3, 2, 24], [2, 3, 24], [3, 3, 16]]);
}

/// Compares positions of the first letter, with Gold to move, after every list of `length` letters
/// with either side to move.
fn given<R: Rules + Clone>(length: u32, edition: Edition) -> Result<Tried, String> {
    let circuit = Circuit::of(3, 1);
    let ends: Vec<Ended> = (0..3)
        .flat_map(|letter| Side::ALL.map(|side| (letter, side)))
        .collect();
    let start = (0, Side::Gold);
    let mut tried = Tried::default();
    for number in 0..ends.len().pow(length) {
        let place = |digit: u32| ends[number / ends.len().pow(digit) % ends.len()];
        let history: Vec<Ended> = (0..length).map(place).chain([start]).collect();
        let earlier = history[..history.len() - 1].iter();
        let earlier = earlier.map(|&(letter, to_move)| TurnEnd {
            board: circuit.boards[letter],
            to_move,
        });
        let mut snapshot = Snapshot::position(edition, start.1, circuit.boards[start.0]);
        snapshot.phase = Phase::Play {
            steps: Vec::new(),
            earlier: earlier.collect(),
        };
        let mut model = Model { edition, history };
        let engine = match (R::from_snapshot(&snapshot), model.stands_three_times()) {
            (Ok(engine), None) => engine,
            (Err(Invalid::ThirdRepetition { occurrences }), Some(expected))
                if occurrences == expected =>
            {
                tried.refused += 1;
                continue;
            }
            (found, expected) => {
                let found = found.map(|_| "valid");
                return Err(format!("{:?}: {expected:?}, not {found:?}", model.history));
            }
        };
        // Here the letters are not all the turns there are.
        let somewhere = (usize::MAX, Side::Silver);
        let expected = model.end([somewhere]).map(|end| outcome(end, start.1));
        if engine.outcome() != expected {
            return Err(format!("{:?}: {expected:?}", model.history));
        }
        tried.ends += u64::from(expected.is_some());
        for next in circuit.turns(start) {
            let mut engine = engine.clone();
            for &action in &circuit.steps[&(start, next.0)] {
                engine.apply(action).unwrap();
            }
            let found = engine.apply(Action::EndTurn).err();
            let refused = model
                .refuses(next)
                .map(|earlier| Illegal::ThirdRepetition { earlier });
            model.history.push(next);
            let answers = format!("{:?}: {refused:?}, not {found:?}", model.history);
            let end = model.end([somewhere]).map(|end| outcome(end, next.1));
            model.history.pop();
            if found != refused || found.is_none() && engine.outcome() != end {
                return Err(answers);
            }
            tried.refused += u64::from(refused.is_some());
        }
        tried.histories += 1;
    }
    Ok(tried)
}

fn give_all(lengths: impl IntoIterator<Item = u32>) {
    let asked = lengths
        .into_iter()
        .flat_map(|length| Edition::ALL.map(|edition| (length, edition)));
    let asked: Vec<_> = asked.collect();
    asked.into_par_iter().for_each(|(length, edition)| {
        let found = given::<Reference>(length, edition);
        let tried = found.unwrap_or_else(|wrong| panic!("{wrong}"));
        assert_eq!(given::<Game>(length, edition).as_ref(), Ok(&tried));
        println!("{length} turn ends given, {edition}: {tried:?}");
    });
}

#[test]
fn every_history_that_is_given() {
    give_all(0..=4);
}

#[test]
#[ignore = "long; .ci/deep runs it"]
fn every_longer_history_that_is_given() {
    give_all([5, 6]);
}

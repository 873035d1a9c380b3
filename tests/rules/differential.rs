//! The two engines agree, along any walk from any start.

use std::collections::BTreeSet;

use arimaa::Game;
use arimaa::compare::{Extent, Reference, Walked, random_start, walk};
use arimaa::random::SplitMix64;
use arimaa::rules::Rules;
use arimaa::vocab::{Action, Edition, End, Illegal, Part, Placed, Side, Snapshot};
use proptest::prelude::*;

fn one_walk(seed: u64, number: u64, steps: usize, extent: Extent) -> Walked {
    let mut random = SplitMix64::new(seed, number);
    let start = random_start(&mut random);
    let choices: Vec<u32> = (0..steps).map(|_| random.next()).collect();
    match walk::<Reference, Game>(&start, choices, extent) {
        Ok(walked) => walked,
        Err(divergence) => panic!("walk {number} of seed {seed}: {divergence}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// Any walk from any start gives both engines the same actions, rulings, states, outcomes,
    /// turns and counts.
    #[test]
    fn engines_agree_along_any_walk(
        seed in any::<u64>(),
        choices in prop::collection::vec(any::<u32>(), 0..60),
    ) {
        let start = random_start(&mut SplitMix64::new(seed, 0));
        if let Err(divergence) = walk::<Reference, Game>(&start, choices, Extent::SPARSE) {
            prop_assert!(false, "{divergence}");
        }
    }
}

/// Every moment of a turn in which the same piece can be pushed and pulled to one square, two steps
/// deep from each step on.
#[test]
fn engines_agree_at_every_moment_of_a_turn() {
    let board = "r.......\n........\n...M....\n...r....\n...E....\n.c......\n.D......\n.......R";
    let placed = board.lines().zip((1..=8).rev()).flat_map(|(rank, number)| {
        let squares = rank
            .chars()
            .zip('a'..='h')
            .filter(|(piece, _)| *piece != '.');
        squares.map(move |(piece, file)| format!("{piece}{file}{number}"))
    });
    let board = placed
        .map(|placed| placed.parse::<Placed>().unwrap())
        .collect();
    let snapshot = Snapshot::position(Edition::default(), Side::Gold, board);
    let first = Reference::from_snapshot(&snapshot).unwrap();
    let second = Game::from_snapshot(&snapshot).unwrap();
    let mut four = (first.clone(), second.clone());
    for step in ["Rh1n", "Rh2n", "Rh3n", "Rh4n"] {
        let action = step.parse().unwrap();
        assert_eq!(four.1.apply(action), four.0.apply(action));
    }
    assert_eq!(four.0.turns().len(), 1);
    assert_eq!(four.1.turns(), four.0.turns());
    let mut moments = vec![(first, second, 4)];
    while let Some((first, second, left)) = moments.pop() {
        let actions = first.legal_actions();
        assert_eq!(second.legal_actions(), actions);
        for steps in 0..=left.min(2) {
            assert_eq!(second.count_steps(steps), first.count_steps(steps));
        }
        if left < 3 {
            assert_eq!(second.turns(), first.turns());
            assert_eq!(second.count_turns(), first.count_turns());
        }
        for action in actions {
            let (mut first, mut second) = (first.clone(), second.clone());
            assert_eq!(second.apply(action), first.apply(action), "{action}");
            // Of the deeper moments those after a push or a pull.
            let enemy = matches!(action, Action::Step(step) if step.piece.side == Side::Silver);
            if action != Action::EndTurn && (left == 4 || enemy) {
                moments.push((first, second, left - 1));
            }
        }
    }
}

/// Walks of a fixed seed agree, and between them meet every reason of refusal, every invalidity,
/// every part of a turn and every end: the agreement is about all of the rules.
#[test]
fn fixed_walks_meet_every_rule() {
    let mut met = Walked::default();
    for number in 0..1_000 {
        met.add(&one_walk(9, number, 120, Extent::QUICK));
    }
    let invalid = [
        "too-many",
        "unsupported",
        "handicap-too-large",
        "illegal-action",
        "earlier",
        "third-repetition",
    ];
    let wanted: BTreeSet<&str> = Illegal::NAMES
        .into_iter()
        .chain(End::ALL.map(End::name))
        .chain(Part::ALL.map(Part::name))
        .chain(invalid)
        .collect();
    let missed: Vec<_> = wanted
        .into_iter()
        .filter(|name| !met.met.contains_key(name))
        .collect();
    assert!(missed.is_empty(), "never met: {missed:?}\n{:#?}", met.met);
}

/// Every end of every edition is met, and both engines name it.
#[test]
fn fixed_walks_meet_every_end_of_every_edition() {
    use End::{
        Immobilized, MoverEliminated, MoverGoal, NoRabbits, OnlyRepetitions, OpponentEliminated,
        OpponentGoal, ThirdOccurrence,
    };
    for edition in Edition::ALL {
        let mut met = Walked::default();
        for number in 0..300 {
            let mut random = SplitMix64::new(1, number);
            let mut start = random_start(&mut random);
            start.edition = edition;
            let choices: Vec<u32> = (0..100).map(|_| random.next()).collect();
            match walk::<Reference, Game>(&start, choices, Extent::QUICK) {
                Ok(walked) => met.add(&walked),
                Err(divergence) => panic!("{divergence}"),
            }
        }
        let both = [MoverGoal, OpponentGoal, Immobilized];
        let own = match edition {
            Edition::July2008 => &[OpponentEliminated, MoverEliminated, OnlyRepetitions][..],
            Edition::May2005 { no_draws: true } => {
                &[OpponentEliminated, MoverEliminated, ThirdOccurrence]
            }
            Edition::May2005 { .. } | Edition::Year2002 => &[NoRabbits, ThirdOccurrence],
        };
        for end in End::ALL {
            let expected = both.contains(&end) || own.contains(&end);
            assert_eq!(
                met.met.contains_key(end.name()),
                expected,
                "{edition}: {}",
                end.name()
            );
        }
    }
}

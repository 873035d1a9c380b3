//! Compares the two engines along any walk from any start.

use std::collections::BTreeSet;

use arimaa::Game;
use arimaa::bitboard::Position;
use arimaa::compare::{Extent, Reference, Walked, games, random_start, walk};
use arimaa::random::SplitMix64;
use arimaa::rules::Rules;
use arimaa::vocab::{Edition, End, Handicap, Illegal, Part, Snapshot};
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

    /// On any walk from any start both engines give the same actions, rulings, states, outcomes,
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

/// A game may start with more turns than are compared as a list, within a turn, or in a setup.
#[test]
fn games_are_played_from_any_start() {
    let crowded = "g [e    c    dH Dc rH rC  R rD rCr h r  r   R rE MdR R m h  R R R R]";
    let crowded: Position = crowded.parse().unwrap();
    let crowded = Snapshot::position(Edition::default(), crowded.side(), crowded.board());
    let mut game = Game::from_snapshot(&crowded).unwrap();
    let number = game.count_turns();
    assert_eq!(
        games::<Game, Game>(&crowded, 1).unwrap().histories,
        [1, number]
    );
    while game.count_turns() > 100 {
        game.apply(game.legal_actions()[0]).unwrap();
    }
    let rest = games::<Reference, Game>(&game.snapshot(), 1).unwrap();
    assert_eq!(rest.histories, [1, game.count_turns()]);
    let missing: Handicap = "RRRRRRRRCCDDHHMrrrrrrrrccddhhm".parse().unwrap();
    let setup = Snapshot::game(Edition::default(), missing);
    let setups = games::<Reference, Game>(&setup, 2).unwrap();
    assert_eq!(setups.histories, [1, 16, 256]);
}

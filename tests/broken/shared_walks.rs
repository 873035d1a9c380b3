//! Walks both engines from random states, and fails where they differ. `.ci/shared` compiles it
//! with mistakes made in both engines.

use arimaa::compare::{Extent, random_start, walk};
use arimaa::random::SplitMix64;
use arimaa::reference::Reference;

const WALKS: u64 = 400;
const ACTIONS: usize = 60;

fn main() {
    for number in 0..WALKS {
        let mut random = SplitMix64::new(11, number);
        let start = random_start(&mut random);
        let choices: Vec<u32> = (0..ACTIONS).map(|_| random.next()).collect();
        let extent = Extent {
            turns_up_to: 3,
            steps: 2,
        };
        if let Err(divergence) = walk::<Reference, arimaa::Game>(&start, choices, extent) {
            println!("{divergence}");
            std::process::exit(1);
        }
    }
}

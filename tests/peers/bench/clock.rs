//! Rounds, medians and lines of a table.
//!
//! A rate says as much of the machine as of the program. Only ratios can be carried from one
//! machine to another: every round times each piece of work once, one after the other, so that
//! whatever else the machine does falls on all of them, and a ratio is that of two medians.

use std::hint::black_box;
use std::time::Instant;

/// Work that takes less is repeated until one measurement takes at least so many seconds.
const SHORTEST: f64 = 0.5;

/// The owner of the work.
#[derive(Clone, Copy, Eq, PartialEq)]
pub(crate) enum Whose {
    Ours,
    Peer,
}

/// One thing that is timed, and the answer it must give.
pub(crate) struct Work<'a> {
    whose: Whose,
    pub(crate) name: &'static str,
    answer: u64,
    run: Box<dyn FnMut() -> u64 + 'a>,
    repeats: u32,
    /// Seconds of one run, round by round.
    seconds: Vec<f64>,
}

impl<'a> Work<'a> {
    pub(crate) fn new(
        whose: Whose,
        name: &'static str,
        answer: u64,
        run: impl FnMut() -> u64 + 'a,
    ) -> Self {
        Self {
            whose,
            name,
            answer,
            run: Box::new(run),
            repeats: 1,
            seconds: Vec::new(),
        }
    }

    /// Runs the work for one measurement and gives the seconds of all its runs. Fails if the answer
    /// is not what it must be.
    pub(crate) fn time(&mut self) -> f64 {
        let start = Instant::now();
        for _ in 0..self.repeats {
            let answer = black_box((self.run)());
            assert_eq!(answer, self.answer, "{}", self.name);
        }
        start.elapsed().as_secs_f64()
    }

    /// One measurement; the first finds out how many runs one needs, and is itself the last try.
    fn measure(&mut self) {
        let mut seconds = self.time();
        while seconds < SHORTEST && self.repeats < 1 << 20 {
            self.repeats *= 2;
            seconds = self.time();
        }
        self.seconds.push(seconds / f64::from(self.repeats));
    }

    /// The median of the seconds that one run took.
    pub(crate) fn median(&self) -> f64 {
        spread(self.seconds.clone())[1]
    }
}

/// Times everything, round by round.
pub(crate) fn run(works: &mut [&mut Vec<Work<'_>>], rounds: usize) {
    for _ in 0..rounds {
        for work in works.iter_mut().flat_map(|works| works.iter_mut()) {
            work.measure();
        }
    }
}

/// The smallest, the middle and the largest.
pub(crate) fn spread(mut values: Vec<f64>) -> [f64; 3] {
    values.sort_by(f64::total_cmp);
    [
        values[0],
        values[values.len() / 2],
        values[values.len() - 1],
    ]
}

/// Prints one kind of work: every row with its seconds and rate, and how many times each of ours is
/// faster than it.
pub(crate) fn print(title: &str, works: &[Work<'_>]) {
    let ours = || works.iter().filter(|work| work.whose == Whose::Ours);
    print!("{title:<58}{:>10}{:>10}", "seconds", "M/s");
    for number in 1..=ours().count() {
        print!("{:>9}", format!("ours {number}"));
    }
    println!();
    let mut number = 0;
    for work in works {
        let label = match work.whose {
            Whose::Ours => {
                number += 1;
                format!("ours {number}: {}", work.name)
            }
            Whose::Peer => work.name.to_owned(),
        };
        let rate = work.answer as f64 / work.median() / 1e6;
        print!("  {label:<56}{:>10.4}{rate:>10.2}", work.median());
        if work.whose == Whose::Peer {
            for our in ours() {
                print!("{:>8.1}x", work.median() / our.median());
            }
        }
        println!();
    }
    println!();
}

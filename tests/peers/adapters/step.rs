//! Answers the lines of the line kit that `arimaa-oracle bench` sends (docs/line-kit.md, Counts) by
//! the crate `arimaa_engine_step`. With the argument `documented` it counts distinct turns as the
//! crate's documentation does, and no steps.

use std::error::Error;
use std::io::{stdin, stdout};
use std::{env, io::Write};

use arimaa::text::read_compact;
use arimaa_oracle::ask::Counted;
use peers::{count, count_as_documented};

fn main() -> Result<(), Box<dyn Error>> {
    let documented = env::args().nth(1).is_some_and(|word| word == "documented");
    for line in stdin().lines() {
        let line = line?;
        let words: Vec<&str> = line.split(' ').collect();
        let [side, squares, ..] = words[..] else {
            return Err(line.into());
        };
        let (side, board) = read_compact(&format!("{} [{squares}]", &side[..1]))?;
        let reply = match words[2..] {
            ["-", "count", "steps"] if !documented => {
                let counts = [1, 2, 3, 4].map(|steps| count(side, &board, Counted::Steps(steps)));
                format!("count {}", counts.map(|count| count.to_string()).join(" "))
            }
            ["-", "count", "turns"] if documented => {
                format!("count {}", count_as_documented(side, &board))
            }
            ["-", "count", "turns"] => format!("count {}", count(side, &board, Counted::Turns(1))),
            ["-"] => format!("ok {squares} ?"),
            _ => "skip not counted so".to_owned(),
        };
        writeln!(stdout(), "{reply}")?;
    }
    Ok(())
}

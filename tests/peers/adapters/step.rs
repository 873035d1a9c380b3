//! Answers the lines of the line kit (docs/line-kit.md) by the crate `arimaa_engine_step`. With the
//! argument `documented` it counts distinct turns as the crate's documentation does, and no steps.

use std::error::Error;
use std::io::{Write, stdin, stdout};

use arimaa::text::{TextError, read_compact};
use arimaa::vocab::{Board, Side};
use arimaa_oracle::ask::Counted;
use peers::{Play, count, count_as_documented};

fn main() -> Result<(), Box<dyn Error>> {
    let documented = std::env::args()
        .nth(1)
        .is_some_and(|word| word == "documented");
    for line in stdin().lines() {
        let line = line?;
        let words: Vec<&str> = line.split(' ').collect();
        let [side, squares, earlier, words @ ..] = &words[..] else {
            return Err(line.into());
        };
        let (side, board) = position(side, squares)?;
        let reply = match words {
            ["count", "steps"] if !documented => {
                let counts = [1, 2, 3, 4].map(|steps| count(side, &board, Counted::Steps(steps)));
                format!("count {}", counts.map(|count| count.to_string()).join(" "))
            }
            ["count", "turns"] if documented => {
                format!("count {}", count_as_documented(side, &board))
            }
            ["count", "turns"] => format!("count {}", count(side, &board, Counted::Turns(1))),
            ["count", ..] => "skip not counted so".to_owned(),
            _ => {
                let earlier = earlier.split(',').filter_map(|end| end.split_once(':'));
                let earlier = earlier.map(|(side, squares)| position(side, squares));
                let earlier: Vec<_> = earlier.collect::<Result<_, _>>()?;
                reply_to(Play::at(side, &board, &earlier), words)
            }
        };
        writeln!(stdout(), "{reply}")?;
    }
    Ok(())
}

fn position(side: &str, squares: &str) -> Result<(Side, Board), TextError> {
    read_compact(&format!("{} [{squares}]", &side[..1]))
}

/// The reply after these words. In a decided game every word is illegal.
fn reply_to(mut play: Play, words: &[&str]) -> String {
    let mut is_over = play.winner().is_some();
    for &word in words {
        let is_legal = match word {
            _ if is_over => false,
            "end" => play.end(),
            step => step.parse().is_ok_and(|step| play.step(step)),
        };
        if !is_legal {
            return "no".to_owned();
        }
        is_over = word == "end" && play.winner().is_some();
    }
    let squares = play.board().to_string().replace(' ', ".");
    let winner = play.winner().map_or("-", Side::name);
    format!("ok {} {winner} turns", squares.trim_matches(['[', ']']))
}

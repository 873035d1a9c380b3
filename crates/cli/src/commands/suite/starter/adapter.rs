//! Puts an engine to the conformance suite of Arimaa: answers the lines of the line kit.
//!
//! Fill in the places marked TODO, one after the other. What is not filled in is skipped.
//! Nothing is asked before the second is.

use std::io::{self, BufRead};

/// The name of a place that is not filled in.
type NotFilledIn = &'static str;

/// True if your engine can end a game in mid-turn: its winner is asked after every step then.
const ENDS_IN_MID_TURN: bool = false;

/// Your engine, at some moment of a game.
struct EngineUnderTest {}

impl EngineUnderTest {
    fn new(_side: &str, _board: &str, _earlier: &[(&str, &str)]) -> Self {
        // TODO 1: set up the start of a turn. `side` is "gold" or "silver", the player to move.
        // `board` has 64 letters, from a8 to h8 down to a1 to h1; a dot is an empty square, gold
        // pieces are RCDHME, silver ones rcdhme. `earlier` are the positions before, oldest first,
        // each a pair of the side to move then and the 64 letters.
        Self {}
    }

    fn squares(&self) -> Result<String, NotFilledIn> {
        // TODO 2: the 64 letters of the board as it stands now, also in mid-turn.
        Err("squares()")
    }

    fn step(&mut self, _piece: char, _square: &str, _direction: char) -> Result<bool, NotFilledIn> {
        // TODO 3: make one step, such as 'E', "d2", 'n'; true, or false where it is illegal.
        Err("step()")
    }

    fn end_turn(&mut self) -> Result<bool, NotFilledIn> {
        // TODO 4: hand the turn over to the other player; true, or false where it may not
        // end here.
        Err("end_turn()")
    }

    fn pair(&mut self, _first: &str, _second: &str) -> Result<bool, NotFilledIn> {
        // Only with `--actions two-step`: make a push or a pull, such as "rd5n" and "Ed4n" for a
        // push; true, or false where it is illegal.
        Err("pair()")
    }

    fn winner(&self) -> &'static str {
        // TODO 5: at the start of a turn "gold", "silver", or "-" while the game goes on; "?" if
        // your engine does not know.
        "?"
    }
}

fn answer(line: &str) -> Result<String, NotFilledIn> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [side, board, earlier, words @ ..] = &words[..] else {
        return Ok("no".to_owned());
    };
    let ends: Vec<(&str, &str)> = earlier.split(',').filter_map(|end| end.split_once(':')).collect();
    let mut game = EngineUnderTest::new(side, board, &ends);
    let mut winner = game.winner();
    for word in words {
        if ["gold", "silver"].contains(&winner) || !play(&mut game, word)? {
            return Ok("no".to_owned());
        }
        let asks = *word == "end" || winner == "?" || ENDS_IN_MID_TURN;
        winner = if asks { game.winner() } else { "-" };
    }
    // `turns`: behind `end` the other player may step on. Leave it out if your engine cannot.
    Ok(format!("ok {} {winner} turns", game.squares()?))
}

fn play(game: &mut EngineUnderTest, word: &str) -> Result<bool, NotFilledIn> {
    if word == "end" {
        return game.end_turn();
    }
    if let Some((first, second)) = word.split_once('+') {
        return game.pair(first, second);
    }
    let mut letters = word.chars();
    let piece = letters.next().unwrap_or(' ');
    let direction = letters.next_back().unwrap_or(' ');
    game.step(piece, letters.as_str(), direction)
}

fn main() {
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        match answer(&line) {
            Ok(reply) => println!("{reply}"),
            Err(place) => println!("skip {place} is not filled in"),
        }
    }
}

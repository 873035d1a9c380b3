//! Answers the lines of the line kit with the naive engine, with faults or without.

#[cfg(test)]
use std::collections::BTreeSet;

use super::message::LineReply;
use super::probe::Lines;
use crate::subjects::ProtocolFailure;
use arimaa::vocab::{Piece, Placed, Side, Square};
use arimaa_naive::board::{Board, Step};
use arimaa_naive::engine::{Game, Rules};
use arimaa_naive::fault::Faults;
#[cfg(test)]
use arimaa_naive::slip::{Made, Slips};

/// The naive engine with some faults or slips, as a program that answers lines.
#[derive(Debug)]
pub(crate) struct Adapter {
    rules: Rules,
    two_step: bool,
}

impl Adapter {
    pub(crate) fn new(faults: Faults, two_step: bool) -> Self {
        let rules = Rules::with(faults);
        Self { rules, two_step }
    }

    /// The naive engine with slips.
    #[cfg(test)]
    pub(crate) fn slipping(slips: Slips, two_step: bool) -> Self {
        let rules = Rules::slipping(slips);
        Self { rules, two_step }
    }

    /// The slips that would have changed a reply.
    #[cfg(test)]
    pub(crate) fn noted(self) -> BTreeSet<Made> {
        self.rules.slips.noted()
    }

    /// The faults that would have changed a reply so far.
    pub(crate) fn touched(&self) -> Faults {
        self.rules.touched()
    }

    /// The game at the start of the turn, from the first words of a line.
    fn start(&self, head: &str) -> Option<Game<'_>> {
        let mut words = head.split(' ');
        let (side, board, earlier) = (words.next()?, words.next()?, words.next()?);
        let earlier = earlier.split(',').filter(|end| *end != "-");
        let earlier = earlier.map(|end| {
            let (side, board) = end.split_once(':')?;
            Some((side == "gold", read(board)?))
        });
        let earlier = earlier.collect::<Option<_>>()?;
        Some(Game::new(
            &self.rules,
            side == "gold",
            read(board)?,
            earlier,
        ))
    }

    /// The reply to a line, given the start of its turn and the winner there.
    fn reply(&self, start: &Game<'_>, winner: Option<bool>, words: &str) -> LineReply {
        let (mut game, mut winner) = (start.clone(), winner);
        for word in words.split(' ').filter(|word| !word.is_empty()) {
            // A winner announced in mid-turn stops the game by itself.
            if game.is_start() && game.is_over(winner) {
                return LineReply::Illegal;
            }
            if word == "end" {
                if !game.end() {
                    return LineReply::Illegal;
                }
                winner = game.winner();
                continue;
            }
            let is_legal = match (word.split_once('+'), self.two_step) {
                (None, false) => read_step(word).is_some_and(|step| game.step(step)),
                (None, true) => read_step(word).is_some_and(|step| game.plain(step)),
                (Some((first, second)), _) => {
                    let steps = read_step(first).zip(read_step(second));
                    steps.is_some_and(|(first, second)| game.pair(first, second))
                }
            };
            if !is_legal {
                return LineReply::Illegal;
            }
            winner = game.announced_winner();
        }
        LineReply::Legal {
            board: write(&game.board),
            winner: winner
                .map(|gold| if gold { Side::Gold } else { Side::Silver })
                .into(),
        }
    }
}

/// The greatest number of lines for one question: with some faults few turns become many thousands.
const MOST_LINES: usize = 50_000;

impl Lines for Adapter {
    fn most_lines(&self) -> usize {
        MOST_LINES
    }

    fn ask(&mut self, lines: &[String]) -> Result<Vec<LineReply>, ProtocolFailure> {
        let mut known: Option<(&str, Game<'_>, Option<bool>)> = None;
        let mut replies = Vec::with_capacity(lines.len());
        for line in lines {
            let mut spaces = line.match_indices(' ').map(|(at, _)| at);
            let at = spaces.nth(2).unwrap_or(line.len());
            let (head, words) = line.split_at(at);
            if known.as_ref().is_none_or(|(same, ..)| *same != head) {
                known = self.start(head).map(|game| {
                    let winner = game.winner();
                    (head, game, winner)
                });
            }
            replies.push(match &known {
                Some((_, game, winner)) => self.reply(game, *winner, words),
                None => LineReply::Illegal,
            });
        }
        Ok(replies)
    }
}

fn read(squares: &str) -> Option<Board> {
    squares.as_bytes().try_into().ok()
}

fn read_step(word: &str) -> Option<Step> {
    let [piece, file, rank, way] = word.as_bytes().try_into().ok()?;
    let (file, rank) = (file.checked_sub(b'a')?, b'8'.checked_sub(rank)?);
    let from = usize::from(rank) * 8 + usize::from(file);
    Some(Step { piece, from, way })
}

/// A step as a word of a line.
#[cfg(test)]
pub(crate) fn write_step(step: Step) -> String {
    let (file, rank) = (step.from % 8, 8 - step.from / 8);
    let letters = [step.piece, b"abcdefgh"[file], b"012345678"[rank], step.way];
    letters.map(char::from).iter().collect()
}

fn write(squares: &Board) -> arimaa::vocab::Board {
    let squares = Square::reading_order().zip(squares);
    let placed = squares.filter_map(|(square, letter)| {
        let piece = Piece::from_letter(char::from(*letter))?;
        Some(Placed { piece, square })
    });
    placed.collect()
}

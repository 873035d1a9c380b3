//! Takebacks (NOT-9) and the winner by score (NOT-12), implemented a second time. Written turns are
//! judged by the library.

use std::cmp::Ordering;

use arimaa::vocab::{Phase, Side, Token};
use arimaa_oracle::judge::{JudgedGame, Options, Refused};

use super::values::Label;

/// A game: its start, and its state after each turn that is not taken back.
pub(crate) struct Game(Vec<JudgedGame>);

impl Game {
    pub(crate) fn from(begun: JudgedGame) -> Self {
        Self(vec![begun])
    }

    pub(crate) fn now(&self) -> &JudgedGame {
        self.0.last().unwrap()
    }

    /// Judges a turn, and makes it if it is legal.
    pub(crate) fn turn(
        &mut self,
        label: Label,
        tokens: &[Token],
        options: Options,
    ) -> Result<(), Box<Refused>> {
        let mut next = self.now().clone();
        next.play(Some(label.of_library()), tokens, options)?;
        self.0.push(next);
        Ok(())
    }

    /// NOT-9: undoes the last turn. Returns whether there was one.
    pub(crate) fn take_back(&mut self) -> bool {
        let is_possible = self.0.len() > 1;
        if is_possible {
            self.0.pop();
        }
        is_possible
    }

    /// NOT-12: the winner by score under the current edition.
    pub(crate) fn ahead(&self) -> Side {
        let mut ahead = Side::Silver;
        for state in self.0.iter().map(JudgedGame::state) {
            if matches!(state.snapshot().phase, Phase::Play { .. }) {
                let pieces: Vec<_> = state.board().placed().collect();
                let gold = pieces
                    .iter()
                    .filter(|placed| placed.piece.side == Side::Gold);
                match (2 * gold.count()).cmp(&pieces.len()) {
                    Ordering::Greater => ahead = Side::Gold,
                    Ordering::Less => ahead = Side::Silver,
                    Ordering::Equal => {}
                }
            }
        }
        ahead
    }
}

/// Converts words to tokens of the library.
pub(crate) fn tokens(words: &[String]) -> Vec<Token> {
    words.iter().map(|word| word.parse().unwrap()).collect()
}

//! An answer on which two engines differ.

use std::fmt::{self, Debug};

use crate::vocab::{Action, Board, Piece, Snapshot, Square};

/// Two different answers of two engines to one question.
///
/// It is displayed with both answers and a drawing of the position. Of long answers only the part
/// around the first difference is kept.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Divergence {
    /// The question, such as `legal actions`.
    pub question: String,
    /// The answer of the first engine, as `Debug` writes it.
    pub first: String,
    /// The answer of the second engine, as `Debug` writes it.
    pub second: String,
    /// The snapshot at which the walk began.
    pub start: Snapshot,
    /// The actions played from `start` on, without refused actions.
    pub actions: Vec<Action>,
    /// The action that the question is about, if it is about one.
    pub tried: Option<Action>,
    /// The board on which the question was asked, as the first engine has it.
    pub board: Board,
}

impl Divergence {
    /// Compares the answers of two engines in the state `state`, with no actions played since.
    ///
    /// # Errors
    ///
    /// Returns the divergence if the answers differ.
    pub fn unless_same<T: Debug + PartialEq>(
        question: &str,
        state: &Snapshot,
        first: &T,
        second: &T,
    ) -> Result<(), Box<Self>> {
        if first == second {
            return Ok(());
        }
        let (first, second) = excerpts(&format!("{first:?}"), &format!("{second:?}"));
        Err(Box::new(Self {
            question: question.to_owned(),
            first,
            second,
            start: state.clone(),
            actions: Vec::new(),
            tried: None,
            board: state.start,
        }))
    }
}

/// Excerpts of two long answers around their first difference.
fn excerpts(first: &str, second: &str) -> (String, String) {
    const BEFORE: usize = 500;
    const MOST: usize = 4_000;
    let pairs = first.chars().zip(second.chars());
    let common = pairs.take_while(|(one, other)| one == other).count();
    let skipped = common.saturating_sub(BEFORE);
    let excerpt = |answer: &str| {
        if answer.len() <= MOST {
            return answer.to_owned();
        }
        let front = if skipped > 0 { "…" } else { "" };
        let mut rest = answer.chars().skip(skipped);
        let middle: String = rest.by_ref().take(MOST).collect();
        let back = if rest.next().is_some() { "…" } else { "" };
        format!("{front}{middle}{back}")
    };
    (excerpt(first), excerpt(second))
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the engines differ in {}", self.question)?;
        match self.tried {
            Some(action) => writeln!(f, " of `{action}`")?,
            None => writeln!(f)?,
        }
        writeln!(f, "  first:  {}", self.first)?;
        writeln!(f, "  second: {}", self.second)?;
        for rank in (1..=8).rev() {
            let squares = ('a'..='h').filter_map(|file| Square::named(file, rank));
            let contents = squares.map(|square| self.board.at(square).map_or('.', Piece::letter));
            writeln!(f, "  {rank} {}", contents.collect::<String>())?;
        }
        writeln!(f, "    abcdefgh")?;
        let (edition, side) = (self.start.edition, self.start.side);
        let actions: Vec<String> = self.actions.iter().map(Action::to_string).collect();
        write!(
            f,
            "edition {edition}, {side} began, since then: {}",
            actions.join(" ")
        )
    }
}

impl std::error::Error for Divergence {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_answers_are_shown_around_their_first_difference() {
        let answers = ["first", "second"].map(|word| format!("{}{word}{0}", "-".repeat(9_000)));
        let differ = Divergence::unless_same("?", &Snapshot::default(), &answers[0], &answers[1]);
        let shown = differ.map_err(|divergence| (divergence.first, divergence.second));
        let excerpt = |word: &str| {
            let back = "-".repeat(3_500 - word.len());
            format!("…{}{word}{back}…", "-".repeat(500))
        };
        assert_eq!(shown, Err((excerpt("first"), excerpt("second"))));
        let short = Divergence::unless_same("?", &Snapshot::default(), &1, &2);
        assert_eq!(
            short.map_err(|divergence| divergence.first),
            Err("1".to_owned())
        );
    }
}

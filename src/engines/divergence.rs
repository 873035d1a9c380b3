//! Where two engines part.

use std::fmt::{self, Debug};

use crate::vocab::{Action, Board, Piece, Snapshot, Square};

/// Two engines answered one question differently.
///
/// Shown with both answers and the drawn position. `ask::regression_case` writes it as a line of
/// JSON.
#[derive(Clone, Debug)]
pub struct Divergence {
    /// The question, such as `legal actions`.
    pub question: String,
    /// The first engine's answer.
    pub first: String,
    /// The second engine's answer.
    pub second: String,
    /// The snapshot at which the walk began.
    pub start: Snapshot,
    /// The actions played since, refused ones left out.
    pub actions: Vec<Action>,
    /// The action that the question is about, if it is about one.
    pub tried: Option<Action>,
    /// The board where it was asked, as the first engine sees it.
    pub board: Board,
}

impl Divergence {
    /// Compares the answers of two engines in one state, without actions since.
    ///
    /// # Errors
    ///
    /// The divergence, if the answers differ.
    pub fn unless_same<T: Debug + PartialEq>(
        question: &str,
        state: &Snapshot,
        first: &T,
        second: &T,
    ) -> Result<(), Box<Self>> {
        if first == second {
            return Ok(());
        }
        Err(Box::new(Self {
            question: question.to_owned(),
            first: format!("{first:?}"),
            second: format!("{second:?}"),
            start: state.clone(),
            actions: Vec::new(),
            tried: None,
            board: state.start,
        }))
    }
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

//! The token that a misspelt word nearly is.

use super::grid::neighbour;
use crate::vocab::Token;
use crate::vocab::{Action, Direction, Piece, Square, Step};

/// The token meant by a word with wrong capitals, an arrow, a comma or two squares: `CB3N`, `cb3↑`,
/// `cb3n,`, `cb3-b4`.
pub(super) fn nearest_token(word: &str) -> Option<Token> {
    let mut letters = word.trim_end_matches([',', ';', '.']).chars();
    let piece = letters.next()?;
    let rest = letters.as_str().to_lowercase();
    let step = || step_between(Piece::from_letter(piece)?, &rest);
    let arrows = [
        ('↑', 'n'),
        ('^', 'n'),
        ('↓', 's'),
        ('→', 'e'),
        ('>', 'e'),
        ('←', 'w'),
        ('<', 'w'),
    ];
    let plain = |letter: char| {
        let arrow = arrows.iter().find(|(arrow, _)| *arrow == letter);
        arrow.map_or(letter, |(_, direction)| *direction)
    };
    let step = step().map(|step| Token::Action(Action::Step(step)));
    step.or_else(|| {
        let spelt: String = [piece].into_iter().chain(rest.chars().map(plain)).collect();
        spelt.parse().ok()
    })
}

/// A step told by the square it leaves and the square it reaches.
fn step_between(piece: Piece, squares: &str) -> Option<Step> {
    let (from, rest) = squares.split_at_checked(2)?;
    let to = ["->", "-", ">", "→", ""]
        .into_iter()
        .find_map(|sign| rest.strip_prefix(sign)?.parse::<Square>().ok())?;
    let from: Square = from.parse().ok()?;
    let leads = |&direction: &Direction| neighbour(from, direction) == Some(to);
    let direction = Direction::ALL.into_iter().find(leads)?;
    Some(Step {
        piece,
        from,
        direction,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_tokens_are_recognized() {
        for (word, token) in [
            ("CB3N", Some("Cb3n")),
            ("cb3N", Some("cb3n")),
            ("cb3n,", Some("cb3n")),
            ("cb3↑", Some("cb3n")),
            ("cb3→", Some("cb3e")),
            ("cb3-b4", Some("cb3n")),
            ("cb3b4", Some("cb3n")),
            ("CB3->A3", Some("Cb3w")),
            ("RA1", Some("Ra1")),
            ("CF3X", Some("Cf3x")),
            ("cb3-b5", None),
            ("Xa1n", None),
            ("Ed9", None),
            ("end", None),
            ("é", None),
            ("", None),
        ] {
            let nearest = nearest_token(word).map(|token| token.to_string());
            assert_eq!(nearest.as_deref(), token, "{word}");
        }
    }
}

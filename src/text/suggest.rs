//! Suggests tokens for misspelt words.

use super::grid::{has_mark, neighbour};
use crate::vocab::{Action, Direction, Piece, Placed, Square, Step, Token};

/// The tokens that a word probably means: a misspelt token, several steps of one piece in one word,
/// or several tokens with commas between them. `None` if it resembles no token.
pub(super) fn nearest_tokens(word: &str) -> Option<String> {
    let parts = word.split([',', ';']).filter(|part| !part.is_empty());
    let token = |part: &str| part.parse().ok().or_else(|| nearest_token(part));
    let tokens: Option<Vec<String>> = parts
        .map(|part| match token(part) {
            Some(token) => Some(token.to_string()),
            None => step_with_capture(part).or_else(|| steps_of_one_piece(part)),
        })
        .collect();
    tokens
        .filter(|tokens| !tokens.is_empty())
        .map(|tokens| tokens.join(" "))
}

/// Whether a word is like a step without its piece, such as `h5-h6` or `h5n`.
pub(super) fn begins_with_square(word: &str) -> bool {
    let square = word.get(..2).map(|square| square.parse::<Square>().is_ok());
    square == Some(true) && word.len() > 2
}

/// The token that a word with wrong capitals, an arrow, a comma or two squares means: `CB3N`,
/// `cb3↑`, `cb3n,`, `cb3-b4`.
fn nearest_token(word: &str) -> Option<Token> {
    let mut letters = word.trim_end_matches([',', ';', '.']).chars();
    let piece = letters.next()?;
    // Tokens are ASCII. Unicode's case tables would add ten kilobytes to the module for browsers.
    let rest = letters.as_str().to_ascii_lowercase();
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

/// The tokens of a step onto a trap with `x` attached for its capture: `rc4s rc3x` for `rc4sx`.
fn step_with_capture(word: &str) -> Option<String> {
    let step: Step = word.strip_suffix('x')?.parse().ok()?;
    let square = neighbour(step.from, step.direction).filter(|&square| has_mark(square))?;
    let captured = Placed {
        piece: step.piece,
        square,
    };
    Some(format!("{step} {captured}x"))
}

/// The steps of one piece that are run together: `Ed2n Ed3n` for `Ed2nn`.
fn steps_of_one_piece(word: &str) -> Option<String> {
    let (piece, directions) = word.split_at_checked(3)?;
    if !(2..=4).contains(&directions.len()) {
        return None;
    }
    let (letter, from) = piece.split_at_checked(1)?;
    let mut from: Square = from.parse().ok()?;
    let mut steps = Vec::new();
    for direction in directions.chars() {
        let step: Step = format!("{letter}{from}{direction}").parse().ok()?;
        from = neighbour(from, step.direction)?;
        steps.push(step.to_string());
    }
    Some(steps.join(" "))
}

/// The step that is written as the square it leaves and the square it reaches.
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

//! Draws boards as vector pictures (SVG).

use std::fmt::{self, Display, Write};

use super::grid;
use crate::vocab::{Board, Placed, Side, Square};

/// The parts of a picture besides the board.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct SvgOptions {
    /// Squares to frame: the first with a full line, the others with a broken one.
    pub marks: Vec<Square>,
    /// A text below the board, which is also the picture's title.
    pub caption: Option<String>,
}

/// Draws a board as an SVG picture, which needs no other file.
///
/// Sides differ in lightness, in outline and in the case of their letters, so that the picture can
/// be printed without colour. The description has the position as text, for people who cannot see
/// it.
///
/// ```
/// use arimaa::{text::{SvgOptions, svg}, vocab::{Board, Placed}};
///
/// let board: Board = ["Ed4".parse()?].into_iter().collect();
/// let picture = svg(&board, &SvgOptions::default());
/// assert!(picture.starts_with("<svg "));
/// assert!(picture.contains("<desc>gold: Ed4; silver: nothing</desc>"));
/// # Ok::<(), arimaa::vocab::UnknownWord>(())
/// ```
pub fn svg(board: &Board, options: &SvgOptions) -> String {
    Picture { board, options }.to_string()
}

/// The length of a square's side, in pixels.
const CELL: usize = 60;
/// The width of the margin in pixels. It has the letters of the files and the numbers of the ranks.
const MARGIN: usize = 36;
/// The length of the board's side with its margins, in pixels.
const WIDTH: usize = 2 * MARGIN + 8 * CELL;
/// The height of a line of the caption, in pixels.
const LINE: usize = 24;
/// The largest number of characters on a line of the caption.
const LINE_LENGTH: usize = 56;

const STYLE: &str = "\
text{font-family:Helvetica,Arial,sans-serif;text-anchor:middle}\
.edge{font-size:18px;fill:#444}\
.caption{font-size:17px;fill:#222}\
.square{fill:#f7f3ea;stroke:#8c8473;stroke-width:1}\
.trap{fill:#d5cbb8}\
.cross{stroke:#8c8473;stroke-width:2;stroke-linecap:round}\
.gold circle{fill:#fbe08a;stroke:#3d2e00;stroke-width:3}\
.gold text{fill:#3d2e00}\
.silver circle{fill:#6f7780;stroke:#cfd4d9;stroke-width:3}\
.silver text{fill:#fff}\
.piece text{font-size:30px;font-weight:bold}\
.mark{fill:none;stroke:#c2261d;stroke-width:5}\
.other{stroke-dasharray:9 6}";

struct Picture<'a> {
    board: &'a Board,
    options: &'a SvgOptions,
}

impl Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let caption = self.options.caption.as_deref();
        let lines = caption.map_or_else(Vec::new, wrapped);
        let below = if lines.is_empty() {
            0
        } else {
            lines.len() * LINE + LINE / 2
        };
        let height = WIDTH + below;
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
             width=\"{WIDTH}\" height=\"{height}\" role=\"img\">"
        )?;
        writeln!(
            f,
            "<title>{}</title>",
            Escaped(caption.unwrap_or("Arimaa board"))
        )?;
        writeln!(f, "<desc>{}</desc>", self.description())?;
        writeln!(f, "<style>{STYLE}</style>")?;
        writeln!(
            f,
            "<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fff\"/>"
        )?;
        Square::ALL
            .into_iter()
            .try_for_each(|square| draw_square(f, square))?;
        draw_edges(f)?;
        self.board
            .placed()
            .try_for_each(|placed| draw_piece(f, placed))?;
        self.draw_marks(f)?;
        for (index, line) in lines.iter().enumerate() {
            let y = WIDTH + index * LINE + LINE / 2;
            draw_text(f, "caption", WIDTH / 2, y, line)?;
        }
        writeln!(f, "</svg>")
    }
}

impl Picture<'_> {
    fn description(&self) -> String {
        let side = |side: Side| {
            let pieces = self
                .board
                .placed()
                .filter(|placed| placed.piece.side == side);
            format!("{side}: {}", in_words(pieces))
        };
        let mut parts = vec![side(Side::Gold), side(Side::Silver)];
        if !self.options.marks.is_empty() {
            parts.push(format!("marked: {}", in_words(self.options.marks.iter())));
        }
        parts.join("; ")
    }

    fn draw_marks(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, &square) in self.options.marks.iter().enumerate() {
            let (x, y) = corner(square);
            let class = if index == 0 { "mark" } else { "mark other" };
            writeln!(
                f,
                "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{2}\" height=\"{2}\"/>",
                x + 3,
                y + 3,
                CELL - 6
            )?;
        }
        Ok(())
    }
}

fn in_words<T: Display>(things: impl Iterator<Item = T>) -> String {
    let names: Vec<String> = things.map(|thing| thing.to_string()).collect();
    match names.as_slice() {
        [] => "nothing".to_owned(),
        names => names.join(" "),
    }
}

/// The north-west corner of a square, as `x` and `y` in pixels.
fn corner(square: Square) -> (usize, usize) {
    let column = square.index() % 8;
    let row = 8 - usize::from(square.rank());
    (MARGIN + column * CELL, MARGIN + row * CELL)
}

fn draw_square(f: &mut fmt::Formatter<'_>, square: Square) -> fmt::Result {
    let (x, y) = corner(square);
    let marked = grid::has_mark(square);
    let class = if marked { "square trap" } else { "square" };
    writeln!(
        f,
        "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>"
    )?;
    if marked {
        let (near, far) = (CELL / 4, CELL - CELL / 4);
        writeln!(
            f,
            "<path class=\"cross\" d=\"M{} {}L{} {}M{} {}L{} {}\"/>",
            x + near,
            y + near,
            x + far,
            y + far,
            x + near,
            y + far,
            x + far,
            y + near
        )?;
    }
    Ok(())
}

fn draw_edges(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (near, far) = (MARGIN / 2, WIDTH - MARGIN / 2);
    for square in grid::squares_of(1) {
        let x = corner(square).0 + CELL / 2;
        draw_text(f, "edge", x, near, square.file())?;
        draw_text(f, "edge", x, far, square.file())?;
    }
    for square in grid::ranks().filter_map(|rank| Square::named('a', rank)) {
        let y = corner(square).1 + CELL / 2;
        draw_text(f, "edge", near, y, square.rank())?;
        draw_text(f, "edge", far, y, square.rank())?;
    }
    Ok(())
}

fn draw_piece(f: &mut fmt::Formatter<'_>, Placed { piece, square }: Placed) -> fmt::Result {
    let (x, y) = corner(square);
    let (x, y, radius) = (x + CELL / 2, y + CELL / 2, CELL * 2 / 5);
    writeln!(
        f,
        "<g class=\"piece {}\"><circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>\
         <text x=\"{x}\" y=\"{y}\" dy=\".35em\">{piece}</text></g>",
        piece.side
    )
}

/// Writes a text centred at a point.
fn draw_text(
    f: &mut fmt::Formatter<'_>,
    class: &str,
    x: usize,
    y: usize,
    text: impl Display,
) -> fmt::Result {
    let text = text.to_string();
    let text = Escaped(&text);
    writeln!(
        f,
        "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" dy=\".35em\">{text}</text>"
    )
}

/// Breaks a caption into lines, with as many words on each as fit.
fn wrapped(caption: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in caption.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= LINE_LENGTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Writes a text escaped for XML. Characters that XML cannot hold become `�`.
struct Escaped<'a>(&'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|letter| match letter {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            '\'' => f.write_str("&apos;"),
            '\t' | '\n' => f.write_char(letter),
            '\u{fffe}' | '\u{ffff}' => f.write_char('\u{fffd}'),
            _ if letter.is_control() => f.write_char('\u{fffd}'),
            _ => f.write_char(letter),
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::unwrap_used,
        reason = "a board that cannot be read fails the test"
    )]

    use super::*;
    fn count(picture: &str, part: &str) -> usize {
        picture.matches(part).count()
    }

    #[test]
    fn picture_without_a_caption_has_a_title_and_no_room_for_one() {
        let bare = svg(&Board::EMPTY, &SvgOptions::default());
        assert!(bare.contains("viewBox=\"0 0 552 552\"") && bare.contains("<title>Arimaa board<"));
    }

    #[test]
    fn captions_are_escaped_and_wrapped() {
        let caption = format!("</svg> & \"x\" 'y'\0\u{fffe} {}", "word ".repeat(20));
        let options = SvgOptions {
            marks: Vec::new(),
            caption: Some(caption),
        };
        let picture = svg(&Board::EMPTY, &options);
        let escaped = "&lt;/svg&gt; &amp; &quot;x&quot; &apos;y&apos;\u{fffd}\u{fffd}";
        assert_eq!(count(&picture, escaped), 2, "title and caption");
        assert_eq!(count(&picture, "</svg>"), 1);
        assert_eq!(count(&picture, "class=\"caption\""), 3);
        assert!(!picture.contains('\0'));
        assert_eq!(wrapped(" \n "), Vec::<String>::new());
        assert_eq!(Escaped("a\tb\nc\rd").to_string(), "a\tb\nc\u{fffd}d");
    }

    #[test]
    fn a_line_of_a_caption_has_at_most_56_characters() {
        let words = |lengths: [usize; 2]| lengths.map(|length| "é".repeat(length)).join(" ");
        assert_eq!(wrapped(&words([27, 28])).len(), 1);
        assert_eq!(wrapped(&words([28, 28])).len(), 2);
    }

    /// A writer that takes this number of pieces of text, and then fails.
    struct Narrow(usize);

    impl fmt::Write for Narrow {
        fn write_str(&mut self, _: &str) -> fmt::Result {
            self.0 = self.0.checked_sub(1).ok_or(fmt::Error)?;
            Ok(())
        }
    }

    #[test]
    fn a_picture_that_does_not_fit_is_an_error_wherever_it_ends() {
        use fmt::Write as _;

        let options = SvgOptions {
            marks: vec!["a1".parse().unwrap()],
            caption: Some("Gold to move".to_owned()),
        };
        let board = ["Ra1".parse().unwrap()].into_iter().collect();
        let picture = Picture {
            board: &board,
            options: &options,
        };
        let fits = (0..10_000).find(|&room| write!(Narrow(room), "{picture}").is_ok());
        // With less room each write fails: no part of the picture is dropped silently.
        assert!(fits > Some(1_000), "{fits:?}");
    }
}

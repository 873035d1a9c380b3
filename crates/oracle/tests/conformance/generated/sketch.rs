//! Boards drawn square by square, and the cases made of them.

use std::fmt;

use arimaa::vocab::{Direction, Kind, Piece, Side};

/// The kinds, from the strongest to the weakest (BRD-4).
pub(super) const KINDS: [Kind; 6] = [
    Kind::Elephant,
    Kind::Camel,
    Kind::Horse,
    Kind::Dog,
    Kind::Cat,
    Kind::Rabbit,
];

/// The editions, the current one last.
pub(super) const EDITIONS: [&str; 4] = ["2002", "2005-05-28", "2005-05-28+no-draws", "2008-07-01"];

pub(super) const SIDES: [Side; 2] = [Side::Gold, Side::Silver];

/// The directions clockwise from the north, so that neighbours in the list are at right angles.
pub(super) const CLOCK: [Direction; 4] = [
    Direction::North,
    Direction::East,
    Direction::South,
    Direction::West,
];

/// The direction that lies so many quarters clockwise of another.
pub(super) fn turned(direction: Direction, quarters: usize) -> Direction {
    let hour = CLOCK.iter().position(|one| *one == direction).unwrap();
    CLOCK[(hour + quarters) % 4]
}

/// A kind's place in the list of strength, the strongest first.
pub(super) fn place(kind: Kind) -> usize {
    KINDS.iter().position(|one| *one == kind).unwrap()
}

/// Whether a rabbit of this side steps backward that way (STP-5).
pub(super) fn is_backward(side: Side, direction: Direction) -> bool {
    direction
        == match side {
            Side::Gold => Direction::South,
            Side::Silver => Direction::North,
        }
}

/// A square by file and rank, both from 0.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Spot {
    file: i8,
    rank: i8,
}

impl Spot {
    /// The square with this name.
    pub(super) fn named(name: &str) -> Self {
        let [file, rank] = name.as_bytes() else {
            panic!("{name} is no square");
        };
        Self {
            file: (file - b'a').cast_signed(),
            rank: (rank - b'1').cast_signed(),
        }
    }

    /// The square beside this one.
    pub(super) fn to(self, direction: Direction) -> Self {
        let (east, north) = match direction {
            Direction::North => (0, 1),
            Direction::South => (0, -1),
            Direction::East => (1, 0),
            Direction::West => (-1, 0),
        };
        let (file, rank) = (self.file + east, self.rank + north);
        assert!(
            (0..8).contains(&file) && (0..8).contains(&rank),
            "{self} {direction:?}"
        );
        Self { file, rank }
    }

    /// The square as far from the eighth rank as this one is from the first.
    pub(super) fn in_the_other_half(self) -> Self {
        let rank = 7 - self.rank;
        Self { rank, ..self }
    }

    /// Its place in the order of squares.
    pub(super) fn index(self) -> usize {
        usize::try_from(self.rank * 8 + self.file).unwrap()
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = char::from(b'a' + self.file.cast_unsigned());
        write!(f, "{file}{}", self.rank + 1)
    }
}

/// A board that is being drawn.
#[derive(Clone, Debug)]
pub(super) struct Sketch {
    squares: [Option<Piece>; 64],
}

impl Sketch {
    /// A board without pieces.
    pub(super) fn empty() -> Self {
        Self {
            squares: [None; 64],
        }
    }

    /// A board with a gold rabbit on h1 and a silver one on a8, so that nothing is decided.
    pub(super) fn new() -> Self {
        let mut sketch = Self::empty();
        sketch.put(Piece::new(Side::Gold, Kind::Rabbit), Spot::named("h1"));
        sketch.put(Piece::new(Side::Silver, Kind::Rabbit), Spot::named("a8"));
        sketch
    }

    /// Puts a piece on an empty square.
    pub(super) fn put(&mut self, piece: Piece, spot: Spot) {
        let square = &mut self.squares[spot.index()];
        assert!(square.is_none(), "{spot} is taken");
        *square = Some(piece);
    }

    /// Takes a piece off.
    pub(super) fn take(&mut self, spot: Spot) -> Piece {
        let square = &mut self.squares[spot.index()];
        square.take().unwrap_or_else(|| panic!("{spot} is empty"))
    }

    /// Moves a piece by one square, and says how the step is written.
    pub(super) fn step(&mut self, from: Spot, direction: Direction) -> String {
        let piece = self.take(from);
        self.put(piece, from.to(direction));
        written(piece, from, direction)
    }

    /// The 64 squares from a8 to h1, as one string of a JSON state.
    pub(super) fn squares(&self) -> String {
        let spots = (0..8)
            .rev()
            .flat_map(|rank| (0..8).map(move |file| Spot { file, rank }));
        let letter = |spot: Spot| self.squares[spot.index()].map_or('.', Piece::letter);
        spots.map(letter).collect()
    }

    /// The pieces from a1 to h8.
    pub(super) fn pieces(&self) -> String {
        let placed = (0..8).flat_map(|rank| (0..8).map(move |file| Spot { file, rank }));
        let words =
            placed.filter_map(|spot| Some(format!("{}{spot}", self.squares[spot.index()]?)));
        words.collect::<Vec<_>>().join(" ")
    }
}

/// A piece and its square, `dd5`; with the sides exchanged if so asked.
pub(super) fn mirrored(word: &str, exchange: bool) -> (Piece, Spot) {
    let (letter, square) = word.split_at(1);
    let piece: Piece = letter.parse().unwrap();
    let spot = Spot::named(square);
    if !exchange {
        return (piece, spot);
    }
    let piece = Piece::new(piece.side.other(), piece.kind);
    (piece, spot.in_the_other_half())
}

/// Where a step starts and its direction, `dd5n`; with the sides exchanged if so asked.
pub(super) fn mirrored_step(step: &str, exchange: bool) -> (Spot, Direction) {
    let (placed, letter) = step.split_at(3);
    let is_meant = |direction: &Direction| letter == direction.letter().to_string();
    let direction = CLOCK.into_iter().find(is_meant).unwrap();
    let (_, spot) = mirrored(placed, exchange);
    let is_upright = matches!(direction, Direction::North | Direction::South);
    if exchange && is_upright {
        return (spot, turned(direction, 2));
    }
    (spot, direction)
}

/// A turn as text; with the sides exchanged if so asked.
pub(super) fn written_alike(turn: &str, exchange: bool) -> String {
    let steps = turn.split(' ').map(|step| {
        let (piece, _) = mirrored(&step[..3], exchange);
        let (from, direction) = mirrored_step(step, exchange);
        written(piece, from, direction)
    });
    steps.collect::<Vec<_>>().join(" ")
}

/// A drawing of the board after some steps, which are given as if `side` were Gold.
pub(super) fn drawn(side: Side, steps: &[&str], board: &Sketch) -> String {
    let steps = steps
        .iter()
        .map(|step| written_alike(step, side == Side::Silver));
    let header: Vec<String> = [side.letter().to_string()]
        .into_iter()
        .chain(steps)
        .collect();
    format!("diagram = '''\n{}\n{board}'''\n", header.join(" "))
}

/// A JSON state in play, with the boards of earlier turn ends and the side to move after each.
pub(super) fn state(
    edition: &str,
    side: Side,
    board: &Sketch,
    earlier: &[(&Sketch, Side)],
) -> String {
    let ends = earlier.iter().map(|(board, to_move)| {
        let squares = board.squares();
        format!("    {{\"board\": \"{squares}\", \"to_move\": \"{to_move}\"}}")
    });
    let (ends, squares) = (ends.collect::<Vec<_>>().join(",\n"), board.squares());
    format!(
        "state = '''\n{{\n  \"edition\": \"{edition}\",\n  \"side\": \"{side}\",\n  \
         \"board\": \"{squares}\",\n  \"earlier\": [\n{ends}\n  ]\n}}\n'''\n"
    )
}

/// How a step is written (NOT-2).
pub(super) fn written(piece: Piece, from: Spot, direction: Direction) -> String {
    format!("{piece}{from}{}", direction.letter())
}

/// The drawing of NOT-7, without its header.
impl fmt::Display for Sketch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, " +-----------------+")?;
        for rank in (0..8).rev() {
            write!(f, "{}|", rank + 1)?;
            for file in 0..8 {
                let is_trap = [2, 5].contains(&file) && [2, 5].contains(&rank);
                let empty = if is_trap { 'x' } else { '.' };
                let piece = self.squares[Spot { file, rank }.index()];
                write!(f, " {}", piece.map_or(empty, Piece::letter))?;
            }
            writeln!(f, " |")?;
        }
        writeln!(f, " +-----------------+\n   a b c d e f g h")
    }
}

/// A generated case.
#[derive(Clone, Debug)]
pub(super) struct Generated {
    pub(super) id: String,
    pub(super) yes: Vec<&'static str>,
    pub(super) no: Vec<&'static str>,
    pub(super) kills: Vec<&'static str>,
    pub(super) note: String,
    /// The side to move, and the steps taken, as the header of the drawing has them.
    pub(super) header: String,
    /// The board after those steps.
    pub(super) board: Sketch,
    /// The fields of the question and of the expectation.
    pub(super) fields: Vec<(&'static str, String)>,
}

impl fmt::Display for Generated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "[[case]]\nid = \"{}\"", self.id)?;
        for (name, rules) in [("yes", &self.yes), ("no", &self.no), ("kills", &self.kills)] {
            if !rules.is_empty() {
                writeln!(f, "{name} = {rules:?}")?;
            }
        }
        writeln!(f, "note = {:?}", self.note)?;
        write!(f, "diagram = '''\n{}\n{}'''\n", self.header, self.board)?;
        for (name, value) in &self.fields {
            writeln!(f, "{name} = {value}")?;
        }
        Ok(())
    }
}

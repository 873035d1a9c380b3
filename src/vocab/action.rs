//! Actions of players, and their effects.

use std::fmt;
use std::str::FromStr;

use super::{Board, Piece, Placed, Square, UnknownWord};

/// A direction as Gold sees the board: north leads towards Silver's side.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Direction {
    /// `n`, towards rank 8.
    North,
    /// `s`, towards rank 1.
    South,
    /// `e`, towards the h-file.
    East,
    /// `w`, towards the a-file.
    West,
}

impl Direction {
    /// All directions: north, south, east, west.
    pub const ALL: [Self; 4] = [Self::North, Self::South, Self::East, Self::West];

    /// The letter of notation: `n`, `s`, `e` or `w`.
    pub const fn letter(self) -> char {
        match self {
            Self::North => 'n',
            Self::South => 's',
            Self::East => 'e',
            Self::West => 'w',
        }
    }

    /// The direction with this letter, or `None` for any other letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'n' => Some(Self::North),
            's' => Some(Self::South),
            'e' => Some(Self::East),
            'w' => Some(Self::West),
            _ => None,
        }
    }

    /// The name for people, such as `north`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::North => "north",
            Self::South => "south",
            Self::East => "east",
            Self::West => "west",
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl FromStr for Direction {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|direction| text.chars().eq([direction.letter()]))
            .ok_or_else(|| UnknownWord::new(text, "a direction (n, s, e or w)"))
    }
}

/// One step of one piece, written `Ed2n`: the piece, the square it leaves, the direction.
///
/// The piece may be the enemy's: then the step begins a push or ends a pull.
#[derive(Clone, Copy, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Step {
    /// The piece that the step names. An engine checks that it is on `from`.
    pub piece: Piece,
    /// The square that the piece leaves.
    pub from: Square,
    /// The direction in which the piece goes.
    pub direction: Direction,
}

impl Step {
    /// The step on a board mirrored from west to east: `Ra2e` becomes `Rh2w`.
    #[must_use]
    pub const fn flip_horizontal(self) -> Self {
        let direction = match self.direction {
            Direction::East => Direction::West,
            Direction::West => Direction::East,
            north_or_south => north_or_south,
        };
        let from = self.from.flip_horizontal();
        Self {
            piece: self.piece,
            from,
            direction,
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.piece, self.from, self.direction)
    }
}

impl FromStr for Step {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let read = || {
            let (placed, direction) = text.split_at_checked(3)?;
            let Placed { piece, square } = placed.parse().ok()?;
            let mut letters = direction.chars();
            let direction = Direction::from_letter(letters.next()?)?;
            letters.next().is_none().then_some(Self {
                piece,
                from: square,
                direction,
            })
        };
        read().ok_or_else(|| UnknownWord::new(text, "a step, such as `Ed2n`"))
    }
}

/// An action of a player, legal or not.
#[derive(Clone, Copy, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Action {
    /// Places a piece on a square during the setup.
    Place(Placed),
    /// Moves a piece by one square.
    Step(Step),
    /// Ends the turn, which is an action of its own even after the fourth step.
    EndTurn,
}

impl Action {
    /// The action on a board mirrored from west to east. The rules are symmetric: if an action is
    /// legal on a board, its mirror image is legal on the mirrored board.
    ///
    /// ```
    /// use arimaa::vocab::Action;
    ///
    /// let [step, placement] = ["Ra2e", "Eb1"].map(|text| text.parse::<Action>());
    /// assert_eq!(step?.flip_horizontal().to_string(), "Rh2w");
    /// assert_eq!(placement?.flip_horizontal().to_string(), "Eg1");
    /// # Ok::<(), arimaa::vocab::UnknownWord>(())
    /// ```
    #[doc(alias = "mirror")]
    #[must_use]
    pub const fn flip_horizontal(self) -> Self {
        match self {
            Self::Step(step) => Self::Step(step.flip_horizontal()),
            Self::Place(Placed { piece, square }) => Self::Place(Placed {
                piece,
                square: square.flip_horizontal(),
            }),
            Self::EndTurn => Self::EndTurn,
        }
    }
}

impl From<Step> for Action {
    fn from(step: Step) -> Self {
        Self::Step(step)
    }
}

impl From<Placed> for Action {
    fn from(placed: Placed) -> Self {
        Self::Place(placed)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(placed) => placed.fmt(f),
            Self::Step(step) => step.fmt(f),
            Self::EndTurn => f.write_str("end"),
        }
    }
}

impl FromStr for Action {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        // A placement has three letters, a step four.
        let action = match text.len() {
            3 if text == "end" => Some(Self::EndTurn),
            3 => text.parse().map(Self::Place).ok(),
            4 => text.parse().map(Self::Step).ok(),
            _ => None,
        };
        action.ok_or_else(|| UnknownWord::new(text, "an action (`Ra1`, `Ed2n` or `end`)"))
    }
}

/// The part that an accepted action played (SPEC.md PLY-1).
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
#[non_exhaustive]
pub enum Part {
    /// A placement of the setup.
    Placement,
    /// A step of a player's own piece that completes no push.
    Plain,
    /// The first half of a push: the enemy piece moves away.
    PushBegun,
    /// The second half of a push: the stronger piece follows.
    PushCompleted,
    /// The second half of a pull: the enemy piece follows the puller.
    Pull,
    /// The end of the turn.
    TurnEnded,
}

impl Part {
    /// All parts, in the order of their declaration.
    pub const ALL: [Self; 6] = [
        Self::Placement,
        Self::Plain,
        Self::PushBegun,
        Self::PushCompleted,
        Self::Pull,
        Self::TurnEnded,
    ];

    /// The stable name of this part, for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Placement => "placement",
            Self::Plain => "plain",
            Self::PushBegun => "push-begun",
            Self::PushCompleted => "push-completed",
            Self::Pull => "pull",
            Self::TurnEnded => "turn-ended",
        }
    }
}

/// The effect of an accepted action.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
#[non_exhaustive]
pub struct Effect {
    /// The part that the action played.
    pub part: Part,
    /// The piece that was captured, with the trap it stood on; `None` without a capture. One step
    /// never captures two.
    pub captured: Option<Placed>,
}

impl Effect {
    /// The effect of an action that played this part and captured this piece.
    pub const fn new(part: Part, captured: Option<Placed>) -> Self {
        Self { part, captured }
    }
}

/// An action with its effect.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
#[non_exhaustive]
pub struct Played {
    /// The action.
    pub action: Action,
    /// The effect of the action.
    pub effect: Effect,
}

impl Played {
    /// An action with this effect.
    pub const fn new(action: Action, effect: Effect) -> Self {
        Self { action, effect }
    }
}

impl fmt::Display for Played {
    /// Writes the action, followed by its capture token if there is one: `rb3e rc3x`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.action)?;
        match self.effect.captured {
            Some(captured) => write!(f, " {captured}x"),
            None => Ok(()),
        }
    }
}

/// One way to complete the turn, and the board it leads to.
///
/// The final [`Action::EndTurn`] is implied and not listed.
#[derive(Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
#[non_exhaustive]
pub struct Turn {
    /// The actions in playing order.
    pub played: Vec<Played>,
    /// The board at the end of the turn.
    pub board: Board,
}

impl Turn {
    /// A turn of these actions that leads to this board.
    pub const fn new(played: Vec<Played>, board: Board) -> Self {
        Self { played, board }
    }

    /// The steps of the turn in playing order. The turn of a setup has none.
    ///
    /// ```
    /// use arimaa::{Game, Position, Rules};
    /// use arimaa::vocab::Edition;
    ///
    /// let board = "g \
    ///     rrr...../\
    ///     ......../\
    ///     ......../\
    ///     ......../\
    ///     ......../\
    ///     ......../\
    ///     ....E.../\
    ///     .....RRR";
    /// let mut game = Game::from_position(Edition::default(), board.parse()?);
    /// let turn = game.turns().swap_remove(7);
    /// game.play(turn.steps())?;
    /// assert_eq!(game.board(), turn.board);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn steps(&self) -> impl Iterator<Item = Step> {
        self.played.iter().filter_map(|played| match played.action {
            Action::Step(step) => Some(step),
            _ => None,
        })
    }
}

impl fmt::Display for Turn {
    /// Writes the turn in notation, capture tokens included, without a label.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, played) in self.played.iter().enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            played.fmt(f)?;
        }
        Ok(())
    }
}

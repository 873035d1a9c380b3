//! The end of a game and the rule that decided it.

use std::fmt;

use super::Side;

/// The rule that decided a game.
///
/// The *mover* has just completed a turn; the *opponent* is to move.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum End {
    /// A rabbit of the mover stands on its goal rank.
    MoverGoal,
    /// A rabbit of the opponent stands on its goal rank.
    OpponentGoal,
    /// The opponent has no rabbits left.
    OpponentEliminated,
    /// The mover has no rabbits left.
    MoverEliminated,
    /// The opponent has no legal step.
    Immobilized,
    /// Every turn of the opponent would make a position occur for the third time.
    OnlyRepetitions,
    /// Neither side has a rabbit left: a draw, in the older editions only.
    NoRabbits,
    /// The mover made a position occur for the third time: a loss, in the older editions only.
    ThirdOccurrence,
}

impl End {
    /// All ways in which a rule can decide a game.
    pub const ALL: [Self; 8] = [
        Self::MoverGoal,
        Self::OpponentGoal,
        Self::OpponentEliminated,
        Self::MoverEliminated,
        Self::Immobilized,
        Self::OnlyRepetitions,
        Self::NoRabbits,
        Self::ThirdOccurrence,
    ];

    /// The id of the rule in SPEC.md.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::MoverGoal => "END-3",
            Self::OpponentGoal => "END-4",
            Self::OpponentEliminated => "END-5",
            Self::MoverEliminated => "END-6",
            Self::Immobilized => "END-7",
            Self::OnlyRepetitions => "END-8",
            Self::NoRabbits => "END-9",
            Self::ThirdOccurrence => "END-10",
        }
    }

    /// The stable name of this end, for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::MoverGoal => "mover-goal",
            Self::OpponentGoal => "opponent-goal",
            Self::OpponentEliminated => "opponent-eliminated",
            Self::MoverEliminated => "mover-eliminated",
            Self::Immobilized => "immobilized",
            Self::OnlyRepetitions => "only-repetitions",
            Self::NoRabbits => "no-rabbits",
            Self::ThirdOccurrence => "third-occurrence",
        }
    }

    /// The game server's code for this end: `g`, `e`, `m`, `n` or `p` (SPEC.md NOT-12).
    pub const fn code(self) -> char {
        match self {
            Self::MoverGoal | Self::OpponentGoal => 'g',
            Self::OpponentEliminated | Self::MoverEliminated => 'e',
            Self::Immobilized | Self::OnlyRepetitions => 'm',
            Self::NoRabbits => 'n',
            Self::ThirdOccurrence => 'p',
        }
    }
}

/// The outcome of a game: the winner and the rule.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Outcome {
    /// The winner, or `None` for a draw, which only the older editions have.
    pub winner: Option<Side>,
    /// The rule that decided it.
    pub end: End,
}

impl Outcome {
    /// The id of the rule in SPEC.md that decided the game: that of its [`end`](Self::end).
    pub const fn rule(&self) -> &'static str {
        self.end.rule()
    }

    /// The winner's name, `gold` or `silver`, or `draw`.
    pub const fn winner_name(&self) -> &'static str {
        match self.winner {
            Some(Side::Gold) => "gold",
            Some(Side::Silver) => "silver",
            None => "draw",
        }
    }

    /// The result for people: `gold wins`, `silver wins` or `a draw`.
    pub const fn verdict(&self) -> &'static str {
        match self.winner {
            Some(Side::Gold) => "gold wins",
            Some(Side::Silver) => "silver wins",
            None => "a draw",
        }
    }

    /// The reason for people, such as `silver has no rabbits left`.
    pub fn reason(&self) -> String {
        let (winner, loser) = match self.winner {
            Some(winner) => (winner.to_string(), winner.other().to_string()),
            None => (String::new(), String::new()),
        };
        match self.end {
            End::MoverGoal => format!("a {winner} rabbit stands on its goal rank"),
            End::OpponentGoal => {
                format!("{loser} ended a turn with a {winner} rabbit on its goal rank")
            }
            End::OpponentEliminated => format!("{loser} has no rabbits left"),
            End::MoverEliminated => format!("{loser} ended a turn without a rabbit left"),
            End::Immobilized => format!("{loser} is to move and has no legal step"),
            End::OnlyRepetitions => {
                format!("every turn {loser} could make repeats a position for the third time")
            }
            End::NoRabbits => "neither side has a rabbit left".to_owned(),
            End::ThirdOccurrence => {
                format!("{loser}'s turn made the position occur for the third time")
            }
        }
    }
}

impl fmt::Display for Outcome {
    /// Writes the outcome for people: `gold wins: silver has no rabbits left (END-5)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (verdict, reason, rule) = (self.verdict(), self.reason(), self.rule());
        write!(f, "{verdict}: {reason} ({rule})")
    }
}

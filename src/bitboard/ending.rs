//! How the end of a turn decides a game (SPEC.md chapter 8).

use crate::vocab::{Edition, End, Outcome, Side};

use super::distinct;
use super::planes::Planes;
use super::repetition::{Ended, occurrences, worn_out};
use super::state::{Game, Moment, Open, Play};

impl Game {
    /// How the last turn's end decided the game. What has been done since is not looked at (END-1).
    pub(super) fn decided(&self) -> Option<Outcome> {
        let Moment::Play(play) = &self.moment else {
            return None;
        };
        let (mover, opponent) = (self.side.other(), self.side);
        order(self.edition).iter().copied().find_map(|end| {
            let winner = match end {
                End::MoverGoal
                | End::OpponentEliminated
                | End::Immobilized
                | End::OnlyRepetitions => Some(mover),
                End::OpponentGoal | End::MoverEliminated | End::ThirdOccurrence => Some(opponent),
                End::NoRabbits => None,
            };
            self.holds(end, play).then_some(Outcome { winner, end })
        })
    }

    /// Whether one of the checks holds of the board at the start of the turn.
    fn holds(&self, end: End, play: &Play) -> bool {
        let (mover, opponent) = (self.side.other(), self.side);
        match end {
            End::MoverGoal => self.start.at_goal(mover) != 0,
            End::OpponentGoal => self.start.at_goal(opponent) != 0,
            End::OpponentEliminated => self.start.rabbits_of(opponent) == 0,
            End::MoverEliminated => self.start.rabbits_of(mover) == 0,
            End::Immobilized => self.start.can_step(opponent) == 0,
            End::OnlyRepetitions => {
                no_turn_left(&self.start, opponent, &play.earlier, self.edition)
            }
            End::NoRabbits => self.start.rabbits() == 0,
            End::ThirdOccurrence => {
                let here = Ended::new(self.start, opponent);
                occurrences(&play.earlier, &here, self.edition).len() >= 2
            }
        }
    }
}

/// The checks of an edition, in their order (END-2).
const fn order(edition: Edition) -> &'static [End] {
    match edition {
        Edition::Year2002 | Edition::May2005 { no_draws: false } => &[
            End::MoverGoal,
            End::OpponentGoal,
            End::Immobilized,
            End::NoRabbits,
            End::ThirdOccurrence,
        ],
        Edition::May2005 { no_draws: true } => &[
            End::MoverGoal,
            End::OpponentGoal,
            End::OpponentEliminated,
            End::MoverEliminated,
            End::Immobilized,
            End::ThirdOccurrence,
        ],
        Edition::July2008 => &[
            End::MoverGoal,
            End::OpponentGoal,
            End::OpponentEliminated,
            End::MoverEliminated,
            End::Immobilized,
            End::OnlyRepetitions,
        ],
    }
}

/// Whether every turn of this side would end in a position that has stood twice (END-8).
fn no_turn_left(start: &Planes, side: Side, earlier: &[Ended], edition: Edition) -> bool {
    let play = Play::new(*start, Vec::new());
    !one_step_ends(&play, side, earlier, edition)
        && super::with_workspace(|space| {
            let worn = worn_out(earlier, side.other(), edition);
            distinct::count(space, &play, start, side, &worn) == 0
        })
}

/// Whether a turn may end after one step. Nearly always the first step does, and no turn need be counted.
fn one_step_ends(play: &Play, side: Side, earlier: &[Ended], edition: Edition) -> bool {
    play.legal_steps(side).any(|step| {
        let mut after = play.clone();
        let part = after.part(step, side);
        after.take(step, part);
        let end = Ended::new(after.board, side.other());
        !matches!(after.open, Open::Push(_)) && occurrences(earlier, &end, edition).len() < 2
    })
}

//! Faults that find the end of the game within a turn.

use super::{Game, Rules, Stopped};
use crate::fault::Fault as F;
use crate::fault::Faults;

impl Game<'_> {
    /// Whether the turn has just begun.
    pub const fn is_start(&self) -> bool {
        self.kept.steps == 0 && self.kept.push.is_none()
    }

    /// The winner that the reply to a step names, before the turn has ended.
    pub const fn announced_winner(&self) -> Option<bool> {
        self.told
    }

    pub(super) fn look_for_an_end(&mut self) {
        use Stopped::{All, Steps};

        self.told = None;
        if self.is_search {
            return;
        }
        let mover = self.gold;
        let mut goal = [mover, !mover]
            .into_iter()
            .filter(|player| self.has_goal_plainly(*player));
        let goal = goal.next();
        let mut losers = [!mover, mover]
            .into_iter()
            .filter(|player| !self.has_rabbit(*player));
        let loss = losers.next().map(|loser| !loser);
        let stuck = self.stuck_in_mid_turn();
        let all = goal.or(loss).or(stuck);
        let events = [
            (
                goal,
                [
                    F::GoalAtOnce,
                    F::GoalAtOnceButForEnd,
                    F::GoalSaidAtOnce,
                    F::GoalStops,
                    F::GoalStopsButForEnd,
                    F::GoalKept,
                ],
            ),
            (
                loss,
                [
                    F::LossAtOnce,
                    F::LossAtOnceButForEnd,
                    F::LossSaidAtOnce,
                    F::LossStops,
                    F::LossStopsButForEnd,
                    F::LossKept,
                ],
            ),
            (
                stuck,
                [
                    F::StuckAtOnce,
                    F::StuckAtOnceButForEnd,
                    F::StuckSaidAtOnce,
                    F::StuckStops,
                    F::StuckStopsButForEnd,
                    F::StuckKept,
                ],
            ),
            (
                all,
                [
                    F::AllAtOnce,
                    F::AllAtOnceButForEnd,
                    F::AllSaidAtOnce,
                    F::AllStop,
                    F::AllStopButForEnd,
                    F::AllKept,
                ],
            ),
        ];
        for (winner, [at_once, but_for_end, said, stops, stops_but_for_end, kept]) in events {
            let Some(winner) = winner else {
                continue;
            };
            for (fault, tells, stopped) in [
                (at_once, true, Some(All)),
                (but_for_end, true, Some(Steps)),
                (said, true, None),
                (stops, false, Some(All)),
                (stops_but_for_end, false, Some(Steps)),
            ] {
                if self.decide(fault, false, true) {
                    self.told = tells.then_some(winner).or(self.told);
                    self.stopped = stopped.or(self.stopped);
                }
            }
            if self.won.is_none() && self.decide(kept, false, true) {
                self.won = Some(winner);
            }
        }
        let is_dead = self.kept.steps < 4 && self.kept.push.is_none() && !self.has_step();
        if self.decide(F::DeadEndSaid, false, is_dead) {
            self.told = Some(!mover);
        }
    }

    pub(crate) fn has_goal_plainly(&self, gold: bool) -> bool {
        if gold {
            self.board[..8].contains(&b'R')
        } else {
            self.board[56..].contains(&b'r')
        }
    }

    /// The player who wins because the opponent has no step on the board within this turn.
    fn stuck_in_mid_turn(&self) -> Option<bool> {
        if self.kept.push.is_some() {
            return None;
        }
        let quiet = Rules::with(Faults::NONE);
        let other = Game::new(&quiet, !self.gold, self.board, Vec::new());
        (!other.has_step()).then_some(self.gold)
    }
}

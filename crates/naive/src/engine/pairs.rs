//! Pushes and pulls in an engine in which each is one action of two steps.

use super::Game;
use crate::board::{Part, Step, are_in_line, is_gold};
use crate::cell::Relation;
use crate::fault::Fault as F;

impl Game<'_> {
    /// Makes a plain step of an own piece.
    pub fn plain(&mut self, step: Step) -> bool {
        let is_mine = is_gold(self.board[step.from]) == self.gold;
        is_mine && self.step(step)
    }

    /// Makes a push or a pull: steps of both sides, of which the second enters the square that the
    /// first left.
    pub fn pair(&mut self, first: Step, second: Step) -> bool {
        let is_mine = is_gold(first.piece) == self.gold;
        let (own, enemy) = if is_mine {
            (first, second)
        } else {
            (second, first)
        };
        if is_mine {
            self.pull(own, enemy)
        } else {
            self.make_push(own, enemy)
        }
    }

    fn make_push(&mut self, own: Step, enemy: Step) -> bool {
        let Some(target) = self.destination(enemy, Some(own.from)) else {
            return false;
        };
        let (pusher, victim) = (own.piece, self.board[enemy.from]);
        if self.board[own.from] != pusher || is_gold(victim) == self.gold {
            return false;
        }
        let goes_back = self.enemy_goes_back(victim, enemy.way);
        let is_in_time = self.has_steps_left_for_push();
        let is_straight = are_in_line(own.from, enemy.from, target);
        let may = is_in_time && !goes_back && self.may_push(own.from, pusher, enemy.from, victim);
        let may = self.decide(F::PushStraightOn, may, may && is_straight);
        let may = self.decide(F::NoPushes, may, false);
        let may = self.decide(F::NoPushAfterAStep, may, may && self.kept.left.is_none());
        if may && target == own.from {
            return self.change_places(own, enemy);
        }
        if !may || !self.make_step(enemy.from, target, Part::Begin) {
            return false;
        }
        self.kept.push = None;
        let follows = self
            .rules
            .choose(F::PusherFollowsVictim, self.gold, enemy.from, target);
        self.make_step(own.from, follows, Part::Complete)
    }

    fn pull(&mut self, own: Step, enemy: Step) -> bool {
        let Some(to) = self.destination(own, Some(enemy.from)) else {
            return false;
        };
        let (puller, victim) = (self.board[own.from], enemy.piece);
        if self.board[enemy.from] != victim {
            return false;
        }
        let goes_back = self.enemy_goes_back(victim, enemy.way);
        let is_in_time = self.has_steps_left(2);
        let is_in_time = self.decide(F::PullWithFifthStep, is_in_time, self.has_steps_left(1));
        let is_strong = self.stronger(Relation::Pull, puller, victim);
        let may = is_in_time && !goes_back && is_strong && self.is_plain(own.from, puller, own.way);
        let is_straight = are_in_line(enemy.from, own.from, to);
        let may = self.decide(F::PullStraightOn, may, may && is_straight);
        if may && to == enemy.from {
            return self.change_places(own, enemy);
        }
        if !self.decide(F::NoPulls, may, false) || !self.make_step(own.from, to, Part::Plain) {
            return false;
        }
        // The puller may be captured, or frozen where it stands now.
        let pulls = self.kept.left.is_some();
        let is_there = self.board[enemy.from] == victim;
        pulls && is_there && self.make_step(enemy.from, own.from, Part::Pull)
    }

    fn change_places(&mut self, own: Step, enemy: Step) -> bool {
        self.board.swap(own.from, enemy.from);
        self.kept.steps += 2;
        true
    }
}

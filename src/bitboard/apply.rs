//! One action done, or refused with the first rule it breaks (SPEC.md chapter 12).

use crate::vocab::{Action, Effect, Handicap, Illegal, Part, Side};

use super::planes::Planes;
use super::repetition::{Ended, is_refused, occurrences};
use super::state::{Game, Moment, Open, Play, Setup};

impl Game {
    /// Does one action. The state is changed only if it is legal.
    pub(super) fn act(&mut self, action: Action) -> Result<Effect, Illegal> {
        match (&mut self.moment, action) {
            (Moment::Setup(setup), Action::Place(placed)) => {
                setup.place(placed, self.side)?;
                Ok(effect(Part::Placement))
            }
            (Moment::Setup(_), Action::Step(_)) => Err(Illegal::StepInSetup),
            (Moment::Setup(setup), Action::EndTurn) => {
                setup.check_complete(self.side)?;
                let (board, handicap) = (setup.board, setup.handicap);
                self.end_setup(board, handicap);
                Ok(effect(Part::TurnEnded))
            }
            (Moment::Play(_), Action::Place(_)) => Err(Illegal::PlacementInPlay),
            (Moment::Play(play), Action::Step(step)) => {
                let part = play.judge(step, self.side)?;
                let captured = play.take(step, part);
                Ok(Effect { part, captured })
            }
            (Moment::Play(play), Action::EndTurn) => {
                play.check_end(&self.start, self.side, self.edition)?;
                let began = Ended::new(self.start, self.side);
                self.start = play.board;
                play.earlier.push(began);
                play.taken.clear();
                play.open = Open::Nothing;
                self.side = self.side.other();
                Ok(effect(Part::TurnEnded))
            }
        }
    }

    /// Hands a complete setup over: to Silver's, or to the first turn of play (SET-1). The board
    /// after Gold's setup is no part of the history (REP-3).
    fn end_setup(&mut self, board: Planes, handicap: Handicap) {
        self.start = board;
        self.moment = match self.side {
            Side::Gold => Moment::Setup(Setup {
                handicap,
                placed: Vec::with_capacity(16),
                board,
            }),
            Side::Silver => Moment::Play(Play::new(board, Vec::new())),
        };
        self.side = self.side.other();
    }

    /// Whether ending the turn is legal now, in the setup or in play.
    pub(super) fn may_end(&self) -> bool {
        match &self.moment {
            Moment::Setup(setup) => setup.check_complete(self.side).is_ok(),
            Moment::Play(play) => play.check_end(&self.start, self.side, self.edition).is_ok(),
        }
    }
}

impl Play {
    /// Whether the turn may end here (TRN-2, PSH-4, TRN-3, REP-2).
    fn check_end(
        &self,
        start: &Planes,
        side: Side,
        edition: crate::vocab::Edition,
    ) -> Result<(), Illegal> {
        if self.taken.is_empty() {
            return Err(Illegal::NoStepTaken);
        }
        if let Open::Push(pushed) = self.open {
            return Err(Illegal::PushUnfinished { pushed });
        }
        if self.board == *start {
            return Err(Illegal::NothingChanged);
        }
        if is_refused(edition) {
            // The start of the turn cannot be one of them: there the other side was to move.
            let end = Ended::new(self.board, side.other());
            let earlier = occurrences(&self.earlier, &end, edition);
            if earlier.len() >= 2 {
                return Err(Illegal::ThirdRepetition { earlier });
            }
        }
        Ok(())
    }
}

/// What an action did that captured nothing.
const fn effect(part: Part) -> Effect {
    Effect {
        part,
        captured: None,
    }
}

//! Makes the slips that concern several steps or the end of the game, or notes where they would
//! matter.

use super::Game;
use crate::board::{Board, EMPTY, Left, Part, Push, WAYS, is_gold, is_rabbit, strength};
use crate::slip::{Before, Effect, Event, Kept, Shape, Slip, Thing, WayOut};

impl Game<'_> {
    fn came_that_way(&self, before: Before) -> bool {
        let past = &self.past;
        match before {
            Before::Anything => true,
            Before::Plain => past.parts[Part::Plain as usize],
            Before::Push => past.parts[Part::Complete as usize],
            Before::Pull => past.parts[Part::Pull as usize],
            Before::EnemyCaptured => past.captured[0],
            Before::OwnCaptured => past.captured[1],
            Before::OpenPull => past.is_into_left,
        }
    }

    /// Applies a slip to the state kept after a step, if the engine makes one, and records the
    /// events of the step. `kept` is the state before the step, `board` the board before captures.
    pub(crate) fn slip_in_kept(&mut self, step: Left, part: Part, kept: &Kept, board: &Board) {
        let slips = &self.rules.slips;
        if slips.are_off() {
            return;
        }
        let squares = board.iter().zip(&self.board).enumerate();
        let gone = squares.filter(|(_, (was, is))| was != is);
        let (mut events, mut captures) = (vec![Event::of(part)], [false; 2]);
        for (at, (was, _)) in gone {
            captures[usize::from(is_gold(*was) == self.gold)] = true;
            events.push(if at == step.to {
                Event::Captured(part)
            } else {
                Event::Lost(part)
            });
        }
        if part == Part::Begin {
            self.past.is_into_left = kept.left.is_some_and(|left| left.square == step.to);
        }
        let mut after = self.kept;
        for event in events {
            for before in Before::ALL
                .into_iter()
                .filter(|one| event.is_crossed_with(*one))
            {
                for (thing, effect) in Thing::ALL
                    .iter()
                    .flat_map(|thing| Effect::ALL.map(|effect| (*thing, effect)))
                {
                    let slip = Slip::State(thing, event, before, effect);
                    if !self.came_that_way(before) || !slips.concerns(slip, self.gold) {
                        continue;
                    }
                    let wrong = self.kept_wrongly(thing, effect, step, kept);
                    if wrong != self.kept && slips.makes(slip, self.gold) {
                        after = wrong;
                    }
                }
            }
        }
        let past = &mut self.past;
        past.push = self.kept.push.or(past.push);
        past.left = self.kept.left.or(past.left);
        past.last = Some(part);
        past.is_rabbit = is_rabbit(step.piece) && is_gold(step.piece) == self.gold;
        past.parts[part as usize] = true;
        past.captures = captures;
        past.captured = [0, 1].map(|at| past.captured[at] || captures[at]);
        self.kept = after;
    }

    fn kept_wrongly(&self, thing: Thing, effect: Effect, step: Left, before: &Kept) -> Kept {
        use Effect::{Forgotten, Kept as Same, Led, Overwritten};

        let mut kept = self.kept;
        let past = &self.past;
        let push = Push {
            square: step.square,
            to: step.to,
            piece: step.piece,
            pusher: step.square,
        };
        // The square and the piece that stand in the place of those of this step.
        let wrong_of = |past: Option<(usize, u8)>| match effect {
            Same => past.unwrap_or((step.square, step.piece)),
            Forgotten => (step.square, EMPTY),
            Overwritten | Led => (step.to, step.piece),
        };
        match (thing, effect) {
            (Thing::Push, Same) => kept.push = before.push,
            (Thing::Push, Forgotten) => kept.push = None,
            (Thing::Push, Overwritten) => kept.push = Some(push),
            (Thing::PushSquare | Thing::PushPiece, _) => {
                let wrong = wrong_of(past.push.map(|push| (push.square, push.piece)));
                if let Some(push) = &mut kept.push {
                    match thing {
                        Thing::PushSquare => push.square = wrong.0,
                        _ => push.piece = wrong.1,
                    }
                }
            }
            (Thing::Pull, Same) => kept.left = past.left,
            (Thing::Pull, Forgotten) => kept.left = None,
            (Thing::Pull, Overwritten) => kept.left = Some(step),
            (Thing::Pull, Led) => {
                kept.left = before.push.map(|push| Left {
                    square: push.square,
                    to: push.to,
                    piece: push.piece,
                });
            }
            (Thing::PullSquare | Thing::PullPiece, _) => {
                let wrong = wrong_of(past.left.map(|left| (left.square, left.piece)));
                if let Some(left) = &mut kept.left {
                    match thing {
                        Thing::PullSquare => left.square = wrong.0,
                        _ => left.piece = wrong.1,
                    }
                }
            }
            (Thing::Steps, Same) => kept.steps = before.steps,
            (Thing::Steps, Forgotten) => kept.steps = 0,
            (Thing::Steps, Overwritten) => kept.steps += 1,
            (Thing::Start, _) => kept.start = self.board,
            (Thing::Push | Thing::Steps, Led) => {}
        }
        kept
    }

    /// The state at the start of the next turn; with a slip, some of it is wrongly kept from this
    /// turn.
    pub(crate) fn kept_through_end(&self, mut kept: Kept) -> Kept {
        let slips = &self.rules.slips;
        if !slips.are_off() {
            let (left, steps) = (self.kept.left, self.kept.steps);
            if left.is_some() && slips.makes(Slip::Over(Thing::Pull), self.gold) {
                kept.left = left;
            }
            if slips.makes(Slip::Over(Thing::Steps), self.gold) {
                kept.steps = steps;
            }
        }
        kept
    }

    // The end of the game.

    /// Whether the player to move seems to have no legal turn, with the slips of the other player.
    pub(crate) fn seems_stuck(&self, is: bool, ahead: &Self) -> bool {
        let slips = &self.rules.slips;
        if slips.are_off() {
            return is;
        }
        for way in WayOut::ALL {
            let slip = Slip::WayOut(way);
            if !slips.concerns(slip, !self.gold) {
                continue;
            }
            let wrong = match self.seems_open(way) {
                Some(is_open) => is && !is_open,
                None => {
                    is || !self.any_step(|from, to, piece, part| {
                        !self.is_not_counted(way, from, to, piece, part)
                    })
                }
            };
            if wrong != is && slips.makes(slip, !self.gold) {
                return wrong;
            }
        }
        if self.history.len() > 1 && !is {
            for (shape, step) in Shape::all() {
                let slip = Slip::Search(shape, step);
                if slips.concerns(slip, !self.gold)
                    && !ahead.can_end(&mut 0, Some((shape, step)))
                    && slips.makes(slip, !self.gold)
                {
                    return true;
                }
            }
        }
        is
    }

    /// Whether an illegal way out seems open to the player to move; `None` if `way` is a legal one.
    fn seems_open(&self, way: WayOut) -> Option<bool> {
        let near = |at: usize| WAYS.iter().filter_map(move |way| self.neighbour(at, *way));
        let has_room = |at: usize| self.has_room(at);
        // A piece of the player to move beside another that it could push, but for something.
        let pushes = |is_one: &dyn Fn(usize, u8, usize, u8) -> bool| {
            self.any_piece(|by, own| {
                let is_free = !self.is_frozen(by, own);
                is_free
                    && near(by).any(|at| {
                        let piece = self.board[at];
                        piece != EMPTY && is_one(by, own, at, piece)
                    })
            })
        };
        Some(match way {
            WayOut::FriendPushed => pushes(&|_, own, at, piece| {
                self.is_friend(at, own) && strength(own) > strength(piece) && has_room(at)
            }),
            WayOut::FriendPushedByEnemy => pushes(&|_, own, at, piece| {
                let is_stronger = |by: usize| {
                    let enemy = self.board[by];
                    enemy != EMPTY && !self.is_friend(by, own) && strength(enemy) > strength(piece)
                };
                self.is_friend(at, own) && has_room(at) && near(at).any(is_stronger)
            }),
            WayOut::RabbitBack => self.any_piece(|at, piece| {
                let back = self.neighbour(at, if self.gold { b's' } else { b'n' });
                let is_open = back.is_some_and(|back| self.board[back] == EMPTY);
                is_rabbit(piece) && !self.is_frozen(at, piece) && is_open
            }),
            WayOut::PushWithoutRoom => pushes(&|_, own, at, piece| {
                !self.is_friend(at, own) && strength(own) > strength(piece)
            }),
            WayOut::PushByEqual => pushes(&|_, own, at, piece| {
                !self.is_friend(at, own) && strength(own) == strength(piece) && has_room(at)
            }),
            WayOut::PushByWeaker => pushes(&|_, own, at, piece| {
                !self.is_friend(at, own) && strength(own) < strength(piece) && has_room(at)
            }),
            WayOut::PullWithoutStep => (0..64).any(|at| {
                let piece = self.board[at];
                let is_enemy = piece != EMPTY && is_gold(piece) != self.gold;
                is_enemy && has_room(at)
            }),
            WayOut::OverTheEdge => {
                self.any_piece(|at, piece| near(at).count() < 4 && !self.is_frozen(at, piece))
            }
            WayOut::FreedByEnemy => self.any_piece(|at, piece| {
                let weaker = |by: usize| {
                    !self.is_friend(by, piece) && strength(self.board[by]) <= strength(piece)
                };
                has_room(at) && self.any_beside(at, weaker)
            }),
            _ => return None,
        })
    }

    /// Whether a slip does not count this legal step as a way out.
    fn is_not_counted(&self, way: WayOut, from: usize, to: usize, piece: u8, part: Part) -> bool {
        let is_step = part == Part::Plain;
        let is_freed = |at: usize| self.is_threatened(at, self.board[at]);
        let is_alone = || !self.any_beside(to, |by| by != from && self.is_friend(by, piece));
        let on_trap = || self.is_trap(to) && is_alone();
        let ahead = if self.gold {
            from.wrapping_sub(8)
        } else {
            from + 8
        };
        match way {
            WayOut::Push => !is_step,
            WayOut::PushOfRabbit => !is_step && is_rabbit(piece),
            WayOut::PushOfPiece => !is_step && !is_rabbit(piece),
            WayOut::PushOntoTrap => !is_step && on_trap(),
            WayOut::PushByFreed => {
                !is_step && {
                    let is_pusher = |by: usize| {
                        is_gold(self.board[by]) == self.gold
                            && strength(self.board[by]) > strength(piece)
                            && !is_freed(by)
                    };
                    !self.any_beside(from, is_pusher)
                }
            }
            WayOut::StepOntoTrap => is_step && on_trap(),
            WayOut::StepSideways => is_step && from / 8 == to / 8,
            WayOut::StepForward => is_step && to == ahead,
            WayOut::StepBackward => is_step && from / 8 != to / 8 && to != ahead,
            WayOut::StepOfRabbit => is_step && is_rabbit(piece),
            WayOut::StepOfPiece => is_step && !is_rabbit(piece),
            WayOut::StepOfFreed => is_step && is_freed(from),
            WayOut::StepBesideEnemy => {
                is_step && self.any_beside(to, |by| !self.is_friend(by, piece))
            }
            _ => false,
        }
    }

    /// Whether the last step was step number `step` of the turn and had this shape.
    pub(crate) fn last_has_shape(&self, shape: Shape, step: u32) -> bool {
        let past = &self.past;
        self.kept.steps == step
            && match shape {
                Shape::Step(part) => past.last == Some(part),
                Shape::OwnLost => past.captures[1],
                Shape::EnemyCaptured => past.captures[0],
                Shape::RabbitStep => past.is_rabbit,
                Shape::Goal => self.has_goal_plainly(self.gold),
                Shape::End => false,
            }
    }
}

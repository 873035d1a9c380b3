//! `arimaa_engine_step`: a turn is made step by step, and the fourth step ends it.
//!
//! SPEC.md has the end of a turn as an action of its own (TRN-5), so the fourth step is only held
//! ready until the end is asked for. Steps are asked of the list that leaves repetition out, and
//! the end of the turn of the one that does not.

use std::collections::HashSet;

use arimaa::vocab::{Board, Kind as PieceKind, Label, Piece, Placed, Side, Square, Step};
use arimaa_engine_step::{
    Action as Move, GameState, List, Phase, PieceBoardState, PlayPhase, Terminal, Zobrist,
};
use arimaa_oracle::ask::{Answer, Question, QuestionKind, Unit};
use arimaa_oracle::subject::Reply;

use crate::count::sequences;
use crate::{
    Peer, Place, WrittenStep, accepted, board_from, place, read, refused, side_of, standing,
    steps_of, unplayable,
};

/// The crate as a subject.
pub fn step_engine() -> Peer {
    Peer::new(
        "arimaa_engine_step",
        "1.0.1",
        &[
            QuestionKind::LegalActions,
            QuestionKind::Judge,
            QuestionKind::Outcome,
            QuestionKind::Standing,
            QuestionKind::TurnCount,
            QuestionKind::Perft,
        ],
        answer,
    )
}

fn answer(question: &Question) -> Result<Reply, Reply> {
    let Some(position) = question.position() else {
        return Err(Reply::Declined("answers about positions only".to_owned()));
    };
    let place = place(position)?;
    let mut play = Play::at(&place)?;
    let over = play.winner().is_some();
    Ok(Reply::Answer(match question {
        Question::LegalActions { past_end, .. } => Answer::Actions {
            effects: None,
            frozen: None,
            refusals: None,
            actions: if over && !past_end {
                Vec::new()
            } else {
                play.actions()
            },
        },
        Question::Judge {
            turn,
            strict,
            past_end,
            ..
        } => {
            let before = play.standing();
            let steps = steps_of(turn, place.label())?;
            let captures = if over && !past_end {
                None
            } else {
                steps.as_ref().and_then(|steps| play.turn(steps, *strict))
            };
            return Ok(match (steps, captures) {
                (Some(steps), Some(captures)) => accepted(&steps, &captures, play.standing()),
                _ => refused(before),
            });
        }
        Question::Outcome { .. } => Answer::Outcome {
            outcome: play.standing().outcome,
        },
        Question::Standing { .. } => Answer::Standing {
            standing: play.standing(),
        },
        Question::TurnCount { past_end, .. } => Answer::TurnCount {
            count: if over && !past_end { 0 } else { play.turns() },
        },
        Question::Perft {
            count: Unit::Steps,
            depth,
            ..
        } => Answer::Perft {
            counts: (1..=*depth).map(|depth| play.sequences(depth)).collect(),
        },
        _ => return Err(Reply::Declined("counts steps only".to_owned())),
    }))
}

/// A turn in progress.
#[derive(Clone)]
struct Play {
    state: GameState,
    /// The fourth step, which would end the turn.
    last: Option<Move>,
}

impl Play {
    fn at(place: &Place) -> Result<Self, Reply> {
        let mut history = List::new();
        for end in &place.earlier {
            let state = read(end.to_move, 2, &end.board)?;
            history = history.append(hash(&state));
        }
        let start = read(place.side, place.number, &place.start)?;
        let phase = PlayPhase::initial(hash(&start), history.append(hash(&start)));
        let board = start.piece_board();
        let state = GameState::new(
            start.is_p1_turn_to_move(),
            start.move_number(),
            Phase::PlayPhase(phase),
            arimaa_engine_step::PieceBoard::new(
                board.p1_pieces,
                board.elephants,
                board.camels,
                board.horses,
                board.dogs,
                board.cats,
                board.rabbits,
            ),
            hash(&start),
        );
        let mut play = Self { state, last: None };
        for &step in &place.steps {
            play.step(step).map_err(|()| unplayable(step))?;
        }
        Ok(play)
    }

    /// Takes a step, if the engine lists it; says what it captured.
    fn step(&mut self, step: Step) -> Result<Option<Placed>, ()> {
        let square = step.from.to_string().parse().map_err(|_| ())?;
        // The engine does not name the piece that it moves.
        if board_of(self.state.piece_board()).at(step.from) != Some(step.piece) {
            return Err(());
        }
        let direction = step.direction.to_string().parse().map_err(|_| ())?;
        let action = Move::Move(square, direction);
        if self.last.is_some() || !self.state.valid_actions_no_rep().contains(&action) {
            return Err(());
        }
        let caught = self.state.trapped_animal_for_action(&action);
        if self.state.current_step() == 3 {
            self.last = Some(action);
        } else {
            self.state = self.state.take_action(&action);
        }
        Ok(caught.and_then(|(square, kind, gold)| {
            let mut letter = kind.to_string().chars().next()?;
            if gold {
                letter = letter.to_ascii_uppercase();
            }
            Some(Placed {
                piece: Piece::from_letter(letter)?,
                square: square.to_string().parse().ok()?,
            })
        }))
    }

    /// Makes a turn, if the engine lists it; says what it captured.
    fn turn(&mut self, steps: &[WrittenStep], strict: bool) -> Option<Vec<Option<Placed>>> {
        let mut captures = Vec::new();
        for written in steps {
            let caught = self.step(written.step).ok()?;
            if !written.agrees(caught, strict) {
                return None;
            }
            captures.push(caught);
        }
        self.end().then_some(captures)
    }

    /// Ends the turn, if the engine lets it end.
    fn end(&mut self) -> bool {
        if !self.can_end() {
            return false;
        }
        let action = self.last.take().unwrap_or(Move::Pass);
        self.state = self.state.take_action(&action);
        true
    }

    fn can_end(&self) -> bool {
        self.last.as_ref().map_or_else(
            || self.state.can_pass(true),
            |last| self.state.valid_actions().contains(last),
        )
    }

    /// Steps and the end of the turn as text, in the order of ORD-2.
    fn actions(&self) -> Vec<String> {
        let mut actions = Vec::new();
        if self.last.is_none() {
            let board = board_of(self.state.piece_board());
            for action in self.state.valid_actions_no_rep() {
                if let Move::Move(from, direction) = action {
                    let from: Option<Square> = from.to_string().parse().ok();
                    let piece = from.and_then(|from| board.at(from));
                    let piece = piece.map_or('?', Piece::letter);
                    let from = from.map_or_else(String::new, |from| from.to_string());
                    actions.push(format!("{piece}{from}{direction}"));
                }
            }
        }
        actions.sort_unstable();
        if self.can_end() {
            actions.push("end".to_owned());
        }
        actions
    }

    /// The number of boards at which the turn can end.
    fn turns(&self) -> u64 {
        let mut ends = HashSet::new();
        if self.last.is_some() {
            return u64::from(self.can_end());
        }
        let mut seen = HashSet::new();
        let mut open = vec![self.state.clone()];
        while let Some(state) = open.pop() {
            for action in state.valid_actions() {
                let next = state.take_action(&action);
                if next.is_p1_turn_to_move() != state.is_p1_turn_to_move() {
                    ends.insert(sets(next.piece_board()));
                    continue;
                }
                let phase = next.unwrap_play_phase();
                let key = (
                    sets(next.piece_board()),
                    phase.push_pull_state(),
                    phase.step(),
                );
                if seen.insert(key) {
                    open.push(next);
                }
            }
        }
        ends.len() as u64
    }

    /// The number of sequences of so many steps, up to the end of the turn.
    fn sequences(&self, depth: u32) -> u64 {
        let taken = self.state.current_step() + usize::from(self.last.is_some());
        match usize::try_from(depth) {
            Ok(steps) if taken + steps <= 4 => sequences(&self.state, depth),
            _ => 0,
        }
    }

    fn winner(&self) -> Option<Side> {
        if self.last.is_some() {
            return None;
        }
        self.state.is_terminal().map(|terminal| match terminal {
            Terminal::GoldWin => Side::Gold,
            Terminal::SilverWin => Side::Silver,
        })
    }

    fn standing(&self) -> arimaa_oracle::ask::Standing {
        let now = self.last.as_ref().map_or_else(
            || board_of(self.state.piece_board()),
            |last| board_of(self.state.take_action(last).piece_board()),
        );
        let label = Label {
            number: u32::try_from(self.state.move_number()).unwrap_or(u32::MAX),
            side: side_of(self.state.is_p1_turn_to_move()),
        };
        standing(now, self.winner(), label)
    }
}

fn hash(state: &GameState) -> Zobrist {
    Zobrist::from_piece_board(state.piece_board(), state.is_p1_turn_to_move(), 0)
}

/// The sets that make a board.
fn sets(board: &PieceBoardState) -> [u64; 7] {
    [
        board.p1_pieces,
        board.rabbits,
        board.cats,
        board.dogs,
        board.horses,
        board.camels,
        board.elephants,
    ]
}

fn board_of(board: &PieceBoardState) -> Board {
    board_from(|piece| {
        let kind = match piece.kind {
            PieceKind::Rabbit => arimaa_engine_step::Piece::Rabbit,
            PieceKind::Cat => arimaa_engine_step::Piece::Cat,
            PieceKind::Dog => arimaa_engine_step::Piece::Dog,
            PieceKind::Horse => arimaa_engine_step::Piece::Horse,
            PieceKind::Camel => arimaa_engine_step::Piece::Camel,
            PieceKind::Elephant => arimaa_engine_step::Piece::Elephant,
        };
        board.bits_for_piece(kind, piece.side == Side::Gold)
    })
}

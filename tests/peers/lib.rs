//! A crate of another author that plays Arimaa, asked as any other engine is. What it cannot
//! express it declines.

#![allow(
    clippy::result_large_err,
    clippy::needless_pass_by_value,
    reason = "a reply that is found early is handed back as an error, and its size does not matter"
)]

mod count;
mod step;

pub use count::{count, count_as_documented};
pub use step::step_engine;

use std::collections::BTreeSet;

use arimaa::compare::Engine;
use arimaa::reference::Reference;
use arimaa::text::{Located, read_turn};
use arimaa::vocab::{
    Action, Board, Edition, Label, Phase, Piece, Placed, Side, Square, Step, Token, TurnEnd,
};
use arimaa_engine_step::GameState;
use arimaa_oracle::ask::{
    Answer, Ended, Fault, PositionSource, Question, QuestionKind, Ranks, RefusedTurn, Standing,
    TurnText, Winner,
};
use arimaa_oracle::judge::JudgedGame;
use arimaa_oracle::protocol::{Capabilities, Identity};
use arimaa_oracle::subject::{Reply, Subject};

/// An answer, or the reply instead of one that was found on the way.
type Answered = Result<Reply, Reply>;

/// A crate as a subject.
pub struct Peer {
    identity: Identity,
    capabilities: Capabilities,
    answer: fn(&Question) -> Answered,
}

impl Peer {
    /// The crate of this name and version, which answers these questions. It knows the rules of
    /// today, and no names for reasons.
    pub(crate) fn new(
        name: &str,
        version: &str,
        questions: &[QuestionKind],
        answer: fn(&Question) -> Answered,
    ) -> Self {
        Self {
            identity: Identity {
                name: name.to_owned(),
                version: Some(version.to_owned()),
            },
            capabilities: Capabilities {
                questions: questions.iter().copied().collect(),
                editions: BTreeSet::from([Edition::default().to_string()]),
                setups: false,
                reasons: false,
                ..Capabilities::default()
            },
            answer,
        }
    }
}

impl Subject for Peer {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    fn ask(&mut self, question: &Question) -> Reply {
        (self.answer)(question).unwrap_or_else(|reply| reply)
    }
}

/// The position of a question, as plain data for a foreign engine.
pub(crate) struct Place {
    /// The side to move.
    pub(crate) side: Side,
    /// The number of the turn to be made, the setup being 1.
    pub(crate) number: u32,
    /// The board at the start of the turn.
    pub(crate) start: Board,
    /// The turn ends before that, oldest first.
    pub(crate) earlier: Vec<TurnEnd>,
    /// The steps taken in the turn.
    pub(crate) steps: Vec<Step>,
}

impl Place {
    /// The label of the turn to be made.
    pub(crate) fn label(&self) -> Label {
        let (number, side) = (self.number, self.side);
        Label { number, side }
    }
}

/// Finds the place. The crate reads no records and judges no positions, so both is done here, by
/// the reference engine.
pub(crate) fn place(position: &PositionSource) -> Result<Place, Reply> {
    let game = match position {
        PositionSource::State(state) => {
            let mut game = JudgedGame::from_snapshot(&Engine::of::<Reference>(), &state.snapshot)
                .map_err(|_| no_judge())?;
            if let Some(number) = state.number {
                let side = state.snapshot.side;
                game.begin_with(Label { number, side });
            }
            game
        }
        PositionSource::Record(moment) => {
            let record = moment.text.read().map_err(unreadable)?;
            let before = moment.before.as_deref().map(str::parse).transpose();
            let before: Option<Label> = before.map_err(unreadable)?;
            let named = moment.edition.as_deref().map(str::parse::<Edition>);
            let named = named.transpose().map_err(unreadable)?;
            let edition = record.tags.edition.or(named).unwrap_or_default();
            JudgedGame::at_moment(&Engine::of::<Reference>(), &record, edition, before)
                .map_err(unreadable)?
        }
        PositionSource::Any(_) | PositionSource::AtHand => {
            return Err(Reply::Declined(
                "does not take texts of any form".to_owned(),
            ));
        }
    };
    let snapshot = game.state().snapshot();
    if snapshot.edition != Edition::default() {
        let edition = snapshot.edition;
        return Err(Reply::Declined(format!(
            "does not know the edition {edition}"
        )));
    }
    let Phase::Play { steps, earlier } = snapshot.phase else {
        return Err(Reply::Declined("does not take setups".to_owned()));
    };
    Ok(Place {
        side: snapshot.side,
        number: game.label().number,
        start: snapshot.start,
        earlier,
        steps,
    })
}

fn no_judge() -> Reply {
    Reply::Declined("takes any position, possible or not".to_owned())
}

fn unreadable<E: ToString>(error: E) -> Reply {
    Reply::Answer(Answer::Error {
        error: Fault::BadQuestion {
            message: error.to_string(),
        },
    })
}

/// A step as it is written, with the captures that are written after it.
pub(crate) struct WrittenStep {
    pub(crate) step: Step,
    pub(crate) captures: Vec<Placed>,
}

/// The steps of a turn. The crate reads no turns, so it is done here; `None` where the label is
/// not this one, or a capture comes before any step.
pub(crate) fn steps_of(turn: &TurnText, label: Label) -> Result<Option<Vec<WrittenStep>>, Reply> {
    let line = read_turn(&turn.to_string(), 1).map_err(unreadable)?;
    if line.label.is_some_and(|written| written.value != label) {
        return Ok(None);
    }
    let mut steps: Vec<WrittenStep> = Vec::new();
    for token in Located::values(&line.tokens) {
        match token {
            Token::Action(Action::Step(step)) => steps.push(WrittenStep {
                step,
                captures: Vec::new(),
            }),
            Token::Capture(capture) => match steps.last_mut() {
                Some(last) => last.captures.push(capture),
                None => return Ok(None),
            },
            // A placement in play is refused whatever the engine says; it cannot be asked.
            Token::Action(_) => return Ok(None),
        }
    }
    Ok(Some(steps))
}

impl WrittenStep {
    /// Whether what is written agrees with what the engine captured (NOT-4).
    pub(crate) fn agrees(&self, caught: Option<Placed>, strict: bool) -> bool {
        let caught: Vec<Placed> = caught.into_iter().collect();
        self.captures == caught || (self.captures.is_empty() && !strict)
    }
}

/// A board from twelve sets of squares: bit 0 is a8, bit 63 is h1.
pub(crate) fn board_from(bits: impl Fn(Piece) -> u64) -> Board {
    let mut board = Board::EMPTY;
    for letter in "RCDHMErcdhme".chars() {
        let Some(piece) = Piece::from_letter(letter) else {
            continue;
        };
        for square in Square::ALL {
            let (file, rank) = (square.index() % 8, square.index() / 8);
            if bits(piece) >> ((7 - rank) * 8 + file) & 1 == 1 {
                board.set(square, Some(piece));
            }
        }
    }
    board
}

/// A position as the crate reads it.
pub(crate) fn read(side: Side, number: u32, board: &Board) -> Result<GameState, Reply> {
    let state = drawn(side, number, board).parse();
    state.map_err(|error| Reply::Declined(format!("does not read this position: {error}")))
}

/// The side that the crate tells by whether it is the first player.
pub(crate) fn side_of(is_first: bool) -> Side {
    if is_first { Side::Gold } else { Side::Silver }
}

/// A board as the crate reads it, with the side to move and the number of the turn.
fn drawn(side: Side, number: u32, board: &Board) -> String {
    let mut text = format!("{number}{}\n +-----------------+\n", side.letter());
    for rank in (0..8).rev() {
        text.push_str(&(rank + 1).to_string());
        text.push('|');
        for file in 0..8 {
            let square = Square::ALL[rank * 8 + file];
            let letter = board.at(square).map_or(' ', Piece::letter);
            text.extend([' ', letter]);
        }
        text.push_str(" |\n");
    }
    text.push_str(" +-----------------+\n   a b c d e f g h");
    text
}

/// How things stand, as the crate can say it.
pub(crate) fn standing(board: Board, winner: Option<Side>, label: Label) -> Standing {
    Standing {
        board: Ranks(board),
        outcome: winner.map(|side| Ended {
            winner: match side {
                Side::Gold => Winner::Gold,
                Side::Silver => Winner::Silver,
            },
            rule: None,
            end: None,
            code: None,
            message: None,
        }),
        label: Some(label.to_string()),
        edition: None,
    }
}

/// A turn that is refused, for no reason that has a name.
pub(crate) fn refused(standing: Standing) -> Reply {
    Reply::Answer(Answer::Refused {
        refusal: RefusedTurn::default(),
        standing,
    })
}

/// A turn that is accepted, with what each step captured.
pub(crate) fn accepted(
    steps: &[WrittenStep],
    captures: &[Option<Placed>],
    standing: Standing,
) -> Reply {
    let words = steps.iter().zip(captures).flat_map(|(written, caught)| {
        let mark = caught.map(|caught| format!("{caught}x"));
        [written.step.to_string()].into_iter().chain(mark)
    });
    Reply::Answer(Answer::Accepted {
        begun: None,
        turn: words.collect::<Vec<_>>().join(" "),
        captures: captures.iter().flatten().map(ToString::to_string).collect(),
        standing,
    })
}

/// The position could not be made: the engine refuses what led to it.
pub(crate) fn unplayable(step: Step) -> Reply {
    Reply::Answer(Answer::Error {
        error: Fault::UnplayableRecord {
            message: format!("the engine refuses the step {step}, which was taken before"),
        },
    })
}

//! The comparisons can fail: an engine that answers wrongly in one place is noticed, and by the question that it answers wrongly.

use arimaa_oracle::engines::{Game, Reference};
use arimaa_oracle::rules::Rules;
use arimaa_oracle::vocab::{
    Action, Board, Edition, Effect, Illegal, Invalid, Outcome, Side, Snapshot, Square, Turn,
};

use crate::ask::Answer;
use crate::endings::CATS;
use crate::real_games::{committed, everything};
use crate::two_pieces::{step_by_step, turn_by_turn};
use crate::world::{Squares, square_sets};

const NOTHING: u8 = 0;
const A_LEGAL_ACTION_MISSED: u8 = 1;
const ANOTHER_REASON: u8 = 2;
const AN_END_OVERLOOKED: u8 = 3;
const TURNS_OUT_OF_ORDER: u8 = 4;
const A_TURN_TOO_MANY_COUNTED: u8 = 5;
const A_SEQUENCE_TOO_MANY_COUNTED: u8 = 6;
const A_REFUSAL_THAT_MOVES: u8 = 7;
const AN_OCCURRENCE_FORGOTTEN: u8 = 8;
const A_PLACEMENT_TAKEN_FOR_A_STEP: u8 = 9;

/// The bitboard engine with one fault. It shows only where a gold cat on d4 stands alone with a silver rabbit on d5; the last two faults
/// show wherever there is occasion.
#[derive(Clone, Debug)]
struct Spoilt<const FAULT: u8>(Game);

impl<const FAULT: u8> Spoilt<FAULT> {
    fn shows(&self, fault: u8) -> bool {
        let place: Board = ["Cd4", "rd5"]
            .iter()
            .map(|piece| piece.parse().unwrap())
            .collect();
        FAULT == fault && self.0.board() == place
    }
}

impl<const FAULT: u8> Rules for Spoilt<FAULT> {
    fn from_snapshot(snapshot: &Snapshot) -> Result<Self, Invalid> {
        Game::from_snapshot(snapshot).map(Self)
    }

    fn boxed_clone(&self) -> Box<dyn Rules> {
        Box::new(self.clone())
    }

    fn snapshot(&self) -> Snapshot {
        self.0.snapshot()
    }

    fn board(&self) -> Board {
        self.0.board()
    }

    fn legal_actions(&self) -> Vec<Action> {
        let mut actions = self.0.legal_actions();
        if self.shows(A_LEGAL_ACTION_MISSED) {
            actions.pop();
        }
        actions
    }

    fn apply(&mut self, action: Action) -> Result<Effect, Illegal> {
        let d5 = Square::named('d', 5);
        match self.0.apply(action) {
            Err(Illegal::Frozen { .. }) if self.shows(ANOTHER_REASON) => Err(Illegal::NoStepsLeft),
            // The last that is tried.
            Err(Illegal::WrongPiece { named, found })
                if self.shows(A_REFUSAL_THAT_MOVES) && Some(found.square) == d5 =>
            {
                if let Some(&first) = self.0.legal_actions().first() {
                    self.0.apply(first)?;
                }
                Err(Illegal::WrongPiece { named, found })
            }
            Err(Illegal::ThirdRepetition { mut earlier }) if FAULT == AN_OCCURRENCE_FORGOTTEN => {
                earlier.pop();
                Err(Illegal::ThirdRepetition { earlier })
            }
            Err(Illegal::PlacementInPlay) if FAULT == A_PLACEMENT_TAKEN_FOR_A_STEP => {
                Err(Illegal::StepInSetup)
            }
            ruling => ruling,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let is_old = self.0.snapshot().edition == Edition::May2005 { no_draws: true };
        let overlooked = self.shows(AN_END_OVERLOOKED) && is_old;
        self.0.outcome().filter(|_| !overlooked)
    }

    fn turns(&self) -> Vec<Turn> {
        let mut turns = self.0.turns();
        if self.shows(TURNS_OUT_OF_ORDER) {
            turns.reverse();
        }
        turns
    }

    fn count_turns(&self) -> u64 {
        self.0.count_turns() + u64::from(self.shows(A_TURN_TOO_MANY_COUNTED))
    }

    fn count_steps(&self, steps: u32) -> u64 {
        let is_last = steps == 4;
        self.0.count_steps(steps) + u64::from(self.shows(A_SEQUENCE_TOO_MANY_COUNTED) && is_last)
    }
}

/// The question in which two engines part.
fn parted(answer: Answer) -> Option<String> {
    answer.err().map(|divergence| divergence.question)
}

/// The two questions of the world of two pieces, asked of an engine with this fault.
fn two_pieces<const FAULT: u8>() -> [Option<String>; 2] {
    // The board where the fault shows is on one of these sets; the others are asked elsewhere.
    let mut sets = square_sets(2);
    sets.retain(|squares| {
        let is_near = |square: &Square| square.file() == 'd' && (4..=6).contains(&square.rank());
        squares.iter().all(is_near)
    });
    [
        parted(step_by_step::<Reference, Spoilt<FAULT>>(
            &sets,
            &Side::ALL,
            &Edition::ALL,
        )),
        parted(turn_by_turn::<Reference, Spoilt<FAULT>>(&sets, &Side::ALL)),
    ]
}

#[test]
fn two_pieces_notice_each_fault() {
    let noticed = |by_steps: &str, by_turns: &str| {
        let question = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        [question(by_steps), question(by_turns)]
    };
    let (listed, ruling) = ("legal actions", "the ruling");
    assert_eq!(two_pieces::<NOTHING>(), noticed("", ""));
    assert_eq!(
        two_pieces::<A_LEGAL_ACTION_MISSED>(),
        noticed(listed, listed)
    );
    assert_eq!(two_pieces::<ANOTHER_REASON>(), noticed(ruling, ""));
    assert_eq!(
        two_pieces::<AN_END_OVERLOOKED>(),
        noticed("the outcome", "")
    );
    let refusals = "the state after refusals";
    assert_eq!(two_pieces::<A_REFUSAL_THAT_MOVES>(), noticed(refusals, ""));
    assert_eq!(
        two_pieces::<TURNS_OUT_OF_ORDER>(),
        noticed("", "distinct turns")
    );
    let turns = "the number of turns";
    assert_eq!(two_pieces::<A_TURN_TOO_MANY_COUNTED>(), noticed("", turns));
    let sequences = "step sequences";
    assert_eq!(
        two_pieces::<A_SEQUENCE_TOO_MANY_COUNTED>(),
        noticed("", sequences)
    );
}

/// Two engines that agree with each other and not with themselves: both accept what both do not list.
#[test]
fn fault_shared_by_both_engines_is_noticed() {
    type Engine = Spoilt<A_LEGAL_ACTION_MISSED>;
    let d4_and_d5 = |squares: &Squares| {
        let names: Vec<String> = squares.iter().map(Square::to_string).collect();
        names == ["d4", "d5"]
    };
    let mut sets = square_sets(2);
    sets.retain(d4_and_d5);
    let answer = step_by_step::<Engine, Engine>(&sets, &[Side::Gold], &Edition::ALL);
    let question = "listing (first) and accepting (second)";
    assert_eq!(parted(answer).as_deref(), Some(question));
}

#[test]
fn tiny_endings_notice_each_fault() {
    fn parted<const FAULT: u8>(turns: usize) -> Option<String> {
        let found = CATS.played::<Reference, Spoilt<FAULT>>(Edition::default(), turns);
        found.err().map(|divergence| divergence.question)
    }
    assert_eq!(parted::<NOTHING>(2), None);
    assert_eq!(
        parted::<AN_OCCURRENCE_FORGOTTEN>(2),
        Some("the ruling".to_owned())
    );
    assert_eq!(parted::<AN_OCCURRENCE_FORGOTTEN>(0), None);
}

#[test]
fn real_games_notice_each_fault() {
    let records = &committed()[..1];
    let edition = Edition::default();
    let sound = everything::<Reference, Spoilt<NOTHING>>(records, edition);
    assert_eq!(parted(sound), None);
    let spoilt = everything::<Reference, Spoilt<A_PLACEMENT_TAKEN_FOR_A_STEP>>(records, edition);
    assert_eq!(parted(spoilt), Some("the ruling".to_owned()));
}

//! The comparisons can fail: an engine that answers wrongly in one place is noticed, and by the
//! question that it answers wrongly.

use arimaa::compare::{Game, Reference};
use arimaa::rules::Rules;
use arimaa::vocab::{Action, Board, Edition, Effect, Illegal, Outcome, Placed, Side, Square, Turn};

use crate::ask::Answer;
use crate::endings::CATS;
use crate::faulty_engine::{Fault, Faulty, Sound};
use crate::real_games::{committed, everything};
use crate::square_sets::{Squares, square_sets};
use crate::two_pieces::{step_by_step, turn_by_turn};

/// The faults show only where a gold cat on d4 stands alone with a silver rabbit on d5.
fn shows(engine: &impl Rules) -> bool {
    let pieces = ["Cd4", "rd5"].map(|piece| piece.parse().unwrap());
    engine.board() == Board::from_iter(pieces)
}

#[derive(Clone, Debug)]
struct FrozenMissed;

impl Fault for FrozenMissed {
    fn frozen<R: Rules>(engine: &R) -> Vec<Placed> {
        let frozen = engine.frozen();
        if shows(engine) { Vec::new() } else { frozen }
    }
}

#[derive(Clone, Debug)]
struct LegalActionMissed;

impl Fault for LegalActionMissed {
    fn legal_actions<R: Rules>(engine: &R) -> Vec<Action> {
        let mut actions = engine.legal_actions();
        if shows(engine) {
            actions.pop();
        }
        actions
    }
}

#[derive(Clone, Debug)]
struct AnotherReason;

impl Fault for AnotherReason {
    fn apply<R: Rules>(engine: &mut R, action: Action) -> Result<Effect, Illegal> {
        match engine.apply(action) {
            Err(Illegal::Frozen { .. }) if shows(engine) => Err(Illegal::NoStepsLeft),
            ruling => ruling,
        }
    }
}

#[derive(Clone, Debug)]
struct EndOverlooked;

impl Fault for EndOverlooked {
    fn outcome<R: Rules>(engine: &R) -> Option<Outcome> {
        let is_old = engine.snapshot().edition == Edition::May2005 { no_draws: true };
        let overlooked = shows(engine) && is_old;
        engine.outcome().filter(|_| !overlooked)
    }
}

#[derive(Clone, Debug)]
struct TurnsOutOfOrder;

impl Fault for TurnsOutOfOrder {
    fn turns<R: Rules>(engine: &R) -> Vec<Turn> {
        let mut turns = engine.turns();
        if shows(engine) {
            turns.reverse();
        }
        turns
    }
}

#[derive(Clone, Debug)]
struct TurnTooManyCounted;

impl Fault for TurnTooManyCounted {
    fn count_turns<R: Rules>(engine: &R) -> u64 {
        engine.count_turns() + u64::from(shows(engine))
    }
}

#[derive(Clone, Debug)]
struct SequenceTooManyCounted;

impl Fault for SequenceTooManyCounted {
    fn count_steps<R: Rules>(engine: &R, steps: u32) -> u64 {
        engine.count_steps(steps) + u64::from(shows(engine) && steps == 4)
    }
}

#[derive(Clone, Debug)]
struct RefusalThatMoves;

impl Fault for RefusalThatMoves {
    fn apply<R: Rules>(engine: &mut R, action: Action) -> Result<Effect, Illegal> {
        let ruling = engine.apply(action);
        // The last action that is tried.
        if let Err(Illegal::WrongPiece { found, .. }) = ruling
            && shows(engine)
            && Some(found.square) == Square::named('d', 5)
            && let Some(&first) = engine.legal_actions().first()
        {
            engine.apply(first)?;
        }
        ruling
    }
}

/// Shows wherever there is occasion.
#[derive(Clone, Debug)]
struct OccurrenceForgotten;

impl Fault for OccurrenceForgotten {
    fn apply<R: Rules>(engine: &mut R, action: Action) -> Result<Effect, Illegal> {
        match engine.apply(action) {
            Err(Illegal::ThirdRepetition { mut earlier }) => {
                earlier[1] = earlier[0];
                Err(Illegal::ThirdRepetition { earlier })
            }
            ruling => ruling,
        }
    }
}

/// Shows wherever there is occasion.
#[derive(Clone, Debug)]
struct PlacementTakenForAStep;

impl Fault for PlacementTakenForAStep {
    fn apply<R: Rules>(engine: &mut R, action: Action) -> Result<Effect, Illegal> {
        match engine.apply(action) {
            Err(Illegal::PlacementInPlay) => Err(Illegal::StepInSetup),
            ruling => ruling,
        }
    }
}

/// The question in which two engines part.
fn differing_question(answer: Answer) -> Option<String> {
    answer.err().map(|divergence| divergence.question)
}

/// The two questions of the boards of two pieces, asked of an engine with this fault.
fn two_pieces<F: Fault>() -> [Option<String>; 2] {
    // The board where the fault shows is on one of these sets; the others are asked elsewhere.
    let mut sets = square_sets(2);
    sets.retain(|squares| {
        let is_near = |square: &Square| square.file() == 'd' && (4..=5).contains(&square.rank());
        squares.iter().all(is_near)
    });
    [
        differing_question(step_by_step::<Reference, Faulty<Game, F>>(
            &sets,
            &Side::ALL,
            &Edition::ALL,
        )),
        differing_question(turn_by_turn::<Reference, Faulty<Game, F>>(
            &sets,
            &Side::ALL,
        )),
    ]
}

#[test]
#[ignore = "takes seconds; `.ci/run` runs it"]
fn two_pieces_notice_each_fault() {
    let noticed = |by_steps: &str, by_turns: &str| {
        let question = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        [question(by_steps), question(by_turns)]
    };
    let (listed, ruling) = ("legal actions", "the ruling");
    assert_eq!(two_pieces::<Sound>(), noticed("", ""));
    let frozen = "the frozen pieces";
    assert_eq!(two_pieces::<FrozenMissed>(), noticed(frozen, frozen));
    assert_eq!(two_pieces::<LegalActionMissed>(), noticed(listed, listed));
    assert_eq!(two_pieces::<AnotherReason>(), noticed(ruling, ""));
    assert_eq!(two_pieces::<EndOverlooked>(), noticed("the outcome", ""));
    let refusals = "the state after refusals";
    assert_eq!(two_pieces::<RefusalThatMoves>(), noticed(refusals, ""));
    assert_eq!(
        two_pieces::<TurnsOutOfOrder>(),
        noticed("", "distinct turns")
    );
    let turns = "the number of turns";
    assert_eq!(two_pieces::<TurnTooManyCounted>(), noticed("", turns));
    let sequences = "step sequences";
    assert_eq!(
        two_pieces::<SequenceTooManyCounted>(),
        noticed("", sequences)
    );
}

/// Two engines that agree with each other and not with themselves: both accept what both do not
/// list.
#[test]
fn fault_shared_by_both_engines_is_noticed() {
    type Engine = Faulty<Game, LegalActionMissed>;
    let d4_and_d5 = |squares: &Squares| {
        let names: Vec<String> = squares.iter().map(Square::to_string).collect();
        names == ["d4", "d5"]
    };
    let mut sets = square_sets(2);
    sets.retain(d4_and_d5);
    let answer = step_by_step::<Engine, Engine>(&sets, &[Side::Gold], &Edition::ALL);
    let question = "listing (first) and accepting (second)";
    assert_eq!(differing_question(answer).as_deref(), Some(question));
}

#[test]
fn tiny_endings_notice_each_fault() {
    fn parted<F: Fault>(turns: usize) -> Option<String> {
        let found = CATS.played::<Reference, Faulty<Game, F>>(Edition::default(), turns);
        found.err().map(|divergence| divergence.question)
    }
    assert_eq!(parted::<Sound>(2), None);
    assert_eq!(
        parted::<OccurrenceForgotten>(2),
        Some("the ruling".to_owned())
    );
    assert_eq!(parted::<OccurrenceForgotten>(0), None);
}

#[test]
#[ignore = "takes seconds; `.ci/run` runs it"]
fn real_games_notice_each_fault() {
    let records = &committed()[..1];
    let edition = Edition::default();
    let sound = everything::<Reference, Faulty<Game, Sound>>(records, edition);
    assert_eq!(differing_question(sound), None);
    let faulty = everything::<Reference, Faulty<Game, PlacementTakenForAStep>>(records, edition);
    assert_eq!(differing_question(faulty), Some("the ruling".to_owned()));
}

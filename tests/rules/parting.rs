//! Tests that the comparison names the question that two engines answer differently.

use arimaa::Game;
use arimaa::compare::{Extent, Reference, branch, follow};
use arimaa::rules::Rules;
use arimaa::vocab::{
    Action, Board, Edition, Effect, Illegal, Invalid, Outcome, Phase, Placed, Side, Snapshot,
    Token, Turn,
};

use support::faulty_engine::{Fault, Faulty};

/// An engine that answers the question with this number wrongly, if there is such a question.
#[derive(Clone, Debug, Default)]
struct Wrong<const QUESTION: usize>;

/// The list without its first entry if `is_wrong`.
fn shortened<T>(list: Vec<T>, is_wrong: bool) -> Vec<T> {
    list.into_iter().skip(usize::from(is_wrong)).collect()
}

impl<const QUESTION: usize> Fault for Wrong<QUESTION> {
    fn from_snapshot<R: Rules>(snapshot: &Snapshot) -> Result<R, Invalid> {
        let mut snapshot = snapshot.clone();
        if QUESTION == 0 {
            snapshot.start = Board::EMPTY;
        }
        R::from_snapshot(&snapshot)
    }

    fn frozen<R: Rules>(engine: &R) -> Vec<Placed> {
        shortened(engine.frozen(), QUESTION == 1)
    }

    fn legal_actions<R: Rules>(engine: &R) -> Vec<Action> {
        shortened(engine.legal_actions(), QUESTION == 2)
    }

    fn outcome<R: Rules>(engine: &R) -> Option<Outcome> {
        engine.outcome().filter(|_| QUESTION != 3)
    }

    fn check_end<R: Rules + Clone>(engine: &R) -> Result<(), Illegal> {
        match engine.clone().apply(Action::EndTurn) {
            Ok(_) if QUESTION == 4 => Err(Illegal::NoStepsLeft),
            ruling => ruling.map(|_| ()),
        }
    }

    fn turns<R: Rules>(engine: &R) -> Vec<Turn> {
        shortened(engine.turns(), QUESTION == 5)
    }

    fn count_turns<R: Rules>(engine: &R) -> u64 {
        engine.count_turns() + u64::from(QUESTION == 6)
    }

    fn count_steps<R: Rules>(engine: &R, steps: u32) -> u64 {
        engine.count_steps(steps) + u64::from(QUESTION == 7 && steps == 2)
    }

    fn apply<R: Rules>(engine: &mut R, action: Action) -> Result<Effect, Illegal> {
        match engine.apply(action) {
            Err(Illegal::Frozen { .. }) if QUESTION == 8 => Err(Illegal::NoStepsLeft),
            Err(refused @ Illegal::EmptySquare { .. }) if QUESTION == 9 => {
                let legal = engine.legal_actions();
                engine.apply(legal[0])?;
                Err(refused)
            }
            ruling => ruling,
        }
    }
}

/// The first question that two engines answer differently: in a decided game, within a turn, with a
/// frozen cat.
fn parted<A: Rules + Clone, B: Rules + Clone>() -> Option<String> {
    let pieces = ["Cd4", "ed5", "Rh1"].map(|piece| match piece.parse() {
        Ok(Token::Action(Action::Place(placed))) => placed,
        token => panic!("{token:?}"),
    });
    let mut start =
        Snapshot::position(Edition::default(), Side::Gold, pieces.into_iter().collect());
    start.phase = Phase::Play {
        steps: vec!["Rh1n".parse().unwrap()],
        earlier: Vec::new(),
    };
    let extent = Extent {
        turns_up_to: 3,
        steps: 2,
    };
    let tried = ["Rh2n", "Cd4w", "Ea1n"].map(|action| action.parse::<Action>().unwrap());
    let found = follow::<A, B>(&start, &[], extent);
    let found = found.and_then(|_| branch::<A, B, _>(&start, 0, |_| tried));
    found.err().map(|divergence| divergence.question)
}

fn parted_from_reference<const QUESTION: usize>() -> String {
    parted::<Reference, Faulty<Game, Wrong<QUESTION>>>().unwrap_or_default()
}

#[test]
fn divergence_names_the_question_that_was_answered_wrongly() {
    assert_eq!(parted_from_reference::<0>(), "validity");
    assert_eq!(parted_from_reference::<1>(), "the frozen pieces");
    assert_eq!(parted_from_reference::<2>(), "legal actions");
    assert_eq!(parted_from_reference::<3>(), "the outcome");
    assert_eq!(parted_from_reference::<4>(), "the end of the turn");
    assert_eq!(parted_from_reference::<5>(), "distinct turns");
    assert_eq!(parted_from_reference::<6>(), "the number of turns");
    assert_eq!(parted_from_reference::<7>(), "step sequences");
    assert_eq!(parted_from_reference::<8>(), "the ruling");
    assert_eq!(parted_from_reference::<9>(), "the state after refusals");
    assert_eq!(parted_from_reference::<10>(), "");
}

/// Two engines that agree with each other accept what both do not list.
#[test]
fn action_that_both_engines_accept_and_do_not_list_is_noticed() {
    type Both = Faulty<Game, Wrong<2>>;
    let question = "listing (first) and accepting (second)";
    assert_eq!(parted::<Both, Both>().as_deref(), Some(question));
}

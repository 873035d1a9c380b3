//! The report on turns that a player makes: the expected turns, how often it moved legally before,
//! whether it complained; and histories to which no player can be brought.

use std::time::Duration;

use arimaa::Game;
use arimaa::compare::Engine;
use arimaa::vocab::Side;
use arimaa_conformance::subjects::{Approach, Player};
use arimaa_conformance::{Examiner, Status, Suite, Task};
use arimaa_oracle::ask::Question;
use arimaa_oracle::protocol::Identity;
use arimaa_oracle::subject::ProtocolFailure;
use serde_json::{Value, json};

/// A player that makes the given turns one after the other, without complaints.
struct Makes(Identity, Vec<String>);

impl Player for Makes {
    fn identity(&self) -> &Identity {
        &self.0
    }

    fn turn(&mut self, _: &Approach) -> Result<String, ProtocolFailure> {
        Ok(self.1.remove(0))
    }
}

/// The report on a player that makes these turns in the position of a case.
fn report_on_turns(case: &str, turns: &[&str]) -> String {
    let suite = Suite::embedded().unwrap();
    let case = suite.case(case).unwrap();
    let turns: Vec<String> = turns.iter().map(|&turn| turn.to_owned()).collect();
    let mut examiner = Examiner::new(Engine::of::<Game>(), u32::try_from(turns.len()).unwrap());
    let mut player = Makes(Identity::default(), turns);
    examiner.ask(case, &mut player).to_string()
}

/// A case ends with its time, even if more turns were to be asked for.
#[test]
fn examiner_stops_when_the_time_of_a_case_is_over() {
    let suite = Suite::embedded().unwrap();
    let case = suite.case("a-rabbit-among-rabbits").unwrap();
    let turns = vec![only_turn(&case.id); 3];
    let limit = Duration::from_nanos(1);
    let examiner = Examiner::new(Engine::of::<Game>(), 3);
    let mut player = Makes(Identity::default(), turns.clone());
    let verdict = examiner.within(Some(limit)).ask(case, &mut player);
    assert_eq!(verdict.to_string(), "took longer than 0.000000001 s");
    assert_eq!(player.1.len(), 2);
    // After the last turn that is asked for there is nothing to stop.
    let mut examiner = Examiner::new(Engine::of::<Game>(), 1).within(Some(limit));
    let mut player = Makes(Identity::default(), turns.clone());
    assert_eq!(examiner.ask(case, &mut player), Status::Passed);
    let mut examiner = Examiner::new(Engine::of::<Game>(), 3).within(None);
    let verdict = examiner.ask(case, &mut Makes(Identity::default(), turns));
    assert_eq!(verdict, Status::Passed);
}

/// The only turn of the position of a case.
fn only_turn(case: &str) -> String {
    let suite = Suite::embedded().unwrap();
    let first = suite
        .case(case)
        .unwrap()
        .expect
        .first_turns
        .clone()
        .unwrap();
    let [turn] = &first[..] else {
        panic!("{case} has {} turns", first.len())
    };
    turn.clone()
}

#[test]
fn few_expected_turns_are_listed() {
    let (one, turn) = (
        "a-rabbit-among-rabbits",
        only_turn("a-rabbit-among-rabbits"),
    );
    assert_eq!(report_on_turns(one, &[&turn, &turn]), "passed");
    assert_eq!(
        report_on_turns(one, &[""]),
        format!("turn: expected `{turn}`, got no turn")
    );
    // Without a complaint none is reported.
    let again = report_on_turns(one, &[&turn, &turn, ""]);
    assert_eq!(
        again,
        format!("turn: expected `{turn}`, got no turn; before that it moved legally 2×")
    );
    let many = report_on_turns("nothing-stands-there", &[""]);
    assert!(
        many.starts_with("turn: expected one of ") && many.ends_with(" legal turns, got no turn"),
        "{many}"
    );
}

/// The question for the number of turns at a position.
fn counted(position: &Value) -> Question {
    serde_json::from_value(json!({"kind": "turn_count", "position": position})).unwrap()
}

/// Five expected turns are listed in the report; six are only counted.
#[test]
fn many_expected_turns_are_counted() {
    let expected = |board: &str, turns: u64| {
        let state = json!({"state": {"side": "gold", "board": board}});
        let task = Task::for_question(&Engine::of::<Game>(), &counted(&state)).unwrap();
        assert_eq!(task.choices(), turns);
        let Status::Failed(mismatches) = task.judge("") else {
            panic!("no turn is a failure")
        };
        mismatches[0].expected()
    };
    let five = "......................rr.r..r.RR................................";
    let listed = expected(five, 5);
    assert_eq!(listed.split(" or ").count(), 5, "{listed}");
    let six = "........r.......Rr.r.....R...r..................................";
    assert_eq!(expected(six, 6), "one of 6 legal turns");
}

/// No turn leads into mid-turn or into a setup with a handicap.
#[test]
fn moving_player_reaches_only_starts_of_turns() {
    let empty = ".".repeat(64);
    let setup = |side: &str, board: &str, handicap: &str, placed: &[&str]| {
        let setup = json!({"handicap": handicap, "placed": placed});
        json!({"state": {"side": side, "board": board, "setup": setup}})
    };
    let gold = format!("{}DHCMECHDRRRRRRRR", ".".repeat(48));
    let rabbits = format!("r{}R", ".".repeat(62));
    let half_a_turn = json!({"state": {"side": "gold", "board": rabbits, "steps": ["Rh1n"]}});
    for (position, why) in [
        (
            setup("gold", &empty, "none", &["Ra1"]),
            "is about half a setup",
        ),
        (
            setup("silver", &gold, "none", &["ra8"]),
            "is about half a setup",
        ),
        (setup("gold", &empty, "M", &[]), "is about a handicap"),
        (half_a_turn, "is about half a turn"),
    ] {
        let task = Task::for_question(&Engine::of::<Game>(), &counted(&position));
        assert_eq!(task.map(|_| ()), Err(why.to_owned()), "{position}");
    }
    let approach = |position: &Value| {
        let task = Task::for_question(&Engine::of::<Game>(), &counted(position)).unwrap();
        task.approach().clone()
    };
    let first = approach(&setup("gold", &empty, "none", &[]));
    assert_eq!((first.start, first.turns.len()), (None, 0));
    let second = approach(&setup("silver", &gold, "none", &[]));
    assert_eq!((second.start, second.turns.len()), (None, 1));
    let mut placed: Vec<&str> = second.turns[0].split(' ').collect();
    placed.sort_unstable_by_key(|piece| &piece[1..]);
    assert_eq!(&placed[..3], ["Ra1", "Da2", "Rb1"]);
    assert_eq!(placed.len(), 16);
}

/// A game that would be decided on the way to a position cannot be played on to it.
#[test]
fn moving_player_is_not_asked_after_the_end_of_a_game() {
    let state = |first: [&str; 8], then: [&str; 8]| {
        let earlier = json!([{"to_move": "silver", "board": first}]);
        json!({"state": {"side": "gold", "board": then, "earlier": earlier}})
    };
    let why = |position: Value| {
        let task = Task::for_question(&Engine::of::<Game>(), &counted(&position));
        task.map(|_| ()).unwrap_err()
    };
    let empty = "........";
    let end = "r......R";
    // Gold's rabbit stands on its goal. Silver's cat would only have to pull it back.
    let won = [
        "....R...", "....c...", empty, empty, empty, empty, end, empty,
    ];
    let stepped = [
        "....R...", empty, "....c...", empty, empty, empty, end, empty,
    ];
    assert_eq!(why(state(won, stepped)), "is about a game that is decided");
    let pulled = [
        empty, "....R...", "....c...", empty, empty, empty, end, empty,
    ];
    assert_eq!(why(state(won, pulled)), "has a history that no moves make");
}

#[test]
fn moving_player_is_brought_along_the_history() {
    let empty = "........";
    let before = [
        empty, empty, empty, "...E....", empty, empty, "r......R", empty,
    ];
    let after = [
        empty, empty, "...E....", empty, empty, empty, "r......R", empty,
    ];
    let earlier = json!([{"to_move": "gold", "board": before}]);
    let twice = json!({"state": {"side": "gold", "board": after, "earlier": earlier}});
    let task = Task::for_question(&Engine::of::<Game>(), &counted(&twice));
    assert_eq!(
        task.map(|_| ()),
        Err("has a history that no moves make".to_owned())
    );
    let position = json!({"state": {"side": "silver", "board": after, "earlier": earlier}});
    let task = Task::for_question(&Engine::of::<Game>(), &counted(&position)).unwrap();
    assert_eq!(task.approach().turns, ["Ed5n"]);
    let (side, board) = task.approach().start.unwrap();
    assert_eq!(
        (side, board.at("d5".parse().unwrap()).is_some()),
        (Side::Gold, true)
    );
    let Status::Failed(wrong) = task.judge("Ed6n") else {
        panic!("Silver is to move")
    };
    assert_eq!(wrong[0].field(), "side");
    for mixed in ["Ed6n ra2e", "ra2e Ed6n"] {
        let Status::Failed(wrong) = task.judge(mixed) else {
            panic!("{mixed}")
        };
        assert_eq!(wrong[0].field(), "turn", "{mixed}");
    }
    assert_eq!(task.judge("ra2e"), Status::Passed);
    let Status::Errored(garbage) = task.judge("2s ra2e") else {
        panic!("a turn in a message has no label")
    };
    assert!(
        garbage.ends_with("is no turn: a turn in a message has no label"),
        "{garbage}"
    );
}

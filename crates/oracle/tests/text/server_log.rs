//! The server's log against the rules: every kind of disagreement is noticed, and nothing else is.

use arimaa::Game;
use arimaa::compare::{Engine, Reference};
use arimaa::text::Archive;
use arimaa_oracle::judge::{EditionChoice, GameReport, replay_archived};

use crate::archive::{Row, table};

trait Replayed {
    /// The report on a row, which must be equal for both engines.
    fn report(&self) -> GameReport;
}

impl Replayed for Row {
    fn report(&self) -> GameReport {
        let table = table(std::slice::from_ref(self));
        let game = Archive::new(table.as_bytes()).unwrap().next();
        let game = game.unwrap().unwrap();
        let replayed = |engine| replay_archived(&engine, &game, EditionChoice::default());
        let report = replayed(Engine::of::<Reference>());
        assert_eq!(report, replayed(Engine::of::<Game>()));
        report
    }
}

/// The disagreements and notes of a report, as people read them.
fn disagreements_and_notes(row: &Row) -> Vec<String> {
    let report = row.report();
    let disagreements = report.disagreements.iter().map(ToString::to_string);
    disagreements
        .chain(report.notes.iter().map(|note| format!("note: {note}")))
        .collect()
}

#[test]
fn log_without_faults_agrees() {
    let report = Row::new().report();
    assert_eq!((report.turns, report.agrees), (12, Some(true)));
    assert_eq!((report.disagreements.len(), report.notes.len()), (0, 0));
}

/// A row each: label, tokens, the server's reason for refusing them, and the name of that reason
/// here. `SETUP` is a setup without its last piece: the server counts placements before it looks at
/// any.
const REFUSED: &str = include_str!("server_refusals.txt");

/// The tokens of the first setup of a row: all but the last, and the last.
fn setup(row: &Row) -> (&str, &str) {
    let (_, setup) = row.movelist[0].split_once(' ').unwrap();
    setup.rsplit_once(' ').unwrap()
}

#[test]
fn a_refusal_for_the_right_reason_agrees_and_the_game_goes_on() {
    for refused in REFUSED.lines() {
        let [label, tokens, reason, name] = refused.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("{refused}")
        };
        let row = Row::new();
        let tokens = tokens.replace("SETUP", setup(&row).0);
        let report = row.clone().refuse(label, &tokens, reason).report();
        assert_eq!(report.disagreements, [], "{refused}");
        let names = &report.refused;
        assert_eq!(names.get(name), Some(&1), "{refused}: {names:?}");
        assert_eq!(report.turns, 12);
    }
}

#[test]
fn refusal_for_another_reason_is_reported() {
    for (tokens, reason) in [
        ("Ed2s", "push not completed"),
        ("Ed2n Ed2n", "bad step Ed2n Ed2n"),
        ("Ed2n Ed3s", "position repeats for the 3rd time"),
        ("Ed2n Ed3s", "bad step Ed3s"),
        ("Ed2n", "bad step Ed2n"),
        ("Ed2n nonsense", "bad step Ed2n nonsense"),
        ("Cc2n Rc3x Ed2n", "bad step Rc3x Ed2n"),
        ("Ed2n nonsense", "push not completed"),
    ] {
        let told = disagreements_and_notes(&Row::new().refuse("2g", tokens, reason));
        assert_eq!(told.len(), 1, "{tokens}; {reason}: {told:?}");
    }
    // The server says so of the end of a turn; a step inside a push is a bad step (NOT-13).
    let row = Row::new().refuse("5s", "Da4e mg6s", "push not completed");
    let inside = disagreements_and_notes(&row);
    assert!(inside[0].contains("`mg6s` by PSH-4"), "{inside:?}");
    let other =
        disagreements_and_notes(&Row::new().refuse("2g", "Ed2n Ed2n", "push not completed"));
    let sentence = "2g [Ed2n Ed2n] was refused by the server (push not completed), \
                    but is refused at the second `Ed2n` by STP-1: nothing stands on d2";
    assert_eq!(other, [sentence]);
    let wrong_label = disagreements_and_notes(&Row::new().refuse("2g", "Ed2n", "bad step Ed2n"));
    assert!(wrong_label[0].contains("but is legal"), "{wrong_label:?}");
}

#[test]
fn setup_with_a_piece_twice_is_not_refused_for_its_number() {
    let row = Row::new();
    let (all_but_one, last) = setup(&row);
    let twice = format!("{last} {last} {}", all_but_one.split_once(' ').unwrap().1);
    let refused = row
        .clone()
        .refuse("1g", &twice, "invalid number of steps in setup");
    let told = disagreements_and_notes(&refused);
    assert!(
        told[0].contains("but is refused at the second `"),
        "{told:?}"
    );
}

#[test]
fn a_third_repetition_is_refused_for_that() {
    let mut row = Row::new();
    // Two pieces go to and fro.
    for (number, steps) in [
        ("7g", "Me3n"),
        ("7s", "mg6s"),
        ("8g", "Me4s"),
        ("8s", "mg5n"),
        ("9g", "Me3n"),
        ("9s", "mg6s"),
        ("10g", "Me4s"),
    ] {
        row.movelist.push(format!("{number} {steps}"));
        row.log
            .push(format!("move {number} received from x [{steps}]"));
        row.log.push(format!("after {number}, move used:1"));
    }
    row.log.extend([
        "move 10s received from x [mg5n]".to_owned(),
        "gameserver rejected move [mg5n]; position repeats for the 3rd time".to_owned(),
    ]);
    let report = row.report();
    assert_eq!(report.disagreements, []);
    assert_eq!(report.refused.get("third-repetition"), Some(&1));
}

#[test]
fn accepted_illegal_turn_is_reported() {
    let mut row = Row::new();
    let at = row.submission("2g");
    row.log[at] = "move 2g received from x [Ra1n]".to_owned();
    let report = row.report();
    assert!(
        report.disagreements[0]
            .to_string()
            .starts_with("2g [Ra1n] is recorded, but refused at `Ra1n` by STP-")
    );
    // A replay that broke off says nothing about the result.
    assert_eq!(report.agrees, None);
}

#[test]
fn code_i_needs_an_illegal_turn() {
    let mut row = Row::new();
    row.code = "i";
    let told = disagreements_and_notes(&row);
    assert!(told[0].contains("no illegal turn is recorded"), "{told:?}");

    // Silver's submission at the end is refused: Gold wins.
    let end = [
        "move 7g received from x [Ra1s]",
        "gameserver rejected move [Ra1s]; bad step Ra1s",
        "result=bi side=w",
        "after 7g, move used:1",
        "game finished with result b i",
    ];
    row.log.extend(end.map(str::to_owned));
    row.result = "b";
    let report = row.report();
    assert_eq!(
        (report.disagreements, report.agrees),
        (Vec::new(), Some(true))
    );
    row.result = "w";
    let told = disagreements_and_notes(&row);
    assert!(
        told.iter()
            .any(|line| line.contains("gold made the illegal turn")),
        "{told:?}"
    );
    // Without a log it cannot be seen, which is neither agreement nor disagreement.
    row.log.clear();
    let report = row.report();
    assert_eq!((report.disagreements, report.agrees), (Vec::new(), None));
}

#[test]
fn takebacks_of_the_movelist_are_found_in_the_log() {
    let mut row = Row::new();
    // 6s was made, taken back, and made again.
    let last = row.movelist.last().unwrap().clone();
    assert!(last.starts_with("6s "), "{last}");
    row.movelist
        .extend(["7g takeback".to_owned(), last.clone()]);
    let again: Vec<String> = row.log[row.log.len() - 2..].to_vec();
    row.log.extend(again);
    let report = row.report();
    assert_eq!((report.turns, report.disagreements), (13, Vec::new()));
    // An illegal turn stands at its last place in the list of moves.
    let mut illegal = row.clone();
    let at = illegal.log.len() - 2;
    illegal.log[at] = "move 6s received from x [ra8n]".to_owned();
    let stopped = illegal.report().stopped.unwrap();
    assert_eq!(stopped.entry, illegal.movelist.len() - 1);
    // A decision after the takeback is still compared.
    let refused = [
        "move 7g received from x [Ra1s]",
        "gameserver rejected move [Ra1s]; push not completed",
    ];
    row.log.extend(refused.map(str::to_owned));
    assert_eq!(disagreements_and_notes(&row).len(), 1);
    // The second making is in the list of moves alone.
    row.log.truncate(24);
    assert_eq!(
        disagreements_and_notes(&row),
        ["note: 6s: its acceptance is missing from the log"]
    );
}

#[test]
fn gap_in_the_log_is_a_note() {
    let whole = Row::new();
    for (label, line) in [("3g", 0), ("3g", 1), ("6s", 0), ("6s", 1)] {
        let mut row = whole.clone();
        row.log.remove(whole.submission(label) + line);
        let report = row.report();
        assert_eq!((report.turns, report.disagreements), (12, Vec::new()));
        let note = format!("{label}: its acceptance is missing from the log");
        assert_eq!(report.notes, [note]);
    }
}

#[test]
fn contradiction_within_the_log_is_a_note() {
    let whole = Row::new();
    let at = whole.submission("3g");
    let mut row = whole.clone();
    row.log[at + 1] = "after 77g, move used:1".to_owned();
    assert_eq!(
        disagreements_and_notes(&row),
        ["note: the log answers 77g where 3g was submitted"]
    );
    let mut row = whole.clone().refuse("3g", "Ra1s", "bad step Ra1s");
    row.log[at + 1] = "gameserver rejected move [Ea1n]; bad step Ra1s".to_owned();
    assert_eq!(disagreements_and_notes(&row).len(), 1);
    let mut row = whole;
    row.log.push("game finished with result b t".to_owned());
    assert_eq!(
        disagreements_and_notes(&row),
        ["note: the log ends otherwise than recorded, which is gold by `t`"]
    );
}

#[test]
fn text_without_a_known_line_is_no_log() {
    let mut row = Row::new();
    row.log = vec!["the server slept".to_owned()];
    let report = row.report();
    let counted = (report.turns, report.unknown_events, report.disagreements);
    assert_eq!(counted, (12, 0, Vec::new()));
}

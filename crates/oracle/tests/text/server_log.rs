//! The server's log against the rules: every way in which they can part is noticed, and nothing
//! else is.

use arimaa::Game;
use arimaa::compare::{Engine, Reference};
use arimaa::text::Archive;
use arimaa_oracle::judge::{EditionChoice, GameReport, replay_archived};

use crate::archive::{Row, table};

trait Replayed {
    /// The report on a row, the same from both engines.
    fn report(&self) -> GameReport;
}

impl Replayed for Row {
    fn report(&self) -> GameReport {
        let table = table(std::slice::from_ref(self));
        let game = Archive::new(table.as_bytes())
            .unwrap()
            .next()
            .unwrap()
            .unwrap();
        let report = replay_archived(&Engine::of::<Reference>(), &game, EditionChoice::AsRecorded);
        assert_eq!(
            report,
            replay_archived(&Engine::of::<Game>(), &game, EditionChoice::AsRecorded)
        );
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

#[test]
fn a_refusal_for_the_right_reason_agrees_and_the_game_goes_on() {
    for (label, tokens, reason, name) in [
        ("2g", "Ed2s", "bad step Ed2s", "occupied"),
        ("2g", "Ed2n Ed2n", "bad step Ed2n", "empty-square"),
        ("2g", "Ed2n Ed3s", "position not changed", "nothing-changed"),
        ("2g", "", "no steps taken", "no-step-taken"),
        ("2g", "Ed2n nonsense", "bad step nonsense", "unreadable"),
        (
            "2g",
            "Ed2n Rc3x Ed3n",
            "bad step Rc3x Ed3n",
            "capture-mismatch",
        ),
        (
            "2g",
            "Cc2n Rc3x Ed2n",
            "bad step Cc2n Rc3x Ed2n",
            "capture-mismatch",
        ),
        ("2g", "Ed2n nonsense", "invalid step nonsense", "unreadable"),
        ("5s", "Da4e", "push not completed", "push-unfinished"),
    ] {
        let report = Row::new().refuse(label, tokens, reason).report();
        assert_eq!(report.disagreements, [], "{tokens}");
        assert_eq!(
            report.refused.get(name),
            Some(&1),
            "{tokens}: {:?}",
            report.refused
        );
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

/// The server counts placements before it looks at any.
#[test]
fn setup_of_too_few_pieces_is_refused_for_their_number() {
    let row = Row::new();
    let (_, setup) = row.movelist[0].split_once(' ').unwrap();
    let (all_but_one, last) = setup.rsplit_once(' ').unwrap();
    let reason = "invalid number of steps in setup";
    let report = row.clone().refuse("1g", all_but_one, reason).report();
    assert_eq!(report.disagreements, []);
    assert_eq!(report.refused.get("setup-incomplete"), Some(&1));
    let twice = format!("{last} {last} {}", all_but_one.split_once(' ').unwrap().1);
    let told = disagreements_and_notes(&row.refuse("1g", &twice, reason));
    assert!(
        told[0].contains("but is refused at the second `"),
        "{told:?}"
    );
}

#[test]
fn wrong_rows_and_wrong_pieces_of_a_setup_are_refused_for_that() {
    let row = Row::new();
    let (_, setup) = row.movelist[0].split_once(' ').unwrap();
    let (all_but_one, _) = setup.rsplit_once(' ').unwrap();
    for (last, reason, name) in [
        ("Dh3", "invalid setup of first 2 rows", "outside-home"),
        ("Dg2", "invalid setup of first 2 rows", "square-taken"),
        ("Eh2", "invalid number of piece type", "none-left"),
        ("dh2", "invalid number of piece type", "placement-of-enemy"),
    ] {
        let tokens = format!("{all_but_one} {last}");
        let report = row.clone().refuse("1g", &tokens, reason).report();
        assert_eq!(report.disagreements, [], "{last}");
        let refused = &report.refused;
        assert_eq!(refused.get(name), Some(&1), "{last}: {refused:?}");
    }
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
    assert!(
        disagreements_and_notes(&row)[0].contains("no illegal turn is recorded"),
        "{:?}",
        disagreements_and_notes(&row)
    );

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
        (report.disagreements.len(), report.agrees),
        (0, Some(true)),
        "{:?}",
        disagreements_and_notes(&row)
    );
    row.result = "w";
    assert!(
        disagreements_and_notes(&row)
            .iter()
            .any(|line| line.contains("gold made the illegal turn")),
        "{:?}",
        disagreements_and_notes(&row)
    );
    // Without a log it cannot be seen, which is neither agreement nor disagreement.
    row.log.clear();
    let report = row.report();
    assert_eq!(
        (report.disagreements.len(), report.agrees),
        (0, None),
        "{:?}",
        disagreements_and_notes(&row)
    );
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
    assert_eq!(
        (report.turns, report.disagreements.len()),
        (13, 0),
        "{:?}",
        disagreements_and_notes(&row)
    );
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
    // Without the second making, 6s does not stand, and the list of moves says it does.
    row.log.truncate(24);
    assert!(
        disagreements_and_notes(&row)
            .iter()
            .any(|line| line.contains("the list of moves has [6s ")),
        "{:?}",
        disagreements_and_notes(&row)
    );
}

#[test]
fn gap_in_the_log_is_a_note() {
    let whole = Row::new();
    let at = whole.submission("3g");
    for lost in [at, at + 1] {
        let mut row = whole.clone();
        row.log.remove(lost);
        let report = row.report();
        assert_eq!(
            (report.turns, report.disagreements.len()),
            (12, 0),
            "{:?}",
            disagreements_and_notes(&row)
        );
        assert_eq!(report.notes, ["3g: its acceptance is missing from the log"]);
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

//! Lists and tables of SPEC.md against the code that restates them.

use std::collections::{BTreeMap, BTreeSet};

use arimaa::Game;
use arimaa::compare::{Engine, Reference};
use arimaa::rules::Rules;
use arimaa::spec;
use arimaa::text::{Archive, EventKind, Rejection};
use arimaa::vocab::{
    Action, Board, Direction, Edition, End, Handicap, Illegal, Invalid, Kind, Piece, Side,
    Snapshot, Square, Step,
};
use arimaa_conformance::Suite;
use arimaa_oracle::ask::{Answer, Fault, State, answer, state_value};
use arimaa_oracle::judge::{EditionChoice, NoEdition};

/// The cells of each row of the tables in a rule, without the header rows.
pub(super) fn rows(id: &str) -> Vec<Vec<&'static str>> {
    let text = spec::rule(id).unwrap().text;
    let lines: Vec<&str> = text.lines().collect();
    let is_row = |line: &str| line.starts_with('|') && !line.starts_with("|---");
    let is_head = |index: usize| {
        lines
            .get(index + 1)
            .is_some_and(|next| next.starts_with("|---"))
    };
    let rows = (0..lines.len()).filter(|&index| is_row(lines[index]) && !is_head(index));
    let cells = |line: &'static str| line.trim_matches('|').split('|').map(str::trim).collect();
    rows.map(|index| cells(lines[index])).collect()
}

/// The board of a position with these pieces in each engine, or why the position is invalid.
fn position(side: Side, pieces: &[(Piece, Square)]) -> [Result<Board, Invalid>; 2] {
    let snapshot = Snapshot::position(Edition::default(), side, board(pieces));
    [
        Reference::from_snapshot(&snapshot).map(|state| state.board()),
        Game::from_snapshot(&snapshot).map(|state| state.board()),
    ]
}

fn board(pieces: &[(Piece, Square)]) -> Board {
    let mut board = Board::EMPTY;
    for &(piece, square) in pieces {
        board.set(square, Some(piece));
    }
    board
}

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

/// The list in a rule that follows these words, up to a full stop; its items, split at commas and
/// "and".
fn list_after(id: &str, words: &str) -> Vec<String> {
    let text = spec::rule(id).unwrap().text.replace('\n', " ");
    let (_, rest) = text.split_once(words).unwrap();
    let list = rest.split('.').next().unwrap().replace(" and ", ", ");
    list.split(", ")
        .map(|item| item.trim().to_owned())
        .collect()
}

#[test]
fn traps_of_both_engines_are_those_of_brd_3() {
    let listed: BTreeSet<Square> = list_after("BRD-3", "the four squares ")
        .iter()
        .map(|name| square(name))
        .collect();
    let drawn: BTreeSet<Square> = {
        let text = spec::rule("BRD-3").unwrap().text;
        let ranks = (1..=8u8)
            .rev()
            .zip(text.lines().filter(|line| line.contains('|')));
        let marks = |(rank, line): (u8, &str)| -> Vec<Square> {
            let cells = line.split('|').nth(1).unwrap().split_whitespace();
            let files = ('a'..='h').zip(cells).filter(|(_, cell)| *cell == "x");
            files
                .map(|(file, _)| Square::named(file, rank).unwrap())
                .collect()
        };
        ranks.flat_map(marks).collect()
    };
    assert_eq!(listed, drawn);
    for at in Square::ALL {
        let lone = (Piece::new(Side::Gold, Kind::Cat), at);
        let is_trap =
            position(Side::Gold, &[lone]).map(|state| state.err().map(|invalid| invalid.rule()));
        let expected = listed.contains(&at).then_some("VAL-2");
        assert_eq!(is_trap, [expected; 2], "{at}");
    }
}

/// The kinds in the order of BRD-4.
fn kinds() -> Vec<Kind> {
    let names = list_after("BRD-4", "from the strongest to the weakest, are ");
    let kind = |name: &String| Kind::ALL.into_iter().find(|kind| kind.name() == name);
    names.iter().map(|name| kind(name).unwrap()).collect()
}

#[test]
fn strength_in_both_engines_is_that_of_brd_4() {
    let kinds = kinds();
    assert_eq!(kinds.len(), 6);
    for (place, &kind) in kinds.iter().enumerate() {
        for (other_place, &other) in kinds.iter().enumerate() {
            let piece = Piece::new(Side::Silver, kind);
            let enemy = Piece::new(Side::Gold, other);
            let pieces = [(piece, square("d5")), (enemy, square("d4"))];
            let start = Snapshot::position(Edition::default(), Side::Silver, board(&pieces));
            let step = Action::Step(Step {
                piece,
                from: square("d5"),
                direction: Direction::East,
            });
            let refused = [
                Reference::from_snapshot(&start).unwrap().apply(step).err(),
                Game::from_snapshot(&start).unwrap().apply(step).err(),
            ];
            let expected = (other_place < place).then_some("FRZ-2");
            let rules = refused.map(|refused| refused.map(|illegal| illegal.rule()));
            assert_eq!(rules, [expected; 2], "{piece:?} beside {enemy:?}");
        }
    }
}

#[test]
fn sets_of_both_engines_are_those_of_brd_6() {
    let numbers = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight",
    ];
    let set: Vec<(Kind, usize)> = list_after("BRD-6", "the same set of sixteen pieces: ")
        .iter()
        .map(|item| {
            let (number, name) = item.split_once(' ').unwrap();
            let number = numbers.iter().position(|word| *word == number).unwrap();
            let named = |kind: &Kind| name.trim_end_matches('s') == kind.name();
            (Kind::ALL.into_iter().find(named).unwrap(), number)
        })
        .collect();
    assert_eq!(set.iter().map(|(_, number)| number).sum::<usize>(), 16);
    assert_eq!(
        set.iter().map(|(kind, _)| *kind).collect::<Vec<_>>(),
        kinds()
    );
    // The fourth and fifth rank have room for a set and one piece more, and no trap.
    let room: Vec<Square> = Square::ALL
        .into_iter()
        .filter(|square| (4..=5).contains(&square.rank()))
        .collect();
    for side in Side::ALL {
        for &(kind, number) in &set {
            for (count, expected) in [(number, None), (number + 1, Some("VAL-1"))] {
                let pieces = room.iter().take(count);
                let pieces: Vec<_> = pieces.map(|&at| (Piece::new(side, kind), at)).collect();
                let found =
                    position(side, &pieces).map(|state| state.err().map(|invalid| invalid.rule()));
                assert_eq!(found, [expected; 2], "{count} times {kind:?}");
            }
        }
    }
}

#[test]
fn codes_of_ends_are_those_of_not_12() {
    let rows = rows("NOT-12");
    for end in End::ALL {
        let code = format!("`{}`", end.code());
        let row = rows.iter().find(|row| row[0] == code).unwrap();
        assert!(
            row[2].split(", ").any(|id| id == end.rule()),
            "{end:?}: {row:?}"
        );
        let text = spec::rule(end.rule()).unwrap().text.replace('\n', " ");
        assert!(text.contains(&format!("code {code})")), "{}", end.rule());
    }
    let listed: BTreeSet<&str> = rows.iter().flat_map(|row| row[2].split(", ")).collect();
    let ends: BTreeSet<&str> = End::ALL
        .iter()
        .map(|end| end.rule())
        .chain(["END-12", ""])
        .collect();
    assert_eq!(listed, ends);
}

#[test]
fn editions_are_those_of_chapter_9() {
    let names = ["EDN-2", "EDN-3", "EDN-4", "EDN-5"].map(|id| {
        let text = spec::rule(id).unwrap().text;
        text.split('`').nth(1).unwrap()
    });
    assert_eq!(names, Edition::ALL.map(Edition::name));
    let current = format!("the current edition, `{}`", Edition::default());
    assert!(
        spec::rule("EDN-1")
            .unwrap()
            .text
            .replace('\n', " ")
            .contains(&current)
    );
}

#[test]
fn by_date_follows_the_table_of_edn_6() {
    let on = |day: &str| EditionChoice::ByDate.for_record(None, Some(day));
    let mut before = Err(NoEdition::NotModelled);
    let rows = rows("EDN-6");
    assert_eq!(rows.len(), 3);
    for row in rows {
        let edition: Edition = row[1].trim_matches('`').parse().unwrap();
        assert_eq!(on(row[0]), Ok(edition), "{}", row[0]);
        let eve = day_before(row[0]);
        assert_eq!(on(&eve), before, "{eve}");
        before = Ok(edition);
    }
    assert_eq!(on("2026-11-22"), before);
}

/// The day before one of the table's days, of which none is the first of a year or of March.
fn day_before(day: &str) -> String {
    let parts: Vec<u32> = day.split('-').map(|part| part.parse().unwrap()).collect();
    let [year, month, day] = parts[..] else {
        panic!("{day} is no day");
    };
    match day {
        // No row is the first of March, and June has thirty days.
        1 => format!("{year}-{:02}-30", month - 1),
        _ => format!("{year}-{month:02}-{:02}", day - 1),
    }
}

/// The two tables of ORD-5: names of refusals and of invalid states, each with its rule.
fn names() -> [BTreeMap<String, String>; 2] {
    let text = spec::rule("ORD-5").unwrap().text;
    let (refusals, states) = text.split_once("a state is invalid").unwrap();
    [refusals, states].map(|part| {
        let rows = part.lines().filter(|line| line.starts_with("| `"));
        let cells = rows.map(|row| row.split('|').map(str::trim).collect::<Vec<_>>());
        let cells: Vec<_> = cells.collect();
        let names = cells
            .iter()
            .map(|row| (row[1].trim_matches('`').to_owned(), row[2].to_owned()));
        let names: BTreeMap<_, _> = names.collect();
        assert_eq!(names.len(), cells.len(), "a name stands twice");
        names
    })
}

/// Every reason of the tables is expected by a case, and answered with the rule of its row.
#[test]
fn reasons_are_named_as_in_ord_5() {
    let [mut refused, mut invalid] = [const { BTreeMap::<String, BTreeSet<String>>::new() }; 2];
    for case in Suite::embedded().unwrap().cases {
        let (met, name, rule) = match answer(&Engine::of::<Game>(), &case.question) {
            Answer::Refused { refusal, .. } if case.expect.refused.is_some() => {
                (&mut refused, refusal.name, refusal.rule)
            }
            Answer::Error {
                error: Fault::ImpossiblePosition { name, rule, .. },
            } if case.expect.invalid.is_some() => (&mut invalid, name, Some(rule)),
            _ => continue,
        };
        met.entry(name.unwrap()).or_default().insert(rule.unwrap());
    }
    let ends: BTreeSet<String> = End::ALL.iter().map(|end| end.rule().to_owned()).collect();
    let decided = refused.remove("decided").unwrap();
    assert!(decided.is_subset(&ends), "{decided:?}");
    // The rule of this reason is that of the end.
    refused.insert("decided".to_owned(), ["END-11".to_owned()].into());
    let one_rule = |(name, rules): (String, BTreeSet<String>)| {
        assert_eq!(rules.len(), 1, "{name}: {rules:?}");
        (name, rules.into_iter().next().unwrap())
    };
    let met =
        [refused, invalid].map(|met| met.into_iter().map(one_rule).collect::<BTreeMap<_, _>>());
    assert_eq!(met, names());
    for name in Illegal::NAMES {
        assert!(met[0].contains_key(name), "{name}");
    }
}

/// The names in the first column of a rule's table, without backticks.
fn first_column(id: &str) -> BTreeSet<String> {
    let rows = rows(id).into_iter();
    let names = rows.map(|row| row[0].trim_matches('`').to_owned());
    names.collect()
}

#[test]
fn fields_of_json_states_are_those_of_not_11() {
    let states = [
        Snapshot::game(Edition::default(), Handicap::NONE),
        Snapshot::position(Edition::default(), Side::Silver, Board::EMPTY),
    ];
    let mut written = BTreeSet::new();
    for snapshot in states {
        let value = state_value(&State {
            snapshot,
            number: Some(2),
        });
        written.extend(value.as_object().unwrap().keys().cloned());
    }
    assert_eq!(first_column("NOT-11"), written);
}

/// The reasons in NOT-13 are those that the reader of the server's log knows.
#[test]
fn reasons_of_the_server_are_those_of_not_13() {
    let names = first_column("NOT-13");
    let (columns, reasons): (Vec<_>, Vec<_>) =
        names.into_iter().partition(|name| !name.contains(' '));
    let header = columns.join("\t");
    for (place, reason) in reasons.iter().enumerate() {
        let line = format!("1 [Sun] gameserver rejected move [Ra1]; {reason}");
        let row = columns.iter().map(|column| match column.as_str() {
            "events" => line.as_str(),
            "movelist" => "1w Ra1",
            "result" | "termination" => "",
            _ => "1",
        });
        let row: Vec<&str> = row.collect();
        let table = format!("{header}\n{}\n", row.join("\t"));
        let game = Archive::new(table.as_bytes())
            .unwrap()
            .next()
            .unwrap()
            .unwrap();
        let events = game.events.unwrap();
        let EventKind::Rejected { reason: read, .. } = &events[0].kind else {
            panic!("{:?}", events[0]);
        };
        assert!(!matches!(read, Rejection::Other(_)), "{reason}");
        assert!(
            (game.start, game.last_move) == (Some(1), Some(1)),
            "{place}"
        );
    }
    assert_eq!(reasons.len(), 9);
}

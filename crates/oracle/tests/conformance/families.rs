//! Families of cases and twins: they are expanded as expected, and a mistake in a family is refused
//! at its place.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use arimaa_conformance::{Case, Suite};

use crate::refusals;

/// The 64-bit FNV-1a hash of some bytes.
fn hash(bytes: impl IntoIterator<Item = u8>) -> u64 {
    let offset_basis = 0xcbf2_9ce4_8422_2325;
    bytes.into_iter().fold(offset_basis, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// The snapshot has the number of cases of each file, and a hash of them as `suite export` prints
/// them, so that no member of a family is lost or changed unnoticed.
#[test]
fn expanded_cases_of_each_file_are_those_of_the_snapshot() {
    let mut files: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for case in Suite::embedded().unwrap().cases {
        let text = serde_json::to_string(&case).unwrap();
        files.entry(case.place.0).or_default().push(text);
    }
    let mut out = String::new();
    for (file, mut cases) in files {
        cases.sort();
        let hash = hash(cases.concat().into_bytes());
        writeln!(out, "{file}: {} cases, {hash:016x}", cases.len()).unwrap();
    }
    insta::assert_snapshot!(out);
}

const FAMILY: &str = r#"
[[family]]
id = "{side}-{what}-{turns}"
yes = ["STP-1"]
note = "The elephant of {side} stands where it stands."
pieces = "g Rh1n: ra8 Ed1 {more} Rh2"
axes = [
  [{ side = "gold" }, { side = "silver", exchange = true }],
  [
    { what = "steps", more = "", turns = 3, turn = "Ed1n", expect.legal = true },
    { what = "is-listed", more = "Cd2", turns = 4, expect.listed = ["Ed1e"] },
  ],
]
"#;

fn load(text: &str) -> Result<Vec<Case>, String> {
    let suite = Suite::load(&[("03-x.toml", text)]);
    suite
        .map(|suite| suite.cases)
        .map_err(|error| error.to_string())
}

/// The case that a text writes out, on the line on which [`FAMILY`] has its family.
fn written(text: &str) -> Case {
    let mut cases = load(&format!("\n{text}")).unwrap();
    assert_eq!(cases.len(), 1);
    cases.remove(0)
}

#[test]
fn members_of_a_family_take_an_entry_of_each_axis() {
    let members = load(FAMILY).unwrap();
    let ids = members.iter().map(|case| case.id.as_str());
    let ids: Vec<&str> = ids.collect();
    assert_eq!(
        ids,
        [
            "gold-steps-3",
            "gold-is-listed-4",
            "silver-steps-3",
            "silver-is-listed-4"
        ]
    );
    let last = written(
        r#"[[case]]
id = "silver-is-listed-4"
yes = ["STP-1"]
note = "The elephant of silver stands where it stands."
diagram = '''
s rh8s
 +-----------------+
8| . . . e . . . . |
7| . . . c . . . r |
6| . . x . . x . . |
5| . . . . . . . . |
4| . . . . . . . . |
3| . . x . . x . . |
2| . . . . . . . . |
1| R . . . . . . . |
 +-----------------+
   a b c d e f g h
'''
expect.listed = ["ed8e"]
"#,
    );
    assert_eq!(members[3], last);
}

#[test]
fn game_of_rounds_is_written_turn_by_turn() {
    let rounds = r#"
[[family]]
id = "{side}-goes-round"
yes = ["REP-3"]
note = "Both elephants go there and back again."
record.start = "{side} [r..............e...............................................E]"
record.gold = "Eh1w Eg1e"
record.silver = "eh7w eg7e"
record.turns = 5
expect.outcome = "ongoing"
axes = [[
  { side = "g" },
  { side = "s", record.opening = "eh7s Eh1n eh6n Eh2s", record.turns = 6 },
]]
"#;
    let records = load(rounds).unwrap().into_iter().map(|case| {
        let question = serde_json::to_value(case.question).unwrap();
        let record = &question["position"]["record"]["text"];
        let turns: Vec<_> = record.as_str().unwrap().lines().skip(1).collect();
        turns.join(", ")
    });
    assert_eq!(
        records.collect::<Vec<_>>(),
        [
            "2g Eh1w, 2s eh7w, 3g Eg1e, 3s eg7e, 4g Eh1w",
            "2s eh7s, 3g Eh1n, 3s eh6n, 4g Eh2s, 4s eh7w, 5g Eh1w"
        ]
    );
}

#[test]
fn family_with_a_mistake_is_refused_with_its_line() {
    for [from, to, message] in refusals("family") {
        let error = load(&FAMILY.replacen(&from, &to, 1)).err();
        let error = error.unwrap_or_else(|| panic!("{to} is read"));
        assert!(
            error.starts_with("03-x.toml, line 2, column 1: ") && error.contains(&message),
            "{error}\n{message}"
        );
    }
    let twice = FAMILY.replacen("{side}-{what}-{turns}", "{side}-{turns}", 1);
    let twice = twice
        .replace("what = \"steps\", ", "")
        .replace("what = \"is-listed\", ", "");
    let error = load(&twice.replace("turns = 4", "turns = 3")).unwrap_err();
    assert!(error.contains("gold-3 stands twice"), "{error}");
}

#[test]
fn list_beside_a_refusal_has_the_other_action_and_not_the_refused_one() {
    let file = r#"
[[case]]
id = "gone"
no = ["STP-1"]
note = "The elephant does not stand there any more."
pieces = "g: ra8 Ed1 Rh2"
turn = "Ed1n Ed1n"
listed_instead = "Ed2e"
expect.refused = "empty-square"
"#;
    let list = r#"[[case]]
id = "gone-unlisted"
no = ["STP-1"]
note = "The step `Ed1n` is not among the legal actions, for the reason that `gone` gives."
pieces = "g Ed1n: ra8 Ed2 Rh2"
expect.listed = ["Ed2e"]
expect.unlisted = ["Ed1n"]
"#;
    assert_eq!(load(file).unwrap()[1], written(list));
    for [from, to, message] in refusals("list") {
        let error = load(&file.replacen(&from, &to, 1)).unwrap_err();
        assert!(error.contains(&message), "{error}");
    }
}

#[test]
fn cases_of_a_file_with_twins_stand_with_the_sides_exchanged_unless_they_say_otherwise() {
    let file = r#"
twins = true

[[case]]
id = "free"
yes = ["STP-1"]
note = "The elephant may step on from there."
pieces = "g: ra8 Ed1 Rh2"
turn = "Ed1n"
expect.outcome = "ongoing"

[[case]]
id = "alone"
twin = false
yes = ["STP-1"]
note = "The elephant may step aside from there."
pieces = "g: ra8 Ed1 Rh2"
turn = "Ed1e"
expect.legal = true

[[case]]
id = "named"
yes = ["STP-1"]
note = "A label has no image on the other side."
pieces = "4g: ra8 Ed1 Rh2"
turn = "Ed1w"
expect.legal = true
"#;
    let ids = |text: &str| -> Vec<String> {
        let cases = load(text).unwrap().into_iter();
        cases.map(|case| case.id).collect()
    };
    assert_eq!(ids(file), ["free", "alone", "named", "free-exchanged"]);
    assert_eq!(
        ids(&file.replace("true\n\n", "false\n\n")),
        ["free", "alone", "named"]
    );
}

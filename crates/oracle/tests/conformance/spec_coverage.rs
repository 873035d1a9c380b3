//! Every sentence of SPEC.md is shown from both sides by the cases of `suite/cases`, and no text
//! cites a rule or a sentence that does not exist.

use std::collections::{BTreeSet, HashSet};
use std::fs;

use arimaa::compare::Engine;
use arimaa::reference::Reference;
use arimaa::spec::{self, RuleKind};
use arimaa::text::Tags;
use arimaa::vocab::{Label, Side};
use arimaa_conformance::{Case, Suite};
use arimaa_oracle::ask::{Answer, Fault, PositionSource, Question, answer};
use arimaa_oracle::judge::{EditionChoice, NoEdition};

use crate::none;
use crate::root::{files_below, root};

/// The beginnings of rule ids.
const CHAPTERS: [&str; 16] = [
    "BRD", "SET", "STP", "FRZ", "PLY", "PSH", "PUL", "CAP", "TRN", "REP", "END", "EDN", "NOT",
    "VAL", "ORD", "CNT",
];

/// The files with the functions that name the rule of a refusal.
const REFUSALS: [&str; 3] = [
    "src/vocab/illegal.rs",
    "src/vocab/invalid.rs",
    "crates/oracle/src/judge/refusal.rs",
];

/// The number of rules and sentences that do not exist, for texts that need one, such as tests of
/// error messages.
const NO_RULE: &str = "99";

/// The sentences that no answer of a program can break, with the reasons.
const ARGUED: [&str; 25] = [
    "BRD-1.1: Eight files and eight ranks (BRD-1.2) have 64 squares.",
    "SET-6.4: It follows from SET-6.2 and BRD-6.1.",
    "FRZ-1.2: It follows from FRZ-1.1 and BRD-4.1.",
    "FRZ-1.3: It follows from STP-4 and PSH-1.1.",
    "FRZ-1.7: It explains a drawing.",
    "FRZ-4.2: It follows from FRZ-1.1: there is no friendly piece beside it.",
    "PSH-1.3: It follows from STP-4.",
    "PUL-2.3: It explains a drawing, and follows from PUL-2.1.",
    "PUL-3.2: It is THM-6.",
    "CAP-3.2: It follows from BRD-3.",
    "CAP-3.3: It follows from BRD-3 and CAP-1.1.",
    "TRN-1.5: It says what a turn is.",
    "REP-3.2: Silver has no piece on that board, so it comes back in no game.",
    "REP-4.3: It follows from REP-2, REP-4.1 and END-12.2.",
    "END-2.2: It says where the order comes from.",
    "END-8.2: It is THM-7.",
    "END-12.3: A referee writes it, as tests of `referee` show, and no record shows it.",
    "EDN-1.1: It says what editions are; their days are those of EDN-6.1.",
    "EDN-1.4: The schema of the protocol asks for it, and cases compare no edition.",
    "EDN-2.2: It says where the days come from.",
    "EDN-2.3: It is about rules that are not modelled (EDN-6.2).",
    "EDN-4.2: It reads a source.",
    "EDN-5.2: It says where the day comes from.",
    "NOT-9.3: It is about a collection of games.",
    "NOT-10.3: It is about a collection of games.",
];

#[test]
fn every_sentence_has_a_case_for_it_and_a_case_against_it() {
    let cases = cases();
    let shown: HashSet<&String> = cases.iter().flat_map(|case| &case.yes).collect();
    let denied: HashSet<&String> = cases.iter().flat_map(|case| &case.no).collect();
    let tested = tested();
    let argued = ARGUED.iter().filter_map(|line| line.split_once(':'));
    let mut argued: BTreeSet<&str> = argued.map(|(id, _)| id).collect();
    let sentences = spec::rules().iter().flat_map(spec::Rule::sentences);
    let ids: Vec<String> = sentences.map(|(id, _)| id).collect();
    let mut failures = Vec::new();
    for id in &ids {
        let is_there = [
            ("`yes` case", shown.contains(id) || tested.contains(id)),
            ("`no` case", denied.contains(id) || tested.contains(id)),
        ];
        let missing = is_there.iter().filter(|(_, is_there)| !is_there);
        let missing: Vec<&str> = missing.map(|(what, _)| *what).collect();
        if missing.is_empty() == argued.remove(id.as_str()) {
            failures.push(format!("{id} lacks {missing:?}"));
        }
    }
    let unknown = argued.iter().map(|id| format!("{id} is no sentence"));
    failures.extend(unknown);
    for case in &cases {
        let cited = case.yes.iter().chain(&case.no);
        let others = cited.filter(|id| !ids.contains(id));
        failures.extend(others.map(|id| format!("{}: {id} is no sentence", case.id)));
    }
    none(&failures);
    assert!(ARGUED.len() * 10 <= ids.len(), "of {} sentences", ids.len());
}

/// The sentences that a test shows instead of a case, because no question of the suite is about
/// them: mistakes against these sentences (`.ci/mistakes`) name the test.
fn tested() -> HashSet<String> {
    let text = fs::read_to_string(root().join("tests/mistakes/mistakes.toml")).unwrap();
    let table: toml::Table = text.parse().unwrap();
    let mistakes = table["mistake"].as_array().unwrap().iter();
    let tested = mistakes.filter(|mistake| mistake.get("test").is_some());
    let sentence = |mistake: &toml::Value| mistake["rule"].as_str().unwrap().to_owned();
    tested.map(sentence).collect()
}

/// Whether a citation is of this rule, or of one of its sentences.
pub(crate) fn is_of(cited: &str, rule: &str) -> bool {
    cited.split('.').next() == Some(rule)
}

/// Rules of play, setup and validity whose cases have only one side to move, with the reasons.
const ONE_SIDED: [(&str, &str, &str); 2] = [
    (
        "END-12",
        "yes",
        "It is about records, most of which have no side to move.",
    ),
    (
        "END-12",
        "no",
        "It is about records, most of which have no side to move.",
    ),
];

/// The side to move in a case's position, if it has one.
fn side_to_move(case: &Case) -> Option<Side> {
    let position = case.question.position()?.clone();
    if let PositionSource::State(state) = &position {
        return Some(state.snapshot.side);
    }
    match answer(&Engine::of::<Reference>(), &Question::Standing { position }) {
        Answer::Standing { standing } => {
            let label: Label = standing.label?.parse().ok()?;
            Some(label.side)
        }
        _ => None,
    }
}

#[test]
fn every_rule_of_play_is_shown_with_either_side_to_move() {
    let cases: Vec<(Case, Option<Side>)> = cases()
        .into_iter()
        .map(|case| {
            let side = side_to_move(&case);
            (case, side)
        })
        .collect();
    let is_about_play = |id: &str| !["EDN", "NOT", "ORD", "CNT"].contains(&&id[..3]);
    let mut one_sided = BTreeSet::new();
    for rule in spec::rules().iter().filter(|rule| is_about_play(rule.id)) {
        for list in ["yes", "no"] {
            let shows = |case: &Case| {
                let cited = if list == "yes" { &case.yes } else { &case.no };
                cited.iter().any(|id| is_of(id, rule.id))
            };
            let sides: BTreeSet<Side> = cases
                .iter()
                .filter(|(case, _)| shows(case))
                .filter_map(|(_, side)| *side)
                .collect();
            if sides.len() < 2 {
                one_sided.insert((rule.id, list));
            }
        }
    }
    let known = ONE_SIDED.map(|(id, list, _)| (id, list)).into();
    assert_eq!(one_sided, known);
}

/// A refused case that shows a permission from the other side is refused for that very rule.
#[test]
fn refusals_are_for_the_rule_that_the_case_shows() {
    let refusable = refusable_permissions();
    let mut refused_by = HashSet::new();
    let mut failures = Vec::new();
    for case in cases() {
        let Some(rule) = rule_of_refusal(&case) else {
            continue;
        };
        let rules = case.no.iter().filter_map(|id| spec::rule(id));
        for id in rules
            .map(|rule| rule.id)
            .filter(|id| refusable.contains(*id))
        {
            if *id == rule {
                refused_by.insert(rule.clone());
            } else {
                failures.push(format!("{}: shows {id}, but is refused by {rule}", case.id));
            }
        }
    }
    for id in refusable.iter().filter(|id| !refused_by.contains(*id)) {
        failures.push(format!("{id}: no `no` case is refused by it"));
    }
    none(&failures);
}

/// The ends that cases of an edition expect are those of its row in the table of END-2.
#[test]
fn every_end_is_expected_in_every_edition_that_has_it() {
    let expected: HashSet<(String, String)> = cases().iter().filter_map(expected_end).collect();
    let rows = ends_of_editions();
    assert_eq!(rows.len(), 4, "the table of END-2 has four editions");
    let mut failures = Vec::new();
    for (edition, ends) in rows {
        for end in ends {
            if !expected.contains(&(edition.clone(), end.clone())) {
                failures.push(format!(
                    "{end} in the edition {edition} is expected by no case"
                ));
            }
        }
    }
    none(&failures);
}

/// The suite does not choose editions by date: a case about a date names the edition, which must be
/// the one of that date.
#[test]
fn dated_cases_name_the_edition_of_their_date() {
    let mut failures = Vec::new();
    for case in cases().iter().filter(|case| cites(case, "EDN-6")) {
        let tags = match case.question.position() {
            Some(PositionSource::Record(moment)) => moment.text.read().unwrap().tags.clone(),
            _ => Tags::default(),
        };
        let in_force = EditionChoice::ByDate.for_record(None, tags.date.as_deref());
        // Without an edition the case may tell of a day whose rules are not modelled.
        let is_right = match tags.edition {
            Some(edition) => in_force == Ok(edition),
            None => !matches!(in_force, Err(NoEdition::NoDate | NoEdition::NoStart)),
        };
        if !is_right {
            failures.push(format!("{}: {in_force:?} was in force on its day", case.id));
        }
    }
    none(&failures);
}

#[test]
fn no_text_cites_a_rule_that_does_not_exist() {
    let rooms = [
        "README.md",
        "SPEC.md",
        "docs",
        "src",
        "crates/oracle/src",
        "tests",
        "suite",
    ];
    let mut failures = Vec::new();
    for file in rooms
        .into_iter()
        .flat_map(|room| files_below(root().join(room)))
    {
        // Not every file of test data is text.
        let text = String::from_utf8_lossy(&fs::read(&file).unwrap()).into_owned();
        let unknown = |id: &String| spec::rule(id).is_none() && !id.ends_with(NO_RULE);
        for id in ids_in(&text).into_iter().filter(unknown) {
            failures.push(format!("{}: there is no rule {id}", file.display()));
        }
    }
    none(&failures);
}

fn cases() -> Vec<Case> {
    Suite::embedded().unwrap().cases
}

fn cites(case: &Case, id: &str) -> bool {
    case.rules().contains(&id)
}

/// The rule by which an engine refuses a case that expects a refusal.
fn rule_of_refusal(case: &Case) -> Option<String> {
    if case.expect.refused.is_none() && case.expect.invalid.is_none() {
        return None;
    }
    match answer(&Engine::of::<Reference>(), &case.question) {
        Answer::Refused { refusal, .. } => refusal.rule,
        Answer::Error {
            error: Fault::ImpossiblePosition { rule, .. },
        } => Some(rule),
        _ => None,
    }
}

/// The permissions whose ids a refusal can have.
fn refusable_permissions() -> BTreeSet<String> {
    let named = REFUSALS
        .into_iter()
        .flat_map(|file| ids_in(&body_of_rule(file)));
    let is_permission =
        |id: &String| spec::rule(id).is_some_and(|rule| rule.kind == RuleKind::Permission);
    named.filter(is_permission).collect()
}

/// The source of the function `rule` in this file.
fn body_of_rule(file: &str) -> String {
    let source = fs::read_to_string(root().join(file)).unwrap();
    let (_, body) = source.split_once("fn rule(&self)").unwrap();
    let (body, _) = body.split_once("\n    }\n").unwrap();
    body.to_owned()
}

/// The edition of a case and the end that it expects.
fn expected_end(case: &Case) -> Option<(String, String)> {
    let (_, end) = case.expect.outcome.as_deref()?.split_once(' ')?;
    let position = case.question.position()?.clone();
    match answer(&Engine::of::<Reference>(), &Question::Standing { position }) {
        Answer::Standing { standing } => Some((standing.edition?, end.to_owned())),
        _ => None,
    }
}

/// The ends of each edition, from the table of END-2.
fn ends_of_editions() -> Vec<(String, BTreeSet<String>)> {
    let text = spec::rule("END-2").unwrap().text;
    let rows = text.lines().filter(|line| line.starts_with("| `"));
    rows.flat_map(|row| {
        let editions = row.split('`').skip(1).step_by(2);
        editions.map(|edition| (edition.to_owned(), ids_in(row)))
    })
    .collect()
}

/// The ids of rules and sentences in a text: the letters of a chapter, a hyphen and a number, with
/// or without a point and another number, standing as a word.
fn ids_in(text: &str) -> BTreeSet<String> {
    let found = CHAPTERS.into_iter().flat_map(|chapter| {
        let places = text.match_indices(chapter);
        places.filter_map(|(start, _)| id_at(text, start, chapter.len()))
    });
    found.map(str::to_owned).collect()
}

/// The id that begins at `start` with this many letters.
fn id_at(text: &str, start: usize, letters: usize) -> Option<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let (before, id) = text.split_at(start);
    let digits = id[letters..].strip_prefix('-')?;
    let is_digit = |c: char| c.is_ascii_digit();
    let rest = digits.trim_start_matches(is_digit);
    let number = digits.len() - rest.len();
    let sentence = rest.strip_prefix('.').unwrap_or_default();
    let sentence = sentence.len() - sentence.trim_start_matches(is_digit).len();
    let end = letters + 1 + number + if sentence > 0 { 1 + sentence } else { 0 };
    let stands_alone = !before.ends_with(is_word) && !id[end..].starts_with(is_word);
    (number > 0 && stands_alone).then_some(&id[..end])
}

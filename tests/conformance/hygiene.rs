//! The suite is in order itself: what is on disk is built in, ids are unique and in one style, every case says why, nothing
//! stands twice, every wrong rule is killed, and a mistake in a file is refused where it stands.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::Path;
use std::time::Duration;

use arimaa_oracle::ask::{Answer, PositionSource, Question, QuestionKind, answer};
use arimaa_oracle::engines::{Game, Reference, Starter};
use arimaa_oracle::rules::Rules;
use arimaa_oracle::schema;
use arimaa_oracle::suite::{
    Breakage, Capabilities, Case, CaseVerdict, FILES, Identity, KnownFailures, Local, Reply,
    Report, Status, Subject, Suite, WRONG_RULES, ask_case, judge,
};
use arimaa_oracle::vocab::{Illegal, Invalid, Snapshot};

use crate::faulty_engine::{Fault, Faulty};

/// The shortest note that can say why, in characters.
const SHORTEST_NOTE: usize = 20;

fn suite() -> Suite {
    Suite::embedded().unwrap()
}

fn none(failures: &[String]) {
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_file_on_disk_is_built_in() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("suite");
    let on_disk: BTreeMap<String, String> = fs::read_dir(directory.join("cases"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .chain([directory.join("wrong-rules.toml")])
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, fs::read_to_string(path).unwrap())
        })
        .collect();
    let built_in = FILES.map(|(name, text)| (name.to_owned(), text.to_owned()));
    assert_eq!(on_disk, built_in.into());
}

#[test]
fn ids_are_in_kebab_case() {
    let is_letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    let is_kebab_case = |id: &str| {
        let mut words = id.split('-');
        id.len() <= 72 && words.all(|word| !word.is_empty() && word.chars().all(is_letter))
    };
    let suite = suite();
    let cases = suite.cases.iter().map(|case| &case.id);
    let ids = cases.chain(suite.wrong_rules.iter().map(|wrong| &wrong.id));
    let wrong = ids.filter(|id| !is_kebab_case(id));
    none(&wrong.cloned().collect::<Vec<_>>());
}

#[test]
fn notes_and_wrong_rules_are_sentences() {
    let suite = suite();
    let notes = suite.cases.iter().map(|case| (&case.id, &case.note));
    let says = suite
        .wrong_rules
        .iter()
        .map(|wrong| (&wrong.id, &wrong.says));
    let mut failures = Vec::new();
    for (id, text) in notes.chain(says) {
        let ends = text.ends_with(['.', '?', '`', '"', ')']);
        if text.chars().count() < SHORTEST_NOTE || !ends || text.contains("should") {
            failures.push(format!("{id}: {text}"));
        }
    }
    none(&failures);
}

#[test]
fn no_case_stands_twice() {
    let mut seen: HashMap<String, String> = HashMap::new();
    let mut failures = Vec::new();
    for case in suite().cases {
        // Where no turn is judged, what is expected is a part of what is asked.
        let judged = case.question.kind() == QuestionKind::Judge;
        let question = format!(
            "{:?} {:?}",
            case.question,
            (!judged).then_some(&case.expect)
        );
        if let Some(other) = seen.insert(question, case.id.clone()) {
            failures.push(format!("{other} and {} are the same", case.id));
        }
    }
    none(&failures);
}

#[test]
fn every_wrong_rule_is_killed_and_by_cases_that_cite_it() {
    let suite = suite();
    let mut failures = Vec::new();
    for wrong in &suite.wrong_rules {
        let mut killers = suite
            .cases
            .iter()
            .filter(|case| case.kills.contains(&wrong.id));
        if !killers.any(|case| case.rules().contains(&wrong.rule.as_str())) {
            failures.push(format!(
                "{} is killed by no case about {}",
                wrong.id, wrong.rule
            ));
        }
    }
    for case in &suite.cases {
        let unique: BTreeSet<&String> = case.kills.iter().collect();
        if unique.len() < case.kills.len() {
            failures.push(format!("{} kills the same twice", case.id));
        }
    }
    none(&failures);
}

#[test]
fn every_expected_refusal_is_a_known_reason() {
    let besides = [
        "decided",
        "wrong-label",
        "capture-missing",
        "capture-mismatch",
    ];
    let known: BTreeSet<&str> = Illegal::NAMES.into_iter().chain(besides).collect();
    let suite = suite();
    let expected = suite
        .cases
        .iter()
        .filter_map(|case| case.expect.refused.as_deref());
    let unknown = expected.filter(|name| !known.contains(name));
    none(&unknown.map(str::to_owned).collect::<Vec<_>>());
}

/// A case that any answer of its kind would pass is worth nothing: not all answers to other cases pass.
#[test]
fn no_case_is_passed_by_the_answers_to_all_others() {
    let suite = suite();
    let capabilities = Capabilities::default();
    let answers: Vec<(QuestionKind, Answer)> = suite
        .cases
        .iter()
        .map(|case| {
            (
                case.question.kind(),
                answer(&Starter::of::<Game>(), &case.question),
            )
        })
        .collect();
    let passed_by_all = |case: &Case| {
        let kind = case.question.kind();
        let mut same_kind = answers.iter().filter(|(other, _)| *other == kind);
        same_kind.all(|(_, answer)| {
            let reply = Reply::Answer(answer.clone());
            judge(&case.expect, reply, &capabilities) == CaseVerdict::Passed
        })
    };
    let empty = suite.cases.iter().filter(|case| passed_by_all(case));
    none(&empty.map(|case| case.id.clone()).collect::<Vec<_>>());
}

const GOOD: &str = r#"
[[case]]
id = "one"
yes = ["STP-1"]
note = "The elephant stands there."
state = '{"side": "gold", "board": "r..........................................................E...R"}'
turn = "Ed1n"
expect.legal = true
"#;

const WRONG: (&str, &str) = (
    WRONG_RULES,
    "[[wrong]]\nid = \"w\"\nrule = \"STP-1\"\nsays = \"Nothing need stand there.\"\n",
);

#[test]
fn case_file_with_a_mistake_is_refused_with_its_line() {
    let load = |text: &str| Suite::load(&[("03-x.toml", text), WRONG]);
    let suite = load(GOOD).unwrap();
    assert_eq!(suite.cases[0].place, ("03-x.toml".to_owned(), 2));
    for (from, to, message) in [
        ("note", "notes", "line 5, column 1: unknown field `notes`"),
        ("expect.legal", "expect.leagl", "unknown field `leagl`"),
        (
            "expect.legal = true",
            "expect.turns = 1",
            "asks two questions",
        ),
        ("expect.legal = true", "expect = {}", "nothing is expected"),
        (
            "STP-1",
            "STP-99",
            "line 2, column 1: one: `STP-99` is no rule",
        ),
        ("STP-1", "stp-1", "`stp-1` is no rule"),
        ("yes = [\"STP-1\"]", "", "no rule is cited"),
        ("note", "kills = [\"x\"]\nnote", "`x` is not a wrong rule"),
        ("turn", "setup = \"none\"\nturn", "expected one of"),
        ("turn", "at = \"2g\"\nturn", "`at` needs a record"),
        (
            "turn",
            "edition = \"2007\"\nturn",
            "`2007` is not an edition",
        ),
        (
            "expect.legal = true",
            "expect.outcome = \"gold VAL-1\"",
            "`gold VAL-1` is not an outcome",
        ),
        (
            "expect.legal = true",
            "expect.outcome = \"won\"",
            "`won` is not an outcome",
        ),
        (
            "turn = \"Ed1n\"\nexpect.legal = true",
            "expect.invalid = \"VAL-1\"\nexpect.outcome = \"ongoing\"",
            "a position that cannot be",
        ),
        ("gold", "red", "state: line 1, column 10: found `red`"),
        ("\"one\"", "\"one", "line 3"),
        (
            "turn = \"Ed1n\"\nexpect.legal = true",
            "strict = true\nexpect.outcome = \"ongoing\"",
            "has no turn",
        ),
    ] {
        let text = GOOD.replacen(from, to, 1);
        match load(&text) {
            Err(error) => {
                let error = error.to_string();
                assert!(
                    error.starts_with("03-x.toml, line ") && error.contains(message),
                    "{error}\n{message}"
                );
            }
            Ok(suite) => panic!("{to} is read as {:?}", suite.cases),
        }
    }
    let outcome = GOOD.replacen("expect.legal = true", "expect.outcome = \"gold END-3\"", 1);
    assert!(load(&outcome).is_ok());
    let invalid = GOOD.replacen(
        "turn = \"Ed1n\"\nexpect.legal = true",
        "expect.invalid = \"VAL-1\"",
        1,
    );
    assert!(load(&invalid).is_ok());
    let kills = GOOD.replace("note", "kills = [\"w\"]\nnote");
    assert_eq!(load(&kills).unwrap().cases[0].kills, ["w"]);
    let twice = format!("{GOOD}{GOOD}");
    let error = load(&twice).unwrap_err().to_string();
    assert!(
        error.contains("line 10, column 1: one stands twice"),
        "{error}"
    );
    let sized = |size: usize| format!("{GOOD}{}", "#".repeat(size - GOOD.len()));
    assert!(load(&sized(8 << 20)).is_ok());
    let error = load(&sized((8 << 20) + 1)).unwrap_err().to_string();
    assert!(error.contains("more than 8388608 bytes"), "{error}");
    let error = Suite::load(&[("x.toml", GOOD)]).unwrap_err().to_string();
    assert!(error.contains("begins with the number"), "{error}");
}

#[test]
fn questions_and_answers_round_trip_through_json() {
    for case in suite().cases {
        let json = serde_json::to_string(&case.question).unwrap();
        let question: Question = serde_json::from_str(&json).unwrap();
        assert_eq!(question, case.question, "{json}");
        let given = answer(&Starter::of::<Game>(), &question);
        let json = serde_json::to_string(&given).unwrap();
        assert_eq!(
            serde_json::from_str::<Answer>(&json).unwrap(),
            given,
            "{json}"
        );
    }
    for text in [
        r#"{"kind": "outcome"}"#,
        r#"{"kind": "outcome", "position": {"state": {"side": "gold", "setup": {}}}, "more": 1}"#,
        r#"{"kind": "outcome", "position": {"state": {"side": "gold", "setup": {}, "more": 1}}}"#,
        r#"{"kind": "outcome", "position": {"record": {"text": "", "more": 1}}}"#,
        r#"{"kind": "nothing"}"#,
        r#"{"kind": "parse", "form": "poem", "text": ""}"#,
        "[]",
        "7",
    ] {
        assert!(serde_json::from_str::<Question>(text).is_err(), "{text}");
    }
}

#[test]
fn schemas_name_every_kind_and_refuse_what_is_unknown() {
    let questions = serde_json::to_string(&schema::questions()).unwrap();
    for kind in QuestionKind::ALL {
        assert!(
            questions.contains(&format!("\"const\":\"{kind}\"")),
            "{kind}"
        );
        let named = serde_json::to_value(kind).unwrap();
        assert_eq!(named, kind.name());
    }
    for schema in [schema::questions(), schema::answers(), schema::cases()] {
        let text = serde_json::to_string(&schema).unwrap();
        assert!(text.contains("\"additionalProperties\":false"));
        assert!(text.contains("rank 8 first"));
    }
}

#[test]
fn out_of_bounds_question_is_refused_quickly() {
    let setup = r#"{"state": {"side": "gold", "setup": {}}}"#;
    let board = format!(
        r#"{{"state": {{"side": "gold", "board": "{}"}}}}"#,
        ".".repeat(64)
    );
    let long = "x".repeat((1 << 20) + 1);
    for (question, error) in [
        (
            format!(r#"{{"kind": "turns", "position": {setup}}}"#),
            "too_large",
        ),
        (
            format!(r#"{{"kind": "turns", "position": {setup}, "limit": 10001}}"#),
            "too_large",
        ),
        (
            format!(r#"{{"kind": "perft", "position": {setup}, "count": "turns", "depth": 2}}"#),
            "too_large",
        ),
        (
            format!(r#"{{"kind": "perft", "position": {board}, "count": "steps", "depth": 5}}"#),
            "too_large",
        ),
        (
            format!(r#"{{"kind": "perft", "position": {board}, "count": "turns", "depth": 4}}"#),
            "too_large",
        ),
        (
            format!(r#"{{"kind": "perft", "position": {board}, "count": "steps", "depth": 0}}"#),
            "bad_question",
        ),
        (
            format!(r#"{{"kind": "parse", "form": "record", "text": "{long}"}}"#),
            "too_large",
        ),
        (
            format!(r#"{{"kind": "judge", "position": {board}, "turn": "{long}"}}"#),
            "too_large",
        ),
        (
            format!(r#"{{"kind": "judge", "position": {board}, "turn": ["2g", "Ed9n"]}}"#),
            "bad_text",
        ),
        (
            format!(r#"{{"kind": "apply", "position": {board}, "actions": ["up"]}}"#),
            "bad_text",
        ),
        (
            format!(r#"{{"kind": "print", "position": {board}, "form": "archive"}}"#),
            "bad_question",
        ),
        (
            r#"{"kind": "explain_rule", "rule": "XYZ-1"}"#.to_owned(),
            "unknown_rule",
        ),
        (
            r#"{"kind": "outcome", "position": {"record": {"text": "1g Ra9"}}}"#.to_owned(),
            "bad_text",
        ),
        (
            r#"{"kind": "outcome", "position": {"record": {"text": "12g", "before": "9g"}}}"#
                .to_owned(),
            "unplayable_record",
        ),
        (
            r#"{"kind": "outcome", "position": {"record": {"text": "12g", "edition": "x"}}}"#
                .to_owned(),
            "bad_question",
        ),
    ] {
        let asked: Question = serde_json::from_str(&question).unwrap();
        let given = serde_json::to_value(answer(&Starter::of::<Game>(), &asked)).unwrap();
        assert_eq!(
            given["error"]["kind"],
            error,
            "{} {given}",
            &question[..question.len().min(200)]
        );
    }
}

#[test]
fn apply_continues_and_ends_a_turn() {
    let position = r#"{"state": {"side": "gold", "turn": 7,
        "board": "r...................................e...........E..............R"}}"#;
    let ask = |actions: &str| {
        let text = format!(r#"{{"kind": "apply", "position": {position}, "actions": {actions}}}"#);
        let question: Question = serde_json::from_str(&text).unwrap();
        let given = answer(&Starter::of::<Reference>(), &question);
        assert_eq!(given, answer(&Starter::of::<Game>(), &question));
        serde_json::to_value(given).unwrap()
    };
    let going_on = ask(r#"["Ea2n"]"#);
    assert_eq!(going_on["state"]["steps"], serde_json::json!(["Ea2n"]));
    assert_eq!(going_on["standing"]["label"], "7g");
    assert_eq!(going_on["standing"]["board"][5], "E.......");
    let ended = ask(r#"["Ea2n", "end"]"#);
    assert_eq!(ended["state"]["side"], "silver");
    assert_eq!(ended["standing"]["label"], "7s");
    let refused = ask(r#"["Ea2n", "Ea2n"]"#);
    assert_eq!(refused["refusal"]["name"], "empty-square");
    assert_eq!(refused["refusal"]["token"], 1);
}

/// An engine that answers in one way, whatever it is asked.
struct Fixed {
    identity: Identity,
    capabilities: Capabilities,
    reply: Reply,
}

impl Fixed {
    fn new(reply: Reply) -> Self {
        Self {
            identity: Identity {
                name: "<fixed> & \"quoted\"\u{1}".to_owned(),
                version: None,
            },
            capabilities: Capabilities::default(),
            reply,
        }
    }
}

impl Subject for Fixed {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    fn ask(&mut self, _: &Question) -> Reply {
        self.reply.clone()
    }
}

#[test]
fn subject_without_right_answers_passes_no_case() {
    let suite = suite();
    let crashed = Reply::Broken(Breakage::Crashed("signal 9".to_owned()));
    for (reply, name) in [
        (crashed, "errored"),
        (Reply::Declined("does not want to".to_owned()), "skipped"),
        (
            Reply::Answer(Answer::TurnCount { count: u64::MAX }),
            "failed",
        ),
        (
            Reply::Answer(Answer::Actions {
                effects: None,
                actions: Vec::new(),
            }),
            "failed",
        ),
    ] {
        let known = KnownFailures::default();
        let mut done = 0;
        let report = Report::run(&suite.cases, &mut Fixed::new(reply), &known, || done += 1);
        let all = suite.cases.len();
        assert_eq!((report.results.len(), done), (all, all));
        let other = |(case, status): &&(&Case, Status)| {
            // A case can expect that there are no actions.
            let empty = case.expect.actions.as_ref().is_some_and(Vec::is_empty);
            status.name() != name && !(empty && case.question.kind() == QuestionKind::LegalActions)
        };
        let lenient = |(case, _): &&(&Case, Status)| case.expect.unlisted.is_none();
        let found: Vec<_> = report
            .results
            .iter()
            .filter(other)
            .filter(lenient)
            .collect();
        assert!(found.is_empty(), "{found:?}");
        well_formed(&report, suite.cases.len());
    }
}

/// No state of it ever comes to be.
#[derive(Clone, Debug)]
struct PanicsAtOnce;

impl Fault for PanicsAtOnce {
    fn from_snapshot<R: Rules>(_: &Snapshot) -> Result<R, Invalid> {
        panic!("no snapshot for me")
    }
}

#[test]
fn panicking_or_hanging_engine_is_reported() {
    let suite = suite();
    let case = suite.case("nothing-stands-there").unwrap();
    let crashed = Reply::Broken(Breakage::Crashed("no snapshot for me".to_owned()));
    let mut panics = Local::new("panics", Starter::of::<Faulty<Reference, PanicsAtOnce>>());
    assert_eq!(panics.ask(&case.question), crashed);
    let mut panics = panics.with_timeout(Some(Duration::from_mins(1)));
    assert_eq!(panics.ask(&case.question), crashed);

    // All turns after all turns of a game's second move: far more than can be counted at once.
    let text = r#"{"kind": "perft", "count": "turns", "depth": 3, "position": {"state": {"side": "gold",
        "board": "rrrrrrrrdhcemchd................................DHCMECHDRRRRRRRR"}}}"#;
    let question: Question = serde_json::from_str(text).unwrap();
    let mut slow = Local::new("slow", Starter::of::<Reference>())
        .with_timeout(Some(Duration::from_millis(20)));
    let hung = Breakage::Hung("no answer within 0.02 s".to_owned());
    assert_eq!(slow.ask(&question), Reply::Broken(hung));
}

/// The report as XML is read by a parser that is not ours, and counts as the report does.
fn well_formed(report: &Report<'_>, cases: usize) {
    let text = report.junit();
    let xml = roxmltree::Document::parse(&text).unwrap();
    let count = |name: &str| {
        xml.descendants()
            .filter(|node| node.has_tag_name(name))
            .count()
    };
    let stated = |name: &str| {
        xml.root_element()
            .attribute(name)
            .unwrap()
            .parse::<usize>()
            .unwrap()
    };
    assert_eq!(count("testcase"), cases);
    assert_eq!(stated("tests"), cases);
    assert_eq!(count("failure"), stated("failures"));
    assert_eq!(count("error"), stated("errors"));
    assert_eq!(count("skipped"), stated("skipped"));
    let json = report.json();
    assert_eq!(json["results"].as_array().unwrap().len(), cases);
}

#[test]
fn known_failure_that_passes_is_unexpected() {
    let suite = suite();
    let case = suite.case("nothing-stands-there").unwrap();
    let list = "[[known]]\ncase = \"nothing-stands-there\"\nreason = \"to be mended\"\n";
    let known = KnownFailures::read(list, &suite).unwrap();
    let status = |subject: &mut dyn Subject| {
        let report = Report::run([case], subject, &known, || ());
        report.results[0].1.clone()
    };
    let mended = status(&mut Local::new("reference", Starter::of::<Reference>()));
    assert_eq!(mended, Status::UnexpectedPass("to be mended".to_owned()));
    let broken = Reply::Broken(Breakage::Dead("gone".to_owned()));
    let failing = status(&mut Fixed::new(broken));
    assert_eq!(failing, Status::KnownFailure("to be mended".to_owned()));
    for (text, message) in [
        (
            list.replace("nothing", "no-thing"),
            "there is no case `no-thing-stands-there`",
        ),
        (list.replace("to be mended", " "), "has no reason"),
        (format!("{list}{list}"), "stands twice"),
        (
            list.replace("reason", "why"),
            "line 3, column 1: unknown field `why`",
        ),
    ] {
        let error = KnownFailures::read(&text, &suite).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn case_beyond_capabilities_is_skipped() {
    let suite = suite();
    let mut weak = Fixed::new(Reply::Broken(Breakage::Crashed("asked".to_owned())));
    weak.capabilities = Capabilities {
        questions: [QuestionKind::Judge].into(),
        editions: ["2008-07-01".to_owned()].into(),
        setups: false,
        mid_turn: false,
        history: false,
        records: false,
        past_end: false,
        strict: false,
        ..Capabilities::default()
    };
    let (mut asked, mut skipped) = (0, 0);
    for case in &suite.cases {
        match ask_case(case, &mut weak) {
            CaseVerdict::Errored(_) => {
                asked += 1;
                let Question::Judge {
                    position: PositionSource::State(state),
                    strict: false,
                    past_end: false,
                    ..
                } = &case.question
                else {
                    panic!("{} is asked", case.id);
                };
                let state = serde_json::to_value(state).unwrap();
                assert_eq!(state["edition"], "2008-07-01", "{}", case.id);
                assert_eq!(
                    state["steps"].as_array().map(Vec::len),
                    Some(0),
                    "{}",
                    case.id
                );
                assert_eq!(
                    state["earlier"].as_array().map(Vec::len),
                    Some(0),
                    "{}",
                    case.id
                );
            }
            CaseVerdict::Skipped(_) => skipped += 1,
            other => panic!("{}: {other}", case.id),
        }
    }
    assert!(asked > 100 && skipped > 100, "{asked} {skipped}");
}

/// An engine that gives no reasons is held to legality and winners alone.
#[test]
fn reasons_are_compared_only_if_the_subject_gives_them() {
    let suite = suite();
    let case = suite.case("nothing-stands-there").unwrap();
    let Answer::Refused { standing, .. } = answer(&Starter::of::<Reference>(), &case.question)
    else {
        panic!("the turn is accepted");
    };
    let bare = Answer::Refused {
        refusal: arimaa_oracle::ask::RefusedTurn::default(),
        standing,
    };
    let mut capabilities = Capabilities::default();
    let verdict = |capabilities: &Capabilities| {
        judge(&case.expect, Reply::Answer(bare.clone()), capabilities)
    };
    assert!(matches!(verdict(&capabilities), CaseVerdict::Failed(_)));
    capabilities.reasons = false;
    assert_eq!(verdict(&capabilities), CaseVerdict::Passed);
}

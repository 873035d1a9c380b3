//! Reports of verdicts, with texts that could break them.

use std::sync::LazyLock;

use crate::cases::{Case, KnownFailures, Suite};
use crate::causes::{Cause, Diagnosis};
use crate::made::{accepted, lists, refused};
use crate::reports::{LeftOut, PastReport, Report};
use crate::subjects::line::{Exchange, Variant};
use crate::verdicts::{Asked, Mismatch, Status};
use arimaa::spec;
use arimaa_naive::fault::Fault;
use arimaa_oracle::ask::SUITE_VERSION;
use arimaa_oracle::ask::{PROTOCOL_VERSION, Question};
use arimaa_oracle::protocol::{Capabilities, Identity};
use arimaa_oracle::subject::{Reply, Subject};
use serde_json::json;

/// Another author's parser reads the XML as it was meant.
#[test]
fn xml_report_keeps_every_character() {
    let suite = Suite::embedded().unwrap();
    let text = "a<b & \"c\" 'd' > e\t\n\r\u{7f}\u{85}é\u{1}\u{1f}\u{fffe}\u{ffff}";
    let read = "a<b & \"c\" 'd' > e\t\n\r\u{7f}\u{85}é\u{fffd}\u{fffd}\u{fffd}\u{fffd}";
    let known = KnownFailures::default();
    let mut report = Report::run(&suite.cases[..6], &mut Declining::default(), &known, || ());
    for (result, status) in report.results.iter_mut().zip([
        Status::Passed,
        Status::Failed(vec![]),
        Status::Skipped(text.into()),
        Status::Errored(text.into()),
        Status::KnownFailure(text.into()),
        Status::UnexpectedPass(text.into()),
    ]) {
        result.1 = status;
    }
    report.subject.name = text.to_owned();
    let written = report.junit();
    assert!(written.contains("&gt;"), "{written}");
    let xml = roxmltree::Document::parse(&written).unwrap();
    let suite = xml.root_element();
    assert_eq!(suite.attribute("name"), Some(read));
    for (name, count) in [
        ("tests", "6"),
        ("failures", "2"),
        ("errors", "1"),
        ("skipped", "2"),
    ] {
        assert_eq!(suite.attribute(name), Some(count), "{name}");
    }
    let said: Vec<(&str, &str)> = xml
        .descendants()
        .filter_map(|node| Some((node.tag_name().name(), node.attribute("message")?)))
        .collect();
    let names: Vec<&str> = said.iter().map(|said| said.0).collect();
    assert_eq!(names, ["failure", "skipped", "error", "skipped", "failure"]);
    for (name, message) in said.iter().skip(1) {
        assert!(message.contains(read), "{name}: {message:?}");
    }
}

static SUITE: LazyLock<Suite> = LazyLock::new(|| Suite::embedded().unwrap());

fn failed(mismatch: Mismatch) -> Status {
    Status::Failed(vec![mismatch])
}

/// A failure by one thing in place of another.
fn wrong(field: &'static str, expected: &str, got: &str) -> Status {
    failed(Mismatch::one(field, expected, got))
}

/// A failure by one list in place of another.
fn wrong_list(field: &'static str, expected: &str, got: &str) -> Status {
    failed(lists(field, expected, got))
}

/// A result of every kind of question and of status.
fn varied_results(suite: &Suite) -> Vec<(&Case, Status)> {
    let died = || Status::Errored("it <stopped>".to_owned());
    let results = [
        (
            "a1-is-golds-left-corner",
            wrong_list("actions", "Ra1e;Ra1n", "Ra1n;Ra1e"),
        ),
        ("no-file-i", wrong("unreadable", "`Ri1n`", "a turn")),
        ("diagonal-is-not-beside", failed(refused())),
        ("beside-to-the-north", Status::Passed),
        ("gold-sets-up-first", died()),
        ("one-elephant", died()),
        ("any-arrangement-in-any-order", died()),
        (
            "a-camel-handicap",
            Status::Skipped("has no handicaps".to_owned()),
        ),
        (
            "the-third-occurrence-is-not-among-the-turns",
            wrong("turns", "0", "7"),
        ),
        ("only-the-rabbit-is-free", wrong("turns", "1", "2")),
        (
            "goal-before-elimination",
            Status::KnownFailure("to be fixed".to_owned()),
        ),
        (
            "the-opponents-rabbit-on-goal-2008",
            Status::UnexpectedPass("fixed".to_owned()),
        ),
        (
            "eight-rabbits-are-valid",
            wrong("outcome", "ongoing", "gold END-3"),
        ),
        (
            "a-takeback-brings-the-board-back",
            wrong("board", "Ra1", "Ra2"),
        ),
        ("half-pushes-are-counted", wrong_list("steps", "1;2", "1;3")),
        (
            "one-way-round-a-corner-is-frozen",
            wrong("first_turns", "Ra1n", "Ra1e"),
        ),
    ];
    let case = |id: &str| suite.case(id).unwrap();
    results.map(|(id, status)| (case(id), status)).to_vec()
}

static VARIED: LazyLock<Report<'static>> = LazyLock::new(varied_report);

/// A report of these results with two causes, and with cases that were left out.
fn varied_report() -> Report<'static> {
    let suite = &*SUITE;
    let case = |id: &str| suite.case(id).unwrap();
    let results = varied_results(suite);
    let mut chosen: Vec<&Case> = results.iter().map(|(case, _)| *case).collect();
    chosen.extend(suite.cases.iter().filter(|case| case.chapter == 12).take(5));
    chosen.extend(suite.cases.iter().filter(|case| case.chapter == 3).take(3));
    let mut report = report_of(results);
    // Few of the many others, so that new cases change nothing here.
    let mut left_out = LeftOut::new(suite, &chosen, "--only `3`".to_owned(), &report.results);
    left_out.unchosen.truncate(9);
    left_out.unknown = 17;
    report.left_out = left_out;
    let reply = "yes & no".to_owned();
    let exchange = Exchange {
        line: "judge <Ed2n>".to_owned(),
        reply,
    };
    let decided = "diagonal-is-not-beside".to_owned();
    report.exchanges.insert(decided, exchange);
    let wrong = |id: &str| {
        suite
            .wrong_rules
            .iter()
            .find(|wrong| wrong.id == id)
            .unwrap()
    };
    let cases = |ids: &[&str]| ids.iter().map(|id| case(id)).collect::<Vec<&Case>>();
    let cause = |id: &str, explains: &[&str], alike: &[&str]| Cause {
        wrong: wrong(id),
        only: None,
        fault: *Fault::ALL
            .iter()
            .find(|fault| fault.wrong_rule() == id)
            .unwrap(),
        explains: cases(explains),
        against: alike.len(),
        alike: alike.iter().map(|id| wrong(id)).collect(),
    };
    report.diagnosis = Some(Diagnosis {
        causes: vec![
            cause(
                "freezing-ignored",
                &["no-file-i", "half-pushes-are-counted"],
                &[],
            ),
            cause(
                "diagonals-touch",
                &["diagonal-is-not-beside"],
                &["handicap-ignored"],
            ),
        ],
        // One failure, `only-the-rabbit-is-free`, is in neither list.
        explained: cases(&[
            "the-third-occurrence-is-not-among-the-turns",
            "eight-rabbits-are-valid",
            "a-takeback-brings-the-board-back",
            "half-pushes-are-counted",
            "one-way-round-a-corner-is-frozen",
        ]),
        unexplained: cases(&[
            "a1-is-golds-left-corner",
            "no-file-i",
            "diagonal-is-not-beside",
        ]),
        notation: Vec::new(),
    });
    report.subject = Identity {
        name: "<somebody>".to_owned(),
        version: Some("1.2".to_owned()),
    };
    report
}

/// The versions come and go.
fn without_versions(report: &str) -> String {
    let report = report.replace(&format!("uite {SUITE_VERSION}"), "uite 0");
    let suite = format!("\"suite\": \"{SUITE_VERSION}\"");
    let report = report.replace(&suite, "\"suite\": \"0\"");
    report.replace(spec::version(), "0")
}

#[test]
fn every_status_cause_and_count_is_in_the_text() {
    insta::assert_snapshot!(without_versions(&VARIED.text(false)));
}

#[test]
fn every_status_cause_and_count_is_in_the_json() {
    let json = serde_json::to_string_pretty(&VARIED.json()).unwrap();
    insta::assert_snapshot!(without_versions(&json));
}

/// The style and the drawings are tested elsewhere or to be looked at.
#[test]
fn every_failure_cause_and_count_is_on_the_page() {
    let page = VARIED.html();
    let (_, body) = page.split_once("</style>").unwrap();
    let mut parts = body.split("<svg");
    let mut text = parts.next().unwrap().to_owned();
    for part in parts {
        let (drawing, rest) = part.split_once("</svg>").unwrap();
        assert!(drawing.contains("<text"), "{drawing}");
        text += "<svg/>";
        text += rest;
    }
    insta::assert_snapshot!(without_versions(&text));
    let passed = vec![(&SUITE.cases[0], Status::Passed)];
    let (page, text) = (
        report_of(passed.clone()).html(),
        report_of(passed).text(false),
    );
    assert!(!page.contains("<article"), "{page}");
    for whole in [page, text] {
        assert!(!whole.contains("ended early"), "{whole}");
    }
}

#[test]
fn report_names_its_interface() {
    let report = |asked| Report::new(Identity::default(), Capabilities::default(), asked, vec![]);
    for (asked, interface) in [
        (Asked::Questions, format!("protocol {PROTOCOL_VERSION}")),
        (Asked::Lines(Variant::default()), "line-kit 1".to_owned()),
        (Asked::Turns { times: 2 }, "aei 1".to_owned()),
    ] {
        let text = report(asked).text(false);
        assert!(text.ends_with(&format!(", {interface}\n")), "{text}");
        let (name, version) = interface.split_once(' ').unwrap();
        assert_eq!(report(asked).json()[name], version);
    }
    let text = report(Asked::Turns { times: 40 }).text(false);
    let legal_only = "each position 40×: a pass shows that the turns were legal, and no more\n";
    assert!(text.contains(legal_only), "{text}");
}

/// The report of an engine of the line kit with these results.
fn report_of(results: Vec<(&Case, Status)>) -> Report<'_> {
    let (identity, capabilities) = (Identity::default(), Capabilities::of_play());
    Report::new(
        identity,
        capabilities,
        Asked::Lines(Variant::default()),
        results,
    )
}

/// Rules that no case asked about stand behind the reason for which their cases were skipped.
#[test]
fn unasked_rules_are_grouped_by_the_reason() {
    let suite = Suite::embedded().unwrap();
    let about = |rule: &str| {
        suite
            .cases
            .iter()
            .find(|case| case.rules() == [rule])
            .unwrap()
    };
    let skipped = |reason: &str| Status::Skipped(reason.to_owned());
    let report = report_of(vec![
        (about("SET-2"), skipped("needs setups")),
        (about("NOT-2"), skipped("needs texts")),
        (about("SET-5"), skipped("needs setups")),
        // The reason that comes most often counts, and no later one.
        (about("SET-5"), skipped("needs setups")),
        (about("SET-5"), skipped("needs texts")),
    ]);
    let text = report.text(false);
    let told =
        "rules that no case asked about:\n  needs texts: NOT-2\n  needs setups: SET-2, SET-5\n";
    assert!(text.contains(told), "{text}");
    let counted = "skipped 3: needs setups\nskipped 2: needs texts\n";
    assert!(text.contains(counted), "{text}");
    let json = report.json();
    let expected = json!([
        {"reason": "needs texts", "rules": ["NOT-2"]},
        {"reason": "needs setups", "rules": ["SET-2", "SET-5"]},
    ]);
    assert_eq!(json["rules_not_asked_by_reason"], expected);
}

/// A pass of an earlier report rules a cause out that one failure alone leaves in.
#[test]
fn passes_of_an_earlier_report_speak_against_causes() {
    let mut suite = Suite::embedded().unwrap();
    suite.cases.retain(|case| case.chapter == 4);
    let case = suite.case("wikibook-no-push-and-pull-at-once").unwrap();
    let results = vec![(case, failed(accepted()))];
    let causes = |left_out: LeftOut<'_>| {
        let mut report = report_of(results.clone());
        report.left_out = left_out;
        report.diagnose(&suite);
        (
            report.diagnosis.as_ref().unwrap().causes.len(),
            report.text(false),
        )
    };
    let left_out = || LeftOut::new(&suite, &[case], "--failed-from".to_owned(), &results);
    let (alone, text) = causes(left_out());
    let all = suite.cases.len();
    let partly = format!("the results cover 1 of {all} cases; a whole run rules out more causes\n");
    assert!(text.contains(&partly), "{text}");
    assert_eq!(alone, 1, "{text}");

    let earlier = |version: &str| {
        let results = suite.cases.iter().map(|other| {
            let status = if other.id == case.id {
                "failed"
            } else {
                "passed"
            };
            json!({"id": other.id, "status": status, "details": []})
        });
        let results: Vec<_> = results.collect();
        PastReport::read(&json!({"suite": version, "results": results}).to_string()).unwrap()
    };
    let (known, text) = causes(left_out().with_earlier("r.json", &earlier(SUITE_VERSION), &suite));
    let passed = all - 1;
    let taken = format!("the causes take {passed} passes of r.json into account\n");
    assert!(text.contains(&taken), "{text}");
    assert!(!text.contains("rules out more causes"), "{text}");
    assert_eq!(known, 0, "{text}");
    // The cases of another version of the suite may be others.
    let (unknown, text) = causes(left_out().with_earlier("r.json", &earlier("0.9.0"), &suite));
    assert_eq!(unknown, alone);
    assert!(text.contains(&partly), "{text}");
}

/// A known failure is a failure of the engine too.
#[test]
fn bad_results_of_an_earlier_report_are_those_that_failed_or_errored() {
    let statuses = [
        "passed",
        "failed",
        "errored",
        "skipped",
        "known-failure",
        "unexpected-pass",
    ];
    let results = statuses.map(|status| json!({"id": status, "status": status, "details": []}));
    let report = PastReport::read(&json!({"results": results}).to_string()).unwrap();
    let bad: Vec<&str> = report.bad().map(|result| result.id.as_str()).collect();
    assert_eq!(bad, ["failed", "errored", "known-failure"]);
}

/// A list made of a run with a list keeps the reasons that people wrote.
#[test]
fn reason_for_a_list_is_that_of_the_list_before_or_the_causes_or_the_difference() {
    let result = |status: &str, cause: &str| {
        let details = ["as it is", "said"];
        json!({"id": "any", "status": status, "details": details, "causes": [cause]})
    };
    let cause = json!({"wrong_rule": "no-pulls", "rule": "PUL-1", "says": "Gold cannot pull."});
    let report = json!({
        "results": [
            result("known-failure", "no-pulls"),
            result("failed", "no-pulls"),
            result("failed", "unknown"),
        ],
        "diagnosis": {"causes": [cause]},
    });
    let report = PastReport::read(&report.to_string()).unwrap();
    let reasons: Vec<String> = report.bad().map(|bad| report.reason(bad)).collect();
    let cause = "no-pulls (PUL-1): Gold cannot pull.";
    assert_eq!(reasons, ["as it is; said", cause, "as it is; said"]);
}

/// An engine that takes whole turns only answers every beginning of a turn by `no`.
#[test]
fn report_hints_at_whole_turns_where_every_beginning_is_refused() {
    let suite = Suite::embedded().unwrap();
    let listing = |case: &&Case| case.expect.listed.is_some() || case.expect.actions.is_some();
    let listings: Vec<&Case> = suite.cases.iter().filter(listing).take(9).collect();
    let whole = suite.case("a-goal-undone-in-the-same-turn").unwrap();
    let listed = |got: &str| wrong_list("actions", "Ed2n", got);
    let refused_before = || {
        let message = "it refuses the steps before the question";
        failed(Mismatch::error("actions", message))
    };
    let hint = "every beginning of a turn was answered `no`: perhaps `--turns whole`\n";
    let hinted = |got: [&str; 9], judged: Status| {
        let of = |got| match got {
            "refused before" => refused_before(),
            got => listed(got),
        };
        let statuses = got.into_iter().map(of).chain([judged]);
        let cases = listings.iter().copied().chain([whole]);
        report_of(cases.zip(statuses).collect())
            .text(false)
            .contains(hint)
    };
    assert!(hinted(
        ["", "end", "refused before", "", "", "", "", "", ""],
        Status::Passed
    ));
    assert!(!hinted(
        ["", "end", "", "", "", "", "", "", "Ed2n"],
        Status::Passed
    ));
    assert!(!hinted([""; 9], failed(accepted())));
    let unlisted = |got: &str| {
        let results = listings.iter();
        let results = results.map(|case| (*case, wrong_list("listed", "Ed2n", got)));
        let report = report_of(results.chain([(whole, Status::Passed)]).collect());
        report.text(false).contains(hint)
    };
    assert!(unlisted("end"));
    assert!(!unlisted("end;Ed2e"));
    // Two listings say little, and another interface has no such option.
    let mut report = report_of(vec![
        (listings[0], listed("")),
        (listings[1], listed("")),
        (whole, Status::Passed),
    ]);
    assert!(!report.text(false).contains(hint));
    report.results.insert(0, (listings[2], listed("")));
    assert!(report.text(false).contains(hint));
    report.asked = Asked::Questions;
    assert!(!report.text(false).contains(hint));
}

/// A program that declines everything.
#[derive(Default)]
struct Declining {
    identity: Identity,
    capabilities: Capabilities,
}

impl Subject for Declining {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    fn ask(&mut self, _: &Question) -> Reply {
        Reply::Declined("not now".to_owned())
    }
}

/// Whether a report with these statuses of any cases, asked for turns, has a hint; then it names no
/// cause, which would be a false one.
fn hints_of_turns(hint: &str, groups: &[(usize, Status)]) -> bool {
    let statuses = groups.iter().map(|(count, status)| vec![status; *count]);
    let cases = SUITE.cases.iter().zip(statuses.flatten().cloned());
    let mut report = report_of(cases.collect());
    report.asked = Asked::Turns { times: 1 };
    let is_hinted = report.text(false).contains(hint);
    if is_hinted {
        report.diagnose(&SUITE);
        assert_eq!(report.diagnosis, None);
    }
    is_hinted
}

#[test]
fn report_hints_at_an_ignored_side_where_most_failures_move_the_other() {
    let side = || Mismatch::one("side", "gold", "ed7s (STP-2)");
    let other = || failed(side());
    let first_is_another = || Status::Failed(vec![accepted(), side()]);
    let hint = "most failed turns move pieces of the other side only";
    let hinted = |groups: &[(usize, Status)]| hints_of_turns(hint, groups);
    assert!(hinted(&[
        (2, other()),
        (1, first_is_another()),
        (9, Status::Passed)
    ]));
    assert!(!hinted(&[(2, other()), (2, first_is_another())]));
    assert!(!hinted(&[(1, first_is_another())]));
}

#[test]
fn report_hints_at_an_ignored_position_where_nine_tenths_fit_no_piece() {
    let turn = |got: &str| wrong("turn", "4", got);
    let (elsewhere, setup) = (|| turn("Ed2n (STP-2)"), || turn("Ed2n (SET-1)"));
    let fitting = || turn("Ed2n (FRZ-2)");
    let hint = "no turn fits its position";
    let hinted = |groups: &[(usize, Status)]| hints_of_turns(hint, groups);
    assert!(hinted(&[(2, elsewhere()), (1, setup())]));
    assert!(!hinted(&[(1, elsewhere()), (1, setup())]));
    assert!(hinted(&[(9, elsewhere()), (1, Status::Passed)]));
    assert!(hinted(&[(9, elsewhere()), (1, fitting())]));
    assert!(!hinted(&[
        (9, elsewhere()),
        (1, fitting()),
        (1, Status::Passed)
    ]));
    // What was skipped says nothing.
    let skipped = Status::Skipped("no turn".to_owned());
    assert!(hinted(&[(3, elsewhere()), (3, skipped)]));
    // An engine that is asked otherwise gets no position to move in.
    let cases = SUITE.cases.iter().zip([elsewhere(), elsewhere(), setup()]);
    assert!(!report_of(cases.collect()).text(false).contains(hint));
}

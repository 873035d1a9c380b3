//! Tests of reports, some with texts that need escaping.

use std::sync::LazyLock;

use crate::cases::{Case, Suite};
use crate::causes::{Cause, Diagnosis};
use crate::made::{accepted, lists};
use crate::reports::{LeftOut, PastReport, Report};
use crate::subjects::line::{Exchange, Variant};
use crate::verdicts::{Asked, Mismatch, Status};
use arimaa::spec;
use arimaa_naive::fault::Fault;
use arimaa_oracle::ask::PROTOCOL_VERSION;
use arimaa_oracle::ask::SUITE_VERSION;
use arimaa_oracle::protocol::{Capabilities, Identity};
use serde_json::json;

/// An independent XML parser reads every character back.
#[test]
fn xml_report_keeps_every_character() {
    let text = "a<b & \"c\" 'd' > e\t\n\r\u{7f}\u{85}é\u{1}\u{1f}\u{fffe}\u{ffff}";
    let read = "a<b & \"c\" 'd' > e\t\n\r\u{7f}\u{85}é\u{fffd}\u{fffd}\u{fffd}\u{fffd}";
    let statuses = [
        Status::Passed,
        Status::Failed(vec![]),
        Status::Skipped(text.into()),
        Status::Errored(text.into()),
        Status::KnownFailure(text.into()),
        Status::UnexpectedPass(text.into()),
    ];
    let mut report = report_of(SUITE.cases.iter().zip(statuses).collect());
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

/// A failure with one wrong value.
fn wrong(field: &'static str, expected: &str, got: &str) -> Status {
    failed(Mismatch::of_values(field, expected, got))
}

/// A failure with one wrong list.
fn wrong_list(field: &'static str, expected: &str, got: &str) -> Status {
    failed(lists(field, expected, got))
}

/// Results of every kind of question and every status. Columns: a case, and either a field with the
/// expected and the answered value, or a status and its text.
const VARIED_RESULTS: &str = "\
a1-is-golds-left-corner | actions | Ra1e;Ra1n | Ra1n;Ra1e
no-file-i | unreadable | `Ri1n` | a turn
diagonal-is-not-beside | legal | accepted | refused (frozen)
beside-to-the-north | passed
gold-sets-up-first | errored | it <stopped>
one-elephant | errored | it <stopped>
any-arrangement-in-any-order | errored | it <stopped>
a-camel-handicap | skipped | has no handicaps
the-third-occurrence-is-not-among-the-turns | turns | 0 | 7
only-the-rabbit-is-free | turns | 1 | 2
goal-before-elimination | known | to be fixed
the-opponents-rabbit-on-goal-2008 | unexpected | fixed
eight-rabbits-are-valid | outcome | ongoing | gold END-3
a-takeback-brings-the-board-back | board | Ra1 | Ra2
half-pushes-are-counted | steps | 1;2 | 1;3
one-way-round-a-corner-is-frozen | first_turns | Ra1n | Ra1e
";

fn varied_results() -> Vec<(&'static Case, Status)> {
    let results = VARIED_RESULTS.lines().map(|row| {
        let words: Vec<&'static str> = row.split(" | ").collect();
        let status = match words[1..] {
            ["skipped", text] => Status::Skipped(text.to_owned()),
            ["errored", text] => Status::Errored(text.to_owned()),
            ["known", text] => Status::KnownFailure(text.to_owned()),
            ["unexpected", text] => Status::UnexpectedPass(text.to_owned()),
            [field, expected, got] => wrong_list(field, expected, got),
            _ => Status::Passed,
        };
        (SUITE.case(words[0]).unwrap(), status)
    });
    results.collect()
}

static VARIED: LazyLock<Report<'static>> = LazyLock::new(varied_report);

/// A report of `VARIED_RESULTS` with two causes, and with cases that were left out.
fn varied_report() -> Report<'static> {
    let suite = &*SUITE;
    let case = |id: &str| suite.case(id).unwrap();
    let results = varied_results();
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
        let mut rules = suite.wrong_rules.iter();
        rules.find(|wrong| wrong.id == id).unwrap()
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

/// The report with versions replaced, since they change.
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

/// The page has the text of the report, and a drawing of each board; its style is not tested here.
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

/// A report of these results, as of a program of the line kit.
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
    let about = |rule: &str| {
        let mut cases = SUITE.cases.iter();
        cases.find(|case| case.rules() == [rule]).unwrap()
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
fn what_failed_errored_or_had_no_result_is_asked_again() {
    let statuses = [
        "passed",
        "failed",
        "errored",
        "skipped",
        "known-failure",
        "unexpected-pass",
    ];
    let results = statuses.map(|status| json!({"id": status, "status": status, "details": []}));
    let report = json!({"results": results, "unfinished": ["left out"]}).to_string();
    let report = PastReport::read(&report).unwrap();
    let again = ["failed", "errored", "known-failure", "left out"];
    assert_eq!(report.to_ask_again(), again);
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
    let failures = report.failures();
    let reasons: Vec<String> = failures.map(|result| report.reason(result)).collect();
    let cause = "no-pulls (PUL-1): Gold cannot pull.";
    assert_eq!(reasons, ["as it is; said", cause, "as it is; said"]);
}

/// An engine that takes whole turns only answers every beginning of a turn by `no`.
#[test]
fn report_hints_at_whole_turns_where_every_beginning_is_refused() {
    let has_step = |case: &&Case| {
        let mut listed = case.expect.listed.iter().flatten();
        listed.any(|action| action != "end")
    };
    let listings = SUITE.cases.iter().filter(has_step);
    let whole = SUITE.case("a-goal-undone-in-the-same-turn").unwrap();
    let before = "it refuses the steps before the question";
    let status = |got| match got {
        "passed" => Status::Passed,
        "accepted" => failed(accepted()),
        "refused" => failed(Mismatch::error("actions", before)),
        "none" => wrong_list("actions", "Ed2n", ""),
        got => wrong_list("listed", "Ed2n", got),
    };
    let lines = Asked::Lines(Variant::default());
    for (asked, listed, judged, is_hinted) in [
        (lines, "none end refused", "passed", true),
        (lines, "none end Ed2n", "passed", false),
        (lines, "none none none", "accepted", false),
        (lines, "end end end", "passed", true),
        (lines, "end;Ed2e end;Ed2e end;Ed2e", "passed", false),
        // Two listings say little, and another interface has no such option.
        (lines, "none none", "passed", false),
        (Asked::Questions, "none none none", "passed", false),
    ] {
        let results = listings.clone().zip(listed.split(' ').map(status));
        let mut report = report_of(results.chain([(whole, status(judged))]).collect());
        report.asked = asked;
        let hint = "every beginning of a turn was answered `no`: perhaps `--turns whole`\n";
        assert_eq!(report.text(false).contains(hint), is_hinted, "{listed}");
    }
}

/// With a hint a report of an engine that makes turns names no cause, which would be a false one.
#[test]
fn report_hints_at_an_ignored_side_or_position_where_turns_fit_no_other() {
    let status = |name| {
        let side = Mismatch::of_values("side", "gold", "ed7s (STP-2)");
        match name {
            "passed" => Status::Passed,
            "skipped" => Status::Skipped("no turn".to_owned()),
            "other-side" => failed(side),
            "side-later" => Status::Failed(vec![accepted(), side]),
            rule => wrong("turn", "4", &format!("Ed2n ({rule})")),
        }
    };
    let [side, position] = [
        "most failed turns move pieces of the other side only",
        "no turn fits its position",
    ];
    let turns = Asked::Turns { times: 1 };
    for (hint, asked, groups, is_hinted) in [
        (side, turns, "2 other-side 1 side-later 9 passed", true),
        (side, turns, "2 other-side 2 side-later", false),
        (side, turns, "1 side-later", false),
        (position, turns, "2 STP-2 1 SET-1", true),
        (position, turns, "1 STP-2 1 SET-1", false),
        (position, turns, "9 STP-2 1 passed", true),
        (position, turns, "9 STP-2 1 FRZ-2", true),
        (position, turns, "9 STP-2 1 FRZ-2 1 passed", false),
        // What was skipped says nothing.
        (position, turns, "3 STP-2 3 skipped", true),
        // An engine that is asked otherwise gets no position to move in.
        (position, Asked::Questions, "3 STP-2", false),
    ] {
        let words: Vec<&str> = groups.split(' ').collect();
        let statuses = words
            .chunks(2)
            .flat_map(|group| vec![status(group[1]); group[0].parse().unwrap()]);
        let mut report = report_of(SUITE.cases.iter().zip(statuses).collect());
        report.asked = asked;
        assert_eq!(report.text(false).contains(hint), is_hinted, "{groups}");
        if is_hinted {
            report.diagnose(&SUITE);
            assert_eq!(report.diagnosis, None);
        }
    }
}

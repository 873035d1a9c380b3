//! Reports of verdicts, with texts that could break them.

use arimaa_oracle::ask::Question;
use arimaa_oracle::suite::{
    Asked, Capabilities, Identity, KnownFailures, Mismatch, Reply, Report, Status, Subject, Suite,
};

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

/// The report for people: failures, reasons for skipped cases with their numbers, and a table of
/// chapters.
#[test]
fn text_report_names_failures_and_counts_the_rest() {
    let suite = Suite::embedded().unwrap();
    let with_wrong_rules = suite.cases.iter().filter(|case| !case.kills.is_empty());
    let first_of_others = suite
        .cases
        .iter()
        .filter(|case| case.chapter > 1 && case.kills.is_empty());
    let cases: Vec<_> = with_wrong_rules
        .take(2)
        .chain(first_of_others.take(7))
        .collect();
    let known = KnownFailures::default();
    let mut report = Report::run(cases, &mut Declining::default(), &known, || ());
    let mismatch = Mismatch {
        what: "turns",
        expected: "1".into(),
        got: "2".into(),
    };
    for (result, status) in report.results.iter_mut().zip([
        Status::Failed(vec![mismatch.clone()]),
        Status::Passed,
        Status::Failed(vec![mismatch]),
        Status::Errored("it stopped".into()),
        Status::KnownFailure("to be fixed".into()),
        Status::UnexpectedPass("fixed".into()),
        Status::Skipped("does not read records".into()),
    ]) {
        result.1 = status;
    }
    report.subject = Identity {
        name: "somebody".into(),
        version: Some("1.2".into()),
    };
    // The last lines name the versions.
    let (text, _) = report
        .text()
        .rsplit_once(": suite ")
        .map(|(a, b)| (a.to_owned(), b.to_owned()))
        .unwrap();
    insta::assert_snapshot!(text);
    report.asked = Asked::Turns { times: 40 };
    assert!(
        report
            .text()
            .contains("each position 40×: a pass shows that the turns were legal")
    );
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

//! Texts put to both readers: random texts and those of other authors, from the cases of the suite,
//! real games, the inputs of the fuzz targets, and the server's archive if it is given.

use std::fs;
use std::path::PathBuf;

use proptest::prelude::*;

use super::archive::archive_alike;
use super::compare::{Difference, Form};
use super::dress::{mistakes, text, with_mistakes};
use super::grammar::chapter_10;
use super::judged::judged_alike;
use super::played::real_games;
use super::values::Record;
use super::written;
use crate::fuzz_corpus::inputs_of;
use crate::root::texts_in;
use crate::texts::rows;
use crate::values::{slips, with_slips};

/// The differences between the readers of each form, and between the judges, on a text of any kind.
fn differences_of(text: &str) -> Vec<Difference> {
    let forms = Form::ALL.into_iter().map(|form| form.compare(text));
    let archive = archive_alike(text).map(|_| ());
    let judged = judged_alike(text).map(|_| ());
    let all = forms.chain([archive, judged]);
    all.filter_map(Result::err).collect()
}

/// Every text in the cases, with the id of its case.
pub(crate) fn texts_of_the_suite() -> Vec<(String, String)> {
    let mut texts = Vec::new();
    for (_, file) in texts_in("suite/cases") {
        let file: toml::Table = file.parse().unwrap();
        let listed = ["case", "family"].into_iter();
        let listed = listed.filter_map(|name| file.get(name)?.as_array());
        for case in listed.flatten() {
            let id = case.get("id").and_then(toml::Value::as_str);
            gather(id.unwrap_or("a family"), case, &mut texts);
        }
    }
    texts.sort();
    texts.dedup_by(|one, other| one.1 == other.1);
    texts
}

/// Collects all strings in a case, whatever their fields.
fn gather(id: &str, value: &toml::Value, texts: &mut Vec<(String, String)>) {
    match value {
        toml::Value::String(text) => texts.push((id.to_owned(), text.clone())),
        toml::Value::Array(values) => values.iter().for_each(|value| gather(id, value, texts)),
        toml::Value::Table(fields) => fields.values().for_each(|value| gather(id, value, texts)),
        _ => {}
    }
}

fn assert_alike(texts: impl IntoIterator<Item = (String, String)>) {
    let mut differences = Vec::new();
    for (name, text) in texts {
        differences.extend(
            differences_of(&text)
                .into_iter()
                .map(|cell| format!("{name}: {cell}")),
        );
    }
    let count = differences.len();
    differences.truncate(60);
    assert!(
        count == 0,
        "{count} differences\n{}",
        differences.join("\n\n")
    );
}

#[test]
fn texts_of_the_suite_are_read_alike() {
    let texts = texts_of_the_suite();
    assert!(texts.len() > 2000, "{}", texts.len());
    assert_alike(texts);
}

#[test]
fn texts_of_the_table_are_read_alike() {
    assert_alike(
        rows("readers")
            .into_iter()
            .map(|row| (row.reader, row.text)),
    );
}

/// The second reader alone reads the values of the table, and refuses texts that have a message
/// there. Of a diagram only its acceptance is compared.
#[test]
fn second_reader_reads_what_the_table_says() {
    for row in rows("readers") {
        let (text, value) = (row.text.as_str(), &row.value);
        let as_written = |records: Vec<Record>| records.iter().map(written::record).collect();
        let read = match row.reader.as_str() {
            "turn" => chapter_10::turn(text).map(|read| written::turn(&read)),
            "compact" => chapter_10::compact(text).map(|read| written::compact(&read)),
            // Another form is none of chapter 10; the records in it are.
            "records" if row.is_message() => chapter_10::records(text).map(as_written),
            "records" => chapter_10::records(value).map(as_written),
            "diagram" => chapter_10::diagram(text).map(|_| value.clone()),
            _ => continue,
        };
        let expected = (!row.is_message()).then_some(value);
        assert_eq!(read.ok().as_ref(), expected, "{text}");
    }
}

#[test]
fn real_games_are_read_alike() {
    assert_alike(real_games());
}

/// The committed inputs of the fuzz targets that read texts, each with its path.
pub(crate) fn texts_of_the_fuzz_targets() -> Vec<(String, String)> {
    let targets = [
        "text_roundtrip",
        "archive_never_panics",
        "snapshot_roundtrip",
    ];
    let text = |path: PathBuf| {
        let text = String::from_utf8(fs::read(&path).unwrap()).ok()?;
        Some((path.display().to_string(), text))
    };
    targets
        .into_iter()
        .flat_map(inputs_of)
        .filter_map(text)
        .collect()
}

#[test]
fn inputs_of_the_fuzz_targets_are_read_alike() {
    let texts = texts_of_the_fuzz_targets();
    assert!(texts.len() > 50);
    assert_alike(texts);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(768))]

    #[test]
    fn random_texts_are_read_alike(text in text(), slips in slips(), mistakes in mistakes()) {
        let mistaken = with_mistakes(&text, &mistakes);
        for text in [&text, &mistaken, &with_slips(&mistaken, &slips)] {
            prop_assert_eq!(differences_of(text), [""; 0]);
        }
    }
}

/// The rows, the logs and each game as a record, of the archive that `ARIMAA_ARCHIVE` names.
#[test]
#[ignore = "needs a server archive, in ARIMAA_ARCHIVE"]
fn games_of_the_archive_are_read_alike() {
    let path = std::env::var_os("ARIMAA_ARCHIVE").expect("ARIMAA_ARCHIVE is not set");
    let text = fs::read_to_string(path).unwrap();
    let (games, logs) = archive_alike(&text).unwrap_or_else(|difference| panic!("{difference}"));
    println!("{games} games of the archive are read alike, {logs} logs judged alike");
    assert!(logs > 0 && 2 * logs >= games);
}

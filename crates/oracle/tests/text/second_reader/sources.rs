//! Texts that others wrote, put to both readers: the cases of the suite, real games, the committed
//! inputs of the fuzz targets, and the server's archive where one is given.

use std::fs;

use super::archive::archive_alike;
use super::compare::{Difference, Form};
use super::judge::Options;
use super::judged::judged_alike;
use super::played::real_games;
use super::states::states_alike;
use crate::fuzz::learned::read_inputs;
use crate::fuzz_corpus::{directory, files};

/// Puts a text to every pair of readers, whatever it is.
fn alike(text: &str) -> Vec<Difference> {
    let forms = Form::ALL.into_iter().map(|form| form.compare(text));
    let states = states_alike(text);
    let archive = archive_alike(text).map(|_| ());
    let judged = judged_alike(text, Options::default()).map(|_| ());
    let all = forms.chain([states, archive, judged]);
    all.filter_map(Result::err).collect()
}

/// Every text in the cases, with the id of its case.
fn texts_of_the_suite() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../suite/cases");
    let mut texts = Vec::new();
    for path in fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
    {
        let file: toml::Table = fs::read_to_string(path).unwrap().parse().unwrap();
        for case in file["case"].as_array().unwrap() {
            let id = case["id"].as_str().unwrap();
            gather(id, case, &mut texts);
        }
    }
    texts.sort();
    texts.dedup_by(|one, other| one.1 == other.1);
    texts
}

/// All strings in a case, in whatever field.
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
        differences.extend(alike(&text).into_iter().map(|one| format!("{name}: {one}")));
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
fn real_games_are_read_alike() {
    assert_alike(real_games());
}

#[test]
fn inputs_of_the_fuzz_targets_are_read_alike() {
    let mut texts = Vec::new();
    for target in [
        "text_roundtrip",
        "archive_never_panics",
        "snapshot_roundtrip",
    ] {
        let kept = ["seeds", "regressions"].map(|kind| files(&directory(kind).join(target)));
        for path in kept
            .into_iter()
            .flat_map(std::collections::BTreeMap::into_values)
        {
            texts.push((path.display().to_string(), fs::read(&path).unwrap()));
        }
        let learned = directory("learned").join(target).with_extension("jsonl");
        let learned = read_inputs(&fs::read_to_string(learned).unwrap()).unwrap();
        let named = learned.into_iter().zip(1..);
        texts.extend(named.map(|(bytes, line)| (format!("{target}, line {line}"), bytes)));
    }
    assert!(texts.len() > 500);
    let texts = texts.into_iter();
    assert_alike(texts.filter_map(|(name, bytes)| Some((name, String::from_utf8(bytes).ok()?))));
}

/// The archive that `ARIMAA_ARCHIVE` names: rows, logs, and each game as a record of its own.
#[test]
fn games_of_the_archive_are_read_alike() {
    let Some(path) = std::env::var_os("ARIMAA_ARCHIVE") else {
        let skipped = "\nSKIPPED games_of_the_archive_are_read_alike: set ARIMAA_ARCHIVE to a server archive to run it\n";
        std::io::Write::write_all(&mut std::io::stderr(), skipped.as_bytes()).unwrap();
        return;
    };
    let text = fs::read_to_string(path).unwrap();
    let (games, logs) = archive_alike(&text).unwrap_or_else(|difference| panic!("{difference}"));
    println!("{games} games of the archive are read alike, {logs} logs judged alike");
    assert!(logs > 0 && 2 * logs >= games);
}

//! Holds the outcomes of `cargo mutants` against the list of mutants that change no answer.
//!
//! `survivors EQUIVALENT TRIED OUTPUT...` reads `equivalent.toml`, what `cargo mutants --list --json` printed, and the folders `mutants.out` of
//! some runs; where two have tried one mutant the later counts. It prints a table by file, and fails for a survivor that is not listed, for a
//! mutant that is listed, in a file that was tried, and that did not survive, and for one of TRIED that nothing has come of.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use serde::Deserialize;

/// The list of mutants that change no answer.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    #[serde(default)]
    mutant: Vec<Equivalent>,
}

/// One of them, or several that are argued together.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Equivalent {
    /// The file and what is replaced, as `cargo mutants` prints it but without line and column.
    name: String,
    /// In how many places of that name.
    #[serde(default = "once")]
    times: usize,
    /// Why no answer changes.
    why: String,
}

/// A mutant that was to be tried.
#[derive(Deserialize)]
struct Mutant {
    name: String,
}

const fn once() -> usize {
    1
}

/// What came of a mutant.
#[derive(Clone, Copy, Eq, PartialEq)]
enum Outcome {
    Caught,
    TimedOut,
    Unviable,
    Survived,
}

/// The lists that a run writes.
const LISTS: [(&str, Outcome); 4] = [
    ("caught.txt", Outcome::Caught),
    ("timeout.txt", Outcome::TimedOut),
    ("unviable.txt", Outcome::Unviable),
    ("missed.txt", Outcome::Survived),
];

/// What came of each mutant, by its line in the lists.
type Outcomes = BTreeMap<String, Outcome>;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [equivalent, tried, outputs @ ..] = &arguments[..] else {
        eprintln!("usage: survivors equivalent.toml list.json mutants.out...");
        return ExitCode::from(2);
    };
    match report(Path::new(equivalent), Path::new(tried), outputs) {
        Ok((text, faults)) => {
            print!("{text}");
            for fault in &faults {
                println!("{fault}");
            }
            ExitCode::from(u8::from(!faults.is_empty()))
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// The table of some runs, and what is wrong.
fn report(
    equivalent: &Path,
    tried: &Path,
    outputs: &[String],
) -> Result<(String, Vec<String>), String> {
    let list: List =
        toml::from_str(&read(equivalent)?).map_err(|e| format!("{}: {e}", equivalent.display()))?;
    let tried: Vec<Mutant> =
        serde_json::from_str(&read(tried)?).map_err(|e| format!("{}: {e}", tried.display()))?;
    let mut outcomes = Outcomes::new();
    for output in outputs {
        add_run(&mut outcomes, Path::new(output))?;
    }
    let mut faults = faults(&list, &outcomes);
    faults.extend(without_outcome(&tried, &outcomes));
    Ok((table(&outcomes), faults))
}

/// The mutants that nothing has come of: a run that leaves some out shows nothing about them.
fn without_outcome(tried: &[Mutant], outcomes: &Outcomes) -> Vec<String> {
    let names = tried.iter().map(|mutant| &mutant.name);
    let missing = names.filter(|&name| !outcomes.contains_key(name));
    missing.map(|name| format!("not tried: {name}")).collect()
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Adds what came of the mutants of one run.
fn add_run(outcomes: &mut Outcomes, output: &Path) -> Result<(), String> {
    for (file, outcome) in LISTS {
        for line in read(&output.join(file))?.lines() {
            without_place(line)?;
            outcomes.insert(line.to_owned(), outcome);
        }
    }
    Ok(())
}

/// The name of a mutant without line and column, which change with every edit of the file.
fn without_place(line: &str) -> Result<String, String> {
    let mut parts = line.splitn(4, ':');
    let mut part = || parts.next().ok_or_else(|| format!("no mutant: {line}"));
    let (file, _line, _column, change) = (part()?, part()?, part()?, part()?);
    Ok(format!("{file}:{change}"))
}

/// A line a file, and a sentence with the sums.
fn table(outcomes: &Outcomes) -> String {
    let mut text = format!(
        "{:34} {:>7} {:>7} {:>9} {:>8} {:>8}\n",
        "file", "mutants", "caught", "timed out", "unviable", "survived"
    );
    let files: BTreeSet<&str> = outcomes.keys().map(|line| file_of(line)).collect();
    for file in files {
        let of_file = outcomes.iter().filter(|(line, _)| file_of(line) == file);
        let [caught, timed_out, unviable, survived] = counts(of_file.map(|(_, outcome)| outcome));
        let mutants = caught + timed_out + unviable + survived;
        let _ = writeln!(
            text,
            "{file:34} {mutants:7} {caught:7} {timed_out:9} {unviable:8} {survived:8}"
        );
    }
    let [caught, timed_out, unviable, survived] = counts(outcomes.values());
    let _ = writeln!(
        text,
        "{} mutants: {caught} caught, {timed_out} without end, {unviable} do not compile, {survived} survived",
        outcomes.len()
    );
    text
}

/// How many there are of each outcome, in the order of [`LISTS`].
fn counts<'a>(outcomes: impl Iterator<Item = &'a Outcome>) -> [usize; 4] {
    let mut counts = [0; 4];
    for outcome in outcomes {
        for (count, (_, counted)) in counts.iter_mut().zip(&LISTS) {
            *count += usize::from(outcome == counted);
        }
    }
    counts
}

fn file_of(name: &str) -> &str {
    name.split(':').next().unwrap_or(name)
}

/// Survivors that are not listed, and what is listed of the files of these runs and did not survive as often.
fn faults(list: &List, outcomes: &Outcomes) -> Vec<String> {
    let files: BTreeSet<&str> = outcomes.keys().map(|line| file_of(line)).collect();
    let mut survived: BTreeMap<String, usize> = BTreeMap::new();
    for (line, outcome) in outcomes {
        if let (Outcome::Survived, Ok(name)) = (outcome, without_place(line)) {
            *survived.entry(name).or_default() += 1;
        }
    }
    let mut listed: BTreeMap<&str, usize> = BTreeMap::new();
    let mut faults = Vec::new();
    for entry in &list.mutant {
        if entry.why.trim().is_empty() {
            faults.push(format!("listed without a reason: {}", entry.name));
        }
        if listed.insert(&entry.name, entry.times).is_some() {
            faults.push(format!("listed twice: {}", entry.name));
        }
    }
    for (name, &times) in &survived {
        let allowed = listed.get(name.as_str()).copied().unwrap_or(0);
        if times > allowed {
            faults.push(format!("survived {times} times, {allowed} listed: {name}"));
        }
    }
    for (name, times) in listed {
        let survived = survived.get(name).copied().unwrap_or(0);
        if files.contains(file_of(name)) && survived < times {
            faults.push(format!(
                "survived {survived} times, {times} listed as changing nothing: {name}"
            ));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAME: &str = "src/a.rs: replace | with ^ in f";

    fn list(text: &str) -> List {
        toml::from_str(text).unwrap()
    }

    /// So many mutants of one name that survived, and so many that were caught.
    fn outcomes(survived: usize, caught: usize) -> Outcomes {
        let line = |number| format!("src/a.rs:{number}:5: replace | with ^ in f");
        let survived_or_caught = |number| {
            if number < survived {
                Outcome::Survived
            } else {
                Outcome::Caught
            }
        };
        (0..survived + caught)
            .map(|number| (line(number), survived_or_caught(number)))
            .collect()
    }

    #[test]
    fn lines_and_columns_are_no_part_of_a_name() {
        assert_eq!(
            without_place("src/a.rs:12:5: replace | with ^ in f").as_deref(),
            Ok(NAME)
        );
        assert!(without_place("src/a.rs: replace").is_err());
    }

    #[test]
    fn a_survivor_must_be_listed_as_often_as_it_survives() {
        let once = list(&format!("[[mutant]]\nname = {NAME:?}\nwhy = \"disjoint\""));
        let none = list("");
        assert_eq!(faults(&none, &outcomes(0, 2)), [""; 0]);
        assert_eq!(faults(&once, &outcomes(1, 1)), [""; 0]);
        assert_eq!(
            faults(&none, &outcomes(1, 1)),
            [format!("survived 1 times, 0 listed: {NAME}")]
        );
        assert_eq!(
            faults(&once, &outcomes(2, 0)),
            [format!("survived 2 times, 1 listed: {NAME}")]
        );
    }

    #[test]
    fn what_is_listed_must_survive_where_its_file_was_tried() {
        let twice = list(&format!(
            "[[mutant]]\nname = {NAME:?}\ntimes = 2\nwhy = \"disjoint\""
        ));
        assert_eq!(
            faults(&twice, &outcomes(1, 1)),
            [format!(
                "survived 1 times, 2 listed as changing nothing: {NAME}"
            )]
        );
        assert_eq!(faults(&twice, &Outcomes::new()), [""; 0]);
        let gone = list("[[mutant]]\nname = \"src/a.rs: gone\"\nwhy = \"disjoint\"");
        assert_eq!(faults(&gone, &outcomes(0, 1)).len(), 1);
    }

    #[test]
    fn what_was_left_out_is_noticed() {
        let names = ["src/a.rs:0:5: replace | with ^ in f", "src/a.rs:9:9: gone"];
        let tried = names.map(|name| Mutant {
            name: name.to_owned(),
        });
        assert_eq!(
            without_outcome(&tried, &outcomes(1, 1)),
            ["not tried: src/a.rs:9:9: gone"]
        );
    }

    #[test]
    fn the_list_is_in_order() {
        let listed = list(include_str!("equivalent.toml"));
        assert_eq!(faults(&listed, &Outcomes::new()), [""; 0]);
    }
}

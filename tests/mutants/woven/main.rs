//! Tries many mutants with few builds: all are woven into one copy of the sources, and the tests run once for each.
//!
//! `woven LIST EQUIVALENT TREE OUT` reads what `cargo mutants --list --json` prints, changes the copy of the repository in TREE, and writes to
//! the folder OUT what came of each mutant, in the lists that `cargo mutants` writes (`caught.txt` and so on); `alone.txt`
//! has those that cannot be woven and have to be compiled one by one.

mod compile;
mod weave;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::{env, fs};

use indicatif::{ParallelProgressIterator, ProgressBar, ProgressStyle};
use rayon::prelude::*;

use compile::Sources;
use weave::Mutant;

/// A test program and which of its tests to run: part of their names.
type Test = (&'static str, &'static str);

/// For the mutants of the folders the tests that they meet, in order, until one fails.
const PLANS: [(&[&str], &[Test]); 4] = [
    (
        &["src/reference/"],
        &[
            ("engines", ""),
            ("arimaa_oracle", "reference::"),
            ("suite", ""),
            ("laws", ""),
            ("differential", ""),
        ],
    ),
    (
        &["src/bitboard/"],
        &[
            ("engines", ""),
            ("arimaa_oracle", "bitboard::"),
            ("bitboard_walks", ""),
            ("suite", ""),
            ("perft", ""),
            ("laws", ""),
            ("differential", ""),
        ],
    ),
    (
        &["src/text/"],
        &[
            ("arimaa_oracle", "text::"),
            ("text_roundtrip", ""),
            ("suite", ""),
            ("documented", ""),
            ("stats", ""),
            ("games", ""),
            ("server_log", ""),
            ("perft", "read"),
            ("cli", ""),
            ("fuzz_corpus", ""),
        ],
    ),
    (
        &["src/suite/", "src/protocol/"],
        &[
            ("arimaa_oracle", "suite::"),
            ("arimaa_oracle", "protocol::"),
            ("suite_hygiene", ""),
            ("suite", ""),
            ("suite_cli", ""),
            ("protocol", ""),
            ("served", ""),
            ("aei", ""),
            ("suite_aei", ""),
            ("bad_subjects", ""),
            ("referee", ""),
            ("spec_coverage", ""),
            ("fuzz_corpus", ""),
        ],
    ),
];

/// How long a program may run before its mutant counts as one that does not come to an end, in seconds.
const PATIENCE: &str = "180";

/// How much memory a program may ask for, in bytes: a mutant may try to take all.
const MEMORY: &str = "--as=6000000000";

/// How many tests of a plan are quick.
const QUICK: usize = 3;

/// What came of a mutant that ran.
enum Outcome {
    /// By this test.
    Caught(Test),
    TimedOut(Test),
    Survived,
}

fn main() -> ExitCode {
    let arguments: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    let [list, equivalent, tree, out] = &arguments[..] else {
        eprintln!("usage: woven LIST EQUIVALENT TREE OUT");
        return ExitCode::from(2);
    };
    match run(list, equivalent, tree, out) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(list: &Path, equivalent: &Path, tree: &Path, out: &Path) -> Result<(), String> {
    let text = fs::read_to_string(list).map_err(|e| format!("{}: {e}", list.display()))?;
    let mutants: Vec<Mutant> =
        serde_json::from_str(&text).map_err(|e| format!("{}: {e}", list.display()))?;
    let equivalent =
        fs::read_to_string(equivalent).map_err(|e| format!("{}: {e}", equivalent.display()))?;
    let used: Vec<&[Test]> = PLANS
        .iter()
        .filter(|plan| mutants.iter().any(|mutant| is_of(mutant, plan.0)))
        .map(|plan| plan.1)
        .collect();
    let names: BTreeSet<&str> = used.iter().copied().flatten().map(|test| test.0).collect();
    let names: Vec<&str> = names
        .into_iter()
        .filter(|&name| name != "arimaa_oracle")
        .collect();
    let mut sources = Sources::open(tree, &mutants)?;
    fs::create_dir_all(out).map_err(|e| e.to_string())?;
    let bar = ProgressBar::new(mutants.len() as u64).with_style(
        ProgressStyle::with_template("{pos}/{len} mutants, {eta} left")
            .unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    let mut outcomes: BTreeMap<usize, Outcome> = BTreeMap::new();
    let built = sources.build(&names)?;
    for &test in used.iter().copied().flatten() {
        if passes(tree, &built.programs, test, None)? != Some(true) {
            return Err(format!("{test:?} fails without a mutant"));
        }
    }
    // What has been done is written down every now and then, and not lost.
    for some in built.mutants.chunks(100) {
        let met: Vec<(usize, Outcome)> = some
            .par_iter()
            .progress_with(bar.clone())
            .map(|&number| {
                let mutant = &mutants[number];
                let plan = PLANS.iter().find(|plan| is_of(mutant, plan.0));
                let mut plan = plan.map_or(&[][..], |plan| plan.1);
                // What is argued to change no answer meets the quick ones.
                if is_listed(&equivalent, mutant) {
                    plan = &plan[..plan.len().min(QUICK)];
                }
                Ok((number, meet(tree, &built.programs, plan, number)?))
            })
            .collect::<Result<_, String>>()?;
        outcomes.extend(met);
        write(out, &mutants, &outcomes, &sources.left_out.unviable)?;
    }
    Ok(())
}

/// Writes the lists. What has not run cannot be woven, or has not been come to yet.
fn write(
    out: &Path,
    mutants: &[Mutant],
    outcomes: &BTreeMap<usize, Outcome>,
    unviable: &BTreeSet<usize>,
) -> Result<(), String> {
    let names = ["caught", "timeout", "unviable", "missed", "alone", "by"];
    let mut lists = names.map(|name| (name, String::new()));
    let mut add = |name: &str, line: &str| {
        for (list, text) in &mut lists {
            if *list == name {
                *text += line;
                *text += "\n";
            }
        }
    };
    for (number, Mutant { name, .. }) in mutants.iter().enumerate() {
        let (list, by) = match outcomes.get(&number) {
            Some(Outcome::Caught(test)) => ("caught", Some(test)),
            Some(Outcome::TimedOut(test)) => ("timeout", Some(test)),
            Some(Outcome::Survived) => ("missed", None),
            None if unviable.contains(&number) => ("unviable", None),
            None => ("alone", None),
        };
        add(list, name);
        if let Some((program, filter)) = by {
            add("by", &format!("{program} {filter}\t{name}"));
        }
    }
    for (name, text) in lists {
        let path = out.join(name).with_extension("txt");
        fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(())
}

fn is_of(mutant: &Mutant, folders: &[&str]) -> bool {
    folders.iter().any(|folder| mutant.file.starts_with(folder))
}

/// Whether the list of those that change no answer has one of this name.
fn is_listed(equivalent: &str, mutant: &Mutant) -> bool {
    let change = mutant.name.splitn(4, ':').nth(3).unwrap_or_default();
    let name = format!("{:?}", format!("{}:{change}", mutant.file));
    equivalent.contains(&name)
}

/// Runs the tests of a plan up to the first that notices.
fn meet(
    tree: &Path,
    programs: &BTreeMap<String, PathBuf>,
    plan: &[Test],
    number: usize,
) -> Result<Outcome, String> {
    for &test in plan {
        match passes(tree, programs, test, Some(number))? {
            Some(true) => {}
            Some(false) => return Ok(Outcome::Caught(test)),
            None => return Ok(Outcome::TimedOut(test)),
        }
    }
    Ok(Outcome::Survived)
}

/// Whether a test passes, if it comes to an end.
fn passes(
    tree: &Path,
    programs: &BTreeMap<String, PathBuf>,
    test: Test,
    mutant: Option<usize>,
) -> Result<Option<bool>, String> {
    let (name, filter) = test;
    let program = programs
        .get(name)
        .ok_or_else(|| format!("there is no test {name}"))?;
    // `timeout` kills what the test has started, too.
    let mut command = Command::new("prlimit");
    command
        .arg(MEMORY)
        .args(["timeout", "--signal=KILL", PATIENCE]);
    command.arg(program).arg("--test-threads=1");
    if !filter.is_empty() {
        command.arg(filter);
    }
    command.current_dir(tree.join(if name == "engines" {
        "tests/mutants"
    } else {
        ""
    }));
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
        .env_remove("WOVEN_MUTANT")
        .env("INSTA_UPDATE", "no")
        .env("INSTA_WORKSPACE_ROOT", tree);
    if let Some(number) = mutant {
        command.env("WOVEN_MUTANT", number.to_string());
    }
    let status = command
        .status()
        .map_err(|error| format!("prlimit: {error}"))?;
    Ok(match status.code() {
        Some(124 | 137) | None => None,
        Some(code) => Some(code == 0),
    })
}

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
use std::time::Instant;
use std::{env, fs};

use indicatif::{ParallelProgressIterator, ProgressBar, ProgressStyle};
use rayon::prelude::*;

use compile::{Sources, read, write};
use weave::Mutant;

/// A test program and which of its tests to run: those with this in their names.
type Test = (&'static str, &'static str);

/// Tests of programs that are waited for. They mostly sleep, and on a busy machine one of them may fail without a mutant: only what
/// fails, or does not end, twice counts.
const WAITING: [&str; 4] = ["children", "bad_subjects", "suite_aei", "referee"];

/// For the mutants of a folder, or a file, the tests that they meet, in order, until one fails.
struct Plan {
    folder: &'static str,
    quick: &'static [Test],
    /// What survives and is not listed as changing no answer goes on to these.
    slow: &'static [Test],
}

const PLANS: [Plan; 7] = [
    Plan {
        folder: "src/reference/",
        quick: &[("engines", ""), ("arimaa_oracle", "reference::")],
        slow: &[("suite", ""), ("laws", ""), ("differential", "")],
    },
    Plan {
        folder: "src/bitboard/",
        quick: &[
            ("engines", ""),
            ("arimaa_oracle", "bitboard::"),
            ("bitboard_walks", ""),
        ],
        slow: &[
            ("suite", ""),
            ("perft", ""),
            ("laws", ""),
            ("differential", ""),
        ],
    },
    Plan {
        folder: "src/text/",
        quick: &[
            ("arimaa_oracle", "text::"),
            ("text_roundtrip", ""),
            ("documented", ""),
            ("server_log", ""),
            ("cli", ""),
            ("fuzz_corpus", ""),
        ],
        slow: &[
            ("stats", ""),
            ("suite", ""),
            ("games", ""),
            ("perft", "read"),
        ],
    },
    Plan {
        folder: "src/suite/moving.rs",
        quick: &[("arimaa_oracle", "suite::"), ("suite_moving", "")],
        slow: &[("suite_aei", ""), ("suite", "")],
    },
    Plan {
        folder: "src/suite/",
        quick: &[
            ("arimaa_oracle", "suite::"),
            ("suite_hygiene", ""),
            ("suite", ""),
            ("suite_judge", ""),
            ("suite_questions", ""),
            ("suite_cli", ""),
            ("spec_coverage", ""),
            ("served", ""),
        ],
        slow: &[("bad_subjects", ""), ("suite_aei", "")],
    },
    Plan {
        folder: "src/protocol/aei/",
        quick: &[("arimaa_oracle", "protocol::"), ("aei", "")],
        slow: &[("children", ""), ("suite_aei", ""), ("referee", "")],
    },
    Plan {
        folder: "src/protocol/",
        quick: &[
            ("arimaa_oracle", "protocol::"),
            ("protocol", ""),
            ("hearing", ""),
            ("served", ""),
            ("fuzz_corpus", ""),
        ],
        slow: &[
            ("children", ""),
            ("bad_subjects", ""),
            ("suite_aei", ""),
            ("referee", ""),
        ],
    },
];

/// How long a program may run before its mutant counts as one that does not come to an end: so many times what it takes without
/// a mutant, and so many seconds at least. Of those that are waited for, [`LONGER`] times that.
const PATIENCE: (u64, u64) = (5, 20);
const LONGER: u64 = 4;

/// How much memory a program may ask for, in bytes: a mutant may try to take all.
const MEMORY: &str = "--as=6000000000";

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
    let mutants: Vec<Mutant> =
        serde_json::from_str(&read(list)?).map_err(|e| format!("{}: {e}", list.display()))?;
    let equivalent = read(equivalent)?;
    let used = PLANS
        .iter()
        .filter(|plan| mutants.iter().any(|mutant| plan.is_for(mutant)));
    let used: BTreeSet<Test> = used
        .flat_map(|plan| plan.quick.iter().chain(plan.slow))
        .copied()
        .collect();
    let names: BTreeSet<&str> = used.iter().map(|test| test.0).collect();
    let names: Vec<&str> = names
        .into_iter()
        .filter(|&name| name != "arimaa_oracle")
        .collect();
    let mut sources = Sources::open(tree, &mutants)?;
    fs::create_dir_all(out).map_err(|e| e.to_string())?;
    let built = sources.build(&names)?;
    let mut tests = Tests {
        tree,
        programs: &built.programs,
        patience: BTreeMap::new(),
    };
    for test in used {
        let start = Instant::now();
        if tests.passes(test, None)? != Some(true) {
            return Err(format!("{test:?} fails without a mutant"));
        }
        let mut seconds = (PATIENCE.0 * start.elapsed().as_secs()).max(PATIENCE.1);
        if WAITING.contains(&test.0) {
            seconds *= LONGER;
        }
        tests.patience.insert(test, seconds);
    }
    let mut outcomes: BTreeMap<usize, Outcome> = BTreeMap::new();
    let unviable = &sources.left_out.unviable;
    let mut stage = |numbers: &[usize], tests_of: fn(&Plan) -> &'static [Test]| {
        let bar = ProgressBar::new(numbers.len() as u64).with_style(
            ProgressStyle::with_template("{pos}/{len} mutants, {eta} left")
                .unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
        // What has been done is written down every now and then, and not lost.
        for some in numbers.chunks(100) {
            let met = some.par_iter().progress_with(bar.clone()).map(|&number| {
                let plan = PLANS.iter().find(|plan| plan.is_for(&mutants[number]));
                let met = plan.map_or(&[][..], tests_of);
                Ok((number, tests.meet(met, number)?))
            });
            outcomes.extend(met.collect::<Result<Vec<_>, String>>()?);
            write_lists(out, &mutants, &outcomes, unviable)?;
        }
        let survived = |number: &usize| matches!(outcomes.get(number), Some(Outcome::Survived));
        Ok::<_, String>(numbers.iter().copied().filter(survived).collect::<Vec<_>>())
    };
    // Nothing is left of an earlier run.
    write_lists(out, &mutants, &BTreeMap::new(), unviable)?;
    let mut survivors = stage(&built.mutants, |plan| plan.quick)?;
    survivors.retain(|&number| !is_listed(&equivalent, &mutants[number]));
    stage(&survivors, |plan| plan.slow)?;
    Ok(())
}

/// Writes the lists. What has not run cannot be woven, or has not been come to yet.
fn write_lists(
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
        write(&out.join(name).with_extension("txt"), &text)?;
    }
    Ok(())
}

impl Plan {
    fn is_for(&self, mutant: &Mutant) -> bool {
        mutant.file.starts_with(self.folder)
    }
}

/// Whether the list of those that change no answer has one of this name.
fn is_listed(equivalent: &str, mutant: &Mutant) -> bool {
    let change = mutant.name.splitn(4, ':').nth(3).unwrap_or_default();
    let name = format!("{:?}", format!("{}:{change}", mutant.file));
    equivalent.contains(&name)
}

/// The tests, built with all mutants.
struct Tests<'a> {
    tree: &'a Path,
    programs: &'a BTreeMap<String, PathBuf>,
    /// How long each may run with a mutant, in seconds. Without one there is no hurry.
    patience: BTreeMap<Test, u64>,
}

impl Tests<'_> {
    /// Runs the tests of a plan up to the first that notices.
    fn meet(&self, plan: &[Test], number: usize) -> Result<Outcome, String> {
        for &test in plan {
            let mut passed = self.passes(test, Some(number))?;
            if passed != Some(true) && WAITING.contains(&test.0) {
                passed = self.passes(test, Some(number))?;
            }
            match passed {
                Some(true) => {}
                Some(false) => return Ok(Outcome::Caught(test)),
                None => return Ok(Outcome::TimedOut(test)),
            }
        }
        Ok(Outcome::Survived)
    }

    /// Whether a test passes, if it comes to an end.
    fn passes(&self, test: Test, mutant: Option<usize>) -> Result<Option<bool>, String> {
        let (name, filter) = test;
        let program = self
            .programs
            .get(name)
            .ok_or_else(|| format!("there is no test {name}"))?;
        // `timeout` kills what the test has started, too. None at all is zero.
        let patience = self.patience.get(&test).copied().unwrap_or(0);
        let mut command = Command::new("prlimit");
        command
            .arg(MEMORY)
            .args(["timeout", "--signal=KILL", &patience.to_string()]);
        let threads = if WAITING.contains(&name) { 6 } else { 1 };
        command
            .arg(program)
            .arg(format!("--test-threads={threads}"));
        if !filter.is_empty() {
            command.arg(filter);
        }
        command.current_dir(self.tree.join(match name {
            "engines" => "tests/mutants",
            _ => "",
        }));
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command
            .env_remove("WOVEN_MUTANT")
            .env("INSTA_UPDATE", "no")
            .env("INSTA_WORKSPACE_ROOT", self.tree);
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
}

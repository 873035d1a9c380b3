//! Compiles the woven sources, leaving out what the compiler refuses until it refuses nothing.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::weave::{LeftOut, Mutant, Woven, weave};

/// How a body asks which mutant it is to be.
const CHOICE: &str = "
/// Which mutant runs: the one of this number, if `WOVEN_MUTANT` is set.
#[doc(hidden)]
pub mod woven {
    static ACTIVE: std::sync::LazyLock<u32> = std::sync::LazyLock::new(|| {
        std::env::var(\"WOVEN_MUTANT\").ok().and_then(|number| number.parse().ok()).unwrap_or(u32::MAX)
    });
    #[inline]
    pub fn active() -> u32 {
        *ACTIVE
    }
}
";

/// Sources into which mutants are woven.
pub(crate) struct Sources<'a> {
    tree: &'a Path,
    mutants: &'a [Mutant],
    texts: BTreeMap<&'a str, String>,
    woven: BTreeMap<&'a str, Woven>,
    pub(crate) left_out: LeftOut,
}

/// A build with the mutants.
pub(crate) struct Built {
    /// The test programs by the names of their targets.
    pub(crate) programs: BTreeMap<String, PathBuf>,
    /// The mutants that are in it.
    pub(crate) mutants: Vec<usize>,
}

impl<'a> Sources<'a> {
    /// The sources below `tree`, and which of `mutants` go in.
    pub(crate) fn open(tree: &'a Path, mutants: &'a [Mutant]) -> Result<Self, String> {
        let mut texts: BTreeMap<&str, String> = BTreeMap::new();
        for mutant in mutants {
            let text = read(&tree.join(&mutant.file))?;
            texts.entry(&mutant.file).or_insert(text);
        }
        let root = tree.join("src/lib.rs");
        let library = read(&root)?;
        write(&root, &(library + CHOICE))?;
        let mut sources = Self {
            tree,
            mutants,
            texts,
            woven: BTreeMap::new(),
            left_out: LeftOut::default(),
        };
        sources.until_accepted(&["check", "--lib"])?;
        Ok(sources)
    }

    /// Builds the tests of these names with all mutants that go in.
    pub(crate) fn build(&mut self, tests: &[&str]) -> Result<Built, String> {
        let mut arguments = vec!["test", "--no-run", "--lib"];
        arguments.extend(["--package", "arimaa-oracle", "--package", "mutant-tests"]);
        arguments.extend(tests.iter().flat_map(|test| ["--test", test]));
        let messages = self.until_accepted(&arguments)?;
        let arms = self.woven.values().flat_map(|file| &file.arms);
        Ok(Built {
            programs: executables(&messages),
            mutants: arms.map(|arm| arm.1).collect(),
        })
    }

    /// Runs cargo, and leaves out what the compiler refuses until it refuses nothing.
    fn until_accepted(&mut self, arguments: &[&str]) -> Result<Vec<Value>, String> {
        loop {
            for (&file, text) in &self.texts {
                let with = weave(file, text, self.mutants, &self.left_out)
                    .map_err(|error| format!("{file}: {error}"))?;
                if self
                    .woven
                    .get(file)
                    .is_none_or(|last| last.text != with.text)
                {
                    write(&self.tree.join(file), &with.text)?;
                }
                self.woven.insert(file, with);
            }
            let (messages, succeeded) = cargo(self.tree, arguments)?;
            if succeeded {
                return Ok(messages);
            }
            if refusals(&messages, self.mutants, &self.woven, &mut self.left_out) == 0 {
                return Err(first_errors(&messages));
            }
        }
    }
}

/// What cargo says in JSON, and whether it succeeded.
fn cargo(tree: &Path, arguments: &[&str]) -> Result<(Vec<Value>, bool), String> {
    let output = Command::new("cargo")
        .args(arguments)
        .args(["--locked", "--profile", "woven", "--message-format", "json"])
        .current_dir(tree)
        .env("RUSTFLAGS", "--cap-lints=allow")
        .stderr(Stdio::null())
        .output()
        .map_err(|error| format!("cargo: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let messages = text
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok());
    Ok((messages.collect(), output.status.success()))
}

fn executables(messages: &[Value]) -> BTreeMap<String, PathBuf> {
    let tests = messages
        .iter()
        .filter(|message| message["profile"]["test"] == true);
    let program = |message: &Value| {
        let name = message["target"]["name"].as_str()?;
        Some((
            name.to_owned(),
            PathBuf::from(message["executable"].as_str()?),
        ))
    };
    tests.filter_map(program).collect()
}

/// The errors of the compiler.
fn errors(messages: &[Value]) -> impl Iterator<Item = &Value> {
    let messages = messages.iter().map(|message| &message["message"]);
    messages.filter(|message| {
        message["level"] == "error" && !message["spans"].as_array().is_none_or(Vec::is_empty)
    })
}

fn first_errors(messages: &[Value]) -> String {
    let texts = errors(messages).filter_map(|error| error["rendered"].as_str());
    texts.take(5).collect::<Vec<_>>().join("\n")
}

/// Leaves out what the compiler refuses; how many things these are.
fn refusals(
    messages: &[Value],
    mutants: &[Mutant],
    woven: &BTreeMap<&str, Woven>,
    out: &mut LeftOut,
) -> usize {
    let mut refused = 0;
    for error in errors(messages) {
        let spans = error["spans"].as_array().into_iter().flatten();
        let places: Vec<(&str, usize)> = spans
            .filter_map(|span| {
                Some((
                    span["file_name"].as_str()?,
                    usize::try_from(span["byte_start"].as_u64()?).ok()?,
                ))
            })
            .collect();
        let mut arms = places.iter().flat_map(|(file, byte)| {
            let arms = woven.get(file).map_or(&[][..], |file| &file.arms);
            arms.iter()
                .filter(|(range, _)| range.contains(byte))
                .map(|arm| arm.1)
        });
        // The innermost choice around.
        let choice = places.iter().find_map(|(file, byte)| {
            let choices = woven.get(file)?.choices.iter();
            let around = choices.filter(|(range, _)| range.contains(byte));
            around.min_by_key(|(range, _)| range.len())
        });
        let not_constant = (error["code"]["code"] == "E0015").then(|| function_of(error));
        refused += match (not_constant, arms.next(), choice) {
            (Some(name), ..) if name != "active" => usize::from(out.constants.insert(name)),
            (None, Some(number), _) if mutants[number].has_a_type_of_its_own() => {
                usize::from(out.alone.insert(number))
            }
            (None, Some(number), _) => usize::from(out.unviable.insert(number)),
            (_, _, Some((_, numbers))) => {
                let alone = numbers.iter().filter(|&&number| out.alone.insert(number));
                alone.count()
            }
            _ => {
                let bodies = places.iter().flat_map(|(file, byte)| {
                    let bodies = woven.get(file).map_or(&[][..], |file| &file.bodies);
                    let around = bodies.iter().filter(|(range, _)| range.contains(byte));
                    around.map(|(_, name)| ((*file).to_owned(), name.clone()))
                });
                bodies
                    .filter(|body| out.bodies.insert(body.clone()))
                    .count()
            }
        };
    }
    refused
}

/// The function that an error calls not `const`: the last name in backquotes.
fn function_of(error: &Value) -> String {
    let message = error["message"].as_str().unwrap_or_default();
    let path = message.split('`').nth(1).unwrap_or_default();
    let path = path.trim_end_matches(['>', '(', ')']);
    path.rsplit("::").next().unwrap_or_default().to_owned()
}

pub(crate) fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

pub(crate) fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

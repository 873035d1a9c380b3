//! `suite init`: an adapter of the line kit to be filled in, a list of known failures, and a job
//! for continuous integration.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::aside::{Existing, write_whole};
use crate::exit::{CliError, ExitStatus};

const KNOWN: &str = include_str!("starter/known.toml");
const JOB: &str = include_str!("starter/conformance.yml");

#[derive(Debug, Args)]
pub(super) struct InitArgs {
    /// The language of the adapter
    language: Language,
    /// The folder that gets the files; none of them may be there yet
    #[arg(long, value_name = "FOLDER", default_value = "conformance")]
    into: PathBuf,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
enum Language {
    Python,
    Java,
    Javascript,
    Cpp,
    Rust,
}

/// An adapter: its file, its text, and the commands that compile and start it.
struct Starter {
    file: &'static str,
    text: &'static str,
    build: Option<&'static str>,
    start: &'static str,
}

impl Language {
    const fn starter(self) -> Starter {
        match self {
            Self::Python => Starter {
                file: "adapter.py",
                text: include_str!("starter/adapter.py"),
                build: None,
                start: "python3 FOLDERadapter.py",
            },
            Self::Java => Starter {
                file: "Adapter.java",
                text: include_str!("starter/Adapter.java"),
                build: Some("javac -d FOLDERout FOLDERAdapter.java"),
                start: "java -cp FOLDERout Adapter",
            },
            Self::Javascript => Starter {
                file: "adapter.js",
                text: include_str!("starter/adapter.js"),
                build: None,
                start: "node FOLDERadapter.js",
            },
            Self::Cpp => Starter {
                file: "adapter.cpp",
                text: include_str!("starter/adapter.cpp"),
                build: Some("g++ -std=c++17 -O2 -o FOLDERadapter FOLDERadapter.cpp"),
                start: "FOLDERadapter",
            },
            Self::Rust => Starter {
                file: "adapter.rs",
                text: include_str!("starter/adapter.rs"),
                build: Some("rustc --edition 2021 -O -o FOLDERadapter FOLDERadapter.rs"),
                start: "FOLDERadapter",
            },
        }
    }
}

/// Writes the files and prints the next steps.
pub(super) fn init(args: &InitArgs, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let Starter {
        file,
        text,
        build,
        start,
    } = args.language.starter();
    let folder = format!("{}/", args.into.display());
    // No path has a NUL, which alone cannot be quoted.
    let quoted = |text: &str| shlex::try_quote(text).map_or_else(|_| text.into(), String::from);
    let placed = |command: &str| command.replace("FOLDER", &quoted(&folder));
    let start = placed(start);
    let build = build.map(placed);
    let step = build
        .as_ref()
        .map_or_else(String::new, |build| format!("      - run: {build}\n"));
    let line = quoted(&start);
    let job = JOB.replace("      BUILD\n", &step);
    let job = placed(&job.replace("COMMAND", &line));
    let files = [
        (file, text.to_owned()),
        ("known.toml", placed(&KNOWN.replace("COMMAND", &line))),
        ("conformance.yml", job),
    ];
    let files = files.map(|(name, text)| (args.into.join(name), text));
    if let Some((name, _)) = files.iter().find(|(name, _)| name.exists()) {
        let name = name.display();
        return Err(CliError::Question(format!("{name} is there already")));
    }
    fs::create_dir_all(&args.into).map_err(|error| CliError::file(&args.into, error))?;
    for (name, text) in &files {
        let written = write_whole(name, text.as_bytes(), Existing::Kept);
        written.map_err(|error| CliError::file(name, error))?;
        writeln!(out, "wrote {}", name.display())?;
    }
    writeln!(out, "\nNext:")?;
    writeln!(out, "  fill in the places marked TODO in {folder}{file}")?;
    if let Some(build) = build {
        writeln!(out, "  {build}")?;
    }
    writeln!(out, "  arimaa-oracle suite run --line {line} --timeout 10")?;
    writeln!(
        out,
        "  move {folder}conformance.yml to .github/workflows, or do the same in another CI"
    )?;
    Ok(ExitStatus::Yes)
}

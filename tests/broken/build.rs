//! Makes the broken engines: for every mutation of `mutations.toml` a copy of an engine's sources
//! with the fault put in.
//!
//! `ARIMAA_BROKEN=1/2` compiles the first of two parts of them.
//!
//! One more copy of the reference engine has the hooks of `hooks.toml`, which ask `faults.rs` at
//! every decision.
//!
//! The engines themselves know nothing of this. A copy is a module of the library `broken_engines`.
//! It takes the vocabulary and the contract from `arimaa`, so it answers the same questions;
//! everything else is its own.

#[path = "../support/shard.rs"]
#[allow(dead_code, reason = "the tests use the rest of it")]
mod shard;
mod table;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use table::{Edit, Hooks, Mutation, Table};

/// The engines: the folder of the sources, and the type that answers.
const ENGINES: [(&str, &str); 2] = [("reference", "Reference"), ("bitboard", "Game")];

fn main() -> Result<(), String> {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let sources = here.join("../../src");
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    let table = fs::read_to_string(here.join("mutations.toml")).map_err(|e| e.to_string())?;
    let table = Table::read(&table).map_err(|error| format!("mutations.toml: {error}"))?;
    println!("cargo::rerun-if-env-changed=ARIMAA_BROKEN");
    println!("cargo::rerun-if-changed=mutations.toml");
    println!("cargo::rerun-if-changed=hooks.toml");
    for (folder, _) in ENGINES {
        println!("cargo::rerun-if-changed=../../src/{folder}");
    }

    let (mut modules, mut broken, mut sound) = (String::new(), String::new(), String::new());
    // Clippy lints the engines where they stand: to look at the copies takes it long.
    let mut add = |module: &str, list: &mut String, id: &str, engine: &str| {
        let path = out.join(module).join("mod.rs");
        let path = path.to_string_lossy();
        let _ = writeln!(
            modules,
            "#[cfg(not(clippy))]\n#[allow(warnings)]\n#[path = {path:?}]\nmod {module};"
        );
        let _ = writeln!(
            list,
            "    #[cfg(not(clippy))]\n    ({id:?}, any::open::<{module}::{engine}>),"
        );
    };
    let (part, parts) = shard::part("ARIMAA_BROKEN");
    for (place, mutation) in table.mutation.iter().enumerate() {
        let (folder, engine) = engine_of(mutation)?;
        let module = mutation.id.replace('-', "_");
        copy(&sources, folder, &out.join(&module), &mutation.edit)
            .map_err(|error| format!("{}: {error}", mutation.id))?;
        if place % parts == part - 1 {
            add(&module, &mut broken, &mutation.id, engine);
        }
    }
    for (folder, engine) in ENGINES {
        let module = format!("sound_{folder}");
        copy(&sources, folder, &out.join(&module), &[])?;
        add(&module, &mut sound, folder, engine);
    }
    let text = format!(
        "{modules}\n\
         /// The number of parts that the broken engines are compiled in; one of them is here.\n\
         pub const PARTS: usize = {parts};\n\
         /// Every broken engine of this part, by the id of its mutation.\n\
         pub const BROKEN: &[(&str, Open)] = &[\n{broken}];\n\
         /// Unchanged copies, by the engine's name.\n\
         pub const SOUND: &[(&str, Open)] = &[\n{sound}];\n"
    );
    let parameterised = parameterise(&here, &sources, &out)?;
    fs::write(out.join("engines.rs"), text + &parameterised).map_err(|e| e.to_string())
}

/// Copies the reference engine with the hooks put in. The declaration of its module.
fn parameterise(here: &Path, sources: &Path, out: &Path) -> Result<String, String> {
    let hooks = fs::read_to_string(here.join("hooks.toml")).map_err(|e| e.to_string())?;
    let hooks = Hooks::read(&hooks).map_err(|error| format!("hooks.toml: {error}"))?;
    let to = out.join("parameterised");
    copy(sources, "reference", &to, &hooks.edit).map_err(|error| format!("hooks: {error}"))?;
    Ok(format!(
        "#[allow(warnings, clippy::all, clippy::pedantic)]\n#[path = {:?}]\npub mod parameterised;\n",
        to.join("mod.rs").to_string_lossy()
    ))
}

/// The engine that all edits of a mutation are about.
fn engine_of(mutation: &Mutation) -> Result<(&'static str, &'static str), String> {
    let is_about = |folder: &str| {
        let belongs = |edit: &Edit| Path::new(&edit.file).starts_with(folder);
        !mutation.edit.is_empty() && mutation.edit.iter().all(belongs)
    };
    ENGINES
        .into_iter()
        .find(|(folder, _)| is_about(folder))
        .ok_or_else(|| format!("{}: its edits are not about one engine", mutation.id))
}

/// Copies an engine's sources with the edits made.
fn copy(sources: &Path, folder: &str, to: &Path, edits: &[Edit]) -> Result<(), String> {
    let mut edits: Vec<&Edit> = edits.iter().collect();
    // A file that the engine no longer has would stay there from an earlier build.
    if to.exists() {
        fs::remove_dir_all(to).map_err(|error| format!("{}: {error}", to.display()))?;
    }
    let files = files(&sources.join(folder)).map_err(|error| format!("src/{folder}: {error}"))?;
    for path in files {
        let failed = |error: io::Error| format!("{}: {error}", path.display());
        let file = path.strip_prefix(sources).map_err(|e| e.to_string())?;
        let within = path.strip_prefix(sources.join(folder));
        let target = to.join(within.map_err(|e| e.to_string())?);
        let mut text = fs::read_to_string(&path).map_err(failed)?;
        let own: Vec<&Edit> = edits
            .extract_if(.., |edit| Path::new(&edit.file) == file)
            .collect();
        for edit in own {
            let found = text.matches(&edit.replace).count();
            if found != 1 {
                let Edit { file, replace, .. } = edit;
                return Err(format!(
                    "src/{file} has this text {found} times, not once:\n{replace}"
                ));
            }
            text = text.replace(&edit.replace, &edit.with);
        }
        // Rewrites `crate::` to `arimaa::`, except paths into the engine itself and calls of
        // the hooks, and disables unit tests.
        let root = to.file_name().unwrap_or_default().display();
        let text = text
            .replace(&format!("crate::{folder}::"), "\0")
            .replace("crate::faults::", "\u{1}")
            .replace("crate::", "arimaa::")
            .replace('\0', &format!("crate::{root}::"))
            .replace('\u{1}', "crate::faults::")
            .replace("#[cfg(test)]", "#[cfg(any())]");
        let parent = target.parent().ok_or("a file has a folder")?;
        fs::create_dir_all(parent).map_err(failed)?;
        fs::write(&target, text).map_err(failed)?;
    }
    match edits.first() {
        Some(edit) => Err(format!("there is no src/{}", edit.file)),
        None => Ok(()),
    }
}

/// Every file in a folder and the folders within.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(self::files(&path)?);
        } else {
            files.push(path);
        }
    }
    Ok(files)
}

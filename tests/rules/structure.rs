//! Which modules and which crates each module of the library uses.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Every module with the modules that it names. A module names only those above it.
const ARROWS: [(&str, &[&str]); 25] = [
    ("vocab", &[]),
    ("vocab_serde", &["vocab"]),
    ("rules", &["vocab"]),
    ("spec", &[]),
    ("random", &[]),
    ("reference", &["vocab", "rules"]),
    ("bitboard", &["vocab", "rules"]),
    ("engines", &["vocab", "rules", "reference", "bitboard"]),
    ("differential", &["vocab", "rules", "engines", "random"]),
    ("text", &["vocab"]),
    ("oracle", &["vocab", "text", "rules", "engines"]),
    ("audit", &["vocab", "text", "engines", "oracle"]),
    (
        "ask",
        &[
            "vocab", "text", "rules", "engines", "oracle", "audit", "spec",
        ],
    ),
    ("messages", &["vocab", "engines", "ask", "spec"]),
    (
        "suite",
        &[
            "vocab", "text", "engines", "oracle", "ask", "messages", "spec",
        ],
    ),
    ("schema", &["vocab", "ask", "messages", "suite"]),
    (
        "protocol",
        &[
            "vocab", "text", "rules", "engines", "oracle", "random", "ask", "messages", "suite",
            "schema",
        ],
    ),
    ("referee", &["vocab", "text", "oracle", "protocol"]),
    ("stats", &["vocab", "text", "engines", "oracle", "audit"]),
    ("parquet_file", &["stats"]),
    ("no_parquet", &["stats"]),
    ("http", &["engines", "ask", "suite", "protocol", "spec"]),
    ("no_http", &["engines"]),
    (
        "cli",
        &[
            "vocab",
            "text",
            "rules",
            "engines",
            "oracle",
            "audit",
            "differential",
            "random",
            "ask",
            "http",
            "parquet_file",
            "schema",
            "stats",
            "suite",
            "protocol",
            "referee",
            "spec",
        ],
    ),
    ("main", &["cli"]),
];

/// Crates besides the standard library that a module may use.
const CRATES: [(&str, &[&str]); 11] = [
    ("vocab_serde", &["serde"]),
    ("stats", &["serde", "serde_json"]),
    ("parquet_file", &["parquet"]),
    ("ask", &["schemars", "serde", "serde_json"]),
    ("messages", &["schemars", "serde", "serde_json"]),
    ("schema", &["schemars", "serde_json"]),
    (
        "suite",
        &["schemars", "serde", "serde_json", "thiserror", "toml"],
    ),
    (
        "protocol",
        &[
            "thiserror",
            "nix",
            "process_wrap",
            "shlex",
            "serde_json",
            "rayon",
        ],
    ),
    ("referee", &["thiserror"]),
    (
        "cli",
        &[
            "clap",
            "clap_complete",
            "clap_mangen",
            "csv",
            "flate2",
            "serde",
            "serde_json",
            "tempfile",
            "thiserror",
            "rayon",
            "indicatif",
            "anstream",
            "anstyle",
            "signal_hook",
            "strsim",
            "walkdir",
        ],
    ),
    (
        "http",
        &[
            "axum",
            "axum_server",
            "hyper_util",
            "prometheus_client",
            "schemars",
            "serde",
            "serde_json",
            "tokio",
            "tokio_stream",
            "tokio_util",
            "tower",
            "tower_http",
            "tower_service",
            "tracing",
            "tracing_subscriber",
        ],
    ),
];

/// Every crate that the library can depend on, as code names it.
fn all_crates() -> Vec<String> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let manifest: toml::Table = fs::read_to_string(manifest).unwrap().parse().unwrap();
    let targets = manifest["target"].as_table().unwrap().values();
    let of_targets = targets.map(|target| &target["dependencies"]);
    let crates = of_targets.chain([&manifest["dependencies"]]);
    let crates = crates.flat_map(|crates| crates.as_table().unwrap().keys());
    crates.map(|name| name.replace('-', "_")).collect()
}

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

pub(crate) fn collect(directory: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, into);
        } else {
            into.push(path);
        }
    }
}

/// Every source file with the top module that it belongs to.
pub(crate) fn files() -> Vec<(String, PathBuf)> {
    let mut paths = Vec::new();
    collect(&source(), &mut paths);
    paths.sort();
    let module = |path: &PathBuf| {
        let first = path
            .strip_prefix(source())
            .unwrap()
            .components()
            .next()
            .unwrap();
        first
            .as_os_str()
            .to_string_lossy()
            .trim_end_matches(".rs")
            .to_owned()
    };
    paths
        .iter()
        .map(|path| (module(path), path.clone()))
        .collect()
}

/// The text of a file before its module of tests. Other items that only tests use do not end the
/// code.
pub(crate) fn without_tests(text: &str) -> &str {
    const MARK: &str = "#[cfg(test)]";
    let opens_module = |at: &usize| {
        let mut rest = text[at + MARK.len()..].trim_start();
        while rest.starts_with("#[") {
            // An attribute over several lines ends with a line's `]`.
            let Some(end) = rest.find("]\n") else {
                return false;
            };
            rest = rest[end + 1..].trim_start();
        }
        rest.starts_with("mod ")
    };
    let marks = text.match_indices(MARK).map(|(at, _)| at);
    &text[..marks.into_iter().find(opens_module).unwrap_or(text.len())]
}

#[test]
fn only_a_module_of_tests_ends_the_code_of_a_file() {
    let helper = "fn a() {}\n#[cfg(test)]\nfn b() {}\n#[cfg(test)]\nuse c::d;\n";
    assert_eq!(without_tests(helper), helper);
    for attributes in [
        "",
        "#[allow(e)]\n",
        "#[allow(\n    e,\n    reason = \"f\"\n)]\n",
    ] {
        let text = format!("{helper}#[cfg(test)]\n{attributes}mod tests {{}}\n");
        assert_eq!(without_tests(&text), helper);
    }
}

/// The code of a file without comments and without its tests.
pub(crate) fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let lines = without_tests(&text)
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The words that stand right after `prefix` in a text.
fn words_after(text: &str, prefix: &str) -> BTreeSet<String> {
    text.match_indices(prefix)
        .map(|(at, _)| {
            let rest = &text[at + prefix.len()..];
            rest.chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect()
        })
        .collect()
}

/// The names that each module uses: `used` gives those in the code of a file.
fn names(used: impl Fn(&str) -> BTreeSet<String>) -> BTreeMap<String, BTreeSet<String>> {
    let mut names: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (module, path) in files().into_iter().filter(|(module, _)| module != "lib") {
        let entry = names.entry(module).or_default();
        entry.extend(used(&code(&path)));
    }
    names
}

/// A table as a map, without the modules that use nothing.
fn map_of(table: &[(&str, &[&str])]) -> BTreeMap<String, BTreeSet<String>> {
    let entry = |&(module, names): &(&str, &[&str])| {
        let names = names.iter().map(|&name| name.to_owned());
        (module.to_owned(), names.collect::<BTreeSet<_>>())
    };
    let entries = table.iter().map(entry);
    entries.filter(|(_, names)| !names.is_empty()).collect()
}

#[test]
fn each_module_imports_the_modules_of_its_entry() {
    let used = |code: &str| &words_after(code, "crate::") | &words_after(code, "arimaa_oracle::");
    let mut found = names(used);
    for (module, used) in &mut found {
        used.remove(module);
    }
    found.retain(|_, used| !used.is_empty());
    assert_eq!(found, map_of(&ARROWS));
    for (index, (module, used)) in ARROWS.iter().enumerate() {
        let above = |name: &&str| ARROWS[..index].iter().any(|(other, _)| other == name);
        assert!(used.iter().all(above), "{module} names a module below it");
    }
}

#[test]
fn each_module_uses_the_crates_of_its_entry() {
    let all = all_crates();
    let used = |code: &str| {
        let starts_word = |at: usize| {
            let before = code[..at].chars().next_back();
            before.is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != ':')
        };
        let is_used = |name: &&String| {
            let path = format!("{name}::");
            code.match_indices(&path).any(|(at, _)| starts_word(at))
        };
        all.iter().filter(is_used).cloned().collect()
    };
    let mut found = names(used);
    found.retain(|_, used| !used.is_empty());
    assert_eq!(found, map_of(&CRATES));
}

/// A feature adds whole modules: nothing else in the sources depends on one, but for the schemas
/// that types derive.
#[test]
fn only_the_library_root_depends_on_features() {
    let mut wrong = Vec::new();
    for (module, path) in files() {
        if module == "lib" {
            continue;
        }
        let code = code(&path).replace("cfg_attr(feature = \"schema\"", "");
        for (number, line) in code.lines().enumerate() {
            if line.contains("feature =") {
                wrong.push(format!("{}: {}: {line}", path.display(), number + 1));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The subcommands stand beside each other: what two of them share is in a file that imports
/// neither.
#[test]
fn files_of_the_command_line_import_each_other_in_one_direction() {
    let root = source().join("cli");
    let mut imports: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (_, path) in files().into_iter().filter(|(module, _)| module == "cli") {
        let below = path
            .strip_prefix(&root)
            .unwrap()
            .to_string_lossy()
            .into_owned();
        let first = below.split('/').next().unwrap_or_default();
        let name = first.trim_end_matches(".rs").to_owned();
        let prefixes: &[&str] = if below.contains('/') {
            &["crate::cli::"]
        } else {
            &["super::", "crate::cli::"]
        };
        let code = code(&path);
        let used = prefixes
            .iter()
            .flat_map(|prefix| words_after(&code, prefix));
        let entry = imports.entry(name).or_default();
        entry.extend(used);
        for prefix in prefixes {
            for (at, _) in code.match_indices(&format!("use {prefix}{{")) {
                let list = code[at..].split(['{', '}']).nth(1).unwrap_or_default();
                let named = list.split(',').map(str::trim);
                entry
                    .extend(named.map(|one| one.split("::").next().unwrap_or_default().to_owned()));
            }
        }
    }
    // A file that imports nothing which is left can be taken away; a circle stays.
    loop {
        let left: BTreeSet<String> = imports.keys().cloned().collect();
        let before = imports.len();
        imports.retain(|name, used| used.iter().any(|one| one != name && left.contains(one)));
        if imports.len() == before {
            break;
        }
    }
    assert!(imports.is_empty(), "these import each other: {imports:?}");
}

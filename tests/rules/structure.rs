//! The structure of the house: which module uses which, how large a file may grow, and how wide a
//! page is.

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

fn collect(directory: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, into);
        } else {
            into.push(path);
        }
    }
}

/// Every source file with the module of the house it belongs to.
fn files() -> Vec<(String, PathBuf)> {
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
fn without_tests(text: &str) -> &str {
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
fn code(path: &Path) -> String {
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

/// A feature opens whole rooms: nothing else in the sources depends on one, but for the schemas
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

/// Rooms stay readable: what is longer is two ideas.
#[test]
fn source_files_stay_below_their_limit() {
    let mut long = Vec::new();
    for (module, path) in files() {
        // The schema is written by a test.
        if path.extension().is_none_or(|end| end != "rs") {
            continue;
        }
        let limit = match module.as_str() {
            "lib" | "rules" => 150,
            "reference" => 200,
            _ => 400,
        };
        let text = fs::read_to_string(&path).unwrap();
        let lines = without_tests(&text).lines().count();
        if lines > limit {
            long.push(format!(
                "{}: {lines} lines, {limit} at most",
                path.display()
            ));
        }
    }
    assert!(long.is_empty(), "{}", long.join("\n"));
}

/// The files of the repository whose names end so.
fn tracked(end: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [
        "src", "tests", "fuzz", "benches", "examples", "docs", "suite",
    ];
    let mut paths = Vec::new();
    for folder in folders {
        collect(&root.join(folder), &mut paths);
    }
    paths.extend(["README.md", "CHANGELOG.md"].map(|name| root.join(name)));
    let generated = root.join("fuzz/target");
    paths.retain(|path| !path.starts_with(&generated));
    paths.retain(|path| path.extension().is_some_and(|is| is == end));
    paths.sort();
    paths
}

/// The lines of a page that are wider than it, tables apart.
fn wide<'a>(lines: impl Iterator<Item = (usize, &'a str)>, path: &Path) -> Vec<String> {
    let is_wide = |line: &str| line.chars().count() > 100;
    lines
        .filter(|(_, line)| is_wide(line))
        .map(|(index, line)| format!("{}:{}: {line}", path.display(), index + 1))
        .collect()
}

#[test]
fn comments_are_at_most_100_columns_wide() {
    let mut found = Vec::new();
    for path in tracked("rs") {
        let text = fs::read_to_string(&path).unwrap();
        let comments = text.lines().enumerate().filter(|(_, line)| {
            let comment = line.trim_start().trim_start_matches(['/', '!']);
            line.trim_start().starts_with("//") && !comment.trim_start().starts_with('|')
        });
        found.extend(wide(comments, &path));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn pages_are_at_most_100_columns_wide() {
    let mut found = Vec::new();
    for path in tracked("md") {
        let text = fs::read_to_string(&path).unwrap();
        // Code, and what a test writes, keep their lines.
        let mut is_code = false;
        let prose = text.lines().enumerate().filter(|(_, line)| {
            let is_mark = line.trim_start().starts_with("```")
                || line.starts_with("<!-- end of ")
                || line.starts_with("<!-- ") && line.contains(": written by ");
            is_code ^= is_mark;
            !is_code && !is_mark && !line.trim_start().starts_with('|')
        });
        found.extend(wide(prose, &path));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Geometry, strength and goals stand in the engines and nowhere else.
#[test]
fn vocabulary_has_no_function_named_like_a_rule() {
    for (module, path) in files() {
        if module != "vocab" {
            continue;
        }
        let code = code(&path);
        for rule in [
            "fn adjacent",
            "fn neighbo",
            "fn strength",
            "fn is_trap",
            "fn is_stronger",
            "fn goal",
            "fn count",
        ] {
            assert!(!code.contains(rule), "{}: {rule}", path.display());
        }
    }
}

/// The order of pieces, kinds and sides is a rule (BRD-4, ORD-4), so the engines do not take it
/// from the vocabulary.
#[test]
fn each_engine_has_its_own_order_of_pieces() {
    for (module, path) in files() {
        // Files called laws.rs are tests.
        if !["reference", "bitboard"].contains(&module.as_str()) || path.ends_with("laws.rs") {
            continue;
        }
        let code = code(&path);
        for list in [
            "Piece::ALL",
            "Kind::ALL",
            "Side::ALL",
            "Edition::ALL",
            "End::ALL",
        ] {
            assert!(!code.contains(list), "{}: {list}", path.display());
        }
    }
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

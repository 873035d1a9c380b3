//! Tables of files in documentation: each file of a folder stands in its table, and nothing else.

use std::fs;
use std::path::{Path, PathBuf};

use crate::structure::{code, collect};

fn root() -> PathBuf {
    support::root::root().to_owned()
}

/// The names of the files and folders in a folder.
fn entries(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// Whether a file of this name is Rust.
fn is_source(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|end| end == "rs")
}

/// The names in code of a Markdown text: `` `a.rs` ``, and links such as `` [`mod@a`] ``.
fn names_in_code(text: &str) -> Vec<&str> {
    let names = text.split('`').skip(1).step_by(2);
    names.map(|name| name.trim_start_matches("mod@")).collect()
}

/// Every folder of tests with a table has the files of the folder in it, the root of the binary
/// aside.
#[test]
fn every_file_of_tests_stands_in_the_table_of_its_binary() {
    let page = fs::read_to_string(root().join("tests/README.md")).unwrap();
    let mut wrong = Vec::new();
    for folder in [
        "tests/rules",
        "tests/small_boards",
        "crates/oracle/tests/games",
        "crates/oracle/tests/text",
        "crates/oracle/tests/ask",
        "crates/oracle/tests/conformance",
        "crates/cli/tests/interfaces",
    ] {
        let folder = root().join(folder);
        let binary = folder.file_name().unwrap().to_str().unwrap();
        let section = page.split(&format!("\n## {binary}\n")).nth(1).unwrap();
        let section = section.split("\n## ").next().unwrap_or_default();
        let listed = names_in_code(section);
        let files = entries(&folder).into_iter();
        let files = files.filter(|name| is_source(name) && name != "main.rs");
        for name in files.filter(|name| !listed.contains(&name.as_str())) {
            wrong.push(format!("tests/README.md lacks {binary}/{name}"));
        }
        let files = listed.iter().filter(|name| is_source(name));
        for name in files.filter(|name| !folder.join(name).exists()) {
            wrong.push(format!(
                "tests/README.md names {binary}/{name}, which is not there"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The documentation of every `mod.rs`, and of the server, names each file and folder beside it. A
/// subcommand stands in the list of subcommands instead.
#[test]
fn every_source_file_stands_in_the_table_of_its_module() {
    let mut paths = Vec::new();
    for folder in [
        "src",
        "crates/oracle/src",
        "crates/conformance/src",
        "crates/cli/src",
    ] {
        collect(&root().join(folder), &mut paths);
    }
    paths.retain(|path| path.ends_with("mod.rs"));
    paths.push(root().join("crates/http/src/lib.rs"));
    assert!(paths.len() > 15, "{} modules with a table", paths.len());
    let subcommands = code(&root().join("crates/cli/src/commands/mod.rs"));
    let mut wrong = Vec::new();
    for path in paths {
        let folder = path.parent().unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let head: Vec<&str> = text
            .lines()
            .filter(|line| line.starts_with("//!"))
            .collect();
        let head = head.join("\n");
        let listed = names_in_code(&head);
        let beside = entries(folder).into_iter();
        let beside = beside.filter(|name| {
            *path != folder.join(name) && (is_source(name) || folder.join(name).is_dir())
        });
        for name in beside {
            let stem = name.trim_end_matches(".rs");
            let is_subcommand =
                folder.ends_with("src/commands") && subcommands.contains(&format!("{stem}::"));
            if !is_subcommand && !listed.contains(&name.as_str()) && !listed.contains(&stem) {
                wrong.push(format!("{} lacks {name}", path.display()));
            }
        }
        let rows = head.lines().filter(|line| line.starts_with("//! | "));
        for name in rows.flat_map(names_in_code) {
            if is_source(name) && !folder.join(name).exists() {
                wrong.push(format!(
                    "{} names {name}, which is not there",
                    path.display()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The packages that test and measure, with a word of their use each.
const PACKAGES: [(&str, &str); 6] = [
    ("proptest", "proptest! {"),
    ("quickcheck", "quickcheck! {"),
    ("insta", "insta::assert_snapshot!"),
    ("criterion", "criterion_group!"),
    ("arbitrary", "use arbitrary::"),
    ("cargo-fuzz", "fuzz_target!"),
];

#[test]
fn packages_that_test_and_measure_are_declared_used_and_documented() {
    let read = |path: &str| fs::read_to_string(root().join(path)).unwrap();
    let page = read("docs/checking.md");
    let (_, section) = page
        .split_once("\n## Packages that test and measure\n")
        .unwrap();
    let (section, _) = section.split_once("\n## ").unwrap();
    for (package, mark) in PACKAGES {
        let mut rows = section.lines();
        let row = rows
            .find(|row| row.starts_with(&format!("| {package} |")))
            .unwrap();
        let [manifest, example] = names_in_code(row)[..] else {
            panic!("{row}");
        };
        let is_declared = |line: &str| {
            let rest = line.strip_prefix(package);
            rest.is_some_and(|rest| rest.starts_with([' ', '.']))
        };
        assert!(
            read(manifest).lines().any(is_declared),
            "{package} in {manifest}"
        );
        assert!(read(example).contains(mark), "{mark} in {example}");
    }
    let snapshots = section.split("| ruling | snapshot |").nth(1).unwrap();
    let names = names_in_code(snapshots);
    assert_eq!(names.len(), 3);
    for name in names {
        let folder = "crates/cli/tests/interfaces/snapshots";
        read(&format!("{folder}/interfaces__documented__{name}.snap"));
    }
}

//! Standard streams that cannot be written, and threads and signals: exit codes as documented, and
//! never a panic.

#![cfg(target_os = "linux")]

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use walkdir::WalkDir;

use crate::children::eventually;
use crate::cli_signals::send;
use crate::oracle::{command, file, run};
use crate::referee::ours;

const BOARD: &str = "g [...r...............................................E.........R..]";

/// Each command with arguments that are answered at once.
const COMMANDS: &str = "
judge 'BOARD' Ed2n
legal 'BOARD'
turns 'BOARD'
goal 'BOARD'
outcome 'BOARD'
outcome --json 'BOARD'
replay tests/games/669192.txt
stats tests/games/669192.txt
positions tests/games/669192.txt --uncounted
perft 'BOARD' --turns 1
bench --rounds 1
compare --games 1
suite list
suite show nothing-stands-there
suite export --only BRD-1
suite run --only BRD-1
suite init python --into FOLDER/kit
suite badge REPORT
suite skip-list --help
suite help
page --help
serve
serve --schema
aei
referee --gold \"OURS\" --silver \"OURS\" --games 1 --tc 1/1/100/0/3t
show 'BOARD'
rule
rule FRZ-2
validate 'BOARD'
convert 'BOARD' --to json
completions bash
install-pages --prefix FOLDER
help
--version
";

/// The words of each line of a table, with each name replaced by its text.
fn words(table: &str, names: &[(&str, &str)]) -> Vec<Vec<String>> {
    let lines = table.lines().filter(|line| !line.is_empty());
    let line = |line: &str| {
        let named = |line: String, (name, text): &(&str, &str)| line.replace(name, text);
        let line = names.iter().fold(line.to_owned(), named);
        shlex::split(&line).unwrap()
    };
    lines.map(line).collect()
}

/// A command of the product, to be run by a shell that does `before` and redirects the streams.
fn by_shell(before: &str, words: &[String], streams: &str) -> Command {
    let mut shell = Command::new("sh");
    shell
        .args(["-c", &format!("{before} exec \"$0\" \"$@\" {streams}")])
        .arg(env!("CARGO_BIN_EXE_arimaa-oracle"))
        .args(words)
        .current_dir(crate::root::root());
    shell
}

#[test]
fn every_command_is_in_the_table() {
    for (help, before) in [(&["help"][..], ""), (&["suite", "help"], "suite ")] {
        let help = run(help).out;
        let (_, list) = help.split_once("Commands:\n").unwrap();
        let (list, _) = list.split_once("\n\n").unwrap();
        let names = list.lines().filter_map(|line| line.strip_prefix("  "));
        let names: BTreeSet<&str> = names.filter_map(|line| line.split(' ').next()).collect();
        for name in names.iter().filter(|name| !name.is_empty()) {
            let start = format!("{before}{name}");
            let goes_on = |rest: &str| rest.is_empty() || rest.starts_with(' ');
            let mut lines = COMMANDS.lines();
            let is_listed = lines.any(|line| line.strip_prefix(&start).is_some_and(goes_on));
            assert!(is_listed, "{start}");
        }
    }
}

#[test]
#[ignore = "takes seconds; `.ci/run` runs it"]
fn output_that_cannot_be_written_is_exit_code_2() {
    let (_kept, input) = file("input", b"aei\nquit\n");
    let (_kept, report) = file("report.json", b"");
    let reported = run(&["suite", "run", "--only", "BRD-1", "--report", &report]);
    assert_eq!(reported.code, 0, "{}", reported.err);
    for streams in [">/dev/full", ">/dev/full 2>/dev/full"] {
        let folder = tempfile::tempdir().unwrap();
        let names = [
            ("BOARD", BOARD),
            ("FOLDER", folder.path().to_str().unwrap()),
            ("REPORT", &report),
            ("OURS", &ours()),
        ];
        for words in words(COMMANDS, &names) {
            let output = by_shell("", &words, streams)
                .stdin(File::open(&input).unwrap())
                .output()
                .unwrap();
            assert_eq!(output.status.code(), Some(2), "{words:?} {streams}");
            let error = String::from_utf8(output.stderr).unwrap();
            assert!(
                streams.contains("2>") || error.contains("cannot write"),
                "{words:?} {streams}: {error}"
            );
            fs::remove_dir_all(folder.path().join("kit")).unwrap_or_default();
        }
    }
}

/// Commands that write files, and each file that they write.
const WRITERS: &str = "
suite run --only BRD-1 --report FOLDER/report.json
suite run --only BRD-1 --junit FOLDER/junit.xml
suite run --only BRD-1 --html FOLDER/report.html
install-pages --prefix FOLDER
suite init python --into FOLDER/kit
stats tests/games/669192.txt --rows FOLDER/rows.csv
stats tests/games/669192.txt --rows FOLDER/rows.jsonl
referee --gold \"OURS\" --silver \"OURS\" --games 1 --tc 1/1/100/0/3t --force --out FOLDER/game.txt
referee --gold \"OURS\" --silver \"OURS\" --games 2 --tc 1/1/100/0/3t --force --out FOLDER/games/
";

/// All files below a folder with their contents.
fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = WalkDir::new(folder).sort_by_file_name().into_iter();
    let files = entries
        .map(Result::unwrap)
        .map(walkdir::DirEntry::into_path);
    let files = files.filter(|path| path.is_file());
    files
        .map(|path| (path.clone(), fs::read(path).unwrap()))
        .collect()
}

/// A limit of 0 on the size of files stands for a full disk. Files below `/dev/shm` are files, too.
#[test]
fn output_file_on_a_full_disk_is_whole_or_as_it_was() {
    let temporary = std::env::temp_dir();
    for (replaced, below) in [
        (true, Path::new("/dev/shm")),
        (true, &temporary),
        (false, &temporary),
    ] {
        let folder = tempfile::tempdir_in(below).unwrap();
        let names = [
            ("FOLDER", folder.path().to_str().unwrap()),
            ("OURS", &ours()),
        ];
        for words in words(WRITERS, &names) {
            let mut before = Vec::new();
            if replaced {
                fs::create_dir_all(folder.path().join("games")).unwrap();
                let written = by_shell("", &words, "").output().unwrap();
                assert_eq!(written.status.code(), Some(0), "{words:?}");
                before = contents(folder.path());
                assert!(!before.is_empty(), "{words:?}");
            }
            let full = by_shell("trap '' XFSZ; ulimit -f 0;", &words, "").output();
            let full = full.unwrap();
            assert_eq!(full.status.code(), Some(2), "{words:?}");
            assert!(contents(folder.path()) == before, "{words:?}");
            fs::remove_dir_all(folder.path()).unwrap();
            fs::create_dir(folder.path()).unwrap();
        }
    }
}

/// Shell command that closes the inherited files, except for the standard streams.
const CLOSED: &str = "exec 3<&- 4<&- 5<&- 6<&- 7<&-";

/// Commands that start threads or programs.
const PARALLEL: &str = "
outcome -
replay tests/games/669192.txt
compare --games 1
suite run --only BRD-1
suite run --only BRD-1 --line cat
referee --gold \"OURS\" --silver \"OURS\" --games 1 --tc 1/1/100/0/3t
serve
";

/// A thread takes 4 GiB of addresses, so a limit on addresses limits the number of threads.
/// Inherited files are closed, since they would count against the limit on files.
#[test]
fn command_without_threads_or_files_says_so() {
    let threads = (0..4).map(|most| format!("ulimit -v {}", (4 * most + 2) << 20));
    let limits = threads.chain((4..8).map(|most| format!("ulimit -n {most}")));
    for limit in limits {
        let mut starved = 0;
        for words in words(PARALLEL, &[("OURS", &ours())]) {
            let output = by_shell(&format!("{CLOSED}; {limit};"), &words, "")
                .env("RUST_MIN_STACK", (4_u64 << 30).to_string())
                .stdin(Stdio::null())
                .output()
                .unwrap();
            let error = String::from_utf8(output.stderr).unwrap();
            let code = output.status.code();
            assert!(
                code.is_some_and(|code| code <= 3),
                "{words:?} {limit}: {code:?} {error}"
            );
            starved += usize::from(code == Some(2) && error.starts_with("error: "));
        }
        assert!(starved > 0, "{limit}");
    }
}

/// Commands that go on for long: their input stays open, or their work takes hours.
const LONG: &str = "
judge - Ed2n
legal -
turns -
goal -
outcome -
validate -
show -
convert - --to json
replay -
stats -
positions - --uncounted
perft 'g [rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR]' --turns 4
perft 'g [rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR]' --turns 4 --threads 1024
bench --rounds 1000
bench --line 'sleep 600' --timeout 600
compare --seconds 600
compare --seconds 600 --threads 1024
suite run --subject 'sleep 600' --timeout 600
suite run --line 'sleep 600' --timeout 600
serve
serve --threads 1024
aei
referee --gold 'sleep 600' --silver \"OURS\" --patience 600
referee --gold \"OURS\" --silver \"OURS\" --games 1000000
";

/// Threads have a limit, wherever their number comes from, and no command outlives a signal.
#[test]
#[ignore = "takes seconds; `.ci/run` runs it"]
fn long_commands_have_a_limit_of_threads_and_end_at_a_signal() {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    // The global pool and the three of a server, and some that are not of a pool.
    let most = 4 * 16 * cores + 16;
    let expensive = format!(
        r#"{{"id":1,"ask":{{"kind":"perft","count":"turns","depth":4,"position":{{"any":{{"text":"{BOARD}"}}}}}}}}"#
    );
    let started = words(LONG, &[("OURS", &ours())]).into_iter().map(|words| {
        let mut child = command(&words.iter().map(String::as_str).collect::<Vec<_>>())
            .env("RAYON_NUM_THREADS", "99999999")
            .env("RAYON_RS_NUM_CPUS", "99999999")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        if words[0] == "serve" {
            writeln!(input, "{expensive}").unwrap();
        }
        (words, child, input)
    });
    let started: Vec<_> = started.collect();
    thread::sleep(Duration::from_secs(1));
    for (words, mut child, _input) in started {
        let id = child.id();
        let ended = child.try_wait().unwrap();
        assert!(ended.is_none(), "{words:?} ended by itself: {ended:?}");
        let threads = fs::read_dir(format!("/proc/{id}/task")).unwrap().count();
        assert!(threads <= most, "{words:?} has {threads} threads");
        send("TERM", id);
        // A second of the program's own, and ample time for the machine.
        let mut status = None;
        eventually(&format!("the signal ends {words:?}"), || {
            status = child.try_wait().unwrap();
            status.is_some()
        });
        let status = status.unwrap();
        let is_by_signal = status.code() == Some(143) || status.signal() == Some(15);
        assert!(is_by_signal, "{words:?}: {status}");
    }
}

//! Child processes: lines arrive in both directions with their times, exit statuses are known, and
//! nothing of a child is left behind. The programs are lines of shell.

#![cfg(unix)]
use std::path::Path;
use std::time::{Duration, Instant};
use std::{fs, thread};

use arimaa::vocab::Side;
use arimaa_conformance::subjects::Player;
use arimaa_conformance::subjects::aei::{Client, TestedEngine};
use arimaa_conformance::subjects::{Broken, Child, Program};
use arimaa_oracle::subject::Subject;

/// A time far above that of any answer.
const AMPLE: Duration = Duration::from_mins(1);

fn shell(script: &str) -> String {
    format!("sh -c {}", shlex::try_quote(script).unwrap())
}

fn soon() -> Instant {
    Instant::now() + AMPLE
}

/// The command of an AEI engine that logs its input to `heard` and introduces itself by `greeting`.
fn engine(heard: &Path, greeting: &str) -> String {
    let heard = heard.display();
    shell(&format!(
        "while read -r line; do echo \"$line\" >>'{heard}'; case $line in \
         aei) {greeting} echo aeiok;; isready) echo readyok;; quit) exit;; esac; done"
    ))
}

#[test]
fn aei_engine_introduces_itself_and_receives_commands() {
    let directory = tempfile::tempdir().unwrap();
    for (protocol, letter) in [("1", "g"), ("0", "w")] {
        let heard = directory.path().join(protocol);
        let greeting = format!(
            "echo protocol-version {protocol}; echo nonsense; echo id name N; echo id version V; echo id author A;"
        );
        let mut client = Client::start(&engine(&heard, &greeting), AMPLE, None).unwrap();
        client.open().unwrap();
        let identity = client.identity();
        let version = identity.version.as_deref();
        assert_eq!((identity.name.as_str(), version), ("N", Some("V")));
        let lines = client.notes().lines();
        assert_eq!(lines, ["no message of the protocol (1×): nonsense"]);
        client.forget_notes();
        assert_eq!(client.notes().lines(), [""; 0]);
        client.set_time_of(Side::Gold, "reserve", Duration::from_secs(90));
        client.ready().unwrap();
        client.quit();
        let expected = format!("aei\nsetoption name {letter}reserve value 90\nisready\nquit\n");
        assert_eq!(fs::read_to_string(&heard).unwrap(), expected);
    }
}

/// A subject is named by its introduction, or by its command if it gives no name.
#[test]
fn subject_is_named_by_its_introduction() {
    let directory = tempfile::tempdir().unwrap();
    for (greeting, name, version) in [
        ("echo id name N; echo id version V;", "N", Some("V")),
        ("echo id name N;", "N", None),
        ("", "", None),
    ] {
        let command = engine(&directory.path().join("heard"), greeting);
        let engine = TestedEngine::start(&command, Vec::new(), 1, AMPLE).unwrap();
        let identity = engine.identity();
        let expected = if name.is_empty() {
            command.as_str()
        } else {
            name
        };
        assert_eq!(
            (identity.name.as_str(), identity.version.as_deref()),
            (expected, version)
        );
    }
    let oracle = format!("'{}' serve --stdio", env!("CARGO_BIN_EXE_arimaa-oracle"));
    let program = Program::start(&oracle, AMPLE).unwrap();
    assert_eq!(program.identity().name, "arimaa-oracle");
}

/// A line that arrives after the deadline is a timeout, although it could be read.
#[test]
fn line_after_the_deadline_is_a_timeout() {
    let deadline = Instant::now();
    let mut child = Child::start(&shell("echo late; read -r line; echo \"$line\"")).unwrap();
    thread::sleep(Duration::from_millis(500));
    assert_eq!(child.hear(deadline), Err(Broken::Timeout));
    child.say("in time".to_owned()).unwrap();
    assert_eq!(child.hear(soon()).unwrap().line.unwrap(), "in time");
}

/// A child inherits the environment, unless `env -i` clears it (docs/protocol.md).
#[test]
fn environment_is_inherited_and_can_be_cleared() {
    let says = shell("echo \"$CARGO_MANIFEST_DIR $GIVEN\"; read -r line");
    let inherited = env!("CARGO_MANIFEST_DIR");
    for (before, heard) in [
        ("", format!("{inherited} ")),
        ("env -i GIVEN=here PATH=/usr/bin:/bin ", " here".to_owned()),
    ] {
        let mut child = Child::start(&format!("{before}{says}")).unwrap();
        assert_eq!(child.hear(soon()).unwrap().line.unwrap(), heard, "{before}");
    }
}

#[test]
fn last_three_stderr_lines_are_kept() {
    for (script, words) in [
        ("", ""),
        ("echo a >&2;", "a"),
        ("echo a >&2; echo >&2; echo b >&2;", "a / b"),
        (
            "for line in a b c d e; do echo $line >&2; done;",
            "c / d / e",
        ),
    ] {
        let mut child = Child::start(&shell(&format!("{script} exit 3"))).unwrap();
        match child.hear(soon()) {
            Err(Broken::Ended { how, last_words }) => {
                assert_eq!(
                    (how.as_str(), last_words.as_str()),
                    ("exit status: 3", words)
                );
            }
            other => panic!("{other:?}"),
        }
    }
}

/// Whether a process is there that has this text in its command line.
#[cfg(target_os = "linux")]
fn is_running(text: &str) -> bool {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let lines = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    lines
        .map(|line| String::from_utf8_lossy(&line).into_owned())
        .any(|line| {
            line.contains(text) && !line.starts_with("sh\0") && !line.contains("arimaa-oracle")
        })
}

/// Seconds to sleep that no other test uses, so that the process can be found by them.
#[cfg(target_os = "linux")]
fn mark(test: u32) -> String {
    format!("{}.{test}", 100_000 + std::process::id())
}

/// Waits until a condition holds; fails with `what` after a minute.
#[cfg(target_os = "linux")]
pub(crate) fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    let deadline = soon();
    while !holds() {
        assert!(Instant::now() < deadline, "{what}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// The shell does not `exec`: its own child would outlive it if only the shell were killed.
#[cfg(target_os = "linux")]
#[test]
fn dropped_child_takes_its_descendants_along() {
    let sleep = mark(1);
    let script = format!("sleep {sleep} & sleep {sleep}; echo never");
    let child = Child::start(&shell(&script)).unwrap();
    eventually("the descendant runs", || is_running(&sleep));
    drop(child);
    eventually("the descendant is gone", || !is_running(&sleep));
}

/// The leader of the process group has exited by itself, and its descendant has not.
#[cfg(target_os = "linux")]
#[test]
fn descendant_of_a_finished_child_is_ended() {
    let sleep = mark(2);
    let script = format!("sleep {sleep} >&- 2>&- & exit 4");
    let mut child = Child::start(&shell(&script)).unwrap();
    assert!(matches!(child.hear(soon()), Err(Broken::Ended { .. })));
    eventually("the descendant runs", || is_running(&sleep));
    drop(child);
    eventually("the descendant is gone", || !is_running(&sleep));
}

/// A signal ends the whole run, also where the program was started through a shell.
#[cfg(target_os = "linux")]
#[test]
fn signal_ends_the_oracle_and_its_descendants() {
    use crate::cli_signals::send;
    use crate::oracle::command;
    use std::process::Stdio;

    for (number, (signal, code)) in [("INT", 130), ("TERM", 143), ("HUP", 129)]
        .into_iter()
        .enumerate()
    {
        for kind in ["suite", "referee"] {
            let sleep = mark(10 + u32::try_from(number).unwrap() * 2 + u32::from(kind == "suite"));
            let engine = shell(&format!("sleep {sleep}; echo never"));
            let arguments = match kind {
                "suite" => vec!["suite", "run", "--subject", &engine],
                _ => vec!["referee", "--gold", &engine, "--silver", &engine],
            };
            let mut oracle = command(&arguments)
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            eventually("the engine runs", || is_running(&sleep));
            send(signal, oracle.id());
            assert_eq!(oracle.wait().unwrap().code(), Some(code), "{kind} {signal}");
            eventually("the engine is gone", || !is_running(&sleep));
        }
    }
}

/// A descendant that leaves the group keeps the pipes open; no thread waits for it.
#[cfg(target_os = "linux")]
#[test]
fn dropped_child_leaves_no_thread_behind() {
    // Other tests have threads of their own, so the starts are many.
    const STARTS: usize = 200;
    let threads = || fs::read_dir("/proc/self/task").unwrap().count();
    let before = threads();
    for _ in 0..STARTS {
        let script = "setsid sh -c 'sleep 20; true' & echo ready; read -r line";
        let mut child = Child::start(&shell(script)).unwrap();
        assert_eq!(child.hear(soon()).unwrap().line.unwrap(), "ready");
    }
    eventually("the threads have ended", || threads() < before + STARTS / 2);
}

/// A program that left the group and writes without end meets a closed pipe, and ends by itself.
#[cfg(target_os = "linux")]
#[test]
fn stderr_flood_ends_with_the_child() {
    let words = format!("flood{}", mark(3));
    let script = format!("setsid yes {words} >&2 & echo ready; read -r line");
    let mut child = Child::start(&shell(&script)).unwrap();
    assert_eq!(child.hear(soon()).unwrap().line.unwrap(), "ready");
    eventually("the flood has begun", || is_running(&words));
    drop(child);
    eventually("the flood is over", || !is_running(&words));
}

/// A program has time to end after it is asked to.
#[test]
fn child_may_exit_within_the_grace_period() {
    let directory = tempfile::tempdir().unwrap();
    let done = directory.path().join("done");
    let script = format!("cat >/dev/null; sleep 0.3; echo done >'{}'", done.display());
    Child::start(&shell(&script)).unwrap().finish(AMPLE);
    assert_eq!(fs::read_to_string(&done).unwrap(), "done\n");
}

/// Only a write shows that a child has closed its stdin.
#[test]
fn write_to_a_child_that_does_not_read_fails() {
    let mut child = Child::start(&shell("exec <&-; echo closed; sleep 60")).unwrap();
    assert_eq!(child.hear(soon()).unwrap().line.unwrap(), "closed");
    let deadline = soon();
    let broken = loop {
        if let Err(broken) = child.say("anybody?".to_owned()) {
            break broken;
        }
        assert!(Instant::now() < deadline, "it is still spoken to");
        // Slower than the lines that may lie unread would fill up.
        thread::sleep(Duration::from_millis(100));
    };
    assert_eq!(broken, Broken::StdinFull);
}

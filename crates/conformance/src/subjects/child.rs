//! A child process that exchanges lines with this process, and is not trusted.
//!
//! Threads of its own read and write for it, so that no call here waits longer than it was told to,
//! whatever the child does. Queues and lines have limits: a child that floods is stopped by its
//! full pipe, one that does not read by ours. When it is dropped, its process group is killed and
//! its threads end.
//!
//! A child inherits the environment variables and the current directory of this process.

use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::group::Group;
use super::pipes::Lease;
use crate::subjects::ProtocolFailure;
use arimaa::text::{Lines, TextError};

/// The longest line of standard error, in bytes; longer lines are left out.
const MAX_STDERR_LINE: usize = 1 << 16;
/// The greatest number of lines that wait for the child to read them.
const STDIN_QUEUE_LINES: usize = 1024;
/// The number of last lines of standard error that are kept.
const STDERR_TAIL_LINES: usize = 3;
/// The time that a child has to exit after its output has ended.
const EXIT_GRACE: Duration = Duration::from_millis(500);
/// The interval at which its status is polled meanwhile.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// A callback for each line of a program's standard error.
pub(super) type Complain = Box<dyn FnMut(&str) + Send>;

/// A running program with its standard streams.
#[derive(Debug)]
pub struct Child {
    process: Group,
    to: Option<SyncSender<String>>,
    from: Receiver<Heard>,
    last_words: Arc<Mutex<VecDeque<String>>>,
    /// A channel without messages, which closes when standard error has been read to its end.
    last_words_are_in: Receiver<()>,
    /// Ends the threads on drop.
    _lease: Lease,
}

/// Limits of a child's output.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Bounds {
    /// The longest line, in bytes; a longer line is read as an error.
    pub(super) line: usize,
    /// The greatest number of unread lines; then the child has to wait.
    pub(super) lines: usize,
    /// Whether bytes that are not UTF-8 are read as `�`; otherwise their line is read as an error.
    pub(super) lossy: bool,
}

impl Default for Bounds {
    /// Limits for short lines of text: 256 unread lines of at most 64 KiB, lossy.
    fn default() -> Self {
        Self {
            line: 1 << 16,
            lines: 256,
            lossy: true,
        }
    }
}

/// A line that the child wrote.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Heard {
    /// The time of arrival.
    pub at: Instant,
    /// The line without its end, or an error if it cannot be read.
    pub line: Result<String, TextError>,
}

/// The error of a program that cannot be started.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("cannot run `{command}`: {why}")]
pub struct CannotRun {
    /// The command as it was given.
    pub command: String,
    /// The reason.
    pub why: String,
}

/// The error of a program that cannot be put to the suite.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum CannotAsk {
    /// The program cannot be started.
    #[error(transparent)]
    CannotRun(#[from] CannotRun),
    /// The program was started, and does not answer the first exchange as it must.
    #[error("cannot ask `{command}`: {failure}")]
    Failed {
        /// The command as it was given.
        command: String,
        /// The failure of the first exchange.
        failure: ProtocolFailure,
    },
}

/// The moment after this time; at most 136 years from now, which no clock of ours overflows.
pub(super) fn deadline(timeout: Duration) -> Instant {
    Instant::now() + timeout.min(Duration::from_secs(u32::MAX.into()))
}

/// The reason why a child can no longer be read from or written to.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum Broken {
    /// The program has ended.
    #[error("it ended ({how}){}", quote_last_words(.last_words))]
    Ended {
        /// The way it ended, such as `exit status: 1`.
        how: String,
        /// The last lines of its standard error, or an empty text.
        last_words: String,
    },
    /// The program still runs, but has closed its standard output.
    #[error("it closed its standard output{}", quote_last_words(.last_words))]
    Closed {
        /// The last lines of its standard error, or an empty text.
        last_words: String,
    },
    /// The program wrote no line until the deadline.
    #[error("it said nothing in time")]
    Timeout,
    /// The program does not read its standard input.
    #[error("it does not read its standard input")]
    StdinFull,
}

fn quote_last_words(last_words: &str) -> String {
    match last_words {
        "" => String::new(),
        words => format!("; its last words: {words}"),
    }
}

impl Child {
    /// Starts a program. The command is split into words as a shell does it, quotes included, and
    /// run without a shell, in a process group of its own.
    ///
    /// # Errors
    ///
    /// When the command is empty, has an open quote, or names no program that can be run.
    pub fn start(command: &str) -> Result<Self, CannotRun> {
        Self::start_within(command, Bounds::default(), None)
    }

    /// Starts a program with these limits. `complain` gets each line of its standard error.
    pub(super) fn start_within(
        command: &str,
        bounds: Bounds,
        complain: Option<Complain>,
    ) -> Result<Self, CannotRun> {
        let cannot = |why: String| CannotRun {
            command: command.to_owned(),
            why,
        };
        let words = shlex::split(command).ok_or_else(|| cannot("a quote is open".to_owned()))?;
        let (program, arguments) = words
            .split_first()
            .ok_or_else(|| cannot("there is no command".to_owned()))?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let lease = Lease::new().map_err(|error| cannot(error.to_string()))?;
        let process = Group::spawn(command).map_err(|error| cannot(error.to_string()))?;
        let (stdin, stdout, stderr) = process.streams();
        let (to, said) = sync_channel(STDIN_QUEUE_LINES);
        let (hear, from) = sync_channel(bounds.lines);
        let last_words = Arc::default();
        let (is_open, last_words_are_in) = sync_channel(0);
        if let Some(stdin) = stdin.map(|stdin| lease.pipe(stdin)) {
            thread::spawn(move || write_lines(stdin, &said));
        }
        if let Some(stdout) = stdout.map(|stdout| lease.pipe(stdout)) {
            thread::spawn(move || read_lines(stdout, bounds, &hear));
        }
        if let Some(stderr) = stderr.map(|stderr| lease.pipe(stderr)) {
            let last_words = Arc::clone(&last_words);
            thread::spawn(move || {
                keep_last(BufReader::new(stderr), &last_words, complain);
                drop(is_open);
            });
        }
        Ok(Self {
            process,
            to: Some(to),
            from,
            last_words,
            last_words_are_in,
            _lease: lease,
        })
    }

    /// Sends a line and its line break, without waiting until the child has read it.
    ///
    /// # Errors
    ///
    /// When the child is gone, or has left too many lines unread.
    pub fn say(&mut self, line: String) -> Result<(), Broken> {
        match self.to.as_ref().map(|to| to.try_send(line)) {
            Some(Ok(())) => Ok(()),
            Some(Err(TrySendError::Full(_))) => Err(Broken::StdinFull),
            Some(Err(TrySendError::Disconnected(_))) | None => {
                Err(self.how_it_ended(Broken::StdinFull))
            }
        }
    }

    /// Waits until the deadline for the next line that the child wrote.
    ///
    /// # Errors
    ///
    /// When no line arrived before the deadline, or none will ever.
    pub fn hear(&mut self, deadline: Instant) -> Result<Heard, Broken> {
        let left = deadline.saturating_duration_since(Instant::now());
        match self.from.recv_timeout(left) {
            Ok(heard) if heard.at <= deadline => Ok(heard),
            Ok(_) | Err(RecvTimeoutError::Timeout) => Err(Broken::Timeout),
            Err(RecvTimeoutError::Disconnected) => {
                let last_words = String::new();
                Err(self.how_it_ended(Broken::Closed { last_words }))
            }
        }
    }

    /// Closes the child's standard input, waits up to `patience` for it to exit, then kills its
    /// group.
    pub fn finish(mut self, patience: Duration) {
        self.to = None;
        self.status_within(patience);
    }

    /// The exit of the program, if that broke its pipe; else `otherwise`.
    fn how_it_ended(&mut self, otherwise: Broken) -> Broken {
        let status = self.status_within(EXIT_GRACE);
        let last_words = match self.last_words.lock() {
            Ok(words) => words.iter().cloned().collect::<Vec<_>>().join(" / "),
            Err(_) => String::new(),
        };
        match (status, otherwise) {
            (Some(how), _) => Broken::Ended {
                how: how.to_string(),
                last_words,
            },
            (None, Broken::Closed { .. }) => Broken::Closed { last_words },
            (None, otherwise) => otherwise,
        }
    }

    /// The exit status of the program, if it ends in time; its standard error has then been read.
    fn status_within(&mut self, patience: Duration) -> Option<ExitStatus> {
        let start = Instant::now();
        loop {
            match self.process.try_wait() {
                Ok(Some(status)) => {
                    // A grandchild may keep the stream open, but not for long here.
                    self.last_words_are_in.recv_timeout(EXIT_GRACE).ok();
                    return Some(status);
                }
                Ok(None) if start.elapsed() < patience => thread::sleep(POLL_INTERVAL),
                Ok(None) | Err(_) => return None,
            }
        }
    }
}

/// Writes lines until the child stops reading or is dropped.
fn write_lines(mut stdin: impl Write, said: &Receiver<String>) {
    while let Ok(mut line) = said.recv() {
        line.push('\n');
        if stdin.write_all(line.as_bytes()).is_err() || stdin.flush().is_err() {
            return;
        }
    }
}

/// The error for a last line that is cut off by the end of the stream.
struct End;

impl Read for End {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::ErrorKind::UnexpectedEof.into())
    }
}

/// Passes on the lines of the child until it ends or is dropped.
fn read_lines(stdout: impl Read, bounds: Bounds, hear: &SyncSender<Heard>) {
    let lines = Lines::new(BufReader::new(stdout.chain(End))).with_limit(bounds.line);
    let lines = if bounds.lossy { lines.lossy() } else { lines };
    for line in lines {
        let Ok((_, line)) = line else { return };
        let at = Instant::now();
        if hear.send(Heard { at, line }).is_err() {
            return;
        }
    }
}

/// Keeps the last lines that are not blank, and passes every line on.
fn keep_last(
    stderr: impl io::BufRead,
    last_words: &Mutex<VecDeque<String>>,
    mut complain: Option<Complain>,
) {
    for line in Lines::new(stderr).with_limit(MAX_STDERR_LINE).lossy() {
        let Ok((_, line)) = line else { return };
        let (Ok(line), Ok(mut words)) = (line, last_words.lock()) else {
            continue;
        };
        if let Some(complain) = &mut complain {
            complain(&line);
        }
        if !line.trim().is_empty() {
            if words.len() == STDERR_TAIL_LINES {
                words.pop_front();
            }
            words.push_back(super::aei::shown(line.trim()));
        }
    }
}

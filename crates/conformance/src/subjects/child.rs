//! A child process that exchanges lines with this one, and is not trusted.
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

/// The longest line of standard error, in bytes; a longer one is left out.
const MAX_STDERR_LINE: usize = 1 << 16;
/// The most lines that wait to be read by the child.
const STDIN_QUEUE_LINES: usize = 1024;
/// How many of the last lines of standard error are kept.
const STDERR_TAIL_LINES: usize = 3;
/// How long a child whose output has ended may take to be gone.
const EXIT_GRACE: Duration = Duration::from_millis(500);
/// How often its status is polled meanwhile.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// Takes a line of a program's standard error.
pub(super) type Complain = Box<dyn FnMut(&str) + Send>;

/// A program that was started, with its standard streams.
#[derive(Debug)]
pub struct Child {
    process: Group,
    to: Option<SyncSender<String>>,
    from: Receiver<Heard>,
    last_words: Arc<Mutex<VecDeque<String>>>,
    /// Says nothing, and is closed when standard error is.
    last_words_are_in: Receiver<()>,
    /// Ends the threads when it is dropped.
    _lease: Lease,
}

/// How much is taken from a child at once.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Bounds {
    /// The longest line, in bytes; a longer one is an error in its place.
    pub(super) line: usize,
    /// The most lines that wait to be heard. The child has to wait when there are more.
    pub(super) lines: usize,
    /// Whether a line with bytes that are not UTF-8 is a line with `�`; otherwise it is an error in
    /// its place.
    pub(super) lossy: bool,
}

impl Default for Bounds {
    /// For short lines of text: 256 of at most 64 KiB, lossy.
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
    /// When it arrived.
    pub at: Instant,
    /// The line without its end. An error stands for a line that is too long.
    pub line: Result<String, TextError>,
}

/// A program that cannot be started.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("cannot run `{command}`: {why}")]
pub struct CannotRun {
    /// The command as it was given.
    pub command: String,
    /// Why not.
    pub why: String,
}

/// A program that cannot be put to the suite.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum CannotAsk {
    /// It cannot be started.
    #[error(transparent)]
    CannotRun(#[from] CannotRun),
    /// It was started, and does not answer as the first exchange demands.
    #[error("cannot ask `{command}`: {failure}")]
    Failed {
        /// The command as it was given.
        command: String,
        /// How it failed.
        failure: ProtocolFailure,
    },
}

/// The moment after this time; at most 136 years from now, which no clock of ours overflows.
pub(super) fn deadline(timeout: Duration) -> Instant {
    Instant::now() + timeout.min(Duration::from_secs(u32::MAX.into()))
}

/// Why there is nothing more to hear from a child, or nothing more to be said to it.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum Broken {
    /// The program has ended.
    #[error("it ended ({how}){}", quote_last_words(.last_words))]
    Ended {
        /// How, such as `exit status: 1`.
        how: String,
        /// The last that it wrote to standard error, or nothing.
        last_words: String,
    },
    /// It goes on running, but has closed its standard output.
    #[error("it closed its standard output{}", quote_last_words(.last_words))]
    Closed {
        /// The last that it wrote to standard error, or nothing.
        last_words: String,
    },
    /// It wrote no line until the deadline.
    #[error("it said nothing in time")]
    Timeout,
    /// It does not read what is written to it.
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

    /// Starts a program within other bounds. `complain` gets each line of its standard error.
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

    /// Says one line; the line break is added. It may not have arrived when this returns.
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

    /// The next line that the child wrote, waiting for it until the deadline.
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

    /// Closes the child's standard input and gives it some time to end by itself; then its group is
    /// killed.
    pub fn finish(mut self, patience: Duration) {
        self.to = None;
        self.status_within(patience);
    }

    /// How the program ended, if a pipe of it broke for that reason; or else what broke.
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

    /// How the program ended, if it does so in time. Its last words are in then.
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

/// The end of a stream as a failure: a line that was begun and not ended is none.
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

/// Keeps the last lines that are not blank, and hands every line on.
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

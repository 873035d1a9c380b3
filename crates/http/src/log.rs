//! The log on standard error, written by a thread of its own so that it delays no answer.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use tracing::level_filters::LevelFilter;
use tracing_subscriber::EnvFilter;

use arimaa_oracle::protocol::printing_json;

/// The number of lines that may wait to be written; further lines are dropped.
const LINES: usize = 4096;

/// The number of lines written at once.
const BLOCK: usize = 64;

/// The time to write the last lines.
const LAST: Duration = Duration::from_millis(100);

/// Sends lines to the thread that writes them.
#[derive(Clone)]
pub(super) struct Log(SyncSender<Entry>);

enum Entry {
    Line(Vec<u8>),
    /// Dropped when every line before it has been written.
    End(SyncSender<()>),
}

impl Log {
    /// Starts logging events and panics; if `quiet`, only errors and panics.
    pub(super) fn start(quiet: bool) -> io::Result<Self> {
        let (sender, entries) = sync_channel(LINES);
        let name = thread::Builder::new().name("log".to_owned());
        name.spawn(move || write(&entries))?;
        let log = Self(sender);
        let level = if quiet {
            LevelFilter::ERROR
        } else {
            LevelFilter::INFO
        };
        let filter = EnvFilter::builder().with_default_directive(level.into());
        let writer = log.clone();
        tracing_subscriber::fmt()
            .json()
            .with_span_list(false)
            .log_internal_errors(false)
            .with_writer(move || writer.clone())
            .with_env_filter(filter.from_env_lossy())
            .init();
        std::panic::set_hook(Box::new(|panic| tracing::error!("{panic}")));
        Ok(log)
    }

    /// Waits for the lines so far, for a short time only: standard error may have no reader.
    pub(super) fn finish(&self) {
        let (end, is_written) = sync_channel(0);
        let _ = self.0.try_send(Entry::End(end));
        let _ = is_written.recv_timeout(LAST);
    }
}

/// Each call writes a whole line.
impl Write for Log {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let _ = self.0.try_send(Entry::Line(line.to_vec()));
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes lines as they arrive, several at once if they wait.
fn write(entries: &Receiver<Entry>) {
    while let Ok(first) = entries.recv() {
        let (mut text, mut ends) = (Vec::new(), Vec::new());
        for entry in std::iter::once(first).chain(entries.try_iter().take(BLOCK)) {
            match entry {
                Entry::Line(line) => text.extend(line),
                Entry::End(end) => ends.push(end),
            }
        }
        // Whatever a request holds does nothing to a terminal. Lines are lost if the reader of
        // standard error has gone.
        let text = printing_json(&String::from_utf8_lossy(&text));
        let _ = io::stderr().write_all(text.as_bytes());
    }
}

//! The signals that end the server: SIGINT and SIGTERM, and on Windows Ctrl-C.

use std::io;

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
#[cfg(windows)]
use tokio::signal::windows::{CtrlC, ctrl_c};

#[cfg(unix)]
pub(super) struct Signals {
    interrupt: Signal,
    terminate: Signal,
}

#[cfg(unix)]
impl Signals {
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    /// The number of the next signal.
    pub(super) async fn next(&mut self) -> i32 {
        tokio::select! {
            _ = self.interrupt.recv() => SignalKind::interrupt().as_raw_value(),
            _ = self.terminate.recv() => SignalKind::terminate().as_raw_value(),
        }
    }
}

#[cfg(windows)]
pub(super) struct Signals(CtrlC);

#[cfg(windows)]
impl Signals {
    pub(super) fn new() -> io::Result<Self> {
        ctrl_c().map(Self)
    }

    /// The number of SIGINT, at the next Ctrl-C.
    pub(super) async fn next(&mut self) -> i32 {
        self.0.recv().await;
        2
    }
}

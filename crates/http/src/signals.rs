//! Receives the signals that end the server: SIGINT and SIGTERM, and on Windows Ctrl-C.

use std::io;

#[cfg(unix)]
use tokio::signal::unix::{SignalKind, signal};
#[cfg(windows)]
use tokio::signal::windows::ctrl_c;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

/// A channel of the signals' numbers; Ctrl-C has the number of SIGINT.
pub(super) fn signals() -> io::Result<UnboundedReceiver<i32>> {
    let (sender, signals) = unbounded_channel();
    #[cfg(unix)]
    let all = [SignalKind::interrupt(), SignalKind::terminate()]
        .map(|kind| (kind.as_raw_value(), signal(kind)));
    #[cfg(windows)]
    let all = [(2, ctrl_c())];
    for (number, signal) in all {
        let (mut signal, sender) = (signal?, sender.clone());
        tokio::spawn(async move {
            while signal.recv().await.is_some() && sender.send(number).is_ok() {}
        });
    }
    Ok(signals)
}

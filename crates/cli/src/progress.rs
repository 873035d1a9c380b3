//! Progress on standard error, hidden where that is no terminal.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar over this many equal pieces of work.
pub(super) fn bar(length: u64) -> ProgressBar {
    if io::stderr().is_terminal() {
        ProgressBar::new(length)
    } else {
        ProgressBar::hidden()
    }
}

/// A bar over this many cases, with the time that is left.
pub(super) fn cases_bar(length: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} cases, {eta} left");
    bar(length).with_style(style.unwrap_or(ProgressStyle::default_bar()))
}

/// A bar over this many bytes; without an end where the number is unknown.
pub(super) fn bytes_bar(length: Option<u64>) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = length.map_or_else(ProgressBar::no_length, ProgressBar::new);
    let style = ProgressStyle::with_template("{bar:40} {bytes}/{total_bytes} {eta}");
    bar.set_draw_target(ProgressDrawTarget::stderr());
    bar.with_style(style.unwrap_or(ProgressStyle::default_bar()))
}

/// A spinner with the elapsed time and a message.
pub(super) fn spinner() -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}");
    ProgressBar::new_spinner().with_style(style.unwrap_or(ProgressStyle::default_spinner()))
}

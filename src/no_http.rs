//! Stands for `http` in a program that was built without it.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use crate::engines::Starter;

/// The options of a server, which are read and not used.
#[derive(Clone, Debug)]
#[expect(dead_code, reason = "there is no server to read them")]
pub(crate) struct Options {
    pub(crate) address: SocketAddr,
    pub(crate) timeout: Duration,
    pub(crate) body: usize,
    pub(crate) connections: usize,
    pub(crate) waiting: usize,
    pub(crate) head_timeout: Duration,
    pub(crate) grace: Duration,
    pub(crate) cors: bool,
    pub(crate) page: Option<PathBuf>,
}

/// Says how to build a program that serves.
///
/// # Errors
///
/// Always.
pub(crate) fn serve(_: &Starter, _: &Options, _: impl FnOnce(SocketAddr)) -> io::Result<()> {
    Err(io::Error::other(
        "this program was built without HTTP; build it with `cargo install --path . --features http`",
    ))
}

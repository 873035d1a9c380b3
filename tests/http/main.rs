//! `serve --http` from outside: every route, every status, every limit, and the end.
//!
//! `cargo test --features http --test http` runs it. Requests are written byte by byte, because
//! some of them are wrong on purpose.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails"
)]

mod limits;
mod routes;
mod server;

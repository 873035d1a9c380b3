//! The command line of the oracle.
fn main() {}

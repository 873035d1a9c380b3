//! Engines of other authors beside those of this project: the suite, and the published counts.

#[path = "../support/conformance_table.rs"]
mod conformance_table;
#[path = "../support/known.rs"]
mod known;
mod perft;
#[path = "../support/published.rs"]
mod published;
#[path = "../support/root.rs"]
mod root;
mod subjects;

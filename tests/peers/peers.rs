//! Tests of other authors' engines beside those of this project: the suite, and the published
//! counts.

mod perft;
mod subjects;

use oracle_support::{conformance_table, known, published};

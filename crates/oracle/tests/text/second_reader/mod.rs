//! A second reader of chapter 10 of SPEC.md, written from that text alone and sharing nothing with
//! `src/text`, and the comparison of the two.

mod archive;
mod compare;
mod dates;
mod dress;
mod grammar;
mod judge;
mod judged;
mod logs;
mod meaning;
mod played;
mod sources;
mod values;
mod written;

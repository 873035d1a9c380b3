//! Bodies of the fuzz targets. Each takes any bytes, and panics if a property fails.
//!
//! They stand apart from the targets so that an ordinary test can call them too:
//! `crates/oracle/tests/text/fuzz_corpus.rs` replays every committed seed through the same
//! functions.
//!
//! | file | what it does |
//! |---|---|
//! | `case.rs` | makes a state and a walk out of bytes |
//! | `engines.rs` | what both engines promise about any case |
//! | `extracted.rs` | the program extracted from the rules in Coq, beside an engine |
//! | `texts.rs` | what the readers and writers promise about any text |
//! | `archive.rs` | what the reader of archives and the replay promise about any bytes |
//! | `lines.rs` | what the server promises about any requests, and the reader of subjects about any answers |

pub mod archive;
pub mod case;
pub mod engines;
pub mod extracted;
pub mod lines;
pub mod texts;

use arimaa::Game;
use arimaa::compare::Reference;

use case::Case;

/// A target: its name, and the function that checks an input.
pub type Target = (&'static str, fn(&[u8]));

/// Every target, by the name of its file and of its seeds.
pub const TARGETS: [Target; 7] = [
    ("engines_agree", engines_agree),
    ("listed_iff_accepted", listed_iff_accepted),
    ("snapshot_roundtrip", snapshot_roundtrip),
    ("text_roundtrip", text_roundtrip),
    ("archive_never_panics", archive_never_panics),
    ("server_answers", server_answers),
    ("subject_answers", subject_answers),
];

/// On any walk from any start the engines give the same answers, as does the program extracted from
/// Coq if `ARIMAA_RULES` names it.
pub fn engines_agree(bytes: &[u8]) {
    let case = Case::read(bytes);
    engines::agree(&case);
    extracted::agrees(&case);
}

/// In any state every listed action is accepted, and every other action is refused with a reason.
pub fn listed_iff_accepted(bytes: &[u8]) {
    let case = Case::read(bytes);
    engines::list_what_they_accept::<Reference>(&case);
    engines::list_what_they_accept::<Game>(&case);
}

/// Both engines accept a snapshot or refuse it for the same reason, and it survives engines and
/// JSON.
pub fn snapshot_roundtrip(bytes: &[u8]) {
    engines::keep_snapshots(&Case::read(bytes));
}

/// A text that a reader accepts is the same after writing and reading it; an error names a place.
pub fn text_roundtrip(bytes: &[u8]) {
    texts::check_readers(&String::from_utf8_lossy(bytes));
}

/// No bytes make the readers of archives and records or the replay panic, and reports stay in
/// bounds.
pub fn archive_never_panics(bytes: &[u8]) {
    archive::check_table(bytes);
    archive::check_records(&String::from_utf8_lossy(bytes));
}

/// Each line of any stream of requests gets one valid response with the id of its request.
pub fn server_answers(bytes: &[u8]) {
    lines::check_server(bytes);
}

/// Any output of a subject is read as answers or failures, and no wrong answer passes.
pub fn subject_answers(bytes: &[u8]) {
    lines::check_subject(bytes);
}

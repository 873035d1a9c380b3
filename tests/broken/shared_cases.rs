//! Puts the cases of the suite to both engines, those that cite the sentence in the first argument
//! first, and fails if each engine fails one. `.ci/shared` compiles it with mistakes made in both
//! engines; tests/suite fails by the same cases.

use std::process::exit;
use std::time::Duration;

use arimaa::compare::EngineKind;
use arimaa_oracle::subject::Local;
use arimaa_conformance::{Case, CaseVerdict, Suite, ask_case};

/// The time for an answer. The slowest takes a tenth of it.
const TIMEOUT: Duration = Duration::from_secs(60);

fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    let sentence = std::env::args().nth(1).unwrap_or_default();
    let suite = Suite::embedded().expect("the suite that is built in can be read");
    let (citing, others): (Vec<&Case>, Vec<&Case>) = suite
        .cases
        .iter()
        .partition(|case| case.yes.iter().chain(&case.no).any(|id| *id == sentence));
    let mut failed = 0;
    for kind in [EngineKind::Reference, EngineKind::Bitboard] {
        let mut engine = Local::new(kind.name(), kind.engine()).with_timeout(Some(TIMEOUT));
        let verdicts = citing.iter().chain(&others).map(|case| (case, ask_case(case, &mut engine)));
        let mut wrong = verdicts.filter(|(_, verdict)| *verdict != CaseVerdict::Passed);
        match wrong.next() {
            Some((_, CaseVerdict::Errored(what))) if what.contains("no answer within") => exit(2),
            Some((case, _)) => {
                failed += 1;
                println!("{}", case.id);
            }
            None => {}
        }
    }
    exit(i32::from(failed == 2));
}

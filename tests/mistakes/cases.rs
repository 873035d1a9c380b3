//! Puts the cases of the suite to the engine, those that cite the sentence in the first argument
//! first, and fails if one fails. `.ci/mistakes` compiles it with mistakes made.

use std::process::exit;
use std::time::Duration;

use arimaa::compare::Engine;
use arimaa_oracle::subject::Local;
use arimaa_conformance::{Case, Status, Suite, ask_case};

/// The timeout of an answer. The slowest answer takes a tenth of it.
const TIMEOUT: Duration = Duration::from_secs(60);

fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    let sentence = std::env::args().nth(1).unwrap_or_default();
    let suite = Suite::embedded().expect("the suite that is built in can be read");
    let (citing, others): (Vec<&Case>, Vec<&Case>) = suite
        .cases
        .iter()
        .partition(|case| case.yes.iter().chain(&case.no).any(|id| *id == sentence));
    let mut engine = Local::new("arimaa", Engine::default()).with_timeout(Some(TIMEOUT));
    let cases = citing.iter().chain(&others);
    let mut verdicts = cases.map(|case| (case, ask_case(case, &mut engine)));
    match verdicts.find(|(_, verdict)| *verdict != Status::Passed) {
        Some((_, Status::Errored(what))) if what.contains("no answer within") => exit(2),
        Some((case, _)) => {
            println!("{}", case.id);
            exit(1);
        }
        None => {}
    }
}

//! Engines of other authors, put to the suite.

#[path = "subjects/crates/mod.rs"]
mod crates;

use arimaa_oracle::suite::{KnownFailures, Report, Subject, Suite};
use crates::{PathEngine, StepEngine};

#[test]
fn look() {
    let suite = Suite::embedded().unwrap();
    let mut subjects: [Box<dyn Subject>; 2] = [
        Box::new(StepEngine::default()),
        Box::new(PathEngine::default()),
    ];
    for subject in &mut subjects {
        let report = Report::run(
            &suite.cases,
            subject.as_mut(),
            &KnownFailures::default(),
            || (),
        );
        println!("{}", report.text());
    }
}

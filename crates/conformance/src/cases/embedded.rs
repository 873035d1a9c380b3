//! The suite of the repository, built into the library.

use crate::cases::{LoadError, Suite};

/// A file of cases: its name and its text.
macro_rules! file {
    ($name:literal) => {
        ($name, include_str!(concat!("../../suite/cases/", $name)))
    };
}

/// The files of `suite/cases` by name: the cases, and the wrong rules.
pub const FILES: &[(&str, &str)] = &[
    file!("01-board-and-pieces.toml"),
    file!("02-setup.toml"),
    file!("02-every-setup.toml"),
    file!("03-steps-and-freezing.toml"),
    file!("03-every-pair-freezing.toml"),
    file!("03-every-edge-and-region.toml"),
    file!("04-push-and-pull.toml"),
    file!("04-every-pair-moving.toml"),
    file!("05-traps-and-captures.toml"),
    file!("05-every-capture.toml"),
    file!("06-turns.toml"),
    file!("06-few-turns.toml"),
    file!("06-every-part-as-every-step.toml"),
    file!("06-every-two-parts.toml"),
    file!("06-after-every-capture.toml"),
    file!("07-repetition.toml"),
    file!("07-every-length.toml"),
    file!("08-end-of-the-game.toml"),
    file!("08-every-depth.toml"),
    file!("08-every-goal-square.toml"),
    file!("08-every-goal-in-a-turn.toml"),
    file!("08-every-immobilization.toml"),
    file!("08-every-saving-turn.toml"),
    file!("08-every-given-position.toml"),
    file!("09-editions.toml"),
    file!("10-notation.toml"),
    file!("11-validity.toml"),
    file!("11-every-kind-and-trap.toml"),
    file!("12-order.toml"),
    file!("12-every-fact.toml"),
    file!("13-perft.toml"),
    file!("13-every-sequence.toml"),
    (
        "wrong-rules.toml",
        include_str!("../../suite/wrong-rules.toml"),
    ),
];

impl Suite {
    /// The suite of this version.
    ///
    /// ```
    /// use arimaa_conformance::Suite;
    ///
    /// let suite = Suite::embedded()?;
    /// assert!(suite.cases.iter().any(|case| case.id == "nothing-stands-there"));
    /// # Ok::<(), arimaa_conformance::LoadError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// None in a build whose tests pass.
    pub fn embedded() -> Result<Self, LoadError> {
        Self::load(FILES)
    }
}

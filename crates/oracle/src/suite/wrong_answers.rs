//! The answers of the wrong rules: data made by the broken engines, one of which follows each wrong
//! rule.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use serde::Deserialize;

/// The answers of engines with one wrong rule each, where they differ from the expectation.
///
/// Every answer is a list of [`symptoms`](super::symptoms).
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct WrongAnswers {
    /// The cases that the broken engines were not asked, by id: their counts take too long.
    pub unasked: BTreeSet<String>,
    /// By the id of the wrong rule and the id of the case: the symptoms, separated by blanks. The
    /// answer `?` is none: the broken engine crashed.
    pub answers: BTreeMap<String, BTreeMap<String, String>>,
}

impl WrongAnswers {
    /// The answers to the suite of this version.
    ///
    /// # Errors
    ///
    /// None in a build whose tests pass.
    pub fn embedded() -> Result<Self, String> {
        Self::read(include_str!("../../suite/wrong-answers.toml"))
    }

    /// Reads the file `suite/wrong-answers.toml`.
    ///
    /// # Errors
    ///
    /// Why the text is not such a file.
    pub fn read(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| format!("wrong-answers.toml: {error}"))
    }

    /// The text of `suite/wrong-answers.toml`.
    pub fn write(&self) -> String {
        let mut text = String::from(
            "# The answers of engines with one wrong rule each, where they differ from the expectation.\n\
             # Generated: ARIMAA_WRITE_ANSWERS=1 cargo test -p broken-engines wrong_answers\n\n",
        );
        // Writing to a string does not fail.
        let _ = writeln!(text, "unasked = [");
        for case in &self.unasked {
            let _ = writeln!(text, "    {case:?},");
        }
        let _ = writeln!(text, "]");
        for (rule, answers) in &self.answers {
            let _ = writeln!(text, "\n[answers.{rule}]");
            for (case, symptoms) in answers {
                let _ = writeln!(text, "{case} = {symptoms:?}");
            }
        }
        text
    }
}

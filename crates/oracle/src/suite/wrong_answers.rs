//! The answers of the wrong rules: data made by the broken engines, one of which follows each wrong
//! rule.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use serde::{Deserialize, Deserializer, de};

use super::Symptom;

/// By the id of a case: the symptoms of an engine there.
pub type Symptoms = BTreeMap<String, Vec<Symptom>>;

/// The answers of engines with one wrong rule each, where they differ from the expectation.
///
/// Every answer is a list of [`symptoms`](super::symptoms).
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct WrongAnswers {
    /// The cases that the broken engines were not asked, by id: their counts take too long.
    pub unasked: BTreeSet<String>,
    /// By the id of the wrong rule: the symptoms of its engine.
    #[serde(deserialize_with = "answers")]
    pub answers: BTreeMap<String, Symptoms>,
}

/// Reads the symptoms, which are words separated by blanks.
fn answers<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<String, Symptoms>, D::Error> {
    let words: BTreeMap<String, BTreeMap<String, String>> = Deserialize::deserialize(from)?;
    let read = |words: &String| -> Result<Vec<Symptom>, String> {
        words.split(' ').map(str::parse).collect()
    };
    let by_case = |answers: BTreeMap<String, String>| {
        answers
            .iter()
            .map(|(case, words)| Ok((case.clone(), read(words)?)))
            .collect::<Result<Symptoms, String>>()
    };
    let answers = words
        .into_iter()
        .map(|(rule, answers)| Ok((rule, by_case(answers)?)));
    answers
        .collect::<Result<_, String>>()
        .map_err(de::Error::custom)
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
                let words: Vec<String> = symptoms.iter().map(ToString::to_string).collect();
                let _ = writeln!(text, "{case} = {:?}", words.join(" "));
            }
        }
        text
    }
}

//! Chooses the cases of a run, and reads the list of known failures.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::Deserialize;

use super::load::File;
use crate::cases::{Case, LoadError, Suite};
use arimaa::vocab::UnknownWord;

/// Chooses cases: by id, by rule or sentence, by chapter, by kind of question, or by wrong rule.
/// `*` stands for any characters.
///
/// ```
/// use arimaa_conformance::{Selector, Suite};
///
/// let suite = Suite::embedded()?;
/// let chosen = |text: &str| {
///     let selector: Selector = text.parse().unwrap();
///     suite.cases.iter().filter(|case| selector.chooses(case)).count()
/// };
/// assert_eq!(chosen("nothing-stands-there"), 1);
/// assert!(chosen("FRZ-2.1") < chosen("FRZ-2"));
/// assert!(chosen("FRZ-2") < chosen("FRZ-*"));
/// assert!(chosen("FRZ-*") < chosen("*"));
/// assert!(chosen("13") <= chosen("perft") + chosen("turn*"));
/// # Ok::<(), arimaa_conformance::LoadError>(())
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Selector {
    pattern: String,
}

impl Selector {
    /// Whether the selector chooses this case.
    pub fn chooses(&self, case: &Case) -> bool {
        let is = |text: &str| matches(&self.pattern, text);
        is(&case.id)
            || is(&case.chapter.to_string())
            || is(case.question.kind().name())
            || case.rules().into_iter().chain(case.citations()).any(is)
            || case.kills.iter().any(|wrong| is(wrong))
    }
}

impl FromStr for Selector {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let known = |letter: char| letter.is_ascii_alphanumeric() || "-_*.".contains(letter);
        if text.is_empty() || !text.chars().all(known) {
            let expected =
                "an id, a rule, a chapter or a kind of question (`*` stands for any characters)";
            return Err(UnknownWord::new(text, expected));
        }
        Ok(Self {
            pattern: text.to_owned(),
        })
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.pattern)
    }
}

/// Whether a text fits a pattern in which `*` stands for any characters or for none.
fn matches(pattern: &str, text: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else {
        return pattern == text;
    };
    let Some(mut text) = text.strip_prefix(first) else {
        return false;
    };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let last = parts.pop().unwrap_or_default();
    // The leftmost place for each part leaves the most for those after it.
    for part in parts {
        match text.split_once(part) {
            Some((_, after)) => text = after,
            None => return false,
        }
    }
    text.ends_with(last)
}

/// Cases that an engine is known to fail, each with the reason.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct KnownFailures {
    reasons: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    #[serde(default)]
    known: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    reason: String,
    cases: Vec<String>,
}

impl KnownFailures {
    /// Reads a list: TOML with tables `[[known]]`, each a `reason` and its `cases`.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong with it.
    pub fn read(text: &str, suite: &Suite) -> Result<Self, String> {
        let list = File::new("", text).parse::<List>().map_err(|error| {
            let LoadError { line, column, .. } = error;
            format!("line {line}, column {column}: {}", error.message)
        })?;
        let mut reasons = BTreeMap::new();
        for Entry { reason, cases } in list.known {
            if cases.is_empty() {
                return Err(format!("`{reason}` has no cases"));
            }
            for case in cases {
                if suite.case(&case).is_none() {
                    return Err(format!("there is no case `{case}`"));
                }
                if reason.trim().is_empty() {
                    return Err(format!("`{case}` has no reason"));
                }
                if reasons.insert(case.clone(), reason.clone()).is_some() {
                    return Err(format!("`{case}` stands twice"));
                }
            }
        }
        Ok(Self { reasons })
    }

    /// The reason why this case is known to fail; `None` if it is not.
    pub fn reason(&self, case: &Case) -> Option<&str> {
        self.reasons.get(&case.id).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_fit_whole_texts() {
        for (pattern, text, fits) in [
            ("a-b", "a-b", true),
            ("a-b", "a-bc", false),
            ("*", "", true),
            ("a*", "a", true),
            ("a*c", "abcbc", true),
            ("a*c", "abcb", false),
            ("*b*", "abc", true),
            ("*b*b*", "abc", false),
            ("ab*ba", "aba", false),
            ("ab*ba", "abba", true),
            ("FRZ-*", "FRZ-2", true),
            ("FRZ-*", "PSH-2", false),
        ] {
            assert_eq!(matches(pattern, text), fits, "{pattern} {text}");
        }
        assert!("".parse::<Selector>().is_err());
        assert!("a b".parse::<Selector>().is_err());
    }
}

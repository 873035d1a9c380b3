//! Differences between an answer and the expectation.

use std::fmt;

use arimaa::text::error::shown;

/// The greatest number of characters shown of an expected or an answered value.
const SHOWN: usize = 4000;

/// The value in place of a rule id where an invalid position is answered to be valid.
pub(crate) const POSSIBLE: &str = "a valid position";

/// One difference between an answer and the expectation.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Mismatch {
    pub(crate) field: &'static str,
    /// The elements of the expected list; a value that is no list is one element.
    pub(crate) expected: Vec<String>,
    /// The elements of the answered list, likewise.
    pub(crate) got: Vec<String>,
    /// Whether an error came in place of an answer.
    pub(crate) is_error: bool,
    /// The illegal turn as an engine that makes turns wrote it; `None` if it made none.
    pub(crate) played: Option<String>,
}

impl Mismatch {
    /// A mismatch of two values.
    pub(crate) fn of_values(field: &'static str, expected: &str, got: &str) -> Self {
        Self::of(field, vec![expected.to_owned()], vec![got.to_owned()])
    }

    /// A mismatch of two lists.
    pub(crate) fn of(field: &'static str, expected: Vec<String>, got: Vec<String>) -> Self {
        Self {
            field,
            expected,
            got,
            ..Self::default()
        }
    }

    /// A mismatch by an error in place of an answer.
    pub(crate) fn error(field: &'static str, message: &str) -> Self {
        Self {
            is_error: true,
            ..Self::of_values(field, "an answer", &format!("error: {message}"))
        }
    }

    /// The name of the field of the expectation.
    pub const fn field(&self) -> &'static str {
        self.field
    }

    /// The expected value as text, shortened.
    pub fn expected(&self) -> String {
        self.expected.join(self.separator())
    }

    /// The answered value as text, shortened.
    pub fn got(&self) -> String {
        self.got.join(self.separator())
    }

    fn separator(&self) -> &'static str {
        match self.field {
            "first_turns" | "goals" => "; ",
            _ => " ",
        }
    }

    /// The elements that only the answer has.
    pub(crate) fn only_in_answer(&self) -> Vec<&str> {
        list_without(&self.got, &self.expected)
    }

    /// The elements that the answer lacks.
    pub(crate) fn missing(&self) -> Vec<&str> {
        list_without(&self.expected, &self.got)
    }

    /// The action that is wrongly listed or missing, if the expectation is about one action.
    pub(crate) fn action(&self) -> Option<&str> {
        match self.field {
            "listed" | "unlisted" if !self.is_error => {
                let action = self.expected.first()?;
                Some(action.strip_prefix("no ").unwrap_or(action))
            }
            _ => None,
        }
    }

    /// Whether both lists have the same elements after `form` is applied to each.
    pub(crate) fn are_alike(&self, form: fn(&str) -> String) -> bool {
        let sorted = |list: &[String]| {
            let mut elements: Vec<String> = list.iter().map(|element| form(element)).collect();
            elements.sort_unstable();
            elements
        };
        sorted(&self.expected) == sorted(&self.got)
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Whatever an engine says stays in its line, and does nothing to a terminal.
        let (expected, got) = (self.expected(), self.got());
        let (expected, got) = (shown(&expected, SHOWN), shown(&got, SHOWN));
        write!(f, "{}: expected {expected}, got {got}", self.field)
    }
}

/// The elements of a list without one copy of each element of `other`.
fn list_without<'a>(list: &'a [String], other: &[String]) -> Vec<&'a str> {
    let mut other: Vec<&str> = other.iter().map(String::as_str).collect();
    let mut rest = Vec::new();
    for element in list {
        match other.iter().position(|listed| listed == element) {
            Some(at) => {
                other.swap_remove(at);
            }
            None => rest.push(element.as_str()),
        }
    }
    rest
}

/// Mismatches for tests.
#[cfg(test)]
pub(crate) mod made {
    use super::Mismatch;

    /// A mismatch of two lists, each given with semicolons between its elements.
    pub(crate) fn lists(field: &'static str, expected: &str, got: &str) -> Mismatch {
        let list = |text: &str| {
            let elements = text.split(';').filter(|element| !element.is_empty());
            elements.map(str::to_owned).collect()
        };
        Mismatch::of(field, list(expected), list(got))
    }

    pub(crate) fn accepted() -> Mismatch {
        Mismatch::of_values("legal", "refused", "accepted")
    }

    pub(crate) fn refused() -> Mismatch {
        Mismatch::of_values("legal", "accepted", "refused (frozen)")
    }
}

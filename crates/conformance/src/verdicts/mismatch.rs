//! Differences between an answer and the expectation.

use std::fmt;

use arimaa::text::error::shown;

/// The most characters of what was expected, and of what came, that are shown.
const SHOWN: usize = 4000;

/// The value in place of the id of a rule where an invalid position is taken for a valid one.
pub(crate) const POSSIBLE: &str = "a valid position";

/// One difference between an answer and the expectation.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Mismatch {
    pub(crate) field: &'static str,
    /// The elements of the expected list; of anything else there is one.
    pub(crate) expected: Vec<String>,
    /// The elements that came.
    pub(crate) got: Vec<String>,
    /// Whether an error came in place of an answer.
    pub(crate) is_error: bool,
    /// The turn of an engine that was asked for one, as it wrote it; `None` where it made none.
    pub(crate) played: Option<String>,
}

impl Mismatch {
    /// One thing in place of another.
    pub(crate) fn of_values(field: &'static str, expected: &str, got: &str) -> Self {
        Self::of(field, vec![expected.to_owned()], vec![got.to_owned()])
    }

    /// One list in place of another.
    pub(crate) fn of(field: &'static str, expected: Vec<String>, got: Vec<String>) -> Self {
        Self {
            field,
            expected,
            got,
            ..Self::default()
        }
    }

    /// An error in place of an answer about a field.
    pub(crate) fn error(field: &'static str, message: &str) -> Self {
        Self {
            is_error: true,
            ..Self::of_values(field, "an answer", &format!("error: {message}"))
        }
    }

    /// The field of the expectation.
    pub const fn field(&self) -> &'static str {
        self.field
    }

    /// The expected value, for people.
    pub fn expected(&self) -> String {
        self.expected.join(self.separator())
    }

    /// The value in the answer, for people.
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

    /// The action that is listed or missing, where the expectation is about one.
    pub(crate) fn action(&self) -> Option<&str> {
        match self.field {
            "listed" | "unlisted" if !self.is_error => {
                let action = self.expected.first()?;
                Some(action.strip_prefix("no ").unwrap_or(action))
            }
            _ => None,
        }
    }

    /// Whether both have the same elements, written in one form.
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

/// The elements of a list that are left without one copy of each element of `other`.
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

    /// Two lists whose elements are separated by semicolons.
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

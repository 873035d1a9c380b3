//! A record in a question: as text, or already read.

use std::borrow::Cow;
use std::fmt;
use std::io::Write;

use super::budget::Length;
use arimaa::text::{Record, TextError, read_record};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A record (NOT-8). In JSON it is its text.
///
/// ```
/// use arimaa::text::read_record;
/// use arimaa_oracle::ask::RecordText;
///
/// let record = read_record("1g Ra1 Rb1")?;
/// assert_eq!(RecordText::from(record).to_string(), "1g Ra1 Rb1\n");
/// # Ok::<(), arimaa::text::TextError>(())
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum RecordText {
    /// The text.
    Text(String),
    /// The record that was read.
    Read(Box<Record>),
}

impl RecordText {
    /// The record, read if it is still a text.
    ///
    /// # Errors
    ///
    /// If the text is no record.
    pub fn read(&self) -> Result<Cow<'_, Record>, TextError> {
        match self {
            Self::Text(text) => read_record(text).map(Cow::Owned),
            Self::Read(record) => Ok(Cow::Borrowed(record)),
        }
    }

    /// The length of the text, in bytes.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::Read(record) => {
                let mut written = Length::default();
                // Counting does not fail.
                let _ = write!(written, "{record}");
                written.0
            }
        }
    }
}

impl fmt::Display for RecordText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Read(record) => record.fmt(f),
        }
    }
}

impl From<String> for RecordText {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Record> for RecordText {
    fn from(record: Record) -> Self {
        Self::Read(Box::new(record))
    }
}

impl Serialize for RecordText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for RecordText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self::Text)
    }
}

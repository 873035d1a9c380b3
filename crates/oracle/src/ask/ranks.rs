//! A board in the JSON of questions and answers.

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use arimaa::text::{read_compact, write_compact};
use arimaa::vocab::{Board, Side};

/// A board: eight strings of eight characters, rank 8 first, a dot for an empty square.
///
/// ```
/// use arimaa_oracle::ask::Ranks;
///
/// let empty = r#""........""#;
/// let ranks = [r#""r.......""#, empty, empty, r#""...E....""#, empty, empty, empty, empty];
/// let json = format!("[{}]", ranks.join(","));
/// let ranks: Ranks = serde_json::from_str(&json)?;
/// assert_eq!(ranks.0.at("d5".parse()?), Some("E".parse()?));
/// assert_eq!(serde_json::to_string(&ranks)?, json);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Ranks(pub Board);

impl Ranks {
    fn rows(&self) -> Vec<String> {
        let text = write_compact(Side::Gold, &self.0);
        let squares: Vec<char> = text
            .chars()
            .skip_while(|&letter| letter != '[')
            .skip(1)
            .take(64)
            .map(|letter| if letter == ' ' { '.' } else { letter })
            .collect();
        squares
            .chunks(8)
            .map(|rank| rank.iter().collect())
            .collect()
    }
}

impl Serialize for Ranks {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.rows().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Ranks {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let rows = Vec::<String>::deserialize(deserializer)?;
        if rows.len() != 8 || rows.iter().any(|row| row.chars().count() != 8) {
            return Err(D::Error::custom(
                "a board has eight strings of eight characters",
            ));
        }
        let (_, board) =
            read_compact(&format!("g [{}]", rows.concat())).map_err(D::Error::custom)?;
        Ok(Self(board))
    }
}

//! `Serialize` and `Deserialize` for the vocabulary: every value as the text that `Display` writes
//! and `FromStr` reads.

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use crate::vocab::{
    Action, Board, Direction, Edition, End, Handicap, Kind, Label, Part, Piece, Placed, Side,
    Square, Step, Token, TurnEnd,
};

macro_rules! as_text {
    ($($name:ty),*) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                text.parse().map_err(D::Error::custom)
            }
        }
    )*};
}

as_text!(
    Action, Board, Direction, Edition, End, Handicap, Kind, Label, Part, Piece, Placed, Side,
    Square, Step, Token, TurnEnd
);

#[cfg(test)]
mod tests {
    use std::fmt;

    use serde::de::IntoDeserializer;
    use serde::de::value::{Error, StrDeserializer};

    use super::*;

    /// A value displayed in its serialised form, with the formatter as the serialiser.
    struct Serialised<'a, T>(&'a T);

    impl<T: Serialize> fmt::Display for Serialised<'_, T> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.serialize(f)
        }
    }

    fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, Error> {
        let text: StrDeserializer<'a, Error> = text.into_deserializer();
        T::deserialize(text)
    }

    /// Asserts that these texts are read as values of a type, and serialised unchanged.
    fn come_back<T>(texts: &[&str])
    where
        T: for<'a> Deserialize<'a> + Serialize + PartialEq + fmt::Debug,
    {
        for text in texts {
            let value: Result<T, _> = read(text);
            let written = value.as_ref().map(|value| Serialised(value).to_string());
            assert_eq!(written, Ok((*text).to_owned()));
        }
    }

    #[test]
    fn every_word_is_serialised_as_its_text() {
        come_back::<Square>(&["a1", "h8"]);
        come_back::<Side>(&["gold", "silver"]);
        come_back::<Kind>(&["rabbit", "elephant"]);
        come_back::<Piece>(&["E", "r"]);
        come_back::<Direction>(&["n", "s", "e", "w"]);
        come_back::<Placed>(&["Ra1", "eh8"]);
        come_back::<Step>(&["Ed2n"]);
        come_back::<Action>(&["Ed2n", "Ra1", "end"]);
        come_back::<Part>(&["plain", "push-begun"]);
        come_back::<End>(&["mover-goal"]);
        come_back::<Edition>(&["2002", "2005-05-28+no-draws"]);
        come_back::<Handicap>(&["none", "RRm"]);
        come_back::<Label>(&["1g", "12s"]);
        come_back::<Token>(&["Ed2n", "cf3x"]);
        let board = format!("[{}E{}r]", " ".repeat(36), ".".repeat(26)).replace('.', " ");
        come_back::<Board>(&[&board]);
        come_back::<TurnEnd>(&[&format!("s {board}")]);
    }

    #[test]
    fn unknown_words_are_refused_with_their_message() {
        let error = read::<Square>("j9").map_err(|error| error.to_string());
        assert_eq!(error, Err("`j9` is not a square (a1 to h8)".to_owned()));
    }
}

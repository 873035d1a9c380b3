//! The values of the second reader: plain letters and numbers, none of the library's types.

/// The number of a move, and `g` or `s`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Label {
    pub(crate) number: u32,
    pub(crate) side: char,
}

impl Label {
    pub(crate) fn of_library(self) -> arimaa::vocab::Label {
        format!("{}{}", self.number, self.side).parse().unwrap()
    }
}

/// A turn line. A token has one form only, so its text is its value.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Turn {
    pub(crate) label: Option<Label>,
    pub(crate) tokens: Vec<String>,
}

/// A side to move and 64 letters from a8 to h1, with dots for empty squares.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Compact {
    pub(crate) side: char,
    pub(crate) board: String,
}

/// The header of a diagram: the line that says what is drawn.
pub(crate) struct Header {
    pub(crate) label: Option<Label>,
    pub(crate) side: char,
    pub(crate) tokens: Vec<String>,
    pub(crate) handicap: String,
}

impl Header {
    /// A header with a label; `named` is the side that a sentence after it names again. A handicap
    /// has a meaning only under `1g` and `1s`.
    pub(crate) fn labelled(
        label: Label,
        tokens: Vec<String>,
        handicap: Option<String>,
        named: Option<char>,
    ) -> Result<Self, &'static str> {
        if named.is_some_and(|side| side != label.side) {
            return Err("the side of the label");
        }
        if handicap.is_some() && label.number != 1 && named.is_none() {
            return Err("a handicap in a setup only");
        }
        let handicap = handicap.filter(|_| label.number == 1).unwrap_or_default();
        let (label, side) = (Some(label), label.side);
        Ok(Self {
            label,
            side,
            tokens,
            handicap,
        })
    }

    /// A header without a label: a side and tokens.
    pub(crate) fn of(side: char, tokens: Vec<String>) -> Self {
        let (label, handicap) = (None, String::new());
        Self {
            label,
            side,
            tokens,
            handicap,
        }
    }
}

/// A drawing: the board before the tokens of its header.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Diagram {
    pub(crate) label: Option<Label>,
    pub(crate) side: char,
    pub(crate) start: String,
    pub(crate) tokens: Vec<String>,
    /// Letters of the missing pieces, in the order of `RCDHMErcdhme`.
    pub(crate) handicap: String,
}

/// A line of a game.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Entry {
    Turn(Label, Vec<String>),
    Takeback(Option<Label>),
    Resigns(Option<Label>),
    Lost(Option<Label>),
    /// A last label with nothing after it.
    Open(Label),
}

/// A game. Known tags have their names as SPEC.md writes them.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct Record {
    /// Known tags in the order of NOT-8, then the others as they stood.
    pub(crate) tags: Vec<(String, String)>,
    pub(crate) lines: Vec<Entry>,
}

impl Record {
    pub(crate) fn tag(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|tag| tag.0 == name);
        tag.map(|tag| tag.1.as_str())
    }
}

/// A cell of a table.
pub(crate) type Cell = String;

/// The names of the columns, and the rows.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Table {
    pub(crate) names: Vec<Cell>,
    pub(crate) rows: Vec<Vec<Cell>>,
}

/// A line of the server's log.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Event {
    /// The label of the submitted turn, and the text in its brackets.
    Submission(Label, String),
    /// The server's reason for the refusal.
    Rejected(String),
    After,
    Finished,
    Other,
}

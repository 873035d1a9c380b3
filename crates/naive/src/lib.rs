//! A small engine of Arimaa as people write one, with a switch for each wrong rule of the
//! conformance suite. `arimaa-conformance` finds with it which of them explain the answers of an
//! engine.
//!
//! It depends on no other crate, so it shares no code with the engines whose answers the cases
//! hold. Squares are numbers from a8 (0) to h1 (63), pieces are letters, and a side is Gold or not.
//!
//! | file | what it is |
//! |---|---|
//! | `fault.rs` | the faults: conditions dropped or weakened |
//! | `board.rs` | squares, pieces and steps |
//! | `engine` | the engine |
//! | `slip.rs` | the grammar of faults that are put together by machine |
//! | `cell.rs` | those of them that err at one value: a trap, a kind, a direction |
#![expect(missing_docs, reason = "arimaa-conformance alone uses its items")]

/// Declares enums of words that stand for themselves, each with a list of all of them.
macro_rules! words {
    ($($(#[$doc:meta])* pub enum $name:ident { $($(#[$of:meta])* $word:ident,)+ })+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
        pub enum $name { $($(#[$of])* $word,)+ }

        impl $name {
            pub(crate) const ALL: [Self; [$(Self::$word),+].len()] = [$(Self::$word),+];
        }
    )+};
}

pub mod board;
pub mod cell;
pub mod engine;
pub mod fault;
pub mod slip;

//! Placeholder
pub mod bitboard;
pub mod reference;
pub mod rules;
pub mod text;
pub mod vocab;

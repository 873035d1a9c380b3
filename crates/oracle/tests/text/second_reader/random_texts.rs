//! Random texts, right and wrong, put to both readers.

use proptest::prelude::*;

use super::compare::Form;
use super::dress::{compact, diagram, mistakes, records, turn, with_mistakes};
use crate::values::{slips, with_slips};

proptest! {
    #[test]
    fn random_turn_lines_are_read_alike(text in turn(), slips in slips(), mistakes in mistakes()) {
        alike(Form::Turn, &text, &with_slips(&with_mistakes(&text, &mistakes), &slips))?;
    }

    #[test]
    fn random_compact_boards_are_read_alike(text in compact(), slips in slips(), mistakes in mistakes()) {
        alike(Form::Compact, &text, &with_slips(&with_mistakes(&text, &mistakes), &slips))?;
    }

    #[test]
    fn random_diagrams_are_read_alike(text in diagram(), slips in slips(), mistakes in mistakes()) {
        alike(Form::Diagram, &text, &with_slips(&with_mistakes(&text, &mistakes), &slips))?;
    }

    #[test]
    fn random_records_are_read_alike(text in records(), slips in slips(), mistakes in mistakes()) {
        alike(Form::Records, &text, &with_slips(&with_mistakes(&text, &mistakes), &slips))?;
    }
}

/// A text and the same with mistakes.
fn alike(form: Form, text: &str, mistaken: &str) -> Result<(), TestCaseError> {
    for text in [text, mistaken] {
        if let Err(difference) = form.compare(text) {
            return Err(TestCaseError::fail(difference));
        }
    }
    Ok(())
}

//! The form of a text, recognized.

use super::choosing::is_game;
use super::listing::insertion_sort;
use super::writing::parse;
use super::{Answer, Fault, Form, Misreading};
use arimaa::compare::Engine;
use arimaa::text::kind::TextKind;
use arimaa::text::{TextError, read_records};

/// The form that a text seems to have by how it begins. Whether it can be read is another question.
///
/// ```
/// use arimaa_oracle::ask::{Form, form_of};
///
/// assert_eq!(form_of("s [r     "), Form::Compact);
/// assert_eq!(form_of("12g Ed2n Ed3n"), Form::Turn);
/// assert_eq!(form_of("1g Ra1 Rb1\n1s ra8"), Form::Record);
/// ```
pub fn form_of(text: &str) -> Form {
    match TextKind::of(text) {
        TextKind::State => Form::State,
        TextKind::Archive => Form::Archive,
        // A board without borders is written as a compact one.
        TextKind::Compact | TextKind::Plain => Form::Compact,
        TextKind::Diagram => Form::Diagram,
        TextKind::Records => {
            let is_line = text.trim().lines().nth(1).is_none() && !text.contains(':');
            if is_line { Form::Turn } else { Form::Record }
        }
    }
}

/// Tries to read a text in all forms, the likeliest first, until one succeeds. The answer has the
/// errors of the forms that failed.
pub(super) fn recognize(engine: &Engine, text: &str) -> Result<Answer, Fault> {
    let likely = form_of(text);
    let mut forms = vec![likely];
    forms.extend(Form::ALL.into_iter().filter(|&form| form != likely));
    let mut misread = Vec::new();
    for form in forms {
        match parse(engine, form, text) {
            Ok(Answer::Text { .. }) if form == Form::Record && !holds_games(text) => {
                let error = TextError::new(1, 1, "no game", "a turn or a tag such as `Game`");
                misread.push(Misreading {
                    form,
                    line: 1,
                    column: 1,
                    message: error.to_string(),
                });
            }
            // An archive without rows is written as nothing, and counts as nothing.
            Ok(Answer::Text { text: written }) if !written.is_empty() => {
                return Ok(Answer::Recognized {
                    form: Some(form),
                    text: Some(written),
                    misread,
                });
            }
            Ok(_) => {}
            Err(Fault::BadText {
                line,
                column,
                message,
            }) => misread.push(Misreading {
                form,
                line,
                column,
                message,
            }),
            Err(Fault::UnplayableRecord { message }) => misread.push(Misreading {
                form,
                line: 1,
                column: 1,
                message,
            }),
            Err(other) => return Err(other),
        }
    }
    // A form that does not fit from its first character on was never meant.
    misread.retain(|tried| tried.form == likely || (tried.line, tried.column) > (1, 1));
    // The form that fits furthest comes first, and the likeliest before all.
    let fit = |tried: &Misreading| (tried.form == likely, tried.line, tried.column);
    let misread = insertion_sort(misread, |one, other| fit(one) >= fit(other));
    Ok(Answer::Recognized {
        form: None,
        text: None,
        misread,
    })
}

/// Whether one of the records in a text is a game, and not only tags that could be anything.
fn holds_games(text: &str) -> bool {
    read_records(text).is_ok_and(|records| records.iter().any(is_game))
}

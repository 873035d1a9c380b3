//! Lines that ask for a count. The program counts by itself, so its speed can be measured.

use super::answers::Moment;
use super::message::line_start;
use crate::subjects::Reply;
use arimaa_oracle::ask::{Answer, MAX_STEPS, Question, Unit};

/// The line that asks for the counts of a question; `None` for another question, or for a position
/// that lines cannot describe.
pub(super) fn count_line(question: &Question) -> Option<String> {
    let (position, word) = match question {
        Question::TurnCount {
            position,
            past_end: false,
        } => (position, "turns"),
        Question::Perft {
            position,
            count: Unit::Steps,
            depth: MAX_STEPS,
        } => (position, "steps"),
        _ => return None,
    };
    let moment = Moment::of_position(position).ok()?;
    let head = line_start(&moment.start, &moment.earlier);
    moment
        .steps
        .is_empty()
        .then(|| format!("{head} count {word}"))
}

/// Reads the reply to a line that asks for counts.
///
/// # Errors
///
/// Why it is no reply.
pub(super) fn read_count_reply(question: &Question, line: &str) -> Result<Reply, String> {
    let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
    if word == "skip" {
        return Ok(Reply::Declined(rest.trim().to_owned()));
    }
    let numbers = rest.split_whitespace().map(str::parse);
    let numbers: Option<Vec<u64>> = numbers.collect::<Result<_, _>>().ok();
    match (word, question, numbers.as_deref()) {
        ("count", Question::TurnCount { .. }, Some(&[count])) => {
            Ok(Reply::Answer(Answer::TurnCount { count }))
        }
        ("count", Question::Perft { .. }, Some(&[_, _, _, _])) => {
            let counts = numbers.unwrap_or_default();
            Ok(Reply::Answer(Answer::Perft { counts }))
        }
        (_, Question::TurnCount { .. }, _) => Err("expected `count` and a number".to_owned()),
        _ => Err("expected `count` and four numbers".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::unwrap_used,
        reason = "a question that cannot be read fails the test"
    )]

    use serde_json::json;

    use super::*;

    fn questions() -> [Question; 2] {
        let position = json!({"any": {"text": "g r6R/8/8/8/8/8/8/8"}});
        let turns = json!({"kind": "turn_count", "position": position});
        let steps = json!({"kind": "perft", "position": position, "count": "steps", "depth": 4});
        [turns, steps].map(|question| serde_json::from_value(question).unwrap())
    }

    #[test]
    fn count_lines_name_the_position_and_the_unit() {
        let lines = questions().map(|question| count_line(&question).unwrap());
        let board = format!("gold r......R{} -", ".".repeat(56));
        assert_eq!(
            lines,
            [
                format!("{board} count turns"),
                format!("{board} count steps")
            ]
        );
    }

    #[test]
    fn count_reply_has_as_many_numbers_as_were_asked_for() {
        let [turns, steps] = questions();
        let read = |question, line| read_count_reply(question, line);
        assert_eq!(
            read(&turns, "count 14"),
            Ok(Reply::Answer(Answer::TurnCount { count: 14 }))
        );
        let counts = vec![2, 5, 13, 35];
        assert_eq!(
            read(&steps, " count 2 5 13 35 "),
            Ok(Reply::Answer(Answer::Perft { counts }))
        );
        for question in [&turns, &steps] {
            let reason = "not yet".to_owned();
            assert_eq!(read(question, "skip not yet"), Ok(Reply::Declined(reason)));
            for wrong in ["", "no", "14", "count", "count x", "count 1 2", "count -1"] {
                assert!(read(question, wrong).is_err(), "{wrong}");
            }
        }
        let expected = |question| read(question, "no").unwrap_err();
        assert_eq!(expected(&turns), "expected `count` and a number");
        assert_eq!(expected(&steps), "expected `count` and four numbers");
        assert!(read(&steps, "count 14").is_err());
        assert!(read(&turns, "count 2 5 13 35").is_err());
    }
}

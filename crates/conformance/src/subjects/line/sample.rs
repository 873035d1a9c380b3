//! The lines that a question sends, for people who write an adapter: those that an engine without
//! faults is sent.

use super::answers::answer;
use super::message::{LineReply, read_squares};
use super::probe::{Lines, NoAnswer};
use super::variant::Variant;
use crate::subjects::ProtocolFailure;
use arimaa::compare::EngineKind;
use arimaa::vocab::{Action, Board, Edition, Phase, Side, Snapshot, Step, TurnEnd};
use arimaa_oracle::ask::Question;

/// The lines that a question sends to an engine.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Sample {
    /// The lines in their order, the first of them only where there are many.
    pub lines: Vec<String>,
    /// Whether there are more.
    pub is_cut: bool,
}

/// The first lines, at most so many, that a question sends to an engine without faults. A later
/// line can depend on the replies to those before it.
///
/// # Errors
///
/// Why the question is skipped.
pub fn sample_of(question: &Question, variant: Variant, most: usize) -> Result<Sample, String> {
    let mut recorder = Recorder::new(variant, most);
    match answer(&mut recorder, variant, question) {
        Err(NoAnswer::Skip(reason)) => Err(reason),
        Ok(_) | Err(NoAnswer::Unplayable | NoAnswer::Failed(_)) => Ok(recorder.sample),
    }
}

/// Keeps the first lines, and answers them rightly.
pub(super) struct Recorder {
    two_step: bool,
    most: usize,
    sample: Sample,
}

impl Recorder {
    pub(super) fn new(variant: Variant, most: usize) -> Self {
        Self {
            two_step: variant.two_step,
            most,
            sample: Sample::default(),
        }
    }

    /// The lines that were asked.
    #[cfg(test)]
    pub(super) fn into_lines(self) -> Vec<String> {
        self.sample.lines
    }
}

impl Lines for Recorder {
    fn ask(&mut self, lines: &[String]) -> Result<Vec<LineReply>, ProtocolFailure> {
        let mut replies = Vec::new();
        for line in lines {
            if self.sample.lines.len() == self.most {
                self.sample.is_cut = true;
                return Err(ProtocolFailure::Dead("enough lines".to_owned()));
            }
            self.sample.lines.push(line.clone());
            replies.push(right_reply(line, self.two_step).unwrap_or(LineReply::Illegal));
        }
        Ok(replies)
    }
}

/// The right reply to a line; `None` for `no`.
fn right_reply(line: &str, two_step: bool) -> Option<LineReply> {
    let (mut game, words) = {
        let (snapshot, words) = read_line(line)?;
        (EngineKind::Bitboard.start(&snapshot).ok()?, words)
    };
    let mut outcome = game.outcome();
    for word in words {
        if outcome.is_some() {
            return None;
        }
        for action in actions(word, two_step, game.snapshot().side)? {
            game.apply(action).ok()?;
        }
        outcome = (word == "end").then(|| game.outcome()).flatten();
    }
    Some(LineReply::Legal {
        board: game.board(),
        winner: outcome.and_then(|outcome| outcome.winner).into(),
    })
}

/// The actions of a word. An engine whose pushes and pulls are one action takes no half of one.
fn actions(word: &str, two_step: bool, side: Side) -> Option<Vec<Action>> {
    if word == "end" {
        return Some(vec![Action::EndTurn]);
    }
    let steps = word.split('+').map(str::parse::<Step>);
    let steps: Vec<Step> = steps.collect::<Result<_, _>>().ok()?;
    let is_half = two_step && steps.iter().all(|step| step.piece.side != side);
    (!is_half).then(|| steps.into_iter().map(Action::Step).collect())
}

/// The position of a line, and its words after that.
fn read_line(line: &str) -> Option<(Snapshot, Vec<&str>)> {
    let mut words = line.split_whitespace();
    let side = read_side(words.next()?)?;
    let start: Board = read_squares(words.next()?).ok()?;
    let earlier = words.next()?.split(',').filter(|end| *end != "-");
    let earlier = earlier.map(|end| {
        let (side, squares) = end.split_once(':')?;
        Some(TurnEnd {
            to_move: read_side(side)?,
            board: read_squares(squares).ok()?,
        })
    });
    let phase = Phase::Play {
        steps: Vec::new(),
        earlier: earlier.collect::<Option<_>>()?,
    };
    let snapshot = Snapshot::new(Edition::default(), side, start, phase);
    Some((snapshot, words.collect()))
}

fn read_side(name: &str) -> Option<Side> {
    Side::ALL.into_iter().find(|side| side.name() == name)
}

#[cfg(test)]
mod tests {
    use super::super::message::LineWinner;
    use super::*;

    /// Gold to move: a rabbit on h7, and an elephant on a2 below a rabbit of Silver.
    fn reply(words: &str, two_step: bool) -> Option<LineReply> {
        let empty = "........";
        let board = [
            "r.......", ".......R", empty, empty, empty, "r.......", "E.......", empty,
        ];
        right_reply(&format!("gold {} - {words}", board.concat()), two_step)
    }

    #[test]
    fn winner_is_told_behind_the_turn_that_wins_and_no_word_follows() {
        let winner = |words| match reply(words, false) {
            Some(LineReply::Legal { winner, .. }) => Some(winner),
            _ => None,
        };
        assert_eq!(winner("Rh7n end"), Some(LineWinner::Side(Side::Gold)));
        assert_eq!(winner("Rh7n"), Some(LineWinner::Nobody));
        assert_eq!(winner("Rh7n Ea2e"), Some(LineWinner::Nobody));
        assert_eq!(winner("Ea2e end"), Some(LineWinner::Nobody));
        assert_eq!(reply("Rh7n end ra8e", false), None);
    }

    #[test]
    fn half_a_push_is_no_word_where_a_push_is_one() {
        for (words, singly, in_pairs) in [
            ("ra3n", true, false),
            ("Ea2e", true, true),
            ("ra3n+Ea2n", true, true),
        ] {
            assert_eq!(reply(words, false).is_some(), singly, "{words}");
            assert_eq!(reply(words, true).is_some(), in_pairs, "{words}");
        }
    }
}

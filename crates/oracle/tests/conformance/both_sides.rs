//! Every case in play is asked from both sides: another case has the same position, steps, history
//! and turn with the sides exchanged, or exchanged and mirrored.

use std::collections::HashSet;

use arimaa::vocab::{Action, Phase, Placed, Snapshot};
use arimaa_conformance::{Case, Suite};
use arimaa_oracle::ask::{PositionSource, Question, QuestionKind, TurnText};

use crate::symmetry::Symmetry;

/// Files and cases that are asked from one side alone, with the reasons.
const ONE_SIDED: [(&str, &str); 6] = [
    ("09-editions.toml", "which edition applies has no side"),
    ("10-notation.toml", "texts are written alike for both sides"),
    (
        "12-order.toml",
        "the order of texts differs for the other side",
    ),
    ("13-perft.toml", "published figures"),
    (
        "both-rabbits-on-goal-by-silver",
        "Gold's is another position",
    ),
    ("too-many-of-gold-*-and-of-silver", "it is about both sides"),
];

/// A question about play, in a form that can be compared with that of the other side.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
struct Asked {
    kind: QuestionKind,
    position: Snapshot,
    turn: Vec<Word>,
    is_past_end: bool,
}

/// A word of a turn.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
enum Word {
    Action(Action),
    Capture(Placed),
}

impl Asked {
    /// The question of a case; `None` if it is not about play, or has words that are no tokens.
    fn of(case: &Case) -> Option<Self> {
        let PositionSource::State(state) = case.question.position()? else {
            return None;
        };
        if matches!(state.snapshot.phase, Phase::Setup { .. }) {
            return None;
        }
        let turn = match &case.question {
            Question::Judge {
                turn: TurnText::Line(line),
                ..
            } => line
                .split_whitespace()
                .map(Word::read)
                .collect::<Option<_>>()?,
            Question::Judge { .. } => return None,
            _ => Vec::new(),
        };
        let json = serde_json::to_value(&case.question).unwrap();
        Some(Self {
            kind: case.question.kind(),
            position: state.snapshot.clone(),
            turn,
            is_past_end: json["past_end"] == true,
        })
    }

    fn image(&self, symmetry: Symmetry) -> Self {
        Self {
            position: symmetry.snapshot(&self.position).unwrap(),
            turn: self.turn.iter().map(|word| word.image(symmetry)).collect(),
            ..self.clone()
        }
    }
}

impl Word {
    fn read(text: &str) -> Option<Self> {
        match text.strip_suffix('x') {
            Some(piece) => piece.parse().ok().map(Self::Capture),
            None => text.parse().ok().map(Self::Action),
        }
    }

    fn image(self, symmetry: Symmetry) -> Self {
        match self {
            Self::Action(action) => Self::Action(symmetry.action(action)),
            Self::Capture(piece) => Self::Capture(symmetry.placed(piece)),
        }
    }
}

/// The id of the case that asks a case of a matrix from the other side.
fn of_the_other_side(id: &str) -> String {
    let parts = id.split("gold").map(|part| part.replace("silver", "gold"));
    parts.collect::<Vec<_>>().join("silver")
}

fn is_of_a_matrix(case: &Case) -> bool {
    case.place.0.contains("-every-")
}

#[test]
fn every_case_in_play_is_asked_from_both_sides() {
    let suite = Suite::embedded().unwrap();
    let asked: Vec<(&Case, Asked)> = suite
        .cases
        .iter()
        .filter_map(|case| Some((case, Asked::of(case)?)))
        .collect();
    let all: HashSet<&Asked> = asked.iter().map(|(_, asked)| asked).collect();
    let is_one_sided = |(case, asked): &&(&Case, Asked)| {
        let exchanged = asked.image(Symmetry::Exchange);
        let is_asked = all.contains(&exchanged) || all.contains(&exchanged.image(Symmetry::Mirror));
        // The other cases of an axis go round the board, and differ by more than the side.
        let other = of_the_other_side(&case.id);
        let is_paired = is_of_a_matrix(case) && other != case.id && suite.case(&other).is_some();
        // The first turns depend on the order of texts; 06-few-turns.toml has some of Silver.
        !is_asked && !is_paired && case.expect.first_turns.is_none()
    };
    let one_sided: Vec<&Case> = asked
        .iter()
        .filter(is_one_sided)
        .map(|(case, _)| *case)
        .collect();
    let is = |case: &Case, name: &str| {
        let (before, after) = name.split_once('*').unwrap_or((name, name));
        case.place.0 == name || (case.id.starts_with(before) && case.id.ends_with(after))
    };
    println!(
        "{} cases in play, {} of one side",
        asked.len(),
        one_sided.len()
    );
    let unknown: Vec<String> = one_sided
        .iter()
        .filter(|case| !ONE_SIDED.iter().any(|(name, _)| is(case, name)))
        .map(|case| format!("{}: {}", case.place.0, case.id))
        .collect();
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
    for (name, why) in ONE_SIDED {
        let is_needed = one_sided.iter().any(|case| is(case, name));
        assert!(is_needed, "{name} has both sides: {why}");
    }
}

/// The cases of setups come in pairs of sides too, though Gold always sets up first.
#[test]
fn every_setup_is_asked_from_both_sides() {
    let suite = Suite::embedded().unwrap();
    let setups = suite
        .cases
        .iter()
        .filter(|case| case.place.0 == "02-every-setup.toml");
    let one_sided: Vec<&str> = setups
        .clone()
        .filter(|case| suite.case(&of_the_other_side(&case.id)).is_none())
        .map(|case| case.id.as_str())
        .collect();
    assert!(setups.count() > 50);
    assert_eq!(one_sided, [""; 0]);
}

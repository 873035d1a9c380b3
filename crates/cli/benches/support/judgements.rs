//! Judgements of real positions, as text, with the answers of the reference engine.

use arimaa::Game;
use arimaa::compare::{Engine, Reference};
use arimaa::text::read_compact;
use arimaa::vocab::{Edition, Snapshot};
use arimaa_oracle::ask::{Answer, PositionSource, Question, State, TurnText, answer};

const POSITIONS: &str = include_str!("../../../../benches/positions.txt");

/// Number of turns asked about per position, spread over the legal turns listed there.
const TURNS: usize = 8;

/// A question and its answer, each as the JSON that stands behind the id in its line.
pub(crate) struct Asked {
    pub(crate) question: String,
    pub(crate) answer: String,
    pub(crate) is_legal: bool,
}

/// All questions, with the answers of the reference engine.
pub(crate) fn questions() -> Vec<Asked> {
    let places: Vec<PositionSource> = rows().collect();
    let turns: Vec<Vec<String>> = places.iter().map(turns_at).collect();
    let mut asked = Vec::new();
    for (at, place) in places.iter().enumerate() {
        let (own, others) = (&turns[at], &turns[(at + 2) % turns.len()]);
        for turn in own.iter().chain(others) {
            let question = Question::Judge {
                position: place.clone(),
                turn: TurnText::Line(turn.clone()),
                strict: false,
                past_end: false,
            };
            let answer = answer(&Engine::of::<Reference>(), &question).without_details();
            asked.push(Asked {
                question: serde_json::to_string(&question).expect("a question is JSON"),
                answer: serde_json::to_string(&answer).expect("an answer is JSON"),
                is_legal: matches!(answer, Answer::Accepted { .. }),
            });
        }
    }
    asked
}

pub(crate) fn rows() -> impl Iterator<Item = PositionSource> {
    let rows = POSITIONS.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| {
        let board = row.split(" #").next().unwrap_or(row);
        let (side, board) = read_compact(board).expect("a row is a board");
        PositionSource::State(State {
            snapshot: Snapshot::position(Edition::default(), side, board),
            number: None,
        })
    })
}

/// Up to [`TURNS`] of the first ten thousand legal turns, evenly spread. The bitboard engine lists
/// them, so that the reference engine judges turns that are not its own.
fn turns_at(place: &PositionSource) -> Vec<String> {
    let listed = answer(
        &Engine::of::<Game>(),
        &Question::Turns {
            position: place.clone(),
            to: None,
            past_end: false,
            offset: 0,
            limit: None,
        },
    );
    let Answer::Turns { turns, .. } = listed else {
        return Vec::new();
    };
    let apart = turns.len().div_ceil(TURNS).max(1);
    let some = turns.into_iter().step_by(apart);
    some.map(|turn| turn.turn).collect()
}

//! Tasks for each row: a question, and the columns of its answer.

use arimaa::compare::EngineKind;
use arimaa::text::write_compact;
use arimaa::vocab::{Action, Label, Phase};
use arimaa_oracle::ask::{
    Answer, Budget, Ended, Fault, Question, Standing, State, TurnText, Winner, answer_about,
    answer_within, state_value,
};
use arimaa_oracle::judge::JudgedGame;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::columns::{Kind, Value, table};
use super::parallel::for_rows;
use super::rows::{Cell, Rows};
use super::table::Table;
use crate::errors::fault_message;
use crate::sampling::sample;

/// The values of a row, or the reason why it has none.
type Values = Result<Vec<Value>, String>;

/// A task: the columns of its answer, and the function that fills a row of them.
struct Task {
    columns: &'static [(&'static str, Kind)],
    answer: fn(&Asked<'_>) -> Values,
}

/// The arguments of a task for one row.
struct Asked<'a> {
    position: Cell<'a>,
    turn: Cell<'a>,
    row: u64,
    options: &'a RowOptions,
}

/// The options of a task, alike for all rows.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct RowOptions {
    edition: Option<String>,
    past_end: bool,
    strict: bool,
    seed: u64,
    first_row: u64,
}

fn task_named(name: &str) -> Option<Task> {
    let (columns, answer): (&[_], fn(&Asked<'_>) -> Values) = match name {
        "count_turns" => (&[("count", Kind::Count)], count_turns),
        "goal" => (&[("count", Kind::Count), ("turn", Kind::Text)], goal),
        "validate" => (
            &[
                ("valid", Kind::Flag),
                ("rule", Kind::Text),
                ("message", Kind::Text),
            ],
            validate,
        ),
        "outcome" => (
            &[
                ("over", Kind::Flag),
                ("winner", Kind::Text),
                ("rule", Kind::Text),
                ("name", Kind::Text),
            ],
            outcome,
        ),
        "judge" => (
            &[
                ("legal", Kind::Flag),
                ("turn", Kind::Text),
                ("position", Kind::Text),
                ("rule", Kind::Text),
                ("name", Kind::Text),
                ("at", Kind::Text),
                ("message", Kind::Text),
            ],
            judge,
        ),
        "sample_turn" => (
            &[("turn", Kind::Text), ("position", Kind::Text)],
            sample_turn,
        ),
        "replay" => (
            &[
                ("agrees", Kind::Flag),
                ("turns", Kind::Count),
                ("edition", Kind::Text),
                ("winner", Kind::Text),
                ("rule", Kind::Text),
                ("disagreements", Kind::Text),
            ],
            replay,
        ),
        _ => return None,
    };
    Some(Task { columns, answer })
}

/// Runs one task for each row. A row without an answer has nulls, and a reason in `error`.
#[pyfunction]
#[pyo3(signature = (name, positions, turns, options, progress=None))]
pub fn ask_rows(
    py: Python<'_>,
    name: &str,
    positions: &Rows,
    turns: Option<&Rows>,
    options: RowOptions,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Table> {
    let task = task_named(name).ok_or_else(|| PyValueError::new_err(format!("no task {name}")))?;
    if turns.is_some_and(|turns| turns.len() != positions.len()) {
        return Err(PyValueError::new_err(
            "there are not as many turns as positions",
        ));
    }
    let answers = for_rows(py, positions.len(), progress, |row| {
        (task.answer)(&Asked {
            position: positions.cell(row),
            turn: turns.map_or(Cell::Missing, |turns| turns.cell(row)),
            row: options.first_row + row as u64,
            options: &options,
        })
    })?;
    py.detach(|| {
        let rows = answers.into_iter().map(|answer| match answer {
            Ok(values) => (values, None),
            Err(reason) => (Vec::new(), Some(reason)),
        });
        table(task.columns, rows.collect())
    })
}

/// The answer to a question about the position of a row, whose text may have any length.
fn answer_of(position: Cell<'_>, question: &Question) -> Answer {
    let budget = Budget {
        text: usize::MAX,
        ..Budget::default()
    };
    match position {
        Cell::Game(game) => answer_about(game, question, &budget),
        _ => answer_within(&EngineKind::Bitboard.engine(), question, &budget),
    }
}

/// The reason why an answer has no values: its error, or that it is an answer of another kind.
fn reason(answer: &Answer) -> String {
    match answer {
        Answer::Error { error } => fault_message(error),
        other => format!("the answer is `{}`", other.name()),
    }
}

fn count_turns(asked: &Asked<'_>) -> Values {
    let question = Question::TurnCount {
        position: asked.position.source(asked.options.edition.as_deref())?,
        past_end: asked.options.past_end,
    };
    match answer_of(asked.position, &question) {
        Answer::TurnCount { count } => Ok(vec![Value::Count(count)]),
        other => Err(reason(&other)),
    }
}

fn goal(asked: &Asked<'_>) -> Values {
    let question = Question::Goal {
        position: asked.position.source(asked.options.edition.as_deref())?,
        past_end: asked.options.past_end,
        offset: 0,
        limit: Some(0),
    };
    match answer_of(asked.position, &question) {
        Answer::Goal {
            total, shortest, ..
        } => Ok(vec![Value::Count(total), shortest.into()]),
        other => Err(reason(&other)),
    }
}

fn validate(asked: &Asked<'_>) -> Values {
    let question = Question::Standing {
        position: asked.position.source(asked.options.edition.as_deref())?,
    };
    match answer_of(asked.position, &question) {
        Answer::Standing { .. } => Ok(vec![Value::Flag(true)]),
        Answer::Error {
            error: Fault::ImpossiblePosition { rule, message, .. },
        } => Ok(vec![
            Value::Flag(false),
            Value::Text(rule),
            Value::Text(message),
        ]),
        other => Err(reason(&other)),
    }
}

fn outcome(asked: &Asked<'_>) -> Values {
    let question = Question::Outcome {
        position: asked.position.source(asked.options.edition.as_deref())?,
    };
    match answer_of(asked.position, &question) {
        Answer::Outcome { outcome: None } => Ok(vec![Value::Flag(false)]),
        Answer::Outcome {
            outcome: Some(ended),
        } => Ok(vec![
            Value::Flag(true),
            winner(&ended),
            ended.rule.into(),
            ended.end.into(),
        ]),
        other => Err(reason(&other)),
    }
}

fn winner(ended: &Ended) -> Value {
    let winner = match ended.winner {
        Winner::Gold => "gold",
        Winner::Silver => "silver",
        Winner::Draw => "draw",
    };
    Value::Text(winner.to_owned())
}

fn judge(asked: &Asked<'_>) -> Values {
    let question = Question::Judge {
        position: asked.position.source(asked.options.edition.as_deref())?,
        turn: TurnText::Line(asked.turn.text("turn")?.to_owned()),
        strict: asked.options.strict,
        past_end: asked.options.past_end,
    };
    match answer_of(asked.position, &question) {
        Answer::Accepted { turn, standing, .. } => {
            let position = position_after(asked, &turn, &standing)?;
            Ok(vec![
                Value::Flag(true),
                Value::Text(turn),
                Value::Text(position),
            ])
        }
        Answer::Refused { refusal, .. } => Ok(vec![
            Value::Flag(false),
            Value::Null,
            Value::Null,
            refusal.rule.into(),
            refusal.name.into(),
            refusal.at.into(),
            refusal.message.into(),
        ]),
        other => Err(reason(&other)),
    }
}

/// The position after a legal turn as text: a compact board, or a JSON state where the other side
/// still places its pieces.
fn position_after(asked: &Asked<'_>, turn: &str, standing: &Standing) -> Result<String, String> {
    let label: Option<Label> = standing.label.as_ref().and_then(|label| label.parse().ok());
    let label = label.ok_or("the answer has no label")?;
    if label.number > 1 {
        return Ok(write_compact(label.side, &standing.board.0));
    }
    let mut actions: Vec<String> = turn.split_whitespace().map(str::to_owned).collect();
    actions.push(Action::EndTurn.to_string());
    let question = Question::Apply {
        position: asked.position.source(asked.options.edition.as_deref())?,
        actions,
    };
    match answer_of(asked.position, &question) {
        Answer::Applied { state, .. } => Ok(state_value(&state).to_string()),
        other => Err(reason(&other)),
    }
}

fn replay(asked: &Asked<'_>) -> Values {
    let question = Question::Replay {
        record: asked.position.text("record")?.to_owned(),
        edition: asked.options.edition.clone(),
        strict: asked.options.strict,
        past_end: asked.options.past_end,
        boards: false,
        offset: 0,
        limit: Some(0),
    };
    match answer_of(asked.position, &question) {
        Answer::Replayed {
            edition,
            total,
            outcome,
            agrees,
            disagreements,
            ..
        } => {
            let messages: Vec<String> = disagreements.into_iter().map(|at| at.message).collect();
            let (winner, rule) =
                outcome.map_or((Value::Null, None), |ended| (winner(&ended), ended.rule));
            Ok(vec![
                Value::Flag(agrees),
                Value::Count(total),
                Value::Text(edition),
                winner,
                rule.into(),
                (!agrees).then(|| messages.join("\n")).into(),
            ])
        }
        other => Err(reason(&other)),
    }
}

fn sample_turn(asked: &Asked<'_>) -> Values {
    let game = asked.position.game(asked.options.edition.as_deref())?;
    let sampled = sample(&game, asked.options.seed, asked.row);
    let (turn, after) = sampled.ok_or("there is no turn")?;
    Ok(vec![Value::Text(turn), Value::Text(position_text(&after))])
}

/// The position at the start of a turn as text, without the history.
pub fn position_text(game: &JudgedGame) -> String {
    let snapshot = game.state().snapshot();
    if let Phase::Setup { .. } = snapshot.phase {
        let number = Some(game.label().number);
        return state_value(&State { snapshot, number }).to_string();
    }
    write_compact(game.label().side, &game.state().board())
}

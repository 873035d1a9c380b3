//! What is asked of each row, and the columns of the answers.

use arimaa::compare::EngineKind;
use arimaa::text::{Located, TextError, read_turn, write_compact};
use arimaa::vocab::Phase;
use arimaa_oracle::ask::{self, Fault, Question, RefusedTurn, State, Winner, state_value};
use arimaa_oracle::judge::{JudgedGame, Options, Reading};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::columns::{Kind, Value, table};
use super::parallel::for_rows;
use super::rows::{Cell, Rows};
use super::table::Table;
use crate::sampling::sample;

/// The answer to a row: its values, or why there are none.
type Answer = Result<Vec<Value>, String>;

/// What is asked of each row.
struct Task {
    columns: &'static [(&'static str, Kind)],
    answer: fn(&Asked<'_>) -> Answer,
}

/// A row and how it is asked.
struct Asked<'a> {
    position: Cell<'a>,
    turn: Cell<'a>,
    row: u64,
    options: &'a RowOptions,
}

/// How rows are asked.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct RowOptions {
    edition: Option<String>,
    past_end: bool,
    strict: bool,
    seed: u64,
    first_row: u64,
}

fn task(name: &str) -> Option<Task> {
    let (columns, answer): (&[_], fn(&Asked<'_>) -> Answer) = match name {
        "count_turns" => (&[("count", Kind::Count)], count_turns),
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

/// Asks the same of each row. A row without an answer has nulls, and a reason in `error`.
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
    let task = task(name).ok_or_else(|| PyValueError::new_err(format!("no task {name}")))?;
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

impl Asked<'_> {
    fn game(&self) -> Result<JudgedGame, String> {
        let game = self.position.game(self.options.edition.as_deref())?;
        game.map_err(|fault| fault_message(&fault))
    }
}

fn fault_message(fault: &Fault) -> String {
    match fault {
        Fault::ImpossiblePosition { rule, message, .. } => format!("{message} ({rule})"),
        other => other.message().to_owned(),
    }
}

fn count_turns(asked: &Asked<'_>) -> Answer {
    let game = asked.game()?;
    let over = !asked.options.past_end && game.outcome().is_some();
    let count = if over { 0 } else { game.state().count_turns() };
    Ok(vec![Value::Count(count)])
}

fn validate(asked: &Asked<'_>) -> Answer {
    match asked.position.game(asked.options.edition.as_deref())? {
        Ok(_) => Ok(vec![Value::Flag(true)]),
        Err(Fault::ImpossiblePosition { rule, message, .. }) => Ok(vec![
            Value::Flag(false),
            Value::Text(rule),
            Value::Text(message),
        ]),
        Err(fault) => Err(fault_message(&fault)),
    }
}

fn outcome(asked: &Asked<'_>) -> Answer {
    Ok(match asked.game()?.outcome() {
        None => vec![Value::Flag(false)],
        Some(outcome) => vec![
            Value::Flag(true),
            Value::Text(outcome.winner_name().to_owned()),
            Value::Text(outcome.rule().to_owned()),
            Value::Text(outcome.end.name().to_owned()),
        ],
    })
}

fn judge(asked: &Asked<'_>) -> Answer {
    let mut game = asked.game()?;
    let turn = asked.turn.text("turn")?;
    let turn = read_turn(turn, 1).map_err(|error: TextError| error.to_string())?;
    let tokens = Located::values(&turn.tokens);
    let options = Options {
        reading: Reading::strict_if(asked.options.strict),
        past_end: asked.options.past_end,
    };
    let label = turn.label.map(|label| label.value);
    Ok(match game.play(label, &tokens, options) {
        Ok(accepted) => vec![
            Value::Flag(true),
            Value::Text(accepted.text()),
            Value::Text(written(&game)),
        ],
        Err(refused) => {
            let refused = RefusedTurn::of(&refused, &tokens);
            vec![
                Value::Flag(false),
                Value::Null,
                Value::Null,
                refused.rule.into(),
                refused.name.into(),
                refused.at.into(),
                refused.message.into(),
            ]
        }
    })
}

fn replay(asked: &Asked<'_>) -> Answer {
    let record = asked.position.text("record")?;
    let question = Question::Replay {
        record: record.to_owned(),
        edition: asked.options.edition.clone(),
        strict: asked.options.strict,
        past_end: asked.options.past_end,
        boards: false,
        offset: 0,
        limit: Some(0),
    };
    match ask::answer(&EngineKind::Bitboard.engine(), &question) {
        ask::Answer::Replayed {
            edition,
            total,
            outcome,
            agrees,
            disagreements,
            ..
        } => {
            let (winner, rule) = outcome.map_or((None, None), |ended| {
                let winner = match ended.winner {
                    Winner::Gold => "gold",
                    Winner::Silver => "silver",
                    Winner::Draw => "draw",
                };
                (Some(winner.to_owned()), ended.rule)
            });
            let disagreements: Vec<String> = disagreements
                .into_iter()
                .map(|point| point.message)
                .collect();
            let disagreements = (!agrees).then(|| disagreements.join("\n"));
            Ok(vec![
                Value::Flag(agrees),
                Value::Count(total),
                Value::Text(edition),
                winner.into(),
                rule.into(),
                disagreements.into(),
            ])
        }
        ask::Answer::Error { error } => Err(fault_message(&error)),
        other => Err(format!("the answer is `{}`", other.name())),
    }
}

fn sample_turn(asked: &Asked<'_>) -> Answer {
    let game = asked.game()?;
    let sampled = sample(&game, asked.options.seed, asked.row);
    let (turn, after) = sampled.ok_or_else(|| "there is no turn".to_owned())?;
    Ok(vec![Value::Text(turn), Value::Text(written(&after))])
}

/// The position as text: a compact board, or a JSON state where pieces are still being placed.
fn written(game: &JudgedGame) -> String {
    let snapshot = game.state().snapshot();
    if let Phase::Setup { .. } = snapshot.phase {
        let number = Some(game.label().number);
        return state_value(&State { snapshot, number }).to_string();
    }
    write_compact(game.label().side, &game.state().board())
}

//! Rules, cases and pictures, by their addresses.

use std::net::IpAddr;
use std::sync::{Arc, LazyLock};

use axum::Extension;
use axum::body::Bytes;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use crate::memory::Hold;
use crate::pool::{Busy, Pool};
use crate::responses::{answer, in_json_type, json, problem, status_of, unavailable};
use arimaa::compare::EngineKind;
use arimaa::spec;
use arimaa_conformance::{Case, Selector, Suite};
use arimaa_oracle::ask::{Answer, AnyText, Drawing, PositionSource, Question};

/// The cases, in the order of the suite.
static CASES: LazyLock<Vec<Case>> =
    LazyLock::new(|| Suite::embedded().map_or_else(|_| Vec::new(), |suite| suite.cases));

/// All cases as `suite export` writes them, one a line.
static ALL_CASES: LazyLock<Bytes> = LazyLock::new(|| lines_of(CASES.iter()).into());

/// Every rule, as `explain_rule` answers.
static ALL_RULES: LazyLock<Bytes> = LazyLock::new(|| {
    let engine = EngineKind::default().engine();
    let explained = |rule: &spec::Rule| {
        let rule = rule.id.to_owned();
        arimaa_oracle::ask::answer(&engine, &Question::ExplainRule { rule })
    };
    let answers: Vec<Answer> = spec::rules().iter().map(explained).collect();
    serde_json::to_vec(&answers).unwrap_or_default().into()
});

fn lines_of<'a>(cases: impl Iterator<Item = &'a Case>) -> Vec<u8> {
    let mut lines = Vec::new();
    for case in cases {
        // Memory takes whatever is written, and a case that was read can be written.
        let _ = serde_json::to_writer(&mut lines, case);
        lines.push(b'\n');
    }
    lines
}

/// `GET /v1/rules`: every rule, as `explain_rule` answers.
pub(super) async fn rules() -> Response {
    in_json_type(StatusCode::OK, ALL_RULES.clone())
}

/// `GET /v1/rules/{id}`: one rule.
pub(super) async fn rule(
    State(pool): State<Arc<Pool>>,
    Extension(client): Extension<IpAddr>,
    Path(rule): Path<String>,
) -> Response {
    let question = Question::ExplainRule { rule };
    answer(&pool, client, question, Hold::default()).await
}

/// Which cases are wanted.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    /// Those that cite this rule or this sentence; all without it.
    rule: Option<String>,
}

/// `GET /v1/cases`: the cases of the suite as `suite export` writes them, one a line.
pub(super) async fn cases(
    State(pool): State<Arc<Pool>>,
    Extension(client): Extension<IpAddr>,
    wanted: Result<Query<Wanted>, QueryRejection>,
) -> Response {
    let wanted = match wanted {
        Ok(Query(wanted)) => wanted,
        Err(rejection) => return problem(rejection.status(), rejection.body_text()),
    };
    let lines = match wanted.rule {
        None => Some(ALL_CASES.clone()),
        Some(rule) => {
            let selector = rule.to_ascii_uppercase().parse::<Selector>();
            let (Some(_), Ok(selector)) = (spec::rule(&rule), selector) else {
                // The answer that a question about this rule has.
                let question = Question::ExplainRule { rule };
                return answer(&pool, client, question, Hold::default()).await;
            };
            let cites = |case: &&Case| selector.chooses(case);
            pool.memory.keep(lines_of(CASES.iter().filter(cites)))
        }
    };
    let Some(lines) = lines else {
        return unavailable(Busy::Memory);
    };
    ([(CONTENT_TYPE, "application/x-ndjson")], lines).into_response()
}

/// `GET /v1/cases/{id}`: one case.
pub(super) async fn case(Path(id): Path<String>) -> Response {
    match CASES.iter().find(|case| case.id == id) {
        Some(case) => json(StatusCode::OK, case),
        None => problem(StatusCode::NOT_FOUND, format!("there is no case {id:?}")),
    }
}

/// The position of a picture.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pictured {
    /// A text in any form that gives a position.
    position: String,
    /// The squares to mark, such as `c3,f6`.
    #[serde(default)]
    marks: String,
}

/// `GET /v1/board.svg`: a position drawn.
pub(super) async fn board(
    State(pool): State<Arc<Pool>>,
    Extension(client): Extension<IpAddr>,
    pictured: Result<Query<Pictured>, QueryRejection>,
) -> Response {
    let Pictured { position, marks } = match pictured {
        Ok(Query(pictured)) => pictured,
        Err(rejection) => return problem(rejection.status(), rejection.body_text()),
    };
    let position = PositionSource::Any(AnyText {
        text: position,
        game: None,
        before: None,
        edition: None,
    });
    let marks = marks.split(',').filter(|mark| !mark.is_empty());
    let marks = marks.map(str::to_owned).collect();
    let question = Question::Draw {
        position,
        drawing: Drawing::Svg,
        marks,
    };
    let drawn = pool.answer(client, question, Hold::default(), |answer| answer);
    match drawn.await {
        Ok(Answer::Drawn { text, .. }) => {
            let Some(text) = pool.memory.keep(text.into_bytes()) else {
                return unavailable(Busy::Memory);
            };
            // A picture that is opened by itself runs nothing and loads nothing.
            let policy = (
                "content-security-policy",
                "default-src 'none'; style-src 'unsafe-inline'",
            );
            let headers = [(CONTENT_TYPE.as_str(), "image/svg+xml"), policy];
            (headers, text).into_response()
        }
        Ok(answer) => json(status_of(&answer), &answer),
        Err(busy) => unavailable(busy),
    }
}

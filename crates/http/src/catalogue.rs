//! Routes of rules, cases and pictures.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, LazyLock};

use axum::Extension;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, Request, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use crate::budget::{Hold, SMALL};
use crate::openapi;
use crate::pool::{Busy, Pool};
use crate::responses::{Constant, answer, json, problem, status_of, unavailable};
use arimaa::compare::EngineKind;
use arimaa::spec;
use arimaa_conformance::Suite;
use arimaa_oracle::ask::{Answer, AnyText, Drawing, PositionSource, Question};
use arimaa_oracle::serve::{LONG_REQUEST, Worker};

/// The type of lists of cases.
const LINES: &str = "application/x-ndjson";

/// The cases as `suite export` writes them: all of them, those of each rule and sentence, and each
/// case by its id.
struct Cases {
    all: Constant,
    citing: HashMap<String, Constant>,
    by_id: HashMap<String, Constant>,
}

static CASES: LazyLock<Cases> = LazyLock::new(|| {
    let cases = Suite::embedded().map_or_else(|_| Vec::new(), |suite| suite.cases);
    let (mut all, mut citing, mut by_id) = (Vec::new(), HashMap::new(), HashMap::new());
    for case in cases {
        // A case that was read can be written.
        let line = serde_json::to_vec(&case).unwrap_or_default();
        let mut ids = case.rules();
        ids.extend(case.yes.iter().chain(&case.no).map(String::as_str));
        ids.sort_unstable();
        ids.dedup();
        for id in ids {
            let list: &mut Vec<u8> = citing.entry(id.to_owned()).or_default();
            list.extend_from_slice(&line);
            list.push(b'\n');
        }
        all.extend_from_slice(&line);
        all.push(b'\n');
        by_id.insert(case.id, Constant::new("application/json", line));
    }
    let citing = citing.into_iter();
    Cases {
        all: Constant::new(LINES, all),
        citing: citing
            .map(|(id, list)| (id, Constant::new(LINES, list)))
            .collect(),
        by_id,
    }
});

/// Every rule as `explain_rule` answers.
static RULES: LazyLock<Constant> = LazyLock::new(|| {
    let engine = EngineKind::default().engine();
    let explained = |rule: &spec::Rule| {
        let rule = rule.id.to_owned();
        arimaa_oracle::ask::answer(&engine, &Question::ExplainRule { rule })
    };
    let answers: Vec<Answer> = spec::rules().iter().map(explained).collect();
    let body = serde_json::to_vec(&answers).unwrap_or_default();
    Constant::new("application/json", body)
});

/// Makes the constant bodies on the threads of the pool, before a client asks for them.
pub(super) async fn make_lists(
    State(pool): State<Arc<Pool>>,
    Extension(client): Extension<IpAddr>,
    request: Request,
    next: Next,
) -> Response {
    if LazyLock::get(&CASES).is_none() {
        // That takes as long as reading a long request.
        let make = |_: &Worker| (&*RULES, &*openapi::DOCUMENT, &*CASES);
        if let Err(busy) = pool.run(client, LONG_REQUEST + 1, make).await {
            return unavailable(busy);
        }
    }
    next.run(request).await
}

/// `GET /v1/rules`: every rule, as `explain_rule` answers.
pub(super) async fn rules() -> Constant {
    RULES.clone()
}

/// `GET /v1/rules/{id}`: one rule.
pub(super) async fn rule(
    State(pool): State<Arc<Pool>>,
    Extension(client): Extension<IpAddr>,
    Path(rule): Path<String>,
) -> Response {
    explain(&pool, client, rule).await
}

async fn explain(pool: &Arc<Pool>, client: IpAddr, rule: String) -> Response {
    let question = Question::ExplainRule { rule };
    answer(pool, client, Hold::beyond(SMALL), move || {
        Ok(question.clone())
    })
    .await
}

/// The query of `GET /v1/cases`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    /// The rule or sentence that the cases cite; all cases without it.
    rule: Option<String>,
}

/// `GET /v1/cases`: the cases of the suite as `suite export` writes them, one a line.
pub(super) async fn cases(
    State(pool): State<Arc<Pool>>,
    Extension(client): Extension<IpAddr>,
    wanted: Result<Query<Wanted>, QueryRejection>,
) -> Result<Constant, Response> {
    let Query(Wanted { rule }) =
        wanted.map_err(|rejection| problem(rejection.status(), rejection.body_text()))?;
    let Some(rule) = rule else {
        return Ok(CASES.all.clone());
    };
    if spec::rule(&rule).is_none() {
        // The answer that a question about this rule has.
        return Err(explain(&pool, client, rule).await);
    }
    let list = CASES.citing.get(&rule.to_ascii_uppercase()).cloned();
    Ok(list.unwrap_or_else(|| Constant::new(LINES, "")))
}

/// `GET /v1/cases/{id}`: one case.
pub(super) async fn case(Path(id): Path<String>) -> Result<Constant, Response> {
    let case = CASES.by_id.get(&id).cloned();
    case.ok_or_else(|| problem(StatusCode::NOT_FOUND, format!("there is no case {id:?}")))
}

/// The query of `GET /v1/board.svg`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pictured {
    /// A text in any form that has a position.
    position: String,
    /// The squares to mark, such as `c3,f6`.
    #[serde(default)]
    marks: String,
}

/// `GET /v1/board.svg`: a picture of a position.
pub(super) async fn board(
    State(pool): State<Arc<Pool>>,
    Extension(client): Extension<IpAddr>,
    pictured: Result<Query<Pictured>, QueryRejection>,
) -> Response {
    let Pictured { position, marks } = match pictured {
        Ok(Query(pictured)) => pictured,
        Err(rejection) => return problem(rejection.status(), rejection.body_text()),
    };
    let mut hold = Hold::beyond(SMALL);
    if !pool.memory.try_grow(client, &mut hold, position.len()) {
        return unavailable(Busy::Memory);
    }
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
    let question = move || Ok(question.clone());
    let drawn = pool.answer(client, hold, question, |answer| answer);
    match drawn.await {
        Ok(Answer::Drawn { text, .. }) => {
            let Some(text) = pool.memory.keep(client, text.into_bytes(), SMALL) else {
                return unavailable(Busy::Memory);
            };
            // A picture that is opened by itself runs nothing and loads nothing.
            let policy = (
                "content-security-policy",
                "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
            );
            let headers = [(CONTENT_TYPE.as_str(), "image/svg+xml"), policy];
            (headers, text).into_response()
        }
        Ok(answer) => json(status_of(&answer), &answer),
        Err(busy) => unavailable(busy),
    }
}

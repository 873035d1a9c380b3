//! Every route answers as the one language does, and the description says so.

use std::process::Command;

use arimaa::compare::EngineKind;
use arimaa::spec;
use arimaa_oracle::ask::{Question, answer};
use arimaa_oracle::suite::{Case, Suite};
use serde_json::Value;

use crate::server::Server;

const FROZEN: &str = r#"{"kind": "judge", "turn": "Cc2n", "position": {"any": {"text":
    "g [.......r..........................................Cd....R.......]"}}}"#;

#[test]
fn a_question_gets_the_answer_of_the_library() {
    let server = Server::start(&[]);
    let question: Question = serde_json::from_str(FROZEN).unwrap();
    let expected = answer(&EngineKind::default().engine(), &question);
    let response = server.post("/v1/ask", FROZEN);
    assert_eq!(response.status, 200);
    assert_eq!(response.json(), serde_json::to_value(expected).unwrap());
    assert!(response.head.contains("content-type: application/json"));
    assert!(response.head.contains("x-request-id: "));
    assert!(!response.head.contains("access-control-allow-origin"));
}

#[test]
fn faults_are_answers_whose_status_repeats_their_kind() {
    let server = Server::start(&["--timeout", "0.2"]);
    let asked = [
        ("{\"kind\": ", 400, "bad_question"),
        (
            r#"{"kind": "explain_rule", "rule": "FRZ-99"}"#,
            404,
            "unknown_rule",
        ),
        (
            r#"{"kind": "outcome", "position": {"any": {"text": "g [E"}}}"#,
            422,
            "bad_text",
        ),
        (
            r#"{"kind": "outcome", "position": {"any": {"text": "g [..................E.............................................]"}}}"#,
            422,
            "impossible_position",
        ),
        (
            r#"{"kind": "perft", "count": "turns", "depth": 3, "position": {"any": {"text":
                "g [rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR]"}}}"#,
            504,
            "timed_out",
        ),
    ];
    for (question, status, kind) in asked {
        let response = server.post("/v1/ask", question);
        assert_eq!(
            (response.status, response.fault().as_str()),
            (status, kind),
            "{question}"
        );
    }
    let response = server.get("/v1/nothing");
    assert_eq!(
        (response.status, response.fault().as_str()),
        (404, "bad_question")
    );
    let response = server.get("/v1/ask");
    assert_eq!(
        (response.status, response.fault().as_str()),
        (405, "bad_question")
    );
}

#[test]
fn every_case_of_the_suite_passes_line_by_line() {
    let server = Server::start(&[]);
    let suite = Suite::embedded().unwrap();
    let line = |(id, case): (usize, &Case)| {
        let ask = serde_json::to_value(&case.question).unwrap();
        serde_json::json!({"id": id, "ask": ask, "details": true}).to_string() + "\n"
    };
    let asked: String = suite.cases.iter().enumerate().map(line).collect();
    let response = server.post("/v1/lines", &asked);
    assert_eq!(response.status, 200);
    let engine = EngineKind::default().engine();
    let lines = response.unchunked();
    assert_eq!(lines.lines().count(), suite.cases.len());
    for (line, case) in lines.lines().zip(&suite.cases) {
        let line: Value = serde_json::from_str(line).unwrap();
        let expected = serde_json::to_value(answer(&engine, &case.question)).unwrap();
        assert_eq!(line["answer"], expected, "{}", case.id);
    }
}

#[test]
fn a_dear_line_times_out_and_the_next_is_answered() {
    let server = Server::start(&["--timeout", "0.2"]);
    let dear = r#"{"kind": "perft", "count": "turns", "depth": 3, "position": {"any": {"text": "g [rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR]"}}}"#;
    let cheap = r#"{"kind": "explain_rule", "rule": "FRZ-2"}"#;
    let asked = format!("{{\"id\":1,\"ask\":{dear}}}\n{{\"id\":2,\"ask\":{cheap}}}\n");
    let response = server.post("/v1/lines", &asked);
    let lines = response.unchunked();
    let lines: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(
        lines[0]["answer"]["error"]["kind"], "timed_out",
        "{lines:?}"
    );
    assert_eq!(lines[1]["answer"]["kind"], "rule", "{lines:?}");
}

#[test]
fn rules_cases_and_pictures_have_addresses() {
    let server = Server::start(&[]);
    let rules = server.get("/v1/rules").json();
    assert_eq!(rules.as_array().unwrap().len(), spec::rules().len());
    let rule = server.get("/v1/rules/FRZ-2").json();
    assert_eq!(rule["rule"]["id"], "FRZ-2");
    assert_eq!(server.get("/v1/rules/FRZ-99").status, 404);

    let suite = Suite::embedded().unwrap();
    let cases = server.get("/v1/cases").body;
    assert_eq!(cases.lines().count(), suite.cases.len());
    let about =
        |case: &&Case| case.yes.contains(&"FRZ-1".into()) || case.no.contains(&"FRZ-1".into());
    let cases = server.get("/v1/cases?rule=FRZ-1").body;
    assert_eq!(
        cases.lines().count(),
        suite.cases.iter().filter(about).count()
    );
    let case = &suite.cases[0];
    let served = server.get(&format!("/v1/cases/{}", case.id)).json();
    assert_eq!(served, serde_json::to_value(case).unwrap());
    assert_eq!(server.get("/v1/cases/none").status, 404);
    assert_eq!(server.get("/v1/cases?rules=FRZ-1").status, 400);

    let board = "g+%5B.......r..........................................Cd....R.......%5D";
    let picture = server.get(&format!("/v1/board.svg?position={board}&marks=c2,d2"));
    assert!(picture.head.contains("content-type: image/svg+xml"));
    assert!(picture.body.starts_with("<svg ") && picture.body.contains("Cc2"));
    let picture = server.get("/v1/board.svg?position=nothing");
    assert_eq!(
        (picture.status, picture.fault().as_str()),
        (422, "bad_text")
    );
}

#[test]
fn the_description_names_every_route_and_its_schemas() {
    let server = Server::start(&[]);
    let document = server.get("/v1/openapi.json").json();
    assert_eq!(document["openapi"], "3.1.0");
    let paths: Vec<&String> = document["paths"].as_object().unwrap().keys().collect();
    let routes = [
        "/v1/ask",
        "/v1/board.svg",
        "/v1/cases",
        "/v1/cases/{id}",
        "/v1/lines",
        "/v1/openapi.json",
        "/v1/rules",
        "/v1/rules/{id}",
    ];
    assert_eq!(paths, routes);
    // Every reference leads somewhere.
    let text = document.to_string();
    let references = text.split("\"#/components/schemas/").skip(1);
    let mut count = 0;
    for name in references.map(|rest| rest.split('"').next().unwrap()) {
        assert!(
            document["components"]["schemas"].get(name).is_some(),
            "{name}"
        );
        count += 1;
    }
    assert!(count > 20, "only {count} references");
    assert!(!text.contains("#/$defs/"));
}

#[test]
fn health_metrics_cors_and_front_page_are_served() {
    let server = Server::start(&["--cors"]);
    assert_eq!(server.get("/healthz").body, "ok\n");
    assert_eq!(server.get("/readyz").body, "ready\n");
    let response = server.post("/v1/ask", FROZEN);
    assert!(response.head.contains("access-control-allow-origin: *"));
    let metrics = server.get("/metrics").body;
    for line in [
        "arimaa_oracle_requests_total{route=\"/v1/ask\",status=\"200\"} 1",
        "arimaa_oracle_answers_total{kind=\"refused\"} 1",
        "arimaa_oracle_answer_seconds_count 1",
    ] {
        assert!(metrics.contains(line), "{metrics}");
    }
    let front = server.get("/").body;
    assert!(front.contains("/v1/openapi.json"));
}

#[test]
fn files_of_a_folder_are_served_beside_the_routes() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page");
    std::fs::create_dir_all(page.join("assets")).unwrap();
    std::fs::write(page.join("index.html"), "<title>a page</title>").unwrap();
    std::fs::write(page.join("assets/a.wasm"), "wasm").unwrap();
    std::fs::write(folder.path().join("secret"), "secret").unwrap();
    let server = Server::start(&["--page", page.to_str().unwrap()]);

    let front = server.get("/");
    assert_eq!(
        (front.status, front.body.as_str()),
        (200, "<title>a page</title>")
    );
    assert!(
        front.head.contains("content-type: text/html"),
        "{}",
        front.head
    );
    let module = server.get("/assets/a.wasm");
    assert_eq!((module.status, module.body.as_str()), (200, "wasm"));
    assert!(
        module.head.contains("content-type: application/wasm"),
        "{}",
        module.head
    );
    assert_eq!(server.post("/v1/ask", FROZEN).status, 200);
    for path in [
        "/assets/b.wasm",
        "/../secret",
        "/%2e%2e/secret",
        "/v1/nothing",
    ] {
        let response = server.get(path);
        assert_eq!(response.status, 404, "{path}");
        assert_eq!(response.fault(), "bad_question", "{path}");
    }
    assert_eq!(server.post("/index.html", "{}").status, 404);
}

#[test]
fn folder_without_a_page_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_arimaa-oracle"))
        .args(["serve", "--http", "127.0.0.1:0", "--page"])
        .arg(folder.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(
        message.contains("there is no index.html in this folder"),
        "{message}"
    );
}

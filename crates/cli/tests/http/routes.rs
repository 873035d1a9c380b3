//! The routes: each gives the answers of the protocol, and the `OpenAPI` description lists it.

use std::io::Write;
use std::process::{Command, Stdio};

use arimaa::compare::EngineKind;
use arimaa::spec;
use arimaa_conformance::{Case, Suite};
use arimaa_oracle::ask::{Question, answer};

use crate::server::{Server, posted};
use crate::{EXPENSIVE, RULE, TURNS};

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
        (EXPENSIVE, 504, "timed_out"),
    ];
    for (question, status, kind) in asked {
        let response = server.post("/v1/ask", question);
        response.assert_refuses(status, kind);
    }
    let response = server.get("/v1/nothing");
    response.assert_refuses(404, "bad_question");
}

#[test]
fn errors_are_json_wherever_they_arise() {
    let server = Server::start(&[]);
    for (method, path, status) in [
        ("GET", "/v1/nothing", 404),
        ("GET", "/v1/ask", 405),
        ("DELETE", "/v1/lines", 405),
        ("PUT", "/", 405),
        ("GET", "/v1/rules/%ff", 400),
        ("GET", "/v1/cases/%ff", 400),
        ("GET", "/v1/cases?rules=%", 400),
        ("GET", "/v1/board.svg", 400),
    ] {
        let head =
            format!("{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        let response = server.send(head.as_bytes());
        assert_eq!(response.status, status, "{method} {path}");
        response.assert_refuses(status, "bad_question");
    }
}

/// A request for another host is refused: that host's page, led here by DNS, could read answers.
#[test]
fn head_that_is_wrong_is_refused() {
    let server = Server::start(&[]);
    for (line, fields, status) in [
        ("GET / HTTP/1.1", "Host: LocalHost:80", 200),
        ("GET / HTTP/1.1", "host: 127.0.0.1", 200),
        ("GET / HTTP/1.1", "host: [::1]:8080", 200),
        ("GET / HTTP/1.0", "a: b", 200),
        ("GET http://localhost/ HTTP/1.1", "host: localhost", 200),
        ("GET / HTTP/1.1", "host: example.org", 421),
        ("GET / HTTP/1.1", "host: localhost.example.org", 421),
        ("GET / HTTP/1.0", "host: example.org", 421),
        ("GET http://example.org/ HTTP/1.1", "host: localhost", 421),
        ("GET / HTTP/1.1", "a: b", 400),
        ("GET / HTTP/1.1", "host: localhost\r\nhost: localhost", 400),
        ("GET / HTTP/1.1", "host:", 400),
        ("GET / HTTP/1.1", "host: a b", 400),
        ("GET / HTTP/1.1", "host: localhost:port", 400),
        ("GET / HTTP/1.1", "host: user@localhost", 400),
        ("GET / HTTP/1.1", "host: [::1", 400),
        ("GET / HTTP/1.1", "host: gr\u{fc}n", 400),
    ] {
        let request = format!("{line}\r\n{fields}\r\nconnection: close\r\n\r\n");
        let response = server.send(request.as_bytes());
        assert_eq!(response.status, status, "{line} {fields}");
        if status != 200 {
            response.assert_refuses(status, "bad_question");
        }
    }
    // A body in another coding is left unread.
    for (coding, status) in [
        ("Chunked", 200),
        ("gzip, chunked", 501),
        ("chunked, chunked", 501),
    ] {
        let request = format!(
            "POST /v1/ask HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
             transfer-encoding: {coding}\r\n\r\n{:x}\r\n{FROZEN}\r\n0\r\n\r\n",
            FROZEN.len()
        );
        assert_eq!(server.send(request.as_bytes()).status, status, "{coding}");
    }
}

#[test]
fn empty_bodies_lines_and_compressed_ones_are_named() {
    let server = Server::start(&[]);
    for empty in ["", " \r\n"] {
        let response = server.post("/v1/ask", empty);
        assert_eq!(response.status, 400, "{response:?}");
        assert!(response.body.contains("the body is empty"), "{response:?}");
    }
    let line = format!("{{\"id\":1,\"ask\":{FROZEN}}}");
    let response = server.post("/v1/ask", &line);
    assert_eq!(response.status, 400, "{response:?}");
    assert!(
        response.body.contains("a line of `/v1/lines`"),
        "{response:?}"
    );
    let encoded = |path: &str, coding: &str| {
        let request = posted(path, FROZEN);
        let header = format!("\r\ncontent-encoding: {coding}\r\n\r\n");
        server.send(request.replacen("\r\n\r\n", &header, 1).as_bytes())
    };
    for path in ["/v1/ask", "/v1/lines"] {
        let response = encoded(path, "gzip");
        response.assert_refuses(415, "bad_question");
        assert!(response.body.contains("Content-Encoding"), "{response:?}");
        assert_eq!(encoded(path, "identity, br").status, 415);
        assert_eq!(encoded(path, "Identity").status, 200);
    }
}

#[test]
fn responses_that_depend_on_the_request_alone_are_sent_once() {
    let server = Server::start(&[]);
    for path in [
        "/v1/rules",
        "/v1/rules/FRZ-2",
        "/v1/cases?rule=FRZ-2",
        "/v1/openapi.json",
    ] {
        let response = server.get(path);
        assert!(
            response.head.contains("cache-control: public, max-age="),
            "{response:?}"
        );
        let tag = response.head.split("\r\netag: ").nth(1).unwrap();
        let tag = tag.split("\r\n").next().unwrap();
        let ask_again = |tag: &str| {
            let head = format!(
                "GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nif-none-match: {tag}\r\n\r\n"
            );
            server.send(head.as_bytes())
        };
        let again = ask_again(tag);
        assert_eq!((again.status, again.body.as_str()), (304, ""));
        assert!(again.head.contains(tag));
        assert_eq!(ask_again("*").status, 304);
        assert_eq!(ask_again("\"another\"").body, response.body);
    }
    for path in ["/v1/rules/FRZ-99", "/healthz", "/metrics"] {
        assert!(!server.get(path).head.contains("\r\netag: "), "{path}");
    }
}

#[test]
fn a_name_is_an_address() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arimaa-oracle"));
    command.args(["serve", "--http", "localhost:0"]);
    let (server, _log) = Server::start_as(&mut command);
    assert_eq!(server.get("/healthz").status, 200);
    let expected = "expected an address and a port";
    for (wrong, reason) in [
        ("localhost", expected),
        ("127.0.0.1", expected),
        (":8080", expected),
        ("localhost:", expected),
        (
            "host with blanks:1",
            "there is no address of \"host with blanks\": ",
        ),
        (
            "no-such-host.invalid:8080",
            "there is no address of \"no-such-host.invalid\": ",
        ),
        ("localhost:99999", "99999 is no port"),
        ("localhost:http", "http is no port"),
    ] {
        let message = Server::refusal(wrong, &[]);
        assert!(message.contains(reason), "{message}");
    }
}

/// The lines are cheap, expensive, malformed, long or cancelled.
#[test]
fn lines_are_answered_as_over_a_pipe() {
    let server = Server::start(&["--timeout", "600"]);
    let record = "2g Ed2n\\n".repeat(20_000);
    let record = format!(r#"{{"kind":"outcome","position":{{"any":{{"text":"{record}"}}}}}}"#);
    let mut lines = String::new();
    for id in 0..40 {
        let ask = match id % 8 {
            0 => TURNS.replace("turns", "turn_count"),
            1 => TURNS.replacen('{', "{\"limit\": 3,", 1),
            2 => FROZEN.replace('\n', ""),
            3 => record.clone(),
            4 => "null".to_owned(),
            5 => EXPENSIVE.to_owned(),
            6 => TURNS.to_owned(),
            _ => RULE.to_owned(),
        };
        lines.extend(["{\"id\":", &id.to_string(), ",\"ask\":", &ask, "}\n"]);
        if id % 8 == 5 {
            lines.extend(["{\"id\":\"c\",\"cancel\":", &id.to_string(), "}\n"]);
        }
    }
    lines += "{\"id\": 99, \"hello\": {}}\nno json\n\n\r\n{\"id\": 100}";
    let mut child = Command::new(env!("CARGO_BIN_EXE_arimaa-oracle"))
        .args(["serve", "--timeout", "600"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let asked = lines.clone();
    std::thread::spawn(move || input.write_all(asked.as_bytes()));
    let piped = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    let served = server.post("/v1/lines", &lines).unchunked();
    assert_eq!(piped.lines().count(), 50);
    // How far a cancelled question came is another number each time.
    let without_numbers = |line: &str| {
        let is_cancelled = line.contains("timed_out");
        line.chars()
            .filter(|letter| !is_cancelled || !letter.is_ascii_digit())
            .collect::<String>()
    };
    for (served, piped) in served.lines().zip(piped.lines()) {
        assert_eq!(without_numbers(served), without_numbers(piped));
    }
    assert_eq!(served.lines().count(), 50);
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
    let count = |cases: &str| server.get(cases).body.lines().count();
    assert_eq!(count("/v1/cases"), suite.cases.len());
    let about = |case: &&Case| case.rules().contains(&"FRZ-1");
    let cites = |case: &&Case| case.yes.iter().chain(&case.no).any(|id| id == "FRZ-1.1");
    let (of_rule, of_sentence) = (
        count("/v1/cases?rule=FRZ-1"),
        count("/v1/cases?rule=FRZ-1.1"),
    );
    assert_eq!(of_rule, suite.cases.iter().filter(about).count());
    assert_eq!(of_sentence, suite.cases.iter().filter(cites).count());
    assert!(of_sentence < of_rule);
    let case = &suite.cases[0];
    let served = server.get(&format!("/v1/cases/{}", case.id)).json();
    assert_eq!(served, serde_json::to_value(case).unwrap());
    assert_eq!(server.get("/v1/cases/none").status, 404);
    assert_eq!(server.get("/v1/cases?rules=FRZ-1").status, 400);
    // As for the rules themselves.
    assert_eq!(count("/v1/cases?rule=frz-1"), of_rule);
    assert_eq!(server.get("/v1/rules/frz-2").json(), rule);
    for path in [
        "/v1/cases?rule=FRZ-99",
        "/v1/cases?rule=%",
        "/v1/cases?rule=",
    ] {
        server.refuses(path, 404, "unknown_rule");
    }

    let board = "g+%5B.......r..........................................Cd....R.......%5D";
    let picture = server.get(&format!("/v1/board.svg?position={board}&marks=c2,d2"));
    assert!(picture.head.contains("content-type: image/svg+xml"));
    assert!(picture.body.starts_with("<svg ") && picture.body.contains("Cc2"));
    let picture = server.get("/v1/board.svg?position=nothing");
    picture.assert_refuses(422, "bad_text");
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
    assert!(
        !text.contains("\"405\""),
        "no route answers its own method so"
    );
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

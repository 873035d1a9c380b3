//! Each promise of docs/http.md and SECURITY.md, with the test that holds it.

use std::collections::BTreeSet;
use std::fs;

use crate::root::root;
use crate::server::Server;

/// The first cell of each row that promises something, and the test of it.
const HTTP: &str = "
200 a_question_gets_the_answer_of_the_library
304 responses_that_depend_on_the_request_alone_are_sent_once
307 no_address_leads_to_another_host
400 errors_are_json_wherever_they_arise
404 faults_are_answers_whose_status_repeats_their_kind
405 errors_are_json_wherever_they_arise
408 slow_requests_are_ended
413 long_bodies_are_refused
415 empty_bodies_lines_and_compressed_ones_are_named
421 head_that_is_wrong_is_refused
422 faults_are_answers_whose_status_repeats_their_kind
429 expensive_questions_of_one_client_beyond_its_limit_are_answered_429
431 head_that_is_long_is_refused
500 engines_that_differ_are_a_failure
501 head_that_is_wrong_is_refused
503 full_queue_is_answered_503_with_retry_after
504 each_response_has_one_line_in_the_log
--timeout a_dear_line_times_out_and_the_next_is_answered
--request-timeout slow_requests_are_ended
--send-timeout unread_responses_are_held_within_the_budget_and_dropped
--max-body long_bodies_are_refused
--max-memory body_for_which_there_is_no_memory_is_answered_503
--max-connections connection_that_is_silent_the_longest_makes_room_for_the_next
--max-client-connections connections_of_one_client_beyond_its_limit_are_closed
--max-waiting full_queue_is_answered_503_with_retry_after
--max-client-questions expensive_questions_of_one_client_beyond_its_limit_are_answered_429
--grace answers_in_progress_are_finished_within_the_grace
arimaa_oracle_requests_total{route,status} health_metrics_cors_and_front_page_are_served
arimaa_oracle_answers_total{kind} health_metrics_cors_and_front_page_are_served
arimaa_oracle_lines_total connections_are_counted
arimaa_oracle_answer_seconds health_metrics_cors_and_front_page_are_served
arimaa_oracle_connections connections_are_counted
arimaa_oracle_expensive_questions question_beside_expensive_ones_is_answered
arimaa_oracle_held_bytes unread_responses_are_held_within_the_budget_and_dropped
arimaa_oracle_failed_connections_total connections_are_counted
arimaa_oracle_refused_connections_total connections_of_one_client_beyond_its_limit_are_closed
";

/// The beginning of each point of SECURITY.md, and tests of it.
const SECURITY: &str = "
an input that makes: files_without_an_end_are_refused_within_a_bound
a file outside: nothing_outside_of_the_folder_and_nothing_hidden_is_served
a position, record: messages_about_hostile_text_print log_of_hostile_requests_prints
a process of: signal_ends_the_oracle_and_its_descendants
memory errors in: reserved_block_can_be_written_to_its_end null_is_an_empty_line
";

/// The names of all functions in the files below a folder.
fn functions(folder: &str, names: &mut BTreeSet<String>) {
    for entry in fs::read_dir(root().join(folder)).unwrap() {
        let entry = entry.unwrap();
        let path = format!("{folder}/{}", entry.file_name().to_str().unwrap());
        if entry.file_type().unwrap().is_dir() {
            functions(&path, names);
        } else if entry.path().extension().is_some_and(|end| end == "rs") {
            let text = fs::read_to_string(root().join(path)).unwrap();
            let tests = text.split("#[test]").skip(1);
            let named = tests.filter_map(|test| test.split("fn ").nth(1)?.split('(').next());
            names.extend(named.map(str::to_owned));
        }
    }
}

#[test]
fn each_promise_names_a_test() {
    let mut tests = BTreeSet::new();
    for folder in [
        "crates/cli/tests",
        "crates/http/src",
        "crates/oracle/tests",
        "bindings/c",
    ] {
        functions(folder, &mut tests);
    }
    let rows = |table: &'static str, mark: &'static str| {
        let rows = table.lines().filter_map(move |line| line.split_once(mark));
        rows.map(|(promise, tests)| (promise, tests.trim()))
            .collect::<Vec<_>>()
    };
    let (http, security) = (rows(HTTP, " "), rows(SECURITY, ":"));
    for (promise, named) in http.iter().chain(&security) {
        for name in named.split(' ') {
            assert!(tests.contains(name), "{promise}: {name}");
        }
    }
    let page = fs::read_to_string(root().join("docs/http.md")).unwrap();
    let (_, page) = page.split_once("## Statuses").unwrap();
    let (statuses, rest) = page.split_once("## Streams").unwrap();
    let (_, rest) = rest.split_once("## Limits").unwrap();
    let cells = [statuses, rest].into_iter().flat_map(str::lines);
    let cells = cells.filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    let cells = cells.map(|cell| cell.trim_matches('`'));
    let mut promised: Vec<&str> = cells
        .filter(|cell| !["status", "option", "metric"].contains(cell))
        .collect();
    promised.dedup();
    let named: Vec<&str> = http.iter().map(|(promise, _)| *promise).collect();
    assert_eq!(promised, named);
    let page = fs::read_to_string(root().join("SECURITY.md")).unwrap();
    let points = page.lines().filter_map(|line| line.strip_prefix("- "));
    let points: Vec<&str> = points.collect();
    assert_eq!(points.len(), security.len());
    for (point, (promise, _)) in points.iter().zip(security) {
        assert!(point.starts_with(promise), "{point}");
    }
}

#[test]
fn connections_are_counted() {
    let server = Server::start(&[]);
    let lines = "{\"id\":1,\"hello\":{}}\n".repeat(3);
    assert_eq!(server.post("/v1/lines", &lines).status, 200);
    assert_eq!(server.metric("arimaa_oracle_lines_total"), 3);
    assert_eq!(server.send(b"no HTTP\r\n\r\n").status, 400);
    while server.metric("arimaa_oracle_failed_connections_total") != 1
        || server.metric("arimaa_oracle_connections") != 1
    {}
}

#[test]
fn head_that_is_long_is_refused() {
    let server = Server::start(&[]);
    let long = "a".repeat(64 << 10);
    let request = format!("GET / HTTP/1.1\r\nhost: localhost\r\nlong: {long}\r\n\r\n");
    assert_eq!(server.send(request.as_bytes()).status, 431);
}

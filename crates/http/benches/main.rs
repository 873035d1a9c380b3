//! The cost of questions over HTTP, beside servers that answer the same requests with a constant.
//!
//! The servers run at the same time, each in a process of its own, and are asked in turns by
//! `h2load` (Debian package `nghttp2-client`), which takes a part of the same cores. Answers are
//! compared before with those of the reference engine; under load each must have status 200.
//!
//! | file | what it is |
//! |---|---|
//! | `main.rs` | the rounds and their figures |
//! | `constant.rs` | the servers that answer with constants: axum, and nginx if it is there |
//! | `load.rs` | `h2load`, and connections that are idle or slow |

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    clippy::cast_precision_loss,
    reason = "a bench that cannot ask fails, and a rate needs few digits"
)]

mod constant;
#[path = "../../cli/benches/support/judgements.rs"]
mod judgements;
mod load;
#[path = "../../../tests/support/http_server.rs"]
#[allow(dead_code, reason = "the tests ask more of it")]
mod server;

use std::env;
use std::fmt::Write as _;
use std::io::BufReader;
use std::process::{ChildStderr, Command};
use std::time::Duration;

use arimaa::compare::Engine;
use arimaa_oracle::ask::Answer;
use arimaa_oracle_http::{self as http, Options};

use constant::Nginx;
use judgements::{Asked, questions};
use load::{Idle, Load, Run};
use server::Server;

/// The questions of one batch.
const BATCH: usize = 2_000;
const ROUNDS: usize = 5;
/// The fewest single questions of a round.
const QUESTIONS: usize = 20_000;
/// The connections that ask at a steady rate.
const CLIENTS: usize = 16;
/// The variable that makes the bench a server of the product.
const PRODUCT: &str = "ARIMAA_BENCH_PRODUCT";
/// The variable that makes it a server of the constant that it holds.
const CONSTANT: &str = "ARIMAA_BENCH_CONSTANT";

fn main() {
    if let Ok(constant) = env::var(CONSTANT) {
        constant::serve(constant);
        return;
    }
    if env::var_os(PRODUCT).is_some() {
        serve_product();
        return;
    }
    // `cargo test --benches` compares the answers, and times nothing.
    let is_timed = env::args().any(|argument| argument == "--bench");
    let (product, _log) = start(PRODUCT, "");
    let asked = questions();
    let lines = compare_answers(&product, &asked);
    let legal = asked.iter().find(|asked| asked.is_legal).unwrap();
    let single = &legal.question;
    let refused = asked.iter().filter(|asked| !asked.is_legal).count();
    println!(
        "{} judgements as expected, {refused} of a refused turn",
        asked.len()
    );
    if !is_timed {
        return;
    }
    let constant = product.post("/v1/ask", single).body;
    let (axum, _log) = start(CONSTANT, &constant);
    let nginx = Nginx::start(&constant);
    let load = Load::new(single, &lines);
    let mut servers = vec![("ours", product.address()), ("axum", axum.address())];
    match &nginx {
        Some(nginx) => servers.push(("nginx", &nginx.address)),
        None => println!("NOT MEASURED: nginx is not installed"),
    }

    println!(
        "| connections | server | answers a second | half within, ms | 99 of 100 within, ms |"
    );
    println!("|---:|---|---:|---:|---:|");
    let mut ours = 0.0;
    for connections in [1, 16, 256, 4_096] {
        let count = QUESTIONS.max(8 * connections);
        let mut runs = vec![Vec::new(); servers.len()];
        for _ in 0..ROUNDS {
            for (server, runs) in servers.iter().zip(&mut runs) {
                runs.push(load.singles(server.1, count, connections));
            }
        }
        for ((name, _), runs) in servers.iter().zip(&runs) {
            let of = |figure: fn(&Run) -> f64| median(runs.iter().map(figure).collect());
            let (rate, half, most) = (of(|run| run.rate), of(|run| run.half), of(|run| run.most));
            println!("| {connections} | {name} | {rate:.0} | {half:.2} | {most:.2} |");
            if *name == "ours" && connections == CLIENTS {
                ours = rate;
            }
        }
    }
    let batches = (0..ROUNDS).map(|_| load.batches(product.address()).rate * BATCH as f64);
    println!(
        "questions in batches of {BATCH}: {:.0}/s",
        median(batches.collect())
    );

    let rate = ours / 2.0;
    let (mut alone, mut beside) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        alone.push(load.paced(product.address(), rate, CLIENTS).most);
        let _others = Idle::open(product.address(), 1_000, 200);
        beside.push(load.paced(product.address(), rate, CLIENTS).most);
    }
    let (alone, beside) = (median(alone), median(beside));
    println!("at {rate:.0}/s, 99 of 100 within {alone:.2} ms");
    println!(
        "beside 1,000 idle and 200 slow connections {beside:.2} ms: {:.2}",
        beside / alone
    );
}

/// Each question alone, and all as lines; the lines of one batch.
fn compare_answers(product: &Server, asked: &[Asked]) -> String {
    for asked in asked {
        let response = product.post("/v1/ask", &asked.question);
        let found: Answer = serde_json::from_str(&response.body).unwrap();
        let found = serde_json::to_string(&found.without_details()).unwrap();
        assert_eq!(found, asked.answer, "{}", asked.question);
    }
    let (mut requests, mut expected) = (String::new(), String::new());
    for (id, asked) in asked.iter().cycle().take(BATCH).enumerate() {
        writeln!(requests, "{{\"id\":{id},\"ask\":{}}}", asked.question).unwrap();
        writeln!(expected, "{{\"id\":{id},\"answer\":{}}}", asked.answer).unwrap();
    }
    let found = product.post("/v1/lines", &requests).unchunked();
    for (found, expected) in found.lines().zip(expected.lines()) {
        assert_eq!(found, expected);
    }
    assert_eq!(found.len(), expected.len());
    requests
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Starts this bench again as one of the servers.
fn start(variable: &str, value: &str) -> (Server, BufReader<ChildStderr>) {
    let mut command = Command::new(env::current_exe().unwrap());
    // The log is not read.
    command.env(variable, value).env("RUST_LOG", "error");
    Server::start_as(&mut command)
}

/// Serves as `serve --http` does by default, until it is killed.
fn serve_product() {
    let options = Options {
        addresses: vec![([127, 0, 0, 1], 0).into()],
        timeout: Duration::from_secs(10),
        // All of them are of one client.
        client_connections: None,
        ..Options::default()
    };
    let listening = |address| eprintln!("listening on http://{address}");
    http::serve(&Engine::of::<arimaa::bitboard::Game>(), &options, listening).unwrap();
}

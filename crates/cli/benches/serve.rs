//! Measures the judgements a second that `arimaa-oracle serve --stdio` gives through a pipe.
//!
//! The questions are about fifty real positions: turns that are legal there, and turns of other
//! positions, nearly all of which are not. The reference engine says beforehand what each answer
//! must be; the server asks the bitboard engine, and every byte that it writes is compared. Writing
//! and comparing happens in this process, on the same cores.

#![allow(
    clippy::expect_used,
    clippy::cast_precision_loss,
    reason = "a bench that cannot read its own positions fails, and a rate needs few digits"
)]

use std::io::{BufRead, BufReader, BufWriter, Write};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Instant;

#[path = "support/judgements.rs"]
mod judgements;

use judgements::{Asked, questions, rows};

const QUESTIONS: usize = 300_000;
const ROUNDS: usize = 5;

fn main() {
    let asked = questions();
    let legal = asked.iter().filter(|asked| asked.is_legal).count();
    println!(
        "{} different questions about {} positions, {legal} of the turns legal",
        asked.len(),
        rows().count()
    );
    let threads = thread::available_parallelism().map_or(1, usize::from);
    for arguments in [&["--threads", "1"][..], &[]] {
        let mut rates: Vec<f64> = (0..ROUNDS).map(|_| round(&asked, arguments)).collect();
        rates.sort_by(f64::total_cmp);
        let threads = if arguments.is_empty() { threads } else { 1 };
        println!(
            "serve with {threads} threads: {:.0} judgements/s (median of {ROUNDS}; {:.0} to {:.0}), all {QUESTIONS} answers as expected",
            rates[ROUNDS / 2],
            rates[0],
            rates[ROUNDS - 1],
        );
    }
}

/// Asks every question once; returns the judgements per second.
fn round(asked: &[Asked], arguments: &[&str]) -> f64 {
    let mut server = Server(
        Command::new(env!("CARGO_BIN_EXE_arimaa-oracle"))
            .args(["serve", "--stdio"])
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts"),
    );
    let stdin = server.0.stdin.take().expect("its input is a pipe");
    let stdout = server.0.stdout.take().expect("its output is a pipe");
    let start = Instant::now();
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut out = BufWriter::with_capacity(1 << 16, stdin);
            for (id, asked) in asked.iter().cycle().take(QUESTIONS).enumerate() {
                writeln!(out, "{{\"id\":{id},\"ask\":{}}}", asked.question)
                    .expect("the server reads");
            }
            out.flush().expect("the server reads");
        });
        let mut lines = BufReader::with_capacity(1 << 16, stdout);
        let (mut line, mut expected) = (Vec::new(), Vec::new());
        for (id, asked) in asked.iter().cycle().take(QUESTIONS).enumerate() {
            line.clear();
            expected.clear();
            lines
                .read_until(b'\n', &mut line)
                .expect("answers are read");
            writeln!(expected, "{{\"id\":{id},\"answer\":{}}}", asked.answer)
                .expect("memory is written");
            let (line, expected) = (line.as_slice(), expected.as_slice());
            assert!(
                line == expected,
                "{}\nexpected {}",
                String::from_utf8_lossy(line),
                String::from_utf8_lossy(expected)
            );
        }
    });
    QUESTIONS as f64 / start.elapsed().as_secs_f64()
}

/// A server process that is ended on drop, also when a wrong answer panics.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

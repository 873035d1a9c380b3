//! The load: requests by `h2load`, and connections that ask nothing or hardly anything.

use std::fs;
use std::io::Write;
use std::net::TcpStream;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use tempfile::TempDir;

/// How long idle connections are given to be accepted.
const ACCEPTED: Duration = Duration::from_millis(500);

/// Requests, as files that `h2load` sends.
pub(crate) struct Load {
    directory: TempDir,
}

/// The figures of one run.
#[derive(Clone, Copy)]
pub(crate) struct Run {
    /// Requests a second.
    pub(crate) rate: f64,
    /// The times within which half of them and 99 of 100 are answered, in milliseconds.
    pub(crate) half: f64,
    pub(crate) most: f64,
}

impl Load {
    pub(crate) fn new(single: &str, lines: &str) -> Self {
        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join("single"), single).unwrap();
        fs::write(directory.path().join("lines"), lines).unwrap();
        Self { directory }
    }

    /// So many single questions over so many connections, as fast as they are answered; each
    /// connection asks one after the other.
    pub(crate) fn singles(&self, address: &str, count: usize, connections: usize) -> Run {
        self.run("single", address, "/v1/ask", count, connections, None)
    }

    /// Batches, as fast as they are answered.
    pub(crate) fn batches(&self, address: &str) -> Run {
        self.run("lines", address, "/v1/lines", 200, 2, None)
    }

    /// Single questions, so many a second, for five seconds.
    pub(crate) fn paced(&self, address: &str, rate: f64, connections: usize) -> Run {
        let (count, each) = ((rate * 5.0).round(), (rate / connections as f64).round());
        let count = format!("{count}").parse().unwrap();
        self.run("single", address, "/v1/ask", count, connections, Some(each))
    }

    fn run(
        &self,
        file: &str,
        address: &str,
        path: &str,
        count: usize,
        connections: usize,
        each: Option<f64>,
    ) -> Run {
        let log = self.directory.path().join("log");
        let _ = fs::remove_file(&log);
        let mut command = Command::new("h2load");
        command.args(["--h1", "-t", "1", "-d"]);
        command.arg(self.directory.path().join(file));
        command.arg("--log-file").arg(&log);
        command.args(["-n", &count.to_string(), "-c", &connections.to_string()]);
        if let Some(each) = each {
            command.args(["--rps", &each.to_string()]);
        }
        command.arg(format!("http://{address}{path}"));
        let done = command.output().expect("h2load is installed");
        let said = String::from_utf8(done.stdout).unwrap();
        let field = |start: &str, at: usize| {
            let line = said.lines().find(|line| line.starts_with(start)).unwrap();
            line.split_whitespace().nth(at).unwrap().to_owned()
        };
        let (asked, answered) = (field("requests:", 1), field("status codes:", 2));
        assert_eq!(asked, answered, "{said}");
        let log = fs::read_to_string(log).unwrap();
        // A line has the moment of the request, its status, and its microseconds.
        let microseconds = log.lines().map(|line| line.split('\t').nth(2).unwrap());
        let mut times: Vec<f64> = microseconds.map(|time| time.parse().unwrap()).collect();
        times.sort_by(f64::total_cmp);
        Run {
            rate: field("finished in", 3).parse().unwrap(),
            half: times[times.len() / 2] / 1e3,
            most: times[times.len() * 99 / 100] / 1e3,
        }
    }
}

/// Connections that stay open, some of them in the middle of a request.
pub(crate) struct Idle {
    _kept: Vec<TcpStream>,
    is_over: Arc<AtomicBool>,
    slow: Option<JoinHandle<()>>,
}

impl Idle {
    /// Opens `idle` connections that send nothing, and `slow` ones that send a byte of their
    /// request each second.
    pub(crate) fn open(address: &str, idle: usize, slow: usize) -> Self {
        let connect = |_| TcpStream::connect(address).unwrap();
        let kept = (0..idle).map(connect).collect();
        let mut sending: Vec<TcpStream> = (0..slow).map(connect).collect();
        let is_over = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&is_over);
        let slow = thread::spawn(move || {
            let request =
                b"POST /v1/ask HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n";
            for stream in &mut sending {
                stream.write_all(request).unwrap();
            }
            while !stop.load(Ordering::Relaxed) {
                for stream in &mut sending {
                    stream.write_all(b" ").unwrap();
                }
                thread::sleep(Duration::from_secs(1));
            }
        });
        thread::sleep(ACCEPTED);
        let slow = Some(slow);
        Self {
            _kept: kept,
            is_over,
            slow,
        }
    }
}

impl Drop for Idle {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(slow) = self.slow.take() {
            slow.join().unwrap();
        }
    }
}

//! A server that reads the same requests and answers with a constant.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

use axum::Router;
use axum::body::Bytes;
use axum::http::header::CONTENT_TYPE;
use axum::routing::post;

/// The variable that holds the constant, and makes the bench this server.
const CONSTANT: &str = "ARIMAA_BENCH_CONSTANT";

pub(crate) fn is_asked_for() -> bool {
    std::env::var_os(CONSTANT).is_some()
}

/// Serves until it is killed.
pub(crate) fn serve() {
    let constant: &'static str = std::env::var(CONSTANT).unwrap().leak();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let answer =
            move |_: Bytes| async move { ([(CONTENT_TYPE, "application/json")], constant) };
        let app: Router = Router::new().route("/v1/ask", post(answer));
        let address = SocketAddr::from(([127, 0, 0, 1], 0));
        let listener = tokio::net::TcpListener::bind(address).await.unwrap();
        println!("{}", listener.local_addr().unwrap());
        axum::serve(listener, app).await.unwrap();
    });
}

/// Such a server, ended with the bench.
pub(crate) struct Constant {
    child: Child,
    address: String,
}

impl Constant {
    pub(crate) fn start(constant: &str) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .env(CONSTANT, constant)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut address = String::new();
        let mut said = BufReader::new(child.stdout.take().unwrap());
        said.read_line(&mut address).unwrap();
        let address = address.trim().to_owned();
        Self { child, address }
    }

    pub(crate) fn address(&self) -> &str {
        &self.address
    }
}

impl Drop for Constant {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

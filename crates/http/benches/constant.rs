//! Servers that read the same requests and answer with a constant: axum, and nginx if it is there.

use std::fs;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::http::header::CONTENT_TYPE;
use axum::routing::post;
use tempfile::TempDir;

/// Serves this constant by axum until it is killed.
pub(crate) fn serve(constant: String) {
    let constant: &'static str = constant.leak();
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
        eprintln!("listening on http://{}", listener.local_addr().unwrap());
        axum::serve(listener, app).await.unwrap();
    });
}

/// An nginx that answers with a constant, and is ended with the bench.
pub(crate) struct Nginx {
    child: Child,
    pub(crate) address: String,
    _directory: TempDir,
}

impl Nginx {
    /// Starts it; `None` where it is not installed.
    pub(crate) fn start(constant: &str) -> Option<Self> {
        let directory = tempfile::tempdir().unwrap();
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = free.local_addr().unwrap().to_string();
        drop(free);
        let place = directory.path().display();
        let constant = constant.replace('\'', "\\'");
        let file = directory.path().join("nginx.conf");
        let configuration = format!(
            "daemon off; pid {place}/pid; error_log stderr; worker_processes auto;
            worker_rlimit_nofile 16384; events {{ worker_connections 8192; }}
            http {{
                access_log off; keepalive_requests 10000000; default_type application/json;
                client_body_temp_path {place}/body; proxy_temp_path {place}/proxy;
                fastcgi_temp_path {place}/fastcgi; uwsgi_temp_path {place}/uwsgi;
                scgi_temp_path {place}/scgi;
                server {{ listen {address} backlog=4096;
                    location = /v1/ask {{ return 200 '{constant}'; }} }}
            }}"
        );
        fs::write(&file, configuration).unwrap();
        let child = Command::new("nginx").arg("-c").arg(&file).spawn().ok()?;
        let nginx = Self {
            child,
            address,
            _directory: directory,
        };
        while TcpStream::connect(&nginx.address).is_err() {
            sleep(Duration::from_millis(20));
        }
        Some(nginx)
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        // Its workers end with it only after SIGTERM.
        let id = self.child.id().to_string();
        let _ = Command::new("kill").args(["-TERM", &id]).status();
        let _ = self.child.wait();
    }
}

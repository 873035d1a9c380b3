//! A server for one test, and requests to it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStderr, Command, ExitStatus, Stdio};
use std::time::Duration;

use serde_json::Value;

/// A server on a port of its own, which ends with the test.
pub(crate) struct Server {
    child: Child,
    address: String,
}

/// A response, split into its parts.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Server {
    /// Starts a server from a command with arguments and environment. Returns it with its log.
    pub(crate) fn start_as(command: &mut Command) -> (Self, BufReader<ChildStderr>) {
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut log = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        log.read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("listening on http://");
        let address = address.expect(&line).to_owned();
        (Self { child, address }, log)
    }

    /// The address with the port.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address()).unwrap();
        let ample = Some(Duration::from_mins(1));
        stream.set_read_timeout(ample).unwrap();
        stream
    }

    /// Sends bytes, and reads until the server closes the connection.
    pub(crate) fn send(&self, request: &[u8]) -> Response {
        let mut stream = self.connect();
        stream.write_all(request).unwrap();
        Response::read(stream)
    }

    pub(crate) fn get(&self, path: &str) -> Response {
        let request =
            format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        self.send(request.as_bytes())
    }

    /// Asserts that a path is refused with this status and this kind of fault.
    pub(crate) fn refuses(&self, path: &str, status: u16, kind: &str) {
        let response = self.get(path);
        assert_eq!(response.status, status, "{path}");
        response.assert_refuses(status, kind);
    }

    pub(crate) fn post(&self, path: &str, body: &str) -> Response {
        self.send(posted(path, body).as_bytes())
    }

    /// Sends a signal to the server.
    pub(crate) fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args([name, &id]).status().unwrap();
        assert!(sent.success());
    }

    pub(crate) fn wait(mut self) -> ExitStatus {
        self.child.wait().unwrap()
    }

    /// The memory of the server, in KiB.
    #[cfg(target_os = "linux")]
    pub(crate) fn memory(&self) -> u64 {
        let path = format!("/proc/{}/status", self.child.id());
        let text = std::fs::read_to_string(path).unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let number = line.unwrap().trim().trim_end_matches(" kB");
        number.parse().unwrap()
    }

    /// The processor time that the server has used, in hundredths of a second.
    #[cfg(target_os = "linux")]
    pub(crate) fn processor_time(&self) -> u64 {
        let path = format!("/proc/{}/stat", self.child.id());
        let text = std::fs::read_to_string(path).unwrap();
        let behind_name = text.rsplit(')').next().unwrap();
        let fields: Vec<&str> = behind_name.split_whitespace().collect();
        fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Response {
    pub(crate) fn read(mut stream: TcpStream) -> Self {
        let mut bytes = Vec::new();
        // A connection that is reset has said what it had to say.
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8(bytes).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        let head = head.to_lowercase();
        // What is no HTTP gets a response without a head of the server.
        if head.contains("\r\nx-request-id: ") {
            assert!(
                head.contains("\r\nx-content-type-options: nosniff"),
                "{head}"
            );
            assert!(head.contains("frame-ancestors 'none'"), "{head}");
        }
        Self {
            status: status.unwrap_or(0),
            head,
            body: body.to_owned(),
        }
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The body without the lengths of its chunks.
    pub(crate) fn unchunked(&self) -> String {
        let (mut whole, mut body) = (String::new(), self.body.as_str());
        while let Some((length, rest)) = body.split_once("\r\n") {
            let length = usize::from_str_radix(length, 16).unwrap();
            whole += &rest[..length];
            body = &rest[length + 2..];
        }
        whole
    }

    /// Asserts that the response has this status and a fault of this kind.
    #[track_caller]
    pub(crate) fn assert_refuses(&self, status: u16, kind: &str) {
        assert_eq!(self.status, status, "{self:?}");
        let body = self.json();
        assert_eq!(body["kind"], "error", "{self:?}");
        assert_eq!(body["error"]["kind"], kind, "{self:?}");
    }
}

/// The text of a POST request.
pub(crate) fn posted(path: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n{body}"
    )
}

//! The files of a page, served beside the routes: those of a folder, and those inside the program.

use std::fs::File;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::symlink;
use std::process::Command;

use arimaa::compare::Engine;
use arimaa_oracle_http as http;

use crate::server::{Response, Server};

/// Fails unless a front page and a module are served, and the routes.
fn assert_is_served(get: impl Fn(&str) -> Response) {
    for (path, body, kind) in [
        ("/", "<title>a page</title>", "text/html"),
        ("/assets/a.js", "js", "text/javascript"),
        ("/assets/a.wasm", "wasm", "application/wasm"),
    ] {
        let response = get(path);
        assert_eq!((response.status, response.body.as_str()), (200, body));
        let kind = format!("content-type: {kind}");
        assert!(response.head.contains(&kind), "{response:?}");
        // The page has a policy of its own, and more of one here would forbid its workers.
        let policy = "content-security-policy: frame-ancestors 'none'\r\n";
        assert!(response.head.contains(policy), "{response:?}");
    }
    assert_eq!(get("/v1/rules/FRZ-2").status, 200);
}

#[test]
fn files_of_a_folder_are_served_beside_the_routes() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page");
    std::fs::create_dir_all(page.join("assets")).unwrap();
    std::fs::write(page.join("index.html"), "<title>a page</title>").unwrap();
    std::fs::write(page.join("assets/a.js"), "js").unwrap();
    std::fs::write(page.join("assets/a.wasm"), "wasm").unwrap();
    std::fs::write(folder.path().join("secret"), "secret").unwrap();
    let server = Server::start(&["--page", page.to_str().unwrap()]);

    assert_is_served(|path| server.get(path));
    for path in [
        "/assets/b.wasm",
        "/../secret",
        "/%2e%2e/secret",
        "/v1/nothing",
    ] {
        server.refuses(path, 404, "bad_question");
    }
    assert_eq!(server.post("/index.html", "{}").status, 405);
}

#[test]
fn nothing_outside_of_the_folder_and_nothing_hidden_is_served() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page");
    for name in [".git", "pipe", "below/.hidden"] {
        std::fs::create_dir_all(page.join(name)).unwrap();
    }
    std::fs::write(page.join("index.html"), "page").unwrap();
    let secrets = [".env", ".git/config", "below/.hidden/a"];
    for secret in secrets
        .map(|name| page.join(name))
        .iter()
        .chain([&folder.path().join("out")])
    {
        std::fs::write(secret, "secret").unwrap();
    }
    for (to, link) in [
        ("../out", "link"),
        ("..", "up"),
        (".env", "environment"),
        ("loop", "loop"),
        ("nowhere", "nowhere-else"),
        ("index.html", "inside"),
    ] {
        symlink(to, page.join(link)).unwrap();
    }
    for pipe in ["fifo", "pipe/index.html"] {
        let made = Command::new("mkfifo")
            .arg(page.join(pipe))
            .status()
            .unwrap();
        assert!(made.success());
    }
    let server = Server::start(&["--page", page.to_str().unwrap(), "--grace", "600"]);
    assert_eq!(server.get("/inside").body, "page");
    for path in [
        "/link",
        "/up/out",
        "/environment",
        "/.env",
        "/%2eenv",
        "/.git/config",
        "/below/.hidden/a",
        "/loop",
        "/nowhere-else",
        "/fifo",
        "/pipe/",
        "/pipe",
        "/below/",
        "/a%00b",
        "/%ff",
    ] {
        server.refuses(path, 404, "bad_question");
    }
    server.signal("-TERM");
    assert!(server.wait().success());
}

/// A browser reads a location such as `//sub/` as the address of another host.
#[test]
fn no_address_leads_to_another_host() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("sub")).unwrap();
    for file in ["index.html", "sub/index.html"] {
        std::fs::write(folder.path().join(file), file).unwrap();
    }
    let server = Server::start(&["--page", folder.path().to_str().unwrap()]);
    let response = server.get("/sub");
    assert_eq!(response.status, 307);
    assert!(
        response.head.contains("\r\nlocation: /sub/"),
        "{response:?}"
    );
    for path in ["//sub", "///sub", "//sub/", "//"] {
        let response = server.get(path);
        assert_eq!(response.status, 404, "{path}");
        assert!(!response.head.contains("\r\nlocation:"), "{response:?}");
    }
}

#[test]
fn files_are_compressed_for_clients_that_take_it() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("index.html"), "a page ".repeat(1000)).unwrap();
    let server = Server::start(&["--page", folder.path().to_str().unwrap()]);
    let get = |fields: &str| {
        let head = "GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n";
        let mut stream = server.connect();
        stream
            .write_all(format!("{head}{fields}\r\n").as_bytes())
            .unwrap();
        let mut response = Vec::new();
        stream.read_to_end(&mut response).unwrap();
        let head = String::from_utf8_lossy(&response).into_owned();
        (head, response.len())
    };
    for (codings, is_compressed) in [
        ("gzip", true),
        ("br, GZIP; q=0.5", true),
        ("gzip;q=0", false),
        ("br", false),
    ] {
        let accept = format!("accept-encoding: {codings}\r\n");
        let (head, length) = get(&accept);
        assert_eq!(
            head.contains("content-encoding: gzip"),
            is_compressed,
            "{head}"
        );
        assert_eq!(length < 1000, is_compressed, "{codings}: {length}");
        let tag = head.split("\r\netag: ").nth(1).unwrap();
        let tag = tag.split("\r\n").next().unwrap();
        let (again, _) = get(&format!("{accept}if-none-match: {tag}\r\n"));
        assert!(again.starts_with("HTTP/1.1 304 "), "{again}");
    }
}

#[test]
fn folder_without_a_page_or_too_large_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refusal = || Server::refusal("127.0.0.1:0", &["--page", folder.path().to_str().unwrap()]);
    let message = refusal();
    assert!(
        message.contains("there is no index.html in this folder"),
        "{message}"
    );
    let page = File::create(folder.path().join("index.html")).unwrap();
    page.set_len((64 << 20) + 1).unwrap();
    let message = refusal();
    assert!(
        message.contains("its files have more than 64 MiB"),
        "{message}"
    );
}

#[test]
fn files_inside_the_program_are_served_beside_the_routes() {
    const FILES: [(&str, &[u8]); 3] = [
        ("index.html", b"<title>a page</title>"),
        ("assets/a.js", b"js"),
        ("assets/a.wasm", b"wasm"),
    ];
    let (sender, addresses) = std::sync::mpsc::channel();
    // It serves until this process ends.
    std::thread::spawn(move || {
        let options = http::Options {
            addresses: vec![([127, 0, 0, 1], 0).into()],
            page: Some(http::Page::Inside(FILES.to_vec())),
            quiet: true,
            ..http::Options::default()
        };
        let engine = Engine::of::<arimaa::bitboard::Game>();
        http::serve(&engine, &options, |address| sender.send(address).unwrap())
    });
    let address = addresses.recv().unwrap();
    let get = |path: &str| {
        let mut stream = TcpStream::connect(address).unwrap();
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
        )
        .unwrap();
        Response::read(stream)
    };
    assert_is_served(get);
    for path in ["/assets", "/assets/b.wasm", "/%2e%2e/index.html"] {
        assert_eq!(get(path).status, 404, "{path}");
    }
}

#[cfg(not(feature = "page"))]
#[test]
fn program_without_the_page_says_how_to_have_it() {
    let output = Command::new(env!("CARGO_BIN_EXE_arimaa-oracle"))
        .args(["page", "--port", "8080"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("built without the page"), "{message}");
}

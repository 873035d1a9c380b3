//! `serve`: questions of other programs, answered in the oracle's own protocol.

use std::io::{self, Write};
use std::net::{SocketAddr, ToSocketAddrs};
#[cfg(feature = "http")]
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::exit::{CliError, ExitStatus};
use crate::options;
use arimaa::compare::Engine;
use arimaa_oracle::serve::{self, ServeError, Serving};
use arimaa_oracle::subject::Local;
#[cfg(feature = "http")]
use arimaa_oracle_http as http;

const HELP: &str = "\
Examples:
  arimaa-oracle serve < questions.jsonl > answers.jsonl
  arimaa-oracle serve --schema > schema.json
  arimaa-oracle serve --http 127.0.0.1:8080   (in a build with the feature `http`)

Each line of standard input is a request, {\"id\": 1, \"hello\": {}} or {\"id\": 2, \"ask\": {\"kind\": \
...}}. Each gets one line of standard output with the same id, in the same order or with --unordered \
in any. A line that is no request gets an `error`, and the rest goes on.

Exit codes: 0 the input ended, or over HTTP a signal came; 2 the input could not be read; 130 and
143: a signal ended it at once, over HTTP the second";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
#[cfg_attr(feature = "http", command(mut_group("Options", |group| group.requires("http"))))]
pub(super) struct ServeArgs {
    /// Read requests on standard input and answer on standard output, until the input ends (the
    /// default)
    #[arg(long)]
    stdio: bool,
    /// The number of threads that answer lines; HTTP has its own (default: one for each core)
    #[arg(long, value_parser = options::threads)]
    pub(super) threads: Option<usize>,
    /// How long a question may take, in seconds; a request may ask for less
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = options::seconds)]
    timeout: f64,
    /// Write each response as it is ready, in any order: the id tells whose it is
    #[arg(long)]
    unordered: bool,
    /// Print the JSON Schema of a line instead
    #[arg(long, conflicts_with_all = ["stdio", "threads", "timeout", "unordered"])]
    schema: bool,
    /// Answer over HTTP at this address, such as localhost:8080, until SIGINT or SIGTERM (in a
    /// build with the feature `http`)
    #[arg(long, value_name = "ADDRESS", value_parser = listening_at, conflicts_with_all = ["stdio", "threads", "unordered", "schema"])]
    http: Option<Address>,
    #[cfg(feature = "http")]
    #[command(flatten)]
    options: http::Options,
    /// Serve the files of this folder, such as the built page (bindings/page/dist), at `/`
    #[cfg(feature = "http")]
    #[arg(long, value_name = "FOLDER", value_parser = page_folder, requires = "http", help_heading = "Over HTTP")]
    page: Option<PathBuf>,
}

/// A network address with a port, as text and resolved.
#[derive(Clone, Debug)]
struct Address {
    text: String,
    #[cfg_attr(
        not(feature = "http"),
        expect(dead_code, reason = "only a build with HTTP listens")
    )]
    resolved: Vec<SocketAddr>,
}

/// Reads the value of `--http`: an address or a host name, and a port.
fn listening_at(text: &str) -> Result<Address, String> {
    let expected = "expected an address and a port, such as localhost:8080";
    let (host, port) = text.rsplit_once(':').ok_or(expected)?;
    if host.is_empty() || port.is_empty() {
        return Err(expected.to_owned());
    }
    if port.parse::<u16>().is_err() {
        return Err(format!(
            "{port} is no port: expected a number from 0 to 65535"
        ));
    }
    let unknown = |error| format!("there is no address of {host:?}: {error}");
    let mut resolved: Vec<_> = text.to_socket_addrs().map_err(unknown)?.collect();
    // A name is listened on at one address.
    resolved.sort_by_key(SocketAddr::is_ipv6);
    let text = text.to_owned();
    Ok(Address { text, resolved })
}

/// Reads the value of `--page`: a folder with an `index.html`.
#[cfg(feature = "http")]
fn page_folder(name: &str) -> Result<PathBuf, String> {
    let folder = PathBuf::from(name);
    if folder.join("index.html").is_file() {
        Ok(folder)
    } else {
        Err("there is no index.html in this folder".to_owned())
    }
}

pub(super) fn run(
    engine: &Engine,
    args: &ServeArgs,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    if args.schema {
        out.write_all(arimaa_oracle::protocol::SCHEMA.as_bytes())?;
        return Ok(ExitStatus::Yes);
    }
    let timeout = Duration::from_secs_f64(args.timeout);
    if let Some(address) = &args.http {
        return serve_http(engine, args, address, timeout);
    }
    let serving = Serving {
        unordered: args.unordered,
        timeout: Some(timeout),
        threads: Some(rayon::current_num_threads()),
    };
    let subject = Local::new("arimaa-oracle", engine.clone());
    let served = serve::serve(&subject, io::stdin(), out, serving);
    served.map_err(|failed| match failed {
        ServeError::Read(error) => CliError::Read {
            name: "standard input".to_owned(),
            error,
        },
        ServeError::Write(error) => error.into(),
        failed @ ServeError::Start(_) => CliError::Question(failed.to_string()),
    })?;
    Ok(ExitStatus::Yes)
}

/// Executes this program again, once, with a setting that the C library reads at the start: freed
/// blocks of 128 KiB and more go back to the system at once. Without it, a server keeps several
/// times the memory that it needs after large requests.
#[cfg(all(feature = "http", target_os = "linux", target_env = "gnu"))]
fn return_large_blocks() {
    use std::env::{args_os, current_exe, var_os};
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    const SETTING: &str = "MALLOC_MMAP_THRESHOLD_";
    if var_os(SETTING).is_none()
        && let (Ok(program), Some(name)) = (current_exe(), args_os().next())
    {
        // `exec` returns only if it fails.
        let mut anew = Command::new(program);
        let _ = anew
            .arg0(name)
            .args(args_os().skip(1))
            .env(SETTING, "131072")
            .exec();
    }
}

#[cfg(all(feature = "http", not(all(target_os = "linux", target_env = "gnu"))))]
const fn return_large_blocks() {}

#[cfg(feature = "http")]
fn serve_http(
    engine: &Engine,
    args: &ServeArgs,
    address: &Address,
    timeout: Duration,
) -> Result<ExitStatus, CliError> {
    let options = http::Options {
        addresses: address.resolved.clone(),
        timeout,
        page: args.page.clone().map(http::Page::Folder),
        ..args.options.clone()
    };
    let (body, memory) = (options.body, options.memory);
    if body > memory / 2 {
        return Err(CliError::Question(format!(
            "--max-body {body} is more than half of --max-memory {memory}"
        )));
    }
    return_large_blocks();
    // A full disk is no reason not to serve.
    let listening = |address| {
        let _ = writeln!(io::stderr(), "listening on http://{address}");
    };
    let ended = http::serve(engine, &options, listening)
        .map_err(|error| CliError::Question(format!("{}: {error}", address.text)))?;
    Ok(ended.map_or(ExitStatus::Yes, ExitStatus::Signal))
}

#[cfg(not(feature = "http"))]
fn serve_http(
    _: &Engine,
    _: &ServeArgs,
    address: &Address,
    _: Duration,
) -> Result<ExitStatus, CliError> {
    Err(CliError::Question(format!(
        "{}: this program was built without HTTP; build it with \
         `cargo install --path crates/cli --features http`",
        address.text
    )))
}

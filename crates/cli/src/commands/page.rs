//! `page`: the page where a question is settled, served to the browsers of this machine.

use std::io::Write;

use arimaa::compare::Engine;
use clap::Args;

use crate::exit::{CliError, ExitStatus};

const HELP: &str = "\
Examples:
  arimaa-oracle page
  arimaa-oracle page --port 8080   (in a build with the feature `page`)

Prints the address, and serves until SIGINT or SIGTERM. Only programs of this machine can reach it.
The page decides the rules in the browser. Beside it are the routes of `serve --http`.";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct PageArgs {
    /// The port at 127.0.0.1 (default: one that is free)
    #[arg(long, default_value_t = 0, hide_default_value = true)]
    port: u16,
}

#[cfg(feature = "page")]
pub(super) fn run(
    engine: &Engine,
    args: &PageArgs,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    use arimaa_oracle_http::{self as http, Options, Page};
    use include_dir::{Dir, File, include_dir};
    use std::net::{Ipv4Addr, SocketAddr};

    static FILES: Dir<'_> = include_dir!("$ARIMAA_PAGE");

    fn all_files(folder: &'static Dir<'_>) -> Vec<(&'static str, &'static [u8])> {
        let named = |file: &'static File<'_>| Some((file.path().to_str()?, file.contents()));
        let below = folder.dirs().flat_map(all_files);
        folder.files().filter_map(named).chain(below).collect()
    }

    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, args.port));
    let options = Options {
        addresses: vec![address],
        page: Some(Page::Inside(all_files(&FILES))),
        quiet: true,
        ..Options::default()
    };
    let mut printed = Ok(());
    let listening = |address| {
        printed = writeln!(out, "http://{address}/").and_then(|()| out.flush());
    };
    let ended = http::serve(engine, &options, listening)
        .map_err(|error| CliError::Question(format!("{address}: {error}")))?;
    printed?;
    Ok(ended.map_or(ExitStatus::Yes, ExitStatus::Signal))
}

#[cfg(not(feature = "page"))]
pub(super) fn run(_: &Engine, args: &PageArgs, _: &mut dyn Write) -> Result<ExitStatus, CliError> {
    Err(CliError::Question(format!(
        "127.0.0.1:{}: this program was built without the page; \
         `npm --prefix bindings/page start` builds and serves it from a clone",
        args.port
    )))
}

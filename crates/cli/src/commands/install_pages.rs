//! `install-pages`: man pages and completions, where shells and `man` look for them.

use std::fs;
use std::io::Write;
use std::path::{Component, Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use clap::{Args, Command};
use clap_complete::Shell;

use crate::aside::{Existing, write_whole};
use crate::exit::{CliError, ExitStatus};
use crate::foreign::escape_line;
use arimaa::text::CivilDate;

const HELP: &str = "\
Examples:
  arimaa-oracle install-pages --prefix ~/.local
  arimaa-oracle install-pages --prefix /usr/local

Prints the files that it writes, all below PREFIX/share. Files of an earlier version are replaced.";

/// The name of the program, of its pages and of its completions.
pub(super) const NAME: &str = "arimaa-oracle";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct InstallPagesArgs {
    /// The folder of installed programs: /usr/local for all users, ~/.local for one
    #[arg(long, value_name = "DIRECTORY")]
    prefix: PathBuf,
    /// The folder of completions for zsh, below PREFIX/share: Debian has zsh/vendor-completions
    #[arg(long, value_name = "DIRECTORY", default_value = "zsh/site-functions")]
    zsh: PathBuf,
}

pub(super) fn run(
    mut command: Command,
    args: &InstallPagesArgs,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    let is_below = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    if !args.zsh.components().all(is_below) {
        let message = "--zsh names no folder below PREFIX/share".to_owned();
        return Err(CliError::Question(message));
    }
    let share = args.prefix.join("share");
    command.build();
    let mut pages = Vec::new();
    add_pages(&command, NAME, &mut pages)?;
    for (name, page) in pages {
        write(&share.join("man/man1").join(name), &page, out)?;
    }
    for (shell, path) in [
        (
            Shell::Bash,
            Path::new("bash-completion/completions/arimaa-oracle"),
        ),
        (Shell::Zsh, &args.zsh.join("_arimaa-oracle")),
        (
            Shell::Fish,
            Path::new("fish/vendor_completions.d/arimaa-oracle.fish"),
        ),
    ] {
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut command, NAME, &mut script);
        write(&share.join(path), &script, out)?;
    }
    Ok(ExitStatus::Yes)
}

/// Adds the man pages of a command and of its subcommands, such as `arimaa-oracle-judge.1`.
fn add_pages(
    command: &Command,
    name: &str,
    pages: &mut Vec<(String, Vec<u8>)>,
) -> Result<(), CliError> {
    let mut page = Vec::new();
    let man = clap_mangen::Man::new(command.clone().display_name(name.to_owned()));
    let man = man
        .date(date())
        .source(concat!("arimaa-oracle ", env!("CARGO_PKG_VERSION")));
    man.manual("arimaa-oracle").render(&mut page)?;
    pages.push((format!("{name}.1"), page));
    for child in command.get_subcommands() {
        if child.get_name() != "help" {
            add_pages(child, &format!("{name}-{}", child.get_name()), pages)?;
        }
    }
    Ok(())
}

/// Today in universal time, or the day of `SOURCE_DATE_EPOCH`, for reproducible builds.
fn date() -> String {
    let told = std::env::var("SOURCE_DATE_EPOCH").ok();
    let seconds = told.and_then(|told| told.parse().ok()).or_else(|| {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
        i64::try_from(since_1970.as_secs()).ok()
    });
    let day = seconds.and_then(CivilDate::from_unix_seconds);
    day.map_or_else(String::new, |day| day.to_string())
}

fn write(path: &Path, content: &[u8], out: &mut dyn Write) -> Result<(), CliError> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder)
        .and_then(|()| write_whole(path, content, Existing::Replaced))
        .map_err(|error| CliError::file(path, error))?;
    writeln!(out, "{}", escape_line(&path.display().to_string()))?;
    Ok(())
}

//! The oracle's command line; see the library beside it.

fn main() -> std::process::ExitCode {
    arimaa_oracle_cli::main()
}

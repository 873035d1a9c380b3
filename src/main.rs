//! The oracle's command line; see the library's `cli` module.

fn main() -> std::process::ExitCode {
    arimaa_oracle::cli::main()
}

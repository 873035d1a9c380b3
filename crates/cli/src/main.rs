//! The oracle's command line; see the library beside it.

// Rust opens the null device in place of a closed standard output before it calls `main`.
#[cfg(unix)]
ctor::declarative::ctor! {
    #[ctor(unsafe)]
    fn before_main() {
        arimaa_oracle_cli::note_closed_output();
    }
}

fn main() -> std::process::ExitCode {
    arimaa_oracle_cli::main()
}

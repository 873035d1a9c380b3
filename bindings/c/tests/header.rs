//! Compares the committed header with the functions of the library.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::path::Path;

/// Writes `include/arimaa.h` if `ARIMAA_WRITE` is set.
#[test]
fn header_is_that_of_the_sources() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).unwrap();
    let source = root.join("src/lib.rs");
    let builder = cbindgen::Builder::new()
        .with_config(config)
        .with_src(source);
    let mut written = Vec::new();
    builder.generate().unwrap().write(&mut written);
    let written = String::from_utf8(written).unwrap();

    let path = root.join("include/arimaa.h");
    if std::env::var_os("ARIMAA_WRITE").is_some() {
        std::fs::write(&path, &written).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), written);
}

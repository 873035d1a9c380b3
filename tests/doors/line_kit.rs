//! The line kit: what the guide promises of the example adapters.

use std::path::Path;

/// An adapter has less than forty lines: that is what the guide promises.
#[test]
fn adapters_have_under_forty_lines() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("suite/examples");
    for adapter in [
        "python/adapter.py",
        "javascript/adapter.js",
        "java/Adapter.java",
        "cpp/adapter.cpp",
    ] {
        let text = std::fs::read_to_string(examples.join(adapter)).unwrap();
        assert!(text.lines().count() < 40, "{adapter}");
    }
}

//! Which part of a long test runs.

use std::env;

/// The part to do and the number of parts, by `ARIMAA_SHARD`: `2/8`, or all.
pub fn shard() -> (usize, usize) {
    let Ok(text) = env::var("ARIMAA_SHARD") else {
        return (1, 1);
    };
    let parts = text.split_once('/');
    let parts = parts.and_then(|(part, parts)| Some((part.parse().ok()?, parts.parse().ok()?)));
    match parts {
        Some((part, parts)) if (1..=parts).contains(&part) => (part, parts),
        _ => panic!(
            "ARIMAA_SHARD is `{text}`, and should be the part and the number of parts, such as 2/8"
        ),
    }
}

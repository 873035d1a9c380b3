//! Selects a part of a long test.

use std::env;

/// The number of the part and of all parts, from `ARIMAA_SHARD`: `2/8`, or `1/1` without it.
pub fn shard() -> (usize, usize) {
    part("ARIMAA_SHARD")
}

/// The items of a list that belong to the part.
pub fn share<T>((part, parts): (usize, usize), all: impl IntoIterator<Item = T>) -> Vec<T> {
    all.into_iter().skip(part - 1).step_by(parts).collect()
}

/// The number of the part and of all parts, from an environment variable: `2/8`, or `1/1` without
/// it.
///
/// # Panics
///
/// If the variable says anything else.
pub fn part(variable: &str) -> (usize, usize) {
    let Ok(text) = env::var(variable) else {
        return (1, 1);
    };
    let parts = text.split_once('/');
    let parts = parts.and_then(|(part, parts)| Some((part.parse().ok()?, parts.parse().ok()?)));
    match parts {
        Some((part, parts)) if (1..=parts).contains(&part) => (part, parts),
        _ => panic!(
            "{variable} is `{text}`, and should be the part and the number of parts, such as 2/8"
        ),
    }
}

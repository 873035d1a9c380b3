//! Which part of a long test runs.

use std::env;

/// The part to do and the number of parts, by `ARIMAA_SHARD`: `2/8`, or all.
pub fn shard() -> (usize, usize) {
    part("ARIMAA_SHARD")
}

/// The part of a list that is to be done.
pub fn share<T>((part, parts): (usize, usize), all: impl IntoIterator<Item = T>) -> Vec<T> {
    all.into_iter().skip(part - 1).step_by(parts).collect()
}

/// The part to do and the number of parts, by a variable of the environment: `2/8`, or all.
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

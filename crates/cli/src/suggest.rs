//! "Did you mean": the known name that an unknown one is nearest to.

use strsim::osa_distance;

/// The known name at the smallest edit distance: at most 1, or 2 for names of eight letters or
/// more. Names of one or two letters must be equal but for capitals.
pub(super) fn nearest<'a>(
    unknown: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let unknown = unknown.to_lowercase();
    let known = known.into_iter();
    // Levenshtein's distance, with a swap of two neighbours as one change.
    let distances = known.map(|name| (osa_distance(&unknown, &name.to_lowercase()), name));
    let (distance, name) = distances.min_by_key(|(distance, _)| *distance)?;
    let most = match unknown.len() {
        0..=2 => 0,
        3..=7 => 1,
        _ => 2,
    };
    (distance <= most).then_some(name)
}

//! "Did you mean": the known name that an unknown one is nearest to.

/// The name with the fewest letters to change, if that is one, or two in a long name.
pub(super) fn nearest<'a>(
    unknown: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let unknown = unknown.to_lowercase();
    let known = known.into_iter();
    let distances = known.map(|name| (distance(&unknown, &name.to_lowercase()), name));
    let (distance, name) = distances.min_by_key(|(distance, _)| *distance)?;
    let most = if unknown.len() < 8 { 1 } else { 2 };
    (distance <= most).then_some(name)
}

/// The Levenshtein distance, with a swap of two neighbours as one change.
fn distance(first: &str, second: &str) -> usize {
    let (first, second): (Vec<char>, Vec<char>) =
        (first.chars().collect(), second.chars().collect());
    let mut rows = vec![(0..=second.len()).collect::<Vec<usize>>()];
    for i in 1..=first.len() {
        let mut row = vec![i];
        for j in 1..=second.len() {
            let changed = usize::from(first[i - 1] != second[j - 1]);
            let mut least = (rows[i - 1][j] + 1)
                .min(row[j - 1] + 1)
                .min(rows[i - 1][j - 1] + changed);
            let swapped =
                i > 1 && j > 1 && first[i - 1] == second[j - 2] && first[i - 2] == second[j - 1];
            if swapped {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[first.len()][second.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_nearly_match_are_suggested() {
        let known = ["FRZ-1", "FRZ-2", "END-11"];
        assert_eq!(nearest("fzr-2", known), Some("FRZ-2"));
        assert_eq!(nearest("END11", known), Some("END-11"));
        assert_eq!(nearest("ENND-11", known), Some("END-11"));
        assert_eq!(nearest("XYZ-1", known), None);
        assert_eq!(nearest("castling", known), None);
        assert_eq!(nearest("x", []), None);
    }
}

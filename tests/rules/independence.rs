//! The part of the vocabulary that is left to the engines: rules, orders and editions are stated in
//! each engine, so that a mistake in one shows as a difference.

use crate::structure::{code, files};

/// Geometry, strength and goals stand in the engines and nowhere else.
#[test]
fn vocabulary_has_no_function_named_like_a_rule() {
    for (module, path) in files() {
        if module != "vocab" {
            continue;
        }
        let code = code(&path);
        for rule in [
            "fn adjacent",
            "fn neighbo",
            "fn strength",
            "fn is_trap",
            "fn is_stronger",
            "fn goal",
            "fn count",
        ] {
            assert!(!code.contains(rule), "{}: {rule}", path.display());
        }
    }
}

/// The order of pieces, kinds and sides is a rule (BRD-4, ORD-4), so the engines do not take it
/// from the vocabulary.
#[test]
fn each_engine_has_its_own_order_of_pieces() {
    for (module, path) in files() {
        // Files called laws.rs are tests.
        if !["reference", "bitboard"].contains(&module.as_str()) || path.ends_with("laws.rs") {
            continue;
        }
        let code = code(&path);
        for list in [
            "Piece::ALL",
            "Kind::ALL",
            "Side::ALL",
            "Edition::ALL",
            "End::ALL",
        ] {
            assert!(!code.contains(list), "{}: {list}", path.display());
        }
    }
}

/// The arithmetic of squares is for callers: an engine that used it for adjacent squares would
/// share its mistakes with the other.
#[test]
fn no_engine_takes_geometry_from_the_vocabulary() {
    for (module, path) in files() {
        if !["reference", "bitboard"].contains(&module.as_str()) {
            continue;
        }
        let code = code(&path);
        for method in [".offset(", ".distance(", "Square::A1", "Square::offset"] {
            assert!(!code.contains(method), "{}: {method}", path.display());
        }
    }
}

/// An engine names every edition where an edition decides. So the compiler asks it about a new one,
/// which a comparison with one edition, or an arm for all others, would pass over.
#[test]
fn each_engine_names_every_edition_where_one_decides() {
    let mut matches = 0;
    for (module, path) in files() {
        if !["reference", "bitboard"].contains(&module.as_str()) {
            continue;
        }
        let code = code(&path);
        for comparison in ["== Edition::", "!= Edition::", "matches!(edition"] {
            assert!(
                !code.contains(comparison),
                "{}: {comparison}",
                path.display()
            );
        }
        for (at, _) in code.match_indices("match edition {") {
            let arms = &code[at..];
            let arms = &arms[..arms.find("\n    }").unwrap_or(arms.len())];
            assert!(!arms.contains("_ =>"), "{}: {arms}", path.display());
            matches += 1;
        }
    }
    assert!(matches >= 6, "{matches} decisions by an edition were found");
}

//! The files that the README and its pages refer to.

use std::fs;

use crate::oracle::run;
use crate::transcripts::pages;

/// The picture of a ruling in the README: the drawing of FRZ-1, and the step that it refuses.
#[test]
fn ruling_svg_is_what_judge_draws() {
    let root = crate::root::root();
    let board = "s [\
        ........r.......Dd.H.......e......r..r....rE......hr.h....CR.R..]";
    let drawn = run(&["judge", "--svg", board, "ra7e"]).out;
    let picture = root.join("docs/ruling.svg");
    if std::env::var_os("ARIMAA_WRITE").is_some() {
        fs::write(&picture, &drawn).unwrap();
    }
    assert_eq!(fs::read_to_string(picture).unwrap(), drawn);
}

#[test]
fn relative_links_lead_to_files() {
    let root = crate::root::root();
    let mut pages = pages();
    for page in [
        "SPEC.md",
        "CHANGELOG.md",
        "suite/README.md",
        "suite/perft/README.md",
        "tests/README.md",
        "suite/GUIDE.md",
        "fuzz/README.md",
    ] {
        pages.push(root.join(page));
    }
    let mut links = 0;
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        for link in text.split("](").skip(1) {
            let target = link.split([')', '#']).next().unwrap();
            if target.is_empty() || target.contains("://") {
                continue;
            }
            links += 1;
            let file = page.parent().unwrap().join(target);
            assert!(file.exists(), "{}: no {target}", page.display());
        }
    }
    assert!(links > 20, "only {links} links");
}

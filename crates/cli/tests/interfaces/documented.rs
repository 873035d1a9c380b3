//! Three examples of the source documents that engines often have wrong, as rulings drawn for
//! people. The other examples stand in `tests/transcripts/rulings.md`.

use crate::oracle::{Run, run};

/// What `judge` prints about a turn, with both engines, and its exit code.
fn judge(edition: &str, position: &str, turn: &str) -> String {
    let both = ["judge", "--engine", "both", "--edition", edition];
    let Run { code, out, err } = run(&[&both[..], &[position, turn]].concat());
    format!("{}\n[exit code {code}]", (out + &err).trim_end())
}

/// The pull is finished after the puller was captured on f3.
#[test]
fn pull_after_the_pullers_capture() {
    let position = "s 8/rR6/Dd1H4/3e4/2r2r2/2rE4/2hr1h2/2CR1R2";
    insta::assert_snapshot!(judge("2008-07-01", position, "rf4e hf2n hf3x Rf1n"));
}

/// An enemy rabbit is dislodged onto its goal rank and off again within the turn.
#[test]
fn a_goal_undone_within_a_turn() {
    let position = "g 8/8/8/8/8/1E6/1r5R/8";
    insta::assert_snapshot!(judge("2008-07-01", position, "rb2s Eb3s Eb2w rb1n"));
}

/// The turn makes a position that has stood twice before with Silver to move.
#[test]
fn third_repetition_lost_2005() {
    let before = "r.........r.............................E......................R";
    let after = "r.........r.....................E..............................R";
    let end = format!(r#"{{"board": "{after}", "to_move": "silver"}}"#);
    let state = format!(r#"{{"side": "gold", "board": "{before}", "earlier": [{end}, {end}]}}"#);
    insta::assert_snapshot!(judge("2005-05-28", &state, "Ea3n"));
}

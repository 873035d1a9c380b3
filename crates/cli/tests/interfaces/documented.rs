//! The examples of the five source documents, as rulings drawn for people.
//!
//! Each test is named after its example; its snapshot is what `judge` prints. Where a document
//! gives only part of a position, the rest is completed here, and the comment says so.

use crate::oracle::{Run, run};

/// The larger position that the Wikibooks and encyclopedia texts describe in words. They name the
/// pieces that matter; the rabbit on d1 is a completion (something stands on d1, and it unfreezes
/// the cat on c1).
const EXAMPLE: &str = "[........\
                        rR......\
                        Dd.H....\
                        ...e....\
                        ..r..r..\
                        ..rE....\
                        ..hr.h..\
                        ..CR.R..]";

/// A compact board from its pieces.
fn board(pieces: &str) -> String {
    let mut letters = ['.'; 64];
    for piece in pieces.split(' ') {
        if let [letter, file, rank] = piece.as_bytes() {
            letters[usize::from((b'8' - rank) * 8 + (file - b'a'))] = char::from(*letter);
        }
    }
    format!("[{}]", letters.iter().collect::<String>())
}

/// The output of `arimaa-oracle` with these arguments, in which both engines agree, and its exit
/// code.
fn oracle(arguments: &[&str]) -> String {
    let Run { code, out, err } = run(&[arguments, &["--engine", "both"]].concat());
    format!("{}\n[exit code {code}]", (out + &err).trim_end())
}

/// The ruling on a turn from a compact board without its side.
fn judge(edition: &str, side: char, board: &str, turn: &str) -> String {
    let position = format!("{side} {board}");
    oracle(&["judge", "--edition", edition, &position, turn])
}

/// A snapshot of the ruling on each turn, each in a test of its own.
macro_rules! rulings {
    ($($(#[$doc:meta])* $name:ident: $edition:literal $side:literal $board:expr, $turn:literal;)*) => {$(
        $(#[$doc])*
        #[test]
        fn $name() {
            insta::assert_snapshot!(judge($edition, $side, $board, $turn));
        }
    )*};
}

rulings! {
    /// The gold elephant pushes the rabbit from d2 to e2 and follows.
    push_d2_to_e2: "2008-07-01" 'g' EXAMPLE, "rd2e Ed3s";
    /// The rabbit cannot be pushed to d1: that square is occupied.
    push_d2_to_d1: "2008-07-01" 'g' EXAMPLE, "rd2s Ed3s";
    /// Nor to c2.
    push_d2_to_c2: "2008-07-01" 'g' EXAMPLE, "rd2w Ed3s";
    /// Nor to d3, where the elephant itself stands.
    push_d2_to_d3: "2008-07-01" 'g' EXAMPLE, "rd2n Ed3s";
    /// After the push the elephant does not pull the rabbit from c3 along.
    no_push_and_pull_at_once: "2008-07-01" 'g' EXAMPLE, "rd2e Ed3s rc3e";
    /// The silver elephant steps to d4 and pulls the horse from d6 to d5.
    pull_d6_by_d4: "2008-07-01" 's' EXAMPLE, "ed5s Hd6s";
    /// A pull of d6 with a step to c5.
    pull_d6_by_c5: "2008-07-01" 's' EXAMPLE, "ed5w Hd6s";
    /// A pull of d6 with a step to e5.
    pull_d6_by_e5: "2008-07-01" 's' EXAMPLE, "ed5e Hd6s";
    /// The gold rabbit on b7 is frozen by the dog on b6.
    rabbit_b7_is_frozen: "2008-07-01" 'g' EXAMPLE, "Rb7n";
    /// The silver rabbit on a7 is frozen by the dog on a6. All its squares are occupied or behind
    /// it in the documents' position, so the rabbit on b7 is left out here to give it a square to
    /// go to.
    rabbit_a7_is_frozen: "2008-07-01" 's' &board("ra7 Da6 db6 Hd6 ed5 rc4 rf4 rc3 Ed3 hc2 rd2 hf2 Cc1 Rd1 Rf1"), "ra7e";
    /// The silver rabbit on d2 is not frozen, because the horse on c2 is beside it.
    rabbit_d2_is_not_frozen: "2008-07-01" 's' EXAMPLE, "rd2e";
    /// The gold cat on c1 is not frozen.
    cat_c1_is_not_frozen: "2008-07-01" 'g' EXAMPLE, "Cc1w";
    /// The dogs on a6 and b6 do not freeze each other: the gold one moves.
    dog_a6_is_not_frozen: "2008-07-01" 'g' EXAMPLE, "Da6s";
    /// And so does the silver one.
    dog_b6_is_not_frozen: "2008-07-01" 's' EXAMPLE, "db6s";
    /// The silver elephant pushes the horse into the trap c6.
    capture_on_c6: "2008-07-01" 's' EXAMPLE, "Hd6w Hc6x ed5n";
    /// The rabbit on c3 loses its support when the rabbit on c4 and the horse on c2 have both gone.
    losing_support_on_c3: "2008-07-01" 's' EXAMPLE, "rc4w hc2w rc3x";
    /// While one of them stays, the rabbit on c3 does too.
    support_by_one_is_enough: "2008-07-01" 's' EXAMPLE, "rc4w";
    /// The pull is finished after the puller was captured on f3.
    pull_after_the_pullers_capture: "2008-07-01" 's' EXAMPLE, "rf4e hf2n hf3x Rf1n";
    /// The dog pushes the rabbit to a8, unfreezes the rabbit on b7, and Gold reaches goal in three
    /// steps.
    goal_in_three_steps: "2008-07-01" 'g' EXAMPLE, "ra7n Da6n Rb7n";
    /// Both players' rabbits are on their goal ranks: the mover's goal is looked at first.
    both_goals_in_one_turn: "2008-07-01" 'g' &board("Rh7 Ea3 ra2"), "ra2s Ea3s Rh7n";
    /// The mover puts an enemy rabbit on its goal rank and loses.
    an_enemy_goal_of_ones_own_making: "2008-07-01" 'g' &board("Rh7 Ea3 ra2"), "ra2s Ea3s Rh7w";
    /// An enemy rabbit is dislodged onto its goal rank and off again within the turn: the game
    /// continues.
    a_goal_undone_within_a_turn: "2008-07-01" 'g' &board("Rh2 Eb3 rb2"), "rb2s Eb3s Eb2w rb1n";
    /// Both players lose their last rabbits in one turn, current rules: the mover wins.
    both_last_rabbits_2008: "2008-07-01" 'g' &board("eh8 Ea6 rb6 Rc3 Dc2"), "rb6e rc6x Ea6e Dc2e Rc3x";
    /// Both lose their last rabbit by the older rules: a draw.
    both_last_rabbits_2005: "2005-05-28" 'g' &board("eh8 Ea6 rb6 Rc3 Dc2"), "rb6e rc6x Ea6e Dc2e Rc3x";
    /// Both lose their last rabbit by the oldest rules: a draw, too.
    both_last_rabbits_2002: "2002" 'g' &board("eh8 Ea6 rb6 Rc3 Dc2"), "rb6e rc6x Ea6e Dc2e Rc3x";
    /// Both lose their last rabbit under the tournament option: the mover wins.
    both_last_rabbits_without_draws: "2005-05-28+no-draws" 'g' &board("eh8 Ea6 rb6 Rc3 Dc2"), "rb6e rc6x Ea6e Dc2e Rc3x";
    /// One step forward and one back leaves the board unchanged.
    there_and_back_is_no_turn: "2008-07-01" 'g' &board("ra8 Ea3 Rh1"), "Ea3n Ea4s";
    /// Two equal pieces that change places leave the board unchanged too.
    swapping_equal_pieces_is_no_turn: "2008-07-01" 'g' &board("ra8 Ca1 Cb1 Rh1"), "Ca1n Cb1w Ca2e Cb2s";
    /// Silver's dog is blocked by two dogs and the rabbit is frozen: immobilization.
    immobilization: "2008-07-01" 'g' &board("Cg7 rh7 Da2 Db2 da1 Re1"), "Db2s";
    /// With a rabbit in place of the dog on a2 there is a push, and the game goes on.
    immobilization_but_for_a_push: "2008-07-01" 'g' &board("Cg7 rh7 Ra2 Db2 da1 Re1"), "Db2s";
}

/// A position that has stood twice with Silver to move, reached once more by `Ea3n`.
fn twice(earlier_to_move: &str) -> String {
    let before = board("ra8 rc7 Ea3 Rh1");
    let after = board("ra8 rc7 Ea4 Rh1");
    let end = format!(
        r#"{{"board": "{}", "to_move": "{earlier_to_move}"}}"#,
        &after[1..65]
    );
    format!(
        r#"{{"side": "gold", "board": "{}", "earlier": [{end}, {end}]}}"#,
        &before[1..65]
    )
}

/// The third repetition in each edition, and with the other side to move, which only the oldest
/// edition counts.
#[test]
fn third_repetition() {
    for (name, edition, to_move) in [
        ("refused_2008", "2008-07-01", "silver"),
        ("lost_2005", "2005-05-28", "silver"),
        ("lost_2002", "2002", "silver"),
        ("other_side_2008", "2008-07-01", "gold"),
        ("other_side_2005", "2005-05-28", "gold"),
        ("other_side_2002", "2002", "gold"),
    ] {
        let ruling = oracle(&["judge", "--edition", edition, &twice(to_move), "Ea3n"]);
        insta::assert_snapshot!(format!("third_repetition_{name}"), ruling);
    }
}

/// Silver's one piece that can move has one square to go to. Where the resulting position has stood
/// twice before, the mover has won; where it has stood once, the game goes on.
#[test]
fn only_repetitions_are_left() {
    let now = board("ra3 Rb3 Rb2 Ra1");
    let next = board("ra2 Rb3 Rb2 Ra1");
    let end = format!(r#"{{"board": "{}", "to_move": "gold"}}"#, &next[1..65]);
    for (name, earlier) in [("twice", format!("{end}, {end}")), ("once", end)] {
        let board = &now[1..65];
        let state = format!(r#"{{"side": "silver", "board": "{board}", "earlier": [{earlier}]}}"#);
        insta::assert_snapshot!(
            format!("only_repetitions_{name}"),
            oracle(&["outcome", &state])
        );
    }
}

/// Silver is to move without a legal step, and neither side has a rabbit: the order of the checks
/// decides.
#[test]
fn the_order_of_the_checks() {
    let position = format!("s {}", board("ca8 Da7 Hb8 Ee4"));
    for edition in ["2002", "2005-05-28", "2005-05-28+no-draws", "2008-07-01"] {
        let outcome = oracle(&["outcome", "--edition", edition, &position]);
        insta::assert_snapshot!(format!("the_order_of_the_checks_{edition}"), outcome);
    }
}

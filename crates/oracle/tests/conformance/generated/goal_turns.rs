//! The turns that make a goal: all of them, or none for every reason that leaves none (END-3).

use arimaa::vocab::Side;

use super::case;
use super::sketch::{EDITIONS, SIDES, Sketch, drawn, mirrored, state, written_alike};

/// A position of Gold: its name, the rules that it shows and those that it shows from the other
/// side, why, the steps taken, the pieces then, and the turns that make a goal.
type Row = (
    &'static str,
    &'static str,
    &'static str,
    &'static [&'static str],
    &'static [&'static str],
    &'static [&'static str],
);

/// The turns of a rabbit on a7 with nothing about it.
const FROM_A7: [&str; 4] = ["Ra7e Rb7e Rc7e Rd7n", "Ra7e Rb7e Rc7n", "Ra7e Rb7n", "Ra7n"];

const ROWS: [Row; 12] = [
    (
        "a-rabbit-four-steps-from-goal",
        "yes = [\"END-3\", \"TRN-1\"]",
        "The rabbit has just enough steps.",
        &[],
        &["Ra4", "rh5"],
        &["Ra4n Ra5n Ra6n Ra7n"],
    ),
    (
        "a-rabbit-five-steps-from-goal",
        "no = [\"END-3\", \"TRN-1\"]",
        "The rabbit is a step too far from its goal.",
        &[],
        &["Ra3", "rh5"],
        &[],
    ),
    (
        "two-steps-are-left-for-goal",
        "yes = [\"END-3\", \"TRN-1\"]",
        "Two steps are taken, and the rabbit needs the other two.",
        &["Rh1n", "Rh2n"],
        &["Ra6", "Rh3", "re5"],
        &["Ra6n Ra7n"],
    ),
    (
        "too-few-steps-are-left-for-goal",
        "no = [\"END-3\", \"TRN-1\"]",
        "Two steps are taken, and the rabbit needs three.",
        &["Rh1n", "Rh2n"],
        &["Ra5", "Rh3", "re5"],
        &[],
    ),
    (
        "two-rabbits-before-goal",
        "yes = [\"END-3\", \"TRN-6\"]",
        "One step is left, and either rabbit can make a goal by it.",
        &["De2n", "De3n", "De4n"],
        &["Ra7", "Rh7", "De5", "rh4"],
        &["Ra7n", "Rh7n"],
    ),
    (
        "a-trap-before-goal",
        "yes = [\"END-3\", \"CAP-1\"]",
        "On the straight way the rabbit would be captured. It can go round the trap on either side.",
        &[],
        &["Rc5", "rh5"],
        &["Rc5e Rd5n Rd6n Rd7n", "Rc5w Rb5n Rb6n Rb7n"],
    ),
    (
        "a-frozen-rabbit-before-goal",
        "yes = [\"FRZ-2\"]\nno = [\"END-3\"]",
        "The cat freezes the rabbit.",
        &[],
        &["Ra7", "cb7", "rh5"],
        &[],
    ),
    (
        "a-rabbit-set-free-before-goal",
        "yes = [\"END-3\", \"FRZ-1\"]",
        "A friend reaches the frozen rabbit with three steps, and with the fourth the rabbit steps to its goal.",
        &[],
        &["Ra7", "cb7", "Ca3", "rh5"],
        &["Ca3n Ca4n Ca5n Ra7n"],
    ),
    (
        "the-piece-in-the-way-is-pulled-off",
        "yes = [\"END-3\", \"PUL-1\"]",
        "The horse stands in the way and freezes the rabbit. The elephant pulls it off, eastward or along the file.",
        &[],
        &["Ra7", "ha8", "Ec8", "rh5"],
        &["Ec8w Eb8e ha8e Ra7n", "Ec8w Eb8s ha8e Ra7n"],
    ),
    (
        "the-piece-in-the-way-is-a-step-too-far",
        "yes = [\"TRN-1\"]\nno = [\"END-3\"]",
        "To pull off the horse takes the elephant four steps, and the rabbit has none left.",
        &[],
        &["Ra7", "ha8", "Ed8", "rh5"],
        &[],
    ),
    (
        "a-goal-of-the-enemys-rabbit",
        "no = [\"END-3\"]",
        "Pushed to its goal rank the silver rabbit wins for Silver (END-4): the turn makes no goal of the mover.",
        &[],
        &["Hd3", "rd2", "Ra1"],
        &[],
    ),
    (
        "no-goal-in-a-decided-game",
        "yes = [\"END-11\"]\nno = [\"END-3\"]",
        "The rabbit is a step from its goal, but the enemy's stands on its own: the game is over.",
        &[],
        &["Ra7", "ra1"],
        &[],
    ),
];

pub(super) fn all() -> Vec<String> {
    let mut cases = Vec::new();
    for side in SIDES {
        let alike = |turns: &[&str]| expected(side, turns);
        for (id, cited, note, steps, pieces, goals) in ROWS {
            let place = drawn(side, steps, &board(side, pieces));
            cases.push(case(
                &format!("{side}-{id}"),
                cited,
                note,
                &place,
                &alike(goals),
            ));
        }
        cases.push(case(
            &format!("{side}-a-goal-after-the-end"),
            "yes = [\"END-3\"]\nno = [\"END-11\"]",
            "The game is over, and how pieces move is asked all the same.",
            &drawn(side, &[], &board(side, &["Ra7", "ra1"])),
            &format!("past_end = true\n{}", alike(&FROM_A7)),
        ));
        for edition in EDITIONS {
            cases.push(open(side, edition));
            cases.push(repeated(side, edition));
        }
    }
    cases
}

/// The pieces, which are given as if `side` were Gold.
fn board(side: Side, pieces: &[&str]) -> Sketch {
    let mut board = Sketch::empty();
    for word in pieces {
        let (piece, spot) = mirrored(word, side == Side::Silver);
        board.put(piece, spot);
    }
    board
}

/// The expectation. Exchanged turns stay in order: east comes before north, south and west, and no
/// list has two of these in one place.
fn expected(side: Side, turns: &[&str]) -> String {
    let exchange = side == Side::Silver;
    let turns: Vec<String> = turns
        .iter()
        .map(|turn| written_alike(turn, exchange))
        .collect();
    format!("expect.goals = {turns:?}")
}

/// A rabbit with nothing about it, which has four turns to its goal rank in every edition.
fn open(side: Side, edition: &str) -> String {
    case(
        &format!("{side}-four-goals-{}", edition.replace('+', "-")),
        "yes = [\"END-3\", \"TRN-6\"]",
        "The rabbit can step onto four squares of its goal rank.",
        &state(edition, side, &board(side, &["Ra7", "rh5"]), &[]),
        &expected(side, &FROM_A7),
    )
}

/// The same, where the position after the shortest turn stood twice.
fn repeated(side: Side, edition: &str) -> String {
    let after = board(side, &["Ra8", "rh5"]);
    let place = state(
        edition,
        side,
        &board(side, &["Ra7", "rh5"]),
        &[(&after, side.other()); 2],
    );
    let id = format!("{side}-a-goal-that-repeats-{}", edition.replace('+', "-"));
    if edition == EDITIONS[3] {
        return case(
            &id,
            "yes = [\"REP-2\"]\nno = [\"END-3\"]",
            "The position after the shortest of the four turns stood twice: it is refused.",
            &place,
            &expected(side, &FROM_A7[..3]),
        );
    }
    case(
        &id,
        "yes = [\"END-3\", \"REP-4\"]",
        "The position after the shortest of the four turns stood twice. In this edition the turn is legal, and goal is checked before repetition.",
        &place,
        &expected(side, &FROM_A7),
    )
}

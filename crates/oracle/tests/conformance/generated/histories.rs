//! Long histories (chapter 7), and the shortest turn that repetition leaves (END-8).

use arimaa::vocab::{Direction, Kind, Piece, Side};

use super::case;
use super::sketch::{EDITIONS, Sketch, Spot, mirrored, state};

/// The current edition.
const CURRENT: &str = EDITIONS[3];

/// How many files wide the rounds of both elephants are. Each goes round in four ranks, so that a
/// round has 14 or 18 squares on one side and 14 or 20 on the other. Both are where they began
/// after 14, 140 and 180 turns of each side.
const ROUNDS: [[u8; 2]; 3] = [[5, 5], [5, 8], [7, 8]];

/// Two elephants go round, each in its own half, and every position on the way is new.
///
/// In some cases each first goes a step and back, so that the position at the start stands twice.
pub(super) fn long() -> Vec<String> {
    let mut cases = Vec::new();
    for first in Side::ALL {
        for widths in ROUNDS {
            let again = Tour::new(first, widths, false);
            let third = Tour::new(first, widths, true);
            cases.push(again.second_occurrence());
            cases.extend(EDITIONS.map(|edition| third.third_occurrence(edition)));
        }
    }
    cases
}

/// A game in which the other side's last turn leads to the position at the start.
struct Tour {
    /// The side that begins.
    first: Side,
    turns: Vec<String>,
    /// The last turn, which is judged.
    last: String,
}

impl Tour {
    fn new(first: Side, widths: [u8; 2], there_and_back: bool) -> Self {
        let [one, other] = widths.map(round);
        let mut turns = Vec::new();
        if there_and_back {
            let back = |rounds: &[Direction]| opposite(rounds[0]);
            turns.extend([
                (0, one[0]),
                (1, other[0]),
                (0, back(&one)),
                (1, back(&other)),
            ]);
        }
        let turns_of_each = common_multiple(one.len(), other.len());
        for turn in 0..turns_of_each {
            turns.extend([(0, one[turn % one.len()]), (1, other[turn % other.len()])]);
        }
        let mut at = [Spot::named("a1"); 2];
        let mut lines: Vec<String> = turns
            .into_iter()
            .enumerate()
            .map(|(ply, (player, direction))| {
                // Both walk in the lower half; the board of one of them is turned upside down.
                let from = at[player];
                at[player] = from.to(direction);
                let side = if player == 0 { first } else { first.other() };
                let piece = Piece::new(side, Kind::Elephant);
                let (from, direction) = match side {
                    Side::Gold => (from, direction),
                    Side::Silver => (from.in_the_other_half(), upside_down(direction)),
                };
                let turns = ply + usize::from(first == Side::Silver);
                let number = 2 + turns.div_euclid(2);
                let step = super::sketch::written(piece, from, direction);
                format!("{number}{} {step}", side.letter())
            })
            .collect();
        let last = lines.pop().unwrap();
        Self {
            first,
            turns: lines,
            last,
        }
    }

    /// The position at the start as a tag, and the turns before the last one.
    fn record(&self) -> String {
        let mut board = Sketch::empty();
        for placed in ["Ea1", "Rb2", "ea8", "rb7"] {
            let (piece, spot) = mirrored(placed, false);
            board.put(piece, spot);
        }
        let start = format!("Start: {} [{}]", self.first.letter(), board.squares());
        format!("record = '''\n{start}\n{}\n'''\n", self.turns.join("\n"))
    }

    fn place(&self, edition: &str) -> String {
        format!("edition = \"{edition}\"\n{}", self.record())
    }

    fn ends(&self) -> usize {
        self.turns.len()
    }

    fn second_occurrence(&self) -> String {
        case(
            &format!(
                "again-after-{}-turns-from-{}s-turn",
                self.ends(),
                self.first
            ),
            "yes = [\"REP-2\", \"SET-8\"]\nno = [\"REP-3\"]",
            "The position at the start comes back for the second time, which is allowed.",
            &self.place(CURRENT),
            &format!(
                "turn = \"{}\"\nexpect.legal = true\nexpect.outcome = \"ongoing\"",
                self.last
            ),
        )
    }

    fn third_occurrence(&self, edition: &str) -> String {
        let (ends, first) = (self.ends(), self.first);
        let id = format!("a-third-time-after-{ends}-turns-from-{first}s-turn");
        let turn = format!("turn = \"{}\"", self.last);
        if edition == CURRENT {
            return case(
                &id,
                "no = [\"REP-2\"]",
                "The position stood at the start and after each side's first two turns. However long ago that is, it may not come back.",
                &self.place(edition),
                &format!(
                    "{turn}\nexpect.legal = false\nexpect.refused = \"third-repetition\"\nexpect.at = \"end\"\nexpect.details = '{{\"earlier\": [0, 4]}}'"
                ),
            );
        }
        // The mover is the side that did not begin, and loses.
        case(
            &format!("{id}-{}", edition.replace('+', "-")),
            "yes = [\"END-10\", \"REP-3\", \"REP-4\"]",
            "The position stood at the start and after each side's first two turns. However long ago that is, the mover loses.",
            &self.place(edition),
            &format!("{turn}\nexpect.legal = true\nexpect.outcome = \"{first} END-10\""),
        )
    }
}

/// The steps once round the border of so many files and the first four ranks, from a1 eastward.
fn round(width: u8) -> Vec<Direction> {
    let along = usize::from(width) - 1;
    let sides = [
        (Direction::East, along),
        (Direction::North, 3),
        (Direction::West, along),
        (Direction::South, 3),
    ];
    let steps = sides.into_iter();
    steps
        .flat_map(|(direction, steps)| std::iter::repeat_n(direction, steps))
        .collect()
}

fn common_multiple(one: usize, other: usize) -> usize {
    let mut multiples = (1..).map(|times| times * one);
    multiples.find(|multiple| multiple % other == 0).unwrap()
}

fn opposite(direction: Direction) -> Direction {
    super::sketch::turned(direction, 2)
}

fn upside_down(direction: Direction) -> Direction {
    match direction {
        Direction::North | Direction::South => opposite(direction),
        Direction::East | Direction::West => direction,
    }
}

/// A rabbit has a lane before it, from which rabbits of the other side keep it from stepping aside.
/// So it has four turns, of one to four steps.
const LANE: [&str; 7] = ["ra6", "Rb6", "Rb5", "Rb4", "Rb3", "Rb2", "Rh1"];

/// Repetition leaves one turn, of so many steps (END-8); or none.
pub(super) fn depths() -> Vec<String> {
    let mut cases = Vec::new();
    for side in Side::ALL {
        for steps in 1..=4 {
            cases.push(one_turn_left(side, steps));
            cases.push(the_turn_left(side, steps));
        }
        cases.extend(EDITIONS.map(|edition| no_turn_left(side, edition)));
    }
    cases
}

/// The board after so many steps of the rabbit down the lane. The pieces are given as if `side`
/// were Silver.
fn after(side: Side, steps: u8) -> Sketch {
    let mut board = Sketch::empty();
    for word in LANE {
        let (piece, spot) = mirrored(word, side == Side::Gold);
        board.put(piece, spot);
    }
    let (_, mut spot) = mirrored(LANE[0], side == Side::Gold);
    for _ in 0..steps {
        let forward = forward(side);
        board.step(spot, forward);
        spot = spot.to(forward);
    }
    board
}

fn forward(side: Side) -> Direction {
    match side {
        Side::Gold => Direction::North,
        Side::Silver => Direction::South,
    }
}

/// The state in which every turn but one, of this many steps, would repeat a position for the third
/// time.
fn all_but(side: Side, steps: u8, edition: &str) -> String {
    let others = (1..=4).filter(|other| *other != steps);
    let boards: Vec<Sketch> = others.map(|steps| after(side, steps)).collect();
    let ends = boards.iter().flat_map(|board| [(board, side.other()); 2]);
    state(edition, side, &after(side, 0), &ends.collect::<Vec<_>>())
}

/// The name of a number of steps.
fn in_words(steps: u8) -> &'static str {
    [
        "no step",
        "one step",
        "two steps",
        "three steps",
        "four steps",
    ][usize::from(steps)]
}

fn one_turn_left(side: Side, steps: u8) -> String {
    let words = in_words(steps);
    case(
        &format!("{side}-has-one-turn-left-of-{}", words.replace(' ', "-")),
        "no = [\"END-8\"]",
        &format!(
            "Every turn but that of {words} would repeat a position for the third time: one is left."
        ),
        &all_but(side, steps, CURRENT),
        "expect.outcome = \"ongoing\"",
    )
}

fn the_turn_left(side: Side, steps: u8) -> String {
    let words = in_words(steps);
    let mut board = after(side, 0);
    let (_, mut spot) = mirrored(LANE[0], side == Side::Gold);
    let mut turn = Vec::new();
    for _ in 0..steps {
        turn.push(board.step(spot, forward(side)));
        spot = spot.to(forward(side));
    }
    case(
        &format!("{side}-lists-the-turn-left-of-{}", words.replace(' ', "-")),
        "yes = [\"REP-2\", \"TRN-6\"]",
        &format!("Every turn but that of {words} would repeat a position for the third time."),
        &all_but(side, steps, CURRENT),
        &format!(
            "expect.turns = 1\nexpect.first_turns = [\"{}\"]",
            turn.join(" ")
        ),
    )
}

fn no_turn_left(side: Side, edition: &str) -> String {
    let place = all_but(side, 0, edition);
    if edition == CURRENT {
        return case(
            &format!("{side}-has-no-turn-left-of-four"),
            "yes = [\"END-8\"]",
            "The turns of one to four steps would each repeat a position for the third time.",
            &place,
            &format!("expect.outcome = \"{} END-8\"", side.other()),
        );
    }
    case(
        &format!(
            "{side}-has-four-turns-that-repeat-{}",
            edition.replace('+', "-")
        ),
        "no = [\"END-8\"]\nyes = [\"REP-4\"]",
        "Each of the four turns would repeat a position for the third time, which is legal in this edition; the game goes on.",
        &place,
        "expect.outcome = \"ongoing\"",
    )
}

//! The facts that a refusal names (ORD-1), for both sides.

use arimaa::vocab::{Piece, Side};

use super::case;
use super::sketch::{Sketch, mirrored};

/// A turn that is refused, as Gold's. The rabbits of [`Sketch::new`] stand on the board besides.
struct Refused {
    id: &'static str,
    note: &'static str,
    rule: &'static str,
    reason: &'static str,
    pieces: &'static str,
    turn: &'static str,
    /// The word that is refused, or `end`; empty where it is none of these.
    at: &'static str,
    facts: &'static [(&'static str, Fact)],
}

/// A fact of a refusal.
enum Fact {
    /// A piece, a square, or a piece on its square.
    Of(&'static str),
    /// Pieces on their squares, in any order.
    All(&'static [&'static str]),
    /// A direction.
    Toward(&'static str),
    /// The label of a turn.
    Label(&'static str),
    Nothing,
}

use Fact::{All, Label, Nothing, Of, Toward};

const REFUSED: [Refused; 18] = [
    Refused {
        id: "nothing-to-move-is-named",
        note: "Nothing stands where the step starts.",
        rule: "STP-1",
        reason: "empty-square",
        pieces: "Ee4",
        turn: "Ed4n",
        at: "Ed4n",
        facts: &[("square", Of("d4"))],
    },
    Refused {
        id: "the-piece-that-stands-there-is-named",
        note: "A camel is named, and the elephant stands there.",
        rule: "STP-2",
        reason: "wrong-piece",
        pieces: "Ed4",
        turn: "Md4n",
        at: "Md4n",
        facts: &[("named", Of("M")), ("found", Of("Ed4"))],
    },
    Refused {
        id: "the-edge-is-named",
        note: "There is no square north of d8, seen from Gold's side.",
        rule: "STP-3",
        reason: "off-board",
        pieces: "Ed8",
        turn: "Ed8n",
        at: "Ed8n",
        facts: &[("from", Of("d8")), ("direction", Toward("n"))],
    },
    Refused {
        id: "a-friend-in-the-way-is-named",
        note: "The dog stands where the step leads.",
        rule: "STP-4",
        reason: "occupied",
        pieces: "Ed4 Dd5",
        turn: "Ed4n",
        at: "Ed4n",
        facts: &[("by", Of("Dd5"))],
    },
    Refused {
        id: "an-enemy-in-the-way-is-named",
        note: "The other side's dog stands where the step leads.",
        rule: "STP-4",
        reason: "occupied",
        pieces: "Ed4 dd5",
        turn: "Ed4n",
        at: "Ed4n",
        facts: &[("by", Of("dd5"))],
    },
    Refused {
        id: "the-pushed-piece-is-named-inside-the-push",
        note: "The cat moves while the push of the dog is pending; the dog is named with the square that it left.",
        rule: "PSH-4",
        reason: "push-unfinished",
        pieces: "Ed4 dd5 Cg2",
        turn: "dd5n Cg2n",
        at: "Cg2n",
        facts: &[("pushed", Of("dd5"))],
    },
    Refused {
        id: "the-pushed-piece-is-named-at-the-end",
        note: "The turn ends while the push of the dog is pending; the dog is named with the square that it left.",
        rule: "PSH-4",
        reason: "push-unfinished",
        pieces: "Ed4 dd5",
        turn: "dd5n",
        at: "end",
        facts: &[("pushed", Of("dd5"))],
    },
    Refused {
        id: "the-weak-pusher-is-named",
        note: "The dog steps where the horse was pushed from, and is weaker than the horse.",
        rule: "PSH-5",
        reason: "pusher-too-weak",
        pieces: "Ed4 hd5 Dc5",
        turn: "hd5n Dc5e",
        at: "Dc5e",
        facts: &[("pusher", Of("Dc5")), ("pushed", Of("hd5"))],
    },
    Refused {
        id: "the-rabbit-that-goes-back-is-named",
        note: "The rabbit steps backward.",
        rule: "STP-5",
        reason: "rabbit-backward",
        pieces: "Rd4",
        turn: "Rd4s",
        at: "Rd4s",
        facts: &[("rabbit", Of("Rd4"))],
    },
    Refused {
        id: "every-stronger-enemy-beside-is-named",
        note: "Three pieces around the cat are stronger.",
        rule: "FRZ-2",
        reason: "frozen",
        pieces: "Ce4 he5 dd4 mf4",
        turn: "Ce4s",
        at: "Ce4s",
        facts: &[("piece", Of("Ce4")), ("by", All(&["dd4", "mf4", "he5"]))],
    },
    Refused {
        id: "every-piece-beside-is-named-that-cannot-push",
        note: "Three own pieces stand beside the camel, and none is stronger.",
        rule: "PSH-1",
        reason: "no-pusher",
        pieces: "me5 He4 Md5 Cf5",
        turn: "me5n",
        at: "me5n",
        facts: &[
            ("piece", Of("me5")),
            ("beside", All(&["He4", "Md5", "Cf5"])),
            ("open_pull", Nothing),
        ],
    },
    Refused {
        id: "the-open-pull-of-a-rabbit-is-named",
        note: "The rabbit has left d4, from Gold's side; it is not stronger than the cat that follows.",
        rule: "PSH-1",
        reason: "no-pusher",
        pieces: "Rd4 Cd3 cd5",
        turn: "Rd4e cd5s",
        at: "cd5s",
        facts: &[
            ("piece", Of("cd5")),
            ("beside", All(&[])),
            ("open_pull", Of("Rd4")),
        ],
    },
    Refused {
        id: "the-open-pull-of-another-square-is-named",
        note: "The elephant has left d4, from Gold's side, and the rabbit goes elsewhere.",
        rule: "PSH-1",
        reason: "no-pusher",
        pieces: "Ed4 rb3",
        turn: "Ed4n rb3s",
        at: "rb3s",
        facts: &[
            ("piece", Of("rb3")),
            ("beside", All(&[])),
            ("open_pull", Of("Ed4")),
        ],
    },
    Refused {
        id: "every-frozen-pusher-is-named",
        note: "The dog and the horse are stronger than the cat; a horse freezes the one and a camel the other.",
        rule: "PSH-2",
        reason: "pusher-frozen",
        pieces: "cd5 Dd4 he4 Hc5 mb5",
        turn: "cd5n",
        at: "cd5n",
        facts: &[("piece", Of("cd5")), ("pushers", All(&["Dd4", "Hc5"]))],
    },
    Refused {
        id: "the-piece-is-named-that-one-step-does-not-push",
        note: "Three steps are taken, and a push takes two.",
        rule: "PSH-3",
        reason: "no-step-for-push",
        pieces: "Ee2 Dd4 rd5",
        turn: "Ee2e Ef2e Eg2n rd5n",
        at: "rd5n",
        facts: &[("piece", Of("rd5"))],
    },
    Refused {
        id: "both-labels-are-named",
        note: "The label is one too high.",
        rule: "NOT-5",
        reason: "wrong-label",
        pieces: "Ed4",
        turn: "8g Ed4n",
        at: "",
        facts: &[("found", Label("8g")), ("expected", Label("7g"))],
    },
    Refused {
        id: "the-wrong-capture-is-named",
        note: "The cat is captured, and a dog is said to be.",
        rule: "NOT-4",
        reason: "capture-mismatch",
        pieces: "Cc2",
        turn: "Cc2n Dc3x",
        at: "Dc3x",
        facts: &[("named", Of("Dc3")), ("captured", Of("Cc3"))],
    },
    Refused {
        id: "a-capture-is-named-where-there-is-none",
        note: "The dog supports the cat, which is said to be captured.",
        rule: "NOT-4",
        reason: "capture-mismatch",
        pieces: "Cc2 Db3",
        turn: "Cc2n Cc3x",
        at: "Cc3x",
        facts: &[("named", Of("Cc3")), ("captured", Nothing)],
    },
];

/// Every refusal of play that names facts, for both sides.
pub(super) fn all() -> Vec<String> {
    let sides = Side::ALL.into_iter();
    sides
        .flat_map(|side| REFUSED.iter().map(move |refused| named(side, refused)))
        .collect()
}

fn named(side: Side, refused: &Refused) -> String {
    let exchange = side == Side::Silver;
    let mut board = Sketch::new();
    for word in refused.pieces.split(' ') {
        let (piece, spot) = mirrored(word, exchange);
        board.put(piece, spot);
    }
    let turn: Vec<String> = refused
        .turn
        .split(' ')
        .map(|word| exchanged(word, exchange))
        .collect();
    let facts: Vec<String> = refused
        .facts
        .iter()
        .map(|(name, fact)| format!("\"{name}\": {}", written(fact, exchange)))
        .collect();
    let at = match refused.at {
        "" => String::new(),
        "end" => "expect.at = \"end\"\n".to_owned(),
        word => format!("expect.at = \"{}\"\n", exchanged(word, exchange)),
    };
    case(
        &format!("{}-{side}", refused.id),
        &format!("yes = [\"ORD-1\"]\nno = [\"{}\"]", refused.rule),
        refused.note,
        &format!("diagram = '''\n7{}\n{board}'''\n", side.letter()),
        &format!(
            "turn = \"{}\"\nexpect.legal = false\nexpect.refused = \"{}\"\n{at}\
             expect.details = '{{{}}}'",
            turn.join(" "),
            refused.reason,
            facts.join(", ")
        ),
    )
}

fn written(fact: &Fact, exchange: bool) -> String {
    match fact {
        Of(word) | Toward(word) | Label(word) => format!("\"{}\"", exchanged(word, exchange)),
        All(words) => {
            let mut placed: Vec<_> = words.iter().map(|word| mirrored(word, exchange)).collect();
            // In the order of squares.
            placed.sort_by_key(|(_, spot)| spot.index());
            let placed = placed.iter().map(|(piece, spot)| format!("{piece}{spot}"));
            format!("{:?}", placed.collect::<Vec<_>>())
        }
        Nothing => "null".to_owned(),
    }
}

/// A word of a turn or a fact with the sides exchanged, if so asked: a direction, a label, a
/// square, a piece, a piece on its square, a step or a capture.
fn exchanged(word: &str, exchange: bool) -> String {
    if !exchange {
        return word.to_owned();
    }
    let direction = |letter: &str| match letter {
        "n" => "s".to_owned(),
        "s" => "n".to_owned(),
        other => other.to_owned(),
    };
    let is_label = word.starts_with(|first: char| first.is_ascii_digit());
    match word.len() {
        1 if "nsew".contains(word) => direction(word),
        1 => {
            let piece: Piece = word.parse().unwrap();
            Piece::new(piece.side.other(), piece.kind).to_string()
        }
        2 if is_label => word.replace('g', "s"),
        2 => {
            let (_, spot) = mirrored(&format!("R{word}"), true);
            spot.to_string()
        }
        _ => {
            let (piece, spot) = mirrored(&word[..3], true);
            format!("{piece}{spot}{}", direction(&word[3..]))
        }
    }
}

//! Every way to be captured: each trap × side × part of the step × on arrival or left behind; and
//! every way to be supported.

use arimaa::vocab::{Direction, Kind, Part, Piece, Side};

use super::sketch::{
    CLOCK, Generated, KINDS, SIDES, Sketch, Spot, is_backward, place, turned, written,
};

const TRAPS: [&str; 4] = ["c3", "f3", "c6", "f6"];

/// The parts of a step, and the words for them in an id.
const PARTS: [(Part, &str); 4] = [
    (Part::Plain, "plain-step"),
    (Part::PushBegun, "push"),
    (Part::PushCompleted, "completed-push"),
    (Part::Pull, "pull"),
];

pub(super) fn all() -> Vec<Generated> {
    let mut cases = Vec::new();
    for arrives in [true, false] {
        for owner in SIDES {
            for (number, trap) in TRAPS.into_iter().enumerate() {
                for (index, (part, words)) in PARTS.into_iter().enumerate() {
                    // The direction and the kind go round, so that each occurs with each.
                    let direction = CLOCK[(number + index) % 4];
                    let kind = KINDS[(3 * number + index + usize::from(arrives)) % 6];
                    let scene = Scene {
                        owner,
                        trap: Spot::named(trap),
                        direction,
                    };
                    let how = if arrives { "arriving-on" } else { "left-on" };
                    let owner = owner.name().to_lowercase();
                    let id = format!("{words}-captures-{owner}-{how}-{trap}");
                    cases.push(scene.capture(part, arrives, kind, id));
                }
            }
        }
    }
    for owner in SIDES {
        cases.extend((0..4).map(|quarters| supported(owner, quarters)));
    }
    cases
}

/// A trap, the side of the piece that is captured there, and the direction from the trap in which
/// things happen.
#[derive(Clone, Copy)]
struct Scene {
    owner: Side,
    trap: Spot,
    direction: Direction,
}

impl Scene {
    fn capture(self, part: Part, arrives: bool, kind: Kind, id: String) -> Generated {
        let Self {
            owner, direction, ..
        } = self;
        let is_pushed = matches!(part, Part::PushBegun | Part::Pull);
        let kind = match (part, arrives) {
            // The captured piece is pushed or pulled.
            (Part::PushBegun | Part::Pull, true) if kind == Kind::Elephant => Kind::Dog,
            (Part::PushBegun, true)
                if kind == Kind::Rabbit && is_backward(owner, turned(direction, 2)) =>
            {
                Kind::Cat
            }
            (Part::Pull, true)
                if kind == Kind::Rabbit && is_backward(owner, turned(direction, 1)) =>
            {
                Kind::Cat
            }
            // It completes a push of a piece that is no rabbit.
            (Part::PushCompleted, true) if place(kind) > place(Kind::Dog) => Kind::Horse,
            (Part::Plain, true)
                if kind == Kind::Rabbit && is_backward(owner, turned(direction, 2)) =>
            {
                Kind::Camel
            }
            _ => kind,
        };
        let mut board = Sketch::new();
        let captured = Piece::new(owner, kind);
        let steps = match (part, arrives) {
            (Part::Plain, true) => self.steps_in(&mut board, captured),
            (Part::Plain, false) => self.friend_leaves(&mut board, captured),
            (Part::PushBegun, true) => self.is_pushed_in(&mut board, captured),
            (Part::PushBegun, false) => self.friend_is_pushed(&mut board, captured),
            (Part::PushCompleted, true) => self.pushes_into(&mut board, captured),
            (Part::PushCompleted, false) => self.friend_pushes(&mut board, captured),
            (Part::Pull, true) => self.is_pulled_in(&mut board, captured),
            _ => self.friend_is_pulled(&mut board, captured),
        };
        let before = board.clone();
        let mover = if is_pushed { owner.other() } else { owner };
        let turn: Vec<String> = steps
            .iter()
            .map(|&(from, direction, captures)| {
                let step = board.step(from, direction);
                if captures {
                    assert_eq!(board.take(self.trap), captured);
                }
                step
            })
            .collect();
        let fields = vec![
            ("turn", format!("\"{}\"", turn.join(" "))),
            ("expect.legal", "true".to_owned()),
            ("expect.captures", format!("[\"{captured}{}\"]", self.trap)),
            ("expect.board", format!("\"{}\"", board.pieces())),
        ];
        Generated {
            id,
            yes: vec!["CAP-1", "CAP-2"],
            no: Vec::new(),
            kills: match part {
                Part::PushCompleted => vec!["a-completed-push-captures-nothing"],
                Part::Pull => vec!["a-pulled-piece-is-not-captured"],
                _ if arrives => vec!["enemies-support"],
                _ => vec!["enemies-support", "only-the-mover-is-captured"],
            },
            note: self.note(part, arrives, captured),
            header: mover.letter().to_string(),
            board: before,
            fields,
        }
    }

    fn note(self, part: Part, arrives: bool, captured: Piece) -> String {
        let (name, trap) = (captured.described(), self.trap);
        let how = match (part, arrives) {
            (Part::Plain, true) => "steps onto a trap",
            (Part::PushBegun, true) => "is pushed onto a trap",
            (Part::PushCompleted, true) => "follows a piece that it pushed off a trap",
            (Part::Pull, true) => "is pulled onto a trap",
            (Part::Plain, false) => "stays on a trap when its only friend beside it steps away",
            (Part::PushBegun, false) => {
                "stays on a trap when its only friend beside it is pushed away"
            }
            (Part::PushCompleted, false) => {
                "stays on a trap when its only friend beside it follows a piece that it pushed"
            }
            _ => "stays on a trap when its only friend beside it is pulled away",
        };
        format!("The {name} {how}, {trap}, where only enemies are beside it: it is captured.")
    }

    fn beside(self, quarters: usize) -> Spot {
        self.trap.to(turned(self.direction, quarters))
    }

    /// Rabbits of the other side on those sides of the trap that are free.
    fn surround(self, board: &mut Sketch, quarters: &[usize]) {
        for &quarters in quarters {
            board.put(
                Piece::new(self.owner.other(), Kind::Rabbit),
                self.beside(quarters),
            );
        }
    }

    fn enemy(self, kind: Kind) -> Piece {
        Piece::new(self.owner.other(), kind)
    }

    fn friend(self, kind: Kind) -> Piece {
        Piece::new(self.owner, kind)
    }

    fn steps_in(self, board: &mut Sketch, captured: Piece) -> Vec<(Spot, Direction, bool)> {
        self.surround(board, &[1, 2, 3]);
        board.put(captured, self.beside(0));
        vec![(self.beside(0), turned(self.direction, 2), true)]
    }

    fn friend_leaves(self, board: &mut Sketch, captured: Piece) -> Vec<(Spot, Direction, bool)> {
        self.surround(board, &[1, 2, 3]);
        board.put(captured, self.trap);
        board.put(self.friend(other_than(captured.kind)), self.beside(0));
        vec![(self.beside(0), self.direction, true)]
    }

    fn is_pushed_in(self, board: &mut Sketch, captured: Piece) -> Vec<(Spot, Direction, bool)> {
        self.surround(board, &[1, 2, 3]);
        let (near, far) = (self.beside(0), self.beside(0).to(self.direction));
        let inward = turned(self.direction, 2);
        board.put(captured, near);
        board.put(self.enemy(KINDS[place(captured.kind) - 1]), far);
        vec![(near, inward, true), (far, inward, false)]
    }

    fn friend_is_pushed(self, board: &mut Sketch, captured: Piece) -> Vec<(Spot, Direction, bool)> {
        self.surround(board, &[1, 2, 3]);
        let aside = turned(self.direction, 1);
        let (near, pusher) = (self.beside(0), self.beside(0).to(aside));
        board.put(captured, self.trap);
        board.put(self.friend(other_than(captured.kind)), near);
        board.put(self.enemy(Kind::Elephant), pusher);
        vec![
            (near, self.direction, true),
            (pusher, turned(aside, 2), false),
        ]
    }

    fn pushes_into(self, board: &mut Sketch, captured: Piece) -> Vec<(Spot, Direction, bool)> {
        let away = turned(self.direction, 2);
        board.put(captured, self.beside(0));
        board.put(self.enemy(KINDS[place(captured.kind) + 1]), self.trap);
        self.surround(board, &[1]);
        vec![(self.trap, away, false), (self.beside(0), away, true)]
    }

    fn friend_pushes(self, board: &mut Sketch, captured: Piece) -> Vec<(Spot, Direction, bool)> {
        self.surround(board, &[1, 2, 3]);
        let (near, far) = (self.beside(0), self.beside(0).to(self.direction));
        board.put(captured, self.trap);
        board.put(self.friend(other_than(captured.kind)), near);
        board.put(self.enemy(Kind::Cat), far);
        vec![
            (far, turned(self.direction, 1), false),
            (near, self.direction, true),
        ]
    }

    fn is_pulled_in(self, board: &mut Sketch, captured: Piece) -> Vec<(Spot, Direction, bool)> {
        board.put(self.enemy(KINDS[place(captured.kind) - 1]), self.trap);
        self.surround(board, &[1]);
        board.put(captured, self.beside(3));
        vec![
            (self.trap, self.direction, false),
            (self.beside(3), turned(self.direction, 1), true),
        ]
    }

    fn friend_is_pulled(self, board: &mut Sketch, captured: Piece) -> Vec<(Spot, Direction, bool)> {
        self.surround(board, &[1, 2, 3]);
        let (near, far) = (self.beside(0), self.beside(0).to(self.direction));
        board.put(captured, self.trap);
        board.put(self.friend(other_than(captured.kind)), near);
        board.put(self.enemy(Kind::Elephant), far);
        vec![
            (far, turned(self.direction, 1), false),
            (near, self.direction, true),
        ]
    }
}

/// A dog, or a horse beside a dog: weak enough to be pushed, strong enough to push a cat.
fn other_than(kind: Kind) -> Kind {
    if kind == Kind::Dog {
        Kind::Horse
    } else {
        Kind::Dog
    }
}

/// A piece on every trap, each supported from another direction.
fn supported(owner: Side, quarters: usize) -> Generated {
    let mut board = Sketch::new();
    let supports = [Kind::Dog, Kind::Horse, Kind::Elephant, Kind::Cat];
    let on_traps = [Kind::Horse, Kind::Camel, Kind::Dog, Kind::Cat];
    let mut letters = Vec::new();
    for (index, trap) in TRAPS.into_iter().enumerate() {
        let from = CLOCK[(index + quarters) % 4];
        letters.push(from.letter().to_string());
        board.put(Piece::new(owner, on_traps[index]), Spot::named(trap));
        board.put(
            Piece::new(owner, supports[index]),
            Spot::named(trap).to(from),
        );
    }
    let before = board.clone();
    let (from, forward) = match owner {
        Side::Gold => (Spot::named("h1"), Direction::North),
        Side::Silver => (Spot::named("a8"), Direction::South),
    };
    let turn = board.step(from, forward);
    assert_eq!(
        turn,
        written(Piece::new(owner, Kind::Rabbit), from, forward)
    );
    let owner_name = owner.name().to_lowercase();
    Generated {
        id: format!("{owner_name}-supported-from-{}", letters.join("-")),
        yes: Vec::new(),
        no: vec!["CAP-1"],
        kills: vec!["support-does-not-save"],
        note: format!(
            "A {owner_name} piece on each of c3, f3, c6 and f6 has a friend beside it, in this order from {}: none is captured.",
            letters.join(", ")
        ),
        header: owner.letter().to_string(),
        board: before,
        fields: vec![
            ("turn", format!("\"{turn}\"")),
            ("expect.legal", "true".to_owned()),
            ("expect.captures", "[]".to_owned()),
            ("expect.board", format!("\"{}\"", board.pieces())),
        ],
    }
}

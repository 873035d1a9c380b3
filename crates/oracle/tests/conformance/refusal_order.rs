//! The table of ORD-1 in SPEC.md against the reasons that each engine gives.
//!
//! Which rules an action breaks is found one by one, each by a few lines of its own; the table says
//! which of them is the reason. Every action is tried at every moment of the suite's cases about
//! order, turns and pushes.

use std::collections::BTreeSet;

use arimaa::Game;
use arimaa::compare::{Engine, Reference, action_space};
use arimaa::rules::Rules;
use arimaa::spec;
use arimaa::vocab::{
    Action, Board, Direction, Edition, Kind, Part, Phase, Piece, Placed, Side, Snapshot, Square,
    Step, TurnEnd,
};
use arimaa_conformance::Suite;
use arimaa_oracle::ask::{Answer, Question, TurnText, answer};

/// A rule, and whether an action breaks it.
type Broken = (&'static str, bool);

/// A moment of a game, with the facts that the rules of steps need.
struct Moment {
    snapshot: Snapshot,
    board: Board,
    taken: usize,
    /// The enemy piece that a pending push has moved, on the square that it left.
    pushed: Option<Placed>,
    /// The player's piece that can pull, on the square that it left.
    puller: Option<Placed>,
}

#[test]
fn both_engines_give_the_first_reason_of_ord_1() {
    let rows = rows();
    let mut observed: BTreeSet<(String, &'static str, &'static str)> = BTreeSet::new();
    for moment in moments() {
        let (reference, game) = engines(&moment.snapshot);
        for action in action_space() {
            let (row, broken) = broken_rules(&moment, action);
            let order = &rows.iter().find(|(name, _)| name == row).unwrap().1;
            for (rule, _) in &broken {
                assert!(order.contains(rule), "{row} has no {rule}");
            }
            let mut reasons = order.iter().filter(|&rule| broken.contains(&(rule, true)));
            let expected = reasons.next().copied();
            let found = [
                reference.clone().apply(action).err().map(|why| why.rule()),
                game.clone().apply(action).err().map(|why| why.rule()),
            ];
            assert_eq!(found, [expected; 2], "{action} in {:?}", moment.snapshot);
            observed.extend(reasons.map(|&later| (row.to_owned(), expected.unwrap(), later)));
        }
    }
    let mut missing = Vec::new();
    for (row, order) in &rows {
        for (index, &one) in order.iter().enumerate() {
            for &other in &order[index + 1..] {
                let excluded = NEVER_TOGETHER.contains(&(row.as_str(), one, other));
                if excluded == observed.contains(&(row.clone(), one, other)) {
                    missing.push(format!("{row}: {one}, {other} (excluded: {excluded})"));
                }
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// Pairs of a row that no action breaks together. A pending push has a step left (PSH-3). A square
/// is empty or holds a piece; a step leads off the board or to a square. PSH-5 is about a step to
/// the square that the pushed piece left, PSH-2 about pieces that PSH-1 does not find. A push is
/// never pending on the board of the start: after an odd number of steps one piece more or less
/// stands on squares of one colour, and after two the enemy piece has left its square.
const NEVER_TOGETHER: [(&str, &str, &str); 19] = [
    (PENDING, "TRN-1", "STP-1"),
    (PENDING, "TRN-1", "STP-2"),
    (PENDING, "TRN-1", "STP-3"),
    (PENDING, "TRN-1", "STP-4"),
    (PENDING, "TRN-1", "PSH-4"),
    (PENDING, "TRN-1", "PSH-5"),
    (PENDING, "TRN-1", "FRZ-2"),
    (PENDING, "STP-1", "STP-2"),
    (PENDING, "STP-3", "STP-4"),
    (PENDING, "STP-3", "PSH-5"),
    (PENDING, "STP-4", "PSH-5"),
    (PENDING, "PSH-4", "PSH-5"),
    (OWN, "STP-1", "STP-2"),
    (OWN, "STP-3", "STP-4"),
    (ENEMY, "STP-1", "STP-2"),
    (ENEMY, "STP-3", "STP-4"),
    (ENEMY, "PSH-1", "PSH-2"),
    (END, "TRN-2", "PSH-4"),
    (END, "PSH-4", "TRN-3"),
];

/// The names of rows of ORD-1: this one and the three below.
const PENDING: &str = "while a push is pending";
const OWN: &str = "of an own piece";
const ENEMY: &str = "of an enemy piece";
const END: &str = "end of a turn";

/// The rules of a row of ORD-1, in its order.
pub(super) fn order_of_row(name: &str) -> Vec<&'static str> {
    let rows = rows().into_iter().filter(|row| row.0 == name);
    rows.map(|(_, order)| order).next().unwrap()
}

/// The rows of the table with their rules in order. A row whose name begins with `…` continues the
/// row `step`, and has the rules of both.
fn rows() -> Vec<(String, Vec<&'static str>)> {
    let text = spec::rule("ORD-1").unwrap().text;
    let rows = text.lines().filter(|line| line.starts_with('|')).skip(2);
    let rows: Vec<(&str, Vec<&'static str>)> = rows
        .map(|row| {
            let (name, order) = row.trim_matches('|').split_once('|').unwrap();
            let is_rule = |word: &&str| spec::rule(word).is_some();
            // An action that ends a pull is accepted: no reason to be ordered.
            let order = order.rsplit("else ").next().unwrap();
            let words = order.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
            (name.trim(), words.filter(is_rule).collect())
        })
        .collect();
    let steps = rows.iter().find(|row| row.0 == "step").unwrap().1.clone();
    let whole = rows.iter().filter(|row| row.0 != "step");
    whole
        .map(|(name, order)| match name.strip_prefix("… ") {
            Some(name) => (name.to_owned(), [&steps[..], order].concat()),
            None => ((*name).to_owned(), order.clone()),
        })
        .collect()
}

/// Files of cases about order, turns and pushes.
const FILES: [&str; 3] = ["04-push-and-pull.toml", "06-turns.toml", "12-order.toml"];

/// The moments in the cases of [`FILES`]: the start of each case, and after each of its steps.
fn moments() -> Vec<Moment> {
    let mut seen = BTreeSet::new();
    let mut moments = Vec::new();
    for case in Suite::embedded().unwrap().cases {
        if !FILES.contains(&case.place.0.as_str()) {
            continue;
        }
        let Some(position) = case.question.position().cloned() else {
            continue;
        };
        let actions = match &case.question {
            Question::Judge { turn, .. } => words(turn),
            _ => Vec::new(),
        };
        let actions: Vec<String> = actions
            .into_iter()
            .filter(|word| !word.starts_with(|c: char| c.is_ascii_digit()) && !word.ends_with('x'))
            .collect();
        for length in 0..=actions.len() {
            let question = Question::Apply {
                position: position.clone(),
                actions: actions[..length].to_vec(),
            };
            let Answer::Applied { state, .. } = answer(&Engine::of::<Game>(), &question) else {
                break;
            };
            if seen.insert(format!("{:?}", state.snapshot)) {
                moments.push(moment(state.snapshot));
            }
        }
    }
    moments
}

/// The words of a written turn.
fn words(turn: &TurnText) -> Vec<String> {
    match turn {
        TurnText::Line(line) => line.split_whitespace().map(str::to_owned).collect(),
        TurnText::Words(words) => words.clone(),
    }
}

fn engines(snapshot: &Snapshot) -> (Reference, Game) {
    let reference = Reference::from_snapshot(snapshot).unwrap();
    (reference, Game::from_snapshot(snapshot).unwrap())
}

/// The moment of a snapshot, with the push or pull that its last step left open.
fn moment(snapshot: Snapshot) -> Moment {
    let mut before = snapshot.clone();
    let steps = match &mut before.phase {
        Phase::Play { steps, .. } => std::mem::take(steps),
        Phase::Setup { .. } => Vec::new(),
    };
    let mut engine = Game::from_snapshot(&before).unwrap();
    let (mut pushed, mut puller) = (None, None);
    for step in &steps {
        let effect = engine.apply(Action::Step(*step)).unwrap();
        let moved = Placed {
            piece: step.piece,
            square: step.from,
        };
        pushed = (effect.part == Part::PushBegun).then_some(moved);
        puller = (effect.part == Part::Plain).then_some(moved);
    }
    Moment {
        board: Game::from_snapshot(&snapshot).unwrap().board(),
        taken: steps.len(),
        snapshot,
        pushed,
        puller,
    }
}

/// The row of an action, and each rule of the row with whether the action breaks it.
fn broken_rules(moment: &Moment, action: Action) -> (&'static str, Vec<Broken>) {
    let side = moment.snapshot.side;
    match (&moment.snapshot.phase, action) {
        (Phase::Setup { .. }, Action::Step(_)) => ("any, in a setup", vec![("SET-1", true)]),
        (Phase::Play { .. }, Action::Place(_)) => ("any, in play", vec![("SET-1", true)]),
        (Phase::Setup { handicap, .. }, Action::Place(Placed { piece, square })) => {
            let home = if side == Side::Gold { 1..=2 } else { 7..=8 };
            let left = set_of(piece) - usize::from(handicap.of(piece));
            let broken = vec![
                ("SET-2", piece.side != side),
                ("SET-3", !home.contains(&square.rank())),
                ("SET-4", moment.board.at(square).is_some()),
                ("SET-5", count(&moment.board, piece) >= left),
            ];
            ("placement", broken)
        }
        (Phase::Setup { handicap, .. }, Action::EndTurn) => {
            let left = |piece: Piece| set_of(piece) - usize::from(handicap.of(piece));
            let mut pieces = Piece::ALL.into_iter().filter(|piece| piece.side == side);
            let missing = pieces.any(|piece| count(&moment.board, piece) < left(piece));
            ("end of a setup", vec![("SET-6", missing)])
        }
        (Phase::Play { earlier, .. }, Action::EndTurn) => {
            let is_same = |end: &&TurnEnd| end.board == moment.board && end.to_move == side.other();
            let is_third = moment.snapshot.edition == Edition::July2008
                && earlier.iter().filter(is_same).count() >= 2;
            let broken = vec![
                ("TRN-2", moment.taken == 0),
                ("PSH-4", moment.pushed.is_some()),
                ("TRN-3", moment.board == moment.snapshot.start),
                ("REP-2", is_third),
            ];
            (END, broken)
        }
        (Phase::Play { .. }, Action::Step(step)) => step_in_play(moment, step),
    }
}

fn step_in_play(moment: &Moment, step: Step) -> (&'static str, Vec<Broken>) {
    let board = &moment.board;
    let side = moment.snapshot.side;
    let Step {
        piece,
        from,
        direction,
    } = step;
    let to = next(from, direction);
    let found = board.at(from);
    let is_own = piece.side == side;
    let mut broken = vec![
        ("TRN-1", moment.taken == 4),
        ("STP-1", found.is_none()),
        ("STP-2", found.is_some_and(|found| found != piece)),
        ("STP-3", to.is_none()),
        ("STP-4", to.is_some_and(|to| board.at(to).is_some())),
    ];
    if let Some(pushed) = moment.pushed {
        let follows = is_own && to == Some(pushed.square);
        broken.extend([
            ("PSH-4", !follows),
            ("PSH-5", follows && !stronger(piece, pushed.piece)),
            ("FRZ-2", is_own && is_frozen(board, from, piece)),
        ]);
        return (PENDING, broken);
    }
    if is_own {
        let backward = match side {
            Side::Gold => Direction::South,
            Side::Silver => Direction::North,
        };
        let is_rabbit = piece.kind == Kind::Rabbit;
        broken.extend([
            ("STP-5", is_rabbit && direction == backward),
            ("FRZ-2", is_frozen(board, from, piece)),
        ]);
        return (OWN, broken);
    }
    let is_pull = moment
        .puller
        .is_some_and(|puller| to == Some(puller.square) && stronger(puller.piece, piece));
    let pushers: Vec<Placed> = beside(board, from)
        .filter(|near| near.piece.side == side && stronger(near.piece, piece))
        .collect();
    let all_frozen = pushers
        .iter()
        .all(|pusher| is_frozen(board, pusher.square, pusher.piece));
    broken.extend([
        ("PSH-1", !is_pull && pushers.is_empty()),
        ("PSH-2", !is_pull && !pushers.is_empty() && all_frozen),
        ("PSH-3", !is_pull && moment.taken > 2),
    ]);
    (ENEMY, broken)
}

fn next(from: Square, direction: Direction) -> Option<Square> {
    let (east, north): (i8, i8) = match direction {
        Direction::North => (0, 1),
        Direction::South => (0, -1),
        Direction::East => (1, 0),
        Direction::West => (-1, 0),
    };
    let file = (from.file() as u8).checked_add_signed(east)?;
    let rank = from.rank().checked_add_signed(north)?;
    Square::named(char::from(file), rank)
}

fn beside(board: &Board, square: Square) -> impl Iterator<Item = Placed> + '_ {
    let near = Direction::ALL
        .into_iter()
        .filter_map(move |way| next(square, way));
    near.filter_map(|square| board.at(square).map(|piece| Placed { piece, square }))
}

fn is_frozen(board: &Board, square: Square, piece: Piece) -> bool {
    let near: Vec<Placed> = beside(board, square).collect();
    let is_enemy = |near: &Placed| near.piece.side != piece.side && stronger(near.piece, piece);
    near.iter().any(is_enemy) && near.iter().all(|near| near.piece.side != piece.side)
}

/// Whether the first piece is stronger than the second, by the order of letters in SPEC.md.
fn stronger(one: Piece, other: Piece) -> bool {
    let place = |piece: Piece| "EMHDCR".find(piece.kind.letter().to_ascii_uppercase());
    place(one) < place(other)
}

fn count(board: &Board, piece: Piece) -> usize {
    board
        .placed()
        .filter(|placed| placed.piece == piece)
        .count()
}

fn set_of(piece: Piece) -> usize {
    match piece.kind.letter().to_ascii_uppercase() {
        'E' | 'M' => 1,
        'R' => 8,
        _ => 2,
    }
}

//! A model of the end of a turn: the steps taken, what the last step left open, whether the board
//! has changed, how often the position has stood. Every combination that occurs is put to both
//! engines in every edition; the rule that refuses the end is read from ORD-1.
//!
//! Which steps are legal with something open and so many steps left is proved in `tests/proofs`.

use std::collections::{BTreeMap, BTreeSet};

use arimaa::Game;
use arimaa::compare::Reference;
use arimaa::rules::Rules;
use arimaa::vocab::{Action, Board, Edition, Part, Phase, Side, Snapshot, Step, TurnEnd};

use crate::symmetry::Symmetry;

/// The push or pull that the last step left open.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
enum Open {
    Nothing,
    Push,
    Pull,
}

/// The number of steps taken, what is open, and whether the board differs from the start.
type Moment = (usize, Open, bool);

/// The moments that occur.
///
/// The others do not. Before the first step nothing is open and nothing has changed. One step is a
/// plain step or begins a push; either changes the board. After an odd number of steps the board
/// has always changed: each step moves one piece to a square of the other colour, and a capture
/// leaves fewer pieces. Two steps that leave nothing open are a push or a pull, and after them a
/// piece stands elsewhere. While a push is pending after two steps, the pushed piece is not on its
/// square. No push is pending after four steps, because it needs one more (PSH-3).
const MOMENTS: [Moment; 14] = [
    (0, Open::Nothing, false),
    (1, Open::Push, true),
    (1, Open::Pull, true),
    (2, Open::Nothing, true),
    (2, Open::Push, true),
    (2, Open::Pull, false),
    (2, Open::Pull, true),
    (3, Open::Nothing, true),
    (3, Open::Push, true),
    (3, Open::Pull, true),
    (4, Open::Nothing, false),
    (4, Open::Nothing, true),
    (4, Open::Pull, false),
    (4, Open::Pull, true),
];

/// Positions with Gold to move, whose turns together have all of these moments. In the second and
/// third pieces are captured.
const POSITIONS: [&str; 4] = [
    "Ed4 rd5 Rh1 ra8",
    "Dc4 rc5 Cb4 Rh1 ra8",
    "Mf3 Cf2 hf4 re3 Rh1 ra8",
    "Ha1 ca2 da3 Rh1 ra8",
];

/// The start of a turn, and the steps that lead to a moment.
type Taken = (Snapshot, Vec<Step>);

/// Adds the moments of every turn from a position, each with one way to it; returns their number.
fn moments(position: &Snapshot, into: &mut BTreeMap<Moment, Taken>) -> u64 {
    fn walk(
        engine: &Reference,
        (start, steps, open): (&Snapshot, &mut Vec<Step>, Open),
        into: &mut BTreeMap<Moment, Taken>,
    ) -> u64 {
        let moment = (steps.len(), open, engine.board() != start.start);
        into.entry(moment)
            .or_insert_with(|| (start.clone(), steps.clone()));
        let mut met = 1;
        for action in engine.legal_actions() {
            let Action::Step(step) = action else {
                continue;
            };
            let mut next = engine.clone();
            let part = next.apply(action).unwrap().part;
            assert!(may_follow(part, moment), "{action} after {steps:?}");
            let open = match part {
                Part::Plain => Open::Pull,
                Part::PushBegun => Open::Push,
                _ => Open::Nothing,
            };
            steps.push(step);
            met += walk(&next, (start, steps, open), into);
            steps.pop();
        }
        met
    }
    let engine = Reference::from_snapshot(position).unwrap();
    walk(&engine, (position, &mut Vec::new(), Open::Nothing), into)
}

/// Whether a step may play this part at a moment (TRN-1, PSH-3, PSH-4, PUL-1).
fn may_follow(part: Part, (taken, open, _): Moment) -> bool {
    let needed = if part == Part::PushBegun { 2 } else { 1 };
    taken + needed <= 4
        && (part == Part::PushCompleted) == (open == Open::Push)
        && (part != Part::Pull || open == Open::Pull)
}

#[test]
fn both_engines_refuse_the_end_of_a_turn_by_the_rule_of_the_model() {
    let order = crate::refusal_order::order_of_row("end of a turn");
    let mut found = BTreeMap::new();
    let met: u64 = POSITIONS
        .iter()
        .map(|pieces| {
            let board: Board = pieces
                .split(' ')
                .map(|piece| piece.parse().unwrap())
                .collect();
            moments(
                &Snapshot::position(Edition::default(), Side::Gold, board),
                &mut found,
            )
        })
        .sum();
    println!("{met} moments");
    let kinds: Vec<Moment> = found.keys().copied().collect();
    assert_eq!(kinds, MOMENTS);
    let mut refused = BTreeSet::new();
    for (&moment, (start, steps)) in &found {
        for edition in Edition::ALL {
            for stood in 0..3 {
                let gold = in_mid_turn(start, steps, edition, stood);
                let expected = refusal(&order, moment, edition, stood);
                refused.insert(expected);
                for snapshot in [Symmetry::Exchange.snapshot(&gold).unwrap(), gold] {
                    let ends = [end::<Reference>(&snapshot), end::<Game>(&snapshot)];
                    assert_eq!(ends, [expected; 2], "{moment:?}, {stood}: {snapshot:?}");
                }
            }
        }
    }
    assert_eq!(refused.len(), 1 + order.len(), "accepted, and each rule");
}

/// The moment after these steps, if the position at which the turn would end has stood `stood`
/// times.
fn in_mid_turn(start: &Snapshot, steps: &[Step], edition: Edition, stood: usize) -> Snapshot {
    let mut engine = Reference::from_snapshot(start).unwrap();
    for &step in steps {
        engine.apply(Action::Step(step)).unwrap();
    }
    let end = TurnEnd {
        board: engine.board(),
        to_move: start.side.other(),
    };
    let phase = Phase::Play {
        steps: steps.to_vec(),
        earlier: vec![end; stood],
    };
    Snapshot::new(edition, start.side, start.start, phase)
}

/// The rule by which the end of the turn is refused: the first in the order of ORD-1 that it
/// breaks.
fn refusal(
    order: &[&'static str],
    (taken, open, changed): Moment,
    edition: Edition,
    stood: usize,
) -> Option<&'static str> {
    let breaks = |rule: &str| match rule {
        "TRN-2" => taken == 0,
        "PSH-4" => open == Open::Push,
        "TRN-3" => !changed,
        "REP-2" => edition == Edition::July2008 && stood >= 2,
        _ => panic!("{rule}"),
    };
    order.iter().copied().find(|rule| breaks(rule))
}

/// The rule by which an engine refuses the end of a turn; `check_end`, `legal_actions` and `apply`
/// must agree.
fn end<R: Rules>(snapshot: &Snapshot) -> Option<&'static str> {
    let mut engine = R::from_snapshot(snapshot).unwrap();
    let asked = engine.check_end().err().map(|illegal| illegal.rule());
    let is_listed = engine.legal_actions().contains(&Action::EndTurn);
    assert_eq!(is_listed, asked.is_none(), "{snapshot:?}");
    let done = engine
        .apply(Action::EndTurn)
        .err()
        .map(|illegal| illegal.rule());
    assert_eq!(done, asked, "{snapshot:?}");
    done
}

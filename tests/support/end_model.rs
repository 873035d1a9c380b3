//! A model of the end of a turn: every combination of the facts that its checks look at, each with
//! a position where it holds.
//!
//! The table of the model is printed in SPEC.md, at the end of chapter 8, and read from there.

use arimaa::compare::Reference;
use arimaa::rules::Rules;
use arimaa::spec;
use arimaa::vocab::{
    Action, Board, Edition, End, Kind, Outcome, Phase, Piece, Side, Snapshot, Step, TurnEnd,
};

use crate::symmetry::Symmetry;

/// The facts, in this order: a rabbit of the mover on its goal rank, one of the opponent; rabbits
/// left of the mover, of the opponent; a legal step of the opponent, a legal turn; the position
/// occurs for at least the third time.
pub type Facts = [bool; 7];

/// Every combination of facts.
pub fn all_facts() -> impl Iterator<Item = Facts> {
    (0..1 << 7).map(|number| std::array::from_fn(|fact| number >> fact & 1 == 1))
}

/// The reason why a combination of facts does not occur.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Excluded {
    /// A rabbit on goal is a rabbit left.
    GoalWithoutRabbit,
    /// In the current edition no position stands for the third time (REP-2, VAL-7).
    ThirdRefused,
    /// A turn has a step (TRN-2).
    TurnWithoutStep,
    /// In the older editions repetition refuses no turn, and a step leads to one (THM-7).
    StepWithoutTurn,
}

/// The reason why these facts cannot hold together at the end of a turn; `None` if they can.
pub fn excluded(edition: Edition, facts: Facts) -> Option<Excluded> {
    let [goal, opponent_goal, left, opponent_left, step, turn, third] = facts;
    let is_current = edition == Edition::July2008;
    if goal && !left || opponent_goal && !opponent_left {
        Some(Excluded::GoalWithoutRabbit)
    } else if third && is_current {
        Some(Excluded::ThirdRefused)
    } else if turn && !step {
        Some(Excluded::TurnWithoutStep)
    } else if step && !turn && !is_current {
        Some(Excluded::StepWithoutTurn)
    } else {
        None
    }
}

/// A cell of the table: the edition, the facts, and the rule that decides.
pub type Cell = (Edition, Facts, Option<&'static str>);

/// The tables of the model in SPEC.md.
pub fn section() -> &'static str {
    let (_, section) = spec::TEXT.split_once("\n### What END-2 decides\n").unwrap();
    section.split("\n## ").next().unwrap()
}

/// The cells of the tables, one for each edition that a table is about.
pub fn cells(section: &'static str) -> Vec<Cell> {
    let mut cells = Vec::new();
    let (mut editions, mut heads): (Vec<Edition>, Vec<&str>) = (Vec::new(), Vec::new());
    for line in section.lines() {
        if line.starts_with("In ") && line.ends_with(':') {
            let names = line.split('`').skip(1).step_by(2);
            editions = names.map(|name| name.parse().unwrap()).collect();
        }
        let row = line.strip_prefix("| ").filter(|row| !row.starts_with('-'));
        let row = row.and_then(|row| row.strip_suffix(" |"));
        let row: Vec<&str> = row.iter().flat_map(|row| row.split(" | ")).collect();
        if row.first() == Some(&"mover's rabbits") {
            heads = row;
        } else if let [mover, opponent, says @ ..] = &row[..] {
            assert_eq!(row.len(), heads.len(), "{line}");
            for (head, says) in heads[2..].iter().zip(says) {
                let facts = facts(mover, opponent, head);
                let rule = spec::rule(says).map(|rule| rule.id);
                assert!(rule.is_some() || *says == "goes on", "{line}");
                cells.extend(editions.iter().map(|&edition| (edition, facts, rule)));
            }
        }
    }
    cells
}

/// The facts that the words of a row and of a column stand for.
fn facts(mover: &str, opponent: &str, head: &str) -> Facts {
    let (play, third) = match head.strip_suffix(", third time") {
        Some(play) => (play, true),
        None => (head, false),
    };
    let [mover, opponent] = [mover, opponent].map(|rabbits| match rabbits {
        "on goal" => (true, true),
        "left" => (false, true),
        "none" => (false, false),
        other => panic!("{other}"),
    });
    let (step, turn) = match play {
        "no step" => (false, false),
        "no turn" => (true, false),
        "a turn" => (true, true),
        other => panic!("{other}"),
    };
    [mover.0, opponent.0, mover.1, opponent.1, step, turn, third]
}

/// A position at the end of a turn, with its history and the turn that led to it.
#[derive(Debug)]
pub struct Position {
    pub end: Snapshot,
    /// The state before the turn, and the one step of the turn.
    pub before: Snapshot,
    pub step: Step,
}

/// A position where these facts hold, but for facts that exclude each other.
///
/// Gold's elephant makes the last turn, to a place where it freezes the last silver piece that can
/// move, a cat, or to another one. Two gold pieces freeze the silver rabbits that stand beside
/// them. Where the opponent shall not have a turn, every board that a turn leads to has stood
/// twice, and else all of them but one.
pub fn position(edition: Edition, facts: Facts, mover: Side) -> Position {
    let [goal, opponent_goal, left, opponent_left, step, turn, third] = facts;
    let mut pieces = vec!["cb5", "Cg1", "Dg5"];
    pieces.extend(goal.then_some("Rd8"));
    pieces.extend(left.then_some("Rd2"));
    pieces.extend(opponent_goal.then_some("rh1"));
    pieces.extend(opponent_left.then_some("rh5"));
    let with = |elephant| -> Board {
        let pieces = pieces.iter().chain([&elephant]);
        pieces.map(|piece| piece.parse().unwrap()).collect()
    };
    let (last, elephant) = if step {
        ("Eb3w", "Ea3")
    } else {
        ("Eb3n", "Eb4")
    };
    let (before, end) = (with("Eb3"), with(elephant));
    let stood = |board: Board, to_move: Side| TurnEnd { board, to_move };
    // Once with the side that is to move, and once with the other, which counts in 2002 alone.
    let is_2002 = edition == Edition::Year2002;
    let mut earlier = vec![stood(end, Side::Silver)];
    if is_2002 == third {
        earlier.push(stood(end, Side::Gold));
    }
    if third && !is_2002 {
        earlier.push(stood(end, Side::Silver));
    }
    let free = Snapshot::position(Edition::default(), Side::Silver, end);
    let turns = Reference::from_snapshot(&free).unwrap().turns();
    for turn in turns.iter().skip(usize::from(turn)) {
        earlier.extend([stood(turn.board, Side::Gold); 2]);
    }
    let mut snapshot = Snapshot::position(edition, Side::Gold, before);
    let phase = |earlier: &[TurnEnd]| Phase::Play {
        steps: Vec::new(),
        earlier: earlier.to_vec(),
    };
    snapshot.phase = phase(&earlier);
    let before_turn = snapshot.clone();
    earlier.push(stood(before, Side::Gold));
    snapshot.phase = phase(&earlier);
    (snapshot.side, snapshot.start) = (Side::Silver, end);
    let (end, before, step) = (snapshot, before_turn, last.parse().unwrap());
    if mover == Side::Gold {
        return Position { end, before, step };
    }
    Position {
        end: Symmetry::Exchange.snapshot(&end).unwrap(),
        before: Symmetry::Exchange.snapshot(&before).unwrap(),
        step: Symmetry::Exchange.step(step),
    }
}

impl Position {
    /// The outcome by an engine: after the turn is played, and of the position as it is given.
    pub fn ends<R: Rules>(&self) -> [Option<Outcome>; 2] {
        let mut played = R::from_snapshot(&self.before).unwrap();
        played.apply(Action::Step(self.step)).unwrap();
        played.apply(Action::EndTurn).unwrap();
        let given = R::from_snapshot(&self.end).unwrap();
        [played.outcome(), given.outcome()]
    }

    /// The facts as the board, the history and an engine's steps and turns show them.
    pub fn facts<R: Rules>(&self) -> Facts {
        let Snapshot {
            edition,
            side,
            start,
            ..
        } = self.end;
        let Phase::Play { earlier, .. } = &self.end.phase else {
            panic!("a turn of play has ended");
        };
        let rabbits = |side: Side, goal: Option<u8>| {
            let rabbit = Piece::new(side, Kind::Rabbit);
            let is_there = |rank: u8| goal.is_none_or(|goal| goal == rank);
            let mut placed = start.placed();
            placed.any(|placed| placed.piece == rabbit && is_there(placed.square.rank()))
        };
        let goal = |side| if side == Side::Gold { 8 } else { 1 };
        let [mover, opponent] = [side.other(), side];
        let engine = R::from_snapshot(&self.end).unwrap();
        let is_step = |action: &Action| matches!(action, Action::Step(_));
        let is_same = |end: &&TurnEnd| {
            end.board == start && (end.to_move == side || edition == Edition::Year2002)
        };
        [
            rabbits(mover, Some(goal(mover))),
            rabbits(opponent, Some(goal(opponent))),
            rabbits(mover, None),
            rabbits(opponent, None),
            engine.legal_actions().iter().any(is_step),
            engine.count_turns() > 0,
            earlier.iter().filter(is_same).count() >= 2,
        ]
    }
}

/// The outcome that a rule gives, with this player to move.
pub fn outcome(id: &str, opponent: Side) -> Outcome {
    let text = spec::rule(id).unwrap().text.replace('\n', " ");
    let winners = [
        ("the mover wins", Some(opponent.other())),
        ("the opponent wins", Some(opponent)),
        ("the mover loses", Some(opponent)),
        ("the game is a draw", None),
    ];
    let says = winners.into_iter().filter(|(words, _)| {
        let first = text.split('[').next().unwrap();
        first.contains(words)
    });
    let winners: Vec<Option<Side>> = says.map(|(_, winner)| winner).collect();
    let [winner] = winners[..] else {
        panic!("{id} names {} winners", winners.len());
    };
    let end = End::ALL.into_iter().find(|end| end.rule() == id).unwrap();
    Outcome { winner, end }
}

//! Broken engines behind the Arimaa Engine Interface: they can only move, and are asked the cases
//! made for such engines.

use std::collections::HashSet;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use arimaa::bitboard::Game;
use arimaa::compare::Engine;
use arimaa::text::write_compact;
use arimaa::vocab::Edition;
use arimaa_conformance::subjects::aei::{BotSession, Mover, Uniform};
use arimaa_conformance::subjects::{Approach, Player};
use arimaa_conformance::{Case, CaseVerdict, Suite, Task};
use arimaa_oracle::ask::QuestionKind;
use arimaa_oracle::protocol::Identity;
use arimaa_oracle::subject::ProtocolFailure;

use broken_engines::any::Any;

/// How often an engine is asked for a turn in each position. Some wrong rules add one turn to few,
/// and the engine need not choose it.
const TIMES: u32 = 40;

/// The most turns of a position that has few.
const FEW: u64 = 5;

/// A position in which a turn is asked for.
pub struct Asked<'a> {
    case: &'a Case,
    task: Task,
    /// Whether the case has all turns, and was made for engines that can only move.
    is_made_for_it: bool,
}

/// The positions with few turns, and the setups, each once.
pub fn tasks(suite: &Suite) -> Vec<Asked<'_>> {
    let mut seen = HashSet::new();
    let asked = suite.cases.iter().filter_map(|case| {
        let task = Task::for_question(&Engine::of::<Game>(), &case.question).ok()?;
        let is_setup = task.approach().start.is_none();
        let is_few = is_setup || task.choices() <= FEW;
        (is_few && seen.insert(task.approach().clone())).then(|| Asked {
            case,
            task,
            is_made_for_it: case.question.kind() == QuestionKind::Turns,
        })
    });
    asked.collect()
}

/// The findings from the turns of an engine.
pub struct Found<'a> {
    /// The positions in which it went wrong.
    pub caught: Vec<&'a str>,
    /// The cases that are said to kill its fault, and that it passes.
    pub missed: Vec<&'a str>,
}

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:2} {}", self.caught.len(), self.caught.join(" "))
    }
}

/// Asks the chosen engine for turns. It is asked on this thread, which has chosen it.
pub fn examine<'a>(id: &str, tasks: &[Asked<'a>]) -> Found<'a> {
    let mut found = Found {
        caught: Vec::new(),
        missed: Vec::new(),
    };
    for asked in tasks {
        let mut player = Broken::new(id);
        let passes = (0..TIMES).all(|_| match player.turn(asked.task.approach()) {
            Ok(turn) => asked.task.judge(&turn) == CaseVerdict::Passed,
            Err(_) => false,
        });
        let case = asked.case;
        if !passes {
            found.caught.push(&case.id);
        } else if asked.is_made_for_it && case.kills.iter().any(|killed| killed == id) {
            found.missed.push(&case.id);
        }
    }
    found
}

/// The chosen engine, spoken to in lines.
struct Broken {
    identity: Identity,
    seed: u64,
}

impl Broken {
    fn new(id: &str) -> Self {
        Self {
            identity: Identity {
                name: id.to_owned(),
                version: None,
            },
            seed: 0,
        }
    }

    /// Alternates between the two ways of choosing at random: an engine may find a wrong turn by
    /// one and not by the other.
    fn answer(&self, approach: &Approach) -> Option<String> {
        let uniform = [Uniform::Turns, Uniform::Steps][usize::from(self.seed.is_multiple_of(2))];
        let mut engine = BotSession::new(
            Engine::of::<Any>(),
            Edition::default(),
            Mover::new(self.seed, uniform),
        )
        .ok()?;
        let mut replies = Vec::new();
        let begin = match approach.start {
            Some((side, board)) => format!("setposition {}", write_compact(side, &board)),
            None => "newgame".to_owned(),
        };
        let moves = approach.turns.iter().map(|turn| format!("makemove {turn}"));
        let commands = ["aei".to_owned(), begin].into_iter().chain(moves);
        for command in commands.chain(["go".to_owned()]) {
            let _ = engine.hear(&command, &mut replies);
        }
        let turn = replies.pop()?;
        turn.strip_prefix("bestmove ").map(str::to_owned)
    }
}

impl Player for Broken {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn turn(&mut self, approach: &Approach) -> Result<String, ProtocolFailure> {
        self.seed += 1;
        let answer = catch_unwind(AssertUnwindSafe(|| self.answer(approach)));
        let crashed = || ProtocolFailure::Crashed("it panicked".to_owned());
        answer.ok().flatten().ok_or_else(crashed)
    }
}

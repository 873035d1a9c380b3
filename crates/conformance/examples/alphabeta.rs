//! A small alpha-beta player that speaks the Arimaa Engine Interface on standard input and output.
//!
//! ```text
//! cargo build --release -p arimaa-conformance --example alphabeta
//! arimaa-oracle suite run --aei target/release/examples/alphabeta
//! ```
//!
//! The second command tests it by the cases of the conformance suite.
//!
//! It looks one turn ahead, then two, and so on until its time is used. Without a clock it looks
//! two turns ahead: its own and the reply. It keeps the most promising turns and searches those
//! fully. It knows material, how far rabbits have come, and the ends of games. A goal of the side
//! to move is found before any turn is made, so it looks a turn further for goals.

use std::error::Error;
use std::io::{BufReader, stdin, stdout};
use std::time::Instant;

use arimaa::bitboard::{DistinctTurn, TurnSteps, Workspace};
use arimaa::compare::EngineKind;
use arimaa::vocab::{Action, Edition, Kind, Placed, Side};
use arimaa::{Game, Position};
use arimaa_conformance::subjects::aei::{Bot, BotSession, Search};

/// The search depth without a clock, in turns.
const DEPTH: u32 = 2;
/// The greatest search depth in turns.
const DEEPEST: u32 = 6;
/// The number of turns of a position that are searched deeper, the most promising first.
const WIDTH: usize = 40;
/// The score of a won game.
const WON: i32 = 1_000_000;

fn main() -> Result<(), Box<dyn Error>> {
    let engine = EngineKind::Bitboard.engine();
    let mut session = BotSession::new(engine, Edition::default(), Player::default())?;
    session.serve(BufReader::new(stdin()), &mut stdout())?;
    Ok(())
}

#[derive(Default)]
pub(crate) struct Player {
    space: Workspace,
}

impl Bot for Player {
    fn identity(&self) -> [String; 3] {
        ["alphabeta", "arimaa-oracle", "1"].map(str::to_owned)
    }

    fn set_option(&mut self, _: &str, _: &str) -> Option<Result<(), String>> {
        None
    }

    fn choose(&mut self, search: &Search<'_>) -> Option<Vec<Action>> {
        let game = search.game();
        let Some(position) = game.position() else {
            return Some(setup(game.side()));
        };
        let steps = goal(&game, &mut self.space).or_else(|| self.best(&game, position, search))?;
        Some(steps.iter().map(Action::Step).collect())
    }
}

impl Player {
    /// The best turn found in the time allowed, by iterative deepening.
    fn best(&mut self, game: &Game, position: &Position, search: &Search<'_>) -> Option<TurnSteps> {
        let mut turns = Vec::new();
        let mover = position.side();
        // The game leaves out what repetition forbids.
        let found = |turn: &DistinctTurn<'_>| turns.push(Line::of(turn, mover));
        game.visit_turns(&mut self.space, found);
        let deepest = search.target().map_or(DEPTH, |_| DEEPEST);
        let mut best = None;
        for depth in 1..=deepest {
            let window = (-WON * 2, WON * 2);
            let (score, steps) = best_of(&mut self.space, search, &mut turns, depth, window);
            if search.is_over() && best.is_some() {
                break;
            }
            best = steps;
            search.info(&format!("depth {depth}"));
            search.info(&format!("score {score}"));
            let is_late = search
                .target()
                .is_some_and(|target| Instant::now() >= target);
            if is_late || score.abs() >= WON {
                break;
            }
        }
        best
    }
}

/// A turn that makes a goal and that repetition does not forbid. Positions without one are
/// recognized at once, and their turns are not visited.
fn goal(game: &Game, space: &mut Workspace) -> Option<TurnSteps> {
    let mut goal = None;
    game.visit_goals(space, |turn| goal = Some(turn.steps()));
    goal
}

/// Places the pieces of a side as in the default position.
fn setup(side: Side) -> Vec<Action> {
    let pieces = Position::default();
    let own = pieces.pieces().filter(|placed| placed.piece.side == side);
    own.map(Action::Place).collect()
}

/// A turn with its score, its steps and the position after it.
struct Line {
    /// The score for the side that plays the turn.
    score: i32,
    after: Position,
    steps: TurnSteps,
}

impl Line {
    fn of(turn: &DistinctTurn<'_>, mover: Side) -> Self {
        let after = turn.position();
        let score = match after.outcome(Edition::default()) {
            Some(outcome) if outcome.winner == Some(mover) => WON,
            Some(_) => -WON,
            None => evaluate(&after, mover),
        };
        Self {
            score,
            after,
            steps: turn.steps(),
        }
    }
}

/// The best of the `WIDTH` most promising turns and its score: a bound outside of the alpha-beta
/// window, and the best so far when the time is over.
fn best_of(
    space: &mut Workspace,
    search: &Search<'_>,
    turns: &mut [Line],
    depth: u32,
    (alpha, beta): (i32, i32),
) -> (i32, Option<TurnSteps>) {
    turns.sort_unstable_by_key(|turn| -turn.score);
    let mut best = (-WON * 2, None);
    for turn in turns.iter().take(WIDTH) {
        if search.is_over() && best.1.is_some() {
            break;
        }
        let mut score = turn.score;
        if score.abs() < WON && turn.after.has_goal() {
            // The opponent wins by the reply, repetition aside: no reply need be made.
            score = -WON;
        } else if depth > 1 && score.abs() < WON {
            let (mut replies, replier) = (Vec::new(), turn.after.side());
            let found = |reply: &DistinctTurn<'_>| replies.push(Line::of(reply, replier));
            turn.after.visit_turns(space, found);
            let window = (-beta, -alpha.max(best.0));
            score = -best_of(space, search, &mut replies, depth - 1, window).0;
        }
        if score > best.0 {
            best = (score, Some(turn.steps));
        }
        if best.0 >= beta {
            break;
        }
    }
    best
}

/// The static evaluation for a side: material, and how far its rabbits have advanced.
fn evaluate(position: &Position, side: Side) -> i32 {
    let value = |kind| match kind {
        Kind::Rabbit => 100,
        Kind::Cat => 200,
        Kind::Dog => 300,
        Kind::Horse => 500,
        Kind::Camel => 800,
        Kind::Elephant => 1_200,
    };
    let worth = |placed: Placed| {
        let rank = i32::from(placed.square.rank());
        let advance = match (placed.piece.kind, placed.piece.side) {
            (Kind::Rabbit, Side::Gold) => (rank - 1) * (rank - 1),
            (Kind::Rabbit, Side::Silver) => (8 - rank) * (8 - rank),
            _ => 0,
        };
        let sign = if placed.piece.side == side { 1 } else { -1 };
        sign * (value(placed.piece.kind) + advance)
    };
    position.pieces().map(worth).sum()
}

//! A small alpha-beta player that speaks the Arimaa Engine Interface on standard input and output.
//!
//! ```text
//! cargo build --release --example alphabeta
//! arimaa-oracle suite run --aei target/release/examples/alphabeta
//! ```
//!
//! The second command tests it by the cases of the conformance suite.
//!
//! It looks two turns ahead: its own and the reply. It keeps the most promising of its turns and
//! searches those fully. It knows material, how far rabbits have come, and the ends of games. A
//! goal of the side to move is found before any turn is made, so it looks a turn further for goals.

use std::error::Error;
use std::io::{BufRead, Write};

use arimaa::bitboard::{DistinctTurn, TurnSteps, Workspace};
use arimaa::rules::Rules;
use arimaa::vocab::{Action, Edition, Kind, Placed, Played, Side};
use arimaa::{Game, Position};

/// How many turns are looked ahead.
const DEPTH: u32 = 2;
/// How many turns of a position are searched deeper, the most promising first.
const WIDTH: usize = 40;
/// The score of a won game.
const WON: i32 = 1_000_000;

pub(crate) type Failure = Box<dyn Error>;

fn main() -> Result<(), Failure> {
    let mut player = Player::default();
    let mut output = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let (command, rest) = line.split_once(' ').unwrap_or((line.trim(), ""));
        if command == "quit" {
            break;
        }
        match player.answer(command, rest) {
            Ok(replies) => replies
                .iter()
                .try_for_each(|reply| writeln!(output, "{reply}"))?,
            Err(error) => writeln!(output, "log Error: {error}")?,
        }
        output.flush()?;
    }
    Ok(())
}

#[derive(Default)]
pub(crate) struct Player {
    game: Game,
    space: Workspace,
}

impl Player {
    /// The player's answers to a command of the interface.
    pub(crate) fn answer(&mut self, command: &str, rest: &str) -> Result<Vec<String>, Failure> {
        let replies: &[&str] = match command {
            "aei" => &[
                "protocol-version 1",
                "id name alphabeta",
                "id author arimaa-oracle",
                "aeiok",
            ],
            "isready" => &["readyok"],
            "newgame" => {
                self.game = Game::default();
                &[]
            }
            "setposition" => {
                let position = rest.parse()?;
                self.game = Game::from_position(Edition::default(), position);
                &[]
            }
            "makemove" => {
                self.game = after_turn(&self.game, rest)?;
                &[]
            }
            "go" if rest.is_empty() => return Ok(vec![format!("bestmove {}", self.best()?)]),
            // Options and what is said while pondering change nothing.
            _ => &[],
        };
        Ok(replies.iter().map(ToString::to_string).collect())
    }

    /// The turn to play, as notation writes it.
    fn best(&mut self) -> Result<String, Failure> {
        let Some(&position) = self.game.position() else {
            return Ok(self.setup());
        };
        if let Some(goal) = self.goal() {
            return written(&position, goal);
        }
        let mut turns = Vec::new();
        let mover = position.side();
        // The game leaves out what repetition forbids.
        let found = |turn: &DistinctTurn<'_>| turns.push(Line::of(turn, mover));
        self.game.visit_turns(&mut self.space, found);
        let best = best_of(&mut self.space, turns, DEPTH, (-WON * 2, WON * 2)).1;
        written(&position, best.ok_or("there is no legal turn")?)
    }

    /// A goal within this turn that repetition does not forbid. Where there is none, which the
    /// position knows at once, no turn is visited.
    fn goal(&mut self) -> Option<TurnSteps> {
        let mut goal = None;
        let found = |turn: &DistinctTurn<'_>| goal = Some(turn.steps());
        self.game.visit_goals(&mut self.space, found);
        goal
    }

    /// The pieces still to be placed, where the default position has them.
    fn setup(&self) -> String {
        let (side, pieces) = (self.game.side(), Position::default());
        let own = pieces.pieces().filter(|placed| placed.piece.side == side);
        let words: Vec<String> = own.map(|placed| placed.to_string()).collect();
        words.join(" ")
    }
}

/// The steps of a turn as notation writes them, with captures.
fn written(position: &Position, steps: TurnSteps) -> Result<String, Failure> {
    let mut now = *position;
    let mut words = Vec::new();
    for step in steps {
        let effect = now.play_step(step)?;
        let action = Action::Step(step);
        words.push(Played::new(action, effect).to_string());
    }
    Ok(words.join(" "))
}

/// The game after a turn in notation.
fn after_turn(game: &Game, turn: &str) -> Result<Game, Failure> {
    let mut after = game.clone();
    for word in turn.split_whitespace().filter(|word| !word.ends_with('x')) {
        after.apply(word.parse()?)?;
    }
    after.apply(Action::EndTurn)?;
    Ok(after)
}

/// A turn with what follows from it.
struct Line {
    /// How good it looks for the side that plays it.
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

/// The best of some turns for the side that plays them, with a score between the bounds.
fn best_of(
    space: &mut Workspace,
    mut turns: Vec<Line>,
    depth: u32,
    (alpha, beta): (i32, i32),
) -> (i32, Option<TurnSteps>) {
    turns.sort_unstable_by_key(|turn| -turn.score);
    let mut best = (-WON * 2, None);
    for turn in turns.iter().take(WIDTH) {
        let mut score = turn.score;
        if score.abs() < WON && turn.after.has_goal() {
            // The opponent wins by the reply, repetition aside: no reply need be made.
            score = -WON;
        } else if depth > 1 && score.abs() < WON {
            let (mut replies, replier) = (Vec::new(), turn.after.side());
            let found = |reply: &DistinctTurn<'_>| replies.push(Line::of(reply, replier));
            turn.after.visit_turns(space, found);
            score = -best_of(space, replies, depth - 1, (-beta, -alpha.max(best.0))).0;
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

/// How good a position is for a side: material, and how far its rabbits have come.
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

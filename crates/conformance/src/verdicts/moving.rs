//! Engines that can only move: a case as a position to move in, and the turn that comes back
//! judged.
//!
//! Such an engine is asked for a turn where the case has its position, and the oracle judges the
//! turn. A pass shows that the engine has chosen legally, and no more; how much that is depends on
//! how few turns there were to choose from. Positions with few turns are chosen so that an engine
//! with a wrong rule has to take an illegal one, or finds none.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use crate::cases::Case;
use crate::subjects::{Approach, Player, ProtocolFailure};
use crate::verdicts::{Mismatch, Status};
use arimaa::compare::Engine;
use arimaa::text::error::shown;
use arimaa::text::{Located, read_turn, write_turn};
use arimaa::vocab::{Action, Board, Edition, Handicap, Phase, Side, Snapshot, Token};
use arimaa_oracle::ask::Question;
use arimaa_oracle::ask::find;
use arimaa_oracle::judge::{JudgedGame, Options};

/// The greatest number of legal turns that a report lists in place of an illegal one.
const LISTED: u64 = 5;

/// The greatest number of characters quoted from an answer.
const SHOWN: usize = 200;

/// The reason for skipping a case whose position an earlier case has.
const ASKED_BEFORE: &str = "is about a position that was asked about before";

/// The answer of a player that resigns.
const RESIGNS: &str = "resign";

/// The reason for skipping a case in whose position the player resigned, which is no error.
const RESIGNED: &str = "the engine resigned, which breaks no rule";

/// A position in which a turn is asked for, and the game that judges it.
#[derive(Clone, Debug)]
pub struct Task {
    approach: Approach,
    game: JudgedGame,
}

impl Task {
    /// The position of a question as a task.
    ///
    /// # Errors
    ///
    /// Why no turn can be asked for: there is no position, it is unreachable, or no turn is to be
    /// made.
    pub fn for_question(engine: &Engine, question: &Question) -> Result<Self, String> {
        let position = question.position().ok_or("is about no position")?;
        let asked: JudgedGame =
            find(engine, position).map_err(|_| "is about an impossible position")?;
        let snapshot = asked.state().snapshot();
        if snapshot.edition != Edition::default() {
            return Err("is about an edition of the past".to_owned());
        }
        if asked.outcome().is_some() {
            return Err("is about a game that is decided".to_owned());
        }
        let (approach, game) = approach(engine, &snapshot)?;
        Ok(Self { approach, game })
    }

    /// The turns that bring an engine to the position.
    pub const fn approach(&self) -> &Approach {
        &self.approach
    }

    /// The number of distinct legal turns.
    pub fn choices(&self) -> u64 {
        self.game.state().count_turns()
    }

    /// Judges a turn by the rules, as the engine wrote it.
    pub fn judge(&self, answer: &str) -> Status {
        let answer = answer.trim();
        if answer.eq_ignore_ascii_case(RESIGNS) {
            return Status::Skipped(RESIGNED.to_owned());
        }
        let failed = |field, expected: &str, got: &str| {
            let played = (!answer.is_empty()).then(|| answer.to_owned());
            let wrong = Mismatch::of_values(field, expected, got);
            Status::Failed(vec![Mismatch { played, ..wrong }])
        };
        if answer.is_empty() {
            return failed("turn", &self.expected_in_words(), "no turn");
        }
        let written = shown(answer, SHOWN);
        let garbage = |why: &str| {
            let garbage = ProtocolFailure::Garbage(format!("`{written}` is no turn: {why}"));
            Status::Errored(garbage.to_string())
        };
        let line = match read_turn(answer, 1) {
            Ok(line) if line.label.is_none() => line,
            Ok(_) => return garbage("a turn in a message has no label"),
            Err(error) => return garbage(&error.to_string()),
        };
        let tokens = Located::values(&line.tokens);
        match self.game.clone().play(None, &tokens, Options::default()) {
            Ok(_) => Status::Passed,
            Err(refused) if self.moves_only_the_other_side(&tokens) => {
                let expected = format!("a turn of {}", self.game.label().side);
                let got = format!("`{written}` ({})", refused.refusal.rule());
                failed("side", &expected, &got)
            }
            Err(refused) => {
                let (place, refusal) = (refused.place(&tokens), &refused.refusal);
                let rule = refusal.rule();
                let got = format!("`{written}`, illegal{place}: {refusal} ({rule})");
                failed("turn", &self.expected_in_words(), &got)
            }
        }
    }

    /// Whether a turn has steps, all of pieces of the side that is not to move.
    fn moves_only_the_other_side(&self, tokens: &[Token]) -> bool {
        let side = self.game.label().side;
        let mut steps = tokens.iter().filter_map(|token| match token {
            Token::Action(Action::Step(step)) => Some(step.piece.side),
            Token::Action(_) | Token::Capture(_) => None,
        });
        steps.next().is_some_and(|first| first != side) && steps.all(|other| other != side)
    }

    fn expected_in_words(&self) -> String {
        let choices = self.choices();
        if choices > LISTED {
            return format!("one of {choices} legal turns");
        }
        let turns = self.game.state().turns();
        let turns: Vec<String> = turns.iter().map(|turn| format!("`{turn}`")).collect();
        turns.join(" or ")
    }
}

/// The turns that lead to this moment, and the game after them.
fn approach(engine: &Engine, moment: &Snapshot) -> Result<(Approach, JudgedGame), String> {
    let begin = |snapshot: &Snapshot| {
        JudgedGame::from_snapshot(engine, snapshot)
            .map_err(|_| "begins with an impossible position".to_owned())
    };
    match &moment.phase {
        Phase::Setup { placed, .. } if !placed.is_empty() => {
            Err("is about half a setup".to_owned())
        }
        Phase::Setup { handicap, .. } if *handicap != Handicap::NONE => {
            Err("is about a handicap".to_owned())
        }
        Phase::Setup { .. } => {
            let mut game = begin(&Snapshot::game(moment.edition, Handicap::NONE))?;
            let mut turns = Vec::new();
            if moment.side == Side::Silver {
                let placed = moment.start.placed().map(Action::Place);
                turns.push(write_turn(None, placed.map(Token::Action)));
                play_turn(&mut game, &turns[0])?;
            }
            Ok((Approach { start: None, turns }, game))
        }
        Phase::Play { steps, .. } if !steps.is_empty() => Err("is about half a turn".to_owned()),
        Phase::Play { earlier, .. } => {
            let mut stood = earlier
                .iter()
                .map(|end| (end.to_move, end.board))
                .chain([(moment.side, moment.start)]);
            let Some((side, board)) = stood.next() else {
                return Err("begins nowhere".to_owned());
            };
            let mut game: JudgedGame = begin(&Snapshot::position(moment.edition, side, board))?;
            let mut turns = Vec::new();
            for (side, board) in stood {
                turns.push(step_to(&mut game, side, &board)?);
            }
            let start = Some((side, board));
            Ok((Approach { start, turns }, game))
        }
    }
}

/// Makes a turn that leads to this board, and returns it in notation.
fn step_to(game: &mut JudgedGame, side: Side, board: &Board) -> Result<String, String> {
    let cannot = || "has a history that no moves make".to_owned();
    if game.label().side == side || game.outcome().is_some() {
        return Err(cannot());
    }
    let turns = game.state().turns();
    let turn = turns.iter().find(|turn| turn.board == *board);
    let turn = turn.ok_or_else(cannot)?.to_string();
    play_turn(game, &turn)?;
    Ok(turn)
}

fn play_turn(game: &mut JudgedGame, turn: &str) -> Result<(), String> {
    let cannot = |why: String| format!("cannot be reached by `{turn}`: {why}");
    let line = read_turn(turn, 1).map_err(|error| cannot(error.to_string()))?;
    let played = game.play(None, &Located::values(&line.tokens), Options::default());
    played.map_err(|refused| cannot(refused.refusal.to_string()))?;
    Ok(())
}

/// Puts cases to a player. It asks for a turn in each position only once, as many `times` as set.
#[derive(Debug)]
pub struct Examiner {
    engine: Engine,
    times: u32,
    /// The timeout for all turns of a case.
    time: Option<Duration>,
    asked: HashSet<Approach>,
}

impl Examiner {
    /// An examiner that asks for `times` turns in each position, at least for one. `engine` judges
    /// them.
    pub fn new(engine: Engine, times: u32) -> Self {
        Self {
            engine,
            times: times.max(1),
            time: None,
            asked: HashSet::new(),
        }
    }

    /// Sets a timeout for all turns of a case, which errs beyond it.
    #[must_use]
    pub fn within(mut self, time: Option<Duration>) -> Self {
        self.time = time;
        self
    }

    /// The reason why a case is not asked: no turn fits its question, or its position was asked
    /// before.
    pub fn why_not(&self, case: &Case) -> String {
        let task = Task::for_question(&self.engine, &case.question);
        task.map_or_else(|why| why, |_| ASKED_BEFORE.to_owned())
    }

    /// Asks a player for turns in the position of a case, until it fails, resigns or all are made.
    pub fn ask(&mut self, case: &Case, player: &mut dyn Player) -> Status {
        let task = match Task::for_question(&self.engine, &case.question) {
            Ok(task) => task,
            Err(why) => return Status::Skipped(why),
        };
        if !self.asked.insert(task.approach().clone()) {
            return Status::Skipped(ASKED_BEFORE.to_owned());
        }
        let start = Instant::now();
        for time in 1..=self.times {
            let mut verdict = match player.turn(task.approach()) {
                Ok(answer) => task.judge(&answer),
                Err(failure) => Status::Errored(failure.to_string()),
            };
            let is_over = self.time.is_some_and(|time| start.elapsed() >= time);
            if verdict == Status::Passed && is_over && time < self.times {
                let limit = self.time.unwrap_or_default().as_secs_f64();
                verdict = Status::Errored(format!("took longer than {limit} s"));
            }
            if verdict != Status::Passed {
                return with_complaint(verdict, time, player.complaint());
            }
        }
        Status::Passed
    }
}

/// Adds to a verdict the number of legal turns before, and the engine's complaint.
fn with_complaint(verdict: Status, time: u32, complaint: Option<String>) -> Status {
    let mut besides = String::new();
    if time > 1 {
        besides = format!("; before that it moved legally {}×", time - 1);
    }
    if let Some(complaint) = complaint {
        besides = format!("{besides}; it complained: {complaint}");
    }
    match verdict {
        Status::Failed(mut mismatches) => {
            for got in mismatches.iter_mut().flat_map(|one| &mut one.got) {
                got.push_str(&besides);
            }
            Status::Failed(mismatches)
        }
        Status::Errored(what) => Status::Errored(format!("{what}{besides}")),
        Status::Skipped(why) => Status::Skipped(format!("{why}{besides}")),
        other => other,
    }
}

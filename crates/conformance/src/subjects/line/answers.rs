//! Answers the questions of the suite from what a probe finds.

use super::message::LineWinner;
use super::probe::{Lines, NoAnswer, Probe, Stands};
use super::variant::Variant;
use crate::subjects::{ProtocolFailure, Reply};
use arimaa::compare::EngineKind;
use arimaa::text::{Entry, Located, read_turn, write_turn};
use arimaa::vocab::{Action, Edition, Phase, Placed, Side, Snapshot, Step, Token, TurnEnd};
use arimaa_oracle::ask::find;
use arimaa_oracle::ask::{
    self, Answer, Ended, Fault, PositionSource, Question, Ranks, RefusedTurn, Standing, State,
    TurnText, TurnTo, Unit, Winner,
};

/// The greatest number of steps in the turns that are counted or listed.
const DEEPEST: usize = 4;

/// The reply of an engine to a question: an answer, or the reason why it is skipped.
///
/// # Errors
///
/// Its failure to answer a line.
pub(crate) fn reply(
    lines: &mut dyn Lines,
    variant: Variant,
    question: &Question,
) -> Result<Reply, ProtocolFailure> {
    match answer(lines, variant, question) {
        Ok(answer) => Ok(Reply::Answer(answer)),
        Err(NoAnswer::Unplayable) => Ok(Reply::Answer(NoAnswer::unplayable())),
        Err(NoAnswer::Skip(reason)) => Ok(Reply::Declined(reason)),
        Err(NoAnswer::Failed(failure)) => Err(failure),
    }
}

/// The answer of an engine to a question, from its replies to lines.
pub(super) fn answer(
    lines: &mut dyn Lines,
    variant: Variant,
    question: &Question,
) -> Result<Answer, NoAnswer> {
    let position = question
        .position()
        .ok_or_else(|| skipped("is about no position"))?;
    let moment = Moment::of_position(position)?;
    let mut probe = Probe::new(lines, variant, &moment.start, &moment.earlier);
    if variant.after_end
        && !variant.two_step
        && let Some((before, turn)) = turn_before(position, &moment)
    {
        probe.begin_with(&before.start, &before.earlier, &turn);
    }
    let steps = &moment.steps;
    Ok(match question {
        Question::Outcome { .. } => {
            moment.check_no_turn_begun(variant)?;
            let stands = probe.between_actions(steps)?;
            Answer::Outcome {
                outcome: outcome_of(stands.winner),
            }
        }
        Question::Standing { .. } => {
            moment.check_no_turn_begun(variant)?;
            let standing = standing_answer(&probe.between_actions(steps)?);
            Answer::Standing { standing }
        }
        Question::Judge { turn, .. } => {
            let turn = steps_of(turn, question)?;
            judge_turn(&mut probe, variant, &moment, &turn)?
        }
        Question::LegalActions { .. } => {
            let board = probe.standing(steps)?.board;
            let legal = probe.next_steps(steps, &board, true)?;
            let mut actions: Vec<String> = legal.iter().map(|one| one.step.to_string()).collect();
            if probe.reach(steps, true)?.is_some() {
                actions.push("end".to_owned());
            }
            Answer::Actions {
                actions,
                effects: None,
                frozen: None,
                refusals: None,
            }
        }
        Question::TurnCount { .. } => Answer::TurnCount {
            count: probe.turns(steps, DEEPEST)?.len() as u64,
        },
        Question::Turns {
            offset, limit, to, ..
        } => {
            let mut turns = probe.turns(steps, DEEPEST)?;
            if let Some(board) = to {
                turns.retain(|turn| turn.board == board.0);
            }
            let page = turns
                .iter()
                .skip(usize::try_from(*offset).unwrap_or(usize::MAX));
            let limit = limit.map_or(usize::MAX, |limit| limit as usize);
            Answer::Turns {
                total: turns.len() as u64,
                turns: page
                    .take(limit)
                    .map(|turn| TurnTo {
                        turn: turn.text.clone(),
                        board: Ranks(turn.board),
                    })
                    .collect(),
            }
        }
        Question::Perft {
            count: Unit::Steps,
            depth,
            ..
        } => {
            if probe
                .reach(&[], false)?
                .is_some_and(|start| matches!(start.winner, LineWinner::Side(_)))
            {
                return Err(skipped("counts steps where the game is over"));
            }
            let board = probe.standing(steps)?.board;
            let counts = (1..=*depth).map(|depth| probe.count_sequences(steps, &board, depth));
            Answer::Perft {
                counts: counts.collect::<Result<_, _>>()?,
            }
        }
        _ => return Err(skipped("is not asked by lines")),
    })
}

fn skipped(reason: &str) -> NoAnswer {
    NoAnswer::Skip(reason.to_owned())
}

/// A moment of a game as lines describe it.
pub(super) struct Moment {
    pub(super) start: Snapshot,
    pub(super) earlier: Vec<TurnEnd>,
    pub(super) steps: Vec<Step>,
}

impl Moment {
    /// The moment of a question; the bitboard engine replays records. A setup, an older edition or
    /// an illegal record is a reason to skip the question.
    pub(super) fn of_position(position: &PositionSource) -> Result<Self, NoAnswer> {
        let snapshot = match position {
            PositionSource::State(state) => state.snapshot.clone(),
            PositionSource::Record(_) | PositionSource::Any(_) | PositionSource::AtHand => {
                let game = find(&EngineKind::Bitboard.engine(), position);
                let game = game.map_err(|_| skipped("is about a record that cannot be played"))?;
                game.state().snapshot()
            }
        };
        if snapshot.edition != Edition::default() {
            return Err(skipped("is about an edition of the past"));
        }
        let start = snapshot.clone();
        match snapshot.phase {
            Phase::Setup { .. } => Err(skipped("is about a setup")),
            Phase::Play { steps, earlier } => Ok(Self {
                start,
                earlier,
                steps,
            }),
        }
    }

    /// Skips a moment within a turn for an engine that takes whole turns only.
    fn check_no_turn_begun(&self, variant: Variant) -> Result<(), NoAnswer> {
        if variant.whole_turns && !self.steps.is_empty() {
            return Err(skipped("is about half a turn"));
        }
        Ok(())
    }
}

/// The last turn of a record as a line writes it, and the moment before it. State that an engine
/// wrongly keeps through the end of a turn shows in the next turn.
fn turn_before(position: &PositionSource, moment: &Moment) -> Option<(Moment, String)> {
    let PositionSource::Record(record) = position else {
        return None;
    };
    let game = find(&EngineKind::Bitboard.engine(), position).ok()?;
    let mut before = game.state().boxed_clone();
    let snapshot = before.take_back().then(|| before.snapshot())?;
    let record = record.text.read().ok()?;
    let mut turns = record.entries.iter().rev().filter_map(|entry| match entry {
        Entry::Turn { label, tokens } if label.value.side == snapshot.side => Some(tokens),
        _ => None,
    });
    let steps = turns.next()?.iter().map(|token| token.value);
    let steps: Vec<Action> = steps
        .filter_map(|token| match token {
            Token::Action(action) => Some(action),
            Token::Capture(_) => None,
        })
        .collect();
    // With a question in the middle of the record the last turn is another one.
    let mut played = steps.iter().copied().chain([Action::EndTurn]);
    let leads_there = played.all(|action| before.apply(action).is_ok())
        && before.board() == moment.start.start
        && before.snapshot().side == moment.start.side;
    let words: Vec<String> = steps.iter().map(ToString::to_string).collect();
    let source = PositionSource::State(State {
        snapshot,
        number: None,
    });
    leads_there.then_some((Moment::of_position(&source).ok()?, words.join(" ")))
}

/// Puts a whole turn to the engine.
fn judge_turn(
    probe: &mut Probe<'_>,
    variant: Variant,
    moment: &Moment,
    turn: &[Step],
) -> Result<Answer, NoAnswer> {
    let steps = &moment.steps;
    let Some(after) = probe.reach(&[steps, turn].concat(), true)? else {
        let before = if variant.whole_turns {
            let reply = probe.reach(&[], false)?.ok_or(NoAnswer::Unplayable)?;
            moment.check_no_turn_begun(variant).map(|()| reply)?
        } else {
            probe.standing(steps)?
        };
        return Ok(Answer::Refused {
            refusal: RefusedTurn::default(),
            standing: standing_answer(&before),
        });
    };
    let captures: Vec<Vec<Placed>> = if variant.whole_turns {
        let board = moment.start.start;
        let all = [steps, turn].concat();
        vec![captured_by_turn(&board, &all, &after)?]
    } else {
        probe.captures(steps, turn, &after.board)?
    };
    let mut tokens = Vec::new();
    for (at, &step) in turn.iter().enumerate() {
        tokens.push(Token::Action(Action::Step(step)));
        let captures = captures.get(at).into_iter().flatten();
        tokens.extend(captures.copied().map(Token::Capture));
    }
    Ok(Answer::Accepted {
        begun: None,
        turn: write_turn(None, tokens),
        captures: captures.concat().iter().map(ToString::to_string).collect(),
        standing: standing_answer(&after),
    })
}

/// The piece that a whole turn has captured, found by counting pieces. With several the traps are
/// unknown.
fn captured_by_turn(
    start: &arimaa::vocab::Board,
    steps: &[Step],
    after: &Stands,
) -> Result<Vec<Placed>, NoAnswer> {
    let mut left: Vec<arimaa::vocab::Piece> = after.board.placed().map(|one| one.piece).collect();
    let mut gone = Vec::new();
    for placed in start.placed() {
        match left.iter().position(|piece| *piece == placed.piece) {
            Some(at) => {
                left.swap_remove(at);
            }
            None => gone.push(placed.piece),
        }
    }
    match gone[..] {
        [] => Ok(Vec::new()),
        [piece] => {
            // It was last seen where a step brought it, or where it has always stood.
            let mut board = *start;
            for &step in steps {
                board.set(step.from, None);
                if let Some(to) = super::message::to_square(step) {
                    board.set(to, Some(step.piece));
                }
            }
            let missing = |placed: &Placed| after.board.at(placed.square) != Some(placed.piece);
            let mut of_kind = board.placed().filter(|placed| placed.piece == piece);
            of_kind
                .find(missing)
                .map(|placed| vec![placed])
                .ok_or_else(|| skipped("a whole turn does not tell where a piece was captured"))
        }
        _ => Err(skipped(
            "a whole turn does not tell the order of two captures",
        )),
    }
}

/// The steps of a turn. Lines have no captures or labels: a question is skipped if these are wrong.
fn steps_of(turn: &TurnText, question: &Question) -> Result<Vec<Step>, NoAnswer> {
    let line = read_turn(&turn.to_string(), 1).map_err(|_| skipped("is about text"))?;
    let tokens = Located::values(&line.tokens);
    let has_captures = tokens
        .iter()
        .any(|token| matches!(token, Token::Capture(_)));
    if (line.label.is_some() || has_captures) && is_misnamed(question) {
        return Err(skipped("is about labels or capture tokens"));
    }
    let steps = tokens.into_iter().filter_map(|token| match token {
        Token::Action(Action::Step(step)) => Some(Ok(step)),
        Token::Capture(_) => None,
        Token::Action(_) => Some(Err(skipped("is about a placement"))),
    });
    steps.collect()
}

/// Whether the turn is refused for its label or for its captures.
fn is_misnamed(question: &Question) -> bool {
    let refused = ask::answer(&EngineKind::Bitboard.engine(), question);
    let Answer::Refused { refusal, .. } = refused else {
        return false;
    };
    matches!(
        refusal.name.as_deref(),
        Some("wrong-label" | "capture-missing" | "capture-mismatch")
    )
}

fn standing_answer(stands: &Stands) -> Standing {
    Standing {
        board: Ranks(stands.board),
        outcome: outcome_of(stands.winner),
        label: None,
        edition: None,
    }
}

/// The outcome for a winner; `None` for no winner or an unknown one.
fn outcome_of(winner: LineWinner) -> Option<Ended> {
    let LineWinner::Side(side) = winner else {
        return None;
    };
    Some(Ended {
        winner: match side {
            Side::Gold => Winner::Gold,
            Side::Silver => Winner::Silver,
        },
        rule: None,
        end: None,
        code: None,
        message: None,
    })
}

impl NoAnswer {
    /// The answer for an engine that refuses the steps before the question.
    pub(super) fn unplayable() -> Answer {
        Answer::Error {
            error: Fault::UnplayableRecord {
                message: "it refuses the steps before the question".to_owned(),
            },
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use serde_json::{Value, json};

    use super::super::message::LineReply;
    use super::super::sample::Recorder;
    use super::*;

    /// A board on which Gold can push the rabbit on f4 into the trap, and loses the dog on c3 with
    /// the step `Rc2w`.
    const BOARD: [&str; 8] = [
        ".......r", "........", "........", ".....c..", ".....rE.", "..D.....", "R.R.....",
        "........",
    ];

    /// A question about Gold's turn on `BOARD` after these steps.
    fn question(kind: &str, steps: &[&str], more: Value) -> Result<Question, serde_json::Error> {
        let state = json!({"side": "gold", "board": BOARD, "steps": steps});
        let mut question = json!({"kind": kind, "position": {"state": state}});
        if let (Some(question), Value::Object(more)) = (question.as_object_mut(), more) {
            question.extend(more);
        }
        serde_json::from_value(question)
    }

    /// The answer of an engine without faults, or the reason why it has none; and the lines sent.
    fn asked(variant: Variant, question: &Question) -> (Result<Answer, String>, Vec<String>) {
        let mut engine = Recorder::new(variant, usize::MAX);
        let answer = match answer(&mut engine, variant, question) {
            Ok(answer) => Ok(answer),
            Err(NoAnswer::Skip(reason)) => Err(reason),
            Err(other) => Err(format!("{other:?}")),
        };
        (answer, engine.into_lines())
    }

    #[test]
    fn what_lines_cannot_tell_is_skipped_with_the_reason() -> Result<(), serde_json::Error> {
        let judge = |turn: &str| question("judge", &[], json!({"turn": turn}));
        let whole = Variant {
            whole_turns: true,
            ..Variant::default()
        };
        let pushes = Variant {
            two_step: true,
            ..Variant::default()
        };
        for (variant, question, reason) in [
            (
                whole,
                judge("rf4s rf3x Eg4w Rc2w Dc3x")?,
                "a whole turn does not tell the order of two captures",
            ),
            (
                whole,
                question("outcome", &["Ra2n"], json!({}))?,
                "is about half a turn",
            ),
            (
                pushes,
                question("outcome", &["rf4s"], json!({}))?,
                "is about half an action",
            ),
            (
                Variant::default(),
                judge("12s Ra2n")?,
                "is about labels or capture tokens",
            ),
            (
                Variant::default(),
                judge("rf4s Eg4w rf3x")?,
                "is about labels or capture tokens",
            ),
        ] {
            let answer = asked(variant, &question).0;
            assert_eq!(answer, Err(reason.to_owned()), "{question:?}");
        }
        Ok(())
    }

    #[test]
    fn turns_are_listed_from_an_offset_to_a_limit() -> Result<(), serde_json::Error> {
        let question = question("turns", &["Rc2w"], json!({"offset": 3, "limit": 2}))?;
        let turns = |answer: Result<Answer, String>| match answer {
            Ok(Answer::Turns { total, turns }) => (total, turns),
            _ => (0, Vec::new()),
        };
        let right = ask::answer(&EngineKind::Bitboard.engine(), &question);
        assert_eq!(
            turns(asked(Variant::default(), &question).0),
            turns(Ok(right))
        );
        Ok(())
    }

    #[test]
    fn no_turn_of_more_than_four_steps_is_asked_for() -> Result<(), serde_json::Error> {
        for steps in [&[][..], &["Ra2n", "Rc2w"]] {
            let lines = asked(
                Variant::default(),
                &question("turn_count", steps, json!({}))?,
            )
            .1;
            let length = |line: &String| {
                let words = line.split(' ').skip(3);
                words.filter(|word| *word != "end").count()
            };
            assert_eq!(lines.iter().map(length).max(), Some(DEEPEST));
        }
        Ok(())
    }

    /// An engine that knows a position and refuses every step.
    pub(in crate::subjects::line) struct Refusing;

    impl Lines for Refusing {
        fn ask(&mut self, lines: &[String]) -> Result<Vec<LineReply>, ProtocolFailure> {
            let replies = lines.iter().map(|line| match line.strip_suffix(" -") {
                Some(_) => LineReply::Legal {
                    board: arimaa::vocab::Board::EMPTY,
                    winner: LineWinner::Nobody,
                },
                None => LineReply::Illegal,
            });
            Ok(replies.collect())
        }
    }

    #[test]
    fn engine_that_refuses_the_steps_before_a_question_says_so() -> Result<(), serde_json::Error> {
        for kind in ["outcome", "legal_actions"] {
            let question = question(kind, &["rf4s"], json!({}))?;
            let reply = reply(&mut Refusing, Variant::default(), &question);
            assert_eq!(reply, Ok(Reply::Answer(NoAnswer::unplayable())), "{kind}");
        }
        Ok(())
    }
}

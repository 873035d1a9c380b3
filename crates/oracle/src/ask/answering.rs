//! Answers of the engines of this crate.

use super::budget::{Budget, Length, Meter, check_size, page_size};
use super::count::{steps_to, turns_to};
use super::drawing::draw_position;
use super::find::{find_labelled, label_and_tokens};
use super::listing::{Which, actions, check_listable, turn_count, turns};
use super::recognize::recognize;
use super::refused_turn::texts;
use super::replaying::{Replay, replay};
use super::writing::{parse, print};
use super::{
    Answer, Ended, Fault, MAX_ANSWER, MAX_STEPS, PositionSource, Question, RefusedTurn, RuleText,
    Standing, State, TurnText, Unit,
};
use crate::judge::{JudgedGame, Options, Reading, Refusal};
use arimaa::compare::Engine;
use arimaa::spec;
use arimaa::text::write_turn;
use arimaa::vocab::{Action, Token};

/// The most actions of one `apply`: no turn and no setup has so many.
const MOST_ACTIONS: usize = 64;

/// The answer of an engine, within the bounds of the protocol.
///
/// [`EngineKind::engine`](arimaa::compare::EngineKind::engine) gives an engine of this crate, and
/// [`Engine::of`] any type that implements [`Rules`](arimaa::rules::Rules). A question that cannot
/// be answered, or only beyond a bound, gets [`Answer::Error`] with the [`Fault`]; two engines that
/// differ, [`Fault::EnginesDiffer`]. For other bounds there is [`answer_within`].
pub fn answer(engine: &Engine, question: &Question) -> Answer {
    answer_within(engine, question, &Budget::default())
}

/// The answer of an engine within a [`Budget`] of time, bytes and entries.
pub fn answer_within(engine: &Engine, question: &Question, budget: &Budget<'_>) -> Answer {
    answer_with(&engine.fresh(), None, question, budget)
}

/// The answer about a game at hand; the position of the question is not read.
///
/// This is for interfaces that keep games. Questions about a text or a rule, and `replay`, are
/// answered as by [`answer_within`].
///
/// ```
/// use arimaa::compare::EngineKind;
/// use arimaa_oracle::ask::{Answer, Budget, PositionSource, Question, answer_about};
/// use arimaa_oracle::judge::JudgedGame;
/// use arimaa::vocab::Snapshot;
///
/// let game = JudgedGame::from_snapshot(&EngineKind::Bitboard.engine(), &Snapshot::default())?;
/// let question = Question::TurnCount { position: PositionSource::AtHand, past_end: false };
/// let answer = answer_about(&game, &question, &Budget::default());
/// assert_eq!(answer, Answer::TurnCount { count: 64_864_800 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn answer_about(game: &JudgedGame, question: &Question, budget: &Budget<'_>) -> Answer {
    answer_with(game.engine(), Some(game), question, budget)
}

fn answer_with(
    engine: &Engine,
    at_hand: Option<&JudgedGame>,
    question: &Question,
    budget: &Budget<'_>,
) -> Answer {
    let answer = try_answer(engine, at_hand, question, &Meter::new(budget));
    let answer = answer
        .and_then(|answer| within_bytes(answer, budget))
        .into();
    match engine.divergence() {
        None => answer,
        Some(divergence) => Answer::Error {
            error: Fault::EnginesDiffer {
                message: divergence.to_string(),
            },
        },
    }
}

/// The answer, if its JSON is no longer than the budget allows.
fn within_bytes(answer: Answer, budget: &Budget<'_>) -> Result<Answer, Fault> {
    if budget.bytes >= MAX_ANSWER && !can_be_long(&answer) {
        return Ok(answer);
    }
    let mut written = Length::default();
    // Counting does not fail, and every answer can be written.
    let _ = serde_json::to_writer(&mut written, &answer);
    let limit = budget.bytes.min(MAX_ANSWER);
    check_size(written.0, limit, "bytes of an answer").map(|()| answer)
}

/// Whether an answer of this kind can come near the longest: it repeats a given text, or has as
/// many turns as a record. Other answers are not written once more to be measured.
fn can_be_long(answer: &Answer) -> bool {
    matches!(
        answer,
        Answer::Text { .. } | Answer::Recognized { .. } | Answer::Replayed { .. }
    )
}

fn try_answer(
    engine: &Engine,
    at_hand: Option<&JudgedGame>,
    question: &Question,
    meter: &Meter<'_>,
) -> Result<Answer, Fault> {
    let find_labelled = |position: &PositionSource| match at_hand {
        Some(game) => Ok((game.clone(), position.is_labelled())),
        None => find_labelled(engine, position, meter),
    };
    let find = |position: &PositionSource| find_labelled(position).map(|(game, _)| game);
    match question {
        Question::LegalActions {
            position,
            effects,
            refusals,
            past_end,
        } => {
            let game = find(position)?;
            Ok(actions(&game, *effects, *refusals, *past_end))
        }
        Question::Judge {
            position,
            turn,
            strict,
            past_end,
        } => {
            let options = options(*strict, *past_end);
            let (game, labelled) = find_labelled(position)?;
            judge(game, turn, options, labelled)
        }
        Question::Apply { position, actions } => apply(find(position)?, actions),
        Question::Outcome { position } => Ok(Answer::Outcome {
            outcome: find(position)?.outcome().map(Ended::from),
        }),
        Question::Standing { position } => Ok(Answer::Standing {
            standing: Standing::from(&find(position)?),
        }),
        Question::Turns {
            position,
            past_end,
            offset,
            limit,
            ..
        }
        | Question::Goal {
            position,
            past_end,
            offset,
            limit,
        } => {
            let page = (*offset, page_size(*limit, meter.budget)?);
            let which = match question {
                Question::Turns { to: None, .. } => Which::All,
                Question::Turns {
                    to: Some(board), ..
                } => Which::To(board.0),
                _ => Which::Goals,
            };
            turns(&find(position)?, which, *past_end, page, meter)
        }
        Question::TurnCount { position, past_end } => {
            turn_count(&find(position)?, *past_end, meter)
        }
        Question::Perft {
            position,
            count,
            depth,
        } => perft(&find(position)?, *count, *depth, meter),
        Question::ExplainRule { rule } => explain_rule(rule),
        Question::Parse { form, text } => {
            check_size(text.len(), meter.budget.text, "bytes of text")?;
            parse(engine, *form, text)
        }
        Question::Recognize { text } => {
            check_size(text.len(), meter.budget.text, "bytes of text")?;
            recognize(engine, text)
        }
        Question::Replay {
            record,
            edition,
            strict,
            past_end,
            boards,
            offset,
            limit,
        } => {
            let asked = Replay {
                text: record,
                edition: edition.as_deref(),
                options: options(*strict, *past_end),
                boards: *boards,
                offset: *offset,
                limit: *limit,
            };
            replay(engine, &asked, meter)
        }
        Question::Draw {
            position,
            drawing,
            marks,
        } => draw_position(engine, find(position), position, *drawing, marks),
        Question::Print { position, form } => print(&find(position)?, *form),
    }
}

fn options(strict: bool, past_end: bool) -> Options {
    Options {
        reading: Reading::strict_if(strict),
        past_end,
    }
}

/// Judges a turn. `labelled` says that the number of the turn is known, not assumed.
fn judge(
    mut game: JudgedGame,
    turn: &TurnText,
    options: Options,
    labelled: bool,
) -> Result<Answer, Fault> {
    let (label, tokens) = label_and_tokens(turn)?;
    let begun = write_turn(None, game.played_so_far().iter().flat_map(Token::of));
    let before = labelled.then(|| game.label());
    Ok(match game.play(label, &tokens, options) {
        Ok(accepted) => Answer::Accepted {
            turn: accepted.turn_text(),
            captures: texts(accepted.captures()),
            begun: (!begun.is_empty()).then_some(begun),
            standing: Standing::from(&game),
        },
        Err(refused) => Answer::Refused {
            refusal: RefusedTurn::with_label(&refused, &tokens, before),
            standing: Standing::from(&game),
        },
    })
}

fn apply(mut game: JudgedGame, actions: &[String]) -> Result<Answer, Fault> {
    check_size(actions.len(), MOST_ACTIONS, "actions")?;
    let before = Standing::from(&game);
    let mut captured = Vec::new();
    for (index, word) in actions.iter().enumerate() {
        let action: Action = word.parse().map_err(|error| Fault::BadText {
            line: 1,
            column: 1,
            message: format!("action {}: {error}", index + 1),
        })?;
        match game.apply(action) {
            Ok(effect) => captured.extend(effect.captured),
            Err(illegal) => {
                return Ok(Answer::Refused {
                    refusal: RefusedTurn {
                        at: Some(word.clone()),
                        token: Some(index as u64),
                        ..RefusedTurn::from(&Refusal::Illegal(illegal))
                    },
                    standing: before,
                });
            }
        }
    }
    Ok(Answer::Applied {
        state: State {
            snapshot: game.state().snapshot(),
            number: Some(game.label().number),
        }
        .without_unrepeatable(),
        captures: texts(captured),
        standing: Standing::from(&game),
    })
}

fn perft(game: &JudgedGame, count: Unit, depth: u32, meter: &Meter<'_>) -> Result<Answer, Fault> {
    let state = game.state();
    let (limit, what) = match count {
        Unit::Steps => (MAX_STEPS, "steps"),
        Unit::Turns => (meter.budget.depth, "turns"),
    };
    check_size(depth as usize, limit as usize, what)?;
    if depth == 0 {
        return Err(Fault::BadQuestion {
            message: "a depth is at least 1".to_owned(),
        });
    }
    if count == Unit::Turns && depth > 1 {
        check_listable(state)?;
    }
    let counts = (1..=depth).map(|depth| match count {
        Unit::Steps => steps_to(state, depth, meter),
        Unit::Turns => turns_to(state, depth, meter),
    });
    Ok(Answer::Perft {
        counts: counts.collect::<Result<_, Fault>>()?,
    })
}

fn explain_rule(id: &str) -> Result<Answer, Fault> {
    let rule = spec::rule(id).ok_or_else(|| Fault::UnknownRule {
        message: format!("specification {} has no such rule", spec::version()),
    })?;
    Ok(Answer::Rule {
        rule: RuleText {
            id: rule.id.to_owned(),
            kind: rule.kind.name().to_owned(),
            chapter: rule.chapter.to_owned(),
            text: rule.text.to_owned(),
            specification: spec::version().to_owned(),
        },
    })
}

//! The right engine with one wrong rule about a subject that the naive engine lacks: setups,
//! editions, earlier positions, the order of answers, and counting.
//!
//! Such a rule shows in the right engine's answer to another question, or in what is changed in its
//! answer. So an answer has reasons and details, too.

use crate::cases::position_mut;
use crate::subjects::Reply;
use crate::{Case, Status, judge_case};
use arimaa::compare::Engine;
use arimaa::rules::Rules;
use arimaa::vocab::{
    Action, Board, Edition, End, Handicap, Illegal, Invalid, Outcome, Phase, Placed, Side,
    Snapshot, Square, Step, TurnEnd,
};
use arimaa_naive::fault::Fault;
use arimaa_naive::fault::Fault as F;
use arimaa_oracle::ask::{
    Answer, Ended, PositionSource, Question, State, TurnText, Unit, answer, find,
};
use arimaa_oracle::protocol::Capabilities;

/// The verdict on the engine with this fault; `None` where it answers as the right engine.
pub(super) fn ask(case: &Case, fault: Fault) -> Option<Status> {
    let answer = wrong_answer(fault, &case.question)?;
    let capabilities = Capabilities {
        details: true,
        ..Capabilities::default()
    };
    Some(judge_case(case, Reply::Answer(answer), &capabilities))
}

fn wrong_answer(fault: Fault, question: &Question) -> Option<Answer> {
    let engine = Engine::default();
    let mut asked = question.clone();
    let position = position_mut(&mut asked)?;
    let game = find(&engine, position).ok();
    let snapshot = match (&game, &position) {
        (Some(game), _) => game.state().snapshot(),
        (None, PositionSource::State(state)) => state.snapshot.clone(),
        (None, _) => return None,
    };
    if let Some(snapshot) = other_position(fault, &snapshot, game.is_some()) {
        let number = game.map(|game| game.label().number);
        *position = PositionSource::State(State { snapshot, number });
        let other = answer(&engine, &asked);
        return (fault != F::ThirdRefusedAlways || is_about_repetition(&other)).then_some(other);
    }
    match (question, &snapshot.phase) {
        (Question::Judge { .. }, Phase::Setup { .. }) => wrong_setup(fault, asked, snapshot.side),
        (Question::Perft { count, depth, .. }, Phase::Play { steps, .. })
            if *count == Unit::Steps
                && matches!(fault, F::PushesNotLeftOpen | F::LastStepBeginsPush) =>
        {
            let (game, taken) = (game?, steps.len());
            let counts =
                (1..=*depth).map(|steps| count_sequences(fault, game.state(), taken, steps));
            let counts = counts.collect();
            Some(Answer::Perft { counts })
        }
        _ => changed_answer(fault, answer(&engine, question), snapshot),
    }
}

fn check_possible(snapshot: &Snapshot) -> Result<(), Invalid> {
    Engine::default().start(snapshot).map(drop)
}

/// The position for which the right engine answers as the wrong engine does for `snapshot`.
fn other_position(fault: Fault, snapshot: &Snapshot, is_valid: bool) -> Option<Snapshot> {
    let mut other = snapshot.clone();
    let edition = snapshot.edition;
    match (fault, &mut other.phase) {
        (F::HandicapIgnored, Phase::Setup { handicap, .. }) => *handicap = Handicap::NONE,
        (F::SideComparedIn2002, _) if edition == Edition::Year2002 => {
            other.edition = Edition::May2005 { no_draws: false };
        }
        (F::NoDrawsIgnored, _) if edition == (Edition::May2005 { no_draws: true }) => {
            other.edition = Edition::May2005 { no_draws: false };
        }
        // The one shows in a history that the new rule forbids, the other in a turn.
        (F::OldGamesHeld | F::ThirdRefusedAlways, _) if edition != Edition::July2008 => {
            other.edition = Edition::July2008;
            let is_held = matches!(check_possible(&other), Err(Invalid::ThirdRepetition { .. }));
            return (is_held == (fault == F::OldGamesHeld)).then_some(other);
        }
        // All three permit a third time.
        (F::NoRepetition | F::ThirdTaken | F::TurnsCompared, Phase::Play { earlier, .. })
            if is_valid && edition == Edition::July2008 =>
        {
            earlier.clear();
        }
        (F::FourthLoses, Phase::Play { earlier, .. })
            if is_valid && edition != Edition::July2008 =>
        {
            // Each position has stood once less.
            let mut known: Vec<TurnEnd> = Vec::new();
            earlier.retain(|end| {
                let is_same = |known: &TurnEnd| {
                    known.board == end.board
                        && (known.to_move == end.to_move || edition == Edition::Year2002)
                };
                let is_known = known.iter().any(is_same);
                known.push(*end);
                is_known
            });
        }
        (F::BoardsUnchecked | F::PresentUnchecked, _) if !is_valid => {
            take_away_overlooked(fault, &mut other);
        }
        _ => return None,
    }
    (other != *snapshot).then_some(other)
}

/// Removes what the fault overlooks, so that the right engine does not refuse the position for it.
fn take_away_overlooked(fault: Fault, snapshot: &mut Snapshot) {
    while let Err(invalid) = check_possible(snapshot) {
        let Phase::Play { earlier, .. } = &mut snapshot.phase else {
            return;
        };
        match (fault, &invalid) {
            (F::BoardsUnchecked, Invalid::Unsupported { piece }) => {
                snapshot.start.set(piece.square, None);
            }
            (F::BoardsUnchecked, Invalid::Earlier { index, invalid })
                if matches!(**invalid, Invalid::Unsupported { .. }) =>
            {
                earlier.remove(*index);
            }
            (
                F::PresentUnchecked,
                Invalid::ThirdRepetition {
                    occurrences: [first, .., last],
                },
            ) if *last == earlier.len() => {
                earlier.remove(*first);
            }
            _ => return,
        }
    }
}

/// The answer about a setup turn. Words that the wrong rule permits are replaced by permitted
/// words.
fn wrong_setup(fault: Fault, mut question: Question, side: Side) -> Option<Answer> {
    let mut replaced: Vec<(String, String)> = Vec::new();
    if let (F::SilverSetsUpLower, Side::Silver, Question::Judge { turn, .. }) =
        (fault, side, &mut question)
    {
        for word in turn.to_string().split_whitespace() {
            replaced.push((a_rank_lower(word), word.to_owned()));
        }
        *turn = TurnText::Line(a_rank_lower(&turn.to_string()));
    }
    loop {
        let mut answer = answer(&Engine::default(), &question);
        let Question::Judge { turn, .. } = &mut question else {
            return None;
        };
        let Answer::Refused { refusal, standing } = &mut answer else {
            return (!replaced.is_empty()).then_some(answer);
        };
        let text = turn.to_string();
        let (name, word) = (refusal.name.as_deref()?, refusal.at.clone()?);
        let placed = word.parse::<Placed>().ok();
        let other = match (fault, name, placed) {
            (F::StepPlaces, "step-in-setup", _) => {
                let Step { piece, from, .. } = word.parse().ok()?;
                let square = from;
                Some(Placed { piece, square })
            }
            (F::EitherSidePlaced, "placement-of-enemy", Some(mut placed)) => {
                placed.piece.side = side;
                Some(placed)
            }
            (F::GoldSetsUpEverywhere, "outside-home", Some(mut placed))
                if side == Side::Gold && placed.square.rank() > 6 =>
            {
                let mut home = Square::ALL[..16].iter();
                placed.square = *home.find(|square| !text.contains(&square.to_string()))?;
                Some(placed)
            }
            (F::SetupUncounted, "none-left", _) => None,
            (F::SetupOfAnyLength, "setup-incomplete", _)
                if text
                    .split_whitespace()
                    .any(|word| word.parse::<Placed>().is_ok()) =>
            {
                let standing = standing.clone();
                return Some(Answer::Accepted {
                    begun: None,
                    turn: text,
                    captures: Vec::new(),
                    standing,
                });
            }
            _ => {
                let original = replaced.iter().find(|(other, _)| *other == word);
                refusal.at = original.map_or(Some(word), |(_, original)| Some(original.clone()));
                return (!replaced.is_empty()).then_some(answer);
            }
        };
        let other = other.map(|placed| placed.to_string()).unwrap_or_default();
        let mut words: Vec<&str> = text.split_whitespace().collect();
        let at = words.iter().rposition(|one| *one == word)?;
        words[at] = &other;
        *turn = TurnText::Line(words.join(" "));
        replaced.push((other, word));
    }
}

/// Whether an answer depends on repetition: not a legal turn, a turn that is refused for another
/// reason, an outcome or a standing.
fn is_about_repetition(answer: &Answer) -> bool {
    match answer {
        Answer::Refused { refusal, .. } => refusal.name.as_deref() == Some("third-repetition"),
        Answer::Accepted { .. } | Answer::Outcome { .. } | Answer::Standing { .. } => false,
        _ => true,
    }
}

/// Changes the right engine's answer into that of the wrong engine; `None` where both are the same.
fn changed_answer(fault: Fault, mut answer: Answer, snapshot: Snapshot) -> Option<Answer> {
    let is_changed = match &mut answer {
        Answer::Actions { actions, .. } => change_actions(fault, actions, &snapshot),
        Answer::Refused { refusal, .. } if fault == F::FrozenBeforeBackward => {
            let is_backward = refusal.name.replace("frozen".to_owned())? == "rabbit-backward";
            let rabbit: Step = refusal.at.as_deref()?.parse().ok()?;
            let there = Snapshot::position(snapshot.edition, snapshot.side, refusal.board?.0);
            let there = Engine::default().start(&there).ok()?;
            is_backward && there.frozen().iter().any(|one| one.square == rabbit.from)
        }
        Answer::Outcome { outcome } => change_outcome(fault, outcome, snapshot, None),
        Answer::Standing { standing } => {
            change_outcome(fault, &mut standing.outcome, snapshot, None)
        }
        Answer::Accepted { standing, .. } => {
            let board = standing.board.0;
            change_outcome(fault, &mut standing.outcome, snapshot, Some(board))
        }
        _ => false,
    };
    is_changed.then_some(answer)
}

fn change_actions(fault: Fault, actions: &mut Vec<String>, snapshot: &Snapshot) -> bool {
    match (fault, &snapshot.phase, snapshot.side) {
        (F::ActionsBySquare, Phase::Play { .. }, _) => {
            let square = |action: &String| {
                let step = action.parse::<Step>().ok()?;
                Some((step.from.rank(), step.from.file()))
            };
            actions.sort_by_key(square);
        }
        (F::SetupOfAnyLength, Phase::Setup { placed, .. }, _) if !placed.is_empty() => {
            actions.push("end".to_owned());
            actions.dedup();
        }
        (F::GoldSetsUpEverywhere, Phase::Setup { .. }, Side::Gold) if *actions != ["end"] => {
            let across = |action: &String| action.replace('1', "8").replace('2', "7");
            let across: Vec<String> = actions.iter().map(across).collect();
            actions.extend(across);
        }
        (F::SilverSetsUpLower, Phase::Setup { .. }, Side::Silver) => {
            let lower = actions.iter().map(|action| a_rank_lower(action));
            *actions = lower.collect();
        }
        _ => return false,
    }
    true
}

/// Changes the outcome, of a position or after a turn that led to a board.
fn change_outcome(
    fault: Fault,
    outcome: &mut Option<Ended>,
    snapshot: Snapshot,
    after: Option<Board>,
) -> bool {
    let (edition, Phase::Play { mut earlier, .. }) = (snapshot.edition, snapshot.phase) else {
        return false;
    };
    let (mut board, mut to_move) = (snapshot.start, snapshot.side);
    if let Some(after) = after {
        earlier.push(TurnEnd { board, to_move });
        (board, to_move) = (after, to_move.other());
    }
    let with_side = fault == F::RepetitionBeforeGoal && edition != Edition::Year2002;
    let is_same = |end: &&TurnEnd| end.board == board && (!with_side || end.to_move == to_move);
    let is_third = earlier.iter().filter(is_same).count() >= 2;
    let rule = outcome.as_ref().and_then(|ended| ended.rule.as_deref());
    let winner = match (fault, rule, edition) {
        (F::RepeaterWins, Some("END-10"), _) => to_move.other(),
        (F::RepetitionBeforeGoal, Some("END-3" | "END-4"), Edition::July2008) => return false,
        (F::RepetitionBeforeGoal, Some("END-3" | "END-4"), _)
        | (F::NoDrawsAs2002, None, Edition::May2005 { no_draws: true })
            if is_third =>
        {
            to_move
        }
        _ => return false,
    };
    let (winner, end) = (Some(winner), End::ThirdOccurrence);
    *outcome = Some(Ended::from(Outcome { winner, end }));
    true
}

/// Moves Silver's placements one rank down, as if its home were ranks 6 and 7.
fn a_rank_lower(words: &str) -> String {
    let rank = |letter| match letter {
        '6' => '8',
        '8' => '6',
        other => other,
    };
    words.chars().map(rank).collect()
}

/// The number of sequences of exactly `steps` steps from a state of play with `taken` steps taken.
fn count_sequences(fault: Fault, game: &dyn Rules, taken: usize, steps: u32) -> u64 {
    let pends = matches!(game.check_end(), Err(Illegal::PushUnfinished { .. }));
    if steps == 0 {
        return u64::from(!(pends && fault == F::PushesNotLeftOpen));
    }
    let mut legal = game.legal_actions();
    legal.retain(|action| *action != Action::EndTurn);
    let mut pushes = 0;
    if fault == F::LastStepBeginsPush && steps == 1 && taken == 3 && !pends {
        let Snapshot { edition, side, .. } = game.snapshot();
        let afresh = Engine::default().start(&Snapshot::position(edition, side, game.board()));
        let begins = |action: &Action| {
            matches!(action, Action::Step(step) if step.piece.side != side)
                && !legal.contains(action)
        };
        let actions = afresh.map(|game| game.legal_actions());
        pushes = actions.into_iter().flatten().filter(begins).count() as u64;
    }
    let after = legal.into_iter().map(|action| {
        let mut game = game.boxed_clone();
        let applied = game.apply(action);
        applied.map_or(0, |_| count_sequences(fault, &*game, taken + 1, steps - 1))
    });
    after.sum::<u64>() + pushes
}

//! Compares two engines in every game of a given number of turns.

use std::collections::{BTreeMap, HashSet};

use super::Divergence;
use super::branch::LISTED;
use super::lockstep::{Extent, Lockstep, Walked};
use crate::rules::Rules;
use crate::vocab::{Action, Board, Phase, Snapshot};

/// Statistics of the games from one start.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub struct Games {
    /// By number of turns from 0 on, the number of ways to play that many.
    pub histories: Vec<u64>,
    /// The number of turns that only repetition forbids, once for every history before them.
    pub refused: u64,
    /// The number of histories whose last turn decided the game, by the stable name of the end.
    pub ends: BTreeMap<&'static str, u64>,
    /// Counters of the moments, parts, reasons and ends of these games.
    pub walked: Walked,
}

/// Plays every game of up to `turns` turns on two engines, and compares every answer at the start
/// of every turn, and every ruling.
///
/// Every turn that movement allows is played, by the way that a list of turns gives for it;
/// repetition may refuse its end, for one reason in both engines. A decided game is not continued.
///
/// # Errors
///
/// Returns the first answer that differs. An invalid start is a difference unless both engines name
/// the same reason; then no game is counted.
pub fn games<A: Rules + Clone, B: Rules + Clone>(
    start: &Snapshot,
    turns: usize,
) -> Result<Games, Box<Divergence>> {
    let mut found = Games {
        histories: vec![0; turns + 1],
        ..Games::default()
    };
    match Lockstep::<A, B>::start(start)? {
        Ok(engines) => compare_histories(&engines, 0, &mut found)?,
        Err(invalid) => found.walked = Walked::not_begun(&invalid),
    }
    Ok(found)
}

/// Compares both engines at this moment and after every turn, to the last depth.
fn compare_histories<A: Rules + Clone, B: Rules + Clone>(
    engines: &Lockstep<'_, A, B>,
    turn: usize,
    found: &mut Games,
) -> Result<(), Box<Divergence>> {
    found.histories[turn] += 1;
    engines.compare(Extent::QUICK, &mut found.walked)?;
    if let Some(outcome) = engines.pair.first.outcome() {
        *found.ends.entry(outcome.end.name()).or_default() += 1;
        return Ok(());
    }
    if turn + 1 == found.histories.len() {
        return Ok(());
    }
    let listed = engines.compare_turns(0, &mut found.walked)?;
    let mut listed: Option<HashSet<Board>> =
        listed.map(|turns| turns.into_iter().map(|turn| turn.board).collect());
    let mut unrepeated = engines.pair.first.snapshot();
    if let Phase::Play { earlier, .. } = &mut unrepeated.phase {
        earlier.clear();
    }
    let Ok(Ok(anew)) = Lockstep::<A, B>::start(&unrepeated) else {
        return engines.compare_answers(
            "a position without its history",
            None,
            &"valid",
            &"invalid",
        );
    };
    for way in anew.pair.first.turns() {
        let mut next = engines.clone();
        for played in &way.played {
            next.act(played.action, &mut found.walked)?;
        }
        let accepted = next.act(Action::EndTurn, &mut found.walked)?;
        if let Some(listed) = &mut listed {
            let is_listed = listed.remove(&way.board);
            let refused = (!accepted).then_some(Action::EndTurn);
            next.compare_answers(LISTED, refused, &is_listed, &accepted)?;
        }
        if accepted {
            compare_histories(&next, turn + 1, found)?;
        } else {
            found.refused += 1;
        }
    }
    let more = listed.map_or(0, |listed| listed.len());
    engines.compare_answers("turns that only history allows", None, &more, &0)
}

//! The sums over many games.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use super::{Arrangement, ByGame, GameStudy, MadeTurn, PositionCounts, Sample};
use arimaa::text::RecordedResult;
use arimaa::vocab::Side;
use arimaa_oracle::judge::{Disagreement, Recorded};

/// How many games ended with a result, in the order of [`RecordedResult::ALL`].
pub type Results = [u64; 4];

/// The sums over many games. Pairs are Gold's and Silver's, in this order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stats {
    /// Games counted, whole or in part.
    pub games: usize,
    /// Games among them that were counted only up to a turn that the rules refuse.
    pub in_part: usize,
    /// Games of which nothing could be counted; they are not among `games`.
    pub not_judged: usize,
    /// Games that began from a given position, without setups.
    pub from_position: usize,
    /// Games by code of termination (SPEC.md NOT-12), and these by result. The code is `None` where
    /// nothing says how the game ended.
    pub results: BTreeMap<Option<char>, Results>,
    /// By player: how the games ended in which that player was Gold, and Silver.
    pub players: BTreeMap<String, [Results; 2]>,
    /// The setups and how often each was chosen.
    pub setups: [HashMap<Arrangement, usize>; 2],
    /// Turns of play in each game.
    pub length: Sample,
    /// Pieces captured in each game.
    pub captures: Sample,
    /// Gold's and Silver's steps, pushes, pulls and captures.
    pub turns: [TurnSums; 2],
    /// The branching factor by the number in the label of the turn.
    pub choices: BTreeMap<u32, [Choices; 2]>,
    /// The mean of the branching factor over games.
    pub means: GameMeans,
    /// Positions that stood more than once in a game.
    pub repeated: usize,
    /// Games whose last turn is refused because its position would stand for the third time.
    pub refused_repetitions: usize,
}

/// The branching factor summed by games: of both players, and of each.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GameMeans {
    /// Over the positions of both players.
    pub all: ByGame,
    /// Over the positions with Gold to move, and over those with Silver to move.
    pub sides: [ByGame; 2],
}

/// Counts over the turns of play of a player.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct TurnSums {
    /// Turns of one, two, three and four steps.
    pub by_steps: [u64; 4],
    /// Pushes completed.
    pub pushes: u64,
    /// Pulls completed.
    pub pulls: u64,
    /// Captures on the first, second, third and fourth step.
    pub captures_by_step: [u64; 4],
    /// Enemy pieces captured, in the order of [`Kind::ALL`](arimaa::vocab::Kind::ALL).
    pub enemy_captured: [u64; 6],
    /// The player's own pieces captured in these turns, in the same order.
    pub own_captured: [u64; 6],
}

/// The positions in which one player made the turn with one number, over all games.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Choices {
    /// The number of distinct legal turns in each position.
    pub turns: Sample,
    /// Gold's and Silver's pieces on the board, summed over the positions.
    pub pieces: [u64; 2],
}

impl Stats {
    /// Adds one game.
    pub fn add(&mut self, game: &GameStudy) {
        if game.stopped.as_ref().is_some_and(Disagreement::is_unjudged) {
            self.not_judged += 1;
            return;
        }
        self.games += 1;
        self.in_part += usize::from(game.stopped.is_some());
        self.from_position += usize::from(game.from_position);
        self.add_result(game);
        for (side, arrangement) in &game.setups {
            let setups = &mut self.setups[*side as usize];
            *setups.entry(arrangement.clone()).or_default() += 1;
        }
        let captures = game.turns.iter().map(|turn| turn.captures.len()).sum();
        self.captures.add(saturating_u32(captures));
        self.length.add(saturating_u32(game.turns.len()));
        for turn in &game.turns {
            self.turns[turn.side as usize].add(turn);
        }
        for position in &game.positions {
            let sides = self.choices.entry(position.label.number).or_default();
            sides[position.label.side as usize].add(position);
        }
        self.means.add(&game.positions);
        self.repeated += game.repeated;
        self.refused_repetitions += usize::from(game.ends_in_repetition);
    }

    fn add_result(&mut self, game: &GameStudy) {
        let Recorded {
            result,
            termination,
        } = game.recorded;
        // The rules speak where the record does not.
        let is_silent = result.is_none() && termination.is_none();
        let by_rule = game.outcome.filter(|_| is_silent);
        let code = termination.or(by_rule.map(|outcome| outcome.end.code()));
        let result = result
            .or(by_rule.map(|outcome| RecordedResult::of(outcome.winner)))
            .unwrap_or(RecordedResult::Unknown);
        let place = RecordedResult::ALL.iter().position(|one| *one == result);
        count_at(self.results.entry(code).or_default(), place);
        for (side, player) in Side::ALL.into_iter().zip(&game.players) {
            if let Some(player) = player {
                let sides = self.players.entry(player.clone()).or_default();
                count_at(&mut sides[side as usize], place);
            }
        }
    }

    /// The turns of both players.
    pub fn turns_of_both(&self) -> TurnSums {
        let mut both = TurnSums::default();
        for turns in &self.turns {
            both.join(turns);
        }
        both
    }

    /// The numbers of distinct turns in the positions of these sides with labels in this range of
    /// numbers.
    pub fn branching(&self, numbers: impl std::ops::RangeBounds<u32>, sides: &[Side]) -> Sample {
        let choices = self
            .choices
            .range(numbers)
            .flat_map(|(_, choices)| sides.iter().map(|&side| &choices[side as usize].turns));
        Sample::merged(choices)
    }

    /// How many positions were counted.
    pub fn positions(&self) -> usize {
        self.choices
            .values()
            .flatten()
            .map(|choices| choices.turns.len())
            .sum()
    }

    /// The players, those with most games first, and in alphabetical order where equally many.
    pub fn players_by_games(&self) -> Vec<(&str, [Results; 2])> {
        let mut players: Vec<_> = self
            .players
            .iter()
            .map(|(player, sides)| (player.as_str(), *sides))
            .collect();
        players.sort_by_key(|(_, sides)| Reverse(sides.as_flattened().iter().sum::<u64>()));
        players
    }

    /// The setups of a side, most common first, and in alphabetical order where equally common.
    pub fn common_setups(&self, side: Side) -> Vec<(&Arrangement, usize)> {
        let mut setups: Vec<_> = self.setups[side as usize]
            .iter()
            .map(|(setup, &games)| (setup, games))
            .collect();
        setups.sort_unstable_by(|one, other| other.1.cmp(&one.1).then(one.0.cmp(other.0)));
        setups
    }
}

impl GameMeans {
    fn add(&mut self, positions: &[PositionCounts]) {
        self.all.add(positions.iter().map(|one| one.choices));
        for side in Side::ALL {
            let to_move = positions.iter().filter(|one| one.label.side == side);
            self.sides[side as usize].add(to_move.map(|one| one.choices));
        }
    }
}

impl TurnSums {
    /// How many turns there are.
    pub fn turns(&self) -> u64 {
        self.by_steps.iter().sum()
    }

    /// How many steps the turns had together.
    pub fn steps(&self) -> u64 {
        (1..)
            .zip(self.by_steps)
            .map(|(steps, turns)| steps * turns)
            .sum()
    }

    /// How many pieces were captured, of either side.
    pub fn captures(&self) -> u64 {
        self.captures_by_step.iter().sum()
    }

    fn add(&mut self, turn: &MadeTurn) {
        count_at(&mut self.by_steps, turn.steps.checked_sub(1));
        self.pushes += u64::from(turn.pushes);
        self.pulls += u64::from(turn.pulls);
        for &(step, piece) in &turn.captures {
            count_at(&mut self.captures_by_step, Some(step));
            let kinds = if piece.side == turn.side {
                &mut self.own_captured
            } else {
                &mut self.enemy_captured
            };
            count_at(kinds, Some(piece.kind.index()));
        }
    }

    fn join(&mut self, other: &Self) {
        let add = |ours: &mut [u64], theirs: &[u64]| {
            ours.iter_mut()
                .zip(theirs)
                .for_each(|(ours, theirs)| *ours += theirs);
        };
        add(&mut self.by_steps, &other.by_steps);
        add(&mut self.captures_by_step, &other.captures_by_step);
        add(&mut self.enemy_captured, &other.enemy_captured);
        add(&mut self.own_captured, &other.own_captured);
        self.pushes += other.pushes;
        self.pulls += other.pulls;
    }
}

impl Choices {
    fn add(&mut self, position: &PositionCounts) {
        self.turns.add(position.choices);
        for (sum, pieces) in self.pieces.iter_mut().zip(position.pieces) {
            *sum += u64::from(pieces);
        }
    }
}

fn count_at(counts: &mut [u64], place: Option<usize>) {
    if let Some(count) = place.and_then(|place| counts.get_mut(place)) {
        *count += 1;
    }
}

/// Converts to the type of samples; larger numbers become `u32::MAX`.
fn saturating_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

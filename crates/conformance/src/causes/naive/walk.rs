//! Compares the naive engine with and without a slip in random turns.

use std::collections::{BTreeMap, BTreeSet};

use crate::subjects::line::write_step;
use arimaa::random::SplitMix64;
use arimaa_naive::board::{Board, EMPTY, Step, WAYS, is_gold};
use arimaa_naive::engine::{Game, Rules};
use arimaa_naive::slip::{Made, Slips};

/// A position at the start of a turn, and steps of this turn.
struct Moment {
    gold: bool,
    board: Board,
    steps: Vec<Step>,
}

impl Moment {
    /// A random position of a few pieces, most of them near one trap, at the start of a turn.
    fn random(random: &mut SplitMix64) -> Self {
        let mut board = [EMPTY; 64];
        let (row, file) = (random.below(5), random.below(5));
        for _ in 0..3 + random.below(6) {
            let at = (row + random.below(4)) * 8 + file + random.below(4);
            let letters = b"EMHDCRemhdcr";
            board[at] = letters[random.below(letters.len())];
        }
        for letter in [b'R', b'r', b'R', b'r'] {
            if random.below(4) > 0 {
                board[random.below(64)] = letter;
            }
        }
        let gold = random.below(2) == 0;
        let mut moment = Self {
            gold,
            board,
            steps: Vec::new(),
        };
        // Captures before the turn are none of its own.
        let rules = Rules::default();
        let game = Game::new(&rules, gold, board, Vec::new());
        let lost = (0..64).filter(|at| game.is_lost(*at));
        for at in lost.collect::<Vec<_>>() {
            moment.board[at] = EMPTY;
        }
        moment
    }

    /// The game after these steps; `None` if the engine with these rules refuses one.
    fn replay<'r>(&self, rules: &'r Rules) -> Option<Game<'r>> {
        let mut game = Game::new(rules, self.gold, self.board, Vec::new());
        let mut steps = self.steps.iter();
        steps.all(|step| game.step(*step)).then_some(game)
    }

    /// The answers of an engine: the winner at the start, each next step with the board after it,
    /// and the end.
    fn answers_of(&self, rules: &Rules) -> Option<Vec<Saying>> {
        let game = self.replay(rules)?;
        let start = Game::new(rules, self.gold, self.board, Vec::new()).winner();
        let mut all = vec![("start".to_owned(), Some((game.board, start)))];
        let pieces = game.board.iter().enumerate();
        for (from, &piece) in pieces.filter(|(_, piece)| **piece != EMPTY) {
            for way in WAYS {
                let step = Step { piece, from, way };
                let mut after = game.clone();
                let is_legal = after.step(step);
                all.push((write_step(step), is_legal.then_some((after.board, None))));
            }
        }
        let mut after = game.clone();
        let is_legal = after.end();
        let ended = is_legal.then(|| (after.board, after.winner()));
        all.push(("end".to_owned(), ended));
        Some(all)
    }

    /// Describes the first difference between two engines in a sentence.
    fn describe(&self, right: &Saying, wrong: &Saying) -> String {
        let side = if self.gold { "gold" } else { "silver" };
        let board = String::from_utf8_lossy(&self.board);
        let steps: Vec<String> = self.steps.iter().map(|step| write_step(*step)).collect();
        let [right, wrong] = [right, wrong].map(|(action, after)| {
            let after = after.map(|(board, winner)| (board.escape_ascii().to_string(), winner));
            format!("{action} {after:?}")
        });
        format!("{side} {board} {}: {right}, not {wrong}", steps.join(" "))
    }
}

/// An action and, if it is legal, the board and the winner after it.
type Saying = (String, Option<(Board, Option<bool>)>);

/// For each slip that shows in one of `walks` random turns, a description of the first such turn.
pub(crate) fn witnesses(slips: &[Made], walks: usize, seed: u64) -> BTreeMap<Made, String> {
    let mut random = SplitMix64::new(seed, 0);
    let mut open: BTreeSet<Made> = slips.iter().copied().collect();
    let mut found = BTreeMap::new();
    for _ in 0..walks {
        let mut moment = Moment::random(&mut random);
        loop {
            let noting = Rules::slipping(Slips::noting());
            let Some(right) = moment.answers_of(&noting) else {
                break;
            };
            for made in noting.slips.noted().intersection(&open.clone()) {
                let rules = Rules::slipping(Slips::making(*made));
                let wrong = moment.answers_of(&rules).unwrap_or_default();
                let mut both = right.iter().zip(&wrong);
                if let Some((right, wrong)) = both.find(|(right, wrong)| right != wrong) {
                    open.remove(made);
                    found.insert(*made, moment.describe(right, wrong));
                }
            }
            let rules = Rules::default();
            let next = moment.replay(&rules).map(|game| game.next_steps());
            let next = next.unwrap_or_default();
            if next.is_empty() || moment.steps.len() >= 4 {
                break;
            }
            let enemies = next
                .iter()
                .filter(|step| is_gold(step.piece) != moment.gold);
            let enemies: Vec<Step> = enemies.copied().collect();
            let from = if enemies.is_empty() || random.below(2) == 0 {
                &next
            } else {
                &enemies
            };
            moment.steps.push(from[random.below(from.len())]);
        }
    }
    found
}

//! Explores one turn by lines: which steps are legal, where they lead, and what they capture.

use std::collections::{BTreeSet, HashSet};

use super::message::{LineReply, LineWinner, line_start, may_be_joined, to_square, wordings_of};
use super::variant::Variant;
use crate::subjects::ProtocolFailure;
use arimaa::text::write_turn;
use arimaa::vocab::{Action, Board, Direction, Placed, Side, Snapshot, Step, Token, TurnEnd};

/// The greatest number of lines for one question; a count that needs more is skipped.
const MOST_LINES: usize = 100_000;

/// An engine that answers lines in their order.
pub(crate) trait Lines {
    /// The replies to these lines, one for each and in their order.
    fn ask(&mut self, lines: &[String]) -> Result<Vec<LineReply>, ProtocolFailure>;

    /// The greatest number of lines for one question; a count that needs more is skipped.
    fn most_lines(&self) -> usize {
        MOST_LINES
    }
}

/// The reason why a question has no answer.
#[derive(Debug)]
pub(super) enum NoAnswer {
    /// The engine cannot be asked this question, for this reason.
    Skip(String),
    /// The engine refuses the steps before the question.
    Unplayable,
    /// The engine crashed, hung or wrote something that is no reply.
    Failed(ProtocolFailure),
}

/// The board and the winner after some steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stands {
    pub(super) board: Board,
    pub(super) winner: LineWinner,
}

/// A legal step with the board that it leads to.
#[derive(Clone, Debug)]
pub(super) struct Stepped {
    pub(super) step: Step,
    pub(super) board: Board,
    pub(super) captures: Vec<Placed>,
}

/// A legal turn with the board that it leads to.
#[derive(Clone, Debug)]
pub(super) struct WholeTurn {
    pub(super) steps: Vec<Step>,
    /// The turn in notation, with its captures.
    pub(super) text: String,
    pub(super) board: Board,
}

/// A turn that an engine is asked about, line by line.
pub(super) struct Probe<'a> {
    lines: &'a mut dyn Lines,
    variant: Variant,
    head: String,
    start: Board,
    lines_left: usize,
}

impl<'a> Probe<'a> {
    pub(super) fn new(
        lines: &'a mut dyn Lines,
        variant: Variant,
        start: &Snapshot,
        earlier: &[TurnEnd],
    ) -> Self {
        Self {
            lines_left: lines.most_lines(),
            lines,
            variant,
            head: line_start(start, earlier),
            start: start.start,
        }
    }

    /// Begins every line with the turn before, from the position at its start.
    pub(super) fn begin_with(&mut self, before: &Snapshot, earlier: &[TurnEnd], turn: &str) {
        self.head = format!("{} {turn} end", line_start(before, earlier));
    }

    /// The reply for these steps, with `end` for the turn that ends with them; `None` if they are
    /// illegal.
    pub(super) fn reach(&mut self, steps: &[Step], end: bool) -> Result<Option<Stands>, NoAnswer> {
        let query = self.lines_that_ask_for(steps, end);
        Ok(self.first_legal(vec![query])?.pop().flatten())
    }

    /// The reply for these steps. The question is skipped if they stop inside an action of two
    /// steps.
    pub(super) fn between_actions(&mut self, steps: &[Step]) -> Result<Stands, NoAnswer> {
        if let Some(stands) = self.reach(steps, false)? {
            return Ok(stands);
        }
        self.standing(steps)?;
        Err(NoAnswer::Skip("is about half an action".to_owned()))
    }

    /// The board after these steps, which may stop inside an action of two steps.
    pub(super) fn standing(&mut self, steps: &[Step]) -> Result<Stands, NoAnswer> {
        if let Some(stands) = self.reach(steps, false)? {
            return Ok(stands);
        }
        match steps.split_last() {
            Some((&last, before)) if self.variant.two_step => {
                let board = board_moved(&self.standing(before)?.board, last);
                let winner = LineWinner::Nobody;
                Ok(Stands { board, winner })
            }
            _ => Err(NoAnswer::Unplayable),
        }
    }

    /// The legal next steps after these, in the order of their text. Steps to occupied squares are
    /// tried on request.
    pub(super) fn next_steps(
        &mut self,
        steps: &[Step],
        board: &Board,
        to_occupied: bool,
    ) -> Result<Vec<Stepped>, NoAnswer> {
        let candidates = steps_on_the_board(board, to_occupied);
        let queries = candidates.iter().map(|&step| {
            let mut longer = steps.to_vec();
            longer.push(step);
            self.lines_that_ask_for(&longer, false)
        });
        let alone = self.first_legal(queries.collect())?;
        let mut legal = Vec::new();
        let mut unanswered = Vec::new();
        for (&step, stands) in candidates.iter().zip(alone) {
            match stands {
                Some(stands) => legal.push(step_with_captures(board, step, stands.board)),
                None => unanswered.push(step),
            }
        }
        if self.variant.two_step {
            let pairs: Vec<(Step, Vec<String>)> = unanswered
                .into_iter()
                .map(|first| (first, self.pairs_after(steps, board, first)))
                .filter(|(_, query)| !query.is_empty())
                .collect();
            let queries = pairs.iter().map(|(_, query)| query.clone()).collect();
            for ((first, _), stands) in pairs.iter().zip(self.first_legal(queries)?) {
                if let Some(stands) = stands {
                    legal.push(first_half(board, *first, &stands.board));
                }
            }
            legal.sort_by_key(|step| step.step.to_string());
        }
        Ok(legal)
    }

    /// Lines in which `first` is the first step of an action of two steps.
    fn pairs_after(&self, steps: &[Step], board: &Board, first: Step) -> Vec<String> {
        let seconds = steps_on_the_board(&board_moved(board, first), false);
        let seconds = seconds
            .into_iter()
            .filter(|&second| may_be_joined(first, second));
        seconds
            .flat_map(|second| {
                let longer = [steps, &[first, second]].concat();
                let lines = self.lines_that_ask_for(&longer, false);
                lines
                    .into_iter()
                    .filter(move |line| line.ends_with(&format!("{first}+{second}")))
            })
            .collect()
    }

    /// The captures of a legal turn, in order, found from its beginnings.
    pub(super) fn captures(
        &mut self,
        before: &[Step],
        turn: &[Step],
        end: &Board,
    ) -> Result<Vec<Vec<Placed>>, NoAnswer> {
        let mut board = match before {
            [] => self.start,
            before => self.standing(before)?.board,
        };
        let mut captures = Vec::new();
        for count in 1..=turn.len() {
            let expected = board_moved(&board, turn[count - 1]);
            let so_far = self.reach(&[before, &turn[..count]].concat(), false)?;
            let reached = match so_far {
                _ if count == turn.len() => *end,
                Some(stands) => stands.board,
                // The first half of an action of two steps.
                None if may_be_joined(turn[count - 1], turn[count]) => {
                    let longer = [before, &turn[..=count]].concat();
                    let after = if count + 1 == turn.len() {
                        Some(*end)
                    } else {
                        self.reach(&longer, false)?.map(|stands| stands.board)
                    };
                    after.map_or(expected, |after| {
                        first_half(&board, turn[count - 1], &after).board
                    })
                }
                None => expected,
            };
            captures.push(pieces_taken_off(&expected, &reached));
            board = reached;
        }
        Ok(captures)
    }

    /// The boards at which the turn can end, each with its first shortest turn in the order of
    /// ORD-3.
    pub(super) fn turns(
        &mut self,
        before: &[Step],
        deepest: usize,
    ) -> Result<Vec<WholeTurn>, NoAnswer> {
        let board = self.standing(before)?.board;
        let mut reached: BTreeSet<Board> = BTreeSet::new();
        let mut turns = Vec::new();
        let mut ways = vec![(Vec::<Step>::new(), Vec::<Token>::new(), board)];
        loop {
            let ends = ways
                .iter()
                .map(|(steps, ..)| self.lines_that_ask_for(&[before, steps].concat(), true));
            let ends = self.first_legal(ends.collect())?;
            for ((steps, tokens, _), end) in ways.iter().zip(ends) {
                let Some(end) = end.filter(|end| reached.insert(end.board)) else {
                    continue;
                };
                turns.push(WholeTurn {
                    steps: steps.clone(),
                    text: write_turn(None, tokens.iter().copied()),
                    board: end.board,
                });
            }
            let mut longer = Vec::new();
            let mut met: HashSet<(Board, Step)> = HashSet::new();
            for (steps, tokens, board) in ways {
                if before.len() + steps.len() >= deepest {
                    continue;
                }
                for next in self.next_steps(&[before, &steps[..]].concat(), &board, false)? {
                    // The next steps depend on the last one and on the board before it.
                    if !met.insert((board, next.step)) {
                        continue;
                    }
                    let steps = [&steps[..], &[next.step]].concat();
                    let mut tokens = tokens.clone();
                    tokens.push(Token::Action(Action::Step(next.step)));
                    tokens.extend(next.captures.into_iter().map(Token::Capture));
                    longer.push((steps, tokens, next.board));
                }
            }
            if longer.is_empty() {
                break;
            }
            ways = longer;
        }
        let words = |turn: &WholeTurn| -> Vec<String> {
            turn.steps.iter().map(ToString::to_string).collect()
        };
        turns.sort_by_cached_key(words);
        Ok(turns)
    }

    /// The number of sequences of exactly `depth` steps after these steps.
    pub(super) fn count_sequences(
        &mut self,
        steps: &[Step],
        board: &Board,
        depth: u32,
    ) -> Result<u64, NoAnswer> {
        let next = self.next_steps(steps, board, false)?;
        if depth <= 1 {
            return Ok(next.len() as u64);
        }
        let mut count = 0;
        for after in next {
            count +=
                self.count_sequences(&[steps, &[after.step]].concat(), &after.board, depth - 1)?;
        }
        Ok(count)
    }

    /// The lines that ask for these steps, one for each way to divide them into actions.
    fn lines_that_ask_for(&self, steps: &[Step], end: bool) -> Vec<String> {
        let line = |words: String| {
            let mut line = self.head.clone();
            for word in [words.as_str(), if end { "end" } else { "" }] {
                if !word.is_empty() {
                    line = format!("{line} {word}");
                }
            }
            line
        };
        let wordings = wordings_of(steps, self.variant.two_step);
        wordings.into_iter().map(line).collect()
    }

    /// For each query, the first legal reply to one of its lines.
    fn first_legal(&mut self, queries: Vec<Vec<String>>) -> Result<Vec<Option<Stands>>, NoAnswer> {
        let lines: Vec<String> = queries.iter().flatten().cloned().collect();
        let Some(left) = self.lines_left.checked_sub(lines.len()) else {
            return Err(NoAnswer::Skip(format!(
                "takes more than {} lines",
                self.lines.most_lines()
            )));
        };
        self.lines_left = left;
        let mut replies = self
            .lines
            .ask(&lines)
            .map_err(NoAnswer::Failed)?
            .into_iter();
        let mut found = Vec::new();
        for query in queries {
            let mut first = None;
            for reply in replies.by_ref().take(query.len()) {
                match reply {
                    LineReply::Legal { board, winner } => {
                        first = first.or(Some(Stands { board, winner }));
                    }
                    LineReply::Illegal => {}
                    LineReply::Skip(reason) => return Err(NoAnswer::Skip(reason)),
                }
            }
            found.push(first);
        }
        Ok(found)
    }
}

/// The first half of an action of two steps. Each half moves and can capture pieces of one side
/// only, so the board after both halves tells what the first has captured.
fn first_half(board: &Board, first: Step, reached: &Board) -> Stepped {
    let mut between = board_moved(board, first);
    for placed in pieces_taken_off(&between, reached) {
        if placed.piece.side == first.piece.side {
            between.set(placed.square, None);
        }
    }
    step_with_captures(board, first, between)
}

/// The steps of all pieces to squares of the board, in the order of their text.
fn steps_on_the_board(board: &Board, to_occupied: bool) -> Vec<Step> {
    let mut steps = Vec::new();
    for Placed { piece, square } in board.placed() {
        for direction in Direction::ALL {
            let step = Step {
                piece,
                from: square,
                direction,
            };
            if to_square(step).is_some_and(|to| to_occupied || board.at(to).is_none()) {
                steps.push(step);
            }
        }
    }
    steps.sort_by_cached_key(ToString::to_string);
    steps
}

/// The board after a step, without captures.
fn board_moved(board: &Board, step: Step) -> Board {
    let mut after = *board;
    if let Some(to) = to_square(step) {
        after.set(step.from, None);
        after.set(to, Some(step.piece));
    }
    after
}

/// The pieces that are missing on the reached board, those of Gold first.
fn pieces_taken_off(expected: &Board, reached: &Board) -> Vec<Placed> {
    let gone = |placed: &Placed| reached.at(placed.square) != Some(placed.piece);
    let mut missing: Vec<Placed> = expected.placed().filter(gone).collect();
    missing.sort_by_key(|placed| placed.piece.side != Side::Gold);
    missing
}

fn step_with_captures(board: &Board, step: Step, reached: Board) -> Stepped {
    Stepped {
        step,
        board: reached,
        captures: pieces_taken_off(&board_moved(board, step), &reached),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::subjects::line::answers::tests::Refusing;
    use arimaa::vocab::{Edition, UnknownWord};

    fn board(placed: &str) -> Result<Board, UnknownWord> {
        placed.split(' ').map(str::parse::<Placed>).collect()
    }

    /// The first step of a push is half an action, and the piece that is pushed is captured then.
    #[test]
    fn captures_are_found_where_beginnings_are_refused() -> Result<(), UnknownWord> {
        let variant = Variant {
            two_step: true,
            ..Variant::default()
        };
        for (start, turn, end, captures) in [
            ("Dd2 rd3", "rd3w Dd2n", "Dd3", "rc3;"),
            ("Rb3 Ra1", "Rb3e", "Ra1", "Rc3"),
            ("Rb3 Ra1", "Rb3e Ra1n", "Ra2", ";Rc3"),
        ] {
            let start = Snapshot::position(Edition::default(), Side::Gold, board(start)?);
            let steps: Vec<Step> = turn.split(' ').map(str::parse).collect::<Result<_, _>>()?;
            let mut lines = Refusing;
            let mut probe = Probe::new(&mut lines, variant, &start, &[]);
            let found = probe.captures(&[], &steps, &board(end)?);
            let words = |of: &Vec<Placed>| of.iter().map(ToString::to_string).collect::<String>();
            let found = found.map(|found| found.iter().map(words).collect::<Vec<_>>().join(";"));
            assert_eq!(found.ok().as_deref(), Some(captures), "{turn}");
        }
        Ok(())
    }

    /// Only a wrong engine captures several pieces with one step.
    #[test]
    fn missing_pieces_are_listed_with_gold_first() -> Result<(), UnknownWord> {
        let gone = pieces_taken_off(&board("ra8 Rh1")?, &Board::EMPTY);
        let gone: Vec<String> = gone.iter().map(ToString::to_string).collect();
        assert_eq!(gone, ["Rh1", "ra8"]);
        Ok(())
    }
}

//! Written turns and whole records judged once more: labels (NOT-5), capture tokens (NOT-4),
//! takebacks (NOT-9), lines that end a record (NOT-10), and decided games (END-11). An engine says
//! how pieces move and when a game is decided; each standing turn keeps the state after it.

use std::cmp::Ordering;

use arimaa::rules::Rules;
use arimaa::vocab::{
    Action, Board, Edition, Handicap, Phase, Piece, Side, Snapshot, Square, TurnEnd,
};

use super::compare;
use super::meaning::next;
use super::values::{Entry, Label, Record};

/// The ruling on one line of a record.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Ruling {
    /// The captures of a legal turn, and the board after it.
    Made(Vec<String>, String),
    Refused(Refused),
    TakenBack(String),
    /// A takeback where no turn stands.
    NothingToTakeBack,
}

/// The rule, the name of the reason, and the place of the token where it is about one.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Refused {
    pub(crate) rule: String,
    pub(crate) name: String,
    pub(crate) token: Option<usize>,
    /// The step that captured, where another capture is named behind it.
    pub(crate) step: Option<usize>,
}

fn refused(rule: &str, name: &str, token: Option<usize>) -> Refused {
    let (rule, name) = (rule.to_owned(), name.to_owned());
    Refused {
        rule,
        name,
        token,
        step: None,
    }
}

/// How turns are to be judged.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Options {
    pub(crate) strict: bool,
    pub(crate) past_end: bool,
}

/// A game: the state at its beginning and after each turn that stands.
pub(crate) struct Game {
    states: Vec<Box<dyn Rules>>,
    first: Label,
}

impl Game {
    /// The beginning of the game of a record (NOT-8); the error is the rule by which it is invalid.
    pub(crate) fn begin(
        record: &Record,
        edition: Edition,
        start: impl Fn(&Snapshot) -> Result<Box<dyn Rules>, String>,
    ) -> Result<Self, String> {
        let tag = |name: &str| record.tags.iter().find(|tag| tag.0 == name);
        let Some((_, written)) = tag("Start") else {
            let handicap = tag("Handicap").map_or("", |tag| &tag.1);
            let snapshot = Snapshot::game(edition, handicap_of(handicap));
            let first = Label {
                number: 1,
                side: 'g',
            };
            return Ok(Self {
                states: vec![start(&snapshot)?],
                first,
            });
        };
        let side = written.chars().next().unwrap();
        let board = board_of(&written[3..67]);
        let snapshot = Snapshot::position(edition, side_of(side), board);
        // NOT-5: 2g or 2s unless the first label has a higher number.
        let labels = record.lines.iter().filter_map(|line| match line {
            Entry::Turn(label, _) | Entry::Open(label) => Some(*label),
            Entry::Takeback(label) | Entry::Resigns(label) | Entry::Lost(label) => *label,
        });
        let first = labels.into_iter().next();
        let number = first
            .filter(|first| first.side == side && first.number > 2)
            .map_or(2, |first| first.number);
        Ok(Self {
            states: vec![start(&snapshot)?],
            first: Label { number, side },
        })
    }

    pub(crate) fn state(&self) -> &dyn Rules {
        self.states.last().unwrap().as_ref()
    }

    /// NOT-12: who wins by score under the current edition.
    pub(crate) fn ahead(&self) -> Side {
        let mut ahead = Side::Silver;
        for state in &self.states {
            if matches!(state.snapshot().phase, Phase::Play { .. }) {
                let pieces: Vec<_> = state.board().placed().collect();
                let gold = pieces.iter().filter(|one| one.piece.side == Side::Gold);
                match (2 * gold.count()).cmp(&pieces.len()) {
                    Ordering::Greater => ahead = Side::Gold,
                    Ordering::Less => ahead = Side::Silver,
                    Ordering::Equal => {}
                }
            }
        }
        ahead
    }

    /// How many turns stand.
    pub(crate) fn standing(&self) -> usize {
        self.states.len() - 1
    }

    /// Undoes all but the first turns.
    pub(crate) fn keep(&mut self, turns: usize) {
        self.states.truncate(turns + 1);
    }

    pub(crate) fn board(&self) -> String {
        compare::squares(&self.state().board())
    }

    /// The label of the turn to be made: one further for each turn that stands.
    pub(crate) fn label(&self) -> Label {
        (1..self.states.len()).fold(self.first, |label, _| next(label))
    }

    /// Judges a line that the record goes on after.
    pub(crate) fn judge_line(&mut self, line: &Entry, options: Options) -> Option<Ruling> {
        Some(match line {
            Entry::Turn(label, tokens) => match self.turn(*label, tokens, options) {
                Ok(captures) => Ruling::Made(captures, self.board()),
                Err(refused) => Ruling::Refused(refused),
            },
            // NOT-9: the board before it comes back, its end is struck from the history.
            Entry::Takeback(_) if self.states.len() > 1 => {
                self.states.pop();
                Ruling::TakenBack(self.board())
            }
            Entry::Takeback(_) => Ruling::NothingToTakeBack,
            Entry::Resigns(_) | Entry::Lost(_) | Entry::Open(_) => return None,
        })
    }

    /// Makes a turn, in the order of ORD-1: the end of the game, the label, the tokens, the end of
    /// the turn. A refused turn changes nothing.
    fn turn(
        &mut self,
        label: Label,
        tokens: &[String],
        options: Options,
    ) -> Result<Vec<String>, Refused> {
        // END-11
        if let Some(outcome) = self.state().outcome().filter(|_| !options.past_end) {
            return Err(refused(outcome.end.rule(), "decided", None));
        }
        if label != self.label() {
            return Err(refused("NOT-5", "wrong-label", None));
        }
        let mut state = self.state().boxed_clone();
        let mut captures = Vec::new();
        // The token that the step before caused and that has not been seen.
        let mut unnamed = None;
        for (place, token) in tokens.iter().enumerate() {
            if let Some(capture) = token.strip_suffix('x') {
                let happened = unnamed.take();
                if happened.as_deref() != Some(capture) {
                    return Err(Refused {
                        step: happened.map(|_| place - 1),
                        ..refused("NOT-4", "capture-mismatch", Some(place))
                    });
                }
                continue;
            }
            if options.strict && unnamed.is_some() {
                return Err(refused("NOT-4", "capture-missing", Some(place - 1)));
            }
            unnamed = None;
            let effect = state.apply(token.parse::<Action>().unwrap());
            let effect = effect.map_err(|no| refused(no.rule(), no.name(), Some(place)))?;
            if let Some(captured) = effect.captured {
                captures.push(captured.to_string());
                unnamed = Some(captured.to_string());
            }
        }
        if options.strict && unnamed.is_some() {
            return Err(refused("NOT-4", "capture-missing", Some(tokens.len() - 1)));
        }
        let end = state.apply(Action::EndTurn);
        end.map_err(|no| refused(no.rule(), no.name(), Some(tokens.len())))?;
        self.states.push(state);
        Ok(captures)
    }
}

pub(crate) fn side_of(letter: char) -> Side {
    if letter == 'g' {
        Side::Gold
    } else {
        Side::Silver
    }
}

/// A board of the library from 64 letters.
pub(crate) fn board_of(letters: &str) -> Board {
    let ranks = (1..=8).rev();
    let names = ranks.flat_map(|rank| ('a'..='h').map(move |file| (file, rank)));
    let mut board = Board::default();
    for ((file, rank), letter) in names.zip(letters.chars()) {
        board.set(
            Square::named(file, rank).unwrap(),
            Piece::from_letter(letter),
        );
    }
    board
}

pub(crate) fn handicap_of(letters: &str) -> Handicap {
    let pieces = letters
        .chars()
        .map(|letter| Piece::from_letter(letter).unwrap());
    pieces.fold(Handicap::NONE, Handicap::and)
}

/// Whether a phase is a setup, with its handicap and placements, or play with steps and history.
pub(crate) fn moment_of(phase: &Phase) -> super::json_state::Moment {
    use super::json_state::Moment;
    match phase {
        Phase::Setup { handicap, placed } => Moment::Setup {
            handicap: compare::missing(*handicap),
            placed: placed.iter().map(ToString::to_string).collect(),
        },
        Phase::Play { steps, earlier } => Moment::Play {
            steps: steps.iter().map(ToString::to_string).collect(),
            earlier: earlier
                .iter()
                .map(|TurnEnd { board, to_move }| {
                    (compare::squares(board), compare::side(*to_move))
                })
                .collect(),
        },
    }
}

//! A game in progress, turn by turn.

use std::error::Error;
use std::fmt;

use super::ruling::{judge_after, unless_past};
use super::{Accepted, Options, Reading, Refusal, Refused, play_tokens_in_turn};
use arimaa::compare::Engine;
use arimaa::rules::Rules;
use arimaa::text::Record;
use arimaa::vocab::{
    Action, Board, Edition, Effect, Handicap, Illegal, Invalid, Label, Outcome, Phase, Played,
    Side, Snapshot, Token, TurnEnd,
};

/// A game that is judged turn by turn: the state of an engine, the label of the turn to be made,
/// and where the game began.
///
/// ```
/// use arimaa::compare::EngineKind;
/// use arimaa_oracle::judge::{JudgedGame, Options};
/// use arimaa::text::{Entry, Located, read_records};
/// use arimaa::vocab::Edition;
///
/// let text = "\
/// 1g Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Ed2 Me2 Cf2 Dg2 Hh2
/// 1s ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 md7 ee7 cf7 dg7 hh7
/// 2g Ed2n Ed3n
/// 2s ee7s ee6n";
/// let records = read_records(text)?;
/// let engine = EngineKind::default().engine();
/// let mut game = JudgedGame::from_record(&engine, &records[0], Edition::default())?;
/// for entry in &records[0].entries {
///     let Entry::Turn { label, tokens } = entry else { continue };
///     match game.play(Some(label.value), &Located::values(tokens), Options::default()) {
///         Ok(accepted) => println!("{}: {}", label.value, accepted.turn_text()),
///         Err(refused) => {
///             assert_eq!(label.value.to_string(), "2s");
///             assert_eq!(refused.refusal.rule(), "TRN-3");
///         }
///     }
/// }
/// // A refused turn changes nothing: Silver is still to make it.
/// assert_eq!(game.label().to_string(), "2s");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct JudgedGame {
    engine: Engine,
    state: Box<dyn Rules>,
    /// The outcome after the last turn. It is asked for once a turn: an engine may have to search
    /// for the answer (SPEC.md END-8).
    outcome: Option<Outcome>,
    edition: Edition,
    next: Label,
    origin: Origin,
}

/// The beginning of a game.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Origin {
    /// Two setups, without the pieces of the handicap.
    Setup(Handicap),
    /// A given position, before which no setup is known.
    Given,
}

/// A record whose game cannot begin: its start position or handicap is impossible.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct CannotStart(pub Invalid);

impl fmt::Display for CannotStart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(invalid) = self;
        let rule = invalid.rule();
        write!(f, "the game cannot start: {invalid} ({rule})")
    }
}

impl Error for CannotStart {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        let Self(invalid) = self;
        Some(invalid)
    }
}

/// There is no turn to take back.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct NothingToTakeBack;

impl fmt::Display for NothingToTakeBack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there is no turn to take back")
    }
}

impl Error for NothingToTakeBack {}

impl JudgedGame {
    /// The game that a record begins, before its first turn (SPEC.md NOT-8).
    ///
    /// # Errors
    ///
    /// When the start position or the handicap is impossible.
    pub fn from_record(
        engine: &Engine,
        record: &Record,
        edition: Edition,
    ) -> Result<Self, CannotStart> {
        let snapshot = match record.tags.start {
            Some((side, board)) => Snapshot::position(edition, side, board),
            None => Snapshot::game(edition, record.tags.handicap.unwrap_or_default()),
        };
        let mut game = Self::from_snapshot(engine, &snapshot)?;
        if let Some(first) = record.first_label() {
            game.begin_with(first);
        }
        Ok(game)
    }

    /// The game at the moment of a snapshot, with the lowest label that its history allows (SPEC.md
    /// NOT-5).
    ///
    /// # Errors
    ///
    /// When the snapshot is not a state of any game.
    pub fn from_snapshot(engine: &Engine, snapshot: &Snapshot) -> Result<Self, CannotStart> {
        let (origin, number) = match &snapshot.phase {
            Phase::Setup { handicap, .. } => (Origin::Setup(*handicap), 1),
            Phase::Play { earlier, .. } => {
                (Origin::Given, first_turn_number(snapshot.side, earlier))
            }
        };
        let state = engine.start(snapshot).map_err(CannotStart)?;
        Ok(Self {
            engine: engine.clone(),
            outcome: state.outcome(),
            state,
            edition: snapshot.edition,
            next: Label {
                number,
                side: snapshot.side,
            },
            origin,
        })
    }

    /// Sets the first label of a game that starts from a position. A label of the other side, or
    /// with a number below 2, changes nothing (SPEC.md NOT-5).
    pub fn begin_with(&mut self, first: Label) {
        if self.origin == Origin::Given && first.side == self.next.side && first.number >= 2 {
            self.next = first;
        }
    }

    /// The engine that judges.
    pub const fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The label of the turn to be made.
    pub fn label(&self) -> Label {
        self.next
    }

    /// The present state, with the actions that were made in this turn.
    pub fn state(&self) -> &dyn Rules {
        &*self.state
    }

    /// The player to whom the game goes if it is scored now; `None` in the editions whose score is
    /// not known (SPEC.md NOT-12).
    pub fn winner_by_score(&self) -> Option<Side> {
        if self.edition != Edition::July2008 {
            return None;
        }
        let now = self.state.snapshot();
        let Phase::Play { earlier, .. } = &now.phase else {
            return Some(Side::Silver);
        };
        let before = earlier.iter().rev().map(|end| &end.board);
        let numbers = std::iter::once(&now.start).chain(before).map(|board| {
            Side::ALL.map(|side| {
                board
                    .placed()
                    .filter(|placed| placed.piece.side == side)
                    .count()
            })
        });
        match numbers.into_iter().find(|[gold, silver]| gold != silver) {
            Some([gold, silver]) if gold > silver => Some(Side::Gold),
            _ => Some(Side::Silver),
        }
    }

    /// The edition of the rules that applies.
    pub const fn edition(&self) -> Edition {
        self.edition
    }

    /// The end of the game by the rules, or `None` while it goes on.
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The outcome that ends the game: `None` while it goes on, and where movement is asked about
    /// past its end (SPEC.md END-11).
    pub(crate) const fn end(&self, past_end: bool) -> Option<Outcome> {
        unless_past(self.outcome, past_end)
    }

    /// Whether nothing can be done any more: the game is decided, and movement past its end is not
    /// asked for (SPEC.md END-11).
    pub const fn is_over(&self, past_end: bool) -> bool {
        self.end(past_end).is_some()
    }

    /// Every legal action in the order of SPEC.md ORD-2; none where the game [is
    /// over](Self::is_over), and perhaps none in mid-turn (TRN-5).
    pub fn legal_actions(&self, past_end: bool) -> Vec<Action> {
        if self.is_over(past_end) {
            return Vec::new();
        }
        self.state.legal_actions()
    }

    /// The number of distinct turns; 0 where the game [is over](Self::is_over), and `None` if
    /// `stop` became true during the count.
    pub fn count_turns_unless(&self, past_end: bool, stop: &dyn Fn() -> bool) -> Option<u64> {
        if self.is_over(past_end) {
            return Some(0);
        }
        self.state.count_turns_unless(stop)
    }

    /// Judges a written turn, and makes it if it is legal. A label, where there is one, must be
    /// right.
    ///
    /// # Errors
    ///
    /// The refusal; the game is then left as it was.
    pub fn play(
        &mut self,
        label: Option<Label>,
        tokens: &[Token],
        options: Options,
    ) -> Result<Accepted, Box<Refused>> {
        let expected = self.next;
        let end = self.end(options.past_end);
        if let Some(found) = label.filter(|&found| found != expected && end.is_none()) {
            return Err(Box::new(Refused {
                refusal: Refusal::WrongLabel { found, expected },
                token: 0,
                played: Vec::new(),
                state: self.state.clone(),
            }));
        }
        let accepted = judge_after(end, &mut self.state, tokens, options.reading)?;
        self.outcome = accepted.outcome;
        self.next = expected.next();
        Ok(accepted)
    }

    /// Does one action: a placement, a step or the end of the turn. Movement is judged in decided
    /// games, too (SPEC.md END-11).
    ///
    /// # Errors
    ///
    /// The first rule broken; the game is then left as it was.
    pub fn apply(&mut self, action: Action) -> Result<Effect, Illegal> {
        let effect = self.state.apply(action)?;
        if action == Action::EndTurn {
            self.outcome = self.state.outcome();
            self.next = self.next.next();
        }
        Ok(effect)
    }

    /// Plays tokens without ending the turn.
    ///
    /// # Errors
    ///
    /// The place that is refused; the game is then left as it was.
    pub fn advance(&mut self, tokens: &[Token], reading: Reading) -> Result<(), Box<Refused>> {
        play_tokens_in_turn(&mut self.state, tokens, reading).map(|_| ())
    }

    /// The actions of the present turn so far, with their effects.
    pub(crate) fn played_so_far(&self) -> Vec<Played> {
        let mut snapshot = self.state.snapshot();
        let actions: Vec<Action> = match &mut snapshot.phase {
            Phase::Setup { placed, .. } => placed.drain(..).map(Action::Place).collect(),
            Phase::Play { steps, earlier, .. } => {
                // What has stood decides no step.
                earlier.clear();
                steps.drain(..).map(Action::Step).collect()
            }
        };
        let Ok(mut state) = self.engine.start(&snapshot) else {
            return Vec::new();
        };
        let mut played = Vec::new();
        for action in actions {
            if let Ok(effect) = state.apply(action) {
                played.push(Played::new(action, effect));
            }
        }
        played
    }

    /// Undoes the last turn, and strikes its end from the history (SPEC.md NOT-9).
    ///
    /// # Errors
    ///
    /// When there is no turn to take back; the game is then left as it was.
    pub fn take_back(&mut self) -> Result<(), NothingToTakeBack> {
        let before = self.next.previous().ok_or(NothingToTakeBack)?;
        if !self.state.take_back() {
            // Without a turn of play before it the state is small, and the turn before is a setup.
            let setup = setup_before(&self.state.snapshot(), self.origin);
            let setup = setup.and_then(|setup| self.engine.start(&setup).ok());
            self.state = setup.ok_or(NothingToTakeBack)?;
        }
        self.outcome = self.state.outcome();
        self.next = before;
        Ok(())
    }
}

/// The lowest number that the turn after these turn ends can have: turns of play are numbered from
/// 2.
fn first_turn_number(side: Side, earlier: &[TurnEnd]) -> u32 {
    let turns = match side {
        Side::Gold => earlier.len().div_ceil(2),
        Side::Silver => earlier.len() / 2,
    };
    u32::try_from(turns).map_or(u32::MAX, |turns| turns.saturating_add(2))
}

/// The start of the setup before the present turn, which is Silver's setup or Gold's first turn;
/// `None` for a game from a given position.
fn setup_before(now: &Snapshot, origin: Origin) -> Option<Snapshot> {
    let (side, start, handicap) = match (&now.phase, origin) {
        (Phase::Setup { handicap, .. }, _) => (Side::Gold, Board::EMPTY, *handicap),
        // Only Gold's pieces stood before Silver's setup.
        (Phase::Play { .. }, Origin::Setup(handicap)) => {
            let placed = now.start.placed();
            let gold = placed.filter(|placed| placed.piece.side == Side::Gold);
            (Side::Silver, gold.collect(), handicap)
        }
        (Phase::Play { .. }, Origin::Given) => return None,
    };
    let placed = Vec::new();
    let phase = Phase::Setup { handicap, placed };
    Some(Snapshot::new(now.edition, side, start, phase))
}

//! The trait that every engine implements.

use std::fmt;
use std::ops::ControlFlow;

use crate::vocab::{Action, Board, Effect, Illegal, Invalid, Outcome, Placed, Snapshot, Turn};

/// The state of a game, and the rules that lead on from it: an engine.
///
/// Engines are compared with each other, so each finds every answer in its own way. The only
/// provided methods are [`simpler_board`](Rules::simpler_board), which an engine need not know, and
/// the forms without `stop` of methods that can be stopped. Movement and outcome are separate
/// questions (SPEC.md END-11): the movement methods answer on decided positions too, and only
/// [`outcome`](Rules::outcome) knows the end of the game.
///
/// ```
/// use arimaa::{reference::Reference, rules::Rules};
/// use arimaa::vocab::{Edition, Handicap, Snapshot};
///
/// let mut game = Reference::from_snapshot(&Snapshot::game(Edition::default(), Handicap::NONE))?;
/// game.apply("Ea1".parse()?)?;
/// assert_eq!(game.apply("Ea2".parse()?).unwrap_err().rule(), "SET-5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The trait is object-safe: callers that do not need the last bit of speed hold a `Box<dyn
/// Rules>`, which is `Clone`.
pub trait Rules: fmt::Debug + Send + Sync + 'static {
    /// Makes the state that the snapshot describes.
    ///
    /// # Errors
    ///
    /// Returns the first reason, in the order of SPEC.md ORD-4, why no game has such a state.
    fn from_snapshot(snapshot: &Snapshot) -> Result<Self, Invalid>
    where
        Self: Sized;

    /// A copy of this state, as a trait object.
    fn boxed_clone(&self) -> Box<dyn Rules>;

    /// This state as data, with the side to move; [`from_snapshot`](Rules::from_snapshot) makes an
    /// equal state of it.
    fn snapshot(&self) -> Snapshot;

    /// The board as it is now, also in the middle of a turn.
    fn board(&self) -> Board;

    /// The frozen pieces of both sides, in the order of their squares (SPEC.md FRZ-1).
    fn frozen(&self) -> Vec<Placed>;

    /// Every legal action, each once, in the order of SPEC.md ORD-2.
    ///
    /// The list may be empty in mid-turn while the game goes on: no step is legal and the turn may
    /// not end (TRN-5). Then go on from a copy made before the turn, as
    /// [`take_back`](Rules::take_back) takes back the turn before, too. To play at random, choose
    /// from [`turns`](Rules::turns), or with [`Game::visit_turns`](crate::Game::visit_turns), which
    /// visits nothing during a setup.
    ///
    /// In a setup [`EndTurn`](Action::EndTurn) is legal once all pieces are placed, and is then the
    /// only legal action.
    fn legal_actions(&self) -> Vec<Action>;

    /// Plays one action and returns its effect.
    ///
    /// # Errors
    ///
    /// Returns the first rule broken, in the order of SPEC.md chapter 12, which every engine has to
    /// follow. The state is then unchanged.
    fn apply(&mut self, action: Action) -> Result<Effect, Illegal>;

    /// Checks whether the turn may end here, without ending it.
    ///
    /// # Errors
    ///
    /// Returns the reason for which [`apply`](Rules::apply) would refuse [`Action::EndTurn`].
    fn check_end(&self) -> Result<(), Illegal>;

    /// Takes back the last turn of play, and the steps taken since. Returns whether there was one;
    /// else nothing changes. Setups and single steps are not taken back: to undo them, keep a copy
    /// of the state.
    ///
    /// The cost does not depend on how many turns there are, as long as no copy of this state has
    /// been made since.
    fn take_back(&mut self) -> bool;

    /// The outcome by the end of the last turn, or `None` while the game goes on.
    ///
    /// Steps taken since change nothing: only the end of a turn can decide a game (SPEC.md END-1).
    #[doc(alias = "is_game_over")]
    #[doc(alias = "status")]
    fn outcome(&self) -> Option<Outcome>;

    /// The distinct ways to complete this turn legally: distinct by the board they lead to, each
    /// with one shortest way, in the order of SPEC.md ORD-3. At the start of a turn of a game that
    /// goes on there is at least one (THM-7, END-8). A visit in no order is some twenty times as
    /// fast: [`Game::visit_turns`](crate::Game::visit_turns).
    ///
    /// A setup can have 64,864,800 turns: look at [`count_turns`](Rules::count_turns) first.
    fn turns(&self) -> Vec<Turn> {
        self.turns_unless(&|| false).unwrap_or_default()
    }

    /// The [`turns`](Rules::turns), or `None` if `stop` returned true during the search. It is
    /// called at least once, before the search.
    fn turns_unless(&self, stop: &dyn Fn() -> bool) -> Option<Vec<Turn>>;

    /// The number of [`turns`](Rules::turns), which are not listed for it.
    fn count_turns(&self) -> u64 {
        self.count_turns_unless(&|| false).unwrap_or_default()
    }

    /// The number of turns, or `None` if stopped as in [`turns_unless`](Rules::turns_unless).
    fn count_turns_unless(&self, stop: &dyn Fn() -> bool) -> Option<u64>;

    /// Calls `visit` with each distinct way to complete this turn legally, in any order, each with
    /// one of its shortest ways, until `visit` breaks off. Unlike [`turns`](Rules::turns) this
    /// keeps no list, except in a setup.
    fn visit_turns(&self, visit: &mut dyn FnMut(&Turn) -> ControlFlow<()>) -> ControlFlow<()>;

    /// The [`turns`](Rules::turns) that end with a rabbit of their player on its goal rank (SPEC.md
    /// END-3), in the order of that list. During a setup there are none.
    fn goals(&self) -> Vec<Turn> {
        self.goals_unless(&|| false).unwrap_or_default()
    }

    /// The [`goals`](Rules::goals), or `None` if stopped as in
    /// [`turns_unless`](Rules::turns_unless).
    fn goals_unless(&self, stop: &dyn Fn() -> bool) -> Option<Vec<Turn>>;

    /// Whether there are any [`goals`](Rules::goals).
    fn has_goal(&self) -> bool;

    /// A simpler board on which the side to move has as many [`turns`](Rules::turns) as in this
    /// state. Pieces of the other side that are too far away to matter before the turn ends are
    /// left out, and some that only stand in the way are weaker ones. The board need not be
    /// possible in a game. Of the states of one engine with equal sides to move and equal simpler
    /// boards only one need be counted.
    ///
    /// Returns `None` if the engine does not know such a board; the default does.
    ///
    /// ```
    /// use arimaa::rules::Rules;
    /// use arimaa::vocab::Edition;
    /// use arimaa::{Game, Position};
    ///
    /// // The elephant can push the cat on d4. The horse behind it only stands in the way, as a
    /// // rabbit would. Nobody comes near the dog.
    /// let full: Position = "g 3d4/8/8/3h4/3c4/8/8/3E3R".parse()?;
    /// let simple: Position = "g 8/8/8/3r4/3c4/8/8/3E3R".parse()?;
    ///
    /// let game = Game::from_position(Edition::default(), full);
    /// assert_eq!(game.simpler_board(), Some(simple.board()));
    /// assert_eq!(full.count_turns(), simple.count_turns());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn simpler_board(&self) -> Option<Board> {
        None
    }

    /// The number of sequences of exactly `steps` legal actions from here, ends of the turn
    /// excluded (SPEC.md CNT-1). It is 1 for no steps, and 0 for more than the turn has left.
    fn count_steps(&self, steps: u32) -> u64 {
        self.count_steps_unless(steps, &|| false)
            .unwrap_or_default()
    }

    /// The number of sequences, or `None` if stopped as in [`turns_unless`](Rules::turns_unless).
    fn count_steps_unless(&self, steps: u32, stop: &dyn Fn() -> bool) -> Option<u64>;
}

impl Clone for Box<dyn Rules> {
    fn clone(&self) -> Self {
        self.as_ref().boxed_clone()
    }
}

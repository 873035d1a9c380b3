//! One ruling on one written turn.

use std::error::Error;
use std::{fmt, mem};

use super::Refusal;
use arimaa::rules::Rules;
use arimaa::text::write_turn;
use arimaa::vocab::{Action, Illegal, Outcome, Placed, Played, Token};

/// The strictness with which a written turn is read.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Reading {
    /// Capture tokens may be left out; where they stand, they must be true.
    #[default]
    Lenient,
    /// Every capture must be written (SPEC.md NOT-4): how the server reads.
    Strict,
}

impl Reading {
    /// [`Strict`](Self::Strict) if `strict` is true, else [`Lenient`](Self::Lenient).
    pub const fn strict_if(strict: bool) -> Self {
        if strict { Self::Strict } else { Self::Lenient }
    }
}

/// Options for judging a turn.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Options {
    /// The strictness with which the text is read.
    pub reading: Reading,
    /// Whether movement is judged even though the game is decided (SPEC.md END-11).
    pub past_end: bool,
}

impl Options {
    /// The options of the server, which insists on capture tokens.
    pub const STRICT: Self = Self {
        reading: Reading::Strict,
        past_end: false,
    };
}

/// The result of a legal turn.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Accepted {
    /// The actions with their effects, the end of the turn not listed.
    pub played: Vec<Played>,
    /// The outcome after the turn, if it decided the game.
    pub outcome: Option<Outcome>,
}

impl Accepted {
    /// The captured pieces in the order of their capture, each with the trap it stood on.
    pub fn captures(&self) -> impl Iterator<Item = Placed> + '_ {
        self.played
            .iter()
            .filter_map(|played| played.effect.captured)
    }

    /// The turn as it is written, capture tokens included, without a label.
    pub fn turn_text(&self) -> String {
        write_turn(None, self.played.iter().flat_map(Token::of))
    }
}

/// The refusal of a turn, with its place and the state there.
#[derive(Clone, Debug)]
pub struct Refused {
    /// The reason for the refusal.
    pub refusal: Refusal,
    /// The index of the refused token; the number of tokens stands for the end of the turn.
    pub token: usize,
    /// The actions before the refused one, which are legal.
    pub played: Vec<Played>,
    /// The state after those actions, to which the reason applies.
    pub state: Box<dyn Rules>,
}

impl PartialEq for Refused {
    /// Whether both are the same refusal at the same moment, even of different engines.
    fn eq(&self, other: &Self) -> bool {
        let parts = |one: &Self| (one.refusal.clone(), one.token, one.played.clone());
        parts(self) == parts(other) && self.state.snapshot() == other.state.snapshot()
    }
}

impl Eq for Refused {}

impl Refused {
    /// The refusal as a sentence without a full stop. Where a step names a piece that was captured
    /// in this turn, the sentence says by which step.
    ///
    /// ```
    /// use arimaa::compare::Engine;
    /// use arimaa_oracle::ask::{Answer, Question, answer};
    ///
    /// let question: Question = serde_json::from_str(
    ///     r#"{"kind": "judge", "turn": "Cc2n Cc3n",
    ///         "position": {"any": {"text": "g r7/8/8/8/8/8/2C5/7R"}}}"#,
    /// )?;
    /// let Answer::Refused { refusal, .. } = answer(&Engine::default(), &question) else {
    ///     panic!("the cat is gone");
    /// };
    /// assert_eq!(
    ///     refusal.message.as_deref(),
    ///     Some("nothing stands on c3: the gold cat was captured there by `Cc2n`"),
    /// );
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn sentence(&self) -> String {
        let refusal = self.refusal.to_string();
        let Refusal::Illegal(Illegal::EmptySquare { square }) = self.refusal else {
            return refusal;
        };
        let capture = self.played.iter().rev().find_map(|played| {
            let captured = played.effect.captured?;
            (captured.square == square).then_some((captured.piece, played.action))
        });
        match capture {
            Some((piece, action)) => {
                let piece = piece.described();
                format!("{refusal}: the {piece} was captured there by `{action}`")
            }
            None => refusal,
        }
    }

    /// The place of the refusal, for people: ` at` and a token or the end of the turn; empty if the
    /// refusal is about neither.
    pub fn place(&self, tokens: &[Token]) -> String {
        if self.refusal.is_about_a_token() {
            format!(" at {}", named_token(tokens, self.token))
        } else {
            String::new()
        }
    }
}

/// A token of a turn, for people: `` `Ra1n` ``, or the second `` `Ra1n` `` where several are equal.
pub fn named_token(tokens: &[Token], index: usize) -> String {
    let Some(token) = tokens.get(index) else {
        return "the end of the turn".to_owned();
    };
    let equal: Vec<usize> = (0..tokens.len())
        .filter(|&other| tokens.get(other) == Some(token))
        .collect();
    let place = equal.iter().position(|&other| other == index);
    // A turn has four steps, so no token is refused after it has been taken more often.
    let ordinals = ["first", "second", "third", "fourth"];
    match place.and_then(|place| ordinals.get(place)) {
        Some(ordinal) if equal.len() > 1 => format!("the {ordinal} `{token}`"),
        _ => format!("`{token}`"),
    }
}

impl fmt::Display for Refused {
    /// The refusal and the id of its rule: `the gold rabbit on a1 is in the way (STP-4)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (refusal, rule) = (self.sentence(), self.refusal.rule());
        write!(f, "{refusal} ({rule})")
    }
}

impl Error for Refused {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.refusal)
    }
}

/// Judges a written turn in the order of SPEC.md chapter 12, and plays it if it is legal.
///
/// ```
/// use arimaa::compare::EngineKind;
/// use arimaa_oracle::judge::{judge_turn, Options};
/// use arimaa::text::read_turn;
/// use arimaa::vocab::{Edition, Snapshot};
/// use arimaa::Position;
///
/// let position: Position = "g \
///     r......./\
///     ......../\
///     ......../\
///     ......../\
///     ......../\
///     ......../\
///     E..r..../\
///     R.......".parse()?;
/// let snapshot = Snapshot::position(Edition::default(), position.side(), position.board());
/// let mut game = EngineKind::Reference.start(&snapshot)?;
///
/// // The elephant on a2 is not beside the rabbit on d2, and no other piece could push it.
/// let turn = read_turn("rd2s Ea2e", 1)?;
/// let tokens: Vec<_> = turn.tokens.iter().map(|token| token.value).collect();
/// let refused = judge_turn(&mut game, &tokens, Options::default()).unwrap_err();
/// assert_eq!((refused.refusal.rule(), refused.token), ("PSH-1", 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The first refusal; `game` is then left exactly as it was.
pub fn judge_turn(
    game: &mut Box<dyn Rules>,
    tokens: &[Token],
    options: Options,
) -> Result<Accepted, Box<Refused>> {
    let end = unless_past(game.outcome(), options.past_end);
    judge_after(end, game, tokens, options.reading)
}

/// The outcome, or `None` where movement is asked about past the end (SPEC.md END-11).
pub(super) const fn unless_past(outcome: Option<Outcome>, past_end: bool) -> Option<Outcome> {
    if past_end { None } else { outcome }
}

/// Judges a turn, and plays it if it is legal. `end` is the outcome if the game is over.
pub(super) fn judge_after(
    end: Option<Outcome>,
    game: &mut Box<dyn Rules>,
    tokens: &[Token],
    reading: Reading,
) -> Result<Accepted, Box<Refused>> {
    if let Some(outcome) = end {
        return Err(Box::new(Refused {
            refusal: Refusal::Decided(outcome),
            token: 0,
            played: Vec::new(),
            state: game.clone(),
        }));
    }
    let (state, played) = play(game.clone(), tokens, reading)?;
    // A copy shares its history with the game. Where the turn can end none is kept, so that the
    // history is added to and not copied.
    let before = state.check_end().is_err().then(|| game.clone());
    *game = state;
    match game.apply(Action::EndTurn) {
        Ok(_) => {
            let outcome = game.outcome();
            Ok(Accepted { played, outcome })
        }
        Err(illegal) => Err(Box::new(Refused {
            refusal: illegal.into(),
            token: tokens.len(),
            played,
            state: match before {
                Some(before) => mem::replace(game, before),
                None => game.clone(),
            },
        })),
    }
}

/// Plays tokens without ending the turn, if they are legal.
///
/// # Errors
///
/// The first place that is refused; `game` is then left exactly as it was.
pub(super) fn play_tokens_in_turn(
    game: &mut Box<dyn Rules>,
    tokens: &[Token],
    reading: Reading,
) -> Result<Vec<Played>, Box<Refused>> {
    let (state, played) = play(game.clone(), tokens, reading)?;
    *game = state;
    Ok(played)
}

/// A state, and the actions by which the tokens led to it.
type StateAfter = (Box<dyn Rules>, Vec<Played>);

/// The state after the tokens, and the actions that they made.
fn play(
    mut state: Box<dyn Rules>,
    tokens: &[Token],
    reading: Reading,
) -> Result<StateAfter, Box<Refused>> {
    let mut played = Vec::with_capacity(tokens.len());
    match play_tokens(&mut *state, tokens, reading, &mut played) {
        Ok(()) => Ok((state, played)),
        Err((token, refusal)) => Err(Box::new(Refused {
            refusal,
            token,
            played,
            state,
        })),
    }
}

/// Plays the tokens of a turn one after the other, up to the first that is refused.
fn play_tokens(
    state: &mut dyn Rules,
    tokens: &[Token],
    reading: Reading,
    played: &mut Vec<Played>,
) -> Result<(), (usize, Refusal)> {
    // The capture that the last step made and the text has not yet named.
    let mut unnamed: Option<Placed> = None;
    for (index, token) in tokens.iter().enumerate() {
        match *token {
            Token::Capture(named) if unnamed == Some(named) => unnamed = None,
            Token::Capture(named) => {
                let captured = unnamed;
                return Err((index, Refusal::CaptureMismatch { named, captured }));
            }
            Token::Action(action) => {
                judge_unnamed(unnamed, reading).map_err(|refusal| (index - 1, refusal))?;
                let effect = state
                    .apply(action)
                    .map_err(|illegal| (index, illegal.into()))?;
                unnamed = effect.captured;
                played.push(Played::new(action, effect));
            }
        }
    }
    judge_unnamed(unnamed, reading).map_err(|refusal| (tokens.len().saturating_sub(1), refusal))
}

/// In strict reading, refuses a capture that the text does not name. The refused token is that of
/// the step that captured, which is the token before.
fn judge_unnamed(unnamed: Option<Placed>, reading: Reading) -> Result<(), Refusal> {
    match (unnamed, reading) {
        (Some(captured), Reading::Strict) => Err(Refusal::CaptureMissing { captured }),
        _ => Ok(()),
    }
}

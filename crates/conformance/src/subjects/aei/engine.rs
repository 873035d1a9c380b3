//! The session of an AEI engine: any bot that chooses turns. Illegal turns are refused by name.

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;

use super::{Command, EngineMessage, shown};
use arimaa::compare::Engine;
use arimaa::rules::Rules;
use arimaa::text::{Lines, Located, read_turn};
use arimaa::vocab::{Board, Edition, Handicap, Side, Snapshot};
use arimaa_oracle::judge::{CannotStart, Options, judge_turn};

/// The longest line, in bytes, that is read from a controller.
const MAX_LINE: usize = 1 << 16;

/// The options of the protocol about the game and the clock: understood, whether or not a bot looks
/// at them.
const GAME_OPTIONS: [&str; 18] = [
    "tcmove",
    "tcreserve",
    "tcpercent",
    "tcmax",
    "tctotal",
    "tcturns",
    "tcturntime",
    "greserve",
    "sreserve",
    "gused",
    "sused",
    "lastmoveused",
    "moveused",
    "opponent",
    "opponent_rating",
    "rating",
    "rated",
    "event",
];

/// A player to whom the session brings the rules and the interface.
pub trait Bot {
    /// Its name, its author and its version, as `id` tells them.
    fn identity(&self) -> [String; 3];

    /// Takes an option; `None` for one that it does not know. A value that is left out is empty.
    ///
    /// # Errors
    ///
    /// What is wrong with the value.
    fn set_option(&mut self, name: &str, value: &str) -> Option<Result<(), String>>;

    /// The turn to be made, as it is written, with or without capture tokens; `None` to resign.
    fn choose(&mut self, state: &dyn Rules) -> Option<String>;
}

/// A bot and where its game stands. All history since `newgame` or `setposition` counts for
/// repetition.
///
/// ```
/// use arimaa::compare::EngineKind;
/// use arimaa::rules::Rules;
/// use arimaa::vocab::{Edition, Phase};
/// use arimaa_conformance::subjects::aei::{Bot, BotSession};
///
/// /// It plays the first distinct turn, and resigns in the setup, which has 64,864,800 turns.
/// struct First;
///
/// impl Bot for First {
///     fn identity(&self) -> [String; 3] {
///         ["first", "somebody", "1"].map(str::to_owned)
///     }
///
///     fn set_option(&mut self, _: &str, _: &str) -> Option<Result<(), String>> {
///         None
///     }
///
///     fn choose(&mut self, state: &dyn Rules) -> Option<String> {
///         if matches!(state.snapshot().phase, Phase::Setup { .. }) {
///             return None;
///         }
///         let turn = state.turns().into_iter().next()?;
///         Some(turn.to_string())
///     }
/// }
///
/// let mut session = BotSession::new(EngineKind::Bitboard.engine(), Edition::default(), First)?;
/// let board = "g [r..............................................................R]";
/// let controller = format!("aei\nsetposition {board}\ngo\nquit\n");
/// let mut said = Vec::new();
/// session.serve(controller.as_bytes(), &mut said)?;
/// assert!(String::from_utf8(said)?.ends_with("aeiok\nbestmove Rh1n\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BotSession<B> {
    rules: Engine,
    edition: Edition,
    state: Box<dyn Rules>,
    bot: B,
    is_open: bool,
    is_pondering: bool,
}

impl<B: Bot> BotSession<B> {
    /// A session that is not open yet, at the start of a game.
    ///
    /// # Errors
    ///
    /// None in truth: every edition has a start.
    pub fn new(rules: Engine, edition: Edition, bot: B) -> Result<Self, CannotStart> {
        let start = rules.start(&Snapshot::game(edition, Handicap::NONE));
        Ok(Self {
            edition,
            state: start.map_err(CannotStart)?,
            rules,
            bot,
            is_open: false,
            is_pondering: false,
        })
    }

    /// Reads commands and answers them until `quit` or the end of the input.
    ///
    /// # Errors
    ///
    /// When a stream fails. Whatever is written in a line is answered.
    pub fn serve(&mut self, input: impl BufRead, output: &mut dyn Write) -> io::Result<()> {
        let mut replies = Vec::new();
        for line in Lines::new(input).with_limit(MAX_LINE) {
            let flow = match line?.1 {
                Ok(line) => self.hear(&line, &mut replies),
                Err(error) => {
                    replies.push(error_log(&error.to_string()).to_string());
                    ControlFlow::Continue(())
                }
            };
            for reply in replies.drain(..) {
                writeln!(output, "{reply}")?;
            }
            output.flush()?;
            if flow.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Does what one line says, and adds the lines of the answer. A break ends the session: the
    /// controller has said `quit`.
    pub fn hear(&mut self, line: &str, replies: &mut Vec<String>) -> ControlFlow<()> {
        let mut messages = Vec::new();
        let flow = self.answer(line, &mut messages);
        replies.extend(messages.iter().map(EngineMessage::to_string));
        flow
    }

    fn answer(&mut self, line: &str, replies: &mut Vec<EngineMessage>) -> ControlFlow<()> {
        if line.trim().is_empty() {
            return ControlFlow::Continue(());
        }
        match line.parse() {
            Ok(Command::Quit) => return ControlFlow::Break(()),
            Ok(Command::Aei) if !self.is_open => {
                self.is_open = true;
                replies.extend(self.identity());
            }
            Ok(Command::Aei) => replies.push(error_log("the session is open already")),
            Ok(_) if !self.is_open => {
                let line_shown = shown(line.trim());
                replies.push(error_log(&format!("`{line_shown}` before `aei`")));
            }
            Ok(command) => self.obey(command, replies),
            Err(error) => replies.push(error_log(&error.to_string())),
        }
        ControlFlow::Continue(())
    }

    fn obey(&mut self, command: Command, replies: &mut Vec<EngineMessage>) {
        let done = match command {
            Command::Aei | Command::Quit => Ok(()),
            Command::IsReady => {
                replies.push(EngineMessage::ReadyOk);
                Ok(())
            }
            Command::NewGame => self.begin(&Snapshot::game(self.edition, Handicap::NONE)),
            Command::SetPosition(side, board) => self.set_position(side, board),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::MakeMove(turn) => self.make_move(&turn),
            Command::Go => {
                self.is_pondering = false;
                replies.push(self.best_move());
                Ok(())
            }
            Command::Ponder => {
                self.is_pondering = true;
                Ok(())
            }
            Command::Stop => {
                if std::mem::take(&mut self.is_pondering) {
                    replies.push(self.best_move());
                }
                Ok(())
            }
        };
        if let Err(log) = done {
            replies.push(log);
        }
    }

    fn begin(&mut self, snapshot: &Snapshot) -> Result<(), EngineMessage> {
        self.state = self
            .rules
            .start(snapshot)
            .map_err(|invalid| error_log(&format!("{invalid} [{}]", invalid.rule())))?;
        self.is_pondering = false;
        Ok(())
    }

    fn set_position(&mut self, side: Side, board: Board) -> Result<(), EngineMessage> {
        self.begin(&Snapshot::position(self.edition, side, board))
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), EngineMessage> {
        let bad = |what: String| error_log(&format!("option `{}`: {what}", shown(name)));
        match self.bot.set_option(name, value.unwrap_or_default().trim()) {
            Some(set) => set.map_err(bad),
            None if GAME_OPTIONS.contains(&name) => Ok(()),
            None => Err(EngineMessage::Log(format!(
                "Warning: unknown option `{}`",
                shown(name)
            ))),
        }
    }

    /// Makes a turn if it is legal; if not, everything stays as it was.
    fn make_move(&mut self, turn: &str) -> Result<(), EngineMessage> {
        let line = read_turn(turn, 1)
            .map_err(|error| error_log(&format!("the turn cannot be read: {error}")))?;
        if line.label.is_some() {
            return Err(error_log("a turn in a message has no label"));
        }
        let tokens = Located::values(&line.tokens);
        match judge_turn(&mut self.state, &tokens, Options::default()) {
            Ok(_) => {
                self.is_pondering = false;
                Ok(())
            }
            Err(refused) => {
                let place = refused.place(&tokens);
                let refusal = &refused.refusal;
                Err(error_log(&format!(
                    "illegal turn{place}: {refusal} [{}]",
                    refusal.rule()
                )))
            }
        }
    }

    fn best_move(&mut self) -> EngineMessage {
        let turn = self.bot.choose(&*self.state);
        EngineMessage::BestMove(turn.unwrap_or_else(|| "resign".to_owned()))
    }

    fn identity(&self) -> [EngineMessage; 5] {
        let [name, author, version] = self.bot.identity();
        let id = |kind: &str, value| EngineMessage::Id {
            kind: kind.to_owned(),
            value,
        };
        [
            EngineMessage::ProtocolVersion("1".to_owned()),
            id("name", name),
            id("author", author),
            id("version", version),
            EngineMessage::AeiOk,
        ]
    }
}

fn error_log(what: &str) -> EngineMessage {
    EngineMessage::Log(format!("Error: {what}"))
}

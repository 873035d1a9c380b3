//! The engine's side of AEI: a session for any bot that chooses turns. It refuses illegal turns.

use std::fmt;
use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::message::MessageError;
use super::{Command, EngineMessage, shown};
use arimaa::Game;
use arimaa::compare::Engine;
use arimaa::rules::Rules;
use arimaa::text::{Lines, Located, TextError, read_turn, write_turn};
use arimaa::vocab::{Action, Edition, Handicap, Illegal, Played, Side, Snapshot, Token};
use arimaa_oracle::judge::{CannotStart, Options, judge_turn};

/// The longest line of a controller that is read, in bytes.
const MAX_LINE: usize = 1 << 16;

/// Standard options that do not set the time of this turn. They are accepted even if the bot does
/// not know them.
const OTHER_OPTIONS: [&str; 13] = [
    "tcpercent",
    "tcmax",
    "tctotal",
    "tcturns",
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

/// A player that chooses turns; the session knows the rules and the protocol.
pub trait Bot {
    /// The bot's name, author and version, for the `id` lines.
    fn identity(&self) -> [String; 3];

    /// Sets an option; `None` if the bot does not know it. A missing value is passed as empty.
    ///
    /// # Errors
    ///
    /// What is wrong with the value.
    fn set_option(&mut self, name: &str, value: &str) -> Option<Result<(), String>>;

    /// The steps or placements of the turn to be made; `None` to resign. The bot should look at
    /// [`Search::is_over`] to notice `stop` and the end of its time.
    fn choose(&mut self, search: &Search<'_>) -> Option<Vec<Action>>;

    /// Thinks on the opponent's time until [`Search::is_over`], which the next command causes. If
    /// that is `stop`, [`choose`](Bot::choose) is called at once.
    fn ponder(&mut self, _search: &Search<'_>) {}
}

/// A search for a turn: the game, the time to think, and a way to send messages meanwhile. Threads
/// of a bot can share it.
pub struct Search<'a> {
    rules: &'a dyn Rules,
    stop: &'a AtomicBool,
    say: Say<'a>,
    target: Option<Instant>,
    limit: Option<Instant>,
}

impl Search<'_> {
    /// The state of the game by the engine of the session.
    pub fn rules(&self) -> &dyn Rules {
        self.rules
    }

    /// The game with its history, which knows its [`position`](Game::position).
    pub fn game(&self) -> Game {
        // A state of one engine is one of the other.
        Game::from_snapshot(&self.rules.snapshot()).unwrap_or_default()
    }

    /// The moment to choose a turn of average importance: after the time of a turn and a twentieth
    /// of the reserve. `None` while pondering, and if the controller has set no clock.
    pub const fn target(&self) -> Option<Instant> {
        self.target
    }

    /// The moment until which the turn must be chosen to arrive in time; `None` as with
    /// [`target`](Search::target).
    pub const fn limit(&self) -> Option<Instant> {
        self.limit
    }

    /// Whether to stop: the controller no longer waits for the answer, or [`limit`](Search::limit)
    /// has passed.
    pub fn is_over(&self) -> bool {
        let is_late = self.limit.is_some_and(|limit| Instant::now() >= limit);
        is_late || self.stop.load(Ordering::Relaxed)
    }

    /// Sends an `info` message about the search, such as `score 12` or `pv Ed2n`.
    pub fn info(&self, text: &str) {
        self.note(&EngineMessage::new("info", text));
    }

    /// Sends a message for the log of the controller.
    pub fn log(&self, text: &str) {
        self.note(&EngineMessage::new("log", text));
    }

    fn note(&self, message: &EngineMessage) {
        // A stream that fails ends the session by the next reply.
        let _ = (self.say)(message);
    }
}

impl fmt::Debug for Search<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Search");
        shown.field("rules", &self.rules).finish_non_exhaustive()
    }
}

/// Sends a message to the controller.
type Say<'a> = &'a (dyn Fn(&EngineMessage) -> io::Result<()> + Sync);

/// The times in seconds that a controller has set by the options `tcmove`, `tcreserve`,
/// `tcturntime`, `greserve` and `sreserve`.
#[derive(Clone, Copy, Debug, Default)]
struct ToldTime {
    turn: Option<Duration>,
    first_reserve: Option<Duration>,
    longest: Option<Duration>,
    reserves: [Option<Duration>; 2],
}

impl ToldTime {
    /// Sets an option; `None` if it is not about these times.
    fn set_time_option(&mut self, option: &str, value: &str) -> Option<Result<(), String>> {
        let kept = match option {
            "tcmove" => &mut self.turn,
            "tcreserve" => &mut self.first_reserve,
            "tcturntime" => &mut self.longest,
            "greserve" => &mut self.reserves[Side::Gold as usize],
            "sreserve" => &mut self.reserves[Side::Silver as usize],
            _ => return None,
        };
        let seconds: Result<u32, String> = value
            .parse()
            .map_err(|_| format!("`{}` is no number of seconds", shown(value)));
        Some(seconds.map(|seconds| *kept = Some(Duration::from_secs(seconds.into()))))
    }

    /// The target and the limit of a turn that began at `begun`; time to send the turn is deducted.
    fn deadlines(&self, side: Side, begun: Instant) -> Option<(Instant, Instant)> {
        let turn = self.turn?;
        let reserve = self.reserves[side as usize]
            .or(self.first_reserve)
            .unwrap_or_default();
        let longest = self.longest.filter(|longest| !longest.is_zero());
        let most = (turn + reserve).min(longest.unwrap_or(Duration::MAX));
        let way = (most / 10).min(Duration::from_millis(500));
        let limit = begun + most.saturating_sub(way);
        Some(((begun + turn + reserve / 20).min(limit), limit))
    }
}

/// A line of the controller as it arrived.
struct Heard {
    command: Result<Command, String>,
    at: Instant,
    /// The stop flag of the search that this command starts.
    stop: Arc<AtomicBool>,
}

/// Reads commands and sends them on, until `quit` or the end of the input. While the bot is busy,
/// `stop` and `quit` end its search, and any line that is not blank ends its pondering.
fn listen(input: impl BufRead, heard: &Sender<io::Result<Heard>>) {
    let mut stop = Arc::new(AtomicBool::new(false));
    let mut is_pondering = false;
    for line in Lines::new(input).with_limit(MAX_LINE) {
        let line = match line {
            Ok((_, Ok(line))) if line.trim().is_empty() => continue,
            Ok((_, line)) => line,
            Err(error) => {
                let _ = heard.send(Err(error));
                return;
            }
        };
        let unread = |error: TextError| error.to_string();
        let command = line.map_err(unread).and_then(|line| {
            line.parse()
                .map_err(|error: MessageError| error.to_string())
        });
        if is_pondering || matches!(command, Ok(Command::Stop | Command::Quit)) {
            stop.store(true, Ordering::Relaxed);
        }
        is_pondering = matches!(command, Ok(Command::Ponder));
        if matches!(command, Ok(Command::Go | Command::Ponder)) {
            stop = Arc::default();
        }
        let is_last = matches!(command, Ok(Command::Quit));
        let at = Instant::now();
        let stop = Arc::clone(&stop);
        if heard.send(Ok(Heard { command, at, stop })).is_err() || is_last {
            return;
        }
    }
    stop.fetch_or(is_pondering, Ordering::Relaxed);
}

/// A bot with its game. All history since `newgame` or `setposition` counts for repetition.
///
/// The input is read by a thread of its own, so `stop` is heard while the bot thinks. Other
/// commands wait until it has answered, and end its pondering.
///
/// ```
/// use arimaa::bitboard::Workspace;
/// use arimaa::compare::EngineKind;
/// use arimaa::vocab::{Action, Edition};
/// use arimaa_conformance::subjects::aei::{Bot, BotSession, Search};
///
/// /// It plays the turn that leads to the lowest key, and resigns in the setup.
/// struct Lowest;
///
/// impl Bot for Lowest {
///     fn identity(&self) -> [String; 3] {
///         ["lowest", "somebody", "1"].map(str::to_owned)
///     }
///
///     fn set_option(&mut self, _: &str, _: &str) -> Option<Result<(), String>> {
///         None
///     }
///
///     fn choose(&mut self, search: &Search<'_>) -> Option<Vec<Action>> {
///         let mut best = None;
///         search.game().visit_turns(&mut Workspace::default(), |turn| {
///             let seen = (turn.position().key(), turn.steps());
///             if !search.is_over() && best.is_none_or(|(key, _)| seen.0 < key) {
///                 best = Some(seen);
///             }
///         });
///         search.info("nodes 1");
///         Some(best?.1.iter().map(Action::Step).collect())
///     }
/// }
///
/// let mut session = BotSession::new(EngineKind::Bitboard.engine(), Edition::default(), Lowest)?;
/// let board = "g [r..............................................................R]";
/// let controller = format!("aei\nsetposition {board}\ngo\n");
/// let mut said = Vec::new();
/// session.serve(std::io::Cursor::new(controller), &mut said)?;
/// assert!(String::from_utf8(said)?.contains("aeiok\ninfo nodes 1\nbestmove R"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BotSession<B> {
    rules: Engine,
    edition: Edition,
    state: Box<dyn Rules>,
    bot: B,
    time: ToldTime,
    is_open: bool,
    is_pondering: bool,
}

impl<B: Bot> BotSession<B> {
    /// A session at the start of a game, before `aei`.
    ///
    /// # Errors
    ///
    /// Never: every edition has a start.
    pub fn new(rules: Engine, edition: Edition, bot: B) -> Result<Self, CannotStart> {
        let start = rules.start(&Snapshot::game(edition, Handicap::NONE));
        Ok(Self {
            edition,
            state: start.map_err(CannotStart)?,
            rules,
            bot,
            time: ToldTime::default(),
            is_open: false,
            is_pondering: false,
        })
    }

    /// Reads commands and answers them until `quit` or the end of the input. The bot runs on this
    /// thread.
    ///
    /// # Errors
    ///
    /// When a stream fails. Whatever is written in a line is answered.
    pub fn serve(
        &mut self,
        input: impl BufRead + Send + 'static,
        output: &mut (dyn Write + Send),
    ) -> io::Result<()> {
        let output = Mutex::new(output);
        let say = |message: &EngineMessage| {
            let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
            writeln!(output, "{message}")?;
            output.flush()
        };
        let (sender, inbox) = channel();
        thread::spawn(move || listen(input, &sender));
        for heard in inbox {
            let Heard { command, at, stop } = heard?;
            match command {
                Ok(Command::Quit) => break,
                Ok(Command::Aei) if !self.is_open => {
                    self.is_open = true;
                    for message in self.identity() {
                        say(&message)?;
                    }
                }
                Ok(Command::Aei) => say(&error_log("the session is open already"))?,
                Ok(command) if !self.is_open => {
                    let shown = shown(&command.to_string());
                    say(&error_log(&format!("`{shown}` before `aei`")))?;
                }
                Ok(command) => match self.obey(command, at, &stop, &say) {
                    Ok(None) => {}
                    Ok(Some(message)) | Err(message) => say(&message)?,
                },
                Err(error) => say(&error_log(&error))?,
            }
        }
        Ok(())
    }

    /// Executes a command. Returns the reply, if the command has one, or an error message.
    fn obey(
        &mut self,
        command: Command,
        at: Instant,
        stop: &AtomicBool,
        say: Say<'_>,
    ) -> Result<Option<EngineMessage>, EngineMessage> {
        match command {
            Command::IsReady => return Ok(Some(EngineMessage::new("readyok", ""))),
            Command::NewGame => self.begin_game(&Snapshot::game(self.edition, Handicap::NONE))?,
            Command::SetPosition(side, board) => {
                self.begin_game(&Snapshot::position(self.edition, side, board))?;
            }
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref())?,
            Command::MakeMove(turn) => self.make_move(&turn)?,
            Command::Go => {
                self.is_pondering = false;
                return Ok(Some(self.best_move(at, stop, say)));
            }
            Command::Ponder => {
                self.is_pondering = true;
                self.bot.ponder(&Search {
                    rules: &*self.state,
                    stop,
                    say,
                    target: None,
                    limit: None,
                });
            }
            Command::Stop if std::mem::take(&mut self.is_pondering) => {
                return Ok(Some(self.best_move(at, stop, say)));
            }
            Command::Aei | Command::Quit | Command::Stop => {}
        }
        Ok(None)
    }

    fn begin_game(&mut self, snapshot: &Snapshot) -> Result<(), EngineMessage> {
        self.state = self
            .rules
            .start(snapshot)
            .map_err(|invalid| error_log(&format!("{invalid} [{}]", invalid.rule())))?;
        self.is_pondering = false;
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), EngineMessage> {
        let value = value.unwrap_or_default().trim();
        let told = self.time.set_time_option(name, value);
        match self.bot.set_option(name, value).or(told) {
            Some(set) => {
                set.map_err(|what| error_log(&format!("option `{}`: {what}", shown(name))))
            }
            None if OTHER_OPTIONS.contains(&name) => Ok(()),
            None => {
                let warning = format!("Warning: unknown option `{}`", shown(name));
                Err(EngineMessage::new("log", warning))
            }
        }
    }

    /// Makes a turn; an illegal turn changes nothing.
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

    /// The `bestmove` message with the bot's turn and its captures. An illegal turn is sent as it
    /// is.
    fn best_move(&mut self, begun: Instant, stop: &AtomicBool, say: Say<'_>) -> EngineMessage {
        let deadlines = self.time.deadlines(self.state.snapshot().side, begun);
        let (target, limit) = deadlines.unzip();
        let chosen = self.bot.choose(&Search {
            rules: &*self.state,
            stop,
            say,
            target,
            limit,
        });
        let Some(actions) = chosen else {
            return EngineMessage::new("bestmove", "resign");
        };
        let turn = self.turn_text(&actions).unwrap_or_else(|illegal| {
            let rule = illegal.rule();
            let what = format!("the bot chose an illegal turn: {illegal} [{rule}]");
            // A stream that fails ends the session by the next reply.
            let _ = say(&error_log(&what));
            let words: Vec<String> = actions.iter().map(Action::to_string).collect();
            words.join(" ")
        });
        EngineMessage::new("bestmove", turn)
    }

    /// A turn of the present position in notation, with its captures.
    fn turn_text(&self, actions: &[Action]) -> Result<String, Illegal> {
        let (mut state, mut played) = (self.state.clone(), Vec::new());
        for &action in actions {
            played.push(Played::new(action, state.apply(action)?));
        }
        state.check_end()?;
        Ok(write_turn(None, played.iter().flat_map(Token::of)))
    }

    fn identity(&self) -> [EngineMessage; 5] {
        let [name, author, version] = self.bot.identity();
        [
            EngineMessage::new("protocol-version", "1"),
            EngineMessage::new("id", format!("name {name}")),
            EngineMessage::new("id", format!("author {author}")),
            EngineMessage::new("id", format!("version {version}")),
            EngineMessage::new("aeiok", ""),
        ]
    }
}

fn error_log(what: &str) -> EngineMessage {
    EngineMessage::new("log", format!("Error: {what}"))
}

//! One game between two engines.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::{Ending, Limit};
use arimaa::text::{CivilDate, Entry, Located, Record, Tags, read_turn};
use arimaa::vocab::{Board, Label, Phase, Side, Token};
use arimaa_conformance::subjects::aei::{Client, Failure};
use arimaa_oracle::clock::{Clock, Flag, TimeControl};
use arimaa_oracle::judge::{JudgedGame, Options};

/// The start of a game: its position, time control and engine options.
#[derive(Clone, Debug)]
pub struct GameSetup {
    /// The game before its first turn: the start of a setup without handicap, or of a turn in a
    /// position that stands for the first time. The protocol can tell an engine about nothing else.
    pub game: JudgedGame,
    /// The time control.
    pub control: TimeControl,
    /// Options for Gold's engine and for Silver's: names and values.
    pub options: [Vec<(String, String)>; 2],
}

/// A game that is over.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The reason why the game ended.
    pub ending: Ending,
    /// The record of the game; its tags have the result and the start position.
    pub record: Record,
    /// Number of legal turns, setups included.
    pub turns: usize,
    /// Time of each answer in whole milliseconds, even of one that was late or refused.
    pub times: Vec<Duration>,
}

/// Lets two engines that have been started, Gold's and Silver's, play a game to its end.
///
/// `watch` gets the label of each turn before it is made. No engine can make this wait longer
/// than the time control and its patience allow.
pub fn play(
    setup: &GameSetup,
    engines: &mut [Client; 2],
    watch: &mut dyn FnMut(Label),
) -> Finished {
    let mut table = RefereedGame {
        game: setup.game.clone(),
        clock: Clock::new(setup.control, Instant::now()),
        control: setup.control,
        first: setup.game.label(),
        entries: Vec::new(),
        turns: 0,
        times: Vec::new(),
    };
    let ending = table
        .open(engines, &setup.options)
        .err()
        .unwrap_or_else(|| table.play(engines, watch));
    let record = Record {
        tags: tags(setup, engines, &ending, &table.times),
        entries: table.entries,
    };
    Finished {
        ending,
        record,
        turns: table.turns,
        times: table.times,
    }
}

/// A game in progress.
struct RefereedGame {
    game: JudgedGame,
    clock: Clock,
    control: TimeControl,
    first: Label,
    entries: Vec<Entry>,
    turns: usize,
    times: Vec<Duration>,
}

impl RefereedGame {
    /// Brings both engines to the start of the game.
    fn open(
        &mut self,
        engines: &mut [Client; 2],
        options: &[Vec<(String, String)>; 2],
    ) -> Result<(), Ending> {
        for by in Side::ALL {
            let engine = &mut engines[by as usize];
            let failed = |failure| Ending::Failed { by, failure };
            engine.open().map_err(failed)?;
            for (name, value) in &options[by as usize] {
                engine.set_option(name, value);
            }
            for (name, value) in time_options(&self.control) {
                engine.set_option(name, &value);
            }
            engine.new_game();
            if let Some((side, board)) = start_position(&self.game) {
                engine.set_position(side, board);
            }
            engine.ready().map_err(failed)?;
        }
        // The time that an engine takes to start is not on the other one's clock.
        self.clock = Clock::new(self.control, Instant::now());
        Ok(())
    }

    fn play(&mut self, engines: &mut [Client; 2], watch: &mut dyn FnMut(Label)) -> Ending {
        loop {
            let label = self.game.label();
            let played = label.number - self.first.number;
            if label.side == self.first.side
                && self.control.moves.is_some_and(|moves| played >= moves)
            {
                return self.end_by_score(Limit::Moves);
            }
            watch(label);
            if let Err(ending) = self.make_turn(label, engines) {
                return *ending;
            }
        }
    }

    /// Asks for one turn, judges it and sends it to both engines. The error is the game's end.
    fn make_turn(&mut self, label: Label, engines: &mut [Client; 2]) -> Result<(), Box<Ending>> {
        let by = label.side;
        let is_setup = is_setup(&self.game);
        let answer = self.ask_turn(by, &mut engines[by as usize]);
        let (answer, used) = answer.inspect_err(|ending| {
            self.entries.push(match **ending {
                Ending::Scored { .. } => Entry::Open(Located::made(label)),
                _ => Entry::Lost(Located::made(Some(label))),
            });
        })?;
        if answer.eq_ignore_ascii_case("resign") {
            self.entries
                .push(Entry::Resigns(Located::made(Some(label))));
            return Err(Box::new(Ending::Resigned { by }));
        }
        let tokens = self.read_turn(label, &answer)?;
        let written = tokens
            .iter()
            .copied()
            .map(Located::made)
            .collect::<Vec<_>>();
        if written.is_empty() {
            self.entries.push(Entry::Lost(Located::made(Some(label))));
        } else {
            self.entries.push(Entry::Turn {
                label: Located::made(label),
                tokens: written,
            });
        }
        let accepted = match self.game.play(None, &tokens, Options::default()) {
            Ok(accepted) => accepted,
            Err(refused) => {
                return Err(Box::new(Ending::Illegal {
                    by,
                    tokens,
                    refused,
                }));
            }
        };
        self.turns += 1;
        self.clock.spend(by, used, is_setup);
        let turn = accepted.turn_text();
        // The record has the turn with its captures, whether the engine wrote them or not.
        if let Some(Entry::Turn { tokens, .. }) = self.entries.last_mut() {
            let full = accepted.played.iter().flat_map(Token::of);
            *tokens = full.map(Located::made).collect();
        }
        if let Some(outcome) = accepted.outcome {
            return Err(Box::new(Ending::Decided(outcome)));
        }
        for engine in engines {
            engine.make_move(&turn);
        }
        Ok(())
    }

    /// Sends `go` to an engine; returns its answer and the time that it took.
    fn ask_turn(
        &mut self,
        by: Side,
        engine: &mut Client,
    ) -> Result<(String, Duration), Box<Ending>> {
        let failed = |failure| Box::new(Ending::Failed { by, failure });
        for side in Side::ALL {
            engine.set_time_of(side, "reserve", self.clock.reserve(side));
            engine.set_time_of(side, "used", self.clock.used(side));
        }
        let last = self.clock.used(by.other()).as_secs();
        engine.set_option("lastmoveused", &last);
        engine.set_option("moveused", &0);
        // Nothing that an engine still says about earlier turns may be taken for the answer.
        engine.ready().map_err(failed)?;
        let start = Instant::now();
        let (deadline, flag) = self.clock.deadline(by, start);
        let answer = engine.go(deadline);
        let end = answer
            .as_ref()
            .map_or_else(|_| Instant::now(), |&(_, at)| at);
        let used = end.saturating_duration_since(start);
        let part = Duration::from_nanos(u64::from(used.subsec_nanos() % 1_000_000));
        self.times.push(used.saturating_sub(part));
        match answer {
            Ok((answer, _)) => Ok((answer, used)),
            Err(Failure::Late { .. }) => Err(Box::new(match flag {
                Flag::Turn => Ending::Time { by },
                Flag::Game => self.end_by_score(Limit::Time),
            })),
            Err(failure) => Err(failed(failure)),
        }
    }

    fn read_turn(&mut self, label: Label, answer: &str) -> Result<Vec<Token>, Box<Ending>> {
        let error = match read_turn(answer, 1) {
            Ok(line) if line.label.is_none() => return Ok(Located::values(&line.tokens)),
            Ok(_) => "a turn in a message has no label".to_owned(),
            Err(error) => error.to_string(),
        };
        self.entries.push(Entry::Lost(Located::made(Some(label))));
        Err(Box::new(Ending::Unreadable {
            by: label.side,
            answer: shortened(answer),
            error,
        }))
    }

    fn end_by_score(&self, limit: Limit) -> Ending {
        let winner = self.game.winner_by_score();
        Ending::Scored { winner, limit }
    }
}

/// The position that a game starts from; `None` for a game that starts with setups.
fn start_position(game: &JudgedGame) -> Option<(Side, Board)> {
    let snapshot = game.state().snapshot();
    let is_play = matches!(snapshot.phase, Phase::Play { .. });
    is_play.then_some((snapshot.side, snapshot.start))
}

fn is_setup(game: &JudgedGame) -> bool {
    matches!(game.state().snapshot().phase, Phase::Setup { .. })
}

/// The time control as options of the protocol: seconds, and 0 for no limit.
fn time_options(control: &TimeControl) -> [(&'static str, u64); 7] {
    let seconds = |time: Option<Duration>| time.unwrap_or_default().as_secs();
    [
        ("tcmove", control.turn.as_secs()),
        ("tcreserve", control.reserve.as_secs()),
        ("tcpercent", u64::from(control.percent)),
        ("tcmax", seconds(control.most_reserve)),
        ("tctotal", seconds(control.game)),
        ("tcturns", u64::from(control.moves.unwrap_or_default())),
        ("tcturntime", seconds(control.longest_turn)),
    ]
}

fn tags(setup: &GameSetup, engines: &[Client; 2], ending: &Ending, times: &[Duration]) -> Tags {
    let times = times
        .iter()
        .map(|time| format!("{:.3}", time.as_secs_f64()));
    let name = |side: Side| engines[side as usize].identity().name.clone();
    Tags {
        edition: Some(setup.game.state().snapshot().edition),
        start: start_position(&setup.game),
        date: today().map(|day| day.to_string()),
        source: Some("arimaa-oracle referee".to_owned()),
        result: Some(ending.result()),
        termination: Some(ending.code()),
        other: vec![
            ("Gold".to_owned(), name(Side::Gold)),
            ("Silver".to_owned(), name(Side::Silver)),
            ("TimeControl".to_owned(), setup.control.to_string()),
            ("Seconds".to_owned(), times.collect::<Vec<_>>().join(" ")),
            ("Ending".to_owned(), ending.to_string()),
        ],
        ..Tags::default()
    }
}

/// Today in universal time; `None` where the clock is set outside of the calendar.
fn today() -> Option<CivilDate> {
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    CivilDate::from_unix_seconds(i64::try_from(since_1970.as_secs()).ok()?)
}

fn shortened(answer: &str) -> String {
    answer
        .chars()
        .take(60)
        .flat_map(char::escape_debug)
        .collect()
}

//! An AEI engine that is put to the suite: started, brought to positions, asked for turns, and not trusted.

use std::time::{Duration, Instant};

use super::{Client, Failure};
use crate::protocol::{Broken, CannotRun};
use crate::suite::{Approach, Breakage, Identity, Player};

/// How often in a row an engine may fail before it is not asked any more.
const MOST_FAILURES: u32 = 10;

/// What an engine is told that it has for a turn, in seconds.
const TIME_FOR_A_TURN: u32 = 1;

/// An AEI engine as a [`Player`].
///
/// One that ends, hangs or writes without end costs itself the position that it was asked about; it is killed and started
/// anew for the next. After ten failures in a row it is not started any more.
#[derive(Debug)]
pub struct Examinee {
    command: String,
    timeout: Duration,
    options: Vec<(String, String)>,
    client: Option<Client>,
    failures: u32,
    last: String,
    identity: Identity,
    complaint: Option<String>,
}

impl Examinee {
    /// Starts an engine, which has so long for each answer. It is told these options, names and values, and that it has a
    /// second for a turn. One that does not introduce itself is no error here: it has failed once, and is started anew for
    /// the first position.
    ///
    /// # Errors
    ///
    /// When there is no such program.
    pub fn start(
        command: &str,
        options: Vec<(String, String)>,
        timeout: Duration,
    ) -> Result<Self, CannotRun> {
        let mut examinee = Self {
            command: command.to_owned(),
            timeout,
            options,
            client: Some(Client::start(command, timeout)?),
            failures: 0,
            last: String::new(),
            identity: Identity {
                name: command.to_owned(),
                version: None,
            },
            complaint: None,
        };
        if let Err(breakage) = examinee.open() {
            examinee.give_up(&breakage);
        }
        Ok(examinee)
    }

    /// Opens the session of an engine that was just started.
    fn open(&mut self) -> Result<(), Breakage> {
        let timeout = self.timeout;
        let client = self.client.as_mut().ok_or_else(not_running)?;
        client
            .open()
            .map_err(|failure| breakage(failure, timeout))?;
        let known = client.identity();
        if !known.name.is_empty() {
            self.identity.name.clone_from(&known.name);
        }
        if !known.version.is_empty() {
            self.identity.version = Some(known.version.clone());
        }
        client.set_option("tcmove", &TIME_FOR_A_TURN);
        client.set_option("tcreserve", &0);
        for (name, value) in &self.options {
            client.set_option(name, value);
        }
        Ok(())
    }

    fn ask(&mut self, approach: &Approach) -> Result<String, Breakage> {
        if self.failures >= MOST_FAILURES {
            return Err(Breakage::Dead(format!(
                "it failed {MOST_FAILURES} times in a row, at last: {}",
                self.last
            )));
        }
        if self.client.is_none() {
            let client = Client::start(&self.command, self.timeout);
            self.client = Some(client.map_err(|error| Breakage::Dead(error.to_string()))?);
            self.open()?;
        }
        let timeout = self.timeout;
        let client = self.client.as_mut().ok_or_else(not_running)?;
        client.forget_notes();
        client.new_game();
        if let Some((side, board)) = approach.start {
            client.set_position(side, board);
        }
        for turn in &approach.turns {
            client.make_move(turn);
        }
        let answer = client
            .ready()
            .and_then(|()| client.go(Instant::now() + timeout));
        let complaints = client.notes().lines();
        self.complaint = (!complaints.is_empty()).then(|| complaints.join("; "));
        match answer {
            Ok((turn, _)) => Ok(turn),
            Err(failure) => Err(breakage(failure, timeout)),
        }
    }

    /// Ends an engine that cannot be relied on any more.
    fn give_up(&mut self, breakage: &Breakage) {
        self.client = None;
        if self.failures < MOST_FAILURES {
            self.failures += 1;
            self.last = breakage.to_string();
        }
    }
}

impl Player for Examinee {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn turn(&mut self, approach: &Approach) -> Result<String, Breakage> {
        self.complaint = None;
        let answer = self.ask(approach);
        match &answer {
            Ok(_) => self.failures = 0,
            Err(breakage) => self.give_up(breakage),
        }
        answer
    }

    fn complaint(&self) -> Option<String> {
        self.complaint.clone()
    }
}

fn not_running() -> Breakage {
    Breakage::Dead("it is not running".to_owned())
}

fn breakage(failure: Failure, timeout: Duration) -> Breakage {
    let seconds = timeout.as_secs_f64();
    match failure {
        Failure::Broken(broken @ (Broken::Ended { .. } | Broken::Closed { .. })) => {
            Breakage::Crashed(broken.to_string())
        }
        Failure::Late { awaited } => Breakage::Hung(format!("no `{awaited}` within {seconds} s")),
        Failure::Broken(broken @ (Broken::Silent | Broken::Deaf)) => {
            Breakage::Hung(broken.to_string())
        }
        Failure::Flood { .. } | Failure::Version(_) => Breakage::Garbage(failure.to_string()),
    }
}

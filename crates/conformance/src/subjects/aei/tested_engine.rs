//! An AEI engine that is put to the suite: started, brought to positions, asked for turns, and not
//! trusted.

use std::time::Duration;

use super::{Client, Failure};
use crate::subjects::ProtocolFailure;
use crate::subjects::child::deadline;
use crate::subjects::failures::Failures;
use crate::subjects::{Approach, Broken, CannotAsk, Player};
use arimaa_oracle::protocol::Identity;

/// An AEI engine as a [`Player`].
///
/// An engine that ends, hangs or writes without end fails the position that it was asked about. It
/// is killed and restarted for the next one. After ten failures in a row it is not started any
/// more.
#[derive(Debug)]
pub struct TestedEngine {
    command: String,
    timeout: Duration,
    move_time: u32,
    options: Vec<(String, String)>,
    client: Option<Client>,
    failures: Failures,
    identity: Identity,
    complaint: Option<String>,
}

impl TestedEngine {
    /// Starts an engine with a timeout for each answer, and opens the session.
    ///
    /// It gets `move_time` seconds for a turn and no reserve, and then these options, names and
    /// values.
    ///
    /// # Errors
    ///
    /// When there is no such program, or it does not open the session.
    pub fn start(
        command: &str,
        options: Vec<(String, String)>,
        move_time: u32,
        timeout: Duration,
    ) -> Result<Self, CannotAsk> {
        let mut tested = Self {
            command: command.to_owned(),
            timeout,
            move_time,
            options,
            client: Some(Client::start(command, timeout, None)?),
            failures: Failures::default(),
            identity: Identity {
                name: command.to_owned(),
                version: None,
            },
            complaint: None,
        };
        match tested.open() {
            Ok(()) => Ok(tested),
            Err(failure) => Err(CannotAsk::Failed {
                command: command.to_owned(),
                failure,
            }),
        }
    }

    /// Opens the session of an engine that was just started.
    fn open(&mut self) -> Result<(), ProtocolFailure> {
        let timeout = self.timeout;
        let client = self.client.as_mut().ok_or_else(not_running)?;
        client
            .open()
            .map_err(|failure| protocol_failure(failure, timeout))?;
        let known = client.identity();
        if !known.name.is_empty() {
            self.identity.name.clone_from(&known.name);
        }
        if !known.version.is_empty() {
            self.identity.version = Some(known.version.clone());
        }
        client.set_option("tcmove", &self.move_time);
        client.set_option("tcreserve", &0);
        for (name, value) in &self.options {
            client.set_option(name, value);
        }
        Ok(())
    }

    fn ask(&mut self, approach: &Approach) -> Result<String, ProtocolFailure> {
        self.failures.check()?;
        if self.client.is_none() {
            let client = Client::start(&self.command, self.timeout, None);
            self.client = Some(client.map_err(|error| ProtocolFailure::Dead(error.to_string()))?);
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
        let answer = client.ready().and_then(|()| client.go(deadline(timeout)));
        let complaints = client.notes().lines();
        self.complaint = (!complaints.is_empty()).then(|| complaints.join("; "));
        match answer {
            Ok((turn, _)) => Ok(turn),
            Err(failure) => Err(protocol_failure(failure, timeout)),
        }
    }
}

impl Player for TestedEngine {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn turn(&mut self, approach: &Approach) -> Result<String, ProtocolFailure> {
        self.complaint = None;
        let answer = self.ask(approach);
        match &answer {
            Ok(_) => self.failures.clear(),
            Err(failure) => {
                self.client = None;
                self.failures.add(failure);
            }
        }
        answer
    }

    fn complaint(&self) -> Option<String> {
        self.complaint.clone()
    }
}

fn not_running() -> ProtocolFailure {
    ProtocolFailure::Dead("it is not running".to_owned())
}

fn protocol_failure(failure: Failure, timeout: Duration) -> ProtocolFailure {
    let seconds = timeout.as_secs_f64();
    match failure {
        Failure::Broken(broken @ (Broken::Ended { .. } | Broken::Closed { .. })) => {
            ProtocolFailure::Crashed(broken.to_string())
        }
        Failure::Late { awaited } => {
            ProtocolFailure::Hung(format!("no `{awaited}` within {seconds} s"))
        }
        Failure::Broken(broken @ (Broken::Timeout | Broken::StdinFull)) => {
            ProtocolFailure::Hung(broken.to_string())
        }
        Failure::Flood { .. } | Failure::Version(_) => {
            ProtocolFailure::Garbage(failure.to_string())
        }
    }
}

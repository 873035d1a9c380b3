//! Puts an AEI engine to the suite, without trusting it.

use std::time::Duration;

use super::{Client, Failure};
use crate::subjects::child::deadline;
use crate::subjects::peer::{Peer, failure as of_pipe};
use crate::subjects::{Approach, CannotAsk, Player, ProtocolFailure};
use arimaa_oracle::protocol::Identity;

/// An AEI engine as a [`Player`].
///
/// An engine that ends, hangs or writes without end fails the position that it was asked about. It
/// is killed and restarted for the next one. After ten failures in a row it is not started any
/// more.
#[derive(Debug)]
pub struct TestedEngine {
    peer: Peer<Client>,
    move_time: u32,
    options: Vec<(String, String)>,
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
        let start = |command: &str, timeout| Client::start(command, timeout, None);
        let peer = Peer::start(command, timeout, start)?;
        let mut tested = Self {
            identity: peer.identity(),
            peer,
            move_time,
            options,
            complaint: None,
        };
        match tested.open_session() {
            Ok(()) => Ok(tested),
            Err(failure) => Err(tested.peer.cannot_ask(failure)),
        }
    }

    /// Opens the session of an engine that has just started.
    fn open_session(&mut self) -> Result<(), ProtocolFailure> {
        let timeout = self.peer.timeout;
        let client = self.peer.running()?;
        client
            .open()
            .map_err(|failure| protocol_failure(failure, timeout))?;
        let known = client.identity();
        if !known.name.is_empty() {
            self.identity.name.clone_from(&known.name);
        }
        if known.version.is_some() {
            self.identity.version.clone_from(&known.version);
        }
        client.set_option("tcmove", &self.move_time);
        client.set_option("tcreserve", &0);
        for (name, value) in &self.options {
            client.set_option(name, value);
        }
        Ok(())
    }

    fn ask(&mut self, approach: &Approach) -> Result<String, ProtocolFailure> {
        if self.peer.restart()? {
            self.open_session()?;
        }
        let timeout = self.peer.timeout;
        let client = self.peer.running()?;
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
        self.peer.update_failures(&answer);
        answer
    }

    fn complaint(&self) -> Option<String> {
        self.complaint.clone()
    }
}

fn protocol_failure(failure: Failure, timeout: Duration) -> ProtocolFailure {
    let seconds = timeout.as_secs_f64();
    match failure {
        Failure::Broken(broken) => of_pipe(&broken, timeout),
        Failure::Late { awaited } => {
            ProtocolFailure::Hung(format!("no `{awaited}` within {seconds} s"))
        }
        Failure::Flood { .. } | Failure::Version(_) => {
            ProtocolFailure::Garbage(failure.to_string())
        }
    }
}

//! A program that answers the lines of the line kit, as a subject of the suite.

use std::time::{Duration, Instant};

use super::answers::reply;
use super::counts::{count_line, read_count_reply};
use super::message::{Exchange, LineReply, LineWinner, TURNS, read_line_reply, squares};
use super::probe::Lines;
use super::variant::Variant;
use crate::subjects::aei::shown;
use crate::subjects::child::{self, Bounds, CannotAsk, Child};
use crate::subjects::peer::Peer;
use crate::subjects::{ProtocolFailure, Reply, Subject};
use arimaa::vocab::Board;
use arimaa_oracle::ask::Question;
use arimaa_oracle::protocol::{Capabilities, Identity};

/// The greatest number of lines that are sent before their replies are read.
const SENT_AT_ONCE: usize = 64;
/// The greatest number of lines of a question that are kept for reports. A count needs more, and
/// none of them decides it alone.
const KEPT: usize = 1000;

/// A program that answers lines, as a [`Subject`].
///
/// A program that ends, misses the timeout or writes anything else fails the question that it was
/// asked. It is killed and restarted for the next one. After ten failures in a row it is not
/// started any more.
#[derive(Debug)]
pub struct LineProgram {
    peer: Peer<Child>,
    variant: Variant,
    /// Whether the program counts steps and turns by itself, asked by one line.
    counts: bool,
    /// Whether the program tracks winners: its first reply has `-` for the winner, not `?`.
    tells_winner: bool,
    identity: Identity,
    capabilities: Capabilities,
    /// The timeout for all lines of a question.
    time: Option<Duration>,
    /// The moment at which the time for the present question ends.
    over: Option<Instant>,
    /// The lines of the present question, with the replies.
    exchanges: Vec<Exchange>,
}

impl LineProgram {
    /// Starts a program with a timeout for each line, and asks it for the board of a position.
    ///
    /// The command is split into words as a shell does it, and run without a shell.
    ///
    /// # Errors
    ///
    /// When there is no such program, or its first reply is not that board.
    pub fn start(command: &str, timeout: Duration, variant: Variant) -> Result<Self, CannotAsk> {
        let start = |command: &str, _| Child::start_within(command, BOUNDS, None);
        let peer = Peer::start(command, timeout, start)?;
        let mut program = Self {
            identity: peer.identity(),
            peer,
            variant,
            counts: false,
            tells_winner: false,
            capabilities: variant.capabilities(),
            time: None,
            over: None,
            exchanges: Vec::new(),
        };
        match program.check() {
            Ok(()) => Ok(program),
            Err(failure) => Err(program.peer.cannot_ask(failure)),
        }
    }

    /// Sets a timeout for all lines of a question. A program that exceeds it fails the question,
    /// and is restarted for the next one, without a limit on restarts.
    #[must_use]
    pub fn with_time_for_a_question(mut self, time: Option<Duration>) -> Self {
        self.time = time;
        self
    }

    /// Asks the program for counts by one line each, instead of by the many lines that find them.
    #[must_use]
    pub const fn counting(mut self) -> Self {
        self.counts = true;
        self
    }

    /// The lines of the last question with the replies; at most the first thousand.
    pub fn exchanges(&self) -> &[Exchange] {
        &self.exchanges
    }

    /// Asks for the board of a position without steps. The reply also tells whether the program
    /// tracks winners.
    fn check(&mut self) -> Result<(), ProtocolFailure> {
        let (line, board) = without_steps();
        let got = match Lines::ask(self, std::slice::from_ref(&line))?.pop() {
            Some(LineReply::Legal {
                board: same,
                winner: winner @ (LineWinner::Nobody | LineWinner::Unknown),
            }) if same == board => {
                let said = self.exchanges.last();
                self.variant.after_end = said
                    .is_some_and(|said| said.reply.split_whitespace().next_back() == Some(TURNS));
                self.tells_winner = winner != LineWinner::Unknown;
                self.capabilities.outcome = self.tells_winner;
                return Ok(());
            }
            Some(LineReply::Legal { board, winner }) => {
                format!("ok {} {winner}", squares(&board))
            }
            Some(LineReply::Skip(reason)) => format!("skip {reason}"),
            Some(LineReply::Illegal) | None => "no".to_owned(),
        };
        Err(ProtocolFailure::Garbage(format!(
            "the line `{line}` is answered by `{}`, expected `ok`, the same board and `-` \
             (or `?` for an engine that does not know the winner): a line without steps asks how \
             the position stands",
            shown(&got)
        )))
    }

    /// Asks for the board of the first line again after a question. If the program has written a
    /// reply too many, every later reply belongs to another line.
    fn check_in_step(&mut self) -> Result<(), ProtocolFailure> {
        if self.exchanges.is_empty() || self.is_over() {
            return Ok(());
        }
        let (line, board) = without_steps();
        match Lines::ask(self, std::slice::from_ref(&line))?.pop() {
            Some(LineReply::Legal { board: same, .. }) if same == board => Ok(()),
            _ => Err(ProtocolFailure::Garbage(format!(
                "the line `{line}`, the first that it was asked, has another answer after the \
                 lines of this case, or a reply too many stands before it"
            ))),
        }
    }

    fn ask_running(&mut self, question: &Question) -> Result<Reply, ProtocolFailure> {
        self.peer.restart()?;
        let variant = self.variant;
        let line = self.counts.then(|| count_line(question)).flatten();
        let reply = if let Some(line) = line {
            self.count(question, line)?
        } else {
            let reply = reply(self, variant, question)?;
            self.check_in_step()?;
            reply
        };
        Ok(match reply {
            Reply::Declined(reason) => Reply::Declined(shown(&reason)),
            reply => reply,
        })
    }

    /// Asks for counts by one line.
    fn count(&mut self, question: &Question, line: String) -> Result<Reply, ProtocolFailure> {
        let read = |text: &str| read_count_reply(question, text);
        let reply = self.exchange(&[line], read)?.pop();
        reply.ok_or_else(|| ProtocolFailure::Dead("no line was sent".to_owned()))
    }

    /// Whether the time for the present question is over.
    fn is_over(&self) -> bool {
        self.over.is_some_and(|over| Instant::now() >= over)
    }

    /// Sends lines and reads the replies, one for each and in their order.
    fn exchange<T>(
        &mut self,
        lines: &[String],
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Vec<T>, ProtocolFailure> {
        let mut replies = Vec::with_capacity(lines.len());
        for lines in lines.chunks(SENT_AT_ONCE) {
            if self.is_over() {
                return Err(too_long(self.time));
            }
            for line in lines {
                self.peer.say(line.clone())?;
            }
            for line in lines {
                let deadline = self.peer.deadline();
                let deadline = self.over.map_or(deadline, |over| over.min(deadline));
                let heard = self.peer.hear(deadline).map_err(|failure| {
                    let hint = match failure {
                        ProtocolFailure::Hung(_) if self.exchanges.is_empty() => {
                            ", or it does not flush its reply"
                        }
                        _ => "",
                    };
                    let failure = match failure {
                        ProtocolFailure::Hung(_) if self.is_over() => too_long(self.time),
                        failure => failure,
                    };
                    with_words(failure, &format!("; the line was `{line}`{hint}"))
                });
                let heard = heard?.line.map_err(|error| error.to_string());
                if let (Ok(reply), 0..KEPT) = (&heard, self.exchanges.len()) {
                    let (line, reply) = (line.clone(), reply.clone());
                    self.exchanges.push(Exchange { line, reply });
                }
                let reply = heard.and_then(|text| {
                    read(&text).map_err(|why| format!("`{}`: {why}", shown(&text)))
                });
                replies.push(reply.map_err(|why| {
                    ProtocolFailure::Garbage(format!("the line `{line}` is answered by {why}"))
                })?);
            }
        }
        Ok(replies)
    }
}

/// Appends words to the message of a failure.
fn with_words(mut failure: ProtocolFailure, words: &str) -> ProtocolFailure {
    use ProtocolFailure::{Crashed, Dead, Garbage, Hung};

    let (Crashed(what) | Hung(what) | Garbage(what) | Dead(what)) = &mut failure;
    what.push_str(words);
    failure
}

impl Lines for LineProgram {
    fn ask(&mut self, lines: &[String]) -> Result<Vec<LineReply>, ProtocolFailure> {
        let replies = self.exchange(lines, read_line_reply)?;
        let is_unknown = |reply: &LineReply| {
            let winner = LineWinner::Unknown;
            matches!(reply, LineReply::Legal { winner: got, .. } if *got == winner)
        };
        let mut asked = lines.iter().zip(&replies);
        match asked.find(|(_, reply)| self.tells_winner && is_unknown(reply)) {
            None => Ok(replies),
            Some((line, _)) => Err(ProtocolFailure::Garbage(format!(
                "the line `{line}` is answered with `?` for the winner, and the first line was \
                 with `-`: an engine that does not know the winner says `?` in every line"
            ))),
        }
    }
}

impl Subject for LineProgram {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    fn ask(&mut self, question: &Question) -> Reply {
        self.exchanges.clear();
        self.over = self.time.map(child::deadline);
        match self.ask_running(question) {
            // It answers line after line, and there are too many of them for it.
            Err(_) if self.is_over() && !self.exchanges.is_empty() => {
                self.peer.end();
                Reply::Failed(too_long(self.time))
            }
            reply => {
                self.peer.update_failures(&reply);
                reply.unwrap_or_else(Reply::Failed)
            }
        }
    }
}

/// A line without steps, and its board.
fn without_steps() -> (String, Board) {
    let pieces = ["Rb1", "Ed4", "rg8", "hc6", "cb6"].map(str::parse);
    let board: Board = pieces.into_iter().filter_map(Result::ok).collect();
    (format!("gold {} -", squares(&board)), board)
}

fn too_long(time: Option<Duration>) -> ProtocolFailure {
    let seconds = time.unwrap_or_default().as_secs_f64();
    ProtocolFailure::Hung(format!("the question took longer than {seconds} s"))
}

const BOUNDS: Bounds = Bounds {
    line: 1 << 16,
    lines: 2 * SENT_AT_ONCE,
    lossy: true,
};

#[cfg(all(test, unix))]
mod tests {
    use std::error::Error;

    use QuestionKind::{Judge, LegalActions, Outcome, Perft, Standing, TurnCount, Turns};

    use super::*;
    use arimaa_oracle::ask::{Answer, QuestionKind};

    const LONG: Duration = Duration::from_mins(1);

    /// A program that answers each line by this shell command, with the words of the line in
    /// `$side`, `$board`, `$earlier` and `$words`.
    fn shell(command: &str) -> String {
        format!("sh -c 'while read -r side board earlier words; do {command}; done'")
    }

    fn start(command: &str, variant: Variant) -> Result<LineProgram, String> {
        let started = LineProgram::start(&shell(command), LONG, variant);
        started.map_err(|error| error.to_string())
    }

    fn question(kind: &str, rabbit: &str) -> Result<Question, serde_json::Error> {
        let text = format!("g r6{rabbit}/8/8/8/8/8/8/8");
        serde_json::from_value(
            serde_json::json!({"kind": kind, "position": {"any": {"text": text}}}),
        )
    }

    #[test]
    fn first_line_tells_who_answers_and_whether_it_knows_the_winner() -> Result<(), Box<dyn Error>>
    {
        let variant = Variant::default();
        for (winner, is_known) in [("-", true), ("\"?\"", false)] {
            let command = format!("echo ok $board {winner}");
            let program = start(&command, variant)?;
            assert_eq!(program.identity().name, shell(&command));
            let expected = Capabilities {
                outcome: is_known,
                ..variant.capabilities()
            };
            assert_eq!(program.capabilities(), &expected);
        }
        Ok(())
    }

    #[test]
    fn program_with_another_first_reply_is_not_asked() {
        let board = ".".repeat(64);
        for (command, reply) in [
            ("echo ok $board gold", "R...... gold`, expected `ok`"),
            ("echo ok $board silver", "R...... silver`, expected `ok`"),
            (
                &format!("echo ok {board} -"),
                &format!("`ok {board} -`, expected"),
            ),
            ("echo no", "`no`, expected `ok`"),
            ("echo skip today", "`skip today`, expected `ok`"),
            ("echo yes", "`yes`: expected `ok`, `no` or `skip`"),
        ] {
            let error = start(command, Variant::default()).err().unwrap_or_default();
            assert!(error.contains(reply), "{error}");
        }
    }

    #[test]
    fn unknown_winner_after_a_known_one_is_garbage() -> Result<(), Box<dyn Error>> {
        // The first reply ends in `-`, and every later one in `?`.
        let command = "w=\"${n:+?}\"; n=1; echo ok $board \"${w:--}\"";
        let mut program = start(command, Variant::default())?;
        match Subject::ask(&mut program, &question("outcome", "R")?) {
            Reply::Failed(ProtocolFailure::Garbage(message)) => {
                assert!(message.ends_with("says `?` in every line"), "{message}");
                Ok(())
            }
            other => Err(format!("{other:?}").into()),
        }
    }

    /// A state that is kept through the end of a turn shows in the next, on the same line.
    #[test]
    fn turn_before_is_on_the_line_for_a_program_that_says_so() -> Result<(), Box<dyn Error>> {
        let start_of_game = format!("g [r{}Ed{}R]", ".".repeat(34), ".".repeat(26));
        let question: Question = serde_json::from_value(serde_json::json!({
            "kind": "judge", "turn": "de4w",
            "position": {"record": {"text": format!("Start: {start_of_game}\n2g Ed4n\n")}},
        }))?;
        for (reply, line) in [("turns", "- Ed4n end de4w end"), ("", " de4w end")] {
            let command = format!("echo ok $board - {reply}");
            let mut program = start(&command, Variant::default())?;
            let _ = Subject::ask(&mut program, &question);
            let lines = program.exchanges().iter();
            assert!(lines.clone().any(|one| one.line.ends_with(line)), "{reply}");
            assert_eq!(
                lines.clone().any(|one| one.line.contains("end de4w")),
                reply == "turns"
            );
        }
        Ok(())
    }

    #[test]
    fn first_thousand_lines_of_a_question_are_kept() -> Result<(), Box<dyn Error>> {
        let mut program = start("echo ok $board -", Variant::default())?;
        let steps: Question = serde_json::from_value(serde_json::json!({
            "kind": "perft", "count": "steps", "depth": 4,
            "position": {"any": {"text": "g 8/8/8/3E4/8/8/4d3/7R"}},
        }))?;
        let _ = Subject::ask(&mut program, &steps);
        assert_eq!(program.exchanges().len(), KEPT);
        Ok(())
    }

    /// Otherwise every later reply would be compared with another line.
    #[test]
    fn extra_reply_is_garbage_for_the_next_question() -> Result<(), Box<dyn Error>> {
        let twice = "echo ok $board -; if [ -n \"$words\" ]; then echo no; fi";
        let mut program = start(twice, Variant::default())?;
        let standing = question("standing", "R")?;
        for _ in 0..2 {
            let reply = Subject::ask(&mut program, &standing);
            assert!(matches!(reply, Reply::Answer(_)), "{reply:?}");
        }
        match Subject::ask(&mut program, &question("legal_actions", "R")?) {
            Reply::Failed(ProtocolFailure::Garbage(message)) => {
                assert!(message.contains("a reply too many"), "{message}");
            }
            other => return Err(format!("{other:?}").into()),
        }
        // The program is started again.
        let reply = Subject::ask(&mut program, &standing);
        assert!(matches!(reply, Reply::Answer(_)), "{reply:?}");
        Ok(())
    }

    #[test]
    fn question_that_takes_too_long_ends_with_its_time_and_the_next_one_is_asked_anew()
    -> Result<(), Box<dyn Error>> {
        let time = Duration::from_millis(300);
        let program = start("sleep 0.1; echo ok $board -", Variant::default())?;
        let mut program = program.with_time_for_a_question(Some(time));
        // More than the failures after which a program is not started any more.
        for _ in 0..11 {
            match Subject::ask(&mut program, &question("turn_count", "R")?) {
                Reply::Failed(ProtocolFailure::Hung(message)) => {
                    assert!(
                        message.starts_with("the question took longer than 0.3 s"),
                        "{message}"
                    );
                }
                other => return Err(format!("{other:?}").into()),
            }
        }
        // The replies to lines of that question are not heard in this one.
        let mut program = program.with_time_for_a_question(None);
        match Subject::ask(&mut program, &question("standing", "E")?) {
            Reply::Answer(Answer::Standing { standing }) => {
                assert_eq!(standing.board.0.at("h8".parse()?), Some("E".parse()?));
            }
            other => return Err(format!("{other:?}").into()),
        }
        Ok(())
    }

    #[test]
    fn only_whole_turns_leave_out_questions_about_their_parts() {
        let questions = |whole_turns| {
            let variant = Variant {
                whole_turns,
                ..Variant::default()
            };
            let capabilities = variant.capabilities();
            assert_eq!(capabilities.editions.len(), 1);
            capabilities.questions
        };
        let whole = [Judge, Outcome, Standing];
        assert_eq!(questions(true), whole.into());
        let parts = [LegalActions, Turns, TurnCount, Perft];
        assert_eq!(questions(false), whole.into_iter().chain(parts).collect());
    }
}

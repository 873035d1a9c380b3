//! Subjects put to the suite: one without a right answer passes no case, crashes and hangs are
//! reported, known failures and capabilities count as they should.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use arimaa::Game;
use arimaa::compare::{Engine, Reference};
use arimaa::rules::Rules;
use arimaa::vocab::{Action, Effect, Illegal, Invalid, Part, Snapshot};
use arimaa_conformance::{Case, KnownFailures, Report, Status, Suite, ask_case};
use arimaa_oracle::ask::{Answer, PositionSource, Question, QuestionKind};
use arimaa_oracle::protocol::{Capabilities, Identity};
use arimaa_oracle::subject::{Local, ProtocolFailure, Reply, Subject};

use crate::faulty_engine::{Fault, Faulty};

fn suite() -> Suite {
    Suite::embedded().unwrap()
}

/// A subject that gives the same reply to every question.
struct Fixed {
    identity: Identity,
    capabilities: Capabilities,
    reply: Reply,
}

impl Fixed {
    fn new(reply: Reply) -> Self {
        Self {
            identity: Identity {
                name: "fixed".to_owned(),
                version: None,
            },
            capabilities: Capabilities::default(),
            reply,
        }
    }
}

impl Subject for Fixed {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    fn ask(&mut self, _: &Question) -> Reply {
        self.reply.clone()
    }
}

#[test]
fn subject_without_right_answers_passes_no_case() {
    let suite = suite();
    let crashed = Reply::Failed(ProtocolFailure::Crashed("signal 9".to_owned()));
    for (reply, name) in [
        (crashed, "errored"),
        (Reply::Declined("does not want to".to_owned()), "skipped"),
        (
            Reply::Answer(Answer::TurnCount { count: u64::MAX }),
            "failed",
        ),
        (
            Reply::Answer(Answer::Actions {
                effects: None,
                frozen: None,
                refusals: None,
                actions: Vec::new(),
            }),
            "failed",
        ),
    ] {
        let known = KnownFailures::default();
        let mut done = 0;
        let report = Report::run(&suite.cases, &mut Fixed::new(reply), &known, || done += 1);
        let all = suite.cases.len();
        assert_eq!((report.results.len(), done), (all, all));
        let other = |(case, status): &&(&Case, Status)| {
            // A case can expect that there are no actions.
            let empty = case.expect.actions.as_ref().is_some_and(Vec::is_empty);
            status.name() != name && !(empty && case.question.kind() == QuestionKind::LegalActions)
        };
        let lenient = |(case, _): &&(&Case, Status)| case.expect.unlisted.is_none();
        let found: Vec<_> = report
            .results
            .iter()
            .filter(other)
            .filter(lenient)
            .collect();
        assert!(found.is_empty(), "{found:?}");
    }
}

/// An engine that panics when it is given a position.
#[derive(Clone, Debug, Default)]
struct PanicsAtOnce;

impl Fault for PanicsAtOnce {
    fn from_snapshot<R: Rules>(_: &Snapshot) -> Result<R, Invalid> {
        panic!("no snapshot for me")
    }
}

#[test]
fn panicking_engine_is_reported() {
    let suite = suite();
    let case = suite.case("nothing-stands-there").unwrap();
    let crashed = Reply::Failed(ProtocolFailure::Crashed("no snapshot for me".to_owned()));
    let mut panics = Local::new("panics", Engine::of::<Faulty<Reference, PanicsAtOnce>>());
    assert_eq!(panics.ask(&case.question), crashed);
    let mut panics = panics.with_timeout(Some(Duration::from_mins(1)));
    assert_eq!(panics.ask(&case.question), crashed);
}

/// How often the engine [`Asked`] has counted turns.
static ASKED: AtomicU64 = AtomicU64::new(0);

/// A right engine that adds to [`ASKED`] whenever it counts turns.
#[derive(Clone, Debug, Default)]
struct Asked;

impl Fault for Asked {
    fn count_turns<R: Rules>(engine: &R) -> u64 {
        ASKED.fetch_add(1, Ordering::Relaxed);
        engine.count_turns()
    }
}

#[test]
fn engine_that_hangs_is_reported_and_stops_soon() {
    // All turns after all turns of a game's second move: far more than can be counted at once.
    let text = r#"{"kind": "perft", "count": "turns", "depth": 3, "position": {"state": {"side": "gold",
        "board": "rrrrrrrrdhcemchd................................DHCMECHDRRRRRRRR"}}}"#;
    let question: Question = serde_json::from_str(text).unwrap();
    let mut timeout = Duration::from_millis(20);
    loop {
        let slow = Local::new("slow", Engine::of::<Faulty<Game, Asked>>());
        let mut slow = slow.with_timeout(Some(timeout));
        let seconds = timeout.as_secs_f64();
        let hung = ProtocolFailure::Hung(format!("no answer within {seconds} s"));
        assert_eq!(slow.ask(&question), Reply::Failed(hung));
        // On a busy machine it may not have begun.
        if ASKED.load(Ordering::Relaxed) > 0 {
            break;
        }
        timeout *= 5;
    }

    let stands_still = || {
        let before = ASKED.load(Ordering::Relaxed);
        std::thread::sleep(10 * timeout);
        ASKED.load(Ordering::Relaxed) == before
    };
    assert!((0..100).any(|_| stands_still()));
}

/// An engine whose `check_end` refuses some ends of turns, and whose `apply` ends every turn.
#[derive(Clone, Debug, Default)]
struct EndsAnyTurn;

impl Fault for EndsAnyTurn {
    fn apply<R: Rules>(engine: &mut R, action: Action) -> Result<Effect, Illegal> {
        let ended = Effect::new(Part::TurnEnded, None);
        match action {
            Action::EndTurn => engine.apply(action).or(Ok(ended)),
            _ => engine.apply(action),
        }
    }

    fn check_end<R: Rules + Clone>(engine: &R) -> Result<(), Illegal> {
        engine.check_end()
    }
}

/// An engine whose `check_end` allows every end of a turn, and whose `apply` refuses some.
#[derive(Clone, Debug, Default)]
struct SaysThatAnyTurnCanEnd;

impl Fault for SaysThatAnyTurnCanEnd {
    fn check_end<R: Rules + Clone>(_: &R) -> Result<(), Illegal> {
        Ok(())
    }
}

#[test]
fn the_end_of_a_turn_is_refused_if_apply_refuses_it() {
    let suite = suite();
    let case = suite.case("a-third-occurrence-is-refused").unwrap();
    let verdict = |engine: Engine| ask_case(case, &mut Local::new("engine", engine));
    let failed = |engine: Engine| matches!(verdict(engine), Status::Failed(_));
    assert!(failed(Engine::of::<Faulty<Game, EndsAnyTurn>>()));
    assert!(failed(Engine::both::<Game, Faulty<Game, EndsAnyTurn>>()));
    let says = Engine::of::<Faulty<Game, SaysThatAnyTurnCanEnd>>();
    assert_eq!(verdict(says), Status::Passed);
    assert!(failed(Engine::both::<
        Game,
        Faulty<Game, SaysThatAnyTurnCanEnd>,
    >()));
}

#[test]
fn list_of_known_failures_with_a_mistake_is_refused() {
    let suite = suite();
    let list = "[[known]]\nreason = \"to be mended\"\ncases = [\"nothing-stands-there\"]\n";
    for (text, message) in [
        (
            list.replace("nothing", "no-thing"),
            "there is no case `no-thing-stands-there`",
        ),
        (list.replace("to be mended", " "), "has no reason"),
        (
            list.replace("\"nothing-stands-there\"", ""),
            "`to be mended` has no cases",
        ),
        (format!("{list}{list}"), "stands twice"),
        (
            list.replace("reason", "why"),
            "line 2, column 1: unknown field `why`",
        ),
    ] {
        let error = KnownFailures::read(&text, &suite).unwrap_err();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn case_beyond_capabilities_is_skipped() {
    let suite = suite();
    let mut weak = Fixed::new(Reply::Failed(ProtocolFailure::Crashed("asked".to_owned())));
    weak.capabilities = Capabilities {
        questions: [QuestionKind::Judge].into(),
        editions: ["2008-07-01".to_owned()].into(),
        setups: false,
        mid_turn: false,
        history: false,
        records: false,
        past_end: false,
        strict: false,
        ..Capabilities::default()
    };
    let (mut asked, mut skipped) = (0, 0);
    for case in &suite.cases {
        match ask_case(case, &mut weak) {
            Status::Errored(_) => {
                asked += 1;
                let Question::Judge {
                    position: PositionSource::State(state),
                    strict: false,
                    past_end: false,
                    ..
                } = &case.question
                else {
                    panic!("{} is asked", case.id);
                };
                let state = serde_json::to_value(state).unwrap();
                assert_eq!(state["edition"], "2008-07-01", "{}", case.id);
                assert_eq!(
                    state["steps"].as_array().map(Vec::len),
                    Some(0),
                    "{}",
                    case.id
                );
                assert_eq!(
                    state["earlier"].as_array().map(Vec::len),
                    Some(0),
                    "{}",
                    case.id
                );
            }
            Status::Skipped(_) => skipped += 1,
            other => panic!("{}: {other}", case.id),
        }
    }
    assert!(asked > 100 && skipped > 100, "{asked} {skipped}");
}

#[test]
fn case_of_a_decided_game_needs_the_winner() {
    let suite = suite();
    let why = |id: &str, limit: fn(&mut Capabilities)| {
        let mut capabilities = Capabilities::default();
        limit(&mut capabilities);
        suite.case(id).unwrap().declined_by(&capabilities)
    };
    let needs = |what: &str| Some(format!("needs {what}"));
    let winner = needs("the winner (`outcome`)");
    assert_eq!(
        why("movement-past-the-end", |can| can.outcome = false),
        winner
    );
    assert_eq!(why("beside-to-the-north", |can| can.outcome = false), None);
    assert_eq!(why("no-file-i", |can| can.outcome = false), None);
    let refused = needs("impossible positions to be refused (`validity`)");
    assert_eq!(
        why("nine-rabbits-are-invalid", |can| can.validity = false),
        refused
    );
    assert_eq!(why("nine-rabbits-are-invalid", |_| ()), None);
}

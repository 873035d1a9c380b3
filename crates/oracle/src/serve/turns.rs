//! Turns of expensive questions: more are in progress than there are cores, and they take turns.
//!
//! A question that has computed for a while gives its turn back and waits for the next one, in the
//! midst of its computation. The next turn is for the client whose questions have used the least
//! time, whatever their number, and there for the question of the lowest level of time used, the
//! oldest first. So a question of a second does not wait for those of a minute, and many of the
//! same cost are answered one after the other.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::thread::{self, Thread};
use std::time::Duration;

use super::traffic::locked;
use super::workers::Client;

/// The time of one turn.
pub(super) const TURN: Duration = Duration::from_millis(20);

/// The time used up to which a question has each level.
const LEVELS: [Duration; 3] = [
    Duration::from_millis(250),
    Duration::from_millis(1_250),
    Duration::from_millis(6_250),
];

/// The questions in progress for each turn that is taken at a time.
const IN_PROGRESS: usize = 8;

/// How often a question that waits looks whether its time is over.
const LOOK: Duration = Duration::from_millis(50);

/// The questions in progress, and which of them compute.
#[derive(Debug)]
pub(super) struct Schedule {
    /// How many more may compute now, and how many may be in progress.
    free: usize,
    most: usize,
    clients: HashMap<Client, Account>,
    questions: HashMap<u64, InProgress>,
    begun: u64,
}

/// A client with questions in progress.
#[derive(Debug, Default)]
struct Account {
    used: Duration,
    questions: usize,
}

#[derive(Debug)]
struct InProgress {
    client: Client,
    used: Duration,
    state: State,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum State {
    Computes,
    Waits,
    /// Its time is over, so that it ends at once and needs no turn.
    Ends,
}

impl Schedule {
    /// So many may compute at a time.
    pub(super) fn new(turns: usize) -> Self {
        Self {
            free: turns,
            most: IN_PROGRESS * turns,
            clients: HashMap::new(),
            questions: HashMap::new(),
            begun: 0,
        }
    }

    /// Whether one more question of a client may be in progress: a client has no more than half of
    /// those that the others leave, so that there is room for the next client.
    pub(super) fn admits(&self, client: Client) -> bool {
        let own = self.clients.get(&client).map_or(0, |own| own.questions);
        2 * own < self.most.saturating_sub(self.questions.len())
    }

    /// One more question in progress, which waits for its first turn.
    pub(super) fn begin(&mut self, client: Client) -> u64 {
        let least = self.clients.values().map(|account| account.used).min();
        let used = least.unwrap_or_default();
        let start = || Account { used, questions: 0 };
        self.clients.entry(client).or_insert_with(start).questions += 1;
        self.begun += 1;
        let question = InProgress {
            client,
            used: Duration::ZERO,
            state: State::Waits,
        };
        self.questions.insert(self.begun, question);
        self.begun
    }

    /// Counts time that a question has used.
    fn charge(&mut self, number: u64, used: Duration) {
        let Some(question) = self.questions.get_mut(&number) else {
            return;
        };
        question.used += used;
        if let Some(account) = self.clients.get_mut(&question.client) {
            account.used += used;
        }
    }

    /// Changes the state of a question; a turn that it had is free then.
    fn set(&mut self, number: u64, state: State) {
        if let Some(question) = self.questions.get_mut(&number) {
            let before = std::mem::replace(&mut question.state, state);
            self.free += usize::from(before == State::Computes);
            self.free -= usize::from(state == State::Computes);
        }
    }

    /// Gives a turn, if one is free, to the question that is next.
    fn grant(&mut self) -> Option<u64> {
        if self.free == 0 {
            return None;
        }
        let waiting = self.questions.iter();
        let waiting = waiting.filter(|(_, question)| question.state == State::Waits);
        let key = |(number, question): &(&u64, &InProgress)| {
            let account = self.clients.get(&question.client);
            let level = LEVELS.iter().filter(|most| question.used >= **most).count();
            (account.map(|account| account.used), level, **number)
        };
        let (&next, _) = waiting.min_by_key(key)?;
        self.set(next, State::Computes);
        Some(next)
    }

    /// Ends a question.
    fn end(&mut self, number: u64) {
        self.set(number, State::Ends);
        let Some(question) = self.questions.remove(&number) else {
            return;
        };
        if let Some(account) = self.clients.get_mut(&question.client) {
            account.questions -= 1;
            if account.questions == 0 {
                self.clients.remove(&question.client);
            }
        }
    }
}

/// The schedule, and the threads that wait for their turns.
#[derive(Debug)]
pub(super) struct Turns(Mutex<(Schedule, HashMap<u64, Thread>)>);

/// The turns of one question in progress, on its thread.
#[derive(Debug)]
pub(super) struct Turn {
    turns: Arc<Turns>,
    number: u64,
}

impl Turns {
    pub(super) fn new(turns: usize) -> Arc<Self> {
        let threads = HashMap::new();
        Arc::new(Self(Mutex::new((Schedule::new(turns), threads))))
    }

    /// Does something with the schedule, and wakes the questions that have turns then.
    fn change<T>(&self, change: impl FnOnce(&mut Schedule) -> T) -> T {
        let (schedule, threads) = &mut *locked(&self.0);
        let done = change(schedule);
        while let Some(next) = schedule.grant() {
            if let Some(thread) = threads.get(&next) {
                thread.unpark();
            }
        }
        done
    }

    /// Whether one more question of a client may be in progress.
    pub(super) fn admits(&self, client: Client) -> bool {
        locked(&self.0).0.admits(client)
    }

    /// Whether no question is in progress.
    pub(super) fn are_idle(&self) -> bool {
        locked(&self.0).0.questions.is_empty()
    }

    /// Begins a question on this thread, which waits for its first turn.
    pub(super) fn begin(self: &Arc<Self>, client: Client) -> Turn {
        let (schedule, threads) = &mut *locked(&self.0);
        let number = schedule.begin(client);
        threads.insert(number, thread::current());
        let turns = Arc::clone(self);
        Turn { turns, number }
    }
}

impl Turn {
    /// Gives the turn back after some time that was used, and waits for the next.
    pub(super) fn pass(&self, used: Duration, is_over: &dyn Fn() -> bool) {
        self.turns.change(|schedule| {
            schedule.charge(self.number, used);
            schedule.set(self.number, State::Waits);
        });
        self.wait(is_over);
    }

    /// Waits for a turn, unless `is_over` holds.
    pub(super) fn wait(&self, is_over: &dyn Fn() -> bool) {
        let number = self.number;
        self.turns.change(|_| ());
        while self.waits() {
            if is_over() {
                return self
                    .turns
                    .change(|schedule| schedule.set(number, State::Ends));
            }
            thread::park_timeout(LOOK);
        }
    }

    fn waits(&self) -> bool {
        let question = &locked(&self.turns.0).0.questions;
        let question = question.get(&self.number);
        question.is_some_and(|question| question.state == State::Waits)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.turns.change(|schedule| schedule.end(self.number));
        locked(&self.turns.0).1.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        clippy::unchecked_time_subtraction,
        clippy::unnecessary_wraps,
        reason = "times and numbers of a simulation are small"
    )]

    use std::net::IpAddr;

    use super::*;

    const CORES: usize = 2;

    fn client(number: u8) -> Client {
        Some(IpAddr::from([10, 0, 0, number]))
    }

    /// A machine with a clock of its own.
    struct Machine {
        schedule: Schedule,
        time: Duration,
        /// The questions in progress, and the time that they need; then, when they were answered.
        needed: HashMap<u64, Duration>,
        answered: HashMap<u64, Duration>,
    }

    impl Machine {
        fn new() -> Self {
            Self {
                schedule: Schedule::new(CORES),
                time: Duration::ZERO,
                needed: HashMap::new(),
                answered: HashMap::new(),
            }
        }

        fn ask(&mut self, client: Client, seconds: f64) -> u64 {
            assert!(self.schedule.admits(client), "{client:?}");
            let number = self.schedule.begin(client);
            let needed = Duration::from_secs_f64(seconds);
            self.needed.insert(number, needed);
            number
        }

        /// Lets all cores compute for some time.
        fn run(&mut self, seconds: f64) {
            let until = self.time + Duration::from_secs_f64(seconds);
            while self.time < until {
                while self.schedule.grant().is_some() {}
                self.time += TURN;
                let questions = self.schedule.questions.iter();
                let computing = questions.filter(|(_, question)| question.state == State::Computes);
                let computing: Vec<u64> = computing.map(|(number, _)| *number).collect();
                assert!(computing.len() <= CORES);
                for number in computing {
                    self.schedule.charge(number, TURN);
                    if self.schedule.questions[&number].used >= self.needed[&number] {
                        self.schedule.end(number);
                        self.answered.insert(number, self.time);
                    } else {
                        self.schedule.set(number, State::Waits);
                    }
                }
            }
        }

        fn used_by(&self, client: Client) -> Duration {
            let questions = self.schedule.questions.values();
            let own = questions.filter(|question| question.client == client);
            own.map(|question| question.used).sum()
        }
    }

    #[test]
    fn short_question_beside_twice_as_many_long_ones_as_cores_is_answered_soon() {
        for (is_of_one_client, is_later) in
            [(true, true), (true, false), (false, true), (false, false)]
        {
            for (needed, soon) in [(0.1, 1.0), (1.0, 5.0)] {
                let mut machine = Machine::new();
                for number in 0..2 * CORES {
                    let number = if is_of_one_client { 0 } else { number as u8 };
                    machine.ask(client(number), 60.0);
                }
                if is_later {
                    machine.run(20.0);
                }
                let begun = machine.time;
                let number = machine.ask(client(if is_of_one_client { 0 } else { 9 }), needed);
                machine.run(10.0);
                let time = machine.answered[&number] - begun;
                assert!(time.as_secs_f64() < soon, "{needed} s took {time:?}");
            }
        }
    }

    #[test]
    fn share_of_a_client_is_independent_of_how_many_questions_it_has() {
        let mut machine = Machine::new();
        // One that was there before has no claim to less, and the next none to more.
        machine.ask(client(1), 600.0);
        machine.run(30.0);
        let before = machine.used_by(client(1));
        for _ in 0..4 {
            machine.ask(client(2), 600.0);
        }
        machine.ask(client(3), 600.0);
        machine.run(30.0);
        let fair = 30.0 * CORES as f64 / 3.0;
        let used = [
            machine.used_by(client(1)) - before,
            machine.used_by(client(2)),
            machine.used_by(client(3)),
        ];
        for used in used {
            assert!(
                (used.as_secs_f64() - fair).abs() < 0.1,
                "{used:?} of {fair}"
            );
        }
    }

    #[test]
    fn questions_of_the_same_cost_are_answered_in_their_order() {
        let mut machine = Machine::new();
        let numbers: Vec<u64> = (0..5).map(|_| machine.ask(None, 1.0)).collect();
        machine.run(3.0);
        let times = numbers.iter().map(|number| machine.answered[number]);
        let times: Vec<Duration> = times.collect();
        assert!(times.is_sorted(), "{times:?}");
        assert!(times[1] < Duration::from_millis(1_600), "{times:?}");
    }

    #[test]
    fn client_leaves_room_for_the_next() {
        let mut schedule = Schedule::new(CORES);
        for number in 0..6 {
            let mut own = 0;
            while schedule.admits(client(number)) {
                schedule.begin(client(number));
                own += 1;
            }
            assert!(own > 0, "{number}");
            assert!(number > 0 || own > 2 * CORES, "{own}");
        }
        assert!(schedule.questions.len() <= schedule.most);
    }

    /// A question whose time is over while it waits ends without a turn.
    #[test]
    fn question_that_is_over_stops_waiting() {
        let turns = Turns::new(1);
        let first = turns.begin(None);
        first.wait(&|| false);
        let other = Arc::clone(&turns);
        thread::scope(|scope| {
            let second = scope.spawn(move || other.begin(None).wait(&|| true));
            assert!(second.join().is_ok());
        });
        assert_eq!(locked(&turns.0).0.free, 0);
        drop(first);
        let left = locked(&turns.0);
        assert_eq!(
            (left.0.free, left.0.questions.len(), left.1.len()),
            (1, 0, 0)
        );
    }
}

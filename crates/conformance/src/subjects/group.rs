//! Child processes, each the leader of a process group that is killed with all its members.
//!
//! On Unix a group is a process group, on Windows a job object. A program that leaves its group, as
//! a daemon does, is not ended.

use std::io;
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use leader::Leader;

type Shared = Mutex<Leader>;

/// The standard streams of a child: in, out and error.
type Streams = (Option<ChildStdin>, Option<ChildStdout>, Option<ChildStderr>);

/// A child process and all its descendants.
#[derive(Debug)]
pub(super) struct Group(Arc<Shared>);

/// The process groups that this process has started; `None` after [`end_children`].
static RUNNING: Mutex<Option<Vec<Weak<Shared>>>> = Mutex::new(Some(Vec::new()));

/// Ends every child process of this library and their descendants at once, and lets no other start.
///
/// For the handler of a signal that ends this process: groups of their own do not get the signals
/// of a terminal.
pub fn end_children() {
    let groups = lock(&RUNNING).take().unwrap_or_default();
    let groups = groups.iter().filter_map(Weak::upgrade).map(Group);
    let groups: Vec<Group> = groups.collect();
    // All are killed before any is waited for: there may be no time for more than that.
    for group in &groups {
        leader::kill_group(&mut lock(&group.0)).ok();
    }
}

impl Group {
    /// Starts a command as the leader of a new group.
    pub(super) fn spawn(command: Command) -> io::Result<Self> {
        let mut running = lock(&RUNNING);
        let Some(running) = running.as_mut() else {
            return Err(io::Error::other("all child processes have been ended"));
        };
        let group = Arc::new(Mutex::new(leader::spawn(command)?));
        running.retain(|other| other.strong_count() > 0);
        running.push(Arc::downgrade(&group));
        Ok(Self(group))
    }

    /// The standard streams; `None` for each after the first call.
    pub(super) fn streams(&self) -> Streams {
        leader::streams(&mut lock(&self.0))
    }

    /// The exit status of the leader, if it has ended.
    pub(super) fn try_wait(&self) -> io::Result<Option<ExitStatus>> {
        lock(&self.0).try_wait()
    }

    /// Kills the whole group, even if its leader has already exited.
    fn kill(&self) {
        let mut leader = lock(&self.0);
        // There may be nothing left to kill. The status is collected in any case.
        leader::kill_group(&mut leader).ok();
        leader.wait().ok();
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
    }
}

#[cfg(unix)]
mod leader {
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    use rustix::process::{Pid, Signal, kill_process_group};

    pub(super) type Leader = Child;

    pub(super) fn spawn(mut command: Command) -> io::Result<Leader> {
        command.process_group(0).spawn()
    }

    pub(super) fn streams(leader: &mut Leader) -> super::Streams {
        (
            leader.stdin.take(),
            leader.stdout.take(),
            leader.stderr.take(),
        )
    }

    pub(super) fn kill_group(leader: &mut Leader) -> io::Result<()> {
        Ok(kill_process_group(Pid::from_child(leader), Signal::KILL)?)
    }
}

#[cfg(windows)]
mod leader {
    use std::io;
    use std::process::Command;

    use process_wrap::std::{ChildWrapper, CommandWrap, JobObject};

    pub(super) type Leader = Box<dyn ChildWrapper>;

    pub(super) fn spawn(command: Command) -> io::Result<Leader> {
        CommandWrap::from(command).wrap(JobObject).spawn()
    }

    pub(super) fn streams(leader: &mut Leader) -> super::Streams {
        (
            leader.stdin().take(),
            leader.stdout().take(),
            leader.stderr().take(),
        )
    }

    pub(super) fn kill_group(leader: &mut Leader) -> io::Result<()> {
        leader.start_kill()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

//! Programs that tests start. Each of them ends, in every case: when the test fails, when it takes too long,
//! when the test is killed.

use std::io::{self, Write};
use std::ops::{Deref, DerefMut};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// How long a program may take; a minute is much on any machine.
const LIMIT: Duration = Duration::from_secs(600);

/// The program, with nothing of our own terminal and locale. The system ends it after ten minutes of work and
/// refuses it more than 12 GiB, even where the test that started it is no more.
pub fn cardwright() -> Command {
    let program = env!("CARGO_BIN_EXE_cardwright");
    let mut command = match cfg!(unix) {
        true => {
            let mut shell = Command::new("sh");
            shell.args(["-c", "ulimit -t 600; ulimit -v 12582912; exec \"$0\" \"$@\"", program]);
            shell
        }
        false => Command::new(program),
    };
    without_terminal(&mut command);
    command
}

/// A shell script that stops at the first command that fails, and finds the program as `cardwright`.
pub fn shell(script: &str) -> Command {
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_cardwright"));
    let folder = program.parent().expect("it lies in a folder");
    let others = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::iter::once(folder.to_owned()).chain(std::env::split_paths(&others));
    let mut command = Command::new("sh");
    command.args(["-ec", script]).env("PATH", std::env::join_paths(paths).expect("paths without separators"));
    without_terminal(&mut command);
    command
}

/// Takes our own terminal and locale from a program.
fn without_terminal(command: &mut Command) {
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "TERM", "LC_ALL", "LC_CTYPE", "LANG"] {
        command.env_remove(name);
    }
}

/// Says on the error stream that a test, or the rest of it, is skipped, and why. It is not `eprintln!`, which
/// the harness shows of failed tests only.
pub fn skip(why: &str) {
    let test = thread::current().name().unwrap_or("a test").to_owned();
    writeln!(io::stderr(), "{test}: skipped, {why}").expect("an error stream");
}

/// Returns the output of a program that not every machine has; `None`, which [`skip`] says, without it.
pub fn run_installed(command: &mut Command) -> Option<Output> {
    match command.output() {
        Ok(output) => Some(output),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            skip(&format!("there is no `{}`", command.get_program().display()));
            None
        }
        Err(error) => panic!("{command:?}: {error}"),
    }
}

/// Runs git in a folder, with no settings but these and those of the repository. `None` if there is no git;
/// a command that fails fails the test.
#[track_caller]
pub fn git(folder: &std::path::Path, home: &std::path::Path, args: &[&str]) -> Option<String> {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(["-c", "core.hooksPath=/nowhere", "-c", "core.fsmonitor=false"]);
    command.args(["-c", "user.name=n", "-c", "user.email=e@example.org"]).args(args);
    command.env("GIT_CONFIG_NOSYSTEM", "1").env("HOME", home);
    let run = run_installed(&mut command)?;
    assert!(run.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&run.stderr));
    Some(String::from_utf8(run.stdout).expect("UTF-8").trim().to_owned())
}

/// Starts and ends the programs that tests run.
pub trait Ends {
    /// Starts a program with pipes or files as they were set. Its own children end with it, at the latest at
    /// the end of the test.
    fn begun(&mut self) -> Running;

    /// Starts a program that reads nothing, and returns its output.
    fn ended(&mut self) -> Output;
}

impl Ends for Command {
    fn begun(&mut self) -> Running {
        Running::new(self, LIMIT)
    }

    fn ended(&mut self) -> Output {
        let command = self.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.begun().wait_with_output().expect("it ends")
    }
}

/// A program that runs, in a process group of its own. The group is killed when this is dropped.
pub struct Running {
    child: Option<Child>,
    group: u32,
    /// Tells the thread that waits for the limit that the program has ended.
    ended: Option<Sender<()>>,
}

impl Running {
    fn new(command: &mut Command, limit: Duration) -> Running {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let child = command.spawn().expect("it starts");
        let group = child.id();
        let (ended, wait) = channel();
        thread::spawn(move || {
            if wait.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
                kill(group);
            }
        });
        Running { child: Some(child), group, ended: Some(ended) }
    }

    /// Waits for its end, and returns its output to pipes that nobody has taken.
    pub fn wait_with_output(mut self) -> io::Result<Output> {
        self.child.take().expect("it runs").wait_with_output()
    }
}

impl Deref for Running {
    type Target = Child;

    fn deref(&self) -> &Child {
        self.child.as_ref().expect("it runs")
    }
}

impl DerefMut for Running {
    fn deref_mut(&mut self) -> &mut Child {
        self.child.as_mut().expect("it runs")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.ended.take());
        let Some(mut child) = self.child.take() else { return };
        kill(self.group);
        // On systems without process groups. Nothing need be done about a child that has ended.
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// Kills a process group.
fn kill(group: u32) {
    if cfg!(unix) {
        let mut kill = Command::new("kill");
        let _ = kill
            .args(["-KILL", "--", &format!("-{group}")])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
    }
}

#[cfg(unix)]
#[test]
fn what_a_test_starts_ends_with_it() {
    use std::io::{BufRead, BufReader};
    use std::os::unix::process::ExitStatusExt;
    // A program that starts another one.
    let script = ["-c", "sleep 600 & echo $!; wait"];
    let start = |limit: Duration| {
        let mut command = Command::new("sh");
        let mut running = Running::new(command.args(script).stdout(Stdio::piped()), limit);
        let mut line = String::new();
        BufReader::new(running.stdout.take().expect("piped")).read_line(&mut line).expect("it writes");
        (running, line.trim().to_owned())
    };
    let is_gone = |pid: &str| {
        // A process that was killed may be listed until somebody has asked for its end.
        (0..100).any(|_| {
            thread::sleep(Duration::from_millis(20));
            let status = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            let listed = Command::new("kill").args(["-0", pid]).stderr(Stdio::null()).status();
            !listed.is_ok_and(|run| run.success()) || status.contains(") Z ")
        })
    };
    let (running, child) = start(LIMIT);
    let failed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(move || {
        let _running = running;
        std::panic::resume_unwind(Box::new("a test fails"));
    }));
    assert!(failed.is_err() && is_gone(&child));
    let (running, child) = start(Duration::from_millis(50));
    assert_eq!(running.wait_with_output().expect("it ends").status.signal(), Some(9));
    assert!(is_gone(&child));
}

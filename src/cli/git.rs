//! What git remembers of a folder, read without reading a word of the repository's own settings.
//!
//! A repository can come with a package, and its settings can name programs: to fetch what is missing, to watch files, to
//! convert them, to ask for a password. So git is never started in the repository. It is started in a repository of our own,
//! made for the occasion, with our settings, an empty environment, and copies of the references; only the objects are those of
//! the other, and objects are data. Only two plumbing commands run, and neither converts what it reads.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// How many references are copied at most, and how deep their folders are looked into.
const MOST_REFERENCES: usize = 50_000;
const DEEPEST: usize = 12;
/// The largest file of references, in bytes.
const LARGEST: u64 = 64 << 20;
/// How long git may take for one answer. A repository can make it wait for ever: an object that is a pipe, for one.
const PATIENCE: Duration = Duration::from_secs(60);

/// A repository that can be read and do nothing.
pub(super) struct Repository {
    /// Our own repository: settings, references, no objects.
    own: tempfile::TempDir,
    objects: PathBuf,
    program: PathBuf,
    /// The folder inside the repository, with `/` at its end; empty at its top.
    pub(super) prefix: String,
}

impl Repository {
    /// The repository that a folder is in; the folder is given with all links followed.
    ///
    /// # Errors
    /// Why there is none that can be read.
    pub(super) fn around(folder: &Path) -> Result<Repository, String> {
        let program = program().ok_or("it is no folder with a `game.toml`, and there is no git here")?;
        let (top, folder_of_git) =
            folder.ancestors().find_map(|top| Some((top, folder_of_git(top)?))).ok_or_else(|| {
                format!("`{}` is in no git repository, and there is no folder of that name", folder.display())
            })?;
        let inside = folder.strip_prefix(top).unwrap_or(Path::new(""));
        let parts: Option<Vec<&str>> = inside.components().map(|c| c.as_os_str().to_str()).collect();
        let parts = parts.ok_or("the name of its folder is not UTF-8")?;
        let prefix = parts.iter().map(|part| format!("{part}/")).collect();
        // A second work tree has its own HEAD, and the rest in common with the first.
        let common = match fs::read_to_string(folder_of_git.join("commondir")) {
            Ok(path) => folder_of_git.join(path.trim_end()),
            Err(_) => folder_of_git.clone(),
        };
        let own = copy(&folder_of_git, &common).map_err(|e| format!("its references cannot be read: {e}"))?;
        Ok(Repository { own, objects: common.join("objects"), program, prefix })
    }

    /// Runs a plumbing command of git and gives what it writes, at most `most` bytes.
    ///
    /// # Errors
    /// What git says, or why it says nothing.
    pub(super) fn ask(&self, args: &[&str], input: &[u8], most: u64) -> Result<Vec<u8>, String> {
        let mut child = self.command(args).spawn().map_err(|error| format!("git cannot be started: {error}"))?;
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let child = Mutex::new(child);
        let kill = || child.lock().map(|mut child| child.kill()).is_ok_and(|killed| killed.is_ok());
        let (done, finished) = mpsc::channel::<()>();
        let (mut out, mut said, mut late) = (Vec::new(), String::new(), false);
        std::thread::scope(|scope| {
            // Written and read at once: neither waits for the other.
            scope.spawn(|| stdin.map(|mut to| to.write_all(input)));
            let listening = scope.spawn(|| {
                let mut said = String::new();
                let _ = stderr.map(|from| from.take(1 << 16).read_to_string(&mut said));
                said
            });
            let watching =
                scope.spawn(move || finished.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) && kill());
            if let Some(from) = stdout {
                // A reader that stops early ends git, too.
                let _ = from.take(most + 1).read_to_end(&mut out);
            }
            drop(done);
            said = listening.join().unwrap_or_default();
            late = watching.join().unwrap_or_default();
        });
        let mut child = child.into_inner().map_err(|_| "git was lost sight of")?;
        let status = child.wait().map_err(|error| error.to_string())?;
        if late {
            return Err(format!("git gave no answer for {} seconds", PATIENCE.as_secs()));
        }
        if out.len() as u64 > most {
            return Err(format!("it has more than {} MiB", most >> 20));
        }
        if !status.success() {
            let why = said.lines().next().unwrap_or("git does not say why").trim_start_matches("fatal: ");
            return Err(format!("git says: {why}"));
        }
        Ok(out)
    }

    fn command(&self, args: &[&str]) -> Command {
        let own = self.own.path();
        let mut command = Command::new(&self.program);
        // Nothing of the user's environment either: `GIT_…` variables of a hook that runs us would mean another repository.
        command.env_clear();
        let kept = ["PATH", "LD_LIBRARY_PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR"];
        command.envs(kept.iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
        command.current_dir(own).env("HOME", own).env("LC_ALL", "C").args(args);
        command.env("GIT_DIR", own).env("GIT_OBJECT_DIRECTORY", &self.objects);
        command
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CONFIG_GLOBAL", own.join("none"))
            .env("GIT_ATTR_NOSYSTEM", "1");
        // Our settings name no place to fetch from; these say again that nothing is fetched, by any protocol, and nobody asked.
        // A slash is part of no protocol's name, and so allows none.
        command.env("GIT_NO_LAZY_FETCH", "1").env("GIT_ALLOW_PROTOCOL", "/").env("GIT_TERMINAL_PROMPT", "0");
        command.env("GIT_NO_REPLACE_OBJECTS", "1").env("GIT_LITERAL_PATHSPECS", "1").env("GIT_OPTIONAL_LOCKS", "0");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }
}

/// The program: where the user's search path has it, but not from a folder that is named relative to the one they are in, which
/// may be a package's.
fn program() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let name = format!("git{}", std::env::consts::EXE_SUFFIX);
    std::env::split_paths(&path).filter(|folder| folder.is_absolute()).map(|f| f.join(&name)).find(|p| p.is_file())
}

/// The folder in which git keeps what it knows of a work tree: `.git` itself, or the one that a file `.git` names.
fn folder_of_git(top: &Path) -> Option<PathBuf> {
    let git = top.join(".git");
    let folder = if git.is_file() {
        let text = fs::read_to_string(&git).ok()?;
        top.join(text.strip_prefix("gitdir:")?.trim())
    } else {
        git
    };
    folder.join("HEAD").is_file().then_some(folder)
}

/// A repository without objects that has the references of another, and none of its settings.
fn copy(folder: &Path, common: &Path) -> io::Result<tempfile::TempDir> {
    let own = tempfile::Builder::new().prefix("cardwright-git-").tempdir()?;
    let mut left = MOST_REFERENCES;
    let mut long = false;
    for (from, name) in
        [(common, "refs"), (common, "packed-refs"), (common, "logs"), (folder, "HEAD"), (folder, "logs")]
    {
        copy_tree(&from.join(name), &own.path().join(name), DEEPEST, &mut left, &mut long)?;
    }
    fs::create_dir_all(own.path().join("refs"))?;
    fs::create_dir_all(own.path().join("objects"))?;
    let format = if long { "sha256" } else { "sha1" };
    // What is large is passed on bit by bit, and not held in memory.
    let settings = format!(
        "[core]\n\trepositoryformatversion = 1\n\tbare = true\n\tbigFileThreshold = 16m\n[extensions]\n\tobjectFormat = {format}\n"
    );
    fs::write(own.path().join("config"), settings)?;
    Ok(own)
}

/// Copies a file, or the files of a folder and those below it; what is neither is left out. Notes whether hashes are long ones.
fn copy_tree(from: &Path, to: &Path, depth: usize, left: &mut usize, long: &mut bool) -> io::Result<()> {
    let Ok(kind) = fs::symlink_metadata(from) else { return Ok(()) };
    if kind.is_dir() && depth > 0 {
        fs::create_dir_all(to)?;
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            // Copies of objects that stand for others are none of ours.
            if entry.file_name() != "replace" {
                copy_tree(&entry.path(), &to.join(entry.file_name()), depth - 1, left, long)?;
            }
        }
    } else if kind.is_file() && kind.len() <= LARGEST && *left > 0 {
        *left -= 1;
        let bytes = fs::read(from)?;
        let word = bytes.split(|b| b.is_ascii_whitespace()).find(|word| word.len() >= 40);
        *long |= word.is_some_and(|word| word.len() == 64 && word.iter().all(u8::is_ascii_hexdigit));
        fs::write(to, bytes)?;
    }
    Ok(())
}

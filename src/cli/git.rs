//! Reads packages from git repositories without trusting the repository's settings.
//!
//! A repository can come with a package, and its settings can name programs: to fetch missing objects, to
//! watch files, to convert them, to ask for a password. So git is never started in the repository. It is
//! started in a temporary repository of our own, with our settings, an empty environment, and copies of the
//! references. Only the objects belong to the other repository, and objects are data. Only two plumbing
//! commands run, and neither converts what it reads.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use crate::package::{create_folders, write_temporary};

/// Maximum number of references copied (`MOST_REFERENCES`), and maximum depth of their folders (`DEEPEST`).
const MOST_REFERENCES: usize = 50_000;
const DEEPEST: usize = 12;
/// Maximum size of a file of references, in bytes.
const LARGEST: u64 = 64 << 20;
/// Timeout of a git command. A repository can make git wait forever, for example by an object that is a pipe.
const PATIENCE: Duration = Duration::from_secs(60);

/// A repository that can be read without running anything from it.
pub(super) struct Repository {
    /// Our own repository: settings and references, but no objects.
    own: tempfile::TempDir,
    objects: PathBuf,
    program: PathBuf,
    /// The folder inside the repository, with a trailing `/`; empty for its root.
    pub(super) prefix: String,
}

impl Repository {
    /// Opens the repository that contains a folder. The folder is given with all links resolved.
    ///
    /// # Errors
    /// The reason why no repository can be read.
    pub(super) fn around(folder: &Path) -> Result<Repository, String> {
        let program = program().ok_or("it is not a folder with a `game.toml`, and git is not installed")?;
        let (top, folder_of_git) =
            folder.ancestors().find_map(|top| Some((top, folder_of_git(top)?))).ok_or_else(|| {
                format!("`{}` is in no git repository, and there is no folder of that name", folder.display())
            })?;
        let inside = folder.strip_prefix(top).unwrap_or(Path::new(""));
        let parts: Option<Vec<&str>> = inside.components().map(|c| c.as_os_str().to_str()).collect();
        let parts = parts.ok_or("the name of its folder is not UTF-8")?;
        let prefix = parts.iter().map(|part| format!("{part}/")).collect();
        // A linked work tree has its own HEAD, and shares the rest with the main one.
        let common = match fs::read_to_string(folder_of_git.join("commondir")) {
            Ok(path) => folder_of_git.join(path.trim_end()),
            Err(_) => folder_of_git.clone(),
        };
        let own =
            copy(&folder_of_git, &common).map_err(|e| format!("its references cannot be copied: {e}"))?;
        Ok(Repository { own, objects: common.join("objects"), program, prefix })
    }

    /// Runs a plumbing command of git and returns its output, at most `most` bytes.
    ///
    /// # Errors
    /// The error message of git, or the reason why there is none.
    pub(super) fn run(&self, args: &[&str], input: &[u8], most: u64) -> Result<Vec<u8>, String> {
        let mut child =
            self.command(args).spawn().map_err(|error| format!("git cannot be started: {error}"))?;
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let child = Mutex::new(child);
        let kill = || child.lock().map(|mut child| child.kill()).is_ok_and(|killed| killed.is_ok());
        let (done, finished) = mpsc::channel::<()>();
        let (mut out, mut said, mut late) = (Vec::new(), String::new(), false);
        std::thread::scope(|scope| {
            // Input and output run in parallel, so that neither blocks the other.
            scope.spawn(|| stdin.map(|mut to| to.write_all(input)));
            let listening = scope.spawn(|| {
                let mut said = String::new();
                let _ = stderr.map(|from| from.take(1 << 16).read_to_string(&mut said));
                said
            });
            let watching = scope
                .spawn(move || finished.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) && kill());
            if let Some(from) = stdout {
                // Closing the pipe early ends git, too.
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
        // The environment is cleared: the `GIT_…` variables of a hook that runs us would name another
        // repository.
        command.env_clear();
        let kept = ["PATH", "LD_LIBRARY_PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR"];
        command.envs(kept.iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
        command.current_dir(own).env("HOME", own).env("LC_ALL", "C").args(args);
        command.env("GIT_DIR", own).env("GIT_OBJECT_DIRECTORY", &self.objects);
        command
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CONFIG_GLOBAL", own.join("none"))
            .env("GIT_ATTR_NOSYSTEM", "1");
        // Our settings name no remote. These variables make sure that nothing is fetched by any protocol, and
        // that the user is not prompted. A slash is not part of any protocol's name, so it allows none.
        command.env("GIT_NO_LAZY_FETCH", "1").env("GIT_ALLOW_PROTOCOL", "/").env("GIT_TERMINAL_PROMPT", "0");
        command
            .env("GIT_NO_REPLACE_OBJECTS", "1")
            .env("GIT_LITERAL_PATHSPECS", "1")
            .env("GIT_OPTIONAL_LOCKS", "0");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }
}

/// Finds git in the search path. Skips relative entries, which may point into a package.
fn program() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let name = format!("git{}", std::env::consts::EXE_SUFFIX);
    std::env::split_paths(&path)
        .filter(|folder| folder.is_absolute())
        .map(|f| f.join(&name))
        .find(|p| p.is_file())
}

/// Returns the git directory of a work tree: `.git` itself, or the one named by a file `.git`.
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

/// Creates a repository without objects, with the references of another, but none of its settings.
fn copy(folder: &Path, common: &Path) -> io::Result<tempfile::TempDir> {
    let own = tempfile::Builder::new().prefix("cardwright-git-").tempdir()?;
    let mut left = MOST_REFERENCES;
    let mut long = false;
    for (from, name) in
        [(common, "refs"), (common, "packed-refs"), (common, "logs"), (folder, "HEAD"), (folder, "logs")]
    {
        copy_tree(&from.join(name), &own.path().join(name), DEEPEST, &mut left, &mut long)?;
    }
    create_folders(&own.path().join("refs"))?;
    create_folders(&own.path().join("objects"))?;
    let format = if long { "sha256" } else { "sha1" };
    // Large objects are streamed, not held in memory.
    let settings = format!(
        "[core]\n\trepositoryformatversion = 1\n\tbare = true\n\tbigFileThreshold = 16m\n[extensions]\n\tobjectFormat = {format}\n"
    );
    write_temporary(&own.path().join("config"), settings.as_bytes())?;
    Ok(own)
}

/// Copies a file, or a folder with everything below it; skips anything else. Sets `long` if hashes are
/// SHA-256.
fn copy_tree(from: &Path, to: &Path, depth: usize, left: &mut usize, long: &mut bool) -> io::Result<()> {
    let Ok(kind) = fs::symlink_metadata(from) else { return Ok(()) };
    if kind.is_dir() && depth > 0 {
        create_folders(to)?;
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            // Replacement references are not copied.
            if entry.file_name() != "replace" {
                copy_tree(&entry.path(), &to.join(entry.file_name()), depth - 1, left, long)?;
            }
        }
    } else if kind.is_file() && kind.len() <= LARGEST && *left > 0 {
        *left -= 1;
        let bytes = fs::read(from)?;
        let word = bytes.split(|b| b.is_ascii_whitespace()).find(|word| word.len() >= 40);
        *long |= word.is_some_and(|word| word.len() == 64 && word.iter().all(u8::is_ascii_hexdigit));
        write_temporary(to, &bytes)?;
    }
    Ok(())
}

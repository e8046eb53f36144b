//! Another state of a package: a folder, or what git remembers of it.

use std::io::{Read, Write};
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};

use super::{Stop, open};
use crate::compile::Game;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::printer as codes;

/// Most files that are taken out of a revision.
const MOST_FILES: usize = 20_000;
/// Most bytes that are taken out of a revision.
const MOST_BYTES: u64 = 512 << 20;

/// The package in a folder, or the revision of the package `game` that git knows by this name.
///
/// # Errors
/// A revision that cannot be had, or a package that does not compile.
pub(super) fn other(game: &str, wanted: &str) -> Result<Game, Stop> {
    if Path::new(wanted).join("game.toml").is_file() {
        return opened(wanted, wanted);
    }
    let package = Path::new(game);
    if !package.is_dir() {
        return Err(cannot(wanted, format!("`{game}` is no folder, so git knows nothing of it")));
    }
    // What a package includes lies in the folders beside it.
    let package = std::fs::canonicalize(package).map_err(Stop::Io)?;
    let (Some(shelf), Some(name)) = (package.parent(), package.file_name()) else {
        return Err(cannot(wanted, "the package is not in a folder".into()));
    };
    let folder = tempfile::tempdir().map_err(Stop::Io)?;
    take_out(shelf, wanted, folder.path())?;
    let there = folder.path().join(name);
    if !there.join("game.toml").is_file() {
        return Err(cannot(wanted, format!("there is no `{}` in it", name.to_string_lossy())));
    }
    opened(&there.to_string_lossy(), wanted)
}

/// Opens another state; says of which state it is that something is wrong.
fn opened(folder: &str, wanted: &str) -> Result<Game, Stop> {
    open::game(folder).map_err(|stop| match stop {
        Stop::Found(mut found, sources) => {
            let why = "what follows is wrong with that state, not with the one that is printed";
            let message = format!("`{wanted}` has mistakes, so nothing can be compared with it");
            found.insert(0, Diagnostic::error(codes::REVISION, message).because(why));
            Stop::Found(found, sources)
        }
        other => other,
    })
}

fn cannot(wanted: &str, why: String) -> Stop {
    Diagnostic::error(codes::REVISION, format!("`{wanted}` is no state of the package that can be had"))
        .because(why)
        .help("name the folder of another state of the package, or a revision of the repository that it is in: `HEAD`, a tag")
        .into()
}

/// Runs git in a folder; gives what it says.
fn git(folder: &Path, args: &[&str], input: &[u8], wanted: &str) -> Result<Vec<u8>, Stop> {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => {
            cannot(wanted, "it is no folder with a `game.toml`, and there is no git here".into())
        }
        _ => cannot(wanted, format!("git cannot be started: {error}")),
    })?;
    let stdin = child.stdin.take();
    let errors = child.stderr.take();
    let (mut out, mut said) = (Vec::new(), String::new());
    std::thread::scope(|scope| {
        // Written and read at once: neither waits for the other.
        scope.spawn(|| stdin.map(|mut to| to.write_all(input)));
        let listening = scope.spawn(|| {
            let mut said = String::new();
            let _ = errors.map(|mut from| from.read_to_string(&mut said));
            said
        });
        if let Some(from) = child.stdout.take() {
            // A reader that stops early ends git, too.
            let _ = from.take(MOST_BYTES + 1).read_to_end(&mut out);
        }
        said = listening.join().unwrap_or_default();
    });
    let status = child.wait().map_err(Stop::Io)?;
    if out.len() as u64 > MOST_BYTES {
        return Err(cannot(wanted, format!("it has more than {} MiB", MOST_BYTES >> 20)));
    }
    if !status.success() {
        let why = said.lines().next().unwrap_or("git does not say why").trim_start_matches("fatal: ").to_owned();
        return Err(cannot(wanted, format!("git says: {why}")));
    }
    Ok(out)
}

/// Writes what a revision has of a folder into another.
fn take_out(shelf: &Path, wanted: &str, to: &Path) -> Result<(), Stop> {
    if wanted.starts_with('-') {
        return Err(cannot(wanted, "a revision does not begin with `-`".into()));
    }
    let list = git(shelf, &["ls-tree", "-r", "-z", wanted, "--", "."], &[], wanted)?;
    let list = String::from_utf8_lossy(&list);
    // `100644 blob 0123…\tpath`; links are left out.
    let files: Vec<(&str, PathBuf)> = list
        .split('\0')
        .filter_map(|line| {
            let (what, path) = line.split_once('\t')?;
            let mut words = what.split(' ');
            let (mode, kind, hash) = (words.next()?, words.next()?, words.next()?);
            let path = PathBuf::from(path);
            let inside = path.components().all(|c| matches!(c, Component::Normal(_)));
            (mode.starts_with("100") && kind == "blob" && inside).then_some((hash, path))
        })
        .collect();
    if files.len() > MOST_FILES {
        return Err(cannot(wanted, format!("it has more than {MOST_FILES} files")));
    }
    let hashes: String = files.iter().map(|(hash, _)| format!("{hash}\n")).collect();
    let all = git(shelf, &["cat-file", "--batch"], hashes.as_bytes(), wanted)?;
    let mut rest = all.as_slice();
    for (_, path) in &files {
        // `hash blob size`, a line end, the bytes, a line end.
        let content = rest.iter().position(|b| *b == b'\n').and_then(|end| {
            let size: usize = std::str::from_utf8(&rest[..end]).ok()?.rsplit(' ').next()?.parse().ok()?;
            let content = rest.get(end + 1..end + 1 + size)?;
            rest = rest.get(end + size + 2..)?;
            Some(content)
        });
        let Some(content) = content else { return Err(cannot(wanted, "git does not give all of it".into())) };
        let path = to.join(path);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(&path, content)?;
    }
    Ok(())
}

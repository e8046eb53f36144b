//! Opens another state of a package: a folder, or a git revision.

use std::path::{Component, Path, PathBuf};

use super::command_result::CommandError;
use super::git::Repository;
use super::messages;
use super::open;
use crate::compile::CompiledGame;
use crate::package::{create_folders, write_temporary};

/// Maximum number of files read from a revision.
const MOST_FILES: usize = 20_000;
/// Maximum number of bytes read from a revision.
const MOST_BYTES: u64 = 512 << 20;
/// Maximum size of the list of its files, in bytes. A few small trees can refer to each other so that the
/// list would be endless.
const MOST_LISTED: u64 = 32 << 20;

/// Opens the package in a folder, or the git revision of the package `game` with this name.
///
/// # Errors
/// The revision cannot be read, or the package does not compile.
pub(super) fn open_revision(game: &str, wanted: &str) -> Result<CompiledGame, CommandError> {
    if Path::new(wanted).join("game.toml").is_file() {
        return open_folder_revision(wanted, wanted);
    }
    let package = Path::new(game);
    if !package.is_dir() {
        return Err(cannot(wanted, format!("`{game}` is not a folder, so git does not know it")));
    }
    // Packages that it includes are in sibling folders.
    let package = std::fs::canonicalize(package).map_err(CommandError::Io)?;
    let (Some(shelf), Some(name)) = (package.parent(), package.file_name()) else {
        return Err(cannot(wanted, "the package is not in a folder".into()));
    };
    let folder = tempfile::tempdir().map_err(CommandError::Io)?;
    let there = folder.path().join(name);
    // A package that is a repository by itself has no packages beside it in a revision.
    match package.join(".git").exists() {
        true => take_out(&package, wanted, &there)?,
        false => take_out(shelf, wanted, folder.path())?,
    }
    if !there.join("game.toml").is_file() {
        return Err(cannot(wanted, format!("there is no `{}` in it", name.to_string_lossy())));
    }
    open_folder_revision(&there.to_string_lossy(), wanted)
}

/// Opens another state; its diagnostics say to which state they belong.
fn open_folder_revision(folder: &str, wanted: &str) -> Result<CompiledGame, CommandError> {
    open::printable_game(folder).map_err(|stop| match stop {
        CommandError::Found(mut found, sources) => {
            found.insert(0, messages::revision_has_mistakes(wanted));
            CommandError::Found(found, sources)
        }
        other => other,
    })
}

fn cannot(wanted: &str, why: String) -> CommandError {
    messages::revision_unreadable(wanted, why).into()
}

/// Writes the files of a folder in a revision to another folder.
fn take_out(from: &Path, wanted: &str, to: &Path) -> Result<(), CommandError> {
    if wanted.starts_with('-') {
        return Err(cannot(wanted, "a revision does not begin with `-`".into()));
    }
    let repository = Repository::around(from).map_err(|why| cannot(wanted, why))?;
    let prefix = repository.prefix.as_str();
    let mut args = vec!["ls-tree", "-r", "-z", wanted];
    args.extend((!prefix.is_empty()).then_some(prefix));
    let list = repository.run(&args, &[], MOST_LISTED).map_err(|why| cannot(wanted, why))?;
    let list = String::from_utf8_lossy(&list);
    // `100644 blob 0123…\tpath`; symbolic links are skipped.
    let files: Vec<(&str, PathBuf)> = list
        .split('\0')
        .filter_map(|line| {
            let (what, path) = line.split_once('\t')?;
            let mut words = what.split(' ');
            let (mode, kind, hash) = (words.next()?, words.next()?, words.next()?);
            let path = PathBuf::from(path.strip_prefix(prefix)?);
            let inside = path.components().all(|c| matches!(c, Component::Normal(_)));
            (mode.starts_with("100") && kind == "blob" && inside).then_some((hash, path))
        })
        .collect();
    if files.len() > MOST_FILES {
        return Err(cannot(wanted, format!("it has more than {MOST_FILES} files")));
    }
    let hashes: String = files.iter().map(|(hash, _)| format!("{hash}\n")).collect();
    let all = repository.run(&["cat-file", "--batch"], hashes.as_bytes(), MOST_BYTES);
    let all = all.map_err(|why| cannot(wanted, why))?;
    let mut rest = all.as_slice();
    for (_, path) in &files {
        // `hash blob size`, a newline, the bytes, a newline; or `hash missing` if the object is missing.
        let content = rest.iter().position(|b| *b == b'\n').and_then(|end| {
            let size: usize = std::str::from_utf8(&rest[..end]).ok()?.rsplit(' ').next()?.parse().ok()?;
            let content = rest.get(end + 1..end + 1 + size)?;
            rest = rest.get(end + size + 2..)?;
            Some(content)
        });
        let Some(content) = content else {
            let why = format!(
                "`{prefix}{}` is not in this repository: nothing is fetched, so fetch it first",
                path.display()
            );
            return Err(cannot(wanted, why));
        };
        let path = to.join(path);
        path.parent().map_or(Ok(()), create_folders).and_then(|()| write_temporary(&path, content)).map_err(
            |error| cannot(wanted, format!("it cannot be written to a temporary folder: {error}")),
        )?;
    }
    Ok(())
}

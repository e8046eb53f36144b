//! The only place where anything is written: every change that the program makes to a disk is one of these operations.
//!
//! In builds with debug assertions, `CARDWRIGHT_FAULT=fail:7` makes the seventh operation of a run fail, and `kill:7` ends the
//! process before it, as a crash would. So a test tries each operation of a command in turn.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

#[cfg(debug_assertions)]
fn step(what: &str, path: &Path) -> io::Result<()> {
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicU64, Ordering};
    static DONE: AtomicU64 = AtomicU64::new(0);
    static FAULT: LazyLock<Option<(bool, u64)>> = LazyLock::new(|| {
        let wanted = std::env::var("CARDWRIGHT_FAULT").ok()?;
        let (how, number) = wanted.split_once(':')?;
        Some((how == "kill", number.parse().ok()?))
    });
    let now = DONE.fetch_add(1, Ordering::Relaxed) + 1;
    let Some((kill, number)) = *FAULT else { return Ok(()) };
    if now != number {
        return Ok(());
    }
    // Nothing to be done where even this cannot be written.
    let _ = writeln!(io::stderr(), "injected fault {number}: {what} {}", path.display());
    if kill {
        std::process::abort();
    }
    Err(io::Error::other("injected fault"))
}

#[cfg(not(debug_assertions))]
#[inline]
fn step(_what: &str, _path: &Path) -> io::Result<()> {
    Ok(())
}

/// Creates a folder that is not there yet, in one that is.
pub(super) fn create_folder(path: &Path) -> io::Result<()> {
    step("create folder", path)?;
    fs::create_dir(path)
}

/// Creates a file that is not there yet, open for writing.
pub(super) fn create_file(path: &Path) -> io::Result<File> {
    step("create", path)?;
    OpenOptions::new().write(true).create_new(true).open(path)
}

/// Writes into a file that was created just now.
pub(super) fn write(mut file: &File, path: &Path, bytes: &[u8]) -> io::Result<()> {
    step("write", path)?;
    file.write_all(bytes)
}

/// Creates a file with this content, and waits until the disk has it.
pub(super) fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = create_file(path)?;
    step("write", path)?;
    file.write_all(bytes)?;
    step("sync", path)?;
    file.sync_all()
}

/// Writes into what is there and no regular file: a device, a pipe.
pub(super) fn write_into(path: &Path, bytes: &[u8]) -> io::Result<()> {
    step("write", path)?;
    OpenOptions::new().write(true).open(path)?.write_all(bytes)
}

/// Puts a file into the place of another, or where none is.
pub(super) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    step("rename", to)?;
    fs::rename(from, to)
}

/// Gives a file a second name.
pub(super) fn link(from: &Path, to: &Path) -> io::Result<()> {
    step("link", to)?;
    fs::hard_link(from, to)
}

/// Gives a file the permissions of another.
pub(super) fn copy_permissions(from: &fs::Metadata, to: &Path) -> io::Result<()> {
    if fs::metadata(to)?.permissions() == from.permissions() {
        return Ok(());
    }
    step("set permissions", to)?;
    fs::set_permissions(to, from.permissions())
}

/// Waits until the disk has the names in a folder.
pub(super) fn sync_folder(path: &Path) -> io::Result<()> {
    step("sync folder", path)?;
    // Only where a folder can be opened as a file is.
    if cfg!(unix) { File::open(path)?.sync_all() } else { Ok(()) }
}

/// Removes a file. What tidies up tries again once, since some systems refuse while another program looks at a file.
pub(super) fn remove_file(path: &Path) -> io::Result<()> {
    let once = || step("remove", path).and_then(|()| fs::remove_file(path));
    once().or_else(|_| once())
}

/// Removes a folder that is empty.
pub(super) fn remove_folder(path: &Path) -> io::Result<()> {
    let once = || step("remove folder", path).and_then(|()| fs::remove_dir(path));
    match once() {
        Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => Err(error),
        Err(_) => once(),
        done => done,
    }
}

/// Removes a folder and all that is in it; follows no links.
pub(super) fn remove_tree(path: &Path) -> io::Result<()> {
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            remove_tree(&entry.path())?;
        } else {
            remove_file(&entry.path())?;
        }
    }
    remove_folder(path)
}

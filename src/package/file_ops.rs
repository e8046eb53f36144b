//! All file system writes of the program: every change to a disk is one of these operations. Only temporary
//! folders are made and removed by the crate `tempfile`.
//!
//! In builds with debug assertions, `CARDWRIGHT_FAULT=fail:7` makes the seventh operation of a run fail, and
//! `kill:7` aborts the process before it, like a crash. So a test can inject a failure into each operation of
//! a command in turn.

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
    // If stderr cannot be written either, there is nothing left to do.
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

/// Creates a folder; fails if it exists or its parent does not.
pub(super) fn create_folder(path: &Path) -> io::Result<()> {
    step("create folder", path)?;
    fs::create_dir(path)
}

/// Creates a file, open for writing; fails if it exists.
pub(super) fn create_file(path: &Path) -> io::Result<File> {
    step("create", path)?;
    OpenOptions::new().write(true).create_new(true).open(path)
}

/// Creates a file that only its owner may read, open for writing; fails if it exists.
pub(super) fn create_private_file(path: &Path) -> io::Result<File> {
    step("create", path)?;
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Syncs the contents of a file to disk.
pub(super) fn sync_contents(file: &File, path: &Path) -> io::Result<()> {
    step("sync", path)?;
    file.sync_data()
}

/// Cuts off the end of a file.
pub(super) fn truncate(file: &File, path: &Path, length: u64) -> io::Result<()> {
    step("cut", path)?;
    file.set_len(length)
}

/// Writes bytes to an open file; `path` is for the error.
pub(super) fn write(mut file: &File, path: &Path, bytes: &[u8]) -> io::Result<()> {
    step("write", path)?;
    file.write_all(bytes)
}

/// Creates a file with this content, and syncs it to disk.
pub(super) fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = create_file(path)?;
    step("write", path)?;
    file.write_all(bytes)?;
    step("sync", path)?;
    file.sync_all()
}

/// Writes a file of a temporary folder, which need not reach the disk.
pub(super) fn write_temporary(path: &Path, bytes: &[u8]) -> io::Result<()> {
    step("write", path)?;
    fs::write(path, bytes)
}

/// Writes into an existing device or pipe.
pub(super) fn write_into(path: &Path, bytes: &[u8]) -> io::Result<()> {
    step("write", path)?;
    OpenOptions::new().write(true).open(path)?.write_all(bytes)
}

/// Renames a file, and replaces the target if it exists.
pub(super) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    step("rename", to)?;
    fs::rename(from, to)
}

/// Creates a hard link.
pub(super) fn link(from: &Path, to: &Path) -> io::Result<()> {
    step("link", to)?;
    fs::hard_link(from, to)
}

/// Sets the permissions of a file, if they differ.
pub(super) fn copy_permissions(from: &fs::Metadata, to: &Path) -> io::Result<()> {
    if fs::metadata(to)?.permissions() == from.permissions() {
        return Ok(());
    }
    step("set permissions", to)?;
    fs::set_permissions(to, from.permissions())
}

/// Syncs the entries of a folder to disk.
pub(super) fn sync_folder(path: &Path) -> io::Result<()> {
    step("sync folder", path)?;
    // Only Unix can open a folder as a file.
    if cfg!(unix) { File::open(path)?.sync_all() } else { Ok(()) }
}

/// Removes a file. Clean-up retries once, because some systems refuse while another program reads the file.
pub(super) fn remove_file(path: &Path) -> io::Result<()> {
    let once = || step("remove", path).and_then(|()| fs::remove_file(path));
    once().or_else(|_| once())
}

/// Removes an empty folder; retries once.
pub(super) fn remove_folder(path: &Path) -> io::Result<()> {
    let once = || step("remove folder", path).and_then(|()| fs::remove_dir(path));
    match once() {
        Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => Err(error),
        Err(_) => once(),
        done => done,
    }
}

/// Removes a folder recursively; follows no links.
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

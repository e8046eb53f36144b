//! `cardwright print --watch`: prints again whenever a file of the package is saved.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use super::command_result::{CommandError, CommandResult};
use super::ctrl_c;
use super::ui::Ui;
use crate::diagnostics::Diagnostic;
use crate::package::{self, PackageFiles};
use crate::print::PrintedFile;

/// Shortest pause between two looks at the files.
const PAUSE: Duration = Duration::from_millis(20);
/// Longest pause between two looks at the files.
const LONGEST: Duration = Duration::from_millis(500);
/// Pause before a changed package is looked at again: many editors empty a file before they write it.
const SETTLING: Duration = Duration::from_millis(5);
/// Ratio of the pause between two looks to the time of a look, so that the program is mostly idle.
const IDLE: u32 = 12;

/// The state of the last print.
#[derive(Default)]
struct LastPrint {
    /// A hash of the content of each page, by file.
    looks: BTreeMap<String, Vec<u64>>,
    /// True if there was an error, so that nothing was printed.
    is_broken: bool,
}

/// Prints a game now and after each change, until the user interrupts. `print` prints it: its argument says
/// whether to list the files; it returns them, or `None` after errors that it has reported.
pub(super) fn run(
    game: &str,
    print: impl Fn(bool) -> Result<Option<Vec<PrintedFile>>, CommandError>,
    ui: &Ui,
) -> CommandResult {
    let interrupted = ctrl_c::catch();
    let mut seen = package::open(game);
    let mut last = LastPrint::default();
    compare(print(true), None, &mut last, ui)?;
    ui.print_message("Waiting for changes; Ctrl-C ends it.");
    while !interrupted.load(std::sync::atomic::Ordering::Relaxed) {
        let start = Instant::now();
        let now = package::open(game);
        if is_same(&now, &seen) {
            thread::sleep((start.elapsed() * IDLE).clamp(PAUSE, LONGEST));
            continue;
        }
        // Once two looks agree, it is saved.
        let mut before = std::mem::replace(&mut seen, now);
        while !is_same(&before, &seen) && !interrupted.load(std::sync::atomic::Ordering::Relaxed) {
            thread::sleep(SETTLING);
            before = std::mem::replace(&mut seen, package::open(game));
        }
        compare(print(false), Some(start), &mut last, ui)?;
    }
    ctrl_c::release();
    Ok(ExitCode::SUCCESS)
}

/// Returns whether two looks at a package found the same. A link that leads out of it, or a pipe, is no file,
/// but an error of its own.
fn is_same(a: &(PackageFiles, Vec<Diagnostic>), b: &(PackageFiles, Vec<Diagnostic>)) -> bool {
    a.0.is_same(&b.0) && a.1 == b.1
}

/// Names the printed pages that look different from the last time. Errors of the package are reported, and do
/// not end the watch; their end is reported, too.
fn compare(
    printed: Result<Option<Vec<PrintedFile>>, CommandError>,
    changed: Option<Instant>,
    last: &mut LastPrint,
    ui: &Ui,
) -> Result<(), CommandError> {
    let files = match printed {
        Ok(Some(files)) => files,
        Ok(None) => {
            last.is_broken = true;
            return Ok(());
        }
        Err(CommandError::Found(found, sources)) => {
            last.is_broken = true;
            ui.report(&found, &sources)?;
            return Ok(());
        }
        Err(stop) => return Err(stop),
    };
    if let Some(start) = changed {
        let took = start.elapsed().as_millis();
        let mut to = ui.out();
        if last.is_broken {
            writeln!(to, "no more errors: everything is printed, {took} ms after the change")?;
        }
        for file in &files {
            let pages = different(file, last.looks.get(&file.name).map_or(&[], Vec::as_slice));
            match pages.as_slice() {
                [] => {}
                [page] => {
                    writeln!(to, "{}: page {page} looks different, {took} ms after the change", file.name)?
                }
                [first, .., last] => {
                    let count = pages.len();
                    writeln!(
                        to,
                        "{}: {count} pages from {first} to {last} look different, {took} ms after the change",
                        file.name
                    )?;
                }
            }
        }
        to.flush()?;
    }
    *last = LastPrint {
        looks: files.into_iter().map(|file| (file.name, file.looks)).collect(),
        is_broken: false,
    };
    Ok(())
}

/// Returns the numbers of the pages of a file that are new or have changed in appearance.
fn different(file: &PrintedFile, before: &[u64]) -> Vec<usize> {
    let is_new = |(i, look): &(usize, &u64)| before.get(*i) != Some(*look);
    file.looks.iter().enumerate().filter(is_new).map(|(i, _)| i + 1).collect()
}

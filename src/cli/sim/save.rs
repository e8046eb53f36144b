//! Writes the results of simulations to files.

use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::cli::command_result::CommandError;
use crate::cli::files::{ending, refuse_of_package, refuse_repeated, write_all};
use crate::cli::messages;
use crate::lab::{ShardError, Study};
use crate::package;
#[cfg(feature = "parquet")]
use crate::report::rows_parquet;
use crate::report::{StudySimulation, page, profile_folded, rows, rows_csv};
use crate::table::Profile;

/// The supported file extensions.
const ENDINGS: &[&str] = &[
    "json",
    "html",
    "csv",
    #[cfg(feature = "parquet")]
    "parquet",
    "folded",
    "part",
];

/// The results to be written.
pub(super) struct ResultsFile<'a> {
    /// The study with its counts.
    pub(super) study: &'a Study,
    /// The entries of the study with their games.
    pub(super) shown: &'a [StudySimulation<'a>],
    /// The report for programs.
    pub(super) json: &'a Value,
    /// The profile of the rules, if requested.
    pub(super) profile: Option<&'a Profile>,
}

/// Refuses files with other extensions before anything is played, stacks that are not recorded, and the files
/// of a game.
pub(super) fn check(files: &[PathBuf], profiles: bool) -> Result<(), CommandError> {
    if let Some(file) = files.iter().find(|file| !profiles && ending(file) == "folded") {
        return Err(CommandError::Usage(format!(
            "`{}` needs `--profile`, which records what it holds",
            file.display()
        )));
    }
    match files.iter().find(|file| !ENDINGS.contains(&ending(file))) {
        Some(file) => {
            let endings: Vec<String> = ENDINGS.iter().map(|e| format!(".{e}")).collect();
            let endings = endings.join(", ");
            Err(CommandError::Usage(format!(
                "`{}` cannot be saved: the ending of a file is one of {endings}",
                file.display()
            )))
        }
        None => refuse_of_package(files).and_then(|()| refuse_repeated(files)),
    }
}

/// Writes all files, or none.
pub(super) fn write(files: &[PathBuf], answer: &ResultsFile) -> Result<(), CommandError> {
    write_all(files, |file| bytes_of(file, answer))
}

fn bytes_of(file: &Path, answer: &ResultsFile) -> Result<Vec<u8>, CommandError> {
    Ok(match ending(file) {
        "json" => format!("{:#}\n", answer.json).into_bytes(),
        "html" => html(answer)?.into_bytes(),
        "csv" => rows_csv(&rows(&answer.study.question, answer.shown)),
        #[cfg(feature = "parquet")]
        "parquet" => rows_parquet(&rows(&answer.study.question, answer.shown))
            .map_err(|why| cannot_write(file, &why))?,
        "folded" => {
            let ir = answer.shown.first().map(|shown| shown.ir);
            ir.zip(answer.profile)
                .map_or_else(Vec::new, |(ir, profile)| profile_folded(ir, profile).into_bytes())
        }
        _ => answer.study.to_bytes(),
    })
}

/// Returns the page. For a comparison it shows the current state of the game.
fn html(answer: &ResultsFile) -> Result<String, CommandError> {
    let Some(shown) = answer.shown.last() else { return Ok(String::new()) };
    Ok(page(shown.ir, answer.json).map_err(io::Error::other)?)
}

#[cfg(feature = "parquet")]
fn cannot_write(file: &Path, why: &str) -> CommandError {
    CommandError::Io(io::Error::other(format!("{}: {why}", file.display())))
}

/// Maximum size of a part, in bytes.
const LONGEST_PART: u64 = 256 << 20;

/// Reads a part.
pub(super) fn read(path: &Path) -> Result<Study, CommandError> {
    let bytes = package::bytes_of(path, LONGEST_PART)
        .map_err(|error| CommandError::from(messages::part_unreadable(path, &error)))?;
    Study::from_bytes(&bytes).map_err(|why| refused(Some(path), &why))
}

/// Returns the error for a file that is not a part, or not one of this simulation.
pub(super) fn refused(path: Option<&Path>, why: &ShardError) -> CommandError {
    let path = path.map(|p| p.display().to_string()).unwrap_or_default();
    let d = messages::part_refused(&path, why.to_string());
    let d = match why {
        ShardError::Changed(_) => d.help("play the parts again, or name the game as it was with --game"),
        ShardError::Other(_) => d.help("parts of one simulation differ in `--shard` alone"),
        _ => d,
    };
    CommandError::from(d)
}

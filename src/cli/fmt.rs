//! `cardwright fmt`: normalises spaces and indentation of packages.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;

use super::command_result::CommandResult;
use super::ctrl_c;
use super::messages;
use super::ui::{FormatArg, Ui};
use crate::diagnostics::codes::package as codes;
use crate::diagnostics::{Diagnostic, Severity};
use crate::format::{FormatError, format_file};
use crate::model::{self, Package};
use crate::package::{self, FileRole, PackageFile, PackageFiles};
use crate::source::{FileId, Sources, Span};

/// Format the TOML files of games: spaces and indentation, in code too; nothing else
///
/// Lines, comments and order stay as they are, and so does the meaning of every file. Packages that a game
/// includes are formatted only if they are named.
#[derive(clap::Args)]
pub(super) struct FmtArgs {
    /// Folders of packages, or TOML files
    #[arg(default_value = ".", value_name = "PACKAGE OR FILE")]
    paths: Vec<PathBuf>,

    /// Write nothing; list the files that would change, and fail if there are any
    #[arg(long)]
    check: bool,
}

/// A file to format.
struct FileToFormat {
    package: Rc<Package>,
    file: FileId,
}

/// The files to format by their canonical paths, and the reasons why others cannot be.
#[derive(Default)]
struct Targets {
    files: BTreeMap<PathBuf, FileToFormat>,
    found: Vec<(Diagnostic, Rc<Package>)>,
}

/// Formats the files; fails if one could not be, or with `--check` would change.
pub(super) fn run(args: &FmtArgs, ui: &Ui) -> CommandResult {
    let mut targets = Targets::default();
    for path in &args.paths {
        targets.add(path);
    }
    let mut failed = !targets.found.is_empty();
    for (diagnostic, package) in targets.found {
        ui.report(&[diagnostic], &package.sources)?;
    }
    let mut refused: Vec<Diagnostic> = Vec::new();
    let mut changed: Vec<(&FileToFormat, String)> = Vec::new();
    for target in targets.files.values() {
        match format_file(&target.package, target.file) {
            Ok(text) if text == target.text() => {}
            Ok(text) => changed.push((target, text)),
            Err(FormatError::NotToml(errors)) => {
                failed = true;
                ui.report(&errors, &target.package.sources)?;
            }
            Err(FormatError::Changed(line)) => {
                failed = true;
                ui.complain(&format!(
                    "formatting `{}` would change its meaning in line {line}, so it was left alone. This is a bug in \
                     Cardwright {}: please report it, with the file",
                    target.name(),
                    env!("CARGO_PKG_VERSION")
                ));
            }
        }
    }
    changed.sort_by_key(|(target, _)| target.name());
    if args.check {
        failed |= !changed.is_empty();
    } else {
        // A file is replaced by a new one, which the system allows for a read-only file, too.
        changed.retain(|(target, _)| {
            let is_read_only = fs::metadata(target.name()).is_ok_and(|about| about.permissions().readonly());
            if is_read_only {
                refused.push(messages::read_only(target.name()));
            }
            !is_read_only
        });
        failed |= !refused.is_empty();
        ui.report(&refused, &Sources::default())?;
        let texts: Vec<(&Path, &[u8])> =
            changed.iter().map(|(target, text)| (Path::new(target.name()), text.as_bytes())).collect();
        // Interrupted between two folders, it would leave a package formatted in part.
        ctrl_c::catch();
        let written = package::write_files(&texts);
        ctrl_c::release();
        written?;
    }
    if args.check && ui.format != FormatArg::Human {
        for (target, text) in &changed {
            ui.report_found(&[not_formatted(target, text)], &target.package.sources)?;
        }
        return Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS });
    }
    let mut out = ui.out();
    for (target, text) in &changed {
        if args.check {
            out.write_all(difference(target.name(), target.text(), text).as_bytes())?;
        } else {
            writeln!(out, "{}", target.name())?;
        }
    }
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

impl FileToFormat {
    fn name(&self) -> &str {
        &self.package.sources.file(self.file).name
    }

    fn text(&self) -> &str {
        &self.package.sources.file(self.file).text
    }
}

impl Targets {
    /// Adds the files of a package, or one file.
    fn add(&mut self, path: &Path) {
        if path.is_dir() {
            self.folder(path);
        } else if path.is_file() {
            self.file(path);
        } else {
            let shown = path.display().to_string();
            let shipped = package::shipped().any(|id| *id == shown);
            let found = match package::text_of(path) {
                Err(_) if shipped => messages::no_folder_of_shipped(&shown),
                Err(found) => found,
                Ok(_) => messages::not_a_file(&shown),
            };
            self.found.push((found, Rc::default()));
        }
    }

    fn folder(&mut self, folder: &Path) {
        let (files, found) = package::load(folder);
        let own = Rc::new(model::read_package(&files).0);
        let named = own_files(&files);
        // Diagnostics about included packages, and about files that are not read, do not prevent formatting.
        let stops = |diagnostic: &Diagnostic| match diagnostic.code {
            codes::NOT_UTF8 | codes::UNREADABLE | codes::TOO_LARGE | codes::LEAVES_PACKAGE => true,
            codes::NO_GAME_FILE => named.is_empty(),
            _ => files.files.is_empty() && diagnostic.severity == Severity::Error,
        };
        self.found.extend(found.into_iter().filter(stops).map(|diagnostic| (diagnostic, Rc::clone(&own))));
        // Without a `game.toml`, only the games that include the folder can interpret its cards.
        if !folder.join("game.toml").is_file()
            && let Some(first) = named.keys().next()
        {
            for game in package::packages_of(first) {
                let (files, _) = package::load(&game);
                let package = Rc::new(model::read_package(&files).0);
                for (path, file) in toml_files(&files).filter(|(path, _)| named.contains_key(path)) {
                    self.files
                        .entry(path)
                        .or_insert_with(|| FileToFormat { package: Rc::clone(&package), file });
                }
            }
        }
        for (path, file) in named {
            self.files.entry(path).or_insert_with(|| FileToFormat { package: Rc::clone(&own), file });
        }
    }

    fn file(&mut self, path: &Path) {
        let Ok(canonical) = fs::canonicalize(path) else {
            self.found.push((messages::file_unreadable(path), Rc::default()));
            return;
        };
        // Names of files begin as the user wrote them, if they can.
        let folders =
            package::package_of(path).map_or_else(|| package::packages_of(&canonical), |folder| vec![folder]);
        for folder in folders {
            let (files, _) = package::load(&folder);
            if let Some((_, file)) = toml_files(&files).find(|(path, _)| *path == canonical) {
                let package = Rc::new(model::read_package(&files).0);
                self.files.entry(canonical).or_insert(FileToFormat { package, file });
                return;
            }
        }
        // A file of no package, such as a tournament, has no code.
        match package::text_of(path) {
            Ok(text) => {
                let mut package = Package::default();
                let file = package.sources.add(path.display().to_string(), text);
                self.files
                    .entry(canonical)
                    .or_insert_with(|| FileToFormat { package: Rc::new(package), file });
            }
            Err(found) => self.found.push((found, Rc::default())),
        }
    }
}

/// Returns the TOML files of a package by their canonical paths, those of included packages too.
fn toml_files(files: &PackageFiles) -> impl Iterator<Item = (PathBuf, FileId)> {
    files.files.iter().filter_map(|file| is_toml(file, &files.sources))
}

/// Returns the TOML files of a package by their canonical paths, without those of included packages.
fn own_files(files: &PackageFiles) -> BTreeMap<PathBuf, FileId> {
    files
        .files
        .iter()
        .filter(|file| !file.included)
        .filter_map(|file| is_toml(file, &files.sources))
        .collect()
}

fn is_toml(file: &PackageFile, sources: &Sources) -> Option<(PathBuf, FileId)> {
    let path = || fs::canonicalize(&sources.file(file.file).name).ok();
    (file.role != FileRole::CardsCsv).then(path).flatten().map(|path| (path, file.file))
}

/// Returns the error at the first line that would change.
fn not_formatted(target: &FileToFormat, new: &str) -> Diagnostic {
    let (file, old) = (target.package.sources.file(target.file), target.text());
    let number = old.split('\n').zip(new.split('\n')).take_while(|(old, new)| old == new).count();
    let line = file.line_range((number + 1).min(file.line_count()));
    messages::not_formatted(Span::new(target.file, line.start, line.end))
}

/// Formats the first lines in which two texts differ, with their number.
fn difference(name: &str, old: &str, new: &str) -> String {
    let number = old.split('\n').zip(new.split('\n')).take_while(|(old, new)| old == new).count();
    // Blanks that would not be seen.
    let visible = |line: &str| {
        let text = line.trim_end_matches([' ', '\t', '\r']);
        let blanks = line.get(text.len()..).unwrap_or_default();
        text.replace('\t', "→") + &blanks.replace(' ', "·").replace('\t', "→").replace('\r', "␍")
    };
    if old.split('\n').nth(number).is_none() && new.split('\n').nth(number) == Some("") {
        return format!("{name}:{number}\n  no newline at the end of the file\n");
    }
    let mut text = format!("{name}:{}\n", number + 1);
    for (mark, of) in [('-', old), ('+', new)] {
        if let Some(line) = of.split('\n').nth(number) {
            text.push_str(&format!("  {mark} {}\n", visible(line)));
        }
    }
    text
}

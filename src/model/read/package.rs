//! Reads all files of a package.

use super::file::shape_of;
use super::reader::ModelReader;
use super::{lists, names};
use crate::diagnostics::Diagnostic;
use crate::model::package::Package;
use crate::model::read::messages;
use crate::package::{FileRole, PackageFiles, PackageOrigin};
use crate::schema::prepare;
use crate::threads;
use crate::vocabulary::PlayedLists;

/// The length in bytes of a package from which on its schemas are compiled beside the parsing of its files.
const LONG: usize = 256 << 10;

/// Reads every file of a package. Returns the package with everything that could be read, and the diagnostics
/// by file and place.
pub fn read_package(files: &PackageFiles) -> (Package, Vec<Diagnostic>) {
    read_package_for(files, ReadPurpose::Whole)
}

/// The purpose for which a package is read.
#[derive(Clone, Copy, Debug)]
pub enum ReadPurpose<'a> {
    /// The whole box: each card in its `copies`. The scenarios of a game with lists are left out.
    Whole,
    /// A table at which these lists are played, without scenarios.
    Lists(&'a PlayedLists),
    /// A table at which these lists are played, with its scenarios.
    Scenarios(&'a PlayedLists),
}

/// Reads a package as a table with given lists sees it, or as a whole. The second value has all findings.
pub fn read_package_for(files: &PackageFiles, purpose: ReadPurpose) -> (Package, Vec<Diagnostic>) {
    let included = files.files.iter().filter(|f| f.included).map(|f| f.file).collect();
    let played = match purpose {
        ReadPurpose::Whole => None,
        ReadPurpose::Lists(lists) | ReadPurpose::Scenarios(lists) => Some(lists.clone()),
    };
    let package = Package { sources: files.sources.clone(), included, played, ..Package::default() };
    let mut reader = ModelReader { package, found: Vec::new(), strays: Vec::new(), given: Vec::new() };
    let length: usize = files.files.iter().map(|file| files.sources.file(file.file).text.len()).sum();
    if length < LONG {
        reader.files(files);
    } else {
        let roles: Vec<FileRole> = files.files.iter().map(|file| file.role).collect();
        threads::both(
            || roles.iter().copied().filter_map(shape_of).for_each(prepare),
            || reader.files(files),
        );
    }
    reader.stray_areas();
    reader.package.print.assets = files.assets.clone();
    // For a folder, or a missing one, the package's loader reports this.
    let in_memory = files.origin == PackageOrigin::Memory && !files.files.is_empty();
    if in_memory && !files.files.iter().any(|f| f.role == FileRole::Game && !f.included) {
        reader.found.push(messages::no_game());
    }
    names::settle(&mut reader.package, &mut reader.found);
    if reader.package.asks_for_lists() {
        let mut scenarios = std::mem::take(&mut reader.package.scenarios);
        match purpose {
            // A game with lists has scenarios per table: see `tables_of_scenarios`.
            ReadPurpose::Whole => {}
            ReadPurpose::Lists(_) => scenarios.clear(),
            ReadPurpose::Scenarios(table) => {
                reader.package.scenarios = scenarios;
                let mut played = lists::are_played_at(&reader.package, table).into_iter();
                scenarios = std::mem::take(&mut reader.package.scenarios);
                scenarios.retain(|_| played.next() == Some(true));
            }
        }
        reader.package.scenarios = scenarios;
    }
    // `Sources` numbers files in reading order.
    reader.found.sort_by_key(|d| d.labels.first().map(|l| (l.span.file, l.span.start)));
    (reader.package, reader.found)
}

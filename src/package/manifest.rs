//! List of the files that Cardwright wrote to an output folder, so that a run can remove files of an earlier
//! run that are no longer needed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::file_hash::{file_hash, has_hash};
use super::hidden::is_inside;

/// Files written to a folder, by group: `print`, `export png`. Each has a hash of its contents.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenFiles {
    /// Version of the format.
    format: u32,
    #[serde(default)]
    files: BTreeMap<String, BTreeMap<String, String>>,
}

const FORMAT: u32 = 3;
const HEAD: &str =
    "# The files here that Cardwright wrote, so that it can tell them from yours. Do not edit.\n";

/// The manifest of a folder, with the changes of this run.
pub(super) struct Manifest {
    before: WrittenFiles,
    now: BTreeMap<String, BTreeMap<String, String>>,
    complete: BTreeSet<String>,
}

impl Manifest {
    /// File name of the manifest.
    pub(super) const NAME: &str = ".cardwright.toml";

    /// Reads the manifest of a folder; it is empty if the file is missing or invalid.
    pub(super) fn read(folder: &Path) -> Manifest {
        let path = folder.join(Manifest::NAME);
        let regular = fs::symlink_metadata(&path).is_ok_and(|m| m.is_file());
        let text = regular.then(|| fs::read_to_string(&path).ok()).flatten();
        let before: Option<WrittenFiles> = text.and_then(|text| toml::from_str(&text).ok());
        let before = before.filter(|written| written.format == FORMAT).unwrap_or_default();
        Manifest { before, now: BTreeMap::new(), complete: BTreeSet::new() }
    }

    pub(super) fn wrote(&mut self, group: &str, path: &str, bytes: &[u8]) {
        self.now.entry(group.to_owned()).or_default().insert(path.to_owned(), file_hash(bytes));
    }

    pub(super) fn complete(&mut self, group: &str) {
        self.complete.insert(group.to_owned());
        self.now.entry(group.to_owned()).or_default();
    }

    /// Returns the text of the new manifest, and the files that are no longer needed, each with its hash.
    pub(super) fn finish(self, folder: &Path) -> (String, Vec<(String, String)>) {
        let mut files = self.before.files.clone();
        for (group, now) in self.now {
            let noted = files.entry(group.clone()).or_default();
            if self.complete.contains(&group) {
                noted.clear();
            }
            noted.extend(now);
        }
        files.retain(|_, group| !group.is_empty());
        let needed: BTreeSet<&String> = files.values().flat_map(BTreeMap::keys).collect();
        let before = self.before.files.iter().filter(|(group, _)| self.complete.contains(*group));
        let stale = before.flat_map(|(_, files)| files).filter(|(path, _)| !needed.contains(path));
        let stale: Vec<(String, String)> = stale
            .filter(|(path, hash)| is_unchanged(folder, path, hash))
            .map(|(path, hash)| (path.clone(), hash.clone()))
            .collect();
        let text = toml::to_string(&WrittenFiles { format: FORMAT, files }).unwrap_or_default();
        (format!("{HEAD}{text}"), stale)
    }
}

/// Returns whether a file is unchanged since it was written: a regular file inside the folder, with the same
/// hash.
fn is_unchanged(folder: &Path, path: &str, noted: &str) -> bool {
    let file = folder.join(path);
    let inside = is_inside(path)
        && !path.contains('\n')
        && file.parent().is_some_and(|parent| {
            fs::canonicalize(parent).is_ok_and(|p| fs::canonicalize(folder).is_ok_and(|f| p.starts_with(f)))
        });
    inside && has_hash(&file, noted)
}

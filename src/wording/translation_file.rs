//! Writer of translation files, in the order of the game's texts.

use super::kept_comments::{CHANGED, CHANGED_BELOW, KeptComments, LOST, commented};
use super::languages::{Languages, Translation, group};
use crate::source::toml_string;
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;
use std::ops::Bound;

/// The progress of a translation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TranslationCounts {
    /// Number of translated texts.
    pub translated: usize,
    /// Number of texts without a translation.
    pub missing: usize,
    /// Number of cards, options and other groups whose originals have changed since their translation.
    pub stale: usize,
}

impl Languages {
    /// Writes `texts/<language>.toml` with every text of the game; a text without a translation is empty,
    /// with the original as a comment. `done`: the existing translations are up to date. `before`: the
    /// current file, whose own comments are kept.
    pub fn to_toml(&self, language: &str, done: bool, before: &str) -> (String, TranslationCounts) {
        let kept = KeptComments::of(before);
        let nothing = Translation::default();
        let spoken = self.spoken.iter().find(|s| s.language == language).unwrap_or(&nothing);
        let mut out = String::from("#:schema ../schema/texts.schema.json\n");
        let mut of = GroupHashes { now: self.hashes(), written: String::new() };
        let mut counts = TranslationCounts::default();
        let mut header = String::new();
        for original in &self.originals {
            // The text of a face is its own key, with any characters.
            let (table, key) = match original.path.strip_prefix("faces.") {
                Some(text) => ("faces", toml_string(text)),
                None => {
                    let (table, key) = original.path.rsplit_once('.').unwrap_or(("", &original.path));
                    (table, key.to_owned())
                }
            };
            if header != table {
                header = table.to_owned();
                let _ = writeln!(out, "\n[{table}]");
                if let Some(stale) = of.add(&original.path, spoken, done) {
                    counts.stale += 1;
                    let _ = writeln!(out, "{}", commented(stale));
                }
            } else if group(&original.path) == Some(&original.path)
                && of.add(&original.path, spoken, done).is_some()
            {
                counts.stale += 1;
                let _ = writeln!(out, "# {CHANGED_BELOW}");
            }
            match spoken.written.get(&original.path) {
                Some(text) => {
                    counts.translated += 1;
                    let _ = writeln!(out, "{key} = {}", toml_string(text));
                }
                None => {
                    counts.missing += 1;
                    let _ = writeln!(out, "{}\n{key} = \"\"", commented(&original.text));
                }
            }
        }
        let known: BTreeSet<&str> = self.originals.iter().map(|o| o.path.as_str()).collect();
        let lost: Vec<&String> =
            spoken.written.keys().filter(|path| !known.contains(path.as_str())).collect();
        if !lost.is_empty() {
            let _ = if kept.has_lost() { Ok(()) } else { writeln!(out, "\n{LOST}") };
            let mut table = "";
            for path in lost {
                let own = path.rsplit_once('.').map_or("", |(table, _)| table);
                let inside = format!("{own}.");
                let headed =
                    known.range(inside.as_str()..).next().is_some_and(|path| path.starts_with(&inside));
                for comment in
                    kept.comments_above(&format!("[{own}]")).iter().filter(|_| own != table && !headed)
                {
                    let _ = writeln!(out, "{comment}");
                }
                table = own;
                for comment in kept.comments_above(path) {
                    let _ = writeln!(out, "{comment}");
                }
                let _ = writeln!(out, "# {path} = {}", toml_string(&spoken.written[path]));
            }
        }
        if !of.written.is_empty() {
            let _ = write!(out, "\n[of] # which text each is the translation of\n{}", of.written);
        }
        let originals = self.originals.iter().map(|o| (o.path.as_str(), o.text.as_str())).collect();
        (kept.carry_over(out, &originals), counts)
    }
}

/// The hashes of original texts, by group.
struct GroupHashes<'l> {
    /// Those of the current texts.
    now: HashMap<&'l str, String>,
    /// The lines that note them in the file.
    written: String,
}

impl GroupHashes<'_> {
    /// Writes the hash of the group of a text, if any text of the group is translated. Returns the comment
    /// for the group if its texts have changed since the translation.
    fn add(&mut self, path: &str, spoken: &Translation, done: bool) -> Option<&'static str> {
        let group = group(path)?;
        let inside = format!("{group}.");
        let from = (Bound::Included(inside.as_str()), Bound::Unbounded);
        let first = spoken.written.range::<str, _>(from).next();
        let has_inside = first.is_some_and(|(path, _)| path.starts_with(&inside));
        if !has_inside && !spoken.written.contains_key(group) {
            return None;
        }
        let now = self.now.get(group)?;
        let noted = spoken.of.get(group).filter(|_| !done).unwrap_or(now);
        let _ = writeln!(self.written, "{} = {}", toml_string(group), toml_string(noted));
        (noted != now).then_some(CHANGED)
    }
}

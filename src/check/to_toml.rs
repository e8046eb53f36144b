//! A file of translations as text, in the order of the game.

use super::languages::{Languages, Spoken, group};
use std::fmt::Write;

/// How far a language has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Texts that are translated.
    pub translated: usize,
    /// Texts that are not.
    pub missing: usize,
    /// Cards, options and the like that have changed since.
    pub stale: usize,
}

impl Languages {
    /// `texts/<language>.toml`: every text of the game, those that are not translated empty with the original as a comment. `done`: what
    /// is translated is a translation of the text as it is now.
    pub fn to_toml(&self, language: &str, done: bool) -> (String, Counts) {
        let nothing = Spoken::default();
        let spoken = self.spoken.iter().find(|s| s.language == language).unwrap_or(&nothing);
        let mut out = String::from("#:schema ../schema/texts.schema.json\n");
        let mut of = String::new();
        let mut counts = Counts::default();
        let mut header = String::new();
        for original in &self.originals {
            // What a face says is its own key, whatever signs it has.
            let (table, key) = match original.path.strip_prefix("faces.") {
                Some(text) => ("faces", quoted(text)),
                None => {
                    let (table, key) = original.path.rsplit_once('.').unwrap_or(("", &original.path));
                    (table, key.to_owned())
                }
            };
            if header != table {
                header = table.to_owned();
                let _ = writeln!(out, "\n[{table}]");
                if let Some(stale) = self.of_group(&original.path, spoken, done, &mut of) {
                    counts.stale += 1;
                    let _ = writeln!(out, "# {stale}");
                }
            } else if group(&original.path) == Some(&original.path)
                && self.of_group(&original.path, spoken, done, &mut of).is_some()
            {
                counts.stale += 1;
                let _ = writeln!(out, "# the text below has changed since it was translated");
            }
            match spoken.written.get(&original.path) {
                Some(text) => {
                    counts.translated += 1;
                    let _ = writeln!(out, "{key} = {}", quoted(text));
                }
                None => {
                    counts.missing += 1;
                    let _ = writeln!(out, "# {}\n{key} = \"\"", original.text.replace('\n', "\n# "));
                }
            }
        }
        let known = |path: &&String| self.originals.iter().any(|o| o.path == **path);
        let lost: Vec<&String> = spoken.written.keys().filter(|path| !known(path)).collect();
        if !lost.is_empty() {
            let _ = writeln!(out, "\n# no longer in the game:");
            for path in lost {
                let _ = writeln!(out, "# {path} = {}", quoted(&spoken.written[path]));
            }
        }
        if !of.is_empty() {
            let _ = write!(out, "\n[of] # which text each is the translation of\n{of}");
        }
        (out, counts)
    }

    /// Notes of which text a group is the translation; what is to be said if that has changed.
    fn of_group(&self, path: &str, spoken: &Spoken, done: bool, of: &mut String) -> Option<&'static str> {
        let group = group(path)?;
        let inside =
            |path: &String| path == group || path.strip_prefix(group).is_some_and(|rest| rest.starts_with('.'));
        if !spoken.written.keys().any(inside) {
            return None;
        }
        let now = self.hash(group);
        let noted = spoken.of.get(group).filter(|_| !done).unwrap_or(&now);
        let _ = writeln!(of, "{} = {}", quoted(group), quoted(noted));
        (*noted != now).then_some("has changed since it was translated")
    }
}

/// A string of TOML.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out + "\""
}

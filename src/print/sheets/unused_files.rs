//! Warnings of pictures, icons and faces of a package that nothing uses.
//!
//! A file is only reported if nothing could use it: as soon as a face builds names of files, or names one in
//! a variable, all files of that sort count as used.

use std::collections::BTreeSet;

use crate::diagnostics::{Diagnostic, nearest};
use crate::ir::print::AssetInfo;
use crate::ir::{FileTextId, Ir};
use crate::place::{FileId, Span};
use crate::print::defaults;
use crate::print::messages::faces as messages;

/// The endings of pictures.
const PICTURES: [&str; 4] = [".svg", ".png", ".jpg", ".jpeg"];

/// Reports the package's own files that nothing uses.
pub fn check(ir: &Ir, found: &mut Vec<Diagnostic>) {
    if ir.print.assets.is_empty() {
        return;
    }
    let uses = FileUses::of(ir);
    let is_free = |sort: &str, asset: &&AssetInfo| asset.path.starts_with(sort) && uses.is_own(asset);
    if !uses.builds_art {
        for asset in ir.print.assets.iter().filter(|asset| is_free("art/", asset)) {
            found.extend(uses.unused_picture(asset));
        }
    }
    if !uses.builds_icons {
        for asset in ir.print.assets.iter().filter(|asset| is_free("icons/", asset)) {
            found.extend(uses.unused_icon(asset));
        }
    }
    if !uses.builds_faces {
        for asset in ir.print.assets.iter().filter(|asset| is_free("faces/", asset)) {
            found.extend(uses.unused_face(asset));
        }
    }
}

/// Everything that may use a file.
struct FileUses<'a> {
    ir: &'a Ir,
    /// The words of the game: ids of cards, kinds, boards, values of enums.
    ids: BTreeSet<&'a str>,
    /// The names of the package's faces.
    faces: Vec<&'a str>,
    /// True if the package includes others, whose pictures cannot be told from its own.
    has_others: bool,
    /// True if a face builds names of pictures.
    builds_art: bool,
    /// True if a face builds names of icons.
    builds_icons: bool,
    /// True if a face builds names of faces.
    builds_faces: bool,
}

impl<'a> FileUses<'a> {
    fn of(ir: &'a Ir) -> FileUses<'a> {
        let names = ir.names.iter().map(|name| name.id.as_str());
        let kinds = ir.kinds.iter().map(|kind| kind.id.as_str());
        let boards = ir.boards.iter().map(|board| board.id.as_str());
        let values = ir.enums.iter().flat_map(|e| e.values.iter().map(String::as_str));
        let templates = || {
            let of_faces = ir.print.assets.iter().filter(|asset| asset.path.starts_with("faces/"));
            of_faces.filter_map(|asset| Some(ir.files.find(asset.file?)?.text.as_str()))
        };
        let includes = |text: &str| text.lines().any(|line| line.trim_start().starts_with("include"));
        let faces = ir.print.assets.iter().filter_map(|asset| face_name(&asset.path));
        FileUses {
            ir,
            ids: names.chain(kinds).chain(boards).chain(values).collect(),
            faces: faces.collect(),
            has_others: ir.files.iter().any(|file| file.name.ends_with("game.toml") && includes(&file.text)),
            builds_art: templates().any(builds_art),
            builds_icons: templates().any(|text| builds_names(text, "icon(")),
            builds_faces: templates()
                .any(|text| builds_names(text, "include ") || builds_names(text, "extends ")),
        }
    }

    /// Returns whether a file is the package's own, as far as that can be told.
    fn is_own(&self, asset: &AssetInfo) -> bool {
        match asset.file {
            Some(file) => self.ir.files.find(file).is_some_and(|file| file.name == asset.path),
            None => !self.has_others,
        }
    }

    /// Returns whether words occur in a file other than `but`.
    fn is_written(&self, words: &str, but: Option<FileTextId>) -> bool {
        let others = (0_u32..).zip(&self.ir.files).filter(|(file, _)| Some(FileTextId(*file)) != but);
        others.into_iter().any(|(_, file)| has_word(&file.text, words))
    }

    fn unused_picture(&self, asset: &AssetInfo) -> Option<Diagnostic> {
        let file = asset.path.strip_prefix("art/")?;
        let id = PICTURES.iter().find_map(|ending| file.strip_suffix(ending))?;
        let is_used = self.ids.contains(id) || self.ir.files.iter().any(|other| other.text.contains(file));
        let ending = &file[id.len()..];
        let near = || nearest(id, self.ids.iter().copied()).map(|id| format!("art/{id}{ending}"));
        (!is_used).then(|| messages::unused_picture(&asset.path, id, near()))
    }

    fn unused_icon(&self, asset: &AssetInfo) -> Option<Diagnostic> {
        let name = asset.path.strip_prefix("icons/")?.strip_suffix(".svg")?;
        let is_used = self.ids.contains(name)
            || defaults::icons().any(|(known, _)| known == name)
            || !name.contains(|c: char| c.is_alphabetic())
            || self.is_written(name, asset.file);
        let named = self.ir.print.icons.iter().map(|(_, icon)| icon.as_str());
        let near =
            || nearest(name, self.ids.iter().copied().chain(named)).map(|id| format!("icons/{id}.svg"));
        (!is_used).then(|| placed(messages::unused_icon(&asset.path, name, near()), asset))
    }

    fn unused_face(&self, asset: &AssetInfo) -> Option<Diagnostic> {
        let name = face_name(&asset.path)?;
        let known: Vec<&str> =
            defaults::faces().map(|(name, _)| name).chain(self.faces.iter().copied()).collect();
        // `card-root` is the face of cards whose band is `root`.
        let is_for_value = |(face, value): (&str, &str)| {
            let is_value = self.ids.contains(value) || value.parse::<i64>().is_ok() || value == "true";
            known.contains(&face) && (is_value || value == "false")
        };
        let is_used = defaults::faces().any(|(known, _)| known == name)
            || self.is_written(name, asset.file)
            || name.match_indices('-').any(|(at, _)| is_for_value((&name[..at], &name[at + 1..])));
        let near = || {
            let (face, value) = name.rsplit_once('-').filter(|(face, _)| known.contains(face))?;
            let values = self.ir.enums.iter().flat_map(|e| e.values.iter().map(String::as_str));
            nearest(value, values).map(|value| format!("faces/{face}-{value}.svg.j2"))
        };
        (!is_used).then(|| placed(messages::unused_face(&asset.path, name, near()), asset))
    }
}

/// Attaches a diagnostic to the beginning of a file.
fn placed(d: Diagnostic, asset: &AssetInfo) -> Diagnostic {
    match asset.file {
        Some(file) => d.at(Span::new(FileId(file.0), 0, 0), ""),
        None => d,
    }
}

/// Returns the name of the face in a file.
fn face_name(path: &str) -> Option<&str> {
    let file = path.strip_prefix("faces/")?;
    Some(file.trim_end_matches(".j2").trim_end_matches(".svg"))
}

/// Returns whether a text has a word, in letters of any case: not as a part of a longer one.
fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let (text, word) = (text.to_lowercase(), word.to_lowercase());
    text.match_indices(&word)
        .any(|(at, _)| !text[..at].ends_with(is_part) && !text[at + word.len()..].starts_with(is_part))
}

/// Returns whether a template may build the name of a picture from parts.
fn builds_art(text: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | ' ');
    let is_open = |(at, folder): (usize, &str)| {
        let rest = &text[at + folder.len()..];
        let name = &rest[..rest.find(|c: char| !is_name(c)).unwrap_or(rest.len())];
        !PICTURES.iter().any(|ending| name.ends_with(ending))
    };
    let is_changed = |(at, word): (usize, &str)| {
        let rest = text[at + word.len()..].trim_start();
        rest.starts_with(['|', '~', '[', '.'])
    };
    text.match_indices("art/").any(is_open)
        || text.match_indices("art").any(is_changed)
        || PICTURES.iter().any(|end| text.contains(&format!("\"{end}")) || text.contains(&format!("'{end}")))
}

/// Returns whether the first argument after some words of a template is made of parts.
fn builds_names(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(at, _)| {
        let rest = &text[at + words.len()..];
        let argument = &rest[..rest.find([',', '%', '}', '\n']).unwrap_or(rest.len())];
        let is_variable = words != "icon(" && !argument.trim_start().starts_with(['"', '\'']);
        is_variable || argument.contains(['~', '|'])
    })
}

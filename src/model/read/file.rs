//! Reads one file, by its role.

use super::fields::Fields;
use super::reader::ModelReader;
use crate::diagnostics::codes::schema as schema_codes;
use crate::diagnostics::{Diagnostic, Severity};
use crate::package::{FileRole, PackageFile, PackageFiles};
use crate::schema::{self, FileShape};
use crate::source::{SalvageResult, Span, TomlTable, parse_csv, parse_toml, salvage_csv, salvage_toml};

/// Returns the shape of the files of a role; `None` if it has none.
pub(super) fn shape_of(role: FileRole) -> Option<FileShape> {
    match role {
        FileRole::Game => Some(FileShape::Game),
        FileRole::Rules => Some(FileShape::Rules),
        FileRole::Cards => Some(FileShape::Cards),
        // Every cell is a string, even a number.
        FileRole::CardsCsv => None,
        FileRole::Deck => Some(FileShape::Deck),
        FileRole::Scenario => Some(FileShape::Scenario),
        FileRole::Print => Some(FileShape::Print),
        FileRole::Texts => Some(FileShape::Texts),
        FileRole::Stamps => Some(FileShape::Stamps),
        FileRole::Workbook | FileRole::Face | FileRole::Art => None,
    }
}

impl ModelReader {
    /// Reads all files of a package.
    pub(super) fn files(&mut self, files: &PackageFiles) {
        files.files.iter().for_each(|file| self.file(files, *file));
    }

    fn file(&mut self, files: &PackageFiles, file: PackageFile) {
        let (mut root, mut found) = match file.role {
            FileRole::CardsCsv => parse_csv(&files.sources, file.file),
            _ => parse_toml(&files.sources, file.file),
        };
        let is_broken = found.iter().any(|d| d.severity == Severity::Error);
        if is_broken {
            // The game is played without files of these roles, so nothing depends on a part of one.
            if matches!(
                file.role,
                FileRole::Deck | FileRole::Scenario | FileRole::Print | FileRole::Texts | FileRole::Stamps
            ) {
                self.found.append(&mut found);
                return;
            }
            root = self.salvage(files, file, &found);
        }
        self.found.append(&mut found);
        if let Some(shape) = shape_of(file.role) {
            let mut found = schema::validate(shape, file.file, &root);
            // The missing key may be in an unreadable part.
            found.retain(|d| !is_broken || d.code != schema_codes::MISSING_KEY);
            let unknown = found.iter().filter(|d| d.code == schema_codes::UNKNOWN_KEY);
            let unknown: Vec<Span> = unknown.filter_map(|d| d.labels.first().map(|l| l.span)).collect();
            if !unknown.is_empty() && shape != FileShape::Scenario {
                self.refuse_below(&root, &unknown);
            }
            self.found.append(&mut found);
        }
        let start = Span::new(file.file, 0, 0);
        match file.role {
            FileRole::Game => {
                let mut root = Fields::of_table(root, start);
                self.game(&mut root, file.included);
                self.rules(root);
            }
            FileRole::Rules => self.rules(Fields::of_table(root, start)),
            FileRole::Cards => self.cards(root, start),
            FileRole::CardsCsv => self.csv_cards(root, start),
            FileRole::Deck => self.deck_list(&root, start),
            FileRole::Scenario => self.scenario(root, start),
            FileRole::Print => self.print(root, start),
            FileRole::Texts => self.texts(root, start, file.file),
            FileRole::Stamps => self.stamps(root, start, file.file),
            // These are not files of declarations.
            FileRole::Workbook | FileRole::Face | FileRole::Art => {}
        }
    }

    /// Returns the declarations of a broken file that have no syntax errors, and remembers what the others
    /// may declare.
    fn salvage(&mut self, files: &PackageFiles, file: PackageFile, errors: &[Diagnostic]) -> TomlTable {
        let salvage = if file.role == FileRole::CardsCsv { salvage_csv } else { salvage_toml };
        let SalvageResult { root, lost } = salvage(&files.sources, file.file, errors);
        let declared = self.package.lost.add(&files.sources, file.role, &lost);
        self.package.refused.extend(declared);
        // Without a board, its cells and their members are missing, under unknown names.
        self.package.incomplete |= self.package.lost.has_table("boards");
        root
    }

    /// Reads the declarations of a rules file.
    fn rules(&mut self, mut root: Fields) {
        self.declarations(&mut root, "options", ModelReader::option);
        self.setups(&mut root);
        self.requires(&mut root);
        self.declarations(&mut root, "enums", ModelReader::enumeration);
        self.words(&mut root);
        self.declarations(&mut root, "dice", ModelReader::die);
        self.declarations(&mut root, "kinds", ModelReader::kind);
        self.state(&mut root);
        self.declarations(&mut root, "zones", ModelReader::zone);
        self.declarations(&mut root, "boards", ModelReader::board);
        self.declarations(&mut root, "histories", ModelReader::history);
        self.declarations(&mut root, "functions", ModelReader::function);
        self.declarations(&mut root, "verbs", ModelReader::verb);
        self.declarations(&mut root, "actions", ModelReader::action);
        let reactions = root.list("reactions");
        let reactions = self.reactions(reactions);
        self.package.reactions.extend(reactions);
        let modifiers = root.list("modifiers");
        let modifiers = self.modifiers(modifiers);
        self.package.modifiers.extend(modifiers);
        self.declarations(&mut root, "keywords", ModelReader::keyword);
        self.flow(&mut root);
        self.scoring(&mut root);
        self.declarations(&mut root, "bots", ModelReader::bot);
        self.declarations(&mut root, "figures", ModelReader::figure);
        self.deck_rules(&mut root);
    }
}

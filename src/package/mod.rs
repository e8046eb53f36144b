//! The only file I/O of the crate.

/// The files of a package, as text, in reading order: `game.toml`, `rules/`, `cards/`, `decks/`, `scenarios/`, `print.toml`;
/// those of included packages first.
#[derive(Clone, Debug, Default)]
pub struct PackageFiles {
    /// Each file.
    pub files: Vec<PackageFile>,
}

/// A file of a package.
#[derive(Clone, Debug)]
pub struct PackageFile {
    /// Its name for diagnostics.
    pub name: String,
    /// Which part of the package it is.
    pub role: Role,
    /// It comes from an included package.
    pub included: bool,
    /// Its text.
    pub text: String,
}

/// What a file of a package holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// `game.toml`
    Game,
    /// `rules/*.toml`
    Rules,
    /// `cards/*.toml`
    Cards,
    /// `cards/*.csv`
    CardsCsv,
    /// `decks/*.toml`
    Deck,
    /// `scenarios/*.toml`
    Scenario,
    /// `print.toml`
    Print,
}

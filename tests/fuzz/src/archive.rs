//! A package as one text: sections that begin with `--- path`, on top of the base package of `tests/suite`.
//! That is the format of the cases in `tests/suite/cases`, so each of these is an input too.

use std::collections::BTreeMap;

/// Files by path.
pub type Files = BTreeMap<String, String>;

/// A small game with something of everything.
pub fn base() -> Files {
    [
        ("game.toml", include_str!("../../suite/base/game.toml")),
        ("cards/cards.toml", include_str!("../../suite/base/cards/cards.toml")),
        ("cards/more.csv", include_str!("../../suite/base/cards/more.csv")),
        ("decks/full.toml", include_str!("../../suite/base/decks/full.toml")),
        ("scenarios/evening.toml", include_str!("../../suite/base/scenarios/evening.toml")),
    ]
    .map(|(path, text)| (path.to_owned(), text.to_owned()))
    .into()
}

/// The package that a text makes. A path that ends in `, removed` takes a file away; one that ends in `,
/// changed` has pairs of lines that begin with `-` and `+`, each put in the place of the other.
pub fn expand(text: &str) -> Files {
    let mut files = base();
    let Some((_, sections)) = text.split_once("--- ") else { return files };
    for section in sections.split("\n--- ") {
        let (path, body) = section.split_once('\n').unwrap_or((section, ""));
        match path.trim().split_once(", ") {
            None => drop(files.insert(path.trim().to_owned(), format!("{}\n", body.trim_end()))),
            Some((path, "removed")) => drop(files.remove(path)),
            Some((path, _)) => {
                let Some(whole) = files.get_mut(path) else { continue };
                let lines = |mark| body.lines().filter_map(move |line| line.strip_prefix(mark));
                for (old, new) in lines("-").zip(lines("+")) {
                    *whole = whole.replacen(old.trim_start(), new.trim_start(), 1);
                }
            }
        }
    }
    files
}

/// A package as such a text.
pub fn pack(files: &Files) -> String {
    let removed = base()
        .into_keys()
        .filter(|path| !files.contains_key(path))
        .map(|path| format!("--- {path}, removed\n"));
    removed.chain(files.iter().map(|(path, text)| format!("--- {path}\n{}\n", text.trim_end()))).collect()
}

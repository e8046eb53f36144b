//! Who brings which list, and the game for the lists that are played.

use std::path::Path;

use super::open::{self, Agreed};
use super::{Stop, ui::Ui};
use crate::compile::{Game, Opened};
use crate::diagnostics::codes::play as codes;
use crate::diagnostics::{Diagnostic, Severity, list, nearest};
use crate::ir::{Bringer, PlayedList};
use crate::play::{DeckList, check_deck, read_deck, sources_of};
use crate::source::Sources;

/// A list as the command line names it: for whom, and which.
pub(super) type Named = (Option<Bringer>, String);

/// `1=swift`, `table=common`, `swift`, `2=./mine.toml`
pub(super) fn named(written: &str) -> Result<Named, String> {
    let (bringer, list) = match written.split_once('=') {
        Some((bringer, list)) => (Some(bringer.trim().parse::<Bringer>()?), list.trim()),
        None => (None, written.trim()),
    };
    if list.is_empty() {
        return Err("write which list, such as `1=swift` or `2=./mine.toml`".into());
    }
    Ok((bringer, list.into()))
}

/// Lists that were read, and the files that they were read from.
pub(super) struct Lists {
    pub(super) lists: Vec<DeckList>,
    pub(super) sources: Sources,
}

/// Reads lists and holds them against the game's rules for lists.
pub(super) fn read(game: &Game, names: &[&str], options: &[(String, String)]) -> Result<Lists, Stop> {
    let mut sources = sources_of(&game.ir);
    let mut lists = Vec::new();
    for name in names {
        let (list, found) = one(game, name, &mut sources)?;
        if found.iter().any(|d| d.severity == Severity::Error) {
            return Err(Stop::Found(found, Box::new(sources)));
        }
        lists.push(list);
    }
    let all: Vec<&DeckList> = lists.iter().collect();
    let found: Vec<Diagnostic> = check_deck(game, options, &all).map_err(Stop::Usage)?.into_iter().flatten().collect();
    if found.iter().any(|d| d.severity == Severity::Error) {
        return Err(Stop::Found(found, Box::new(sources)));
    }
    Ok(Lists { lists, sources })
}

/// Reads a list: one of the package by its name, or a file; with what is wrong with it.
pub(super) fn one(game: &Game, name: &str, sources: &mut Sources) -> Result<(DeckList, Vec<Diagnostic>), Stop> {
    let end = format!("decks/{name}.toml");
    let of_package = sources.files().find(|(_, f)| f.package_path == end).map(|(file, _)| file);
    let file = match of_package {
        Some(file) => file,
        None if is_path(name) => {
            let file = sources.add(name.replace('\\', "/"), open::text_of(Path::new(name))?);
            let (mut list, found) = read_deck(&game.ir, sources, file);
            // Commands that are shown name it as the user did.
            list.id = name.to_owned();
            return Ok((list, found));
        }
        None => {
            let known: Vec<&str> = game.ir.decks.iter().map(|deck| deck.id.as_str()).collect();
            let d = Diagnostic::error(codes::UNKNOWN_LIST, format!("{} has no list `{name}`", game.ir.game.name));
            return Err(Stop::from(match (nearest(name, known.iter().copied()), &known[..]) {
                (Some(near), _) => d.help(format!("did you mean `{near}`?")),
                (None, []) => d.help(format!("a file is named with its ending: `./{name}.toml`")),
                (None, known) => {
                    d.help(format!("it has {}; a file is named with its ending: `./{name}.toml`", list(known)))
                }
            }));
        }
    };
    Ok(read_deck(&game.ir, sources, file))
}

/// Whether what names a list is a file.
fn is_path(name: &str) -> bool {
    name.contains(['/', '\\']) || name.ends_with(".toml") || name.ends_with(".txt")
}

/// The game for the lists that are played at a table of so many.
pub(super) fn laid_for(game: &Game, named: &[Named], players: u8, options: &[(String, String)]) -> Result<Game, Stop> {
    let brought = &game.ir.lists;
    let name = &game.ir.game.name;
    let ids: Vec<&str> = named.iter().map(|(_, list)| list.as_str()).collect();
    let read = read(game, &ids, options)?;
    let mut lists: Vec<PlayedList> = Vec::new();
    for ((bringer, id), list) in named.iter().zip(&read.lists) {
        let wrong = |message: String| Stop::from(Diagnostic::error(codes::UNKNOWN_LIST, message));
        let who: Vec<Bringer> = match bringer {
            // A list for everybody is the seats', where they bring one.
            None => brought.bringers(players).filter(|who| (*who == Bringer::Table) != brought.by_seat).collect(),
            Some(Bringer::Table) if !brought.by_table => {
                return Err(wrong(format!("the table brings no list in {name}: every seat brings its own")));
            }
            Some(Bringer::Seat(_)) if !brought.by_seat => {
                return Err(wrong(format!("the table brings the list in {name}: write `--deck table={id}`")));
            }
            Some(Bringer::Seat(seat)) if *seat >= players => {
                let number = u32::from(*seat) + 1;
                return Err(wrong(format!("there is no seat {number} to bring `{id}`: {players} sit down")));
            }
            Some(one) => vec![*one],
        };
        for bringer in who {
            // What is said of one seat goes before what is said of all.
            let said = lists.iter().position(|l| l.bringer == bringer);
            match said {
                Some(_) if named[..].iter().filter(|(who, _)| *who == Some(bringer)).count() > 1 => {
                    return Err(wrong(format!("`--deck` names two lists for {bringer}")));
                }
                Some(at) if named.iter().any(|(who, l)| *who == Some(bringer) && l == id) => {
                    lists[at] = list.brought_by(&game.ir, bringer);
                }
                Some(_) => {}
                None => lists.push(list.brought_by(&game.ir, bringer)),
            }
        }
    }
    lists.extend(legal_in_turn(game, &lists, players, options)?);
    let lists = game.lists(players, &lists).unwrap_or_default();
    if let Some(nobody) = brought.bringers(players).find(|bringer| !lists.lists.iter().any(|l| l.bringer == *bringer)) {
        let d = Diagnostic::error(codes::UNKNOWN_LIST, format!("{name} is played with lists, and there is none"));
        let d = d.because("The package has no list in `decks/` that could be used.");
        return Err(d.help(format!("name one: `--deck {nobody}=./mine.toml`")).into());
    }
    game.laid_for(&lists).map_err(|found| Stop::Found(found, Box::new(read.sources)))
}

/// Brings the package's legal lists, in turn, for everybody who has none yet.
///
/// # Errors
/// The package has lists, and none of them is legal.
fn legal_in_turn(
    game: &Game,
    named: &[PlayedList],
    players: u8,
    options: &[(String, String)],
) -> Result<Vec<PlayedList>, Stop> {
    let all = game.ir.lists.bringers(players);
    let without: Vec<Bringer> = all.filter(|who| !named.iter().any(|list| list.bringer == *who)).collect();
    if without.is_empty() || game.ir.decks.is_empty() {
        return Ok(Vec::new());
    }
    let (mut legal, mut refused) = (Vec::new(), None);
    for deck in &game.ir.decks {
        match read(game, &[&deck.id], options) {
            Ok(read) => legal.extend(read.lists),
            Err(why) => refused = refused.or(Some(why)),
        }
    }
    if let (true, Some(why)) = (legal.is_empty(), refused) {
        return Err(why);
    }
    let bring = |who: Bringer| Some(legal.get(who.turn() % legal.len().max(1))?.brought_by(&game.ir, who));
    Ok(without.into_iter().filter_map(bring).collect())
}

/// The game for the lists that are played: as it is, where nobody brings one. `at_least` is how many seats were named.
pub(super) fn laid(game: Game, agreed: &Agreed, at_least: u8) -> Result<Game, Stop> {
    Ok(match laid_of(&game, agreed, at_least)? {
        Some(laid) => laid,
        None => game,
    })
}

/// The same beside the game; none where nobody brings a list.
pub(super) fn laid_of(game: &Game, agreed: &Agreed, at_least: u8) -> Result<Option<Game>, Stop> {
    if !game.ir.lists.are_brought() {
        none_named(game, &agreed.decks)?;
        return Ok(None);
    }
    let (fewest, most) = game.ir.game.players;
    let seats = agreed.decks.iter().filter_map(|(bringer, _)| match bringer {
        Some(Bringer::Seat(seat)) => Some(seat.saturating_add(1)),
        _ => None,
    });
    let needed = seats.max().unwrap_or(0).max(fewest).max(at_least).min(most);
    let tried = agreed.players.map_or(needed..=most, |players| players..=players);
    let options = agreed.options_of(&game.ir)?;
    let mut first = None;
    for players in tried {
        if !(fewest..=most).contains(&players) {
            // Laying the table says so.
            return Ok(None);
        }
        let laid = laid_for(game, &agreed.decks, players, &options)?;
        let table = open::table(&laid.ir)?;
        let fits = Agreed { players: None, ..agreed.clone() }.settle(&mut table.machine(), 1, Some(1)).is_ok();
        drop(table);
        if fits {
            return Ok(Some(laid));
        }
        first = first.or(Some(laid));
    }
    Ok(first)
}

/// Says that nobody brings a list, if one is named.
pub(super) fn none_named(game: &Game, named: &[Named]) -> Result<(), Stop> {
    match named.first() {
        None => Ok(()),
        Some(_) => {
            let d = Diagnostic::error(codes::NO_LISTS, format!("nobody brings a list in {}", game.ir.game.name));
            Err(d.help("leave `--deck` out, or let a zone of the game begin with `start = \"list\"`").into())
        }
    }
}

/// The game as a scenario of it is played: with the scenario's lists.
pub(super) fn for_scenario(game: Game, id: &str, ui: &Ui) -> Result<Game, Stop> {
    if !game.ir.lists.are_brought() {
        return Ok(game);
    }
    for Opened { game, sources, diagnostics, .. } in game.scenario_tables() {
        match game {
            Some(game) if game.ir.scenarios.iter().any(|s| s.id == id) => return Ok(game),
            Some(_) => {}
            None => {
                ui.report_found(&diagnostics, &sources)?;
            }
        }
    }
    Ok(game)
}

/// A list of the package for each seat, in turn from one of them on.
pub(super) fn in_turn(game: &Game, players: u8, from: usize) -> Vec<Named> {
    let decks = &game.ir.decks;
    let list = |who: Bringer| decks.get((who.turn() + from) % decks.len().max(1)).map(|deck| deck.id.clone());
    game.ir.lists.bringers(players).filter_map(|who| Some((Some(who), list(who)?))).collect()
}

//! Assigns deck lists to seats and to the table, and compiles the game for the lists that are played.

use std::path::Path;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::legal::check_deck;
use super::list::{DeckList, read_deck};
use super::messages;
use crate::compile::CompiledGame;
use crate::diagnostics::codes::package as package_codes;
use crate::diagnostics::{Diagnostic, Severity};
use crate::ir::{Bringer, Ir, PlayedList, is_list_file};
use crate::package::text_of;
use crate::place::shown_path;
use crate::play::agreement::{Agreement, Disagreement};
use crate::play::replay::sources_of;
use crate::play::setups::setup;
use crate::source::Sources;
use crate::table::{Machine, Table};

/// A list as named on the command line, with its bringer: `1=swift`, `table=common`, `swift`,
/// `2=./mine.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct NamedList {
    /// Seat or table that brings the list; `None`: every seat or table that brings one.
    pub bringer: Option<Bringer>,
    /// Id of one of the package's lists, or a file path.
    pub list: String,
}

impl FromStr for NamedList {
    type Err = String;

    fn from_str(written: &str) -> Result<Self, String> {
        let (bringer, list) = match written.split_once('=') {
            Some((bringer, list)) => (Some(bringer.trim().parse::<Bringer>()?), list.trim()),
            None => (None, written.trim()),
        };
        if list.is_empty() {
            return Err("write which list, such as `1=swift` or `2=./mine.toml`".into());
        }
        Ok(NamedList { bringer, list: list.into() })
    }
}

impl NamedList {
    /// Parses a list and its bringer, as scenarios, driven games and evaluation lines write them.
    ///
    /// # Errors
    /// The bringer is invalid, or the list is empty.
    pub fn parse(who: &str, list: &str) -> Result<NamedList, String> {
        format!("{who}={list}").parse()
    }

    /// Creates a list that one seat or the table brings.
    pub fn of(bringer: Bringer, list: &str) -> NamedList {
        NamedList { bringer: Some(bringer), list: list.into() }
    }
}

/// The reason why a game cannot be laid out for lists.
#[derive(Debug)]
pub enum ListError {
    /// Something requested does not exist; a message.
    Words(String),
    /// A list or its name is invalid: the diagnostics, and the files that they point into.
    Found(Vec<Diagnostic>, Box<Sources>),
}

impl ListError {
    /// Returns the message for people: of several diagnostics, the first.
    pub fn into_message(self) -> String {
        match self {
            ListError::Words(words) => words,
            ListError::Found(found, _) => found.into_iter().next().map_or_else(String::new, |d| d.message),
        }
    }
}

impl From<Diagnostic> for ListError {
    fn from(diagnostic: Diagnostic) -> Self {
        ListError::Found(vec![diagnostic], Box::default())
    }
}

/// Settings chosen before play: number of players, options, lists.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PregameSettings {
    /// Number of players; `None` for the fewest allowed.
    pub players: Option<u8>,
    /// Least number of players, because of the seats that are named.
    pub seats: u8,
    /// Lists, each with its bringer.
    pub decks: Vec<NamedList>,
    /// Id of the setup, if one is named.
    pub setup: Option<String>,
    /// Options as pairs of id and value. They may affect which lists are legal.
    pub options: Vec<(String, String)>,
}

impl PregameSettings {
    /// Returns the options: those of the setup, overridden by those named individually.
    ///
    /// # Errors
    /// There is no such setup; a message.
    pub fn options_of(&self, ir: &Ir) -> Result<Vec<(String, String)>, String> {
        options_with(ir, self.setup.as_deref(), &self.options)
    }

    /// Completes the settings.
    ///
    /// # Errors
    /// The number of players or an option is invalid.
    pub fn settle(&self, machine: &mut Machine, seed: u64) -> Result<Agreement, Disagreement> {
        let options = self.options_of(machine.table().ir()).map_err(Disagreement::Words)?;
        let given = || options.iter().map(|(id, value)| (id.as_str(), value.as_str()));
        let agreement = Agreement::settle(machine, self.players, given(), seed)?;
        match self.players {
            None if agreement.players < self.seats => {
                Agreement::settle(machine, Some(self.seats), given(), seed)
            }
            _ => Ok(agreement),
        }
    }

    /// Compiles the game for the lists that are played; `None` for a game without deck lists.
    ///
    /// # Errors
    /// A list does not exist or is not legal, or a list is named in a game without deck lists.
    pub fn compile_for_lists(&self, game: &CompiledGame) -> Result<Option<CompiledGame>, ListError> {
        if !game.ir.lists.are_brought() {
            refuse_named(game, &self.decks)?;
            return Ok(None);
        }
        let (fewest, most) = game.ir.game.players;
        let seats = self.decks.iter().filter_map(|named| match named.bringer {
            Some(Bringer::Seat(seat)) => Some(seat.seat().0),
            _ => None,
        });
        let needed = seats.max().unwrap_or(0).max(fewest).max(self.seats).min(most);
        let tried = self.players.map_or(needed..=most, |players| players..=players);
        let options = self.options_of(&game.ir).map_err(ListError::Words)?;
        let mut first = None;
        for players in tried {
            if !(fewest..=most).contains(&players) {
                // Laying out the table reports this error.
                return Ok(None);
            }
            let laid = laid_for(game, &self.decks, players, &options)?;
            let fits = Table::unoptimised(&laid.ir).is_ok_and(|table| {
                let any = PregameSettings { players: None, seats: 1, ..self.clone() };
                any.settle(&mut table.machine(), 1).is_ok()
            });
            if fits {
                return Ok(Some(laid));
            }
            first = first.or(Some(laid));
        }
        Ok(first)
    }
}

/// Returns the options of a setup, overridden by those named individually.
///
/// # Errors
/// There is no such setup; a message.
pub fn options_with(
    ir: &Ir,
    bundle: Option<&str>,
    named: &[(String, String)],
) -> Result<Vec<(String, String)>, String> {
    let bundle = bundle.map_or(Ok(Vec::new()), |id| setup(ir, id))?;
    Ok(bundle.into_iter().chain(named.iter().cloned()).collect())
}

/// Deck lists, with the files that they were read from.
pub struct LoadedLists {
    /// Lists, in the order of their names.
    pub lists: Vec<DeckList>,
    /// Files of the lists and of the game.
    pub sources: Sources,
}

/// Reads lists and checks them against the game's `[deck]` rules, for this number of players or else the
/// fewest allowed.
///
/// # Errors
/// A list does not exist, cannot be read, or is not legal.
pub fn read_lists(
    game: &CompiledGame,
    names: &[&str],
    players: Option<u8>,
    options: &[(String, String)],
) -> Result<LoadedLists, ListError> {
    let mut sources = sources_of(&game.ir);
    let mut lists = Vec::new();
    for name in names {
        let (list, found) = read_list(game, name, &mut sources)?;
        if found.iter().any(|d| d.severity == Severity::Error) {
            return Err(ListError::Found(found, Box::new(sources)));
        }
        lists.push(list);
    }
    let all: Vec<&DeckList> = lists.iter().collect();
    let found: Vec<Diagnostic> =
        check_deck(game, players, options, &all).map_err(ListError::Words)?.into_iter().flatten().collect();
    if found.iter().any(|d| d.severity == Severity::Error) {
        return Err(ListError::Found(found, Box::new(sources)));
    }
    Ok(LoadedLists { lists, sources })
}

/// Returns the text of a list's file.
///
/// # Errors
/// The file cannot be read, or is not a text.
pub fn list_text(path: &Path) -> Result<String, Diagnostic> {
    let is_text = |d: &Diagnostic| d.code != package_codes::NOT_UTF8;
    text_of(path).map_err(|d| if is_text(&d) { d } else { messages::not_a_text(d) })
}

/// Reads one list, of the package by name or from a file. Returns it with its diagnostics, without checking
/// the game's `[deck]` rules.
///
/// # Errors
/// The list does not exist, or its file cannot be read.
pub fn read_list(
    game: &CompiledGame,
    name: &str,
    sources: &mut Sources,
) -> Result<(DeckList, Vec<Diagnostic>), ListError> {
    let end = format!("decks/{name}.toml");
    let of_package = sources.files().find(|(_, f)| f.package_path == end).map(|(file, _)| file);
    let file = match of_package {
        Some(file) => file,
        None if is_list_file(name) => {
            let file = sources.add(shown_path(Path::new(name)), list_text(Path::new(name))?);
            let (mut list, found) = read_deck(&game.ir, sources, file);
            // Suggested commands use the name that the user wrote.
            list.id = name.to_owned();
            return Ok((list, found));
        }
        None => {
            let known: Vec<&str> = game.ir.decks.iter().map(|deck| deck.id.as_str()).collect();
            return Err(messages::unknown_list(&game.ir.game.name, name, &known).into());
        }
    };
    let (mut list, found) = read_deck(&game.ir, sources, file);
    // The name may be translated.
    if let Some(deck) = game.ir.deck(&list.id) {
        list.name.clone_from(&deck.name);
    }
    Ok((list, found))
}

/// Compiles the game for the lists that are played, for a number of players.
///
/// # Errors
/// A list does not exist or is not legal, or is assigned to a bringer who brings none.
pub fn laid_for(
    game: &CompiledGame,
    named: &[NamedList],
    players: u8,
    options: &[(String, String)],
) -> Result<CompiledGame, ListError> {
    let brought = &game.ir.lists;
    let name = &game.ir.game.name;
    let ids: Vec<&str> = named.iter().map(|named| named.list.as_str()).collect();
    let read = read_lists(game, &ids, Some(players), options)?;
    let mut lists: Vec<PlayedList> = Vec::new();
    for (NamedList { bringer, list: id }, list) in named.iter().zip(&read.lists) {
        let who: Vec<Bringer> = match bringer {
            // A list for everybody goes to the seats, if seats bring lists.
            None => {
                brought.bringers(players).filter(|who| (*who == Bringer::Table) != brought.by_seat).collect()
            }
            Some(Bringer::Table) if !brought.by_table => {
                return Err(messages::only_seats_bring(name).into());
            }
            Some(Bringer::Seat(_)) if !brought.by_seat => {
                return Err(messages::only_the_table_brings(name, id).into());
            }
            Some(Bringer::Seat(seat)) if seat.0 >= players => {
                return Err(messages::no_seat_to_bring(seat.seat(), id, players).into());
            }
            Some(one) => vec![*one],
        };
        for bringer in who {
            // A list for one seat takes precedence over one for everybody.
            let said = lists.iter().position(|l| l.bringer == bringer);
            match said {
                Some(_) if named[..].iter().filter(|named| named.bringer == Some(bringer)).count() > 1 => {
                    return Err(messages::two_lists(bringer).into());
                }
                Some(at) if named.iter().any(|named| named.bringer == Some(bringer) && named.list == *id) => {
                    lists[at] = list.brought_by(&game.ir, bringer);
                }
                Some(_) => {}
                None => lists.push(list.brought_by(&game.ir, bringer)),
            }
        }
    }
    lists.extend(legal_in_turn(game, &lists, players, options)?);
    let lists = game.lists(players, &lists).unwrap_or_default();
    if let Some(nobody) =
        brought.bringers(players).find(|bringer| !lists.lists.iter().any(|l| l.bringer == *bringer))
    {
        return Err(messages::no_list_to_play(name, nobody).into());
    }
    game.laid_for(&lists).map_err(|found| ListError::Found(found, Box::new(read.sources)))
}

/// Assigns the package's legal lists, in turn, to everybody without a list.
///
/// # Errors
/// The package has lists, but none is legal.
fn legal_in_turn(
    game: &CompiledGame,
    named: &[PlayedList],
    players: u8,
    options: &[(String, String)],
) -> Result<Vec<PlayedList>, ListError> {
    let all = game.ir.lists.bringers(players);
    let without: Vec<Bringer> = all.filter(|who| !named.iter().any(|list| list.bringer == *who)).collect();
    if without.is_empty() || game.ir.decks.is_empty() {
        return Ok(Vec::new());
    }
    let (mut legal, mut refused) = (Vec::new(), None);
    for deck in &game.ir.decks {
        match read_lists(game, &[&deck.id], Some(players), options) {
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

/// Reports an error if a list is named although the game has no deck lists.
///
/// # Errors
/// A list is named.
pub fn refuse_named(game: &CompiledGame, named: &[NamedList]) -> Result<(), ListError> {
    match named.first() {
        None => Ok(()),
        Some(_) => Err(messages::nobody_brings(&game.ir.game.name).into()),
    }
}

/// Returns one of the package's lists for each bringer, in turn, beginning with the one at index `from`.
pub fn lists_in_turn(game: &CompiledGame, players: u8, from: usize) -> Vec<NamedList> {
    let decks = &game.ir.decks;
    let list = |who: Bringer| decks.get((who.turn() + from) % decks.len().max(1));
    game.ir.lists.bringers(players).filter_map(|who| Some(NamedList::of(who, &list(who)?.id))).collect()
}

//! Saved games: all data needed to replay a game, in a readable file.

use super::{messages, saved_lists};
use crate::diagnostics::Diagnostic;
use crate::ir::{PlayedList, PlayerId, SeatNumber};
use crate::source::{
    FileId, Sources, Span, TomlEntry, TomlNode, TomlTable, TomlValue, parse_toml, toml_string,
};
use std::fmt::Write;

/// Format version of saved games. 2 added picks.
const FORMAT: i64 = 2;
/// An answer of a saved game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayStep {
    /// Seat that gave the answer, from 0.
    pub seat: PlayerId,
    /// The stable name of the option.
    pub answer: String,
}

/// A game as it is saved: its agreement and its answers, from which it is played again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedGame {
    /// The game's id.
    pub game: String,
    /// The `version` of the game when it was saved.
    pub version: String,
    /// Package as the player named it; empty if unknown.
    pub package: String,
    /// [`Table::fingerprint`](crate::table::Table::fingerprint) of the rules at the time of saving.
    pub rules: u64,
    /// Number of players.
    pub players: u8,
    /// Random seed.
    pub seed: u64,
    /// Players of the seats, in the format of `--seats`; may be empty.
    pub seats: Vec<String>,
    /// Options as pairs of id and value.
    pub options: Vec<(String, String)>,
    /// Deck lists that were played, with all cards.
    pub lists: Vec<PlayedList>,
    /// Answers in order, from the first choice on.
    pub steps: Vec<ReplayStep>,
    /// Elements that the next seat has picked in an incomplete selection.
    pub picks: Vec<String>,
}

/// Spans of a saved game's parts in its file.
#[derive(Clone, Debug)]
pub struct ReplaySpans {
    /// Number of players.
    pub(super) players: Span,
    /// Id of the game.
    pub(super) game: Span,
    /// Path of the package.
    pub(super) package: Span,
    /// Hash of the rules.
    pub(super) rules: Span,
    /// Players of the seats.
    pub(super) seats: Vec<Span>,
    pub(super) options: Vec<Span>,
    /// Spans of the deck lists.
    pub(super) lists: Vec<Span>,
    /// Spans of the answers.
    pub(super) steps: Vec<Span>,
    pub(super) picks: Vec<Span>,
}

impl SavedGame {
    /// Formats the game as a TOML file.
    pub fn to_toml(&self) -> String {
        let seats: Vec<String> = self.seats.iter().map(|s| toml_string(s)).collect();
        let mut out = format!(
            "# A saved game. `cardwright replay FILE` shows it, `cardwright play --load FILE` goes on with it.\n\
             format = {FORMAT}\ngame = {}\nversion = {}\npackage = {}\nrules = \"{:016x}\"\nplayers = {}\nseed = {}\nseats = [{}]\n",
            toml_string(&self.game),
            toml_string(&self.version),
            toml_string(&self.package),
            self.rules,
            self.players,
            // TOML integers are signed, so a larger seed is a string.
            i64::try_from(self.seed).map_or_else(|_| format!("\"{}\"", self.seed), |seed| seed.to_string()),
            seats.join(", ")
        );
        if !self.options.is_empty() {
            out.push_str("\n[options]\n");
        }
        // Writing to a string cannot fail.
        for (id, value) in &self.options {
            let bare = value.parse::<i64>().is_ok() || matches!(value.as_str(), "true" | "false");
            let _ = writeln!(out, "{id} = {}", if bare { value.clone() } else { toml_string(value) });
        }
        saved_lists::write(&self.lists, &mut out);
        out.push_str("\n# The seat and its answer.\n[play]\nchoices = [\n");
        for step in &self.steps {
            let _ = writeln!(out, "    [{}, {}],", step.seat.seat(), toml_string(&step.answer));
        }
        out.push_str("]\n");
        if !self.picks.is_empty() {
            let picks: Vec<String> = self.picks.iter().map(|pick| toml_string(pick)).collect();
            let _ = write!(
                out,
                "# What the next seat has picked so far, of several.\npicks = [{}]\n",
                picks.join(", ")
            );
        }
        out
    }

    /// Parses a file of `sources`. Returns all errors if there are any.
    pub fn parse(sources: &Sources, file: FileId) -> Result<(SavedGame, ReplaySpans), Vec<Diagnostic>> {
        let (tree, found) = parse_toml(sources, file);
        if !found.is_empty() {
            return Err(found);
        }
        let mut reader = ReplayReader { tree: &tree, whole: Span::new(file, 0, 0), found };
        let read = reader.saved();
        if reader.found.is_empty() { Ok(read) } else { Err(reader.found) }
    }
}

/// Parser of a saved game.
struct ReplayReader<'t> {
    tree: &'t TomlTable,
    whole: Span,
    found: Vec<Diagnostic>,
}

impl<'t> ReplayReader<'t> {
    /// Returns the value of a key, if `read` accepts it; otherwise reports an error.
    fn get<T>(&mut self, key: &str, what: &str, read: impl Fn(&TomlNode) -> Option<T>) -> Option<(T, Span)> {
        let Some(node) = self.tree.get(key) else {
            self.found.push(messages::no_key(self.whole, key));
            return None;
        };
        let value = read(node).map(|v| (v, node.span));
        if value.is_none() {
            self.found.push(messages::wrong_value(node.span, key, what));
        }
        value
    }

    /// Reads the whole file.
    fn saved(&mut self) -> (SavedGame, ReplaySpans) {
        let whole = self.whole;
        match self.get("format", "a number", int) {
            Some((1..=FORMAT, _)) | None => {}
            Some((other, span)) => self.found.push(messages::other_format(span, other, FORMAT)),
        }
        // Errors in the rest would only be consequences.
        if !self.found.is_empty() {
            return (SavedGame::default(), ReplaySpans::nowhere(whole));
        }
        let (mut saved, mut places) = self.agreement();
        self.lists(&mut saved, &mut places);
        self.options(&mut saved, &mut places);
        let play = self.tree.get("play").and_then(TomlNode::as_table);
        let Some(choices) = play.and_then(|play| play.get("choices")).and_then(TomlNode::as_array) else {
            self.found.push(messages::no_choices(whole));
            return (saved, places);
        };
        self.choices(choices, &mut saved, &mut places);
        if let Some(picks) = play.and_then(|play| play.get("picks")) {
            self.picks(picks, &mut saved, &mut places);
        }
        (saved, places)
    }

    /// Reads the keys at the top: the game, its rules, the players, the seed.
    fn agreement(&mut self) -> (SavedGame, ReplaySpans) {
        let whole = self.whole;
        let (game, game_at) = self.get("game", "a string", text).unwrap_or((String::new(), whole));
        let version = self.get("version", "a string", text).map_or(String::new(), |v| v.0);
        let (package, package_at) = self.get("package", "a string", text).unwrap_or((String::new(), whole));
        let hash = |n: &TomlNode| n.as_text().and_then(|t| u64::from_str_radix(&t.value, 16).ok());
        let (rules, rules_at) = self.get("rules", "16 hexadecimal digits", hash).unwrap_or((0, whole));
        let (players, players_at) = self.get("players", "a number of players", seat).unwrap_or((0, whole));
        let number = |n: &TomlNode| match &n.value {
            TomlValue::Int(i) => u64::try_from(*i).ok(),
            TomlValue::Text(t) => t.value.parse().ok(),
            _ => None,
        };
        let seed = self.get("seed", "a whole number of 0 or more", number).map_or(0, |s| s.0);
        let name = |n: &TomlNode| Some((text(n)?, n.span));
        let texts = |n: &TomlNode| n.as_array().and_then(|a| a.iter().map(name).collect::<Option<Vec<_>>>());
        let seats = self.get("seats", "a list of strings", texts).map_or(Vec::new(), |s| s.0);
        let (seats, seats_at): (Vec<String>, Vec<Span>) = seats.into_iter().unzip();
        let saved = SavedGame { game, version, package, rules, players, seed, seats, ..SavedGame::default() };
        let places = ReplaySpans {
            players: players_at,
            game: game_at,
            package: package_at,
            rules: rules_at,
            seats: seats_at,
            ..ReplaySpans::nowhere(whole)
        };
        (saved, places)
    }

    /// Returns the entries of a table of the file; none without it.
    fn entries(&self, key: &str) -> &'t [TomlEntry] {
        self.tree.get(key).and_then(TomlNode::as_table).map_or(&[][..], |table| &table.entries)
    }

    /// Reads the deck lists that were brought.
    fn lists(&mut self, saved: &mut SavedGame, places: &mut ReplaySpans) {
        for entry in self.entries("lists") {
            match saved_lists::read(entry) {
                Some(list) => {
                    saved.lists.push(list);
                    places.lists.push(entry.key_span);
                }
                None => self.found.push(messages::bad_list(entry.key_span)),
            }
        }
    }

    /// Reads the values of the options.
    fn options(&mut self, saved: &mut SavedGame, places: &mut ReplaySpans) {
        for entry in self.entries("options") {
            match &entry.value.value {
                TomlValue::Text(t) => saved.options.push((entry.key.clone(), t.value.clone())),
                TomlValue::Int(i) => saved.options.push((entry.key.clone(), i.to_string())),
                TomlValue::Bool(b) => saved.options.push((entry.key.clone(), b.to_string())),
                _ => {
                    self.found.push(messages::bad_option(entry.value.span));
                    continue;
                }
            }
            places.options.push(Span { end: entry.value.span.end, ..entry.key_span });
        }
    }

    /// Reads the answers: pairs of a seat and a text.
    fn choices(&mut self, choices: &[TomlNode], saved: &mut SavedGame, places: &mut ReplaySpans) {
        for node in choices {
            let step = node.as_array().filter(|pair| pair.len() == 2);
            match step.and_then(|pair| Some((seat(&pair[0]).map(SeatNumber)?.player()?, text(&pair[1])?))) {
                Some((seat, answer)) => {
                    saved.steps.push(ReplayStep { seat, answer });
                    places.steps.push(node.span);
                }
                None => self.found.push(messages::bad_answer(node.span)),
            }
        }
    }

    /// Reads the picks of a selection in progress.
    fn picks(&mut self, picks: &TomlNode, saved: &mut SavedGame, places: &mut ReplaySpans) {
        let Some(all) = picks.as_array() else {
            self.found.push(messages::bad_picks(picks.span));
            return;
        };
        for node in all {
            match text(node) {
                Some(pick) => {
                    saved.picks.push(pick);
                    places.picks.push(node.span);
                }
                None => self.found.push(messages::bad_pick(node.span)),
            }
        }
    }
}

/// Returns the value of a whole number.
fn int(node: &TomlNode) -> Option<i64> {
    if let TomlValue::Int(i) = node.value { Some(i) } else { None }
}

/// Returns the value of a string.
fn text(node: &TomlNode) -> Option<String> {
    node.as_text().map(|text| text.value.clone())
}

/// Returns the number of a seat, or of seats, from 1.
fn seat(node: &TomlNode) -> Option<u8> {
    int(node).and_then(|i| u8::try_from(i).ok()).filter(|i| *i >= 1)
}

impl ReplaySpans {
    fn nowhere(span: Span) -> ReplaySpans {
        let (options, lists, steps, picks) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let seats = Vec::new();
        let (players, game, package, rules) = (span, span, span, span);
        ReplaySpans { players, game, package, rules, seats, options, lists, steps, picks }
    }

    /// Returns the place of the path of the package.
    pub fn package(&self) -> Span {
        self.package
    }
}

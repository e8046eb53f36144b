//! Parses the file of a tournament.

use super::messages;
use crate::diagnostics::Diagnostic;
use crate::play::PregameSettings;
use crate::schema::{self, FileShape};
use crate::source::{FileId, Sources, Span, Text, TomlNode, TomlTable, TomlValue, parse_toml};

/// Word for a drawn game in results.
pub(super) const DRAW: &str = "draw";

/// Index into [`Tournament::entries`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntryId(pub u16);

impl EntryId {
    /// Returns the index into [`Tournament::entries`].
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The form of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TournamentFormat {
    /// Single elimination: an entry is out after one loss.
    Knockout,
    /// Double elimination: an entry is out after two losses.
    DoubleElimination,
    /// Each entry meets each other one.
    RoundRobin,
    /// Each entry challenges the next one above.
    Ladder,
}

impl TournamentFormat {
    /// Returns its name in files.
    pub fn id(self) -> &'static str {
        match self {
            TournamentFormat::Knockout => "knockout",
            TournamentFormat::DoubleElimination => "double_elimination",
            TournamentFormat::RoundRobin => "round_robin",
            TournamentFormat::Ladder => "ladder",
        }
    }

    /// Returns its name for people.
    pub fn name(self) -> &'static str {
        match self {
            TournamentFormat::Knockout => "knock-out",
            TournamentFormat::DoubleElimination => "double elimination",
            TournamentFormat::RoundRobin => "round robin",
            TournamentFormat::Ladder => "ladder",
        }
    }
}

/// An entry of a tournament: a person or a bot, with the deck list that they play.
#[derive(Clone, Debug)]
pub struct Participant {
    /// Name in schedules and results; unique in the tournament.
    pub name: String,
    /// Deck list that the entry plays; `None` if it names none.
    pub list: Option<String>,
    /// Bot that plays it; `None` for people.
    pub bot: Option<String>,
    /// Span of the name in the tournament's file.
    pub name_span: Span,
    /// Span of its list, or of its name without a list.
    pub list_span: Span,
    /// Span of its bot, or of its name without a bot.
    pub bot_span: Span,
}

/// A saved result of a match.
#[derive(Clone, Debug)]
pub struct SavedResult {
    /// Id of the match in the schedule.
    pub id: Text,
    /// Names of the entries that met.
    pub between: Vec<Text>,
    /// Winner of each game, or `draw`.
    pub won: Vec<Text>,
}

/// A tournament, as written in its file.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// Title of the tournament.
    pub name: String,
    /// Game, as written.
    pub game: String,
    /// Form, which decides the schedule.
    pub form: TournamentFormat,
    /// Number of games that decide a match.
    pub best_of: u32,
    /// Number of times that each pair meets, or number of ladder rounds.
    pub rounds: Option<u32>,
    /// Points for a match won, tied, lost.
    pub points: [u32; 3],
    /// True if seeds are drawn at random; otherwise the entries are in seed order.
    pub drawn: bool,
    /// Random seed.
    pub seed: u64,
    /// Settings of the games.
    pub sitting: PregameSettings,
    /// Participants; an [`EntryId`] is an index into them.
    pub entries: Vec<Participant>,
    /// Results that the file holds, in its order.
    pub results: Vec<SavedResult>,
    /// Span of the value of `form`.
    pub form_span: Span,
    /// Span of `players`, or of `game` if it is missing.
    pub players_span: Span,
}

impl Tournament {
    /// Returns the name of an entry; `?` for an invalid id.
    pub fn name_of(&self, entry: EntryId) -> &str {
        self.entries.get(entry.index()).map_or("?", |entry| entry.name.as_str())
    }

    /// Returns the id of the entry with a name; `None` if there is none.
    pub fn entry(&self, name: &str) -> Option<EntryId> {
        self.entries.iter().position(|entry| entry.name == name).map(|at| EntryId(at as u16))
    }

    /// Returns the ids of all entries.
    pub fn ids(&self) -> impl Iterator<Item = EntryId> + use<> {
        (0..self.entries.len() as u16).map(EntryId)
    }
}

/// Parses the file of a tournament. Returns it with its diagnostics, without checking them against the game;
/// `None` if the schema is violated.
pub fn read(sources: &Sources, file: FileId) -> (Option<Tournament>, Vec<Diagnostic>) {
    let (root, mut found) = parse_toml(sources, file);
    if found.is_empty() {
        found = schema::validate(FileShape::Tournament, file, &root);
    }
    if !found.is_empty() {
        return (None, found);
    }
    let tournament = TournamentReader { root: &root }.tournament(&sources.file(file).name);
    if let Some(tournament) = &tournament {
        found = wrong_names(tournament);
    }
    (tournament, found)
}

/// Returns errors for duplicate or reserved entry names.
fn wrong_names(tournament: &Tournament) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (at, entry) in tournament.entries.iter().enumerate() {
        if is_reserved(&entry.name) {
            found.push(messages::reserved_name(entry.name_span, &entry.name));
        }
        if let Some(first) = tournament.entries[..at].iter().find(|other| other.name == entry.name) {
            found.push(messages::name_twice(entry.name_span, first.name_span, &entry.name));
        }
    }
    found
}

/// Returns whether a name means a draw in results, or the number of an entry in its match.
fn is_reserved(name: &str) -> bool {
    let name = name.trim();
    let is_number = !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit());
    is_number || [DRAW, "d"].iter().any(|word| name.eq_ignore_ascii_case(word))
}

/// Converts a tree that matches the schema.
struct TournamentReader<'t> {
    root: &'t TomlTable,
}

impl TournamentReader<'_> {
    fn text(&self, key: &str) -> Option<&Text> {
        self.root.get(key).and_then(TomlNode::as_text)
    }

    fn number(&self, key: &str) -> Option<u64> {
        self.root.get(key).and_then(int)
    }

    fn tournament(&self, path: &str) -> Option<Tournament> {
        let form_text = self.text("form")?;
        let forms = [
            TournamentFormat::Knockout,
            TournamentFormat::DoubleElimination,
            TournamentFormat::RoundRobin,
            TournamentFormat::Ladder,
        ];
        let form = forms.into_iter().find(|form| form.id() == form_text.value)?;
        let game = self.text("game")?;
        let points: Option<Vec<u32>> = self
            .root
            .get("points")
            .and_then(TomlNode::as_array)
            .map(|points| points.iter().filter_map(|point| u32::try_from(int(point)?).ok()).collect());
        let small = |key: &str| self.number(key).and_then(|n| u32::try_from(n).ok());
        let stem = path.rsplit(['/', '\\']).next().unwrap_or(path).trim_end_matches(".toml");
        Some(Tournament {
            name: self.text("name").map_or_else(|| stem.replace(['_', '-'], " "), |name| name.value.clone()),
            game: game.value.clone(),
            form,
            best_of: small("best_of").unwrap_or(1),
            rounds: small("rounds"),
            points: points.and_then(|points| points.try_into().ok()).unwrap_or([3, 1, 0]),
            drawn: self.text("seeding").is_some_and(|seeding| seeding.value == "drawn"),
            seed: self.number("seed").unwrap_or(1),
            sitting: PregameSettings {
                players: self.number("players").and_then(|n| u8::try_from(n).ok()),
                seats: 2,
                decks: Vec::new(),
                setup: self.text("setup").map(|setup| setup.value.clone()),
                options: self.options(),
            },
            entries: self.tables("entries").filter_map(entry).collect(),
            results: self.tables("results").filter_map(result).collect(),
            form_span: form_text.span,
            players_span: self.root.get("players").map_or(game.span, |node| node.span),
        })
    }

    fn options(&self) -> Vec<(String, String)> {
        let entries =
            self.root.get("options").and_then(TomlNode::as_table).map_or(&[][..], |table| &table.entries);
        let written = |node: &TomlNode| match &node.value {
            TomlValue::Text(text) => Some(text.value.clone()),
            TomlValue::Int(number) => Some(number.to_string()),
            TomlValue::Bool(yes) => Some(yes.to_string()),
            _ => None,
        };
        entries.iter().filter_map(|entry| Some((entry.key.clone(), written(&entry.value)?))).collect()
    }

    fn tables(&self, key: &str) -> impl Iterator<Item = &TomlTable> {
        self.root
            .get(key)
            .and_then(TomlNode::as_array)
            .unwrap_or_default()
            .iter()
            .filter_map(TomlNode::as_table)
    }
}

fn int(node: &TomlNode) -> Option<u64> {
    if let TomlValue::Int(number) = node.value { u64::try_from(number).ok() } else { None }
}

fn entry(table: &TomlTable) -> Option<Participant> {
    let text = |key: &str| table.get(key).and_then(TomlNode::as_text);
    let name = text("name")?;
    let said =
        |key: &str| (text(key).map(|text| text.value.clone()), text(key).map_or(name.span, |text| text.span));
    let ((list, list_span), (bot, bot_span)) = (said("list"), said("bot"));
    Some(Participant { name: name.value.clone(), list, bot, name_span: name.span, list_span, bot_span })
}

fn result(table: &TomlTable) -> Option<SavedResult> {
    let texts = |key: &str| -> Option<Vec<Text>> {
        let array = table.get(key).and_then(TomlNode::as_array)?;
        Some(array.iter().filter_map(|node| node.as_text().cloned()).collect())
    };
    Some(SavedResult {
        id: table.get("match").and_then(TomlNode::as_text)?.clone(),
        between: texts("between")?,
        won: texts("won")?,
    })
}

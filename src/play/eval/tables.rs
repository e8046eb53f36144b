//! Tables at which lines are evaluated: one for each combination of players, options and lists. Each is
//! compiled once.

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap};
use std::io;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

use super::settings::{BatchError, Settings};
use crate::compile::CompiledGame;
use crate::diagnostics::{Diagnostic, Severity, json_text};
use crate::ir::{Owner, is_list_file};
use crate::play::decks::{ListError, NamedList, PregameSettings};
use crate::table::{Names, Table};

/// Maximum number of tables in memory. Lines of further pairs of lists wait for a later round.
const MOST_TABLES: usize = 64;
/// Maximum number of different expressions at one table.
const MOST_EXPRESSIONS: usize = 4096;

/// One of the tables of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TableId(usize);

impl TableId {
    /// Table of lines that do not name lists.
    pub(super) const FIRST: TableId = TableId(0);

    /// Returns the table's index.
    pub(super) fn index(self) -> usize {
        self.0
    }
}

/// Compiled expressions: the function of each, or its error.
pub(super) type ExpressionFunctions = HashMap<String, Result<u16, String>>;

/// The game as compiled for some lists.
pub(super) struct GameForLists {
    /// Players, options and lists.
    sitting: PregameSettings,
    /// The game; `None` if it is the given game itself, or an error message if it cannot be laid out.
    game: Option<Result<CompiledGame, String>>,
    pub(super) compiled: ExpressionFunctions,
}

/// A table that is prepared when the first line is evaluated at it.
#[derive(Default)]
pub(super) struct LazyTable<'a>(OnceCell<(Table<'a>, Names<'a>)>);

impl<'a> LazyTable<'a> {
    pub(super) fn prepared(&self, game: &'a CompiledGame) -> io::Result<(&Table<'a>, &Names<'a>)> {
        let prepared = match self.0.get() {
            Some(prepared) => prepared,
            None => {
                let table = Table::new(&game.ir).map_err(io::Error::other)?;
                self.0.get_or_init(|| (table, Names::new(&game.ir)))
            }
        };
        Ok((&prepared.0, &prepared.1))
    }
}

/// The tables of a batch: one for each combination of player count, options and lists.
pub(super) struct BatchTables<'g> {
    /// The given game, with all its lists.
    whole: &'g mut CompiledGame,
    settings: &'g Settings,
    all: Vec<GameForLists>,
}

/// Lines, each assigned to its table.
pub(super) struct LinesByTable<'l> {
    pub(super) lines: Vec<(TableId, &'l [u8])>,
    /// Start of the lines not assigned yet, because they would need more tables than can be kept.
    pub(super) end: usize,
    /// Tables that must be added first; their lines are not assigned.
    pub(super) missing: Vec<PregameSettings>,
    /// For each table, whether a line is assigned to it.
    pub(super) used: Vec<bool>,
}

impl<'g> BatchTables<'g> {
    pub(super) fn new(whole: &'g mut CompiledGame, settings: &'g Settings) -> Result<Self, BatchError> {
        let sitting = PregameSettings {
            players: settings.players,
            seats: whole.ir.game.players.0,
            decks: settings.decks.clone(),
            setup: None,
            options: settings.options.clone(),
        };
        let game = sitting.compile_for_lists(whole).map_err(BatchError::Lists)?.map(Ok);
        let first = GameForLists { sitting, game, compiled: ExpressionFunctions::new() };
        Ok(BatchTables { whole, settings, all: vec![first] })
    }

    pub(super) fn settings(&self) -> &'g Settings {
        self.settings
    }

    /// Creates an empty `LazyTable` for each table.
    pub(super) fn grounds<'a>(&self) -> Vec<LazyTable<'a>> {
        self.all.iter().map(|_| LazyTable::default()).collect()
    }

    pub(super) fn all(&self) -> impl Iterator<Item = (TableId, &GameForLists)> {
        self.all.iter().enumerate().map(|(at, laid)| (TableId(at), laid))
    }

    /// Returns a table's game, or the reason why it cannot be laid out.
    pub(super) fn game(&self, id: TableId) -> Result<&CompiledGame, &str> {
        match &self.all[id.0].game {
            Some(game) => game.as_ref().map_err(String::as_str),
            None => Ok(self.whole),
        }
    }

    /// Compiles an expression for a table, and caches the result.
    pub(super) fn compile(&mut self, id: TableId, code: &str) {
        let GameForLists { game, compiled, .. } = &mut self.all[id.0];
        let Ok(game) = game.as_mut().map_or(Ok(&mut *self.whole), Result::as_mut) else { return };
        if compiled.contains_key(code) {
            return;
        }
        let function = if compiled.len() >= MOST_EXPRESSIONS {
            Err(format!("there are more than {MOST_EXPRESSIONS} different expressions"))
        } else {
            game.snippet(code).map_err(|found| words_of(code, &found))
        };
        compiled.insert(code.to_owned(), function);
    }

    /// Adds tables. If there would be too many, drops those that are not in use.
    pub(super) fn add(&mut self, sittings: Vec<PregameSettings>, used: &[bool]) {
        if self.all.len() + sittings.len() > MOST_TABLES {
            let mut used = used.iter();
            self.all.retain(|_| used.next().is_none_or(|used| *used));
        }
        for sitting in sittings {
            let laid = sitting.compile_for_lists(self.whole);
            let game = laid.map_or_else(|why| Some(Err(words_of_list(why))), |game| game.map(Ok));
            self.all.push(GameForLists { sitting, game, compiled: ExpressionFunctions::new() });
        }
    }

    /// Assigns a table to each line, for as many lines as the tables kept suffice.
    pub(super) fn seat<'l>(&self, lines: &'l [u8]) -> LinesByTable<'l> {
        let mut seated = LinesByTable {
            lines: Vec::new(),
            end: 0,
            missing: Vec::new(),
            used: vec![false; self.all.len()],
        };
        // The first table is never dropped.
        seated.used[TableId::FIRST.0] = true;
        let mut tables = 1;
        let known: HashMap<&PregameSettings, TableId> =
            self.all().map(|(id, laid)| (&laid.sitting, id)).collect();
        for line in lines.split_inclusive(|b| *b == b'\n') {
            let sitting = self.sitting(line);
            let table = sitting.as_ref().map_or(Some(TableId::FIRST), |sitting| known.get(sitting).copied());
            let is_new = match (table, &sitting) {
                (Some(table), _) => !std::mem::replace(&mut seated.used[table.0], true),
                (None, Some(sitting)) => !seated.missing.contains(sitting),
                (None, None) => false,
            };
            tables += usize::from(is_new);
            if tables > MOST_TABLES {
                break;
            }
            seated.end += line.len();
            match (table, sitting) {
                (Some(table), _) if !line.trim_ascii().is_empty() => seated.lines.push((table, line)),
                (None, Some(sitting)) if is_new => seated.missing.push(sitting),
                _ => {}
            }
        }
        seated
    }

    /// Returns a line's players, options and lists. `None` for the first table; also if the line is invalid,
    /// which is reported later.
    fn sitting(&self, line: &[u8]) -> Option<PregameSettings> {
        if !self.whole.ir.lists.are_brought() {
            return None;
        }
        let brought: LineTableKeys = serde_json::from_slice(line).ok()?;
        let named = brought.decks.iter().map(|(who, list)| NamedList::parse(who, list));
        let named: Vec<NamedList> = named.collect::<Result<_, _>>().ok()?;
        if !self.settings.list_files && named.iter().any(|named| is_list_file(&named.list)) {
            return None;
        }
        let others =
            self.settings.decks.iter().filter(|all| !named.iter().any(|one| one.bringer == all.bringer));
        let others: Vec<NamedList> = others.cloned().collect();
        let option = |(id, value): (String, Value)| (id, json_text(&value));
        Some(PregameSettings {
            players: brought.players.as_ref().and_then(number).or(self.settings.players),
            seats: self.seats(brought.zones.keys().chain(brought.state.keys())),
            decks: others.into_iter().chain(named).collect(),
            setup: None,
            options: self
                .settings
                .options
                .iter()
                .cloned()
                .chain(brought.options.into_iter().map(option))
                .collect(),
        })
    }

    /// Returns the highest seat in these keys, but at least the minimum number of players.
    fn seats<'k>(&self, keys: impl Iterator<Item = &'k String>) -> u8 {
        let ir = &self.whole.ir;
        let seat = |key: &String| {
            let (id, rest) = key.split_once('[')?;
            let zone = ir.zones.iter().any(|zone| zone.id == id && zone.per_player());
            let own =
                zone || ir.layout.fields.iter().any(|field| field.id == id && field.owner == Owner::Player);
            rest.split(']').next()?.trim().parse().ok().filter(|_| own)
        };
        keys.filter_map(seat).max().unwrap_or(0).max(ir.game.players.0)
    }
}

/// Keys of a line that determine its table; the rest is parsed at that table.
#[derive(Deserialize, Default)]
#[serde(default)]
struct LineTableKeys {
    players: Option<Value>,
    decks: BTreeMap<String, String>,
    options: BTreeMap<String, Value>,
    zones: BTreeMap<String, IgnoredAny>,
    state: BTreeMap<String, IgnoredAny>,
}

/// Parses a number of players, as a number or a string.
fn number(written: &Value) -> Option<u8> {
    match written {
        Value::String(digits) => digits.parse().ok(),
        other => other.as_u64()?.try_into().ok(),
    }
}

/// Formats the errors of an expression as one line.
fn words_of(code: &str, found: &[Diagnostic]) -> String {
    format!("`{code}`: {}", found.iter().map(with_help).collect::<Vec<_>>().join("; "))
}

/// Formats the reason why the game cannot be laid out for lists as one line.
fn words_of_list(why: ListError) -> String {
    match why {
        ListError::Words(words) => words,
        ListError::Found(found, _) => {
            found.iter().find(|d| d.severity == Severity::Error).map(with_help).unwrap_or_default()
        }
    }
}

fn with_help(d: &Diagnostic) -> String {
    match &d.help {
        Some(help) => format!("{} ({help})", d.message),
        None => d.message.clone(),
    }
}

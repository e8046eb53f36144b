//! Saved games: all data needed to replay a game, in a readable file.

use super::agreement::{Agreement, Disagreement, options};
use super::saved_lists;
use super::seat::Observation;
use super::session::Session;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::replay as codes;
use crate::ir::{Ir, PlayedList};
use crate::source::{FileId, Sources, Span, TomlNode, TomlTable, TomlValue, parse_toml};
use crate::table::{Fault, Machine, Rejection, Stop, Table};
use std::fmt::Write;

/// Format version of saved games. 2 added picks.
const FORMAT: i64 = 2;
/// Maximum number of options listed in a message.
const LISTED: usize = 12;

/// An answer of a saved game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayStep {
    /// Seat that gave it, from 0.
    pub seat: u8,
    /// The stable name of the option.
    pub answer: String,
}

/// A saved game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedGame {
    /// The game's id.
    pub game: String,
    /// Version of the game.
    pub version: String,
    /// Package as the player named it; empty if unknown.
    pub package: String,
    /// [`Table::fingerprint`] of the rules it was played under.
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
    /// Answers.
    pub steps: Vec<ReplayStep>,
    /// Elements that the next seat has picked in an incomplete selection.
    pub picks: Vec<String>,
}

/// Spans of a saved game's parts in its file.
#[derive(Clone, Debug)]
pub struct ReplaySpans {
    /// Number of players.
    players: Span,
    /// Id of the game.
    game: Span,
    /// Hash of the rules.
    rules: Span,
    /// Options.
    options: Vec<Span>,
    /// Deck lists.
    pub(super) lists: Vec<Span>,
    /// Answers.
    steps: Vec<Span>,
    /// Picks.
    picks: Vec<Span>,
}

/// The reason why a saved game cannot be replayed to its end.
#[derive(Clone, Debug)]
pub enum ReplayError {
    /// The saved game does not fit the rules; the span is in its file.
    Saved(Box<Diagnostic>),
    /// A rule faulted.
    Fault(Box<Fault>),
}

impl SavedGame {
    /// Creates a saved game from a session.
    pub fn of(session: &Session, package: &str, seats: &[String]) -> SavedGame {
        let table = session.table();
        let (ir, agreement) = (table.ir(), session.agreement());
        SavedGame {
            game: ir.game.id.clone(),
            version: ir.game.version.clone(),
            package: package.into(),
            rules: table.fingerprint(),
            players: agreement.players,
            seed: agreement.seed,
            seats: seats.to_vec(),
            options: agreement.option_texts(ir).map(|(option, value)| (option.into(), value)).collect(),
            lists: ir.lists.played.as_ref().map_or_else(Vec::new, |played| played.lists.clone()),
            steps: session.steps().to_vec(),
            picks: session.picks().to_vec(),
        }
    }

    /// Formats the file.
    pub fn to_toml(&self) -> String {
        let seats: Vec<String> = self.seats.iter().map(|s| quoted(s)).collect();
        let mut out = format!(
            "# A saved game. `cardwright replay FILE` shows it, `cardwright play --load FILE` goes on with it.\n\
             format = {FORMAT}\ngame = {}\nversion = {}\npackage = {}\nrules = \"{:016x}\"\nplayers = {}\nseed = {}\nseats = [{}]\n",
            quoted(&self.game),
            quoted(&self.version),
            quoted(&self.package),
            self.rules,
            self.players,
            // TOML integers are signed; the bits are the same.
            self.seed as i64,
            seats.join(", ")
        );
        if !self.options.is_empty() {
            out.push_str("\n[options]\n");
        }
        // Writing to a string cannot fail.
        for (id, value) in &self.options {
            let bare = value.parse::<i64>().is_ok() || matches!(value.as_str(), "true" | "false");
            let _ = writeln!(out, "{id} = {}", if bare { value.clone() } else { quoted(value) });
        }
        saved_lists::write(&self.lists, &mut out);
        out.push_str("\n# The seat and its answer.\n[play]\nchoices = [\n");
        for step in &self.steps {
            let _ = writeln!(out, "    [{}, {}],", u32::from(step.seat) + 1, quoted(&step.answer));
        }
        out.push_str("]\n");
        if !self.picks.is_empty() {
            let picks: Vec<String> = self.picks.iter().map(|pick| quoted(pick)).collect();
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

    /// Returns the settings, checked against the game's current rules.
    pub fn agreement(&self, places: &ReplaySpans, machine: &mut Machine) -> Result<Agreement, ReplayError> {
        let ir = machine.table().ir();
        let not_saved = |d: Diagnostic| ReplayError::Saved(Box::new(d));
        if self.game != ir.game.id {
            let message = format!("this game was saved from `{}`, not from `{}`", self.game, ir.game.id);
            let help = "replay it with the game it was saved from";
            return Err(not_saved(
                Diagnostic::error(codes::OTHER_GAME, message).at(places.game, "another game").help(help),
            ));
        }
        for (option, place) in self.options.iter().zip(&places.options) {
            let (id, value) = option;
            options(ir, [(id.as_str(), value.as_str())])
                .map_err(|words| not_saved(Diagnostic::error(codes::CANNOT_BE_LAID, words).at(*place, "")))?;
        }
        let given = self.options.iter().map(|(id, value)| (id.as_str(), value.as_str()));
        Agreement::settle(machine, Some(self.players), given, self.seed).map_err(|why| match why {
            Disagreement::Words(words) => {
                not_saved(Diagnostic::error(codes::CANNOT_BE_LAID, words).at(places.players, ""))
            }
            Disagreement::Fault(fault) => ReplayError::Fault(fault),
        })
    }

    /// Returns a warning if the rules have changed since the game was saved.
    pub fn changed(&self, places: &ReplaySpans, table: &Table) -> Option<Diagnostic> {
        (self.rules != table.fingerprint()).then(|| {
            Diagnostic::warning(codes::RULES_HAVE_CHANGED, "the rules have changed since this game was saved")
                .at(places.rules, format!("they are {:016x} now", table.fingerprint()))
                .because("All answers are still possible, but they may have led elsewhere than they did.")
        })
    }

    /// Gives the first `to` answers to a session that has just begun. `mark` decides from the chooser's view
    /// which choices become undo points. Stops before the next choice, with the picks that were made there.
    pub fn replay(
        &self,
        places: &ReplaySpans,
        session: &mut Session,
        to: usize,
        mark: impl Fn(&Observation) -> bool,
    ) -> Result<Stop, ReplayError> {
        let mut stop = session.advance();
        for (number, (step, place)) in self.steps.iter().zip(&places.steps).enumerate().take(to) {
            if let Stop::Fault(fault) = stop {
                return Err(ReplayError::Fault(fault));
            }
            let index =
                find(session, step, number, *place).map_err(|why| self.explained(why, session.table()))?;
            if session.observation().is_ok_and(|seen| mark(&seen)) {
                session.mark();
            }
            session.choose(index).map_err(refused)?;
            stop = session.advance();
        }
        if let Stop::Fault(fault) = stop {
            return Err(ReplayError::Fault(fault));
        }
        if to >= self.steps.len() && !self.picks.is_empty() {
            self.pick(places, session).map_err(|d| self.explained(ReplayError::Saved(d), session.table()))?;
        }
        Ok(stop)
    }

    /// Restores the picks of an incomplete selection.
    fn pick(&self, places: &ReplaySpans, session: &mut Session) -> Result<(), Box<Diagnostic>> {
        let wrong = |at: usize, message: String, cause: String, help: &str| {
            let d = Diagnostic::error(codes::NO_LONGER_FITS, message);
            let d = d.at(places.picks.get(at).copied().unwrap_or(places.game), "picked here");
            Err(Box::new(if cause.is_empty() { d } else { d.because(cause) }.help(help)))
        };
        let Some(offered) = session.selectable() else {
            let message = "no selection is under way where this game was saved".into();
            return wrong(0, message, String::new(), "Remove `picks`.");
        };
        for (at, pick) in self.picks.iter().enumerate() {
            if !offered.names.contains(pick) {
                let cause = format!("These can be picked: {}", list_names(&offered.names));
                return wrong(
                    at,
                    format!("`{pick}` cannot be picked any more"),
                    cause,
                    "Remove it from `picks`.",
                );
            }
            if self.picks[..at].contains(pick) {
                return wrong(
                    at,
                    format!("`{pick}` is picked twice"),
                    String::new(),
                    "Remove it from `picks`.",
                );
            }
        }
        let (count, most) = (self.picks.len(), offered.most());
        if count >= most {
            let message = format!("{count} are picked, of at most {most}: this selection would be complete");
            return wrong(0, message, String::new(), "Remove one of `picks`.");
        }
        session.set_picks(self.picks.clone());
        Ok(())
    }
}

/// Formats a TOML string.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            // Writing to a string cannot fail.
            c if c.is_control() => drop(write!(out, "\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

impl SavedGame {
    /// Adds whether the rules or the file have changed, as the reason why an answer does not fit.
    fn explained(&self, why: ReplayError, table: &Table) -> ReplayError {
        let ReplayError::Saved(mut diagnostic) = why else { return why };
        let said = diagnostic.cause.take().map_or_else(String::new, |cause| format!("{cause}\n"));
        let because = if self.rules == table.fingerprint() {
            "The rules are the same as when the game was saved, so the file has changed."
        } else {
            "The rules have changed since the game was saved."
        };
        diagnostic.cause = Some(said + because);
        ReplayError::Saved(diagnostic)
    }
}

fn refused(why: Rejection) -> ReplayError {
    match why {
        Rejection::Fault(fault) => ReplayError::Fault(fault),
        // An option that was just found is legal.
        _ => ReplayError::Saved(Box::new(Diagnostic::error(codes::NO_LONGER_FITS, "an answer was refused"))),
    }
}

/// Returns the index of the option that an answer names.
fn find(session: &mut Session, step: &ReplayStep, number: usize, place: Span) -> Result<usize, ReplayError> {
    let wrong = |message: String| Diagnostic::error(codes::NO_LONGER_FITS, message);
    let stop = |d: Diagnostic| Err(ReplayError::Saved(Box::new(d)));
    let number = number + 1;
    let (player, answer) = (u32::from(step.seat) + 1, &step.answer);
    let ir = session.table().ir();
    let names = crate::table::Names::new(ir);
    let seen = match session.observation() {
        Ok(seen) => seen,
        Err(Rejection::Fault(fault)) => return Err(ReplayError::Fault(fault)),
        Err(_) => {
            return stop(
                wrong(format!("the game is over before answer {number}"))
                    .at(place, "nobody is asked any more")
                    .help("Remove this line and those below it."),
            );
        }
    };
    let options = seen.options();
    let chooser = u32::from(seen.player()) + 1;
    let asked = seen.question(&names).map_or_else(|| "must choose".into(), |q| format!("is asked: {q}"));
    let listed = list_names(&names.names(options));
    if chooser != player {
        return stop(
            wrong(format!("answer {number} is player {player}'s, but player {chooser} has to choose"))
                .at(place, format!("now it is player {chooser}'s turn"))
                .because(format!("Player {chooser} {asked}\nThe options are: {listed}"))
                .help("Remove this line and those below it, and go on from there with `play --load`."),
        );
    }
    names.find(options, answer).or_else(|unknown| {
        let help = match unknown.nearest {
            Some(near) => format!("Did you mean `{near}`?"),
            None => "Remove this line and those below it, and go on from there with `play --load`.".into(),
        };
        stop(
            wrong(format!("answer {number} no longer fits: `{answer}` is not an option"))
                .at(place, "no option here")
                .because(format!("Player {player} {asked}\nThe options are: {listed}"))
                .help(help),
        )
    })
}

/// Lists the first names, and the number of the others.
fn list_names(names: &[String]) -> String {
    let first = names.iter().take(LISTED).map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(LISTED) {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}

/// Parser of a saved game.
struct ReplayReader<'t> {
    tree: &'t TomlTable,
    whole: Span,
    found: Vec<Diagnostic>,
}

impl<'t> ReplayReader<'t> {
    fn wrong(&mut self, span: Span, message: impl Into<String>, label: &str) {
        self.found.push(
            Diagnostic::error(codes::NOT_A_SAVED_GAME, message)
                .at(span, label)
                .help("`cardwright explain CW0850` shows what a saved game looks like"),
        );
    }

    /// Returns the value of a key, if `read` accepts it; otherwise reports an error.
    fn get<T>(&mut self, key: &str, what: &str, read: impl Fn(&TomlNode) -> Option<T>) -> Option<(T, Span)> {
        let Some(node) = self.tree.get(key) else {
            self.wrong(self.whole, format!("this is not a saved game: it has no `{key}`"), "");
            return None;
        };
        let value = read(node).map(|v| (v, node.span));
        if value.is_none() {
            self.wrong(node.span, format!("`{key}` must be {what}"), "");
        }
        value
    }

    fn saved(&mut self) -> (SavedGame, ReplaySpans) {
        let int = |n: &TomlNode| if let TomlValue::Int(i) = n.value { Some(i) } else { None };
        let text = |n: &TomlNode| n.as_text().map(|t| t.value.clone());
        let whole = self.whole;
        match self.get("format", "a number", int) {
            Some((1..=FORMAT, _)) | None => {}
            Some((other, span)) => {
                let message = format!(
                    "this game was saved in format {other}; this Cardwright reads formats 1 to {FORMAT}"
                );
                self.wrong(span, message, "another format");
            }
        }
        // Errors in the rest would only be consequences.
        if !self.found.is_empty() {
            return (SavedGame::default(), ReplaySpans::nowhere(whole));
        }
        let (game, game_at) = self.get("game", "a string", text).unwrap_or((String::new(), whole));
        let version = self.get("version", "a string", text).map_or(String::new(), |v| v.0);
        let package = self.get("package", "a string", text).map_or(String::new(), |v| v.0);
        let hash = |n: &TomlNode| n.as_text().and_then(|t| u64::from_str_radix(&t.value, 16).ok());
        let (rules, rules_at) = self.get("rules", "16 hexadecimal digits", hash).unwrap_or((0, whole));
        let seat = |n: &TomlNode| int(n).and_then(|i| u8::try_from(i).ok()).filter(|i| *i >= 1);
        let (players, players_at) = self.get("players", "a number of players", seat).unwrap_or((0, whole));
        let seed = self.get("seed", "a number", int).map_or(0, |s| s.0 as u64);
        let texts = |n: &TomlNode| n.as_array().and_then(|a| a.iter().map(text).collect::<Option<Vec<_>>>());
        let seats = self.get("seats", "a list of strings", texts).map_or(Vec::new(), |s| s.0);
        let mut saved =
            SavedGame { game, version, package, rules, players, seed, seats, ..SavedGame::default() };
        let mut places = ReplaySpans {
            players: players_at,
            game: game_at,
            rules: rules_at,
            ..ReplaySpans::nowhere(whole)
        };
        for entry in self.tree.get("lists").and_then(TomlNode::as_table).map_or(&[][..], |t| &t.entries) {
            match saved_lists::read(entry) {
                Some(list) => {
                    saved.lists.push(list);
                    places.lists.push(entry.key_span);
                }
                None => self.wrong(
                    entry.key_span,
                    "a list has a `list`, a `name` and its cards under `parts`",
                    "",
                ),
            }
        }
        for entry in self.tree.get("options").and_then(TomlNode::as_table).map_or(&[][..], |t| &t.entries) {
            match &entry.value.value {
                TomlValue::Text(t) => saved.options.push((entry.key.clone(), t.value.clone())),
                TomlValue::Int(i) => saved.options.push((entry.key.clone(), i.to_string())),
                TomlValue::Bool(b) => saved.options.push((entry.key.clone(), b.to_string())),
                _ => {
                    self.wrong(entry.value.span, "an option is a string, a number, `true` or `false`", "");
                    continue;
                }
            }
            places.options.push(Span { end: entry.value.span.end, ..entry.key_span });
        }
        let choices = self.tree.get("play").and_then(TomlNode::as_table).and_then(|t| t.get("choices"));
        let Some(choices) = choices.and_then(TomlNode::as_array) else {
            self.wrong(whole, "this is not a saved game: it has no list `choices` under `[play]`", "");
            return (saved, places);
        };
        for node in choices {
            let step = node.as_array().filter(|pair| pair.len() == 2);
            match step.and_then(|pair| Some((seat(&pair[0])?, text(&pair[1])?))) {
                Some((seat, answer)) => {
                    saved.steps.push(ReplayStep { seat: seat - 1, answer });
                    places.steps.push(node.span);
                }
                None => {
                    self.wrong(node.span, "an answer is a seat and the name of an option", "`[1, \"name\"]`")
                }
            }
        }
        let picks = self.tree.get("play").and_then(TomlNode::as_table).and_then(|t| t.get("picks"));
        for node in picks.and_then(TomlNode::as_array).into_iter().flatten() {
            match text(node) {
                Some(pick) => {
                    saved.picks.push(pick);
                    places.picks.push(node.span);
                }
                None => self.wrong(node.span, "a pick is the name of what is picked", "`\"name\"`"),
            }
        }
        if let Some(node) = picks.filter(|node| node.as_array().is_none()) {
            self.wrong(node.span, "`picks` must be a list of names", "`[\"name\"]`");
        }
        (saved, places)
    }
}

impl ReplaySpans {
    /// Returns the span of the number of players.
    pub(super) fn players(&self) -> Span {
        self.players
    }

    fn nowhere(span: Span) -> ReplaySpans {
        let (options, lists, steps, picks) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        ReplaySpans { players: span, game: span, rules: span, options, lists, steps, picks }
    }
}

/// Returns the source files of a game, to which the spans of faults refer.
pub fn sources_of(ir: &Ir) -> Sources {
    let mut sources = Sources::default();
    for file in &ir.files {
        sources.add_of_package(file.display_path(), file.name.clone(), file.text.clone());
    }
    sources
}

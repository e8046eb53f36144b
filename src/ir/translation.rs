//! Translation of a game: replaces texts for people, and nothing else.

use std::collections::BTreeMap;

use super::ids::SeatNumber;
use super::print::PrintInfo;
use super::root::Ir;
use crate::diagnostics::capitalised;
use crate::vocabulary::phrase;

impl Ir {
    /// Translates the texts for people. `texts` maps paths, such as `game.name`, `words.card`,
    /// `options.variant`, `cards.badger.text`, `decks.swift.name`, `phrases.sheet`, to translations. A text
    /// without a translation stays.
    pub fn translate(&mut self, language: &str, texts: &BTreeMap<String, String>) {
        if self.untranslated.is_none() && !self.scenarios.is_empty() {
            self.untranslated = Some(Box::new(self.clone()));
        }
        let put = |path: String, to: &mut String| {
            if let Some(text) = texts.get(&path) {
                to.clone_from(text);
            }
        };
        self.game.language = language.to_owned();
        put("game.name".to_owned(), &mut self.game.name);
        put("game.summary".to_owned(), &mut self.game.summary);
        for e in &mut self.enums {
            for (id, printed) in e.values.iter().zip(&mut e.printed) {
                put(format!("words.{id}"), printed);
            }
        }
        for option in &mut self.options {
            put(format!("options.{}", option.id), &mut option.text);
        }
        let ids: Vec<String> = self.names.iter().map(|n| n.id.clone()).collect();
        for name in &mut self.names {
            // A name made from a card has the texts of that card.
            let id = name.card.and_then(|card| ids.get(card.index())).unwrap_or(&name.id);
            put(format!("cards.{id}.name"), &mut name.printed);
            put(format!("cards.{id}.text"), &mut name.text);
            put(format!("cards.{id}.flavour"), &mut name.flavour);
            for (i, reminder) in name.reminders.iter_mut().enumerate() {
                put(format!("reminders.{}.{i}", name.id), reminder);
            }
        }
        for deck in &mut self.decks {
            put(format!("decks.{}.name", deck.id), &mut deck.name);
        }
        // The id of a list from elsewhere is a path, and no key.
        for list in self.lists.played.iter_mut().flat_map(|played| &mut played.lists) {
            put(format!("decks.{}.name", list.id), &mut list.name);
        }
        for cell in &mut self.cells {
            put(format!("words.{}", cell.id), &mut cell.printed);
        }
        for board in &mut self.boards {
            put(format!("words.{}", board.id), board.name.get_or_insert_default());
            board.name.take_if(|name| name.is_empty());
        }
        for piece in &mut self.print.pieces {
            put(format!("words.{}", piece.id), &mut piece.name);
        }
        let under = |table: &str| -> Vec<(String, String)> {
            let inside = texts.iter().filter_map(|(path, text)| Some((path.strip_prefix(table)?, text)));
            inside.map(|(key, text)| (key.to_owned(), text.clone())).collect()
        };
        self.print.words = under("words.");
        self.print.phrases = under("phrases.");
        self.print.said = under("faces.");
    }
}

impl PrintInfo {
    /// Returns the title-case display name of the id of a value, a kind, an attribute or a sheet. By default
    /// it is made from the id: `two_player` is `Two Player`.
    pub fn label(&self, id: &str) -> String {
        self.word(id).map_or_else(|| title_case(id), str::to_owned)
    }

    /// Returns the printed name that `[words]` gives an id.
    fn word(&self, id: &str) -> Option<&str> {
        self.words.iter().find(|(word, _)| word == id).map(|(_, called)| called.as_str())
    }

    /// Returns the display name of an id at the terminal: by default, the id with spaces.
    pub fn terminal_name(&self, id: &str) -> String {
        self.word(id).map_or_else(|| id.replace('_', " "), str::to_owned)
    }

    /// Returns the display name of an id at the terminal as a heading: `two_player` is `Two player`.
    pub fn terminal_heading(&self, id: &str) -> String {
        capitalised(&self.terminal_name(id))
    }

    /// Formats a keyword with its parameters for people: `blast 2` becomes `Blast 2`.
    pub fn keyword(&self, written: &str) -> String {
        match written.split_once(' ') {
            Some((id, with)) => format!("{} {}", self.label(id), self.label(with)),
            None => self.label(written),
        }
    }

    /// Returns the display name of an id within a line: by default, the id itself.
    pub fn display_name(&self, id: &str) -> String {
        self.word(id).map_or_else(|| id.replace('_', " "), str::to_owned)
    }

    /// Returns the printed name of a player: `Player 2`, or the word that `[words]` gives `player`, with the
    /// seat.
    pub fn player(&self, seat: SeatNumber) -> String {
        match self.word("player") {
            Some(word) => format!("{word} {seat}"),
            None => self.phrase("player", &[("n", &seat.to_string())]),
        }
    }

    /// Returns one of the phrases for paper, with its holes filled in.
    pub fn phrase(&self, key: &str, with: &[(&str, &str)]) -> String {
        let own = self.phrases.iter().find(|(k, _)| k == key).map(|(_, phrase)| phrase.as_str());
        let mut rest = own.unwrap_or(phrase(key));
        let mut out = String::with_capacity(rest.len() + 16);
        while let Some((before, after)) = rest.split_once('{') {
            out.push_str(before);
            let (hole, after) = after.split_once('}').unwrap_or((after, ""));
            out.push_str(with.iter().find(|(name, _)| *name == hole).map_or("", |(_, value)| value));
            rest = after;
        }
        out + rest
    }
}

/// Makes a display name of an id: `two_player` becomes `Two Player`.
pub fn title_case(id: &str) -> String {
    let words = id.split(['_', '-', ' ']).filter(|w| !w.is_empty()).map(|w| {
        let mut letters = w.chars();
        letters
            .next()
            .map(|first| first.to_uppercase().chain(letters).collect::<String>())
            .unwrap_or_default()
    });
    words.collect::<Vec<_>>().join(" ")
}

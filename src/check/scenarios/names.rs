//! Names that scenarios and deck lists use: cards, copies, zones.

use crate::check::body::messages::count_of;
use crate::check::rules::checker::RuleChecker;
use crate::check::scenarios::messages;
use crate::check::scenarios::zone_contents::LaidComponents;
use crate::check::symbols::zone_places::{example_of, place_called};
use crate::diagnostics::{self, Diagnostic, nearest};
use crate::ir::{ComponentId, NameId, PlayerId, SeatNumber, ToIndex, ZonePlaceId};
use crate::model::Ident;
use crate::place::Span;
use std::collections::HashMap;

/// Maximum number of errors with one code that are shown for one scenario or deck list.
const FEW: usize = 4;

impl RuleChecker<'_> {
    /// Keeps only a few errors of each code among the diagnostics from index `said` on: an outdated list or
    /// scenario has one cause and many places.
    pub(in crate::check) fn keep_few(&mut self, said: usize, of: &str) {
        let mut found = self.diagnostics.split_off(said);
        diagnostics::sort(&mut found);
        let all: Vec<diagnostics::Code> = found.iter().map(|d| d.code).collect();
        let mut seen: HashMap<diagnostics::Code, usize> = HashMap::new();
        for mut d in found {
            let nth = seen.entry(d.code).or_default();
            *nth += 1;
            let alike = all.iter().filter(|code| **code == d.code).count();
            if alike > FEW && *nth == FEW {
                let more = alike + 1 - FEW;
                let next = std::mem::replace(
                    &mut d.message,
                    format!("there are {more} more errors of this sort in this {of}"),
                );
                (d.cause, d.help) = (None, None);
                if let Some(label) = d.labels.first_mut() {
                    label.text = format!("the next one: {next}");
                }
            }
            if alike <= FEW || *nth <= FEW {
                self.diagnostics.push(d);
            }
        }
    }

    /// Finds a card by its id or printed name; reports an error if there is none.
    pub(in crate::check) fn card_named(&mut self, card: &Ident) -> Option<NameId> {
        self.card_named_or(card, messages::unknown_card)
    }

    /// Finds a card in the same way; `unknown` makes the error if there is none.
    pub(in crate::check) fn card_named_or(
        &mut self,
        card: &Ident,
        unknown: fn(Span, &str) -> Diagnostic,
    ) -> Option<NameId> {
        if let Some(n) = self.symbols.name_ids.get(&card.text) {
            return Some(*n);
        }
        if let Some(n) = self.printed_so(&card.text) {
            return Some(NameId::from_index(n));
        }
        let known = self.symbols.names.iter().flat_map(|n| [n.printed.as_str(), n.id.as_str()]);
        let d = unknown(card.span, &card.text);
        let d = match nearest(&card.text, known) {
            Some(near) => d.did_you_mean(&card.text, near),
            None => d.suggest(&card.text, self.symbols.names.iter().map(|n| n.id.as_str())),
        };
        self.diagnostics.push(d);
        None
    }

    /// Finds a card by its printed name; a stand-in is found by its own id only.
    pub(in crate::check) fn printed_so(&self, text: &str) -> Option<usize> {
        self.symbols.names.iter().position(|n| n.printed == text && n.card.is_none())
    }

    /// Finds the card of a name with a number, `badger#2`. Returns its index, and what stands before and
    /// behind the sign.
    pub(in crate::check) fn numbered<'t>(&self, text: &'t str) -> Option<(usize, &'t str, &'t str)> {
        let (card, number) = text.rsplit_once('#')?;
        let called = self.symbols.name_ids.get(card).map(|name| name.index());
        Some((called.or_else(|| self.printed_so(card))?, card, number))
    }

    /// Finds a copy by its number: `badger#2`, `Badger#2`.
    pub(in crate::check) fn copy_named(&self, card: &Ident) -> Option<ComponentId> {
        let (name, _, number) = self.numbered(&card.text)?;
        let number: u32 = number.parse().ok()?;
        let info = self.symbols.names.get(name)?;
        (1..=info.copies).contains(&number).then(|| info.first + number - 1)
    }

    /// Returns the card and its number of copies, if a name has the form of one of its copies: `wine#2`.
    pub(in crate::check) fn card_of_copy<'t>(&self, text: &'t str) -> Option<(&'t str, u32)> {
        let (name, card, _) = self.numbered(text)?;
        Some((card, self.symbols.names.get(name)?.copies))
    }

    /// Resolves component names; a name without a number takes the next copy that is not taken yet. In a game
    /// with lists, a copy from the list of the player in `seat` is preferred.
    pub(in crate::check) fn components_named(
        &mut self,
        cards: &[Ident],
        seat: Option<PlayerId>,
        laid: &mut LaidComponents,
    ) -> Vec<ComponentId> {
        let mut named: Vec<ComponentId> = Vec::new();
        for card in cards {
            if let Some(copy) = self.copy_named(card) {
                if let Some(first) = laid.lay_numbered(copy, card.span) {
                    self.diagnostics.push(messages::copy_twice(&card.text, card.span, first));
                }
                named.push(copy);
                laid.taken.push(copy);
                continue;
            }
            if !self.symbols.name_ids.contains_key(&card.text)
                && self.printed_so(&card.text).is_none()
                && let Some((text, copies)) = self.card_of_copy(&card.text)
            {
                self.diagnostics.push(messages::no_such_copy(card.span, &card.text, text, copies));
                continue;
            }
            let Some(name) = self.card_named(card) else { continue };
            let info = &self.symbols.names[name];
            let left = |c: &ComponentId| !laid.taken.contains(c);
            let mut copies = info.components();
            let own = seat
                .and_then(|seat| copies.clone().find(|c| left(c) && self.symbols.owner_of(*c) == Some(seat)));
            match own.or_else(|| copies.find(left)) {
                Some(copy) => {
                    named.push(copy);
                    laid.taken.push(copy);
                }
                None => {
                    let copies = count_of(info.copies.index(), "copy");
                    let before = laid.before(card);
                    let by_list = self.symbols.by_list.find(name) == Some(&true);
                    let copies = (copies.as_str(), by_list);
                    self.diagnostics.push(messages::no_further_copy(card.span, &card.text, copies, before));
                }
            }
        }
        named
    }

    /// Resolves `deck` or `hand[1]` to an index into the layout's zones.
    pub(in crate::check) fn zone_named(&mut self, zone: &Ident) -> Option<ZonePlaceId> {
        let (id, seat) = split_seat(&zone.text);
        let Some(z) = self.symbols.zones.iter().find(|z| z.id == id) else {
            let d = messages::unknown_zone(zone.span, id)
                .suggest(id, self.symbols.zones.iter().map(|z| z.id.as_str()));
            self.diagnostics.push(d);
            return None;
        };
        let (single, per_player) = (z.is_single(), z.per_player());
        if !single && !per_player {
            return self.one_of_zones(z.first, zone);
        }
        match (per_player, seat) {
            (false, None) => Some(z.first),
            (true, Some(s)) if s >= 1 && s <= self.symbols.max_players as i64 => {
                let place = z.first + s as u16 - 1;
                self.taken(SeatNumber(s as u8), zone.span);
                Some(place)
            }
            (true, Some(_)) => {
                let seats = self.seats();
                self.diagnostics.push(messages::no_such_seat(zone.span, &zone.text, id, seats));
                None
            }
            (true, None) => {
                self.diagnostics.push(messages::zone_of_each_player(zone.span, id));
                None
            }
            (false, Some(_)) => {
                self.diagnostics.push(messages::zone_of_table(zone.span, id));
                None
            }
        }
    }

    /// Resolves `discards[red]` or `pack[lion]` to an index into the layout's zones.
    fn one_of_zones(&mut self, first: ZonePlaceId, written: &Ident) -> Option<ZonePlaceId> {
        let zone = self.symbols.zones.iter().find(|z| z.first == first)?;
        let found = place_called(&self.symbols, zone, &written.text);
        if found.is_none() {
            let example = example_of(&self.symbols, zone);
            self.diagnostics.push(messages::not_one_of_zones(
                written.span,
                &written.text,
                zone.span,
                &example,
            ));
        }
        found
    }
}

/// Splits `hand[1]` into `hand` and 1.
fn split_seat(text: &str) -> (&str, Option<i64>) {
    match text.split_once('[') {
        Some((id, rest)) => (id, Some(rest.trim_end_matches(']').parse().unwrap_or(0))),
        None => (text, None),
    }
}

//! Deck lists and `[deck]`.

use crate::check::declare::list_cards::{asked_only_if, who_brings_lists};
use crate::check::hir::tree::{HEffect, HExpr, HKind, HStmt, SetOp};
use crate::check::hir::types::Ty;
use crate::check::rules::checker::RuleChecker;
use crate::check::rules::messages;
use crate::check::symbols::items::COMPONENT;
use crate::check::symbols::unknown_types::unknown_kind;
use crate::diagnostics::{folded, list, nearest};
use crate::ir::{
    CopiesInfo, DeckPartInfo, FunctionId, ListedInfo, MAIN_PART, PlayerId, RequireInfo, ZoneId, ZoneKey,
};
use crate::model::{Bringer, CopiesDecl, DeckPartDecl, Ident, Package, ScenarioDecl, is_list_file};

/// Checked deck lists, and the requirements on them.
#[derive(Debug, Default)]
pub struct DeckLists {
    /// The requirements of `[deck]` for each part of a list.
    pub parts: Vec<DeckPartInfo>,
    /// The cards of each deck; none for a list with an error.
    pub lists: Vec<Option<Vec<ListedInfo>>>,
}

impl<'p> RuleChecker<'p> {
    /// Checks `[deck]` and the deck lists. An error in a list removes the list, not the game.
    pub(in crate::check) fn decks(&mut self) -> DeckLists {
        let package = self.package;
        let mut checked = DeckLists::default();
        for part in package.deck_rules.iter().flat_map(|rules| &rules.parts) {
            let part = self.deck_part(part);
            checked.parts.push(part);
        }
        for zone in &package.zones {
            if let Some(part) = &zone.list {
                self.known_part(package, part);
            }
        }
        for deck in &package.decks {
            let said = self.diagnostics.len();
            let mut cards = Vec::new();
            for (part, listed) in &deck.parts {
                self.known_part(package, part);
                for (card, count) in listed {
                    if let Some(name) = self.card_named_or(card, messages::unknown_deck_card) {
                        cards.push(ListedInfo { part: part.text.clone(), name, count: *count });
                    }
                }
            }
            let whole = self.diagnostics.len() == said;
            // All errors of an outdated list have one cause.
            let wrong = self.diagnostics.split_off(said);
            self.diagnostics.extend(folded(wrong, "this list"));
            checked.lists.push(whole.then_some(cards));
        }
        checked
    }

    fn deck_part(&mut self, part: &'p DeckPartDecl) -> DeckPartInfo {
        let mut kinds = Vec::new();
        for k in &part.kinds {
            match self.symbols.kind_named(&k.text) {
                Some(kind) => kinds.push(kind),
                None => {
                    let known = || self.symbols.kinds.iter().map(|k| k.id.as_str());
                    // Assume the nearest kind, so that members of its cards are not reported as unknown, too.
                    let near = nearest(&k.text, known());
                    kinds.extend(near.and_then(|near| self.symbols.kind_named(near)));
                    self.diagnostics.push(unknown_kind(k, known()));
                }
            }
        }
        // The kinds that a list may contain: those named, or those of all cards.
        let all = match &kinds[..] {
            [] => self.symbols.names.iter().filter(|n| n.card.is_none()).map(|n| n.kind).collect(),
            kinds => kinds.to_vec(),
        };
        let held = all.into_iter().reduce(|a, b| self.symbols.common_kind(a, b)).unwrap_or(COMPONENT);
        // Without one of the kinds, it is not known what the cards have.
        if kinds.len() < part.kinds.len() {
            let kinds = kinds.into_iter().collect();
            let (copies, requires) = (None, Vec::new());
            return DeckPartInfo { id: part.id.text.clone(), size: part.size, copies, kinds, requires };
        }
        let copies = part.copies.as_ref().map(|copies| match copies {
            CopiesDecl::Range(least, most) => CopiesInfo::Range(*least, *most),
            CopiesDecl::Most(code) => {
                let f = self.hidden("copies in a deck", vec![("self", Ty::Component(held))], Ty::Int, false);
                self.body(f, code, "a deck rule");
                CopiesInfo::Most(f)
            }
        });
        let mut requires = Vec::new();
        for r in &part.requires {
            let function =
                self.hidden("deck rule", vec![("cards", Ty::Component(held).set())], Ty::Bool, false);
            self.body(function, &r.that, "a deck rule");
            requires.push(RequireInfo { function, text: r.text.clone() });
        }
        let kinds = kinds.into_iter().collect();
        DeckPartInfo { id: part.id.text.clone(), size: part.size, copies, kinds, requires }
    }

    /// Reports a part that the game's lists do not have.
    fn known_part(&mut self, package: &Package, part: &Ident) {
        let known: Vec<&str> = match &package.deck_rules {
            Some(rules) => rules.parts.iter().map(|p| p.id.text.as_str()).collect(),
            None => vec![MAIN_PART],
        };
        let written_so = part.text == MAIN_PART || known.contains(&part.text.as_str());
        if written_so || package.refused.iter().any(|id| id.text == part.text) {
            return;
        }
        let d = messages::unknown_part(part.span, &part.text);
        let others: Vec<&str> = known.iter().copied().filter(|id| *id != MAIN_PART).collect();
        self.diagnostics.push(match (nearest(&part.text, known.iter().copied()), &others[..]) {
            (Some(near), _) => d.did_you_mean(&part.text, near),
            (None, []) => d.help(format!("declare it: `[deck.parts.{}]`, with its `size`", part.text)),
            (None, others) => d.help(format!("besides `[cards]` a list has {}", list(others))),
        });
    }

    /// Checks the lists that a scenario names.
    pub(in crate::check) fn decks_of(&mut self, lists: &DeckLists, scenario: &ScenarioDecl) {
        let package = self.package;
        let players = scenario.players.map_or(package.game.players.0, |(players, _)| players);
        for (bringer, deck) in &scenario.decks {
            let wrong = |why: &str| messages::wrong_bringer(bringer.span, why);
            let (table, seats) = who_brings_lists(package);
            match bringer.text.parse::<Bringer>() {
                _ if !table && !seats => {
                    let d = wrong("nobody brings a list in this game");
                    self.diagnostics
                        .push(d.help("leave `[decks]` out, or let a zone begin with `start = \"list\"`"));
                    return;
                }
                Err(why) => self.diagnostics.push(wrong(&why)),
                Ok(Bringer::Table) if !table => {
                    self.diagnostics.push(
                        wrong("the table brings no list: every seat brings its own").help("write `1 = …`"),
                    );
                }
                Ok(Bringer::Seat(_)) if !seats => {
                    self.diagnostics
                        .push(wrong("the table brings the list, not the seats").help("write `table = …`"));
                }
                Ok(Bringer::Seat(seat)) if seat.0 >= players => {
                    self.diagnostics.push(messages::list_of_no_seat(
                        bringer.span,
                        seat.seat(),
                        players,
                        package.game.players.1,
                    ));
                }
                Ok(_) => {}
            }
            let Some(at) = package.decks.iter().position(|d| d.id.text == deck.text) else {
                let known = package.decks.iter().map(|d| d.id.text.as_str());
                let d = messages::unknown_list(deck.span, &deck.text);
                self.diagnostics.push(match package.decks.is_empty() {
                    _ if is_list_file(&deck.text) => {
                        let d =
                            d.because("A scenario is read with its package alone, so it names lists of the package.");
                        d.help("put the file into `decks/`, and write its name without the folder and the ending")
                    }
                    true => d.help(format!("write it: `decks/{}.toml`", deck.text)),
                    false => d.suggest(&deck.text, known),
                });
                continue;
            };
            if lists.lists.get(at).is_some_and(Option::is_none) {
                self.diagnostics.push(messages::list_with_error(deck.span, &deck.text));
            }
        }
    }

    /// Reports a zone that starts with a list although a player has several such zones.
    pub(in crate::check) fn one_list_each(&mut self) {
        let package = self.package;
        for (zone, decl) in self.symbols.zones.iter().zip(&package.zones) {
            let Some(part) = &decl.list else { continue };
            if zone.per_player() || zone.is_single() {
                continue;
            }
            let several = match zone.per.key {
                Some(ZoneKey::Enum(_) | ZoneKey::Name | ZoneKey::Int(_)) => "one for each of several values",
                None => "neither the table's nor a player's",
            };
            self.diagnostics.push(messages::list_for_nobody(part.span, &zone.id, several));
        }
    }
}

impl<'p> RuleChecker<'p> {
    /// Builds the statements that move a part of the played lists to the zone where it begins.
    pub(in crate::check) fn lists_into(&self, z: ZoneId, part: &Ident) -> Vec<HStmt> {
        let zone = &self.symbols.zones[z];
        let make = |ty: Ty, kind: HKind| HExpr { ty, span: part.span, kind };
        let of = Ty::Component(zone.kind).set();
        let bringers = match zone.per_player() {
            true => PlayerId::all(self.symbols.max_players as u8).map(Bringer::Seat).collect(),
            false if zone.is_single() => vec![Bringer::Table],
            false => Vec::new(),
        };
        let into = |bringer: Bringer| {
            let cards = self.symbols.list_components(bringer, Some(&part.text));
            if cards.iter().all(|word| *word == 0) {
                return None;
            }
            let mut set = make(of.clone(), HKind::ConstSet(cards));
            if let Some(in_game) = self.symbols.in_game {
                let there = make(of.clone(), HKind::TableField(in_game));
                set = make(of.clone(), HKind::SetOp(SetOp::Both, Box::new(set), Box::new(there)));
            }
            let place = match bringer {
                Bringer::Table => HKind::Zone(z),
                Bringer::Seat(seat) => {
                    HKind::PlayerZone(z, Box::new(make(Ty::Player, HKind::Value(u64::from(seat)))))
                }
            };
            let to = make(Ty::Zone(zone.kind), place);
            Some(HStmt::Effect(HEffect::MoveAll(set, to, true), part.span))
        };
        bringers.into_iter().filter_map(into).collect()
    }

    /// Returns the conditions of lists that are brought only under some options, with the cards of these
    /// lists.
    pub(in crate::check) fn unasked_lists(
        &mut self,
        package: &'p Package,
    ) -> Vec<(Vec<FunctionId>, Vec<u64>)> {
        let seats: Vec<Bringer> = PlayerId::all(self.symbols.max_players as u8).map(Bringer::Seat).collect();
        let mut unasked = Vec::new();
        for (of_seats, bringers) in [(false, vec![Bringer::Table]), (true, seats)] {
            let Some(conditions) = asked_only_if(package, of_seats) else { continue };
            let conditions = conditions.into_iter().map(|code| self.condition("only_if", code)).collect();
            let mut cards = vec![0; self.symbols.component_words()];
            for bringer in bringers {
                cards
                    .iter_mut()
                    .zip(self.symbols.list_components(bringer, None))
                    .for_each(|(all, more)| *all |= more);
            }
            unasked.push((conditions, cards));
        }
        unasked
    }
}

//! Zones: their `per`, and the selection of one of several places.

use crate::check::declare::declarations::Declarations;
use crate::check::declare::messages;
use crate::check::symbols::items::Member;
use crate::check::symbols::zone_places::example;
use crate::diagnostics::list;
use crate::ir::{CellId, EnumId, ZoneId, ZoneKey, ZoneOwner, ZonePer, ZoneViewers};
use crate::model::{Ident, ZoneDecl};

/// Maximum number of places of all zones of a game together: zones in rules are 16-bit numbers.
const MOST_PLACES: u64 = 40_000;

/// A resolved word of `per`.
enum PerWord {
    Thing(ZoneOwner, u32),
    Key(ZoneKey, u32),
}

impl<'p> Declarations<'p> {
    /// Checks the visibility of a zone.
    fn who_sees(&mut self, zone: &ZoneDecl, per: &ZonePer) {
        if self.symbols.unclear.contains(&zone.id.text) {
            return;
        }
        let top = zone.top_seen_by.map(|(seen_by, span)| ("top_seen_by", seen_by, span));
        for (key, seen_by, span) in std::iter::once(("seen_by", zone.seen_by, zone.id.span)).chain(top) {
            let word = match seen_by {
                ZoneViewers::Owner => "owner",
                ZoneViewers::Others => "others",
                ZoneViewers::All | ZoneViewers::None | ZoneViewers::Expression => continue,
            };
            if per.thing != ZoneOwner::Player {
                let players = example(&self.symbols, per.key);
                self.diagnostics.push(messages::zone_without_owner(
                    span,
                    &zone.id.text,
                    key,
                    word,
                    players.as_deref(),
                ));
            }
        }
        let Some((_, seen_by, span)) = top else { return };
        let id = &zone.id.text;
        if !zone.ordered {
            self.diagnostics.push(messages::top_without_order(span, id));
        } else if is_told_already(zone.seen_by, seen_by) {
            let all_see = zone.seen_by == ZoneViewers::All;
            self.diagnostics.push(messages::top_seen_anyway(span, id, all_see));
        }
    }

    /// Resolves a zone's `per`. `first` is the number of its first place. Players' zones are looked up on the
    /// player; zones of cells and components become their members.
    pub(in crate::check) fn zone_per(&mut self, zone: &'p ZoneDecl, first: u16) -> ZonePer {
        let mut per = ZonePer::TABLE;
        let mut things: Option<&Ident> = None;
        for word in &zone.per {
            match self.per_word(word) {
                Some(PerWord::Thing(_, _)) if things.is_some() => self.two_of_a_sort(zone, "things"),
                Some(PerWord::Key(..)) if per.key.is_some() => self.two_of_a_sort(zone, "values"),
                Some(PerWord::Thing(thing, count)) => {
                    (per.thing, per.things) = (thing, count.max(1));
                    things = Some(word);
                }
                Some(PerWord::Key(key, count)) => (per.key, per.values) = (Some(key), count.max(1)),
                None => self.unclear(zone),
            }
        }
        let places = u64::from(per.things) * u64::from(per.values);
        if u64::from(first) + places > MOST_PLACES {
            let help = match per.key {
                Some(ZoneKey::Int(low)) => {
                    let (things, left) =
                        (u64::from(per.things), MOST_PLACES.saturating_sub(u64::from(first)));
                    format!(
                        "a range has room here up to `{low}..{}`",
                        low + (left / things.max(1)) as i64 - 1
                    )
                }
                _ => "a zone per board instead of per cell, or per kind instead of per component, may do"
                    .to_owned(),
            };
            self.diagnostics.push(messages::too_many_places(
                zone.id.span,
                &zone.id.text,
                places,
                MOST_PLACES,
                &help,
            ));
            self.unclear(zone);
            return ZonePer::TABLE;
        }
        self.who_sees(zone, &per);
        let z = ZoneId::from_index(self.symbols.zones.len());
        let taken = match (per.thing, things) {
            (ZoneOwner::Cell(_), _) => {
                let members = &mut self.symbols.cell_members;
                *members.entry(zone.id.text.clone()).or_insert(Member::Zone(z)) != Member::Zone(z)
            }
            (ZoneOwner::Component(_), Some(kind)) => self.symbols.kind_named(&kind.text).is_some_and(|k| {
                let taken = self.symbols.member(k, &zone.id.text).is_some();
                let members = &mut self.symbols.kinds[k].members;
                members.entry(zone.id.text.clone()).or_insert(Member::Zone(z));
                taken
            }),
            _ => false,
        };
        if taken {
            let of = things.map_or("component", |kind| &kind.text);
            self.diagnostics.push(messages::member_taken(zone.id.span, &zone.id.text, of));
        }
        per
    }

    fn per_word(&mut self, word: &Ident) -> Option<PerWord> {
        let symbols = &self.symbols;
        if let Some((low, high)) = word.text.split_once("..") {
            let bounds = (low.trim().parse::<i64>(), high.trim().parse::<i64>());
            if let (Ok(low), Ok(high)) = bounds {
                if low <= high {
                    let count = high.abs_diff(low).saturating_add(1);
                    return Some(PerWord::Key(ZoneKey::Int(low), u32::try_from(count).unwrap_or(u32::MAX)));
                }
                self.diagnostics.push(messages::range_backwards(word.span, &word.text, low, high));
                return None;
            }
        }
        match word.text.as_str() {
            "table" => return Some(PerWord::Thing(ZoneOwner::Table, 1)),
            "player" => return Some(PerWord::Thing(ZoneOwner::Player, u32::from(symbols.max_players))),
            "cell" if !symbols.cells.is_empty() => {
                return Some(PerWord::Thing(ZoneOwner::Cell(CellId(0)), symbols.cells.len() as u32));
            }
            "name" => return Some(PerWord::Key(ZoneKey::Name, symbols.names.len() as u32)),
            _ => {}
        }
        if let Some(board) = symbols.boards.iter().find(|b| b.id == word.text) {
            return Some(PerWord::Thing(ZoneOwner::Cell(board.first), board.count));
        }
        if let Some(sort) = symbols.sorts.iter().find(|s| s.id == word.text) {
            return Some(PerWord::Thing(ZoneOwner::Cell(sort.first), sort.count));
        }
        if let Some(e) = symbols.enums.iter().position(|e| e.id == word.text) {
            let values = symbols.enums[EnumId::from_index(e)].values.len();
            return Some(PerWord::Key(ZoneKey::Enum(EnumId(e as u16)), values as u32));
        }
        if let Some(kind) = symbols.kinds.iter().find(|k| k.id == word.text) {
            return Some(PerWord::Thing(ZoneOwner::Component(kind.first), kind.count));
        }
        // It has been reported where it could not be read, such as a board with too many cells.
        if self.package.may_exist(&word.text) {
            return None;
        }
        let things =
            ["table", "player", "name"].into_iter().chain(symbols.boards.iter().map(|b| b.id.as_str()));
        let things = things.chain(symbols.sorts.iter().map(|s| s.id.as_str()));
        let known = things
            .chain((!symbols.cells.is_empty()).then_some("cell"))
            .chain(symbols.enums.iter().map(|e| e.id.as_str()))
            .chain(symbols.kinds.iter().map(|k| k.id.as_str()));
        let boards: Vec<&str> = symbols.boards.iter().map(|b| b.id.as_str()).collect();
        let d = messages::unknown_per(word.span, &word.text);
        let d = match (word.text.as_str(), &boards[..]) {
            ("board" | "boards", [only]) => d.did_you_mean(&word.text, only),
            ("board" | "boards", [_, _, ..]) => d.help(format!("name a board: there are {}", list(&boards))),
            _ => d.suggest(&word.text, known),
        };
        let d = match d.help {
            Some(_) => d,
            None => d.help(
                "`per` names `player`, `cell`, a board, a kind, an enum, `name` or a range such as `1..4`",
            ),
        };
        self.diagnostics.push(d);
        None
    }

    fn two_of_a_sort(&mut self, zone: &ZoneDecl, what: &str) {
        let words: Vec<&str> = zone.per.iter().map(|word| word.text.as_str()).collect();
        let span = zone.per.last().map_or(zone.id.span, |word| word.span);
        self.unclear(zone);
        if let [first, second] = words[..]
            && first == second
        {
            return self.diagnostics.push(messages::same_per(span, first));
        }
        let value = self.symbols.enums.first().map_or("1..3", |e| e.id.as_str());
        self.diagnostics.push(messages::two_of_a_sort(span, &words, what, value));
    }

    /// Marks a zone whose `per` has a reported error as unclear, so that its uses are not reported too.
    fn unclear(&mut self, zone: &ZoneDecl) {
        self.symbols.unclear.push(zone.id.text.clone());
    }
}

/// Returns whether nobody sees more if the top of a zone is seen by some players, and all of it by others.
fn is_told_already(all: ZoneViewers, top: ZoneViewers) -> bool {
    all == ZoneViewers::All || top == ZoneViewers::None || all == top && all != ZoneViewers::Expression
}

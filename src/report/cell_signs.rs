//! The signs that show what the cells of drawn boards hold.

use super::areas::in_lines;
use super::brief_value::value as brief_value;
use super::cell_room::{has_zones, scarce_room};
use super::grid::wrap;
use crate::ir::layout::Owner;
use crate::ir::{
    AttributeId, BoardForm, BoardInfo, CellId, ComponentId, FieldId, FieldInfo, Ir, NONE, ToIndex, ValueType,
    ZoneOwner,
};
use crate::table::{LabelContext, Names, TableView, ViewedField, ViewedZone};
use anstyle::{AnsiColor, Style};
use std::collections::{BTreeMap, BTreeSet};

/// The colours of the seats; further seats reuse them from the start.
const SEATS: [AnsiColor; 6] = [
    AnsiColor::Red,
    AnsiColor::Cyan,
    AnsiColor::Yellow,
    AnsiColor::Green,
    AnsiColor::Magenta,
    AnsiColor::Blue,
];

const EMPTY: &str = "·";
/// A highlighted empty cell.
const DOT: &str = "○";
/// A component in whose state no player is named.
const THING: &str = "*";
/// The sign of a cell that holds more than there is room for.
const MORE: &str = "+";
/// The names of directions, and their arrows.
const ARROWS: [(&str, &str); 8] =
    [("n", "↑"), ("e", "→"), ("s", "↓"), ("w", "←"), ("ne", "↗"), ("se", "↘"), ("sw", "↙"), ("nw", "↖")];

/// The contents of a cell as drawn.
#[derive(Clone, Debug, Default)]
pub(super) struct CellText {
    pub text: String,
    /// The seat that determines the colour: the first player named.
    pub seat: Option<u64>,
}

impl CellText {
    /// Returns the text in its colour, padded to a width.
    pub fn styled(&self, width: usize) -> String {
        let gap = width.saturating_sub(self.text.chars().count());
        let style = match self.seat {
            Some(seat) => SEATS[seat.index() % SEATS.len()].on_default().bold(),
            None if self.text == EMPTY || self.text == DOT => Style::new().dimmed(),
            None => Style::new(),
        };
        format!("{style}{}{style:#}{:gap$}", self.text, "")
    }
}

/// The order of signs in a cell: words before numbers, and numbers before players, as in `kn1` and `3A`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum SignPlace {
    Word,
    Number,
    Player,
    Component,
}

#[derive(Clone, Debug)]
struct Sign {
    place: SignPlace,
    /// The state that it shows; `None` for components.
    field: Option<FieldId>,
    text: String,
    seat: Option<u64>,
}

/// The signs of all cells, and what they mean.
pub(super) struct CellSigns {
    cells: BTreeMap<CellId, CellText>,
    /// The signs drawn somewhere, for the legend: players, words with their short forms, and ids of numbers
    /// with their letters; the first has none.
    seats: BTreeSet<u64>,
    words: BTreeMap<String, String>,
    numbers: BTreeMap<String, String>,
    /// Yes/no state that is left out of the drawing, since it holds in all cells that show anything.
    common: BTreeSet<String>,
    /// True if players are shown as letters, because numbers are shown, too.
    letters: bool,
    /// State of cells that the drawing does not show.
    untold: BTreeSet<(CellId, FieldId)>,
}

impl CellSigns {
    pub fn new(names: &Names, ir: &Ir, view: &TableView) -> CellSigns {
        let fields = || ir.layout.fields.iter().filter(|f| f.owner == Owner::Cell && f.is_declared());
        let first_number = fields().find(|f| is_number(&f.ty)).map(|f| f.id.to_string());
        let is_lettered = |id: &str| first_number.as_deref().is_some_and(|first| first != id);
        let mut signs = CellSigns {
            cells: BTreeMap::new(),
            seats: BTreeSet::new(),
            words: BTreeMap::new(),
            numbers: BTreeMap::new(),
            common: BTreeSet::new(),
            letters: first_number.is_some(),
            untold: BTreeSet::new(),
        };
        let shown = || {
            view.fields.iter().filter_map(|seen| {
                let info = ir.layout.fields.find(seen.field).filter(|i| i.owner == Owner::Cell)?;
                let board = ir.boards.get((ir.cells.get(seen.owner.index())?.board).index())?;
                (!in_lines(ir, board)).then_some((seen, info))
            })
        };
        // Short forms are computed from all words that can be on a cell, so that they do not change from turn
        // to turn.
        let mut all: BTreeSet<String> = BTreeSet::new();
        for field in fields() {
            match inner(&field.ty) {
                ValueType::Bool => all.extend([field.id.to_string()]),
                ty if is_way(ir, ty) => {}
                ValueType::Enum(e) => {
                    all.extend(ir.enums.find(*e).into_iter().flat_map(|e| e.printed.clone()))
                }
                ty if is_number(ty) && is_lettered(&field.id) => all.extend([field.id.to_string()]),
                _ => {}
            }
        }
        let worded = shown().filter(|(_, info)| !is_way(ir, inner(&info.ty)));
        all.extend(worded.filter_map(|(seen, info)| word_of(names, &info.id, &info.ty, &seen.words)));
        let short = |word: &str| shortened(word, &all);
        let letter = |id: &str| if is_lettered(id) { short(id) } else { String::new() };
        let mut drawn: BTreeMap<CellId, Vec<Sign>> = BTreeMap::new();
        for (seen, info) in shown() {
            let of_cell = drawn.entry(CellId(seen.owner)).or_default();
            of_cell.extend(signs.sign(names, ir, (seen, info), &short, &letter));
        }
        for board in ir.boards.iter().filter(|board| board.form != BoardForm::Areas) {
            let room = scarce_room(ir, board, &short);
            if room.is_some() {
                signs.leave_out(ir, board, &mut drawn);
            }
            signs.add_components(ir, view, board, &mut drawn);
            for cell in board.cells() {
                if let (Some(room), Some(of_cell)) = (room, drawn.get_mut(&cell)) {
                    signs.fit(cell, of_cell, room);
                }
            }
        }
        for (cell, mut of_cell) in drawn {
            of_cell.sort_by_key(|sign| sign.place);
            signs.explain(names, ir, view, cell, &of_cell, &letter);
            let mut text: String = of_cell.iter().map(|sign| sign.text.as_str()).collect();
            if text.is_empty() {
                let dots = ir.boards.iter().find(|b| b.cells().contains(cell)).and_then(|b| b.dots);
                let dotted = dots.is_some_and(|a| attribute(ir, a, cell).iter().any(|w| *w != 0));
                text.push_str(if dotted { DOT } else { EMPTY });
            }
            let seat = of_cell.iter().find_map(|sign| sign.seat);
            signs.cells.insert(cell, CellText { text, seat });
        }
        signs
    }

    /// Returns the sign of a cell's state; `None` for 0, no, none and the empty set.
    fn sign(
        &self,
        names: &Names,
        ir: &Ir,
        (seen, info): (&ViewedField, &FieldInfo),
        short: &dyn Fn(&str) -> String,
        letter: &dyn Fn(&str) -> String,
    ) -> Option<Sign> {
        let value = seen.words.first().copied().unwrap_or(NONE);
        let number = |of: i64| Some((SignPlace::Number, format!("{}{of}", letter(&info.id)), None));
        let is_any = || seen.words.iter().any(|word| *word != 0);
        let (place, text, seat) = match inner(&info.ty) {
            _ if value == NONE && !matches!(info.ty, ValueType::Set(_)) => None,
            ValueType::Player => Some((SignPlace::Player, seat_sign(value, self.letters), Some(value))),
            ValueType::Int if value != 0 => number(value as i64),
            ValueType::Amount(_) if is_any() => {
                number(seen.words.iter().fold(0i64, |sum, word| sum.saturating_add(*word as i64)))
            }
            ValueType::Set(_) if is_any() => {
                number(seen.words.iter().map(|word| i64::from(word.count_ones())).sum())
            }
            ty if is_way(ir, ty) => {
                let way = names.value(&info.ty, &seen.words);
                let arrow = ARROWS.iter().find(|(id, _)| *id == way);
                Some((SignPlace::Word, arrow.map_or(way.clone(), |(_, arrow)| (*arrow).to_owned()), None))
            }
            _ => {
                let word = word_of(names, &info.id, &info.ty, &seen.words);
                word.map(|word| (SignPlace::Word, short(&word), None))
            }
        }?;
        Some(Sign { place, field: Some(seen.field), text, seat })
    }

    /// Leaves out of a crowded board what its cells need not show: yes/no state that holds in all cells with
    /// any sign, and players where letters of players are those of components.
    fn leave_out(&mut self, ir: &Ir, board: &BoardInfo, drawn: &mut BTreeMap<CellId, Vec<Sign>>) {
        let bools = ir.layout.fields.iter_ids().filter(|(_, field)| {
            field.owner == Owner::Cell && field.is_declared() && field.ty == ValueType::Bool
        });
        let cells = board.cells();
        for (id, field) in bools {
            let mut marked = drawn.iter().filter(|(cell, of)| cells.contains(**cell) && !of.is_empty());
            let is_it = |sign: &Sign| sign.field == Some(id);
            let is_common = |of: &Vec<Sign>| of.iter().any(is_it) && of.iter().any(|sign| !is_it(sign));
            let is_any = marked.clone().next().is_some();
            if is_any && marked.all(|(_, of)| is_common(of)) {
                self.common.insert(field.id.to_string());
                drawn.values_mut().for_each(|of| of.retain(|sign| !is_it(sign)));
            }
        }
        if has_zones(ir, board) {
            for (cell, of) in drawn.iter_mut().filter(|(cell, _)| cells.contains(**cell)) {
                let players = of.iter().filter(|sign| sign.place == SignPlace::Player);
                self.untold.extend(players.filter_map(|sign| Some((*cell, sign.field?))));
                of.retain(|sign| sign.place != SignPlace::Player);
            }
        }
    }

    /// Adds the players whose components lie on the cells of a board: those that a component's state names
    /// first. A component that names no player has a sign of its own.
    fn add_components(
        &mut self,
        ir: &Ir,
        view: &TableView,
        board: &BoardInfo,
        drawn: &mut BTreeMap<CellId, Vec<Sign>>,
    ) {
        let mut lords: BTreeMap<ComponentId, u64> = BTreeMap::new();
        for seen in &view.fields {
            let info = ir.layout.fields.find(seen.field).filter(|info| info.owner == Owner::Component);
            let is_player = info.is_some_and(|info| *inner(&info.ty) == ValueType::Player);
            if let Some(player) = seen.words.first().filter(|word| is_player && **word != NONE) {
                lords.entry(ComponentId(seen.owner)).or_insert(*player);
            }
        }
        let cells = board.cells();
        for (cell, zone) in filled_zones(ir, view).filter(|(cell, _)| cells.contains(*cell)) {
            let of_cell = drawn.entry(cell).or_default();
            for component in zone.contents.iter().flatten() {
                let seat = lords.get(component).copied();
                let text = seat.map_or(THING.to_owned(), |seat| seat_sign(seat, self.letters));
                if of_cell.iter().all(|sign| sign.place < SignPlace::Player || sign.text != text) {
                    of_cell.push(Sign { place: SignPlace::Component, field: None, text, seat });
                }
            }
        }
    }

    /// Leaves out the last signs of a cell until the rest has room: first components of nobody, then state in
    /// the order of its declaration from the end.
    fn fit(&mut self, cell: CellId, of_cell: &mut Vec<Sign>, room: usize) {
        let length = |of: &[Sign]| of.iter().map(|sign| sign.text.chars().count()).sum::<usize>();
        if length(of_cell) > room {
            of_cell.retain(|sign| sign.text != THING);
        }
        if length(of_cell) <= room {
            return;
        }
        while length(of_cell) + MORE.len() > room {
            let last = of_cell.iter().enumerate().filter(|(_, sign)| sign.field.is_some());
            let last = last.max_by_key(|(_, sign)| sign.field).map(|(at, _)| at);
            let left_out = match last {
                Some(at) => Some(of_cell.remove(at)),
                None => of_cell.pop(),
            };
            let Some(sign) = left_out else { break };
            self.untold.extend(sign.field.map(|field| (cell, field)));
        }
        of_cell.push(Sign { place: SignPlace::Number, field: None, text: MORE.into(), seat: None });
    }

    /// Adds the signs of a cell to the legend.
    fn explain(
        &mut self,
        names: &Names,
        ir: &Ir,
        view: &TableView,
        cell: CellId,
        of_cell: &[Sign],
        letter: &dyn Fn(&str) -> String,
    ) {
        self.seats.extend(of_cell.iter().filter_map(|sign| sign.seat));
        for sign in of_cell {
            let (text, meaning) = match (sign.field, sign.text.as_str()) {
                (None, THING) => (THING.to_owned(), "see below".to_owned()),
                (None, MORE) => (MORE.to_owned(), "more, see below".to_owned()),
                (None, _) => continue,
                (Some(field), _) => {
                    let Some(info) = ir.layout.fields.find(field) else { continue };
                    let seen = view.fields.iter().find(|f| f.field == field && f.owner == cell.0);
                    match sign.place {
                        SignPlace::Number => {
                            self.numbers.insert(info.id.to_string(), letter(&info.id));
                            continue;
                        }
                        SignPlace::Word if !is_way(ir, inner(&info.ty)) => {
                            let word = seen.and_then(|f| word_of(names, &info.id, &info.ty, &f.words));
                            let Some(word) = word else { continue };
                            (sign.text.clone(), word)
                        }
                        _ => continue,
                    }
                }
            };
            self.words.insert(meaning, text);
        }
    }

    /// Returns whether no cell shows anything, and none could.
    pub fn are_empty(&self) -> bool {
        self.cells.is_empty()
    }

    pub fn cell(&self, cell: CellId) -> CellText {
        self.cells.get(&cell).cloned().unwrap_or(CellText { text: EMPTY.into(), seat: None })
    }

    /// Returns the legend of the signs on the boards.
    pub fn legend(&self, width: usize) -> String {
        let mut parts: Vec<String> =
            self.seats.iter().map(|s| format!("{} player {}", seat_sign(*s, self.letters), s + 1)).collect();
        let spoken = |id: &str| id.replace('_', " ");
        let long = self.words.iter().filter(|(word, short)| word != short);
        parts.extend(long.map(|(word, short)| format!("{short} {}", spoken(word))));
        let (bare, lettered): (Vec<_>, Vec<_>) =
            self.numbers.iter().partition(|(_, letter)| letter.is_empty());
        if !bare.is_empty() {
            let ids: Vec<String> = bare.iter().map(|(id, _)| spoken(id)).collect();
            parts.push(format!("numbers: {}", ids.join(", ")));
        }
        parts.extend(lettered.iter().map(|(id, letter)| format!("{letter} and a number: {}", spoken(id))));
        if !self.common.is_empty() {
            let ids: Vec<String> = self.common.iter().map(|id| spoken(id)).collect();
            parts.push(format!("all but {EMPTY}: {}", ids.join(", ")));
        }
        if parts.is_empty() {
            return String::new();
        }
        let dim = Style::new().dimmed();
        let lines = wrap(&parts.join(" · "), width.saturating_sub(2));
        lines.iter().map(|line| format!("  {dim}{line}{dim:#}\n")).collect()
    }

    /// Returns what lies on the cells of drawn boards, and their state that the drawings do not show: cells
    /// with equal contents, and these contents. `inside` formats a zone.
    pub fn details(
        &self,
        names: &Names,
        ir: &Ir,
        view: &TableView,
        inside: &dyn Fn(&ViewedZone) -> String,
    ) -> Vec<(String, String)> {
        // The first sort of zone is named by its cell alone.
        let first = ir.zones.iter().position(|zone| matches!(zone.per.thing, ZoneOwner::Cell(_)));
        let mut told: BTreeMap<CellId, Vec<String>> = BTreeMap::new();
        for (cell, zone) in filled_zones(ir, view) {
            let at = ir.layout.zones.find(zone.zone).map(|place| place.zone.index());
            let lies = inside(zone);
            told.entry(cell).or_default().push(match at == first && zone.contents.is_some() {
                true => lies,
                false => format!("{} {lies}", names.zone_label(zone, LabelContext::Cell)),
            });
        }
        for (cell, field) in &self.untold {
            let Some(info) = ir.layout.fields.find(*field) else { continue };
            let seen = view.fields.iter().find(|f| f.field == *field && f.owner == cell.0);
            let text = seen.and_then(|f| brief_value(names, &info.id, &info.ty, &f.words));
            told.entry(*cell).or_default().extend(text);
        }
        let mut details: Vec<(Vec<String>, String)> = Vec::new();
        for (cell, parts) in told.into_iter().filter(|(_, parts)| !parts.is_empty()) {
            let (cell, text) =
                (names.format_value(&ValueType::Cell, &[u64::from(cell.0)]), parts.join(" · "));
            match details.iter_mut().find(|(_, other)| *other == text) {
                Some((cells, _)) => cells.push(cell),
                None => details.push((vec![cell], text)),
            }
        }
        details.into_iter().map(|(cells, text)| (cells.join(", "), text)).collect()
    }
}

/// Returns the cells of boards drawn as grids whose zones have contents, with these zones.
fn filled_zones<'v>(ir: &Ir, view: &'v TableView) -> impl Iterator<Item = (CellId, &'v ViewedZone)> {
    view.zones.iter().filter(|zone| zone.count > 0).filter_map(move |zone| {
        let cell = cell_of_zone(ir, zone)?;
        let board = ir.boards.get((ir.cells.find(cell)?.board).index())?;
        (board.form != BoardForm::Areas).then_some((cell, zone))
    })
}

/// Returns the cell that owns a zone.
pub(super) fn cell_of_zone(ir: &Ir, zone: &ViewedZone) -> Option<CellId> {
    let info = ir.zones.get((ir.layout.zones.find(zone.zone)?.zone).index())?;
    matches!(info.per.thing, ZoneOwner::Cell(_)).then(|| CellId(info.of_place(zone.zone).0 as u32))
}

/// Returns the value of a cell's attribute.
pub(super) fn attribute(ir: &Ir, attribute: AttributeId, cell: CellId) -> &[u64] {
    let Some(info) = ir.attributes.find(attribute) else { return &[] };
    ir.stored(info, cell.0)
}

/// A type without its `?`.
fn inner(ty: &ValueType) -> &ValueType {
    if let ValueType::Optional(of) = ty { of } else { ty }
}

/// Returns whether values of a type are shown as numbers: themselves, their sum or their count.
fn is_number(ty: &ValueType) -> bool {
    matches!(inner(ty), ValueType::Int | ValueType::Set(_) | ValueType::Amount(_))
}

fn is_way(ir: &Ir, ty: &ValueType) -> bool {
    matches!(ty, ValueType::Enum(e) if Some(*e) == ir.geometry.directions)
}

/// Returns the sign of a player: the number of the seat, or a letter.
fn seat_sign(player: u64, letters: bool) -> String {
    if letters { char::from(b'A' + (player % 26) as u8).to_string() } else { (player + 1).to_string() }
}

/// Returns the state of a cell as a word. `None` for numbers, players and sets, which have their own signs.
fn word_of(names: &Names, id: &str, ty: &ValueType, words: &[u64]) -> Option<String> {
    let value = words.first().copied().filter(|v| *v != NONE)?;
    match inner(ty) {
        ValueType::Bool => (value != 0).then(|| id.to_owned()),
        ValueType::Enum(_) => Some(names.format_value(ty, words)),
        ValueType::Name | ValueType::Component | ValueType::Cell | ValueType::Zone => {
            Some(names.value(ty, words))
        }
        ValueType::Int | ValueType::Player => None,
        ValueType::Set(_) | ValueType::Optional(_) | ValueType::Amount(_) => None,
    }
}

/// Returns the shortest prefix that no other word starts with.
fn shortened(word: &str, all: &BTreeSet<String>) -> String {
    let ends = word.char_indices().map(|(at, c)| at + c.len_utf8());
    let alone = |end: &usize| all.iter().all(|other| other == word || !other.starts_with(&word[..*end]));
    ends.into_iter().find(alone).map_or_else(|| word.to_owned(), |end| word[..end].to_owned())
}

//! Draws boards in a terminal.

use super::areas::{areas, in_lines};
use super::brief_value::value;
use super::coordinate_board::{CellCoordinates, DrawingPoint};
use super::grid::wrap;
use super::grid_lines::GridLines;
use crate::diagnostics::{count_noun, printable_line, runs};
use crate::ir::layout::Owner;
use crate::ir::{
    AttributeId, BoardForm, BoardInfo, CellId, ComponentId, FieldId, Ir, NONE, ToIndex, ValueType,
};
use crate::table::{Names, TableView, ViewedZone};
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

#[derive(Clone, Debug, Default)]
struct CellText {
    text: String,
    /// The seat that determines the colour: the first player named.
    seat: Option<u64>,
}

impl CellText {
    /// Returns the text in its colour, padded to a width.
    fn styled(&self, width: usize) -> String {
        let gap = width.saturating_sub(self.text.chars().count());
        let style = match self.seat {
            Some(seat) => SEATS[seat.index() % SEATS.len()].on_default().bold(),
            None if self.text == EMPTY || self.text == DOT => Style::new().dimmed(),
            None => Style::new(),
        };
        format!("{style}{}{style:#}{:gap$}", self.text, "")
    }
}

const EMPTY: &str = "·";
/// A highlighted empty cell.
const DOT: &str = "○";
/// The names of directions, and their arrows.
const ARROWS: [(&str, &str); 8] =
    [("n", "↑"), ("e", "→"), ("s", "↓"), ("w", "←"), ("ne", "↗"), ("se", "↘"), ("sw", "↙"), ("nw", "↖")];

/// Draws the boards of a game as the viewer sees them, each cell with its state, and a legend below. Empty if
/// there is no board, or no state or zone of cells.
pub fn boards(names: &Names, ir: &Ir, view: &TableView, width: usize) -> String {
    let component = |c: &ComponentId| names.component(u64::from(*c));
    draw_boards(names, ir, view, width, &|zone| match &zone.contents {
        Some(contents) => runs(&contents.iter().map(component).collect::<Vec<_>>()).join(", "),
        None => count_noun(zone.count as u64, "card"),
    })
}

/// Draws the boards; `inside` formats the contents of a zone.
pub(super) fn draw_boards(
    names: &Names,
    ir: &Ir,
    view: &TableView,
    width: usize,
    inside: &dyn Fn(&ViewedZone) -> String,
) -> String {
    let artist = Artist::new(names, ir, view);
    let there: Vec<&BoardInfo> = ir.boards.iter().filter(|b| !view.absent.contains(&b.first)).collect();
    if artist.cells.is_empty() && !there.iter().any(|b| in_lines(ir, b)) {
        return String::new();
    }
    let mut text = String::new();
    for board in there {
        if ir.boards.len() > 1 {
            let bold = Style::new().bold();
            let name = board.name.clone().unwrap_or_else(|| board.id.replace('_', " "));
            text.push_str(&format!("  {bold}{}{bold:#}\n", printable_line(&name)));
        }
        text.push_str(&match board.form {
            BoardForm::Grid => match board.blocks {
                Some(blocks) => artist.ruled(board, blocks.0),
                None => artist.rows(board, false),
            },
            BoardForm::Hex => artist.rows(board, true),
            BoardForm::Areas if in_lines(ir, board) => {
                let value = |id: &str, field: FieldId, words: &[u64]| {
                    value(names, id, &ir.layout.fields[field].ty, words)
                };
                areas(names, ir, view, board, width, inside, &value)
            }
            BoardForm::Areas => match CellCoordinates::new(ir, board) {
                Some(placed) => artist.draw_coordinate_board(board, &placed),
                None => artist.areas(board, width),
            },
        });
    }
    text + &artist.legend(width)
}

struct Artist<'a> {
    ir: &'a Ir,
    cells: BTreeMap<CellId, CellText>,
    /// The signs drawn somewhere, for the legend: players, words with their short forms, and ids of numbers.
    seats: BTreeSet<u64>,
    words: BTreeMap<String, String>,
    numbers: BTreeSet<String>,
    /// True if players are shown as letters, because numbers are shown, too.
    letters: bool,
}

impl<'a> Artist<'a> {
    fn new(names: &Names, ir: &'a Ir, view: &TableView) -> Self {
        let fields = || ir.layout.fields.iter().filter(|f| f.owner == Owner::Cell);
        let mut artist = Artist {
            ir,
            cells: BTreeMap::new(),
            seats: BTreeSet::new(),
            words: BTreeMap::new(),
            numbers: BTreeSet::new(),
            letters: fields()
                .any(|f| matches!(inner(&f.ty), ValueType::Int | ValueType::Set(_) | ValueType::Amount(_))),
        };
        let is_way = |ty: &ValueType| matches!(ty, ValueType::Enum(e) if Some(*e) == ir.geometry.directions);
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
                ty if is_way(ty) => {}
                ValueType::Enum(e) => {
                    all.extend(ir.enums.find(*e).into_iter().flat_map(|e| e.printed.clone()))
                }
                _ => {}
            }
        }
        let worded = shown().filter(|(_, info)| !is_way(inner(&info.ty)));
        all.extend(worded.filter_map(|(seen, info)| word_of(names, &info.id, &info.ty, &seen.words)));
        // Words come before numbers, and numbers before players: `kn1`, `3A`.
        for pass in 0..3 {
            for (seen, info) in shown() {
                let drawn = artist.cells.entry(CellId(seen.owner)).or_default();
                let value = seen.words.first().copied().unwrap_or(NONE);
                match inner(&info.ty) {
                    _ if value == NONE && !matches!(info.ty, ValueType::Set(_)) => {}
                    ValueType::Player if pass == 2 => {
                        drawn.text.push_str(&seat_sign(value, artist.letters));
                        drawn.seat = drawn.seat.or(Some(value));
                        artist.seats.insert(value);
                    }
                    ValueType::Int if pass == 1 && value != 0 => {
                        drawn.text.push_str(&(value as i64).to_string());
                        artist.numbers.insert(info.id.to_string());
                    }
                    ValueType::Amount(_) if pass == 1 && seen.words.iter().any(|w| *w != 0) => {
                        let sum = seen.words.iter().fold(0i64, |sum, word| sum.saturating_add(*word as i64));
                        drawn.text.push_str(&sum.to_string());
                        artist.numbers.insert(info.id.to_string());
                    }
                    ValueType::Set(_) if pass == 1 && seen.words.iter().any(|w| *w != 0) => {
                        let count: u32 = seen.words.iter().map(|w| w.count_ones()).sum();
                        drawn.text.push_str(&count.to_string());
                        artist.numbers.insert(info.id.to_string());
                    }
                    ty if pass == 0 && is_way(ty) => {
                        let way = names.value(&info.ty, &seen.words);
                        let arrow = ARROWS.iter().find(|(id, _)| *id == way);
                        drawn.text.push_str(arrow.map_or(&way, |(_, arrow)| arrow));
                    }
                    _ if pass == 0 => {
                        if let Some(word) = word_of(names, &info.id, &info.ty, &seen.words) {
                            let short = shortened(&word, &all);
                            drawn.text.push_str(&short);
                            artist.words.insert(word, short);
                        }
                    }
                    _ => {}
                }
            }
        }
        for (cell, drawn) in artist.cells.iter_mut().filter(|(_, d)| d.text.is_empty()) {
            let dots = ir.boards.iter().find(|b| b.cells().contains(*cell)).and_then(|b| b.dots);
            let dotted = dots.is_some_and(|a| attribute(ir, a, *cell).iter().any(|w| *w != 0));
            drawn.text.push_str(if dotted { DOT } else { EMPTY });
        }
        artist
    }

    fn cell(&self, cell: CellId) -> CellText {
        self.cells.get(&cell).cloned().unwrap_or(CellText { text: EMPTY.into(), seat: None })
    }

    /// Returns the width of the widest cell of a board, in characters.
    fn width(&self, board: &BoardInfo) -> usize {
        let cells = board.cells();
        cells.map(|c| self.cell(c).text.chars().count()).max().unwrap_or(1)
    }

    /// Draws the rows from the top, with row numbers on the left and column letters below. On hexagons each
    /// row is shifted half a cell to the right of the row below it.
    fn rows(&self, board: &BoardInfo, slanted: bool) -> String {
        let dim = Style::new().dimmed();
        let (columns, rows) = (usize::from(board.size.0), usize::from(board.size.1));
        let width = self.width(board);
        // Half a cell must be a whole number of characters.
        let pitch = if slanted { (width + 1).next_multiple_of(2) } else { width + 1 };
        let half = if slanted { pitch / 2 } else { 0 };
        let mut text = String::new();
        for row in (1..=rows).rev() {
            let indent = (row - 1) * half;
            let first = board.first.index() + (row - 1) * columns;
            let cells: String =
                (first..first + columns).map(|c| self.cell(CellId(c as u32)).styled(pitch)).collect();
            text.push_str(&format!("  {:indent$}{dim}{row:>2}{dim:#}  {}\n", "", cells.trim_end()));
        }
        let letters: String =
            (0..columns).map(|c| format!("{:<pitch$}", char::from(b'a' + c.min(25) as u8))).collect();
        text + &format!("      {dim}{}{dim:#}\n", letters.trim_end())
    }

    /// Draws a grid with lines between cells whose attribute `blocks` differs.
    fn ruled(&self, board: &BoardInfo, blocks: u16) -> String {
        let dim = Style::new().dimmed();
        let (columns, rows) = (usize::from(board.size.0), usize::from(board.size.1));
        let width = self.width(board);
        // Columns and rows count from 0, rows from the top.
        let cell = |column: usize, row: usize| board.first + ((rows - 1 - row) * columns + column) as u32;
        let apart = |a: CellId, b: CellId| {
            attribute(self.ir, AttributeId(blocks), a) != attribute(self.ir, AttributeId(blocks), b)
        };
        let lines = GridLines::new(
            columns,
            rows,
            |column, row| apart(cell(column, row), cell(column + 1, row)),
            |column, row| apart(cell(column, row), cell(column, row + 1)),
        );
        let mut text = String::new();
        for row in 0..rows {
            let mut cells = String::new();
            for column in 0..columns {
                cells.push_str(&self.cell(cell(column, row)).styled(width));
                match lines.right_of(column, row) {
                    Some(line) => cells.push_str(&format!(" {dim}{line}{dim:#} ")),
                    None if column + 1 < columns => cells.push(' '),
                    None => {}
                }
            }
            text.push_str(&format!("  {dim}{:>2}{dim:#}  {}\n", rows - row, cells.trim_end()));
            if let Some(line) = lines.line_below(row, width) {
                text.push_str(&format!("      {dim}{line}{dim:#}\n"));
            }
        }
        text + &format!("      {dim}{}{dim:#}\n", lines.letters(width))
    }

    /// Draws places at the coordinates in their names, with lines between adjacent ones.
    fn draw_coordinate_board(&self, board: &BoardInfo, placed: &CellCoordinates) -> String {
        let dim = Style::new().dimmed();
        let width = self.width(board);
        let mut text = String::new();
        for row in (0..placed.rows).rev() {
            let mut line = String::new();
            for column in 0..placed.columns {
                let taken = match placed.point(column, row) {
                    DrawingPoint::Cell(cell) => {
                        let drawn = self.cell(cell);
                        line.push_str(&drawn.styled(0));
                        drawn.text.chars().count()
                    }
                    DrawingPoint::Line(sign) => {
                        line.push_str(&format!("{dim}{sign}{dim:#}"));
                        1
                    }
                    DrawingPoint::Nothing => {
                        line.push(' ');
                        1
                    }
                };
                line.push_str(&format!(
                    "{dim}{}{dim:#}",
                    placed.way(column, row, width.saturating_sub(taken))
                ));
            }
            text.push_str(&format!("  {dim}{:>2}{dim:#}  {}\n", row + 1, line.trim_end()));
        }
        text + &format!("      {dim}{}{dim:#}\n", placed.letters(width))
    }

    /// Lists each area with its contents.
    fn areas(&self, board: &BoardInfo, width: usize) -> String {
        let cells = board.cells();
        let area = |c: CellId| {
            let id = self.ir.cells.find(c).map_or("", |c| c.id.as_str());
            // A no-break space keeps an area and its contents on one line.
            format!("{id}\u{a0}{}", self.cell(c).text)
        };
        let all: Vec<String> = cells.clone().map(area).collect();
        let mut text = String::new();
        let mut next = cells;
        for line in wrap(&all.join("  "), width.saturating_sub(2)) {
            let words = line.split(' ').map(|word| match word.split_once('\u{a0}') {
                Some((id, _)) => {
                    format!("{id} {}", next.next().map_or(String::new(), |c| self.cell(c).styled(0)))
                }
                None => word.to_owned(),
            });
            text.push_str(&format!("  {}\n", words.collect::<Vec<_>>().join(" ")));
        }
        text
    }

    /// Returns the legend of the signs on the boards.
    fn legend(&self, width: usize) -> String {
        let mut parts: Vec<String> =
            self.seats.iter().map(|s| format!("{} player {}", seat_sign(*s, self.letters), s + 1)).collect();
        let long = self.words.iter().filter(|(word, short)| word != short);
        parts.extend(long.map(|(word, short)| format!("{short} {}", word.replace('_', " "))));
        if !self.numbers.is_empty() {
            let ids: Vec<String> = self.numbers.iter().map(|id| id.replace('_', " ")).collect();
            parts.push(format!("numbers: {}", ids.join(", ")));
        }
        if parts.is_empty() {
            return String::new();
        }
        let dim = Style::new().dimmed();
        let lines = wrap(&parts.join(" · "), width.saturating_sub(2));
        lines.iter().map(|line| format!("  {dim}{line}{dim:#}\n")).collect()
    }
}

/// Returns the value of a cell's attribute.
fn attribute(ir: &Ir, attribute: AttributeId, cell: CellId) -> &[u64] {
    let Some(info) = ir.attributes.find(attribute) else { return &[] };
    ir.stored(info, cell.0)
}

/// A type without its `?`.
fn inner(ty: &ValueType) -> &ValueType {
    if let ValueType::Optional(of) = ty { of } else { ty }
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

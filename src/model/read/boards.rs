//! Reader of boards.

use super::fields::{self, Fields};
use super::reader::ModelReader;
use super::stray_area::StrayArea;
use crate::diagnostics::{nearest, shows_nothing};
use crate::model::boards::{AreaDecl, BoardDecl, BoardFormDecl, CellAttributeDecl, MOST_CELLS};
use crate::model::ident::Ident;
use crate::model::read::messages;
use crate::schema::MOST_COLUMNS;
use crate::source::{Span, TomlEntry, TomlNode, TomlValue};

/// The keys that give a board its form. A board may have at most one of them.
const FORMS: [&str; 3] = ["grid", "hex", "areas"];

/// The other keys of a board, which are all the keys of a sort of boards.
const KEYS: [&str; 7] = ["name", "base", "attributes", "each", "state", "drawn", "only_if"];

impl ModelReader {
    pub(super) fn board(&mut self, id: Ident, fields: Fields) -> Option<()> {
        let board = self.board_of(id, fields);
        // If a board is missing, so are its cells and their members, under unknown names.
        self.package.incomplete |= board.is_none();
        self.package.boards.push(board?);
        Some(())
    }

    fn board_of(&mut self, id: Ident, mut board: Fields) -> Option<BoardDecl> {
        let span = board.span;
        let said: Vec<(&str, Span)> =
            FORMS.iter().filter_map(|key| Some((*key, board.key_span(key)?))).collect();
        let lines_at = board.key_span("lines");
        if let [(first, first_at), (second, second_at), ..] = said[..] {
            self.found.push(messages::two_forms(&id.text, (second, second_at), (first, first_at)));
            return None;
        }
        let mut form = match said.first() {
            Some((form, _)) => form_of(form, &mut board)?,
            None if lines_at.is_some() => BoardFormDecl::Lines,
            // Another key may be a misspelt form, which the schema has reported.
            None if !board.only(&KEYS) => return None,
            None => BoardFormDecl::Sort,
        };
        if let BoardFormDecl::Areas(areas) = &mut form {
            for area in areas.iter() {
                if area.name.as_ref().is_some_and(|name| !name.is_empty() && shows_nothing(name)) {
                    self.found.push(messages::invisible_name(area.id.span, &area.id.text));
                }
            }
            self.adjoining(&id.text, areas);
        }
        let lines = board.list("lines").into_iter().filter_map(idents).collect();
        let (name, base, only_if) = (board.string("name"), board.ident("base"), board.code("only_if"));
        let each = values(board.entries("each"));
        let attributes = self.cell_attributes(&mut board);
        let state = self.fields(&mut board, "state");
        let mut drawn = board.node("drawn").and_then(Fields::of);
        let mut look = |key: &str, yes_no: bool| {
            let named = drawn.as_mut()?.ident(key)?;
            self.attribute_of(&id, &attributes, named, yes_no)
        };
        let (blocks, dots) = (look("blocks", false), look("dots", true));
        let mut board =
            BoardDecl { id, name, base, form, lines, attributes, each, state, blocks, dots, only_if };
        if matches!(board.form, BoardFormDecl::Sort) {
            return Some(board);
        }
        let at = said.first().map(|(_, at)| *at).or(lines_at).unwrap_or(span);
        let cells = self.cells(&board, at)?;
        self.lines(&mut board, &cells);
        Some(board)
    }

    /// Checks an attribute named by a board's drawing: the board must have it and, for dots, it must be a
    /// bool.
    fn attribute_of(
        &mut self,
        board: &Ident,
        attributes: &[CellAttributeDecl],
        named: Ident,
        yes_no: bool,
    ) -> Option<Ident> {
        let fits = |a: &&CellAttributeDecl| !yes_no || a.ty.value.trim() == "bool";
        let known = attributes.iter().filter(fits).map(|a| a.id.text.as_str());
        let there = attributes.iter().find(|a| a.id.text == named.text);
        // An attribute that was rejected is not reported again.
        if there.is_some_and(|a| fits(&a)) || self.package.refused.iter().any(|r| r.text == named.text) {
            return there.map(|_| named);
        }
        self.found.push(match there {
            Some(_) => messages::not_yes_or_no(named.span, &named.text),
            None => {
                let meant = nearest(&named.text, known);
                messages::unknown_attribute(named.span, &board.text, &named.text, meant)
            }
        });
        None
    }

    /// Returns the ids of a board's cells; reports an error if their number is out of range.
    fn cells(&mut self, board: &BoardDecl, at: Span) -> Option<Vec<String>> {
        let cells = board.cells();
        let (what, label) = match (&board.form, cells.len()) {
            (_, 1..=MOST_CELLS) => return Some(cells),
            (_, 0) => ("no cells", "none are named".to_owned()),
            (BoardFormDecl::Grid(columns, rows) | BoardFormDecl::Hex(columns, rows), many) => {
                ("too many cells", format!("{columns} × {rows} = {many}"))
            }
            (_, many) => ("too many cells", many.to_string()),
        };
        self.found.push(messages::wrong_size(at, &board.id.text, what, &label, MOST_CELLS));
        None
    }

    /// Removes adjacency to areas that do not exist or to the area itself, and reports it.
    fn adjoining(&mut self, board: &str, areas: &mut [AreaDecl]) {
        let known: Vec<String> = areas.iter().map(|area| area.id.text.clone()).collect();
        for AreaDecl { id: area, has_header, adjoins, .. } in areas {
            adjoins.retain(|other| {
                if other.text == area.text {
                    self.found.push(messages::beside_itself(other.span, &area.text));
                    return false;
                }
                let there = known.contains(&other.text);
                // An invalid id has already been reported.
                if !there && super::ids::is_id(&other.text) {
                    let others = known.iter().map(String::as_str).filter(|id| *id != area.text);
                    let meant = nearest(&other.text, others);
                    let found = match meant {
                        Some(meant) => messages::misspelt_area(other.span, &area.text, &other.text, meant),
                        None => {
                            let header = has_header.then_some(board);
                            messages::unknown_area(other.span, &area.text, &other.text, header)
                        }
                    };
                    let (board, area) = (board.to_owned(), other.text.clone());
                    self.strays.push(StrayArea { board, area, found });
                }
                there
            });
        }
    }

    /// Reports the areas that boards do not have. If another board of nearly the same id has them, a header
    /// has a misspelt id, and that is the only error.
    pub(super) fn stray_areas(&mut self) {
        let mut strays = std::mem::take(&mut self.strays);
        let boards = &self.package.boards;
        for few in boards {
            let more = boards.iter().filter(|more| more.areas().len() > few.areas().len());
            let meant = nearest(&few.id.text, more.map(|more| more.id.text.as_str()));
            let Some(meant) = boards.iter().find(|board| Some(board.id.text.as_str()) == meant) else {
                continue;
            };
            let has = |board: &BoardDecl, area: &str| board.areas().iter().any(|of| of.id.text == area);
            let before = strays.len();
            strays.retain(|StrayArea { board, area, .. }| {
                let is_others = *board == few.id.text && has(meant, area);
                !(is_others || *board == meant.id.text && has(few, area))
            });
            if strays.len() < before {
                self.found.push(messages::misspelt_board(few.id.span, &few.id.text, &meant.id.text));
            }
        }
        self.found.extend(strays.into_iter().map(|stray| stray.found));
    }

    /// Removes cells from lines that the board does not have, and reports them.
    fn lines(&mut self, board: &mut BoardDecl, cells: &[String]) {
        let (BoardDecl { id, form, lines, .. }, found) = (board, &mut self.found);
        for cell in lines.iter_mut() {
            cell.retain(|cell| {
                let there = cells.contains(&cell.text);
                if !there && super::ids::is_id(&cell.text) {
                    let unknown = messages::unknown_cell(&id.text, &cell.text);
                    let from_to = cells.first().zip(cells.last());
                    found
                        .push(match (&form, nearest(&cell.text, cells.iter().map(String::as_str)), from_to) {
                        (BoardFormDecl::Grid(..) | BoardFormDecl::Hex(..), _, Some((first, last))) => {
                            unknown.at(cell.span, "beyond its edge").help(format!(
                                "its cells go from `{first}` at the bottom left to `{last}` at the top right"
                            ))
                        }
                        (_, Some(meant), _) => {
                            let asked = unknown.at(cell.span, format!("did you mean `{meant}`?"));
                            asked.replace(cell.span, &cell.text, meant)
                        }
                        _ => unknown.at(cell.span, "not one of its areas"),
                    });
                }
                there
            });
        }
    }

    fn cell_attributes(&mut self, board: &mut Fields) -> Vec<CellAttributeDecl> {
        let mut attributes = Vec::new();
        for (id, value) in super::ids::with_ids(board.entries("attributes")) {
            let attribute = match fields::text(value.clone()) {
                Some(ty) => Some(CellAttributeDecl { id: id.clone(), ty, is: None, default: None }),
                None => Fields::of(value).and_then(|mut attribute| {
                    let (is, default) = (attribute.code("is"), attribute.node("default"));
                    if let (Some(is), Some(default)) = (&is, &default) {
                        self.found.push(messages::worked_out_and_given(default.span, &id.text, is.span));
                    }
                    Some(CellAttributeDecl { id: id.clone(), ty: attribute.code("type")?, is, default })
                }),
            };
            match attribute {
                Some(attribute) => attributes.push(attribute),
                None => self.package.refused.push(id),
            }
        }
        attributes
    }
}

/// Reads the form of a board from one key; none if its value is invalid, which the schema has reported.
fn form_of(key: &str, board: &mut Fields) -> Option<BoardFormDecl> {
    let node = board.node(key)?;
    if key == "areas" {
        let areas =
            Fields::of(node)?.rest().into_iter().filter(|entry| super::ids::is_id(&entry.key)).map(area);
        return Some(BoardFormDecl::Areas(areas.collect()));
    }
    let [columns, rows] = node.as_array()? else { return None };
    let size = |n: &TomlNode| fields::number(n).filter(|n| (1..=MOST_COLUMNS).contains(n));
    let (columns, rows) = (size(columns)?, size(rows)?);
    Some(if key == "hex" { BoardFormDecl::Hex(columns, rows) } else { BoardFormDecl::Grid(columns, rows) })
}

/// Reads an area: a list of the areas it adjoins, or a table.
fn area(entry: TomlEntry) -> AreaDecl {
    let id = Ident { text: entry.key, span: entry.key_span };
    // The span of a table with a header is that of the header, which has the key in it.
    let has_header = entry.value.span.start < id.span.start;
    let mut area = match entry.value.value {
        TomlValue::Table(_) => Fields::of(entry.value),
        _ => {
            let adjoins = idents(entry.value).unwrap_or_default();
            return AreaDecl { id, has_header, adjoins, name: None, at: None, fields: Vec::new() };
        }
    };
    let mut take = |key: &str| area.as_mut().and_then(|area| area.node(key));
    let adjoins = take("adjoins").and_then(idents).unwrap_or_default();
    let name = take("name").and_then(fields::text).map(|name| name.value);
    let at = take("at").and_then(|at| match at.as_array()? {
        [x, y] => Some((share(x)?, share(y)?)),
        _ => None,
    });
    let fields = values(area.map(Fields::rest).unwrap_or_default());
    AreaDecl { id, has_header, adjoins, name, at, fields }
}

/// Reads a number of hundredths.
fn share(node: &TomlNode) -> Option<f64> {
    match node.value {
        TomlValue::Int(n) => Some(n as f64),
        TomlValue::Float(n) => Some(n),
        _ => None,
    }
}

/// Converts entries to values for attributes.
fn values(entries: Vec<TomlEntry>) -> Vec<(Ident, TomlNode)> {
    entries.into_iter().map(|e| (Ident { text: e.key, span: e.key_span }, e.value)).collect()
}

/// Reads a list of names.
fn idents(node: TomlNode) -> Option<Vec<Ident>> {
    let TomlValue::Array(items) = node.value else { return None };
    Some(items.into_iter().filter_map(fields::text).map(fields::ident).collect())
}

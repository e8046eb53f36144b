//! Members of cells: the attributes and state that boards declare, the attributes that areas print, and the
//! boards that are in the game.

use crate::check::hir::tree::{HExpr, HKind, HStmt, SetOp};
use crate::check::hir::types::Ty;
use crate::check::rules::checker::RuleChecker;
use crate::check::rules::messages;
use crate::check::symbols::board_conditions::conditions;
use crate::check::symbols::items::{BoardSymbol, Member};
use crate::check::symbols::symbol_table::{full_set, set_bit};
use crate::check::symbols::type_names::int_range;
use crate::check::symbols::values::{Notation, ValueTarget, value};
use crate::diagnostics::nearest;
use crate::ir::{AttributeId, BoardId, CellId, FunctionId, NONE, ToIndex};
use crate::model::{BoardDecl, BoardFormDecl, CellAttributeDecl, Ident, Package};
use crate::source::{FileId, Span, TomlNode};
use crate::syntax::is_reserved;
use std::collections::HashMap;

/// A declared attribute of cells with its number and range.
struct CellColumn<'p> {
    decl: &'p CellAttributeDecl,
    /// The board, or the sort of boards, that declares it.
    of: &'p BoardDecl,
    attribute: AttributeId,
    range: Option<(i64, i64)>,
}

impl<'p> RuleChecker<'p> {
    /// Reads the values that areas and boards give for attributes.
    pub(in crate::check) fn areas(&mut self) {
        let package = self.package;
        let mut given: Vec<CellColumn<'p>> = Vec::new();
        let mut first: HashMap<&str, ()> = HashMap::new();
        let (sorts, boards): (Vec<_>, Vec<_>) =
            package.boards.iter().partition(|b| matches!(b.form, BoardFormDecl::Sort));
        for of in sorts.into_iter().chain(boards) {
            for decl in of.attributes.iter().filter(|decl| first.insert(&decl.id.text, ()).is_none()) {
                let Some(Member::Attribute(attribute)) =
                    self.symbols.cell_members.get(&decl.id.text).copied()
                else {
                    continue;
                };
                let range = int_range(&decl.ty);
                given.push(CellColumn { decl, of, attribute, range });
            }
        }
        let mut said = vec![false; given.len() * self.symbols.cells.len()];
        // Sorts come last in the package, and their values have the lowest priority.
        for (b, board) in package.boards.iter().enumerate().rev() {
            let cells: Vec<CellId> = match self.symbols.boards.get(b) {
                Some(of) => of.cells().collect(),
                None => {
                    let of = |(_, decl): &(&BoardSymbol, &BoardDecl)| {
                        decl.base.as_ref().is_some_and(|base| base.text == board.id.text)
                    };
                    let boards = self.symbols.boards.iter().zip(&package.boards).filter(of);
                    boards.flat_map(|(of, _)| of.cells()).collect()
                }
            };
            self.give(&given, &board.each, &cells, &board.id, &mut said);
            let BoardFormDecl::Areas(areas) = &board.form else { continue };
            for (cell, area) in cells.iter().zip(areas) {
                self.give(&given, &area.fields, &[*cell], &area.id, &mut said);
            }
        }
        for (g, given) in given.iter().enumerate().filter(|(_, g)| g.decl.is.is_none()) {
            let cells = self.symbols.cells.len();
            self.left_out(package, given, |cell| said[g * cells + cell.index()]);
        }
    }

    /// Writes the given values into the columns of some cells.
    fn give(
        &mut self,
        known: &[CellColumn<'p>],
        fields: &'p [(Ident, TomlNode)],
        cells: &[CellId],
        of: &Ident,
        said: &mut [bool],
    ) {
        for (field, node) in fields {
            let Some(g) = known.iter().position(|g| g.decl.id.text == field.text) else {
                if let Some(meant) = self.no_such(known, field, of, cells) {
                    cells.iter().for_each(|c| said[meant * self.symbols.cells.len() + c.index()] = true);
                }
                continue;
            };
            let CellColumn { decl, attribute, range, .. } = &known[g];
            if let Some(is) = &decl.is {
                self.diagnostics.push(messages::given_and_worked_out(field.span, &field.text, is.span));
                continue;
            }
            cells.iter().for_each(|c| said[g * self.symbols.cells.len() + c.index()] = true);
            let ty = self.symbols.attribute_types[*attribute].clone();
            let want = ValueTarget {
                ty: &ty,
                range: *range,
                id: &field.text,
                key: Some(&field.text),
                notation: Notation::Toml,
                declared: Some(decl.ty.span),
            };
            match value(&self.symbols, node, &want) {
                Ok(words) => {
                    let is_zero = ty == Ty::Int && words == [0];
                    for cell in cells {
                        self.print_on_cell(*attribute, *cell, &words);
                        // An area overrides its board, and a board its sort.
                        match is_zero {
                            true => self.symbols.given_zeros.insert((*attribute, *cell)),
                            false => self.symbols.given_zeros.remove(&(*attribute, *cell)),
                        };
                    }
                }
                Err(d) => self.diagnostics.push(d),
            }
        }
    }

    fn print_on_cell(&mut self, attribute: AttributeId, cell: CellId, words: &[u64]) {
        let column = &mut self.symbols.printed[attribute];
        column[cell.index() * words.len()..][..words.len()].copy_from_slice(words);
    }

    /// Reports that cells have no such attribute. Returns the index of the one that was probably meant.
    fn no_such(
        &mut self,
        known: &[CellColumn<'p>],
        field: &Ident,
        of: &Ident,
        cells: &[CellId],
    ) -> Option<usize> {
        let board = cells.first().map(|cell| self.symbols.cells[*cell].board);
        let board = board.map_or("…", |board| self.symbols.boards[board].id.as_str());
        let keys = known.iter().map(|g| g.decl.id.text.as_str()).chain(["name", "adjoins", "at"]);
        let near = nearest(&field.text, keys);
        let d = match self.symbols.cell_members.get(&field.text) {
            Some(Member::Field(..)) => messages::state_of_cells(field.span, &field.text),
            Some(_) => messages::own_of_cells(field.span, &field.text),
            None => {
                let d = messages::unknown_of_cells(field.span, &field.text, &of.text);
                match near {
                    Some(near) => d.did_you_mean(&field.text, near),
                    None => d.help(format!(
                        "declare it: `[boards.{board}.attributes]` with `{} = \"int 0..9\"`, or another type",
                        field.text
                    )),
                }
            }
        };
        let meant = known.iter().position(|g| Some(g.decl.id.text.as_str()) == near);
        self.once(d);
        meant
    }

    /// Fills in the default of the cells that give no value; reports an error if the attribute has no
    /// default.
    fn left_out(&mut self, package: &'p Package, given: &CellColumn<'p>, said: impl Fn(CellId) -> bool) {
        let CellColumn { decl, attribute, range, .. } = given;
        let ty = self.symbols.attribute_types[*attribute].clone();
        let silent: Vec<CellId> = self.symbols.cells.ids().filter(|c| !said(*c)).collect();
        let nothing = match (&decl.default, &ty) {
            (Some(default), _) => {
                let want = ValueTarget {
                    ty: &ty,
                    range: *range,
                    id: &decl.id.text,
                    key: Some("default"),
                    notation: Notation::Toml,
                    declared: Some(decl.ty.span),
                };
                match value(&self.symbols, default, &want) {
                    Ok(words) => words,
                    Err(d) => return self.diagnostics.push(d),
                }
            }
            (None, Ty::Error) => return,
            // The name is an error already.
            (None, _) if is_reserved(&decl.id.text) => return,
            (None, Ty::Optional(_)) => vec![NONE],
            (None, Ty::Set(_)) => vec![0; self.symbols.words(&ty)],
            _ => {
                self.check_missing_values(package, given, &silent);
                return;
            }
        };
        silent.iter().for_each(|c| self.print_on_cell(*attribute, *c, &nothing));
    }

    /// Reports which cells must give a value: those of the board that declares the attribute and, for a type
    /// without a natural default, those of all others.
    fn check_missing_values(&mut self, package: &'p Package, given: &CellColumn<'p>, silent: &[CellId]) {
        let CellColumn { decl, of, attribute, .. } = given;
        let ty = &self.symbols.attribute_types[*attribute];
        let id = &decl.id.text;
        let board_of = |cell: CellId| self.symbols.cells[cell].board.index();
        let own = |cell: &CellId| {
            let decl = &package.boards[board_of(*cell)];
            decl.id.text == of.id.text || decl.base.as_ref().is_some_and(|base| base.text == of.id.text)
        };
        // A board whose base is wrong has already been reported.
        let clear =
            |cell: CellId| !package.refused.iter().any(|r| r.text == package.boards[board_of(cell)].id.text);
        let missing: Vec<CellId> = silent.iter().copied().filter(own).collect();
        let has_nothing = matches!(ty, Ty::Int | Ty::Bool);
        let elsewhere = silent.iter().copied().find(|c| !own(c) && !has_nothing && clear(*c));
        let area_of = |cell: CellId| -> Span {
            let decl = &package.boards[board_of(cell)];
            let at = (cell - self.symbols.boards[BoardId::from_index(board_of(cell))].first.0).index();
            match &decl.form {
                BoardFormDecl::Areas(areas) => areas.get(at).map_or(decl.id.span, |area| area.id.span),
                _ => decl.id.span,
            }
        };
        let default = match ty {
            Ty::Bool => "false".to_owned(),
            Ty::Int => "0".to_owned(),
            Ty::Amount(_) => "{}".to_owned(),
            _ => "\"…\"".to_owned(),
        };
        let shown = ty.show(&self.symbols);
        let d = if let Some(first) = missing.first() {
            let mut names: Vec<String> =
                missing.iter().take(4).map(|c| format!("`{}`", self.symbols.cells[*c].id)).collect();
            if missing.len() > names.len() {
                names.push(format!("{} more", missing.len() - names.len()));
            }
            let last = names.pop().unwrap_or_default();
            let who = if names.is_empty() { last } else { format!("{} and {last}", names.join(", ")) };
            messages::missing_on_cells(
                area_of(*first),
                id,
                &who,
                missing.len(),
                (decl.id.span, &decl.ty.value, &default),
            )
        } else if let Some(cell) = elsewhere {
            let board = &package.boards[board_of(cell)];
            messages::missing_on_board(decl.id.span, id, &shown, (&board.id.text, board.id.span))
        } else {
            return;
        };
        self.diagnostics.push(d);
    }

    /// Removes from the game the cells of boards whose `only_if` is false.
    pub(in crate::check) fn lay_boards(&mut self, package: &'p Package, body: &mut Vec<HStmt>) {
        let Some((field, _)) = self.symbols.cells_in_game else { return };
        let nowhere = Span::new(FileId(0), 0, 0);
        let ty = Ty::Cell.set();
        let make = |kind: HKind| HExpr { ty: ty.clone(), span: nowhere, kind };
        body.push(HStmt::PutTable(field, make(HKind::ConstSet(full_set(self.symbols.cells.len())))));
        let mut asked: HashMap<&str, FunctionId> = HashMap::new();
        for (b, decl) in package.boards.iter().enumerate() {
            let Some((first, count)) = self.symbols.boards.get(b).map(|b| (b.first, b.count)) else {
                continue;
            };
            let mut words = vec![0u64; self.symbols.words(&ty)];
            first.run(count.index()).for_each(|c| set_bit(&mut words, c.index()));
            for code in conditions(package, decl) {
                let condition = match asked.get(code.value.as_str()) {
                    Some(known) => *known,
                    None => self.condition("only_if", code),
                };
                asked.insert(&code.value, condition);
                let (here, these) = (make(HKind::TableField(field)), make(HKind::ConstSet(words.clone())));
                let rest = make(HKind::SetOp(SetOp::Without, Box::new(here), Box::new(these)));
                body.push(HStmt::If(
                    self.call_condition(condition, nowhere),
                    Vec::new(),
                    vec![HStmt::PutTable(field, rest)],
                ));
            }
        }
    }
}

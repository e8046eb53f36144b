//! Members of cells: the attributes and state that boards declare.

use crate::check::declare::declarations::Declarations;
use crate::check::declare::messages;
use crate::check::hir::types::Ty;
use crate::check::symbols::board_conditions::conditions;
use crate::check::symbols::directions::known_directions;
use crate::check::symbols::items::{
    BoardSymbol, COMPONENT, ComputedAttribute, FieldSymbol, Global, Member, ParamSymbol,
};
use crate::check::symbols::symbol_table::{full_set, set_bit};
use crate::check::symbols::type_names::int_range;
use crate::ir::{BoardId, DeclaredName, Owner, ToIndex};
use crate::model::{BoardDecl, BoardFormDecl, CellAttributeDecl, Ident, Package};

impl<'p> Declarations<'p> {
    /// Declares the members of cells: `column`, `row`, and the members that boards declare.
    pub(in crate::check) fn cell_members(&mut self, package: &'p Package) {
        if self.symbols.cells.is_empty() {
            return;
        }
        let columns = self.symbols.cells.iter().map(|c| u64::from(c.column)).collect();
        let rows = self.symbols.cells.iter().map(|c| u64::from(c.row)).collect();
        for (id, values) in [("column", columns), ("row", rows)] {
            let a = self.column(DeclaredName::of_game(id), Ty::Int, COMPONENT, Owner::Cell, values);
            self.symbols.cell_members.insert(id.into(), Member::Attribute(a));
        }
        // If a sort and one of its boards declare the same name, the sort's declaration applies.
        let (sorts, boards): (Vec<_>, Vec<_>) =
            package.boards.iter().partition(|b| matches!(b.form, BoardFormDecl::Sort));
        for board in sorts.into_iter().chain(boards) {
            for decl in &board.attributes {
                let Some((ty, _)) = self.ty(&decl.ty) else { continue };
                if self.has_cell_member(&decl.id) {
                    continue;
                }
                let words = self.symbols.words(&ty) * self.symbols.cells.len();
                let a = self.column(
                    DeclaredName::of_game(&decl.id.text),
                    ty,
                    COMPONENT,
                    Owner::Cell,
                    vec![0; words],
                );
                self.symbols.cell_members.insert(decl.id.text.clone(), Member::Attribute(a));
            }
            for decl in &board.state {
                let Some((ty, range)) = self.ty(&decl.ty) else { continue };
                if self.has_cell_member(&decl.id) {
                    continue;
                }
                let f = self.new_field(decl, Owner::Cell, ty, range, COMPONENT, None);
                self.symbols.cell_members.insert(decl.id.text.clone(), Member::Field(f, None));
            }
        }
        let cells = Ty::Cell.set();
        let all = full_set(self.symbols.cells.len());
        let mut constants = vec![("cells".to_string(), cells.clone(), all)];
        let boards = self.symbols.boards.iter().map(|b| (&b.id, b.first, b.count));
        for (id, first, count) in boards.chain(self.symbols.sorts.iter().map(|s| (&s.id, s.first, s.count))) {
            let mut words = vec![0u64; self.symbols.words(&cells)];
            for c in first.run(count.index()).filter(|c| self.symbols.cells.has(*c)) {
                set_bit(&mut words, c.index());
            }
            constants.push((id.clone(), cells.clone(), words));
        }
        if let Some(e) = self.symbols.direction {
            let known = known_directions(&self.symbols);
            let set = |from: usize, to: usize| {
                vec![known.iter().filter(|d| (from..to).contains(*d)).fold(0u64, |word, d| word | 1 << d)]
            };
            let ty = Ty::Enum(e).set();
            constants.push(("directions".into(), ty.clone(), set(0, 8)));
            constants.push(("orthogonals".into(), ty.clone(), set(0, 4)));
            constants.push(("diagonals".into(), ty, set(4, 8)));
        }
        for (id, ty, words) in constants {
            let n = self.symbols.number(self.symbols.constants.len(), "constants", None);
            self.symbols.constants.push((ty, words));
            self.symbols.globals.insert(id, Global::Constant(n));
        }
    }

    /// Returns whether cells already have a member of this name; reports an error if so.
    fn has_cell_member(&mut self, id: &Ident) -> bool {
        if !self.symbols.cell_members.contains_key(&id.text) {
            return false;
        }
        self.diagnostics.push(messages::member_of_cells(id.span, &id.text));
        true
    }

    /// Declares the function of a computed attribute.
    pub(in crate::check) fn computed_attribute(&mut self, package: &Package, decl: &CellAttributeDecl) {
        let Some(Member::Attribute(attribute)) = self.symbols.cell_members.get(&decl.id.text).copied() else {
            return;
        };
        let ty = self.symbols.attribute_types[attribute].clone();
        let cell = vec![ParamSymbol { id: "self".into(), ty: Ty::Cell, range: None }];
        let function = self.function(format!("attribute {}", decl.id.text), cell, ty, false, None);
        let declares = |board: &BoardDecl| board.attributes.iter().any(|a| a.id.text == decl.id.text);
        let is_of = |board: &BoardDecl| {
            let base = |sort: &&BoardDecl| board.base.as_ref().is_some_and(|base| base.text == sort.id.text);
            declares(board) || package.boards.iter().filter(base).any(declares)
        };
        let boards = package.boards.iter().enumerate().filter(|(_, board)| is_of(board));
        self.symbols.computed.push(ComputedAttribute {
            attribute,
            function,
            range: int_range(&decl.ty),
            boards: boards.map(|(b, _)| BoardId::from_index(b)).collect(),
            written: [decl.is.as_ref().map_or(decl.ty.span, |is| is.span), decl.ty.span],
        });
    }

    /// Declares the field that holds the cells in the game, if boards are left out by `only_if`.
    pub(in crate::check) fn boards_in_game(&mut self, package: &'p Package) {
        let some = |(board, _): &(&BoardSymbol, &BoardDecl)| -> (u32, u32) { (board.first.0, board.count) };
        let mut cells = vec![0u64; self.symbols.words(&Ty::Cell.set())];
        let mut any = false;
        for board in self
            .symbols
            .boards
            .iter()
            .zip(&package.boards)
            .filter(|(_, decl)| !conditions(package, decl).is_empty())
        {
            any = true;
            let (first, count) = some(&board);
            (first..first + count).for_each(|c| cells[c.index() / 64] |= 1 << (c % 64));
        }
        if !any {
            return;
        }
        let field = self.symbols.number(self.symbols.fields.len(), "kinds of state", None);
        self.symbols.cells_in_game = Some((field, cells));
        self.symbols.fields.push(FieldSymbol::of_table("cells in the game", Ty::Cell.set()));
    }
}

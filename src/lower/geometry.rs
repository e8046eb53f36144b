//! Boards in the IR: tables of steps and neighbours, computed attributes of cells, and calculations that
//! depend only on cells and directions, tabulated for every argument.

use super::evaluate::{Constant, Env};
use super::lowering::{FunctionTable, Lowering};
use super::messages;
use crate::check::Ty;
use crate::check::hir::tree::Local;
use crate::check::symbols::items::ComputedAttribute;
use crate::check::symbols::symbol_table::SymbolTable;
use crate::diagnostics::Diagnostic;
use crate::ir::{
    AttributeId, AttributeInfo, BoardForm, BoardInfo, CellId, FieldId, FunctionId, Geometry, NONE, Owner,
    TableId, TableInfo, ToIndex, elements,
};
use crate::source::{FileId, Span};

/// The maximum size of one function's table, in words.
const TABLE_WORDS: usize = 1 << 16;
/// The maximum number of steps to evaluate one value.
const STEPS: u32 = 200_000;

/// Returns a word of a computed attribute, whose numbers are within its declared range.
fn in_range(
    symbols: &SymbolTable,
    computed: &ComputedAttribute,
    cell: CellId,
    word: u64,
) -> Result<u64, Box<Diagnostic>> {
    let Some((low, high)) = computed.range else { return Ok(word) };
    let is_outside = |value: &i64| !(low..=high).contains(value);
    let outside = |word: u64| match symbols.attribute_types[computed.attribute] {
        Ty::Set(_) => elements(&[word]).map(|value| value as i64).find(is_outside),
        Ty::Optional(_) if word == NONE => None,
        _ => Some(word as i64).filter(is_outside),
    };
    let Some(value) = outside(word) else { return Ok(word) };
    if !computed.boards.contains(&symbols.cells[cell].board) {
        return Ok(match symbols.attribute_types[computed.attribute] {
            Ty::Set(_) => {
                elements(&[word]).filter(|v| !is_outside(&(*v as i64))).fold(0, |set, v| set | 1 << v)
            }
            _ => low.max(0).min(high) as u64,
        });
    }
    let (id, cell) = (&symbols.attributes[computed.attribute].id, &symbols.cells[cell].id);
    let [formula, ty] = computed.written;
    Err(Box::new(messages::attribute_out_of_range((formula, ty), id, cell, value, (low, high))))
}

impl Lowering<'_> {
    /// Evaluates the computed attributes of cells that boards declare.
    pub(super) fn attributes_of_cells(&mut self) -> Result<(), Diagnostic> {
        let symbols = self.symbols;
        for computed in &symbols.computed {
            let function = &symbols.functions[computed.function];
            let words = symbols.words(&function.result);
            let mut column = Vec::with_capacity(words * symbols.cells.len());
            for cell in 0..symbols.cells.len() as u64 {
                let value = function.body.as_ref().and_then(|body| self.call_known(body, &[cell]));
                let known = match value {
                    Some(Constant::Word(word)) => vec![word],
                    Some(Constant::Set(words)) => words,
                    None => {
                        let span = symbols.boards.first().map(|b| b.span);
                        let span = span.unwrap_or(Span::new(FileId(0), 0, 0));
                        let cell = &symbols.cells[CellId::from_index(cell.index())].id;
                        return Err(messages::attribute_not_known(span, &function.id, cell));
                    }
                };
                let cell = CellId::from_index(cell.index());
                for word in known {
                    column.push(in_range(symbols, computed, cell, word).map_err(|d| *d)?);
                }
            }
            self.computed.insert(computed.attribute, column);
        }
        Ok(())
    }

    /// Writes the boards, their cells and adjacency into the IR.
    pub(super) fn boards(&mut self) -> Result<(), Diagnostic> {
        let symbols = self.symbols;
        for b in &symbols.boards {
            let [blocks, dots] = [0, 1].map(|i| {
                let id = b.drawn[i].as_ref()?;
                let of = |a: &AttributeInfo| a.owner == Owner::Cell && a.id == *id;
                symbols.attributes.id_where(of)
            });
            let (id, name, form) = (b.id.clone(), b.name.clone(), b.form);
            let board =
                BoardInfo { id, name, form, first: b.first, count: b.count, size: b.size, blocks, dots };
            self.ir.boards.push(board);
        }
        self.ir.cells = symbols.cells.clone();
        if symbols.cells.is_empty() {
            return Ok(());
        }
        self.attributes_of_cells()?;
        let n = symbols.cells.len();
        let words = n.div_ceil(64);
        let steps = self.ir.pool.len() as u32;
        self.ir.pool.extend(&symbols.steps);
        let rays = self.ir.pool.len() as u32;
        let all_rays = self.rays();
        self.ir.pool.extend(all_rays);
        // Cells are numbered row by row from the bottom left, so along a direction the cell numbers only rise
        // or only fall.
        let rises =
            |steps: &[u64]| steps.iter().enumerate().all(|(from, to)| *to == NONE || *to > from as u64);
        let rising =
            symbols.steps.chunks(n).enumerate().fold(0, |set, (d, steps)| set | u64::from(rises(steps)) << d);
        let neighbours = self.ir.pool.len() as u32;
        self.ir.pool.extend(symbols.neighbours.iter().flatten());
        let around = self.ir.pool.len() as u32;
        self.ir.pool.extend(symbols.around.iter().flatten());
        let lines = self.ir.pool.len() as u32;
        self.ir.pool.extend(symbols.lines.iter().flatten());
        let mut shifts = Vec::new();
        if let [only] = &*symbols.boards
            && only.form != BoardForm::Areas
        {
            for steps in symbols.steps.chunks(n) {
                let by = steps
                    .iter()
                    .enumerate()
                    .find(|(_, to)| **to != NONE)
                    .map_or(0, |(from, to)| *to as i64 - from as i64);
                let mut mask = vec![0u64; words];
                for (from, _) in steps.iter().enumerate().filter(|(_, to)| **to != NONE) {
                    mask[from / 64] |= 1 << (from % 64);
                }
                shifts.push((by as i32, self.constant(&mask)));
            }
        }
        let grid = symbols.boards.iter().any(|b| b.form == BoardForm::Grid);
        // n, e, ne, se; on hexagons e, ne, nw.
        let axes = match (symbols.direction, grid) {
            (None, _) => Vec::new(),
            (_, true) => vec![0, 1, 4, 5],
            (_, false) => vec![1, 4, 7],
        };
        self.ir.geometry = Geometry {
            words: words as u16,
            directions: symbols.direction,
            in_game: (symbols.cells_in_game.as_ref().map(|(field, _)| field.0)).map(FieldId),
            steps,
            shifts,
            rays,
            rising,
            neighbours,
            around,
            lines,
            line_count: symbols.lines.len() as u32,
            axes,
        };
        self.tabulate();
        Ok(())
    }

    pub(super) fn call_known(
        &self,
        body: &crate::check::hir::tree::HFunction,
        args: &[u64],
    ) -> Option<Constant> {
        let mut env = Env::new(STEPS);
        for (i, arg) in args.iter().enumerate() {
            env.set(Local(i as u32), Constant::Word(*arg));
        }
        self.run_to_value(&body.body, &mut env)
    }

    /// Tabulates calculations of one or two cells or directions.
    fn tabulate(&mut self) {
        let symbols = self.symbols;
        let small =
            |ty: &Ty| matches!(ty, Ty::Cell) || matches!(ty, Ty::Enum(e) if Some(*e) == symbols.direction);
        for (f, function) in symbols.functions.iter().enumerate() {
            let Some(body) = &function.body else { continue };
            let fits = !function.effects
                && matches!(function.params.len(), 1 | 2)
                && function.params.iter().all(|p| small(&p.ty))
                && !matches!(function.result, Ty::Unit | Ty::Zone(_));
            if !fits {
                continue;
            }
            let first = symbols.domain(&function.params[0].ty);
            let second = function.params.get(1).map_or(1, |p| symbols.domain(&p.ty));
            let words = symbols.words(&function.result);
            if first * second * words > TABLE_WORDS {
                continue;
            }
            let mut rows = Vec::with_capacity(first * second * words);
            let known = (0..first as u64).all(|a| {
                (0..second as u64).all(|b| match self.call_known(body, &[a, b][..function.params.len()]) {
                    Some(Constant::Word(w)) => {
                        rows.push(w);
                        true
                    }
                    Some(Constant::Set(s)) => {
                        rows.extend(s);
                        true
                    }
                    None => false,
                })
            });
            if known {
                let table = self.table(rows, words);
                self.tabulated.insert(FunctionId::from_index(f), FunctionTable { table, second });
            }
        }
    }

    /// Adds a table to the pool, and returns its number.
    pub(super) fn table(&mut self, rows: Vec<u64>, words: usize) -> TableId {
        let base = self.constant(&rows);
        let info = TableInfo { base, words: words as u16, rows: (rows.len() / words) as u32 };
        self.table_number(info)
    }

    /// Returns the number of a table in the pool; equal tables share one number.
    pub(super) fn table_number(&mut self, info: TableInfo) -> TableId {
        match self.ir.tables.iter().position(|t| *t == info) {
            Some(t) => TableId::from_index(t),
            None => {
                self.ir.tables.push(info);
                TableId(self.number(self.ir.tables.len(), "tables", None))
            }
        }
    }

    /// Adds the table of distances between any two cells, and returns its number.
    pub(super) fn distance_table(&mut self) -> TableId {
        let rows =
            (0..self.symbols.cells.len() as u64).flat_map(|c| self.distances(c)).map(|d| d as u64).collect();
        self.table(rows, 1)
    }

    /// Returns, for each direction and cell, the set of all cells in that direction, in one list.
    fn rays(&self) -> Vec<u64> {
        let n = self.symbols.cells.len();
        let words = n.div_ceil(64);
        let mut rows = vec![0u64; self.symbols.steps.len() * words];
        for (i, row) in rows.chunks_mut(words).enumerate() {
            let (d, mut at) = (i / n, (i % n) as u64);
            for _ in 0..n {
                at = self.symbols.steps[d * n + at.index()];
                if at == NONE {
                    break;
                }
                row[at.index() / 64] |= 1 << (at % 64);
            }
        }
        rows
    }

    /// Adds a table of the sets of owners of a printed attribute, by value; none if there would be too many
    /// values. Returns the table and the value of its first row.
    pub(super) fn attribute_table(&mut self, a: AttributeId) -> Option<(TableId, i16)> {
        let ty = &self.symbols.attribute_types[a];
        let info = &self.symbols.attributes[a];
        let column = self.column(a).to_vec();
        let owners = column.len();
        let words = owners.div_ceil(64).max(1);
        let mut first = 0;
        let values = match ty {
            // Most often these are the few components of one kind, such as the realms to which cards belong.
            Ty::Component(_) => {
                let (least, most) =
                    (*column.iter().min()?, column.iter().copied().filter(|v| *v != NONE).max()?);
                first = i16::try_from(least).unwrap_or(0);
                (most - first as u64).index() + 1
            }
            Ty::Enum(_) | Ty::Name | Ty::Cell | Ty::Bool => self.symbols.domain(ty),
            // Read as an unsigned word, a negative number is beyond any table.
            Ty::Int => column.iter().copied().max().filter(|most| *most < 512)?.index() + 1,
            _ => return None,
        };
        if info.words != 1 || values * words > TABLE_WORDS {
            return None;
        }
        let mut rows = vec![0u64; values * words];
        for (owner, v) in column.iter().enumerate() {
            let row = v.wrapping_sub(first as u64);
            if row < values as u64 {
                rows[row.index() * words + owner / 64] |= 1 << (owner % 64);
            }
        }
        Some((self.table(rows, words), first))
    }
}

//! Boards: their cells, their adjacency, and the built-in words about them.

use crate::check::declare::messages;
use crate::check::symbols::directions::{DIRECTIONS, on_hexagons};
use crate::check::symbols::items::{BoardSort, BoardSymbol};
use crate::check::symbols::symbol_table::SymbolTable;
use crate::diagnostics::Diagnostic;
use crate::ir::{BoardForm, BoardId, CellId, CellInfo, EnumId, EnumInfo, NONE, title_case};
use crate::model::{BoardDecl, BoardFormDecl, Ident, Package};

/// Declares the boards and their cells.
pub(in crate::check) fn declare_boards(symbols: &mut SymbolTable, package: &Package) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for decl in &package.boards {
        match decl.form {
            BoardFormDecl::Sort => sort(symbols, decl, package),
            _ => board(symbols, decl, package, &mut diagnostics),
        }
    }
    if symbols.boards.iter().any(|b| b.form != BoardForm::Areas) {
        let values = DIRECTIONS.iter().map(|(id, ..)| (*id).to_string()).collect();
        symbols.enums.push(EnumInfo::new("direction", values, |id| package.printed(id)));
        symbols.direction = Some(EnumId::from_index(symbols.enums.len() - 1));
    }
    for (i, cell) in symbols.cells.iter().enumerate() {
        if let Some(before) = symbols.cell_ids.insert(cell.id.clone(), CellId(i as u32)) {
            let (a, b) = (
                &symbols.boards[BoardId::from_index(symbols.cells[before].board.index())],
                &symbols.boards[cell.board],
            );
            diagnostics.push(messages::cell_of_two_boards(b.span, &cell.id, a.span));
            break;
        }
    }
    adjoin(symbols, package, &mut diagnostics);
    diagnostics
}

fn board(symbols: &mut SymbolTable, decl: &BoardDecl, package: &Package, diagnostics: &mut Vec<Diagnostic>) {
    let first = symbols.cells.len();
    let b = symbols.boards.len() as u16;
    let mut size = (0, 0);
    let form = match &decl.form {
        BoardFormDecl::Grid(columns, rows) | BoardFormDecl::Hex(columns, rows) => {
            size = (*columns, *rows);
            for row in 1..=*rows {
                for column in 1..=*columns {
                    let letter = (b'a' + (column - 1).min(25) as u8) as char;
                    symbols.cells.push(CellInfo {
                        column,
                        row,
                        ..CellInfo::new(format!("{letter}{row}"), BoardId(b))
                    });
                }
            }
            if matches!(decl.form, BoardFormDecl::Grid(..)) { BoardForm::Grid } else { BoardForm::Hex }
        }
        BoardFormDecl::Areas(areas) => {
            // Areas without a name that lie among named ones are called as on paper.
            let any_named = areas.iter().any(|area| area.name.is_some());
            for area in areas {
                let id = &area.id.text;
                let word =
                    package.words.iter().find(|word| word.id.text == *id).map(|word| word.printed.clone());
                let made = || if any_named { title_case(id) } else { id.clone() };
                let printed = area.name.clone().or(word).unwrap_or_else(made);
                let at = area.at.map(|(x, y)| [x, y].map(|share| (share * 100.0).round() as u16));
                symbols.cells.push(CellInfo {
                    printed,
                    at,
                    ..CellInfo::new(area.id.text.clone(), BoardId(b))
                });
            }
            BoardForm::Areas
        }
        BoardFormDecl::Lines => {
            for id in decl.lines.iter().flatten() {
                if !symbols.cells.iter().skip(first).any(|c| c.id == id.text) {
                    symbols.cells.push(CellInfo::new(id.text.clone(), BoardId(b)));
                }
            }
            BoardForm::Areas
        }
        BoardFormDecl::Sort => return,
    };
    let count = symbols.cells.len() - first;
    if symbols.cells.len() > 512 {
        diagnostics.push(messages::too_many(Some(decl.id.span), 512, "cells"));
        symbols.cells.truncate(512);
    }
    symbols.boards.push(BoardSymbol {
        id: decl.id.text.clone(),
        name: decl.name.clone(),
        form,
        first: CellId(first as u32),
        count: count as u32,
        size,
        drawn: [&decl.blocks, &decl.dots].map(|id| id.as_ref().map(|id| id.text.clone())),
        span: decl.id.span,
    });
}

/// Declares a sort of boards: the range of the cells of all its boards, which are numbered consecutively.
fn sort(symbols: &mut SymbolTable, decl: &BoardDecl, package: &Package) {
    let of_it = |b: &BoardDecl| b.base.as_ref().is_some_and(|base| base.text == decl.id.text);
    let boards: Vec<&BoardSymbol> = symbols
        .boards
        .iter()
        .zip(&package.boards)
        .filter(|(_, b)| of_it(b))
        .map(|(board, _)| board)
        .collect();
    let first = boards.first().map_or(CellId(0), |b| b.first);
    let count = boards.iter().map(|b| b.count).sum();
    symbols.sorts.push(BoardSort { id: decl.id.text.clone(), first, count });
}

/// Computes steps, neighbours and lines.
fn adjoin(symbols: &mut SymbolTable, package: &Package, diagnostics: &mut Vec<Diagnostic>) {
    let n = symbols.cells.len();
    let words = n.div_ceil(64);
    symbols.neighbours = vec![vec![0; words]; n];
    symbols.around = vec![vec![0; words]; n];
    let join = |sets: &mut Vec<Vec<u64>>, a: usize, b: usize| sets[a][b / 64] |= 1 << (b % 64);
    if symbols.direction.is_some() {
        for (d, (_, dc, dr)) in DIRECTIONS.iter().enumerate() {
            for from in 0..n {
                let cell = &symbols.cells[CellId::from_index(from)];
                let board = &symbols.boards[cell.board];
                let by = match board.form {
                    BoardForm::Grid => Some((*dc, *dr)),
                    BoardForm::Hex => on_hexagons(d),
                    BoardForm::Areas => None,
                };
                let to = by.and_then(|(dc, dr)| {
                    let (column, row) = (cell.column as i32 + dc, cell.row as i32 + dr);
                    let inside = column >= 1
                        && row >= 1
                        && column <= board.size.0 as i32
                        && row <= board.size.1 as i32;
                    inside.then(|| {
                        board.first.index() + ((row - 1) * board.size.0 as i32 + column - 1) as usize
                    })
                });
                symbols.steps.push(to.map_or(NONE, |t| t as u64));
                if let Some(to) = to {
                    join(&mut symbols.around, from, to);
                    if d < 4 || board.form == BoardForm::Hex {
                        join(&mut symbols.neighbours, from, to);
                    }
                }
            }
        }
    }
    for (b, decl) in package.boards.iter().enumerate() {
        let find = |symbols: &SymbolTable, id: &Ident, diagnostics: &mut Vec<Diagnostic>| -> Option<usize> {
            let board = &symbols.boards[BoardId::from_index(b)];
            let range = board.first.index()..(board.first + board.count).index();
            let found = range.clone().find(|c| symbols.cells.get(*c).is_some_and(|c| c.id == id.text));
            if found.is_none() {
                let known = symbols.cells.get(range).unwrap_or_default().iter().map(|c| c.id.as_str());
                let mut d = messages::not_on_board(id.span, &board.id, &id.text);
                if let Some(near) = crate::diagnostics::nearest(&id.text, known) {
                    d = d.did_you_mean(&id.text, near);
                }
                diagnostics.push(d);
            }
            found
        };
        if let BoardFormDecl::Areas(areas) = &decl.form {
            for area in areas {
                let Some(a) = find(symbols, &area.id, diagnostics) else { continue };
                for other in &area.adjoins {
                    if let Some(b) = find(symbols, other, diagnostics) {
                        for sets in [&mut symbols.neighbours, &mut symbols.around] {
                            join(sets, a, b);
                            join(sets, b, a);
                        }
                    }
                }
            }
        }
        for line in &decl.lines {
            let cells: Vec<usize> = line.iter().filter_map(|id| find(symbols, id, diagnostics)).collect();
            let mut set = vec![0u64; words];
            for c in &cells {
                set[c / 64] |= 1 << (c % 64);
            }
            symbols.lines.push(set);
            if matches!(decl.form, BoardFormDecl::Lines) {
                for pair in cells.windows(2) {
                    for sets in [&mut symbols.neighbours, &mut symbols.around] {
                        join(sets, pair[0], pair[1]);
                        join(sets, pair[1], pair[0]);
                    }
                }
            }
        }
    }
}

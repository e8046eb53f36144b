//! Sorts of boards: the boards with each of them as their `base`, and the order of boards.

use crate::diagnostics::{Diagnostic, nearest};
use crate::model::boards::{BoardDecl, BoardFormDecl};
use crate::model::package::Package;
use crate::model::read::messages;

/// The keys of an area, which cannot be names of attributes.
const AREA_KEYS: [&str; 3] = ["adjoins", "at", "name"];

/// Reports wrong bases of boards, and reorders the boards: those of one sort together, so that their cells
/// are numbered consecutively, and sorts last.
pub(super) fn settle(package: &mut Package, found: &mut Vec<Diagnostic>) {
    let known: Vec<(String, bool)> = package.boards.iter().map(|b| (b.id.text.clone(), is_sort(b))).collect();
    let used = settle_bases(package, &known, found);
    remove_idle_sorts(package, &used, found);
    report_half_placed_areas(package, found);
    let place = |board: &BoardDecl| {
        let first = |base: &str| known.iter().position(|(id, _)| id == base).unwrap_or(known.len());
        let own = known.iter().position(|(id, _)| *id == board.id.text).unwrap_or(known.len());
        match &board.base {
            _ if is_sort(board) => (known.len(), own),
            Some(base) => (first(&base.text), own),
            None => (own, own),
        }
    };
    package.boards.sort_by_key(place);
    copy_looks_of_sorts(package);
}

fn is_sort(board: &BoardDecl) -> bool {
    matches!(board.form, BoardFormDecl::Sort)
}

/// Removes wrong bases of boards, and attributes that are called like keys of areas. `known` has the ids of
/// all boards, and whether they are sorts. Returns the sorts that are bases of boards.
fn settle_bases(package: &mut Package, known: &[(String, bool)], found: &mut Vec<Diagnostic>) -> Vec<String> {
    let sorts = || known.iter().filter(|(_, sort)| *sort).map(|(id, _)| id.as_str());
    let mut used: Vec<String> = Vec::new();
    let mut unclear: Vec<crate::model::ident::Ident> = Vec::new();
    for board in &mut package.boards {
        for attribute in board.attributes.iter().filter(|a| AREA_KEYS.contains(&a.id.text.as_str())) {
            found.push(messages::key_of_areas(attribute.id.span, &attribute.id.text));
        }
        board.attributes.retain(|a| !AREA_KEYS.contains(&a.id.text.as_str()));
        let Some(base) = board.base.take() else { continue };
        let wrong = match known.iter().find(|(id, _)| *id == base.text) {
            _ if is_sort(board) => messages::base_of_sort(base.span, &board.id.text),
            Some((_, true)) => {
                used.push(base.text.clone());
                board.base = Some(base);
                continue;
            }
            Some((id, false)) => messages::base_with_cells(base.span, id),
            None if package.refused.iter().any(|r| r.text == base.text) => continue,
            None => {
                let unknown = messages::unknown_sort(base.span, &base.text);
                match nearest(&base.text, sorts()) {
                    Some(near) => unknown.did_you_mean(&base.text, near),
                    None => unknown
                        .help(format!("declare what such boards have: `[boards.{}.attributes]`", base.text)),
                }
            }
        };
        found.push(wrong);
        // The expected members of its cells are unknown, so its other errors are not reported.
        unclear.push(board.id.clone());
    }
    package.refused.extend(unclear);
    used
}

/// Reports and removes sorts that are the base of no board.
fn remove_idle_sorts(package: &mut Package, used: &[String], found: &mut Vec<Diagnostic>) {
    package.boards.retain(|board| {
        let idle = is_sort(board) && !used.contains(&board.id.text);
        if idle {
            found.push(messages::board_without_form(board.id.span, &board.id.text));
            package.refused.push(board.id.clone());
            // If a board is missing, so are its cells and their members, under unknown names.
            package.incomplete = true;
        }
        !idle
    });
}

/// Reports boards on which some areas have a place, and others none.
fn report_half_placed_areas(package: &Package, found: &mut Vec<Diagnostic>) {
    for board in &package.boards {
        let BoardFormDecl::Areas(areas) = &board.form else { continue };
        // An `at` that was rejected is not missing.
        let file = board.id.span.file;
        if found
            .iter()
            .any(|d| (200..300).contains(&d.code.0) && d.labels.iter().any(|label| label.span.file == file))
        {
            continue;
        }
        let (there, lost): (Vec<_>, Vec<_>) = areas.iter().partition(|area| area.at.is_some());
        if let ([first, ..], [without, rest @ ..]) = (&there[..], &lost[..]) {
            let (id, span) = (&without.id.text, without.id.span);
            found.push(messages::area_without_place(span, (id, &board.id.text), rest.len(), first.id.span));
        }
    }
}

/// Gives the boards of a sort its looks, where they have none of their own.
fn copy_looks_of_sorts(package: &mut Package) {
    let looks: Vec<(String, _, _)> = package
        .boards
        .iter()
        .filter(|b| is_sort(b))
        .map(|b| (b.id.text.clone(), b.blocks.clone(), b.dots.clone()))
        .collect();
    for board in &mut package.boards {
        let base = board.base.as_ref().and_then(|base| looks.iter().find(|(id, ..)| *id == base.text));
        if let Some((_, blocks, dots)) = base {
            board.blocks = board.blocks.take().or_else(|| blocks.clone());
            board.dots = board.dots.take().or_else(|| dots.clone());
        }
    }
}

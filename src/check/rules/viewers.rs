//! `seen_by` and `top_seen_by` as expressions: the players who see into a zone, settled when a table is laid.

use crate::check::body::name_hints::{Advice, NameHint};
use crate::check::body::scope::{Cx, Mode};
use crate::check::hir::parts::{called_in, parts, statement_parts};
use crate::check::hir::tree::{HExpr, HKind, HStmt};
use crate::check::hir::types::Ty;
use crate::check::rules::checker::RuleChecker;
use crate::check::rules::layout::TableLayout;
use crate::check::rules::messages;
use crate::check::rules::resets::depends_on_places;
use crate::check::symbols::items::ZoneSymbol;
use crate::check::symbols::symbol_table::SymbolTable;
use crate::check::symbols::zone_places::example;
use crate::diagnostics::codes::names::UNKNOWN_NAME;
use crate::diagnostics::nearest;
use crate::ir::{FunctionId, Owner, ZoneOwner, callees_first};
use crate::model::CodeText;
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind};
use std::collections::HashMap;

/// The words that `seen_by` may be besides an expression.
const WORDS: [&str; 4] = ["all", "owner", "others", "none"];

impl<'p> RuleChecker<'p> {
    /// Checks the expressions that say who sees into zones.
    pub(in crate::check) fn viewers(&mut self) {
        let package = self.package;
        for (z, decl) in package.zones.iter().enumerate() {
            let viewers = decl.viewers.as_ref().and_then(|code| self.viewers_of(z, "seen_by", code));
            let top = decl.top_viewers.as_ref().and_then(|code| self.viewers_of(z, "top_seen_by", code));
            if let Some(zone) = self.symbols.zones.get_mut(z) {
                (zone.viewers, zone.top_viewers) = (viewers, top);
            }
        }
    }

    fn viewers_of(&mut self, z: usize, key: &str, code: &'p CodeText) -> Option<FunctionId> {
        let zone = self.symbols.zones.get(z)?;
        let (id, params) = (format!("{key} of {}", zone.id), places_of(&self.symbols, zone));
        let players = Ty::Player.set();
        let f = self.hidden(id, params.clone(), players.clone(), false);
        let tree = self.parse_expr(code)?;
        let example = self.symbols.zones.get(z).and_then(|zone| example(&self.symbols, zone.per.key));
        let example = example.unwrap_or_else(|| "players where seat(it) <= 2".to_owned());
        let by_side = format!("`{example}`; `self` is whose zone it is");
        let (errors_before, reported) = (self.errors(), self.diagnostics.len());
        let mut cx =
            Cx::new(&self.symbols, &mut self.diagnostics, &mut self.uses, f, code, Mode::Calculation);
        cx.what = "who sees a zone";
        for (name, ty) in &params {
            cx.parameter(name, ty.clone());
        }
        cx.hints
            .push(NameHint { names: Some(vec!["you".to_owned()]), advice: Advice::Help(by_side.clone()) });
        if matches!(tree.kind, ExprKind::Binary { .. }) {
            // A condition about one player, without the `players where` around it.
            let names = cx.members_of(&Ty::Player).into_iter().map(str::to_owned).collect();
            let help = format!("write `players where {}`", code.value.trim());
            cx.hints.push(NameHint { names: Some(names), advice: Advice::Help(help) });
        }
        let value = cx.players(&tree, key);
        let body = cx.finish(vec![HStmt::Return(Some(value))]);
        if self.errors() > errors_before {
            self.report_word_of_viewers(&tree, (key, code), &by_side, reported);
            return None;
        }
        self.symbols.functions[f].body = Some(body);
        Some(f)
    }

    /// Reports a single unknown word as one that is not among the four, in place of the errors since
    /// `reported`.
    fn report_word_of_viewers(
        &mut self,
        tree: &Expr,
        (key, code): (&str, &CodeText),
        by_side: &str,
        reported: usize,
    ) {
        let ExprKind::Name(word) = &tree.kind else { return };
        if self.diagnostics[reported..].iter().all(|d| d.code != UNKNOWN_NAME) {
            return;
        }
        self.diagnostics.truncate(reported);
        let d = messages::not_viewers(code.span, key, word);
        self.diagnostics.push(match nearest(word, WORDS) {
            Some(near) => d.did_you_mean(word, near),
            None => d.help(format!(
                "it may be `\"all\"`, `\"owner\"`, `\"others\"` or `\"none\"`, or give players: {by_side}"
            )),
        });
    }

    /// Reports expressions about viewers that read what play can change.
    pub(in crate::check) fn viewers_are_settled(&mut self, layout: TableLayout) {
        let package = self.package;
        let mut changed = AssignedFields::of(&self.symbols, layout);
        for (zone, decl) in self.symbols.zones.iter().zip(&package.zones) {
            let all = zone.viewers.zip(decl.viewers.as_ref()).map(|viewers| ("seen_by", viewers));
            let top = zone.top_viewers.zip(decl.top_viewers.as_ref()).map(|viewers| ("top_seen_by", viewers));
            for (key, (function, code)) in all.into_iter().chain(top) {
                let Some((read, what)) = changed.read_by(&self.symbols, function) else { continue };
                let elsewhere =
                    read.file != code.span.file || read.start < code.span.start || read.end > code.span.end;
                let asked = elsewhere.then_some(code.span);
                self.diagnostics.push(messages::sight_changes(read, &what, (&zone.id, key), asked));
            }
        }
    }
}

impl Cx<'_> {
    /// Checks a player or a set of players as the value of `key`, and returns a set.
    fn players(&mut self, tree: &Expr, key: &str) -> HExpr {
        let value = self.expr(tree, Some(&Ty::Player.set()));
        if value.ty != Ty::Bool {
            return self.set_of_players(value);
        }
        let written = self.source_of(tree).to_owned();
        self.wrong(messages::condition_of_viewers(value.span, key, &written), value.span)
    }
}

/// Returns the parameters of the functions about a zone: its thing, its value. If it has only one of them,
/// this is `self`.
fn places_of(symbols: &SymbolTable, zone: &ZoneSymbol) -> Vec<(&'static str, Ty)> {
    let thing = match zone.per.thing {
        ZoneOwner::Table => None,
        ZoneOwner::Player => Some(Ty::Player),
        ZoneOwner::Cell(_) => Some(Ty::Cell),
        ZoneOwner::Component(first) => Some(Ty::Component(symbols.kind_at(first, zone.per.things))),
    };
    let key = if thing.is_some() { "key" } else { "self" };
    let thing = thing.map(|ty| ("self", ty));
    thing.into_iter().chain(zone.key().map(|ty| (key, ty))).collect()
}

/// The fields that a rule assigns after the table was laid, and the calculations that depend on play.
struct AssignedFields {
    is_assigned: Vec<bool>,
    /// For each calculation that was looked at: the first thing that it reads and play can change.
    known: HashMap<FunctionId, Option<(Span, String)>>,
}

impl AssignedFields {
    fn of(symbols: &SymbolTable, layout: TableLayout) -> AssignedFields {
        let is_assigned = symbols.fields.iter().map(|field| !field.within.is_empty()).collect();
        let mut changed = AssignedFields { is_assigned, known: HashMap::new() };
        for (f, function) in symbols.functions.iter().enumerate() {
            if f != layout.0.index()
                && let Some(body) = &function.body
            {
                changed.note(&body.body);
            }
        }
        changed
    }

    fn note(&mut self, body: &[HStmt]) {
        for s in body {
            if let HStmt::PutTable(f, _) | HStmt::Put(f, ..) = s
                && let Some(changed) = self.is_assigned.get_mut(f.index())
            {
                *changed = true;
            }
            statement_parts(s).1.into_iter().for_each(|block| self.note(block));
        }
    }

    /// Returns the first thing that a calculation reads and play can change: where, and what.
    fn read_by(&mut self, symbols: &SymbolTable, function: FunctionId) -> Option<(Span, String)> {
        let body = |f: FunctionId| symbols.functions[f].body.as_ref().map(|body| body.body.as_slice());
        let unknown = |f: FunctionId| {
            let mut calls = body(f).map_or_else(Vec::new, called_in);
            calls.retain(|f| !self.known.contains_key(f));
            calls
        };
        for f in callees_first(function, unknown) {
            let read = body(f).and_then(|body| self.find_stored_read(symbols, body));
            self.known.insert(f, read);
        }
        self.known.get(&function).cloned().flatten()
    }

    fn find_stored_read(&self, symbols: &SymbolTable, body: &[HStmt]) -> Option<(Span, String)> {
        body.iter().find_map(|s| {
            let (expressions, blocks) = statement_parts(s);
            let read = expressions.into_iter().find_map(|e| self.read(symbols, e));
            read.or_else(|| blocks.into_iter().find_map(|block| self.find_stored_read(symbols, block)))
        })
    }

    fn read(&self, symbols: &SymbolTable, e: &HExpr) -> Option<(Span, String)> {
        let here = match &e.kind {
            HKind::TableField(f) | HKind::Field(f, _) => {
                let field = symbols.fields.find(*f)?;
                let changes = self.is_assigned.get(f.index()) == Some(&true);
                changes.then(|| match field.owner {
                    Owner::Table => format!("`{}` is set by rules", field.id),
                    _ => format!("rules set `{}`", field.id),
                })
            }
            HKind::Playing | HKind::NotLost => Some("players go out in play".to_owned()),
            HKind::Times(_) => Some("what has been before".to_owned()),
            e if depends_on_places(e) => Some("components go from place to place".to_owned()),
            _ => None,
        };
        if let Some(what) = here {
            return Some((e.span, what));
        }
        if let HKind::Call(f, _) = &e.kind
            && let Some(Some(read)) = self.known.get(f)
        {
            return Some(read.clone());
        }
        parts(e).find_map(|part| self.read(symbols, part))
    }
}

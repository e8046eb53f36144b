//! A warning about public state that names a component out of a zone into which nobody sees.
//!
//! Such state is hidden with the component: the table shows it to nobody, and bots' samples put another
//! component in its place.

use crate::check::hir::parts::{effect_of, parts, statement_parts};
use crate::check::hir::tree::{Aggregate, HEffect, HExpr, HKind, HStmt, Local, LoopSource};
use crate::check::hir::types::Ty;
use crate::check::lints::{LintedRules, messages};
use crate::check::symbols::items::FieldSymbol;
use crate::check::symbols::symbol_table::SymbolTable;
use crate::diagnostics::Diagnostic;
use crate::ir::{FieldId, Owner, ZoneId, ZoneViewers};
use std::collections::HashMap;

impl LintedRules<'_, '_> {
    /// Warns of assignments to public state of components that nobody sees, and that the rule neither moves
    /// nor shows.
    pub(in crate::check) fn state_names_hidden(&self) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for function in &self.symbols.functions {
            let Some(body) = &function.body else { continue };
            let mut reader =
                HiddenNameFinder { symbols: self.symbols, drawn: HashMap::new(), named: Vec::new() };
            reader.block(&body.body);
            found.extend(reader.named.into_iter().filter_map(|mut named| {
                while named.collect_locals(&body.body) {}
                (!is_shown(&body.body, &named)).then_some(named)
            }));
        }
        let warning = |HiddenName { field, zone, value, .. }: HiddenName| {
            let (field, zone) = (&self.symbols.fields[field], &self.symbols.zones[zone].id);
            messages::hidden_name(value.span, &field.id, zone)
        };
        found.into_iter().map(warning).collect()
    }
}

/// An assignment of a component out of a hidden zone.
struct HiddenName<'h> {
    field: FieldId,
    zone: ZoneId,
    /// The variables that hold the component.
    locals: Vec<Local>,
    value: &'h HExpr,
}

impl HiddenName<'_> {
    /// Adds a variable that is bound to one of the named components. Returns whether there was one.
    fn collect_locals(&mut self, body: &[HStmt]) -> bool {
        body.iter().any(|s| {
            let local =
                bound_variable(s).filter(|(local, e)| !self.locals.contains(local) && mentions(e, self));
            local.map(|(local, _)| self.locals.push(local)).is_some()
                || statement_parts(s).1.into_iter().any(|block| self.collect_locals(block))
        })
    }
}

/// Returns the variable that a statement binds, and the expression that it binds it to or takes it from.
fn bound_variable(s: &HStmt) -> Option<(Local, &HExpr)> {
    match s {
        HStmt::Set(local, e)
        | HStmt::IfLet(local, e, ..)
        | HStmt::ForEach(local, LoopSource::Set(e) | LoopSource::Zone(e), _)
        | HStmt::Choose { local, from: e, .. } => Some((*local, e)),
        _ => None,
    }
}

struct HiddenNameFinder<'h> {
    symbols: &'h SymbolTable,
    /// Variables that hold components out of hidden zones, each with the zone.
    drawn: HashMap<Local, ZoneId>,
    named: Vec<HiddenName<'h>>,
}

impl<'h> HiddenNameFinder<'h> {
    fn block(&mut self, body: &'h [HStmt]) {
        for s in body {
            if let Some((local, e)) = bound_variable(s) {
                match self.hidden_zone(e) {
                    Some(zone) => self.drawn.insert(local, zone),
                    None => self.drawn.remove(&local),
                };
            }
            match s {
                HStmt::PutTable(field, value) | HStmt::Put(field, _, value) => self.assigned(*field, value),
                _ => {}
            }
            statement_parts(s).1.into_iter().for_each(|block| self.block(block));
        }
    }

    fn assigned(&mut self, field: FieldId, value: &'h HExpr) {
        let of = |field: &FieldSymbol| field.owner != Owner::Component && names_components(&field.ty);
        if self.symbols.fields.find(field).is_some_and(of)
            && let Some(zone) = self.hidden_zone(value)
        {
            self.named.push(HiddenName { field, zone, locals: local_of(value).into_iter().collect(), value });
        }
    }

    /// Returns the zone, seen by nobody, out of which an expression takes components.
    fn hidden_zone(&self, e: &HExpr) -> Option<ZoneId> {
        match &e.kind {
            HKind::Local(local) => self.drawn.get(local).copied(),
            HKind::Zone(z) | HKind::PlayerZone(z, _) | HKind::ZoneAt(z, ..) => {
                let zone = self.symbols.zones.find(*z)?;
                (zone.seen_by == ZoneViewers::None && zone.top_seen_by == ZoneViewers::None).then_some(*z)
            }
            HKind::Contents(of)
            | HKind::Top(of)
            | HKind::Bottom(of)
            | HKind::Random(of)
            | HKind::Open(of, _) => self.hidden_zone(of),
            HKind::Default(of, _) | HKind::Filter { set: of, .. } => self.hidden_zone(of),
            HKind::Aggregate { op: Aggregate::First | Aggregate::Only | Aggregate::Best, set, .. } => {
                self.hidden_zone(set)
            }
            _ => None,
        }
    }
}

fn names_components(ty: &Ty) -> bool {
    match ty {
        Ty::Component(_) => true,
        Ty::Optional(of) | Ty::Set(of) => names_components(of),
        _ => false,
    }
}

fn local_of(e: &HExpr) -> Option<Local> {
    match &e.kind {
        HKind::Local(local) => Some(*local),
        HKind::Open(of, _) => local_of(of),
        _ => None,
    }
}

/// Returns whether a rule may move or show the named component: it acts on the variable, the state or the
/// zone, or passes it on.
fn is_shown(body: &[HStmt], named: &HiddenName) -> bool {
    body.iter().any(|s| {
        let (expressions, blocks) = statement_parts(s);
        let moved = match s {
            HStmt::Effect(
                effect @ (HEffect::Move(..)
                | HEffect::MoveAll(..)
                | HEffect::Deal(..)
                | HEffect::Swap(..)
                | HEffect::Show(..)
                | HEffect::Box(_)),
                _,
            ) => effect_of(effect).into_iter().any(|e| mentions(e, named)),
            _ => expressions.into_iter().any(|e| hands_on(e, named)),
        };
        moved || blocks.into_iter().any(|block| is_shown(block, named))
    })
}

/// Returns whether an expression calls something with the component.
fn hands_on(e: &HExpr, named: &HiddenName) -> bool {
    let calls = matches!(e.kind, HKind::Call(..) | HKind::Slot { .. });
    parts(e).any(|part| calls && mentions(part, named) || hands_on(part, named))
}

fn mentions(e: &HExpr, named: &HiddenName) -> bool {
    let here = match &e.kind {
        HKind::Local(local) => named.locals.contains(local),
        HKind::TableField(field) | HKind::Field(field, _) => *field == named.field,
        HKind::Zone(zone) | HKind::PlayerZone(zone, _) | HKind::ZoneAt(zone, ..) => *zone == named.zone,
        _ => false,
    };
    here || parts(e).any(|part| mentions(part, named))
}

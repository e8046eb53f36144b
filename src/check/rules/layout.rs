//! The layout of the table before play: start values of state, and components in their zones.

use crate::check::body::constant_ranges::constants;
use crate::check::body::scope::STARTS_AS;
use crate::check::hir::tree::{CompareOp, HEffect, HExpr, HFunction, HKind, HStmt, Local, LoopSource, SetOp};
use crate::check::hir::types::Ty;
use crate::check::rules::checker::RuleChecker;
use crate::check::rules::messages;
use crate::check::symbols::items::{COMPONENT, FieldSymbol, Member};
use crate::check::symbols::messages::out_of_range;
use crate::check::symbols::owners::zone_owners;
use crate::check::symbols::symbol_table::full_set;
use crate::ir::{FieldId, FunctionId, FunctionName, ZoneId, ZoneOwner};
use crate::model::{CodeText, ZoneDecl};
use crate::source::{FileId, Span};

/// The function that puts components into their first zones and sets the start values of state.
#[derive(Clone, Copy)]
pub(in crate::check) struct TableLayout(pub FunctionId);

impl<'p> RuleChecker<'p> {
    /// Checks the start expressions of fields, as functions of the owner.
    pub(in crate::check) fn fields(&mut self, starts: Vec<(FieldId, &'p CodeText)>) {
        let package = self.package;
        for decl in package.boards.iter().flat_map(|b| &b.attributes) {
            let Some(Member::Attribute(a)) = self.symbols.cell_members.get(&decl.id.text).copied() else {
                continue;
            };
            let computed =
                self.symbols.computed.iter().find(|computed| computed.attribute == a).map(|c| c.function);
            if let (Some(f), Some(is)) = (computed, &decl.is) {
                self.body(f, is, "an attribute of cells");
            }
        }
        for (f, code) in starts {
            let field = &self.symbols.fields[f];
            let params = self.symbols.owners(f).map(|(ty, _)| ("self", ty)).into_iter().collect();
            let (id, ty) = (FunctionName::start_of(&field.id), field.ty.clone());
            let function = self.hidden(id, params, ty, false);
            self.body(function, code, STARTS_AS);
            self.symbols.fields[f].start = Some(function);
            self.start_keeps_to_range(f, function);
        }
    }

    /// Rejects a start value that is a constant outside the range of its state.
    fn start_keeps_to_range(&mut self, f: FieldId, start: FunctionId) {
        let (field, function) = (&self.symbols.fields[f], &self.symbols.functions[start]);
        let (Some(range), Some(body)) = (field.range, &function.body) else { return };
        let mut leaves = Vec::new();
        if let [HStmt::Return(Some(value))] = &*body.body {
            constants(value, &mut leaves);
        }
        for (n, span) in leaves.into_iter().filter(|(n, _)| !(range.0..=range.1).contains(n)) {
            self.diagnostics.push(out_of_range(span, &field.id, n, range, field.span));
        }
    }

    /// Builds the function that lays the table: the cards in the game, the start values, the contents of
    /// zones.
    pub(in crate::check) fn lay(&mut self) -> TableLayout {
        let package = self.package;
        let mut out = LayoutBody::default();
        if let Some(in_game) = self.symbols.in_game {
            self.lay_cards(in_game, &mut out.body);
        }
        self.lay_boards(package, &mut out.body);
        self.lay_state(&mut out);
        for (z, decl) in package.zones.iter().enumerate() {
            let z = ZoneId::from_index(z);
            if let Some(part) = &decl.list {
                let only_if = decl.only_if.as_ref().map(|c| self.condition("only_if", c));
                let fill = self.lists_into(z, part);
                match only_if {
                    Some(f) => out.body.push(HStmt::If(self.call_condition(f, nowhere()), fill, Vec::new())),
                    None => out.body.extend(fill),
                }
            } else if let Some(code) = &decl.start
                && !self.symbols.unclear.contains(&decl.id.text)
            {
                self.lay_zone(z, decl, code, &mut out);
            } else if let Some(code) = &decl.only_if {
                // It decides nothing, but is read.
                self.condition("only_if", code);
            }
        }
        let LayoutBody { locals, body } = out;
        let f = self.hidden(FunctionName::layout(), Vec::new(), Ty::Unit, true);
        self.symbols.functions[f].body = Some(HFunction { locals, body, asker: None });
        TableLayout(f)
    }

    /// Sets the cards in the game: all but those whose `only_if` does not hold, copies beyond the number that
    /// is agreed, and lists that are not asked for.
    fn lay_cards(&mut self, in_game: FieldId, body: &mut Vec<HStmt>) {
        let package = self.package;
        let all_ty = Ty::Component(COMPONENT).set();
        let all = make(all_ty.clone(), HKind::ConstSet(full_set(self.symbols.components.len())));
        body.push(HStmt::PutTable(in_game, all));
        let mut leave_out: Vec<(FunctionId, Vec<u64>)> = Vec::new();
        for decl in &package.kinds {
            if let (Some(code), Some(k)) = (&decl.only_if, self.symbols.kind_named(&decl.id.text)) {
                let kind = &self.symbols.kinds[k];
                let set = self.symbols.span_set(kind.first, kind.count);
                leave_out.push((self.condition("only_if", code), set));
            }
        }
        let mut conditions: std::collections::HashMap<&str, usize> = std::collections::HashMap::new();
        for (i, card) in package.cards.iter().enumerate() {
            let (Some(code), Some(name)) = (&card.only_if, self.names[i]) else { continue };
            let info = &self.symbols.names[name];
            let set = self.symbols.span_set(info.first, info.copies);
            match conditions.get(code.value.as_str()) {
                Some(at) => leave_out[*at].1.iter_mut().zip(set).for_each(|(a, b)| *a |= b),
                None => {
                    conditions.insert(&code.value, leave_out.len());
                    leave_out.push((self.condition("only_if", code), set));
                }
            }
        }
        self.lay_agreed_copies(in_game, body);
        let alone = leave_out.into_iter().map(|(condition, set)| (vec![condition], set));
        let leave_out: Vec<_> = alone.chain(self.unasked_lists(package)).collect();
        for (conditions, set) in leave_out {
            let here = make(all_ty.clone(), HKind::TableField(in_game));
            let these = make(all_ty.clone(), HKind::ConstSet(set));
            let rest = make(all_ty.clone(), HKind::SetOp(SetOp::Without, Box::new(here), Box::new(these)));
            // The cards are removed if none of the conditions holds.
            let leave =
                conditions.into_iter().fold(HStmt::PutTable(in_game, rest), |otherwise, condition| {
                    HStmt::If(self.call_condition(condition, nowhere()), Vec::new(), vec![otherwise])
                });
            body.push(leave);
        }
    }

    /// Leaves copies out of the game whose index is not below the agreed number.
    fn lay_agreed_copies(&mut self, in_game: FieldId, body: &mut Vec<HStmt>) {
        let package = self.package;
        let all_ty = Ty::Component(COMPONENT).set();
        for (i, card) in package.cards.iter().enumerate() {
            let (Some(code), Some(name)) = (&card.agreed, self.names[i]) else { continue };
            let (first, copies) = (self.symbols.names[name].first, card.copies);
            let count = self.hidden("copies", Vec::new(), Ty::Int, false);
            self.body_of(count, code, "a number of copies", |cx| cx.constant = true);
            for copy in 0..copies {
                let there = make(Ty::Int, HKind::Call(count, Vec::new()));
                let nth = make(Ty::Int, HKind::Int(i64::from(copy)));
                let too_many = make(Ty::Bool, HKind::Compare(CompareOp::Le, Box::new(there), Box::new(nth)));
                let one = make(all_ty.clone(), HKind::ConstSet(self.symbols.span_set(first + copy, 1)));
                let here = make(all_ty.clone(), HKind::TableField(in_game));
                let rest = HKind::SetOp(SetOp::Without, Box::new(here), Box::new(one));
                let leave = HStmt::PutTable(in_game, make(all_ty.clone(), rest));
                body.push(HStmt::If(too_many, vec![leave], Vec::new()));
            }
        }
    }

    /// Sets the start values of state.
    fn lay_state(&self, out: &mut LayoutBody) {
        let cells_in_game = self.symbols.cells_in_game.as_ref().map(|(f, _)| *f);
        for (f, field) in self.symbols.fields.iter().enumerate() {
            let f = FieldId::from_index(f);
            if [self.symbols.in_game, cells_in_game].contains(&Some(f)) {
                continue;
            }
            let owner_ty = self.symbols.owners(f);
            let owner = owner_ty.as_ref().map(|(ty, _)| out.local(ty.clone()));
            let owner_expr =
                owner.zip(owner_ty.as_ref()).map(|(l, (ty, _))| make(ty.clone(), HKind::Local(l)));
            let value = self.symbols.starts_as(f, owner_expr.clone());
            let Some(value) = value else { continue };
            let value = HExpr { span: self.start_span(field), ..make(field.ty.clone(), value) };
            match (owner, owner_ty, owner_expr) {
                (Some(l), Some((ty, set)), Some(o)) => {
                    let put = HStmt::Put(f, o, value);
                    out.body.push(HStmt::ForEach(l, LoopSource::Set(make(ty.set(), set)), vec![put]));
                }
                _ => out.body.push(HStmt::PutTable(f, value)),
            }
        }
    }

    /// Returns the span at which a fault of the start value of a state is reported: the last expression of
    /// its `start`, or its declaration.
    fn start_span(&self, field: &FieldSymbol) -> Span {
        let body = field.start.and_then(|start| self.symbols.functions[start].body.as_ref());
        match body.and_then(|body| body.body.last()) {
            Some(HStmt::Return(Some(value))) => value.span,
            _ => field.span.unwrap_or_else(nowhere),
        }
    }

    /// Fills a zone with the set of components that begin in it.
    fn lay_zone(&mut self, z: ZoneId, decl: &'p ZoneDecl, code: &'p CodeText, out: &mut LayoutBody) {
        let zone = &self.symbols.zones[z];
        // A zone without `holds` accepts any component.
        let ty = Ty::Component(if decl.holds.is_some() { zone.kind } else { COMPONENT });
        // The type and set of the zone's owners; an owner is `self`.
        let each_of = zone_owners(&self.symbols, z);
        let (id, single) = (FunctionName::start_of(&zone.id), zone.is_single());
        if !single && each_of.is_none() {
            self.diagnostics.push(messages::start_without_self(code.span, &zone.id));
            return;
        }
        let params = each_of.iter().map(|(ty, _)| ("self", ty.clone())).collect();
        let function = self.hidden(id, params, ty.clone().set(), false);
        self.body(function, code, STARTS_AS);
        self.symbols.zones[z].start = Some(function);
        let only_if = decl.only_if.as_ref().map(|c| self.condition("only_if", c));
        let zone = &self.symbols.zones[z];
        let fill = if let Some((thing, all)) = each_of {
            let p = out.local(thing.clone());
            let one = make(thing.clone(), HKind::Local(p));
            let set = make(ty.clone().set(), HKind::Call(function, vec![one.clone()]));
            let one = Box::new(one);
            let place = match zone.per.thing {
                _ if zone.per_player() => HKind::PlayerZone(z, one),
                ZoneOwner::Table => HKind::ZoneAt(z, None, Some(one)),
                _ => HKind::ZoneAt(z, Some(one), None),
            };
            let to = make(Ty::Zone(COMPONENT), place);
            let each = vec![HStmt::Effect(HEffect::MoveAll(set, to, true), code.span)];
            HStmt::ForEach(p, LoopSource::Set(make(thing.set(), all)), each)
        } else {
            let set = make(ty.clone().set(), HKind::Call(function, Vec::new()));
            HStmt::Effect(HEffect::MoveAll(set, make(Ty::Zone(COMPONENT), HKind::Zone(z)), true), code.span)
        };
        match only_if {
            Some(f) => out.body.push(HStmt::If(self.call_condition(f, nowhere()), vec![fill], Vec::new())),
            None => out.body.push(fill),
        }
    }
}

/// The body of the function that lays the table, under construction.
#[derive(Default)]
struct LayoutBody {
    locals: Vec<Ty>,
    body: Vec<HStmt>,
}

impl LayoutBody {
    fn local(&mut self, ty: Ty) -> Local {
        self.locals.push(ty);
        Local(self.locals.len() as u32 - 1)
    }
}

/// Returns the empty span at the start of the first file, for code that the compiler generates.
fn nowhere() -> Span {
    Span::new(FileId(0), 0, 0)
}

fn make(ty: Ty, kind: HKind) -> HExpr {
    HExpr { ty, span: nowhere(), kind }
}

//! Lints for options, state, zones, enums and kinds that nothing uses.

use crate::check::hir::parts::{for_each_part, parts, statement_parts};
use crate::check::hir::tree::{HEffect, HExpr, HKind, HStmt, LoopSource};
use crate::check::hir::types::Ty;
use crate::check::lints::{LintedRules, messages};
use crate::check::symbols::items::{FieldSymbol, ReadableValue};
use crate::check::symbols::symbol_table::SymbolTable;
use crate::diagnostics::Diagnostic;
use crate::ir::{AmountDomain, EnumId, FieldId, FunctionId, KindId, OptionId, ZoneId, ZoneKey};
use crate::model::Ident;
use rustc_hash::FxHashSet;

/// Kinds that exist in every game and need no use.
const BUILT_IN: [&str; 3] = ["card", "piece", "token"];

/// The declarations that code, types and other declarations name.
#[derive(Default)]
struct UsedItems {
    options: FxHashSet<OptionId>,
    /// State that code reads or sets.
    fields: FxHashSet<FieldId>,
    /// State that statements set.
    set: FxHashSet<FieldId>,
    zones: FxHashSet<ZoneId>,
    /// Zones that code uses otherwise than by looking into them, so that something may come there.
    destinations: FxHashSet<ZoneId>,
    enums: FxHashSet<EnumId>,
    kinds: FxHashSet<KindId>,
}

impl UsedItems {
    /// Collects the names in all code except that which lays the table: being placed at the start is not a
    /// use.
    fn of(symbols: &SymbolTable, lay: FunctionId) -> UsedItems {
        let mut named = UsedItems::default();
        for (f, function) in symbols.functions.iter().enumerate() {
            function.params.iter().for_each(|p| named.ty(&p.ty));
            named.ty(&function.result);
            let Some(body) = function.body.as_ref().filter(|_| f != lay.index()) else { continue };
            body.locals.iter().for_each(|ty| named.ty(ty));
            named.block(&body.body);
        }
        symbols.attribute_types.iter().for_each(|ty| named.ty(ty));
        symbols.fields.iter().for_each(|f| named.ty(&f.ty));
        symbols.keywords.iter().flat_map(|k| &k.params).for_each(|p| named.ty(&p.ty));
        symbols.slots.iter().for_each(|s| {
            named.ty(&s.result);
            s.params.iter().for_each(|p| named.ty(&p.ty));
        });
        for zone in &symbols.zones {
            named.kinds.insert(zone.kind);
            if let Some(ZoneKey::Enum(e)) = zone.per.key {
                named.enums.insert(e);
            }
        }
        for history in &symbols.histories {
            named.fields.extend(&history.fields);
            named.zones.extend(&history.zones);
        }
        named
    }

    fn ty(&mut self, ty: &Ty) {
        match ty {
            Ty::Enum(e) => {
                self.enums.insert(*e);
            }
            Ty::Component(k) | Ty::Zone(k) => {
                self.kinds.insert(*k);
            }
            Ty::Set(inner) | Ty::Optional(inner) => self.ty(inner),
            Ty::Amount(pers) => self.enums.extend(pers.iter().filter_map(|per| match per {
                AmountDomain::Enum(e) => Some(e),
                _ => None,
            })),
            _ => {}
        }
    }

    fn block(&mut self, body: &[HStmt]) {
        for s in body {
            match s {
                HStmt::PutTable(f, _) | HStmt::Put(f, ..) => {
                    self.fields.insert(*f);
                    self.set.insert(*f);
                }
                HStmt::Effect(HEffect::Log(_, values), _) => values.iter().for_each(|(_, e)| self.expr(e)),
                _ => {}
            }
            // Nothing comes into the zone that is walked through, shuffled, or dealt from.
            let read = match s {
                HStmt::ForEach(_, LoopSource::Zone(zone), _)
                | HStmt::Effect(HEffect::Shuffle(zone) | HEffect::Deal(zone, ..), _) => Some(zone),
                _ => None,
            };
            let (exprs, blocks) = statement_parts(s);
            for e in exprs {
                match read.is_some_and(|zone| std::ptr::eq(zone, e)) {
                    true => self.read_zone(e),
                    false => self.expr(e),
                }
            }
            blocks.into_iter().for_each(|b| self.block(b));
        }
    }

    /// Notes a zone that is looked into, and nothing more.
    fn read_zone(&mut self, e: &HExpr) {
        match &e.kind {
            HKind::Zone(z) | HKind::PlayerZone(z, _) | HKind::ZoneAt(z, ..) => {
                self.ty(&e.ty);
                self.zones.insert(*z);
                for_each_part(e, |part| self.expr(part));
            }
            _ => self.expr(e),
        }
    }

    fn expr(&mut self, e: &HExpr) {
        self.ty(&e.ty);
        match &e.kind {
            HKind::Option(o) => {
                self.options.insert(*o);
            }
            HKind::TableField(f) | HKind::Field(f, _) => {
                self.fields.insert(*f);
            }
            HKind::Zone(z) | HKind::PlayerZone(z, _) | HKind::ZoneAt(z, ..) => {
                self.zones.insert(*z);
                self.destinations.insert(*z);
            }
            HKind::InZones(_, z) => {
                self.zones.insert(*z);
            }
            HKind::Contents(zone) | HKind::Top(zone) | HKind::Bottom(zone) => return self.read_zone(zone),
            HKind::Compare(_, a, b) => return [a, b].into_iter().for_each(|zone| self.read_zone(zone)),
            _ => {}
        }
        for_each_part(e, |part| self.expr(part));
    }
}

impl LintedRules<'_, '_> {
    /// Returns a warning for each unused declaration. These count as used: a zone in which components begin;
    /// a kind that has cards or kinds below it; state that is printed or modified.
    pub(in crate::check) fn unused_declarations(&self) -> Vec<Diagnostic> {
        let (symbols, package) = (self.symbols, self.package);
        let named = UsedItems::of(symbols, self.layout.0);
        let mut found = self.unused_state(&named);
        found.extend(self.empty_zones(&named));
        let mut unused = |what: &str, id: &Ident, help: &str| {
            found.push(messages::unused(id.span, what, &id.text, help));
        };
        for (i, option) in package.options.iter().enumerate() {
            if !named.options.contains(&OptionId::from_index(i)) {
                unused(
                    "option",
                    &option.id,
                    "leave it out, or ask for it by its id: people are asked to settle it",
                );
            }
        }
        for (z, zone) in package.zones.iter().enumerate() {
            if zone.start.is_none() && zone.list.is_none() && !named.zones.contains(&ZoneId::from_index(z)) {
                unused("zone", &zone.id, "leave it out, or let something begin or come there");
            }
        }
        for (e, decl) in package.enums.iter().enumerate() {
            if !named.enums.contains(&EnumId::from_index(e)) {
                unused("enum", &decl.id, "leave it out, or give it to an attribute or a state as its type");
            }
        }
        for decl in package.kinds.iter().filter(|decl| !BUILT_IN.contains(&decl.id.text.as_str())) {
            let Some(k) = symbols.kind_named(&decl.id.text) else { continue };
            let kind = &symbols.kinds[k];
            if kind.count == 0 && kind.last == k && !named.kinds.contains(&k) {
                unused(
                    "kind",
                    &decl.id,
                    &format!("leave it out, or write `kind = \"{}\"` in a card", decl.id.text),
                );
            }
        }
        found
    }

    /// Returns a warning for each state that no rule names, and for each that rules read and none sets: what
    /// a scenario sets has its value in that scenario only.
    fn unused_state(&self, named: &UsedItems) -> Vec<Diagnostic> {
        let symbols = self.symbols;
        let mut found = Vec::new();
        for f in symbols.fields.ids() {
            // The compiler's own state has no place.
            let field = &symbols.fields[f];
            let Some(span) = field.span else { continue };
            if field.printed.is_some() || symbols.reader_of(ReadableValue::Field(f)).is_some() {
                continue;
            }
            if !named.fields.contains(&f) {
                let help = "leave it out, or let a rule change it and ask for it";
                found.push(messages::unused(span, "state", &field.id, help));
            } else if !named.set.contains(&f) && self.starts_alike(field) {
                found.push(messages::never_set(span, &field.id));
            }
        }
        found
    }

    /// Returns a warning for each zone that rules read and into which nothing comes in play: the components
    /// that a scenario lays out are there in that scenario only.
    fn empty_zones(&self, named: &UsedItems) -> Vec<Diagnostic> {
        // Rules that move nothing anywhere are still to be written.
        if named.destinations.is_empty() {
            return Vec::new();
        }
        let zones = self.package.zones.iter().enumerate().map(|(z, zone)| (ZoneId::from_index(z), zone));
        let empty = zones.filter(|(z, zone)| {
            let begins = zone.start.is_some() || zone.list.is_some();
            named.zones.contains(z) && !named.destinations.contains(z) && !begins
        });
        empty.map(|(_, zone)| messages::never_filled(zone.id.span, &zone.id.text)).collect()
    }

    /// Returns whether a state starts with the same value in every game, whoever has it.
    fn starts_alike(&self, field: &FieldSymbol) -> bool {
        let Some(start) = field.start else { return true };
        match self.symbols.functions[start].body.as_ref().map(|body| body.body.as_slice()) {
            Some([HStmt::Return(Some(value))]) => is_written_out(value),
            _ => false,
        }
    }
}

/// Returns whether an expression consists of values as written.
fn is_written_out(e: &HExpr) -> bool {
    match &e.kind {
        HKind::Int(_) | HKind::Bool(_) | HKind::Value(_) | HKind::ConstSet(_) => true,
        HKind::Negate(_) | HKind::SetOf(_) | HKind::Amount(_) => parts(e).all(is_written_out),
        _ => false,
    }
}

//! Analysis of whether the options of an action are public. If they are, a player who can only pass need not
//! be asked. If they are not, skipping the question would reveal what a hand does not contain.
//!
//! The answer holds for all tables of the game and is conservative: reads of a zone that not all players see,
//! of the place or state of a component that may be in one, and of state that names such a component, count
//! as hidden. The number of components in a zone is public, and so is whether such state names any.

use crate::check::hir::parts;
use crate::check::hir::tree::{Aggregate, HExpr, HKind, HStmt, LoopSource, SetOp};
use crate::check::hir::types::Ty;
use crate::check::symbols::symbol_table::SymbolTable;
use crate::ir::{FunctionId, Owner, ToIndex, ZoneViewers};
use std::collections::{HashMap, HashSet};

/// Returns whether everything that a function reads is public.
pub fn decided_in_public(symbols: &SymbolTable, function: FunctionId) -> bool {
    PublicReader::new(symbols).settled(|reader| reader.function((function, 0)))
}

/// Returns whether the value of an expression is public, whichever components its `variables` variables hold.
pub fn is_public(symbols: &SymbolTable, variables: usize, e: &HExpr) -> bool {
    PublicReader::new(symbols).settled(|reader| reader.expr(e, &vec![false; variables]))
}

/// A function, and its parameters that are known to be visible to everybody. Bit n: the n-th parameter is a
/// component visible to everybody.
type CallKey = (FunctionId, u64);

struct PublicReader<'w> {
    symbols: &'w SymbolTable,
    known: HashMap<CallKey, bool>,
    /// Calls whose answer the last reading lacked. It took them to be public, and must be repeated.
    missing: Vec<CallKey>,
}

impl<'w> PublicReader<'w> {
    fn new(symbols: &'w SymbolTable) -> PublicReader<'w> {
        PublicReader { symbols, known: HashMap::new(), missing: Vec::new() }
    }

    /// Returns the answer of a reading once all calls that it depends on are known. A chain of calls may be
    /// long, so this keeps its own stack.
    fn settled(mut self, read: impl Fn(&mut Self) -> bool) -> bool {
        loop {
            let public = read(&mut self);
            let mut open = std::mem::take(&mut self.missing);
            if open.is_empty() {
                return public;
            }
            let mut begun: HashSet<CallKey> = HashSet::new();
            while let Some(&key) = open.last() {
                if self.known.contains_key(&key) {
                    open.pop();
                    continue;
                }
                begun.insert(key);
                let public = self.body_of(key);
                let missing = std::mem::take(&mut self.missing);
                // Calculations are not recursive; if one were, it would count as hidden.
                self.known
                    .extend(missing.iter().filter(|call| begun.contains(call)).map(|call| (*call, false)));
                let before = open.len();
                open.extend(missing.into_iter().filter(|call| !begun.contains(call)));
                if open.len() == before {
                    self.known.entry(key).or_insert(public);
                }
            }
        }
    }

    /// Returns whether everything that a function reads is public, as far as that is known.
    fn function(&mut self, call: CallKey) -> bool {
        let known = self.known.get(&call).copied();
        known.unwrap_or_else(|| {
            self.missing.push(call);
            true
        })
    }

    fn body_of(&mut self, (function, shown): CallKey) -> bool {
        let f = &self.symbols.functions[function];
        f.body.as_ref().is_some_and(|body| {
            let mut locals = vec![true; body.locals.len()];
            for (i, shown_here) in locals.iter_mut().enumerate().take(f.params.len()) {
                *shown_here = shown >> i.min(63) & 1 == 1;
            }
            while self.bind(&body.body, &mut locals) {}
            self.block(&body.body, &locals)
        })
    }

    /// Unmarks the variables that may hold hidden components. Returns whether there was one.
    fn bind(&self, body: &[HStmt], locals: &mut [bool]) -> bool {
        let mut found = false;
        for s in body {
            let bound = match s {
                HStmt::Set(l, e) | HStmt::IfLet(l, e, ..) => vec![(*l, e)],
                HStmt::ForEach(l, LoopSource::Set(e) | LoopSource::Zone(e), _) => vec![(*l, e)],
                HStmt::Offer { params, .. } => params.iter().map(|(l, e)| (*l, e)).collect(),
                _ => Vec::new(),
            };
            for (local, e) in bound {
                if locals[local.0.index()] && !self.is_visible_to_all(e, locals) {
                    locals[local.0.index()] = false;
                    found = true;
                }
            }
            let (expressions, blocks) = parts::statement_parts(s);
            for e in expressions {
                found |= self.bind_in(e, locals);
            }
            for block in blocks {
                found |= self.bind(block, locals);
            }
        }
        found
    }

    fn bind_in(&self, e: &HExpr, locals: &mut [bool]) -> bool {
        let mut found = false;
        if let HKind::Filter { set, element, .. } | HKind::Aggregate { set, element, .. } = &e.kind
            && locals[element.0.index()]
            && !self.is_visible_to_all(set, locals)
        {
            locals[element.0.index()] = false;
            found = true;
        }
        for part in parts::parts(e) {
            found |= self.bind_in(part, locals);
        }
        found
    }

    /// Returns whether the component that an expression denotes, or each one of a set, is visible to
    /// everybody.
    fn is_visible_to_all(&self, e: &HExpr, locals: &[bool]) -> bool {
        if !self.may_be_hidden(&e.ty) {
            return true;
        }
        match &e.kind {
            HKind::Local(l) => locals[l.0.index()],
            HKind::Contents(zone) | HKind::Top(zone) | HKind::Bottom(zone) => self.is_open(zone),
            HKind::Zone(_) | HKind::PlayerZone(..) | HKind::ZoneAt(..) => self.is_open(e),
            HKind::Open(of, _) | HKind::Filter { set: of, .. } => self.is_visible_to_all(of, locals),
            HKind::Aggregate { op: Aggregate::First | Aggregate::Only | Aggregate::Best, set, .. } => {
                self.is_visible_to_all(set, locals)
            }
            HKind::Default(a, b) | HKind::If(_, a, b) => {
                self.is_visible_to_all(a, locals) && self.is_visible_to_all(b, locals)
            }
            HKind::SetOf(of) => of.iter().all(|e| self.is_visible_to_all(e, locals)),
            HKind::SetOp(op, a, b) => match op {
                SetOp::Union => self.is_visible_to_all(a, locals) && self.is_visible_to_all(b, locals),
                SetOp::Without => self.is_visible_to_all(a, locals),
                SetOp::Both => self.is_visible_to_all(a, locals) || self.is_visible_to_all(b, locals),
            },
            _ => false,
        }
    }

    fn block(&mut self, body: &[HStmt], locals: &[bool]) -> bool {
        body.iter().all(|s| {
            let (expressions, blocks) = parts::statement_parts(s);
            expressions.iter().all(|e| self.expr(e, locals)) && blocks.iter().all(|b| self.block(b, locals))
        })
    }

    /// Returns whether the value of an expression is public.
    fn expr(&mut self, e: &HExpr, locals: &[bool]) -> bool {
        let counts = matches!(
            &e.kind,
            HKind::Aggregate { op: Aggregate::Count | Aggregate::Any | Aggregate::None, set, of: None, .. }
                if matches!(set.kind, HKind::Contents(_))
        );
        if counts {
            let inside = parts::parts(e).flat_map(parts::parts);
            return inside.flat_map(parts::parts).all(|e| self.expr(e, locals));
        }
        let here = match &e.kind {
            HKind::Contents(zone) | HKind::Top(zone) | HKind::Bottom(zone) => self.is_open(zone),
            HKind::OutOfPlay => self.symbols.zones.iter().all(|z| z.seen_by == ZoneViewers::All),
            HKind::Holder(of) | HKind::ZoneOf(of) | HKind::CellOf(of) | HKind::Bearer(of) => {
                self.is_visible_to_all(of, locals)
            }
            // A value that names a hidden component is as hidden; that there is one is not.
            HKind::IsSome(of) if self.is_public_field(of) => {
                return parts::parts(of).all(|e| self.expr(e, locals));
            }
            HKind::TableField(_) => !self.may_be_hidden(&e.ty),
            HKind::Field(f, of) => {
                let is_seen =
                    self.symbols.fields[*f].owner != Owner::Component || self.is_visible_to_all(of, locals);
                is_seen && !self.may_be_hidden(&e.ty)
            }
            HKind::Times(h) => {
                let history = &self.symbols.histories[*h];
                let zones = history.zones.iter().all(|z| self.symbols.zones[*z].seen_by == ZoneViewers::All);
                let fields = history.fields.iter().map(|f| &self.symbols.fields[*f]);
                zones
                    && fields
                        .into_iter()
                        .all(|f| f.owner != Owner::Component || !self.may_be_hidden(&Ty::Component(f.kind)))
            }
            HKind::Call(f, args) => {
                let shown = self.mask(args.iter(), locals);
                self.function((*f, shown))
            }
            HKind::Slot { slot, rule, who, args } => {
                let shown = self.mask(std::iter::once(who.as_deref().unwrap_or(rule)).chain(args), locals);
                let mut rules = self.symbols.slots[*slot].rules.clone();
                rules.sort_unstable();
                rules.dedup();
                rules.into_iter().flatten().all(|f| self.function((f, shown)))
            }
            HKind::Roll(..) | HKind::RollDie(..) | HKind::Random(_) => false,
            _ => true,
        };
        here && parts::parts(e).all(|e| self.expr(e, locals))
    }

    /// Returns whether an expression is a field of the table or of a player.
    fn is_public_field(&self, e: &HExpr) -> bool {
        match &e.kind {
            HKind::TableField(_) => true,
            HKind::Field(f, _) => self.symbols.fields[*f].owner != Owner::Component,
            _ => false,
        }
    }

    fn mask<'e>(&self, args: impl Iterator<Item = &'e HExpr>, locals: &[bool]) -> u64 {
        args.enumerate()
            .filter(|(_, e)| self.is_visible_to_all(e, locals))
            .fold(0, |set, (i, _)| set | 1 << i.min(63))
    }

    /// Returns whether everybody sees the contents of the zone that an expression denotes.
    fn is_open(&self, zone: &HExpr) -> bool {
        match zone.kind {
            HKind::Zone(z) | HKind::PlayerZone(z, _) | HKind::ZoneAt(z, ..) => {
                self.symbols.zones[z].seen_by == ZoneViewers::All
            }
            _ => self.symbols.zones.iter().all(|z| z.seen_by == ZoneViewers::All),
        }
    }

    /// Returns whether a value of a type may be, or contain, a component that not all players see.
    fn may_be_hidden(&self, ty: &Ty) -> bool {
        let kind = match ty {
            Ty::Component(kind) => *kind,
            Ty::Zone(_) | Ty::Zones(_) => return true,
            Ty::Set(of) | Ty::Optional(of) => return self.may_be_hidden(of),
            _ => return false,
        };
        self.symbols
            .zones
            .iter()
            .filter(|z| z.seen_by != ZoneViewers::All)
            .any(|z| self.symbols.is_below(z.kind, kind) || self.symbols.is_below(kind, z.kind))
    }
}

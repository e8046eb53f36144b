//! Modifiers, compiled into the functions that read the attributes they change.

use crate::check::body::scope::{Cx, EarlierStages, Mode};
use crate::check::hir::tree::{Arith, HExpr, HKind, HStmt, Local, SetOp};
use crate::check::hir::types::Ty;
use crate::check::rules::abilities::{Abilities, Modifier, RuleBearer};
use crate::check::rules::bearers::{each_of, only_if};
use crate::check::rules::checker::RuleChecker;
use crate::check::rules::messages;
use crate::check::symbols::items::{KindSymbol, Member, ReadableValue};
use crate::ir::{FunctionId, KindId};
use crate::model::{CodeText, ModifierDecl};
use crate::syntax::ast::Expr;

/// Prefix of the name of a function that reads an attribute.
pub(in crate::check) const READING: &str = "reading of ";

/// A modifier with its code parsed.
struct ModifierCode<'p> {
    modifier: &'p Modifier<'p>,
    value: (&'p CodeText, Expr),
    condition: Option<(&'p CodeText, Expr)>,
    /// True for `set`, which replaces the value; false for `add`.
    sets: bool,
}

impl<'p> RuleChecker<'p> {
    /// Declares a reader function for every attribute that a modifier names.
    pub(in crate::check) fn modifier_readers(&mut self) -> Abilities<'p> {
        let package = self.package;
        let of_cards = package.cards.iter().flat_map(|c| &c.modifiers);
        let of_keywords = package.keywords.iter().flat_map(|k| &k.modifiers);
        for m in package.modifiers.iter().chain(of_keywords).chain(of_cards) {
            for (readable, kind, ty) in self.readables(m) {
                if self.symbols.modified.contains_key(&readable) {
                    continue;
                }
                let id = format!("{READING}{}", m.attribute.text);
                let f = self.hidden(id, vec![("it", Ty::Component(kind))], ty, false);
                self.symbols.modified.insert(readable, f);
            }
        }
        let mut abilities = Abilities::default();
        self.collect_modifiers(&package.modifiers, &RuleBearer::ByGame, &mut abilities);
        abilities
    }

    /// Returns the attributes that a modifier changes, one for each kind that declares it, with that kind and
    /// the attribute's type.
    fn readables(&self, m: &ModifierDecl) -> Vec<(ReadableValue, KindId, Ty)> {
        let symbols = &self.symbols;
        let of = |(k, kind): (usize, &KindSymbol)| match kind.members.get(&m.attribute.text)? {
            Member::Attribute(a) => Some((
                ReadableValue::Attribute(*a),
                KindId::from_index(k),
                symbols.attribute_types[*a].clone(),
            )),
            Member::Field(f, _) => {
                Some((ReadableValue::Field(*f), KindId::from_index(k), symbols.fields[*f].ty.clone()))
            }
            Member::Slot(_) | Member::Zone(_) => None,
        };
        symbols.kinds.iter().enumerate().filter_map(of).collect()
    }

    /// Collects the modifiers of one bearer; they are checked together with their attributes.
    pub(in crate::check) fn collect_modifiers(
        &mut self,
        modifiers: &'p [ModifierDecl],
        borne: &RuleBearer,
        abilities: &mut Abilities<'p>,
    ) {
        for decl in modifiers {
            let readables = self.readables(decl);
            if readables.is_empty() {
                let known: Vec<&str> =
                    self.symbols.kinds.iter().flat_map(|k| k.members.keys().map(String::as_str)).collect();
                let d = messages::unknown_attribute(decl.attribute.span, &decl.attribute.text)
                    .suggest(&decl.attribute.text, known);
                self.diagnostics.push(d);
                continue;
            }
            let only_if = decl.only_if.as_ref().map(|c| self.condition("only_if", c));
            for (readable, _, ty) in readables {
                if decl.add.is_some() && !matches!(ty, Ty::Int | Ty::Set(_) | Ty::Amount(_)) {
                    self.diagnostics.push(messages::not_added(decl.attribute.span, &ty.a(&self.symbols)));
                    continue;
                }
                abilities.modifiers.push(Modifier { readable, decl, borne: borne.clone(), only_if });
            }
        }
    }

    /// Builds the bodies of the reader functions.
    pub(in crate::check) fn modifiers(&mut self, list: &[Modifier<'p>]) {
        let mut readings: Vec<(ReadableValue, FunctionId)> =
            self.symbols.modified.iter().map(|(r, f)| (*r, *f)).collect();
        readings.sort_by_key(|(_, f)| *f);
        for (readable, f) in readings {
            let (kind, ty) =
                (self.symbols.functions[f].params[0].ty.clone(), self.symbols.functions[f].result.clone());
            let Some(any) = list.iter().find(|m| m.readable == readable) else { continue };
            let errors_before = self.errors();
            let code = any.decl.add.as_ref().or(any.decl.set.as_ref()).or(any.decl.condition.as_ref());
            let Some(code) = code else { continue };
            // Parsing borrows all of `self`, so every tree is parsed before they are checked in one scope.
            let mut parts = Vec::new();
            for modifier in list.iter().filter(|m| m.readable == readable) {
                let sets = modifier.decl.set.is_some();
                let Some(value) = modifier.decl.set.as_ref().or(modifier.decl.add.as_ref()) else { continue };
                let Some(tree) = self.parse_expr(value) else { continue };
                let condition = match &modifier.decl.condition {
                    Some(c) => match self.parse_expr(c) {
                        Some(t) => Some((c, t)),
                        None => continue,
                    },
                    None => None,
                };
                parts.push(ModifierCode { modifier, value: (value, tree), condition, sets });
            }
            // Within a stage, modifiers that set the value come first.
            parts.sort_by_key(|part| (part.modifier.decl.stage, !part.sets));
            let mut cx =
                Cx::new(&self.symbols, &mut self.diagnostics, &mut self.uses, f, code, Mode::Calculation);
            cx.what = "a modifier";
            let asked = cx.local(kind.clone());
            cx.element(asked, kind.clone());
            let it = HExpr { ty: kind.clone(), span: code.span, kind: HKind::Local(asked) };
            let read = match readable {
                ReadableValue::Attribute(a) => HKind::Attribute(a, Box::new(it)),
                ReadableValue::Field(field) => HKind::Field(field, Box::new(it)),
            };
            let result = cx.local(ty.clone());
            let mut body = vec![HStmt::Set(result, HExpr { ty: ty.clone(), span: code.span, kind: read })];
            for part in &parts {
                let span = part.value.0.span;
                let first = part.modifier.decl.stage == 1;
                cx.raw = first;
                cx.so_far = (!first).then_some(EarlierStages { readable, element: asked, value: result });
                let inner = match &part.modifier.borne {
                    RuleBearer::ByGame => cx.modification(part, result, &ty),
                    RuleBearer::By { bearers, kind, keyword } => {
                        let (bearer, inner) = cx.for_bearer((*kind, *keyword), None, span, |cx| {
                            cx.modification(part, result, &ty)
                        });
                        vec![each_of(bearers.clone(), *kind, bearer, inner, span)]
                    }
                };
                body.extend(only_if(part.modifier.only_if, inner, span));
            }
            body.push(HStmt::Return(Some(HExpr {
                ty: ty.clone(),
                span: code.span,
                kind: HKind::Local(result),
            })));
            let body = cx.finish(body);
            self.keep_body(f, body, errors_before);
        }
    }
}

impl<'a> Cx<'a> {
    /// Returns the value after the earlier stages, if a modifier reads the attribute that it modifies.
    pub(in crate::check) fn value_so_far(&self, readable: ReadableValue, of: &HExpr) -> Option<HKind> {
        let so_far = self.so_far.filter(|so_far| so_far.readable == readable && !self.raw)?;
        matches!(of.kind, HKind::Local(local) if local == so_far.element)
            .then_some(HKind::Local(so_far.value))
    }

    /// Builds the statements with which one modifier changes the current value.
    fn modification(&mut self, part: &'a ModifierCode<'a>, result: Local, ty: &Ty) -> Vec<HStmt> {
        let condition = part.condition.as_ref().map(|(code, tree)| {
            self.code = code;
            self.typed(tree, &Ty::Bool)
        });
        let (code, tree) = &part.value;
        self.code = code;
        let value = self.typed(tree, ty);
        let span = value.span;
        let now = HExpr { ty: ty.clone(), span, kind: HKind::Local(result) };
        let kind = match ty {
            _ if part.sets => value.kind,
            Ty::Set(_) => HKind::SetOp(SetOp::Union, Box::new(now), Box::new(value)),
            Ty::Amount(_) => HKind::Each(Arith::Add, Box::new(now), Box::new(value)),
            _ => HKind::Arith(Arith::Add, Box::new(now), Box::new(value)),
        };
        let change = vec![HStmt::Set(result, HExpr { ty: ty.clone(), span, kind })];
        match condition {
            Some(cond) => vec![HStmt::If(cond, change, Vec::new())],
            None => change,
        }
    }
}

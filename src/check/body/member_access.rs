//! Member access: `c.suit`, `c.printed.suit`, `c.armoured.level`, `suit.herb`, `p.hand`.

use crate::check::body::branches::is_constant_name;
use crate::check::body::messages;
use crate::check::body::scope::Cx;
use crate::check::hir::tree::{HExpr, HKind, error_expr};
use crate::check::hir::types::Ty;
use crate::check::symbols::editor_info::COMPLETION_MARKER;
use crate::check::symbols::items::{COMPONENT, Global, Member};
use crate::diagnostics::{list, nearest};
use crate::ir::{AmountDomain, EnumId, ZoneOwner};
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind, Name};

impl Cx<'_> {
    /// Checks `of.field`: a value qualified by its enum, a printed value, or a member of `of`.
    pub(in crate::check) fn field(&mut self, of: &Expr, field: &Name, span: Span) -> HExpr {
        let stored = std::mem::take(&mut self.stored);
        if let ExprKind::Name(text) = &of.kind {
            // `suit.herb`: a value qualified by its enum, unless a variable or member has the enum's name and
            // that field.
            if let Some(e) = self.symbols.enums.iter().position(|e| e.id == *text)
                && let Some(v) =
                    self.symbols.enums[EnumId::from_index(e)].values.iter().position(|v| *v == field.text)
            {
                return HExpr { ty: Ty::Enum(EnumId::from_index(e)), span, kind: HKind::Value(v as u64) };
            }
            if text == "printed" {
                let owner = self
                    .it(span)
                    .filter(|it| matches!(it.ty, Ty::Component(_)))
                    .or_else(|| self.myself(span));
                return match owner {
                    Some(owner) => self.check_printed(owner, field, span),
                    None => self.name("self", self.span(&of.at), None),
                };
            }
        }
        if let ExprKind::Field { of: owner, field: middle } = &of.kind {
            if middle.text == "printed" {
                let owner = self.expr(owner, None);
                return self.check_printed(owner, field, span);
            }
            if let Some(k) = self.symbols.keywords.id_where(|k| k.id == middle.text) {
                let owner = self.expr(owner, None);
                let owner = self.require_some(owner);
                let owner = self.coerce(owner, &Ty::Component(COMPONENT));
                if field.text == COMPLETION_MARKER {
                    self.record_keyword_params(k);
                }
                if let Some(param) = self.symbols.keywords[k].params.iter().find(|p| p.id == field.text) {
                    self.uses.keywords.insert(k);
                    return HExpr {
                        ty: param.ty.clone(),
                        span,
                        kind: HKind::Attribute(param.attribute, Box::new(owner)),
                    };
                }
            }
        }
        let owner = self.expr(of, None);
        let raw = self.raw;
        self.raw |= stored;
        let found = self.member(owner, field, span);
        self.raw = raw;
        found
    }

    /// Resolves `owner.field` of a checked owner: a member, or a function of it.
    pub(in crate::check) fn member(&mut self, owner: HExpr, field: &Name, span: Span) -> HExpr {
        if owner.ty == Ty::Error {
            return error_expr(span);
        }
        let owner = self.require_some(owner);
        if owner.ty == Ty::Error {
            return owner;
        }
        if let Some(found) = self.own(owner.clone(), &field.text, span) {
            return found;
        }
        if let Some(Global::Function(f)) = self.symbols.globals.get(&field.text).copied()
            && let Some(first) = self.symbols.functions[f].params.first()
            && owner.ty.fits(&first.ty.clone(), self.symbols)
        {
            return self.call_function(f, Vec::new(), span, Some(owner));
        }
        let card = self.itself(owner.clone());
        if card.ty != owner.ty {
            return self.member(card, field, span);
        }
        if field.text == COMPLETION_MARKER {
            self.record_members(&owner.ty);
        }
        let at = self.span(&field.at);
        let shown = owner.ty.a(self.symbols);
        let mut d = messages::unknown_member(at, &shown, &field.text);
        let known = self.members_of(&owner.ty);
        let is_value = |per: &AmountDomain| match per {
            AmountDomain::Enum(e) => self.symbols.enums[*e].values.contains(&field.text),
            _ => false,
        };
        let of_values =
            self.symbols.zones.iter().find(|z| z.id == field.text && z.key().as_ref() == Some(&owner.ty));
        if let Some(zone) = of_values {
            let value = self.source_text(owner.span).unwrap_or("…");
            let of = if zone.per.thing == ZoneOwner::Table { "" } else { "x." };
            d = d.help(format!(
                "what there is one of for each value has it in brackets: `{of}{}[{value}]`",
                zone.id
            ));
        } else if let Ty::Amount(pers) = &owner.ty
            && pers.first().is_some_and(is_value)
        {
            let amount = self.source_text(owner.span).unwrap_or("…");
            d = d.help(format!("what there is of one value stands in brackets: `{amount}[{}]`", field.text));
        } else if let Ty::Component(k) = owner.ty
            && let Some(below) = self.symbols.member_below(k, &field.text)
        {
            let kind = &self.symbols.kinds[below].id;
            let x = self.source_text(owner.span).unwrap_or("…");
            d.message = format!("not every {} has `{}`", owner.ty.show(self.symbols), field.text);
            d = d
                .because(format!("`{}` belongs to the kind `{kind}`.", field.text))
                .help(format!("ask first: `if {x} is {kind} {{ … }}`, or `… where {x} is {kind}`"));
        } else if self.symbols.borne_actions.iter().any(|borne| borne.id == field.text) {
            d = d.because("Players choose actions; rules call verbs.").help(format!(
                "offer it: `act p from {{{0}}}`; only the kind's own action `{0}` asks for `self.{0}`",
                field.text
            ));
        } else if let (Ty::Set(inner), Some(set)) = (&self.set_type(&owner.ty), self.source_text(owner.span))
            && self.members_of(inner).contains(&field.text.as_str())
        {
            let way_out = self.way_to_each(inner, set, &field.text);
            d = d.because("A set has no members of its own; each of its elements has.").help(way_out);
        } else if let Some(help) = self.as_method(self.source_text(owner.span).unwrap_or("S"), &field.text) {
            d = d.because("Functions are called with what they are asked of in brackets.").help(help);
        } else if let Ty::Amount(_) = &owner.ty {
            let amount = self.source_text(owner.span).unwrap_or("…");
            let key = self.key_in_scope(&owner.ty, &field.text);
            d = d.help(format!("what there is of one value stands in brackets: `{amount}[{key}]`"));
        } else if let Some(near) = nearest(&field.text, known.iter().copied()) {
            d = d.did_you_mean(&field.text, near);
        } else if let Ty::Set(_) | Ty::Zone(_) = owner.ty {
            d = d
                .because("A set has no members of its own; each of its elements has.")
                .help("ask the elements, with `where`, `any`, `sum`, `max` or `for each`");
        } else if !known.is_empty() {
            d = d.help(format!("it has {}", list(&known)));
        }
        self.wrong(d, span)
    }

    /// Returns the set type of a zone's contents; any other type unchanged.
    fn set_type(&self, ty: &Ty) -> Ty {
        match ty {
            Ty::Zone(kind) => Ty::Component(*kind).set(),
            ty => ty.clone(),
        }
    }

    /// Advises how to ask all elements of a set for a member that each of them has.
    fn way_to_each(&self, element: &Ty, set: &str, each: &str) -> String {
        let symbols = self.symbols;
        let ty = match symbols.member_of(element, each) {
            Some(Member::Attribute(a)) => &symbols.attribute_types[a],
            Some(Member::Field(f, _)) => &symbols.fields[f].ty,
            Some(Member::Slot(s)) => &symbols.slots[s].result,
            Some(Member::Zone(_)) => return format!("what is in all of them is `union({set}, {each})`"),
            None => return "ask the elements, with `where`, `any`, `sum`, `max` or `for each`".to_owned(),
        };
        match ty {
            Ty::Int => {
                format!("add up with `sum({set}, {each})`, or take the greatest with `max({set}, {each})`")
            }
            Ty::Amount(_) => format!("add up with `sum({set}, {each})`"),
            Ty::Bool => format!("those of which it is true are `{set} where {each}`"),
            Ty::Set(_) => format!("all of them together are `union({set}, {each})`"),
            _ => {
                format!(
                    "the set of those values is `values({set}, {each})`; or ask `{set} where {each} == …`"
                )
            }
        }
    }

    /// Converts a card's id before a dot to the card itself: a name has no members.
    pub(in crate::check) fn itself(&mut self, owner: HExpr) -> HExpr {
        match (&owner.ty, &owner.kind) {
            (Ty::Name, HKind::Value(_) | HKind::If(..)) if is_constant_name(&owner) => {
                self.coerce(owner, &Ty::Component(COMPONENT))
            }
            _ => owner,
        }
    }

    /// Checks `owner.printed.field`: the value on the card, read without modifiers.
    fn check_printed(&mut self, owner: HExpr, field: &Name, span: Span) -> HExpr {
        let owner = self.require_some(owner);
        let owner = self.itself(owner);
        let Ty::Component(kind) = owner.ty else {
            if owner.ty == Ty::Error {
                return owner;
            }
            return self.wrong(messages::nothing_printed(owner.span, &owner.ty.a(self.symbols)), span);
        };
        let Some(Member::Attribute(attribute) | Member::Field(_, Some(attribute))) =
            self.symbols.member(kind, &field.text)
        else {
            let at = self.span(&field.at);
            let known: Vec<&str> = self
                .members_of(&owner.ty)
                .into_iter()
                .filter(|m| {
                    matches!(
                        self.symbols.member(kind, m),
                        Some(Member::Attribute(_) | Member::Field(_, Some(_)))
                    )
                })
                .collect();
            let d = messages::not_printed(at, &owner.ty.a(self.symbols), &field.text);
            let d =
                match (self.symbols.member(kind, &field.text), nearest(&field.text, known.iter().copied())) {
                    (Some(_), _) => {
                        d.help(format!("what it has now is `.{}`, without `printed`", field.text))
                    }
                    (None, Some(near)) => d.did_you_mean(&field.text, near),
                    (None, None) => d.help(format!("printed are {}", list(&known))),
                };
            return self.wrong(d, span);
        };
        let ty = self.symbols.attribute_types[attribute].clone();
        HExpr { ty, span, kind: HKind::Attribute(attribute, Box::new(owner)) }
    }
}

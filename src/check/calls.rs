//! Calls of functions, verbs and slots.

use super::hir::{HExpr, HKind};
use super::scope::{Cx, Mode};
use super::types::Ty;
use super::world::{Global, Member, error_expr};
use crate::diagnostics::codes::check as codes;
use crate::diagnostics::{Diagnostic, nearest};
use crate::source::Span;
use crate::syntax::ast::{Expr, Name};
use crate::vocabulary;

/// "no arguments", "1 argument", "3 arguments"
pub(super) fn count_of(n: usize, what: &str) -> String {
    match n {
        0 => format!("no {what}s"),
        1 => format!("1 {what}"),
        _ => format!("{n} {what}s"),
    }
}

impl Cx<'_> {
    /// `callee(args)` or `receiver.callee(args)`
    pub(super) fn call(
        &mut self,
        receiver: Option<&Expr>,
        callee: &Name,
        args: &[Expr],
        span: Span,
        want: Option<&Ty>,
    ) -> HExpr {
        if let Some(receiver) = receiver {
            let owner = self.expr(receiver, None);
            let owner = self.opened(owner);
            return self.method(owner, callee, args, span);
        }
        if let Some(Global::Function(f)) = self.world.globals.get(&callee.text).copied() {
            return self.call_with(f, None, args, span);
        }
        // A slot with parameters, of the element or of `self`.
        for owner in [self.it(span), self.myself(span)].into_iter().flatten() {
            if let Ty::Component(kind) = owner.ty
                && let Some(Member::Slot(s)) = self.world.member(kind, &callee.text)
            {
                return self.call_slot(s, owner, args, span);
            }
        }
        if let Some(word) = vocabulary::find(&callee.text) {
            return self.builtin(word, callee, args, span, want);
        }
        for arg in args {
            self.expr(arg, None);
        }
        let at = self.span(&callee.at);
        if let Some(known) = self.find_uncallable(&callee.text) {
            let d = Diagnostic::error(codes::UNKNOWN_FUNCTION, format!("`{}` cannot be called", callee.text))
                .at(at, known)
                .help(format!("write `{}` without brackets", callee.text));
            return self.wrong(d, span);
        }
        let what = if self.mode == Mode::Happening { "verb or function" } else { "function" };
        let mut d = Diagnostic::error(codes::UNKNOWN_FUNCTION, format!("there is no {what} `{}`", callee.text))
            .at(at, "not known");
        let world = self.world;
        let own = world.globals.iter().filter(|(_, g)| matches!(g, Global::Function(_))).map(|(n, _)| n.as_str());
        let mut known: Vec<&str> = own.chain(vocabulary::WORDS.iter().map(|w| w.name)).collect();
        known.sort_unstable();
        if let Some(near) = nearest(&callee.text, known) {
            d = d.help(format!("did you mean `{near}`?"));
        } else if world.actions.iter().any(|a| a.id == callee.text) {
            d = d
                .because(format!("`{}` is an action: players choose it.", callee.text))
                .help(format!("offer it: `act p from {{{}}}`", callee.text));
        }
        self.wrong(d, span)
    }

    fn find_uncallable(&self, text: &str) -> Option<&'static str> {
        match self.world.globals.get(text)? {
            Global::Zone(_) => Some("a zone"),
            Global::Field(_) => Some("a state of the table"),
            Global::Option(_) => Some("an option"),
            Global::Enum(_) | Global::Kind(_) | Global::Constant(_) => Some("a set"),
            Global::Function(_) => None,
        }
    }

    fn method(&mut self, owner: HExpr, callee: &Name, args: &[Expr], span: Span) -> HExpr {
        if owner.ty == Ty::Error {
            for arg in args {
                self.expr(arg, None);
            }
            return owner;
        }
        if let Ty::Component(kind) = owner.ty
            && let Some(Member::Slot(s)) = self.world.member(kind, &callee.text)
        {
            return self.call_slot(s, owner, args, span);
        }
        if let Some(Global::Function(f)) = self.world.globals.get(&callee.text).copied() {
            return self.call_with(f, Some(owner), args, span);
        }
        let card = self.itself(owner.clone());
        if card.ty != owner.ty {
            return self.method(card, callee, args, span);
        }
        self.member(owner, callee, span)
    }

    /// A call of a slot's rule with arguments.
    fn call_slot(&mut self, s: u16, owner: HExpr, args: &[Expr], span: Span) -> HExpr {
        self.uses.slots.insert(s);
        let slot = &self.world.slots[s as usize];
        if args.len() != slot.params.len() {
            let d = Diagnostic::error(
                codes::WRONG_ARGUMENTS,
                format!("`{}` takes {}", slot.id, count_of(slot.params.len(), "argument")),
            )
            .at(span, format!("{} given", args.len()))
            .at(slot.span, "declared here");
            return self.wrong(d, span);
        }
        let args = slot.params.iter().zip(args).map(|(p, a)| self.typed(a, &p.ty)).collect();
        let kind = HKind::Slot { slot: s, rule: Box::new(owner), who: None, args };
        HExpr { ty: slot.result.clone(), span, kind }
    }

    /// A call of a function whose arguments are still to be checked. `receiver` is what stands before the point.
    fn call_with(&mut self, f: u16, receiver: Option<HExpr>, args: &[Expr], span: Span) -> HExpr {
        let function = &self.world.functions[f as usize];
        let given = args.len() + usize::from(receiver.is_some());
        // A first parameter called `self` or `you` is passed on by itself.
        let implicit =
            receiver.is_none() && given + 1 == function.params.len() && self.passes_on(&function.params[0].id);
        let skip = usize::from(receiver.is_some() || implicit);
        let mut checked = Vec::new();
        for (i, arg) in args.iter().enumerate() {
            match function.params.get(i + skip) {
                Some(p) => checked.push(self.typed(arg, &p.ty)),
                None => {
                    self.expr(arg, None);
                }
            }
        }
        if given + usize::from(implicit) != function.params.len() {
            return self.wrong_count(f, given, span);
        }
        self.call_function(f, checked, span, receiver)
    }

    fn passes_on(&self, param: &str) -> bool {
        param == "self" || param == "you"
    }

    fn wrong_count(&mut self, f: u16, given: usize, span: Span) -> HExpr {
        let function = &self.world.functions[f as usize];
        let form = format!(
            "{}({})",
            function.id,
            function.params.iter().map(|p| p.id.as_str()).collect::<Vec<_>>().join(", ")
        );
        let mut d = Diagnostic::error(
            codes::WRONG_ARGUMENTS,
            format!(
                "`{}` takes {}, and {} given",
                function.id,
                count_of(function.params.len(), "argument"),
                match given {
                    1 => "1 is".to_string(),
                    n => format!("{n} are"),
                }
            ),
        )
        .at(span, format!("it is `{form}`"));
        if let Some(declared) = function.span {
            d = d.at(declared, "declared here");
        }
        self.wrong(d, span)
    }

    /// A call with checked arguments; `self` or `you` is added where the function takes it first.
    pub(super) fn call_function(&mut self, f: u16, mut args: Vec<HExpr>, span: Span, receiver: Option<HExpr>) -> HExpr {
        let world = self.world;
        let function = &world.functions[f as usize];
        self.uses.functions.insert(f);
        self.uses.calls.push((self.function, f, span));
        if let Some(receiver) = receiver {
            let receiver = match function.params.first() {
                Some(p) => self.coerce(receiver, &p.ty),
                None => receiver,
            };
            args.insert(0, receiver);
        } else if args.len() + 1 == function.params.len() && self.passes_on(&function.params[0].id) {
            let first = &function.params[0];
            let passed = if first.id == "self" { self.myself(span) } else { self.you(span) };
            let Some(passed) = passed else {
                let d = Diagnostic::error(
                    codes::WRONG_ARGUMENTS,
                    format!("`{}` needs to know its `{}`", function.id, first.id),
                )
                .at(span, format!("there is no `{}` here to pass on", first.id))
                .help(format!("say whose: `x.{}`", function.id));
                return self.wrong(d, span);
            };
            let passed = self.coerce(passed, &first.ty);
            args.insert(0, passed);
        }
        if args.len() != function.params.len() {
            return self.wrong_count(f, args.len(), span);
        }
        if function.effects && !self.may_happen(&format!("the verb `{}`", function.id), span) {
            return error_expr(span);
        }
        HExpr { ty: function.result.clone(), span, kind: HKind::Call(f, args) }
    }
}

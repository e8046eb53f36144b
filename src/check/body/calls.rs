//! Type checking of calls of functions, verbs and slots.

use crate::check::body::foreign_names;
use crate::check::body::messages;
use crate::check::body::scope::{Cx, Mode, You};
use crate::check::hir::tree::{HExpr, HKind, RangedValue, error_expr};
use crate::check::hir::types::Ty;
use crate::check::symbols::items::{Global, Member, ParamSymbol};
use crate::diagnostics::codes::check as codes;
use crate::diagnostics::{Diagnostic, list, nearest};
use crate::ir::{FunctionId, SlotId};
use crate::place::TextRange;
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind, Name};
use crate::vocabulary;

impl<'a> Cx<'a> {
    /// Checks `callee(args)` or `receiver.callee(args)`.
    pub(in crate::check) fn call(
        &mut self,
        receiver: Option<&Expr>,
        callee: &Name,
        args: &[Expr],
        span: Span,
        want: Option<&Ty>,
    ) -> HExpr {
        if let Some(receiver) = receiver {
            let owner = self.expr(receiver, None);
            let owner = self.require_some(owner);
            return self.method(owner, callee, args, span);
        }
        if let Some(Global::Function(f)) = self.symbols.globals.get(&callee.text).copied() {
            return self.call_with(f, None, args, span);
        }
        // A slot with parameters, of the element or of `self`.
        for owner in [self.it(span), self.myself(span)].into_iter().flatten() {
            if let Ty::Component(kind) = owner.ty
                && let Some(Member::Slot(s)) = self.symbols.member(kind, &callee.text)
            {
                return self.call_slot(s, owner, args, span);
            }
        }
        if let Some(word) = vocabulary::find(&callee.text) {
            return self.unless_unclear(&callee.text, |cx| cx.builtin(word, callee, args, span, want));
        }
        let at = self.span(&callee.at);
        let known = self.symbols.globals.contains_key(&callee.text) || self.is_players(&callee.text);
        let own = self.symbols.kinds.iter().any(|k| k.members.contains_key(&callee.text));
        if let (false, false, Some(help)) = (known, own, foreign_names::foreign_function_help(&callee.text)) {
            let help = self.without_you(help);
            return self.wrong(messages::foreign_function(at, &callee.text, &help), span);
        }
        for arg in args {
            self.expr(arg, None);
        }
        if self.symbols.globals.get(&callee.text) == Some(&Global::Unclear) {
            return error_expr(span);
        }
        if let Some(d) = self.uncallable(callee, args, at) {
            return self.wrong(d, span);
        }
        let what = if self.mode == Mode::Happening { "verb or function" } else { "function" };
        let mut d = messages::unknown_function(at, what, &callee.text);
        let symbols = self.symbols;
        let own =
            symbols.globals.iter().filter(|(_, g)| matches!(g, Global::Function(_))).map(|(n, _)| n.as_str());
        let mut known: Vec<&str> = own.chain(vocabulary::WORDS.iter().map(|w| w.name)).collect();
        known.sort_unstable();
        if callee.text == "score" {
            d = d.because(match self.what {
                "a scenario" | "a question" => "`score(p)` is what `[scoring]` says, and this game has no `[scoring]`.",
                _ => "`score(p)` is for scenarios and for questions asked of the game; its own rules do not know it.",
            });
        }
        if callee.text == "out" {
            d = d.help("who is out is said by a statement of its own: `out p`, without brackets");
        } else if let Some(near) = nearest(&callee.text, known) {
            d = d.did_you_mean(&callee.text, near);
        }
        self.wrong(d, span)
    }

    /// Checks code that calls a built-in word. If the game has a function or verb of that name, which is an
    /// error of its own, either may be meant, so nothing is reported.
    pub(in crate::check::body) fn unless_unclear<T>(
        &mut self,
        name: &str,
        check: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let before = self.diagnostics.len();
        let checked = check(self);
        if self.symbols.globals.get(name) == Some(&Global::Unclear) {
            self.diagnostics.truncate(before);
        }
        checked
    }

    fn method(&mut self, owner: HExpr, callee: &Name, args: &[Expr], span: Span) -> HExpr {
        if owner.ty == Ty::Error {
            for arg in args {
                self.expr(arg, None);
            }
            return owner;
        }
        if let Ty::Component(kind) = owner.ty
            && let Some(Member::Slot(s)) = self.symbols.member(kind, &callee.text)
        {
            return self.call_slot(s, owner, args, span);
        }
        if let Some(Global::Function(f)) = self.symbols.globals.get(&callee.text).copied() {
            return self.call_with(f, Some(owner), args, span);
        }
        let card = self.itself(owner.clone());
        if card.ty != owner.ty {
            return self.method(card, callee, args, span);
        }
        self.called_member(owner, callee, args, span)
    }

    /// Checks a call of a slot's rule with arguments.
    fn call_slot(&mut self, s: SlotId, owner: HExpr, args: &[Expr], span: Span) -> HExpr {
        self.uses.slots.insert(s);
        let slot = &self.symbols.slots[s];
        if args.len() != slot.params.len() {
            for arg in args {
                self.expr(arg, None);
            }
            let names: Vec<&str> = slot.params.iter().map(|p| p.id.as_str()).collect();
            let form = if names.is_empty() {
                slot.id.to_string()
            } else {
                format!("{}({})", slot.id, names.join(", "))
            };
            let takes = messages::takes(&slot.id, slot.params.len(), args.len(), "argument");
            return self.wrong(messages::wrong_slot_arguments(span, &takes, &form, slot.span), span);
        }
        let args = slot.params.iter().zip(args).map(|(p, a)| {
            let arg = self.typed(a, &p.ty);
            if let Some(range) = p.range {
                self.check_constant_range(&arg, range, |n, span| {
                    messages::argument_out_of_range(span, &p.id, &slot.id, n, range)
                });
            }
            arg
        });
        let args = args.collect();
        let kind = HKind::Slot { slot: s, rule: Box::new(owner), who: None, args };
        HExpr { ty: slot.result.clone(), span, kind }
    }

    /// Checks a call of a function together with its arguments. `receiver` is the expression before the dot.
    fn call_with(&mut self, f: FunctionId, receiver: Option<HExpr>, args: &[Expr], span: Span) -> HExpr {
        let function = &self.symbols.functions[f];
        let given = args.len() + usize::from(receiver.is_some());
        // A first parameter named `self` or `you` is passed implicitly.
        let implicit = receiver.is_none()
            && given + 1 == function.params.len()
            && self.passes_on(&function.params[0].id);
        let skip = usize::from(receiver.is_some() || implicit);
        let fits = given + usize::from(implicit) == function.params.len();
        let mut checked = Vec::with_capacity(function.params.len());
        let mut types: Vec<Ty> = receiver.iter().map(|of| of.ty.clone()).collect();
        let before = self.diagnostics.len();
        for (i, arg) in args.iter().enumerate() {
            match function.params.get(i + skip) {
                Some(p) if fits => checked.push(self.typed(arg, &p.ty)),
                // With the wrong number of arguments, their parameters cannot be determined.
                p => {
                    let ty = self.expr(arg, p.map(|p| &p.ty)).ty;
                    types.push(ty);
                }
            }
        }
        if !fits {
            let passed = receiver.is_none() && !self.gives_first(f, args.first(), types.first());
            return self.wrong_count(f, &types, passed, span);
        }
        if self.diagnostics.len() > before
            && receiver.is_none()
            && let Some(d) = self.swapped(f, args, skip, before, span)
        {
            self.diagnostics.truncate(before);
            return self.wrong(d, span);
        }
        self.call_function(f, checked, span, receiver)
    }

    /// Returns the error for a call that is right once two of its arguments change places. `before` is the
    /// number of diagnostics before the call, `skip` that of parameters that are not among `args`.
    fn swapped(
        &mut self,
        f: FunctionId,
        args: &[Expr],
        skip: usize,
        before: usize,
        span: Span,
    ) -> Option<Diagnostic> {
        if self.diagnostics[before..].iter().any(|d| d.code != codes::TYPE_MISMATCH) {
            return None;
        }
        let types: Vec<Ty> = self.quietly(|cx| args.iter().map(|arg| cx.expr(arg, None).ty).collect());
        let symbols = self.symbols;
        let function = &symbols.functions[f];
        let fits = |param: usize, arg: usize| {
            let ty = &types[arg];
            !ty.is_error() && function.params.get(param + skip).is_some_and(|p| ty.fits(&p.ty, symbols))
        };
        let count = args.len();
        let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
        let other = |i: usize, (a, b): (usize, usize)| {
            if i == a {
                b
            } else if i == b {
                a
            } else {
                i
            }
        };
        let mut fitting = pairs.filter(|pair| (0..count).all(|i| fits(i, other(i, *pair))));
        let pair = fitting.next()?;
        let text = |arg: &Expr| self.code.value.get((arg.at.first_byte())..arg.at.end_byte());
        let written: Option<Vec<&str>> = (0..count).map(|i| text(&args[other(i, pair)])).collect();
        let names: Vec<&str> = function.params.iter().skip(skip).map(|p| p.id.as_str()).collect();
        let call = format!("{}({})", function.id, written?.join(", "));
        let d = messages::swapped_arguments(span, &function.id, &list(&names), &call);
        match self.source_text(span) {
            Some(whole) if whole.starts_with(&*function.id) => Some(d.replace(span, whole, &call)),
            _ => Some(d),
        }
    }

    fn passes_on(&self, param: &str) -> bool {
        param == "self" || param == "you"
    }

    /// Returns whether a call with too few arguments gives the first parameter itself, although `self` and
    /// `you` need not be written: under its name, or with a type that only this parameter takes.
    fn gives_first(&self, f: FunctionId, arg: Option<&Expr>, ty: Option<&Ty>) -> bool {
        let params = &self.symbols.functions[f].params;
        let (Some(arg), Some(first)) = (arg, params.first()) else { return false };
        let fits = |param: &Ty| ty.is_some_and(|ty| *ty != Ty::Error && ty.fits(param, self.symbols));
        let is_named = matches!(&arg.kind, ExprKind::Name(name) if *name == first.id);
        let is_second = self.has_in_scope(&first.id) && params.get(1).is_some_and(|p| fits(&p.ty));
        is_named || fits(&first.ty) && !is_second
    }

    /// Returns whether `self` or `you` is in scope.
    fn has_in_scope(&self, word: &str) -> bool {
        match word {
            "self" => self.self_local.is_some(),
            _ => self.you != You::Nobody,
        }
    }

    /// Returns the parameters that a call with arguments of these types does not give, if the arguments fit
    /// the others in their order.
    fn missing_by_type(&self, params: &'a [ParamSymbol], types: &[Ty]) -> Option<Vec<&'a ParamSymbol>> {
        let fits = |ty: &Ty, param: &Ty| {
            let is_content = matches!((ty, param), (Ty::Zone(_), Ty::Set(_)) | (Ty::Name, Ty::Component(_)));
            is_content || ty.fits(param, self.symbols)
        };
        if types.iter().any(Ty::is_error) {
            return None;
        }
        let mut types = types.iter().peekable();
        let missing = params.iter().filter(|p| types.next_if(|ty| fits(ty, &p.ty)).is_none()).collect();
        types.next().is_none().then_some(missing)
    }

    /// Reports a wrong number of arguments, which have these types. `leaves_first` is true if the call does
    /// not give the first parameter, which is passed implicitly if it is named `self` or `you`.
    fn wrong_count(&mut self, f: FunctionId, types: &[Ty], leaves_first: bool, span: Span) -> HExpr {
        let given = types.len();
        let function = &self.symbols.functions[f];
        let names: Vec<&str> = function.params.iter().map(|p| p.id.as_str()).collect();
        let form = match names[..] {
            [] if !function.effects => function.id.to_string(),
            _ => format!("{}({})", function.id, names.join(", ")),
        };
        let takes = messages::takes(&function.id, function.params.len(), given, "argument");
        let mut d = messages::wrong_arguments(span, &takes, &form);
        let first = function.params.first().map(|p| p.id.as_str()).filter(|id| self.passes_on(id));
        let first = first.filter(|_| leaves_first && given < function.params.len());
        let passed = first.filter(|first| self.has_in_scope(first));
        let params = &function.params[..];
        let missing: Vec<&ParamSymbol> = match (self.missing_by_type(params, types), first) {
            (Some(missing), _) if given < params.len() => {
                missing.into_iter().filter(|p| passed != Some(&p.id)).collect()
            }
            (_, Some(first)) if self.has_in_scope(first) => params.iter().skip(given + 1).collect(),
            (_, Some(_)) => params.iter().take(1).chain(params.iter().skip(given + 1)).collect(),
            (_, None) => params.iter().skip(given).collect(),
        };
        if !missing.is_empty() && missing.iter().all(|p| p.ty != Ty::Error) {
            let of_it = given == 0
                && function.params.len() == 1
                && self.innermost_element().is_some_and(|element| element.fits(&missing[0].ty, self.symbols));
            let named = missing.iter().map(|p| (p.id.as_str(), p.ty.a(self.symbols)));
            d = match of_it {
                true => d.help(format!("write `{}(it)`: it is asked of each element", function.id)),
                false => d.help(messages::missing_arguments(named, passed)),
            };
        }
        if let Some(zone) = self.zone_like(&function.id, span).filter(|_| given == 0 && function.effects) {
            d = d.did_you_mean(&function.id, zone);
        }
        if let Some(declared) = function.span {
            d = d.at(declared, "declared here");
        }
        self.wrong(d, span)
    }

    /// Returns the id of a zone that was probably meant by the name of a verb without brackets, in place of
    /// an argument: `move(c, discard)`.
    fn zone_like(&self, verb: &str, span: Span) -> Option<&'a str> {
        let with_two_before = Span { start: span.start.saturating_sub(2), ..span };
        let before = self.source_text(with_two_before)?.strip_suffix(verb)?;
        let symbols = self.symbols;
        let zones = symbols.zones.iter().map(|zone| &*zone.id);
        before.trim_end().ends_with(['(', ',']).then(|| nearest(verb, zones)).flatten()
    }

    /// Builds a call with checked arguments; `self` or `you` is added if it is the function's first
    /// parameter.
    pub(in crate::check) fn call_function(
        &mut self,
        f: FunctionId,
        mut args: Vec<HExpr>,
        span: Span,
        receiver: Option<HExpr>,
    ) -> HExpr {
        let symbols = self.symbols;
        let function = &symbols.functions[f];
        self.uses.functions.insert(f);
        self.uses.calls.push((self.function, f, span));
        let received = receiver.is_some();
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
                let is_of_it = self.it(span).is_some_and(|it| it.ty.fits(&first.ty, symbols));
                let whose = messages::nothing_to_pass_on(span, &function.id, &first.id);
                // The arguments are kept: without them, the call would have too few.
                let written: Vec<&str> = args.iter().filter_map(|arg| self.source_text(arg.span)).collect();
                let call = match function.params.len() {
                    1 => function.id.to_string(),
                    _ if written.len() == args.len() => format!("{}({})", function.id, written.join(", ")),
                    _ => format!("{}(…)", function.id),
                };
                let d = match is_of_it {
                    true => whose.help(format!("that of the element is `it.{call}`")),
                    false => {
                        let found = first.ty.a(symbols);
                        whose.help(format!("say of whom: `x.{call}`, where `x` is {found}"))
                    }
                };
                return self.wrong(d, span);
            };
            let passed = self.coerce(passed, &first.ty);
            args.reserve_exact(1);
            args.insert(0, passed);
        }
        if args.len() != function.params.len() {
            let types: Vec<Ty> = args.into_iter().map(|arg| arg.ty).collect();
            return self.wrong_count(f, &types, !received, span);
        }
        if function.effects && !self.may_happen(&format!("the verb `{}`", function.id), span) {
            return error_expr(span);
        }
        self.happened += u32::from(function.effects);
        let args = args.into_iter().zip(&function.params).enumerate().map(|(i, (arg, p))| {
            let Some(range) = p.range else { return arg };
            let arg = self.completed(arg, range);
            self.check_constant_range(&arg, range, |n, span| {
                messages::argument_out_of_range(span, &p.id, &function.id, n, range)
            });
            self.ranged(arg, range, RangedValue::Argument(f, i as u8))
        });
        let args = args.collect();
        HExpr { ty: function.result.clone(), span, kind: HKind::Call(f, args) }
    }
}

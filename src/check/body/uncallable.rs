//! Diagnostics for calls of what cannot be called: a state, an attribute, a zone, an action.

use crate::check::body::messages;
use crate::check::body::scope::{Cx, You};
use crate::check::hir::tree::HExpr;
use crate::check::hir::types::Ty;
use crate::check::symbols::items::{Global, Member};
use crate::diagnostics::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{Expr, Name};

impl Cx<'_> {
    /// Checks `owner.name(args)` where the name is neither a function nor a slot. Nothing would read the
    /// arguments, so they are an error.
    pub(in crate::check::body) fn called_member(
        &mut self,
        owner: HExpr,
        callee: &Name,
        args: &[Expr],
        span: Span,
    ) -> HExpr {
        let (of, of_ty) = (self.source_text(owner.span), owner.ty.clone());
        let reported = self.diagnostics.len();
        let found = self.member(owner, callee, span);
        if found.ty == Ty::Error || self.diagnostics.len() > reported {
            return found;
        }
        let id = callee.text.as_str();
        let name = of.map_or_else(|| format!("….{id}"), |of| format!("{of}.{id}"));
        let written = self.indexed(&found, &name, args);
        let what = match (&of_ty, self.symbols.member_of(&of_ty, id)) {
            (_, Some(Member::Zone(_))) => "a zone",
            (Ty::Player, _) => "what each player has",
            (Ty::Cell, _) => "what each cell has",
            _ => "what each card has",
        };
        let d = messages::not_called(self.span(&callee.at), id, what, &written.quoted(&name));
        let d = match (written, self.source_text(span)) {
            (Uncalled::Indexed(code), Some(call)) => d.replace(span, call, &code),
            _ => d,
        };
        self.wrong(d, span)
    }

    /// Returns how a value that is called with arguments may be written instead: with them in `[ ]` if there
    /// is one for each of them. Only the errors of such an index are reported.
    fn indexed(&mut self, value: &HExpr, name: &str, args: &[Expr]) -> Uncalled {
        let reported = self.diagnostics.len();
        let mut left = value.clone();
        for arg in args {
            left = match left.ty {
                Ty::Amount(_) => self.lane_of(left, arg, value.span),
                Ty::Zones(_) => self.zone_for(left, arg, value.span),
                _ => {
                    // The arguments are read, although in vain: their variables are not reported as unused.
                    args.iter().for_each(|arg| drop(self.expr(arg, None)));
                    self.diagnostics.truncate(reported);
                    return Uncalled::Plain;
                }
            };
            if left.ty == Ty::Error {
                break;
            }
        }
        if args.is_empty() {
            return Uncalled::Plain;
        }
        let index: String = args.iter().map(|arg| format!("[{}]", self.written(arg))).collect();
        Uncalled::Indexed(format!("{name}{index}"))
    }

    /// Returns the error for a call of something that exists but is not a function. The arguments have been
    /// checked.
    pub(in crate::check::body) fn uncallable(
        &mut self,
        callee: &Name,
        args: &[Expr],
        at: Span,
    ) -> Option<Diagnostic> {
        let (symbols, id) = (self.symbols, callee.text.as_str());
        if symbols.actions.iter().any(|a| a.id == id) {
            return Some(messages::action_called(at, id, self.player_in_scope()));
        }
        let what = match symbols.globals.get(id) {
            Some(Global::Zone(_)) => "a zone",
            Some(Global::Field(_)) => "a state of the table",
            Some(Global::Option(_)) => "an option",
            Some(Global::History(_)) => "a history",
            Some(Global::Enum(_) | Global::Kind(_) | Global::Constant(_)) => "a set",
            Some(Global::Function(_) | Global::Unclear) => return None,
            None if self.is_players(id) => "what each player has",
            None if symbols.kinds.iter().any(|k| k.members.contains_key(id)) => "what each card has",
            None => return None,
        };
        let written = self.instead_of_call(id, args);
        Some(messages::not_called(at, id, what, &written.quoted(id)))
    }

    /// Returns how a call without a dot of something that is not a function may be written.
    fn instead_of_call(&mut self, id: &str, args: &[Expr]) -> Uncalled {
        let texts: Vec<&str> = args.iter().map(|arg| self.written(arg)).collect();
        let types: Vec<Ty> = self.quietly(|cx| {
            let checked = args.iter().map(|arg| cx.expr(arg, None)).collect::<Vec<_>>();
            checked.into_iter().map(|arg| cx.itself(arg).ty).collect()
        });
        let symbols = self.symbols;
        // `bonus(c)` of a card c, `filled(p, red)` of a player p.
        if let (Some(ty), Some(of)) = (types.first(), texts.first())
            && let Some(member) = symbols.member_of(ty, id)
        {
            return Uncalled::Code(member_code(&format!("{of}.{id}"), member, &texts[1..]));
        }
        let slot = symbols.kinds.ids().find_map(|kind| match symbols.kinds[kind].members.get(id) {
            Some(member @ Member::Slot(s)) if symbols.slots[*s].params.len() == args.len() => {
                Some((kind, *member))
            }
            _ => None,
        });
        if let Some((kind, member)) = slot {
            let of = self.variable_of(&Ty::Component(kind)).map(str::to_owned);
            let code = member_code(&format!("{}.{id}", of.as_deref().unwrap_or("x")), member, &texts);
            return match of {
                Some(_) => Uncalled::Code(code),
                None => Uncalled::Of(code, format!("where `x` is a `{}`", symbols.kinds[kind].id)),
            };
        }
        let span = self.code.span;
        let value = self.quietly(|cx| cx.find_name(id, span, None));
        if let Some(value) = value {
            return self.quietly(|cx| cx.indexed(&value, id, args));
        }
        if self.is_players(id) && self.you == You::Nobody {
            return Uncalled::Code(format!("{}.{id}", self.player_in_scope()));
        }
        match symbols.kinds.ids().find(|kind| symbols.kinds[*kind].members.contains_key(id)) {
            Some(kind) => match self.variable_of(&Ty::Component(kind)) {
                Some(of) => Uncalled::Code(format!("{of}.{id}")),
                None => {
                    let kind = &symbols.kinds[kind].id;
                    Uncalled::Of(format!("x.{id}"), format!("where `x` is a `{kind}`"))
                }
            },
            None => Uncalled::Plain,
        }
    }
}

/// A way to write what was called without being a function.
enum Uncalled {
    /// The name alone.
    Plain,
    /// Code that has the arguments as indices.
    Indexed(String),
    /// Other code.
    Code(String),
    /// Code with a placeholder, and the meaning of that.
    Of(String, String),
}

impl Uncalled {
    /// Formats the way for a message; `name` is what was called.
    fn quoted(&self, name: &str) -> String {
        match self {
            Uncalled::Plain => format!("`{name}` without brackets"),
            Uncalled::Indexed(code) | Uncalled::Code(code) => format!("`{code}`"),
            Uncalled::Of(code, meaning) => format!("`{code}`, {meaning}"),
        }
    }
}

/// Returns the code for a member with arguments, which only slots take in brackets.
fn member_code(name: &str, member: Member, args: &[&str]) -> String {
    match member {
        _ if args.is_empty() => name.to_owned(),
        Member::Slot(_) => format!("{name}({})", args.join(", ")),
        _ => format!("{name}{}", args.iter().map(|arg| format!("[{arg}]")).collect::<String>()),
    }
}

//! What is in scope while a code string is checked.

use super::hir::{HExpr, HFunction, HKind, HStmt, Local};
use super::types::Ty;
use super::world::{World, error_expr};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::check as codes;
use crate::ir::code::Failure;
use crate::model::Code;
use crate::source::Span;
use crate::syntax::ast::At;
use std::collections::HashSet;

/// What the rules were seen to use; the lints ask for the rest.
#[derive(Debug, Default)]
pub(super) struct Uses {
    pub functions: HashSet<u16>,
    pub slots: HashSet<u16>,
    pub actions: HashSet<u16>,
    pub borne_actions: HashSet<u16>,
    pub keywords: HashSet<u16>,
    pub histories: HashSet<u16>,
    /// A rule puts players out of play, or lets them lose while others play on.
    pub out: bool,
    /// Variables of choices, each with the type of what is chosen: of several elements a set.
    pub chosen: Vec<(String, Ty)>,
    /// Dice that are rolled.
    pub dice: HashSet<u16>,
    /// Which function calls which, for cycles among calculations.
    pub calls: Vec<(u16, u16, Span)>,
}

/// Something that a name can stand for.
#[derive(Clone, Debug)]
pub(super) enum Item {
    /// A variable. Narrowed, it stands a second time with the narrower type.
    Variable { name: String, local: Local, ty: Ty },
    /// The element of a `where` or aggregate: `it`, and all it has.
    Element { local: Local, ty: Ty },
    /// Not a name: a `T?` that a condition has shown to be there, and how much had happened by then.
    There(HExpr, u32),
}

/// Where `you` comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum You {
    /// There is none.
    Nobody,
    /// A parameter.
    Is(Local),
    /// The holder of `self`, looked up when the function begins, if it is asked for.
    HolderOf(Local),
}

/// What the enclosing declaration allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// A calculation: no choice, no chance, no change.
    Calculation,
    /// Statements that happen.
    Happening,
}

/// The checking of one code string.
pub(super) struct Cx<'a> {
    pub world: &'a World,
    pub diagnostics: &'a mut Vec<Diagnostic>,
    pub uses: &'a mut Uses,
    /// The function that is being checked.
    pub function: u16,
    pub code: &'a Code,
    pub mode: Mode,
    /// What calls it: "a function", "a slot" — for messages.
    pub what: &'static str,
    pub locals: Vec<Ty>,
    pub items: Vec<Item>,
    pub self_local: Option<Local>,
    pub you: You,
    /// The holder, once it was asked for.
    holder: Option<Local>,
    /// Type of the value to return; `None` where `return` takes none.
    pub returns: Option<Ty>,
    pub loops: u32,
    /// How many `where`s and aggregates deep.
    pub inside: u32,
    /// What the verb returns that `cancel` keeps from happening; `None` where this is no `before` reaction.
    pub cancels: Option<Ty>,
    /// `return` leaves the enclosing scope rather than the function; its value goes into this variable.
    pub leave: Option<Option<Local>>,
    /// Attributes read as printed here.
    pub raw: bool,
    /// Only options can be asked: this is settled before play.
    pub constant: bool,
    /// The variable that what is being checked will be looked through for, `c` in `for each c in …`. It is not there yet.
    pub coming: Option<String>,
    /// Every variable that was declared so far.
    pub declared: Vec<super::variables::Declared>,
    /// How many diagnostics there were before this code.
    pub before: usize,
    /// How many calls so far may have changed the table.
    pub happened: u32,
    /// A scenario's code, which may try what ends in a fault.
    pub trial: bool,
    /// The interval that comes next is no set, so it may be of any numbers.
    pub any_ints: bool,
    /// What stands behind the next point is written to, so it is not read through modifiers.
    pub stored: bool,
    /// The value that a modifier of a later stage modifies.
    pub so_far: Option<super::modifiers::SoFar>,
    /// The action whose statements these are.
    pub doing: Option<super::borne::Doing>,
}

impl<'a> Cx<'a> {
    pub fn new(
        world: &'a World,
        diagnostics: &'a mut Vec<Diagnostic>,
        uses: &'a mut Uses,
        function: u16,
        code: &'a Code,
        mode: Mode,
    ) -> Self {
        Cx {
            world,
            before: diagnostics.len(),
            declared: Vec::new(),
            diagnostics,
            uses,
            function,
            code,
            mode,
            what: "code",
            locals: Vec::new(),
            items: Vec::new(),
            self_local: None,
            you: You::Nobody,
            holder: None,
            returns: None,
            loops: 0,
            inside: 0,
            cancels: None,
            leave: None,
            raw: false,
            constant: false,
            coming: None,
            happened: 0,
            trial: false,
            any_ints: false,
            stored: false,
            so_far: None,
            doing: None,
        }
    }

    /// A parameter: `self` and `you` get their meaning, every other is a variable.
    pub fn parameter(&mut self, name: &str, ty: Ty) -> Local {
        let local = self.local(ty.clone());
        match name {
            "self" => {
                self.self_local = Some(local);
                if self.you == You::Nobody && matches!(ty, Ty::Component(_)) {
                    self.you = You::HolderOf(local);
                }
            }
            "you" => self.you = You::Is(local),
            _ => self.bind(name, local, ty),
        }
        local
    }

    /// A variable without a name.
    pub fn local(&mut self, ty: Ty) -> Local {
        self.locals.push(ty);
        Local(self.locals.len() as u32 - 1)
    }

    /// Gives a variable a name, until [`Cx::leave`].
    pub fn bind(&mut self, name: &str, local: Local, ty: Ty) {
        self.items.push(Item::Variable { name: name.to_string(), local, ty });
    }

    /// Brings an element into scope, until [`Cx::leave`].
    pub fn element(&mut self, local: Local, ty: Ty) {
        self.items.push(Item::Element { local, ty });
    }

    /// A mark to come back to.
    pub fn enter(&self) -> usize {
        self.items.len()
    }

    /// Forgets every name since the mark.
    pub fn leave(&mut self, mark: usize) {
        self.items.truncate(mark);
    }

    /// The place of a part of the code string.
    pub fn span(&self, at: &At) -> Span {
        self.code.span_of(at.start as usize, at.end as usize)
    }

    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    pub fn wrong(&mut self, diagnostic: Diagnostic, span: Span) -> HExpr {
        self.diagnostics.push(diagnostic);
        error_expr(span)
    }

    /// The finished body: `you`, where it was asked for, is looked up first.
    pub fn finish(mut self, mut body: Vec<HStmt>) -> HFunction {
        self.unused_variables();
        if let (Some(holder), You::HolderOf(owner)) = (self.holder, self.you) {
            let span = self.code.span;
            let of = HExpr { ty: self.locals[owner.0 as usize].clone(), span, kind: HKind::Local(owner) };
            let asked = HExpr { ty: Ty::Player.optional(), span, kind: HKind::Holder(Box::new(of)) };
            let open = HExpr { ty: Ty::Player, span, kind: HKind::Open(Box::new(asked), Failure::NobodyHolds) };
            body.insert(0, HStmt::Set(holder, open));
        }
        HFunction { locals: self.locals, body, asker: self.self_local }
    }

    /// `self` is a bearer from here on, and `you` its holder.
    pub fn become_bearer(&mut self, bearer: Local, ty: Ty) -> (Option<Local>, You, Option<Local>) {
        let was = (self.self_local, self.you, self.holder.take());
        self.locals[bearer.0 as usize] = ty;
        self.self_local = Some(bearer);
        self.you = You::HolderOf(bearer);
        was
    }

    /// Back to who it was before; the variable of the bearer's holder, if it was asked for.
    pub fn leave_bearer(&mut self, was: (Option<Local>, You, Option<Local>)) -> Option<Local> {
        let asked = self.holder.take();
        (self.self_local, self.you, self.holder) = was;
        asked
    }

    /// `you`, if there is one here.
    pub fn you(&mut self, span: Span) -> Option<HExpr> {
        let local = match self.you {
            You::Nobody => return None,
            You::Is(local) => local,
            You::HolderOf(_) => match self.holder {
                Some(local) => local,
                None => {
                    let local = self.local(Ty::Player);
                    self.holder = Some(local);
                    local
                }
            },
        };
        Some(HExpr { ty: Ty::Player, span, kind: HKind::Local(local) })
    }

    /// `self`, if there is one here.
    pub fn myself(&self, span: Span) -> Option<HExpr> {
        let local = self.self_local?;
        let ty = self
            .items
            .iter()
            .rev()
            .find_map(|item| match item {
                Item::Variable { name, local: l, ty } if name == "self" && *l == local => Some(ty.clone()),
                _ => None,
            })
            .unwrap_or_else(|| self.locals[local.0 as usize].clone());
        Some(HExpr { ty, span, kind: HKind::Local(local) })
    }

    /// The element of the innermost `where` or aggregate.
    pub fn it(&self, span: Span) -> Option<HExpr> {
        self.items.iter().rev().find_map(|item| match item {
            Item::Element { local, ty } => Some(HExpr { ty: ty.clone(), span, kind: HKind::Local(*local) }),
            Item::Variable { name, local, ty } if name == "it" => {
                Some(HExpr { ty: ty.clone(), span, kind: HKind::Local(*local) })
            }
            _ => None,
        })
    }

    /// The variable of a name, for assignments.
    pub fn variable(&self, wanted: &str) -> Option<(Local, Ty)> {
        self.items.iter().rev().find_map(|item| match item {
            Item::Variable { name, local, ty } if name == wanted => Some((*local, ty.clone())),
            _ => None,
        })
    }

    /// Whether a choice, chance or change may stand here; says so if not.
    pub fn may_happen(&mut self, what: &str, span: Span) -> bool {
        if self.mode == Mode::Happening && self.inside == 0 {
            return true;
        }
        let place = if self.inside > 0 { "a `where` or an aggregate" } else { self.what };
        let (label, help) = match what {
            "a choice" | "an action" => (
                "somebody would have to choose",
                "choose in a verb, an action or the flow, and keep in a variable or state what was chosen",
            ),
            "a roll" | "chance" => (
                "chance would decide this",
                "leave it to chance in a verb, an action or the flow, and keep in a variable or state what came of it",
            ),
            _ => ("something would change here", "do it in a verb, an action or the flow"),
        };
        let d = Diagnostic::error(codes::EFFECT_IN_CALCULATION, format!("{what} cannot stand in {place}"))
            .at(span, label)
            .because("A calculation may be asked any number of times, so nothing can happen in it.")
            .help(help);
        self.report(d);
        false
    }

    /// Checks what is no more than a calculation, though it stands among statements.
    pub fn calculation<T>(&mut self, what: &'static str, check: impl FnOnce(&mut Self) -> T) -> T {
        let was = (self.mode, self.what);
        (self.mode, self.what) = (Mode::Calculation, what);
        let checked = check(self);
        (self.mode, self.what) = was;
        checked
    }

    /// What is written at a place of the code string, if it is short enough to be quoted.
    pub fn written(&self, span: Span) -> Option<&'a str> {
        let code: &'a Code = self.code;
        let decoded = |file: u32| {
            let (from, at) = code.map[code.map.partition_point(|m| m.1 <= file).checked_sub(1)?];
            Some((from + (file - at)) as usize)
        };
        if span.file != code.span.file {
            return None;
        }
        let text = code.value.get(decoded(span.start)?..decoded(span.end)?)?;
        (text.len() <= 40 && !text.is_empty() && !text.contains('\n')).then_some(text)
    }
}

/// The set of the first `n` elements of a domain.
pub(super) fn full_set(n: usize) -> Vec<u64> {
    let mut words = vec![0u64; n.div_ceil(64).max(1)];
    for i in 0..n {
        words[i / 64] |= 1 << (i % 64);
    }
    words
}

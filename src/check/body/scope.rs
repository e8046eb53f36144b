//! The scope in which a code string is checked.

use crate::check::body::messages;
use crate::check::body::name_hints::NameHint;
use crate::check::hir::tree::{HExpr, HFunction, HKind, HStmt, Local, error_expr};
use crate::check::hir::types::Ty;
use crate::check::symbols::editor_info::EditorInfo;
use crate::check::symbols::items::ReadableValue;
use crate::check::symbols::symbol_table::SymbolTable;
use crate::diagnostics::Diagnostic;
use crate::ir::code::FailureCode;
use crate::ir::{ActionGroupId, ActionId, DieId, FunctionId, HistoryId, KeywordId, SlotId, ToIndex};
use crate::model::CodeText;
use crate::place::TextRange;
use crate::source::Span;
use crate::syntax::ast::{At, Expr};
use std::collections::HashSet;

/// Start values, in words for messages.
pub(in crate::check) const STARTS_AS: &str = "what something starts as";

/// The set that an action's parameter is drawn from, in words for messages.
pub(in crate::check) const PARAMETER_SET: &str = "the set of a parameter";

/// The uses of declarations found while rules are checked, for the lints.
#[derive(Debug, Default)]
pub(in crate::check) struct Uses {
    pub functions: HashSet<FunctionId>,
    pub slots: HashSet<SlotId>,
    pub actions: HashSet<ActionId>,
    pub borne_actions: HashSet<ActionGroupId>,
    pub keywords: HashSet<KeywordId>,
    pub histories: HashSet<HistoryId>,
    /// True if a rule puts players out, or lets them lose while others play on.
    pub out: bool,
    /// Variables of choices, each with the type of the chosen value: a set for several elements.
    pub chosen: Vec<(String, Ty)>,
    /// The dice that checked code rolls.
    pub dice: HashSet<DieId>,
    /// Types and candidates, recorded for the language server only.
    pub editor_info: Option<EditorInfo>,
    /// Functions whose result may be none, which is an error: their declarations say that there is one.
    pub optional_results: HashSet<FunctionId>,
    /// Errors about calls whose result is never none: their places, and the functions that are called.
    pub never_none_calls: Vec<(Span, FunctionId)>,
    /// The places of both sides of comparisons whose kinds may have a component in common: code that is
    /// checked for several kinds is right if it is for one.
    pub alike_kinds: HashSet<(Span, Span)>,
    /// The places of comparisons with a number that no range decides: code that is checked for several kinds
    /// is right if it is for one.
    pub open_comparisons: HashSet<Span>,
    /// Calls between functions, to detect recursive calculations: caller, callee, span.
    pub calls: Vec<(FunctionId, FunctionId, Span)>,
}

impl Uses {
    /// Adds the uses in code that was checked in another thread, without information for an editor.
    pub fn join(&mut self, more: Uses) {
        self.functions.extend(more.functions);
        self.slots.extend(more.slots);
        self.actions.extend(more.actions);
        self.borne_actions.extend(more.borne_actions);
        self.keywords.extend(more.keywords);
        self.histories.extend(more.histories);
        self.out |= more.out;
        self.chosen.extend(more.chosen);
        self.dice.extend(more.dice);
        self.optional_results.extend(more.optional_results);
        self.never_none_calls.extend(more.never_none_calls);
        self.alike_kinds.extend(more.alike_kinds);
        self.open_comparisons.extend(more.open_comparisons);
        self.calls.extend(more.calls);
    }
}

/// An entry of the scope. Later entries hide earlier ones of the same name.
#[derive(Clone, Debug)]
pub(in crate::check) enum ScopeItem {
    /// A variable. A narrowed variable has a second entry with the narrower type.
    Variable { name: String, local: Local, ty: Ty },
    /// The element of a `where` or aggregate: the name `it`, and all members of the element.
    Element { local: Local, ty: Ty },
    /// An unnamed entry: a `T?` that a condition has proved not to be none, and the number of side effects up
    /// to then.
    There(HExpr, u32),
}

/// The player that `you` denotes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::check) enum You {
    /// No `you` in scope.
    Nobody,
    /// The value of this parameter or variable.
    Is(Local),
    /// The holder of `self`, looked up at the start of the function if it is used.
    HolderOf(Local),
}

/// The operations that the enclosing declaration allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::check) enum Mode {
    /// A calculation: no choices, no randomness, no side effects.
    Calculation,
    /// Statements, which may make choices, draw random numbers and change state.
    Happening,
}

/// The context in which one code string is checked.
pub(in crate::check) struct Cx<'a> {
    pub symbols: &'a SymbolTable,
    pub diagnostics: &'a mut Vec<Diagnostic>,
    pub uses: &'a mut Uses,
    /// The number of the function whose body is checked.
    pub function: FunctionId,
    pub code: &'a CodeText,
    pub mode: Mode,
    /// The enclosing declaration in words for messages: "a function", "a slot".
    pub what: &'static str,
    pub locals: Vec<Ty>,
    pub items: Vec<ScopeItem>,
    pub self_local: Option<Local>,
    pub you: You,
    /// The variable that holds the holder of `self`; `None` until `you` is first used.
    holder: Option<Local>,
    /// Type of the value to return; `None` where `return` takes none.
    pub returns: Option<Ty>,
    /// The place of the value that is being returned.
    pub returned: Option<Span>,
    pub loops: u32,
    /// Nesting depth of `where`s and aggregates.
    pub inside: u32,
    /// Nesting depth of blocks of statements; 0 in code that is one expression.
    pub blocks: u32,
    /// The result type of the verb that `cancel` prevents; `None` outside a `before` reaction.
    pub cancels: Option<Ty>,
    /// The variable for the value of a `return` that leaves the enclosing scope rather than the function;
    /// outer `None`: `return` leaves the function.
    pub leave: Option<Option<Local>>,
    /// True if attributes are read as printed, without modifiers.
    pub raw: bool,
    /// True if only options may be read, because the code is evaluated before play.
    pub constant: bool,
    /// Name of the loop variable about to be bound, `c` in `for each c in …`; not in scope while its source
    /// expression is checked.
    pub coming: Option<String>,
    /// Name of the variable whose `let` is being checked; not in scope in its own value.
    pub beginning: Option<String>,
    /// The variables that statements have declared, those out of scope included: unused ones are reported
    /// last.
    pub declared: Vec<VariableDeclaration>,
    /// The number of diagnostics before this code.
    pub before: usize,
    /// The number of calls so far that may have side effects.
    pub happened: u32,
    /// True if the code belongs to a scenario, which may test code that ends in a fault.
    pub trial: bool,
    /// True if the next interval is not materialised as a set, so that its bounds may be arbitrary.
    pub any_ints: bool,
    /// True if the next member access is the target of an assignment, which is not read through modifiers.
    pub stored: bool,
    /// The value that a modifier of a later stage modifies.
    pub so_far: Option<EarlierStages>,
    /// The action whose statements are checked; it gives `still` its meaning.
    pub doing: Option<ActionContext>,
    /// Advice on names that are not in scope, by the declaration of the code.
    pub hints: Vec<NameHint>,
}

impl<'a> Cx<'a> {
    pub fn new(
        symbols: &'a SymbolTable,
        diagnostics: &'a mut Vec<Diagnostic>,
        uses: &'a mut Uses,
        function: FunctionId,
        code: &'a CodeText,
        mode: Mode,
    ) -> Self {
        Cx {
            symbols,
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
            returned: None,
            loops: 0,
            inside: 0,
            blocks: 0,
            cancels: None,
            leave: None,
            raw: false,
            constant: false,
            coming: None,
            beginning: None,
            happened: 0,
            trial: false,
            any_ints: false,
            stored: false,
            so_far: None,
            doing: None,
            hints: Vec::new(),
        }
    }

    /// Tries something: what it reports is forgotten.
    pub fn quietly<T>(&mut self, attempt: impl FnOnce(&mut Self) -> T) -> T {
        let reported = self.diagnostics.len();
        let found = attempt(self);
        self.diagnostics.truncate(reported);
        found
    }

    /// Adds a parameter: `self` and `you` are bound specially, every other is a variable.
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

    /// Adds an unnamed variable, which no code of the author can read.
    pub fn local(&mut self, ty: Ty) -> Local {
        self.locals.push(ty);
        Local(self.locals.len() as u32 - 1)
    }

    /// Binds a name to a variable, until [`Cx::leave`].
    pub fn bind(&mut self, name: &str, local: Local, ty: Ty) {
        self.items.push(ScopeItem::Variable { name: name.to_string(), local, ty });
    }

    /// Brings an element into scope, until [`Cx::leave`].
    pub fn element(&mut self, local: Local, ty: Ty) {
        self.items.push(ScopeItem::Element { local, ty });
    }

    /// Returns the type of the innermost element in scope, which `it` names.
    pub fn innermost_element(&self) -> Option<&Ty> {
        self.items.iter().rev().find_map(|item| match item {
            ScopeItem::Element { ty, .. } => Some(ty),
            _ => None,
        })
    }

    /// Begins a scope. Returns the mark with which [`Cx::leave`] ends it.
    pub fn enter(&self) -> usize {
        self.items.len()
    }

    /// Removes all names bound since the mark.
    pub fn leave(&mut self, mark: usize) {
        self.items.truncate(mark);
    }

    /// Converts a position in the code string to a span of the file.
    pub fn span(&self, at: &At) -> Span {
        self.code.span_of(at.first_byte(), at.end_byte())
    }

    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    pub fn wrong(&mut self, diagnostic: Diagnostic, span: Span) -> HExpr {
        self.diagnostics.push(diagnostic);
        error_expr(span)
    }

    /// Completes the body: if `you` is the holder and was used, it is looked up first.
    pub fn finish(mut self, mut body: Vec<HStmt>) -> HFunction {
        self.unused_variables();
        if let (Some(holder), You::HolderOf(owner)) = (self.holder, self.you) {
            let span = self.code.span;
            let of = HExpr { ty: self.locals[owner.0.index()].clone(), span, kind: HKind::Local(owner) };
            let asked = HExpr { ty: Ty::Player.optional(), span, kind: HKind::Holder(Box::new(of)) };
            let open =
                HExpr { ty: Ty::Player, span, kind: HKind::Open(Box::new(asked), FailureCode::NobodyHolds) };
            body.insert(0, HStmt::Set(holder, open));
        }
        HFunction { locals: self.locals, body, asker: self.self_local }
    }

    /// Makes a bearer `self`, and its holder `you`. Returns the previous ones, for `leave_bearer`.
    pub fn become_bearer(&mut self, bearer: Local, ty: Ty) -> (Option<Local>, You, Option<Local>) {
        let was = (self.self_local, self.you, self.holder.take());
        self.locals[bearer.0.index()] = ty;
        self.self_local = Some(bearer);
        self.you = You::HolderOf(bearer);
        was
    }

    /// Restores the previous `self` and `you`. Returns the variable of the bearer's holder, if it was used.
    pub fn leave_bearer(&mut self, was: (Option<Local>, You, Option<Local>)) -> Option<Local> {
        let asked = self.holder.take();
        (self.self_local, self.you, self.holder) = was;
        asked
    }

    /// Returns `you`, if it is in scope.
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

    /// Returns `self`, if it is in scope.
    pub fn myself(&self, span: Span) -> Option<HExpr> {
        let local = self.self_local?;
        let ty = self
            .items
            .iter()
            .rev()
            .find_map(|item| match item {
                ScopeItem::Variable { name, local: l, ty } if name == "self" && *l == local => {
                    Some(ty.clone())
                }
                _ => None,
            })
            .unwrap_or_else(|| self.locals[local.0.index()].clone());
        Some(HExpr { ty, span, kind: HKind::Local(local) })
    }

    /// Returns the element of the innermost `where` or aggregate.
    pub fn it(&self, span: Span) -> Option<HExpr> {
        self.items.iter().rev().find_map(|item| match item {
            ScopeItem::Element { local, ty } => {
                Some(HExpr { ty: ty.clone(), span, kind: HKind::Local(*local) })
            }
            ScopeItem::Variable { name, local, ty } if name == "it" => {
                Some(HExpr { ty: ty.clone(), span, kind: HKind::Local(*local) })
            }
            _ => None,
        })
    }

    /// Finds a variable by name, for assignments.
    pub fn variable(&self, wanted: &str) -> Option<(Local, Ty)> {
        self.items.iter().rev().find_map(|item| match item {
            ScopeItem::Variable { name, local, ty } if name == wanted => Some((*local, ty.clone())),
            _ => None,
        })
    }

    /// Returns whether a choice, randomness or a side effect is allowed here; reports an error if not.
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
        self.report(messages::effect_in_calculation(span, what, place, label, help));
        false
    }

    /// Checks a calculation within statements.
    pub fn calculation<T>(&mut self, what: &'static str, check: impl FnOnce(&mut Self) -> T) -> T {
        let was = (self.mode, self.what);
        (self.mode, self.what) = (Mode::Calculation, what);
        let checked = check(self);
        (self.mode, self.what) = was;
        checked
    }

    /// Returns the code of an expression as it is written, of any length.
    pub fn written(&self, e: &Expr) -> &'a str {
        let code: &'a CodeText = self.code;
        code.value.get(e.at.first_byte()..e.at.end_byte()).unwrap_or("…")
    }

    /// Returns the source text at a span, if it is short enough to quote.
    pub fn source_text(&self, span: Span) -> Option<&'a str> {
        let code: &'a CodeText = self.code;
        let decoded = |file: u32| {
            let (from, at) = code.map[code.map.partition_point(|m| m.1 <= file).checked_sub(1)?];
            Some((from + (file - at)).index())
        };
        if span.file != code.span.file {
            return None;
        }
        let text = code.value.get(decoded(span.start)?..decoded(span.end)?)?;
        (text.len() <= 40 && !text.is_empty() && !text.contains('\n')).then_some(text)
    }
}

/// The form of a variable's declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::check) enum VariableOrigin {
    /// `let x = …`
    Let,
    /// `if let x = …`
    Opened,
    /// `choose x from …`
    Chosen,
    /// `for each x in …`
    Each,
}

/// A variable declared in this function, in scope or not.
#[derive(Debug)]
pub(in crate::check) struct VariableDeclaration {
    pub local: Local,
    pub name: String,
    pub span: Span,
    pub origin: VariableOrigin,
    /// True if an expression reads it; otherwise it is reported as unused.
    pub read: bool,
}

/// The value after the earlier stages, for a modifier that reads the attribute it modifies.
#[derive(Clone, Copy)]
pub(in crate::check) struct EarlierStages {
    pub readable: ReadableValue,
    pub element: Local,
    pub value: Local,
}

/// The action whose statements are being checked.
pub(in crate::check) struct ActionContext {
    /// The key of the action below `actions`, as messages name it.
    pub id: String,
    /// Set for a kind's action, which a card may complete; with the function of the card's part, if any.
    pub filled: Option<Option<FunctionId>>,
    /// The function that evaluates `still`, if the statements use it.
    pub still: Option<FunctionId>,
    /// The arguments that both of these functions take.
    pub args: Vec<HExpr>,
}

/// The name of the test whether an action's arguments would still be offered.
pub(in crate::check) const STILL: &str = "still";

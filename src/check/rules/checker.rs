//! The checker that all passes over the code of a package share: it parses, checks bodies, and collects
//! diagnostics.

use crate::check::body::scope::{Cx, Mode, Uses};
use crate::check::hir::tree::{HExpr, HFunction, HKind};
use crate::check::hir::types::Ty;
use crate::check::symbols::items::{Global, ParamSymbol};
use crate::check::symbols::symbol_table::{SymbolTable, new_function};
use crate::diagnostics::codes::{check as codes, lint, syntax};
use crate::diagnostics::{Code, Diagnostic, error_count};
use crate::ir::{FunctionId, FunctionName, NameId};
use crate::model::{CodeText, Package};
use crate::place::TextRange;
use crate::source::Span;
use crate::syntax::SyntaxError;
use crate::syntax::ast::{Block, Expr};
use crate::vocabulary;
use std::collections::HashSet;

/// The checker of a package's code: what all passes share.
pub(in crate::check) struct RuleChecker<'p> {
    pub package: &'p Package,
    pub symbols: SymbolTable,
    pub diagnostics: Vec<Diagnostic>,
    /// The code and place of diagnostics already reported, for a prefix of `diagnostics` of this length.
    said: (HashSet<(Code, Option<Span>)>, usize),
    pub uses: Uses,
    /// For each card of the package, the number of its name.
    pub names: Vec<Option<NameId>>,
    /// Seats of the scenario that is being checked.
    pub scenario_seats: Option<ScenarioSeats>,
}

/// The seats of a scenario that players take.
#[derive(Clone, Copy)]
pub(in crate::check) struct ScenarioSeats {
    pub players: u8,
    /// True if the scenario itself gives the number of players.
    pub is_given: bool,
}

impl<'p> RuleChecker<'p> {
    /// `names`: for each card of the package, the number of its name.
    pub fn new(
        package: &'p Package,
        symbols: SymbolTable,
        diagnostics: Vec<Diagnostic>,
        names: Vec<Option<NameId>>,
    ) -> Self {
        let said = (HashSet::new(), 0);
        RuleChecker {
            package,
            symbols,
            diagnostics,
            said,
            uses: Uses::default(),
            names,
            scenario_seats: None,
        }
    }

    /// Returns the symbol table, all diagnostics in the order of places, and the uses of declarations.
    pub fn into_result(mut self) -> (SymbolTable, Vec<Diagnostic>, Uses) {
        if let Some(crossed) = self.symbols.crossed {
            self.diagnostics = vec![crossed.diagnostic(Some(self.package))];
        }
        self.drop_never_none();
        self.drop_never_same();
        self.drop_decided_for_some();
        self.diagnostics.sort_by_key(|d| d.labels.first().map(|l| (l.span.file, l.span.start, l.span.end)));
        // A rule that is checked for several kinds has the same errors, with the advice for each.
        let same = |d: &Diagnostic, first: &Diagnostic| {
            (d.code, &d.message, &d.labels) == (first.code, &first.message, &first.labels)
        };
        self.diagnostics.dedup_by(|d, first| same(d, first));
        (self.symbols, self.diagnostics, self.uses)
    }

    /// Removes the errors about opened results of functions that may return none, against their declarations:
    /// the calls will be right once these say so.
    fn drop_never_none(&mut self) {
        let Uses { optional_results, never_none_calls, .. } = &self.uses;
        let calls = never_none_calls.iter().filter(|(_, f)| optional_results.contains(f));
        let calls: HashSet<Span> = calls.map(|(span, _)| *span).collect();
        self.diagnostics.retain(|d| {
            d.code != codes::NEVER_NONE || d.labels.first().is_none_or(|label| !calls.contains(&label.span))
        });
    }

    /// Removes the warnings about components of other kinds from code that is right for one of the kinds for
    /// which it is checked: a card and the token that stands for it have the same rules.
    fn drop_never_same(&mut self) {
        let alike = &self.uses.alike_kinds;
        self.diagnostics.retain(|d| match &d.labels[..] {
            [left, right, ..] if d.code == lint::NEVER_SAME => !alike.contains(&(left.span, right.span)),
            _ => true,
        });
    }

    /// Removes the warnings about comparisons that a range decides from code that is checked for several
    /// kinds, if the range of one of them leaves it open.
    fn drop_decided_for_some(&mut self) {
        let open = &self.uses.open_comparisons;
        self.diagnostics.retain(|d| {
            d.code != lint::DECIDED || d.labels.first().is_none_or(|label| !open.contains(&label.span))
        });
    }

    /// Reports a diagnostic, unless one with the same code was reported at the same place.
    pub fn once(&mut self, d: Diagnostic) {
        let about = |d: &Diagnostic| (d.code, d.labels.first().map(|l| l.span));
        if self.said.1 > self.diagnostics.len() {
            // Some diagnostics were removed again.
            self.said = (HashSet::new(), 0);
        }
        self.said.0.extend(self.diagnostics[self.said.1..].iter().map(about));
        self.said.1 = self.diagnostics.len();
        if self.said.0.insert(about(&d)) {
            self.diagnostics.push(d);
            self.said.1 += 1;
        }
    }

    /// Adds a function that has no name in code.
    pub fn hidden(
        &mut self,
        id: impl Into<FunctionName>,
        params: Vec<(&str, Ty)>,
        result: Ty,
        effects: bool,
    ) -> FunctionId {
        let params =
            params.into_iter().map(|(id, ty)| ParamSymbol { id: id.to_string(), ty, range: None }).collect();
        new_function(&mut self.symbols, id, params, result, effects, None)
    }

    /// Parses an expression and reports its errors; returns `None` if there are any, except for the language
    /// server.
    pub fn parse_expr(&mut self, code: &CodeText) -> Option<Expr> {
        let parsed = crate::syntax::parse_expr(&code.value);
        self.parsed(parsed, code)
    }

    /// Parses statements; returns `None` if there is a syntax error. A lost `let` would otherwise make later
    /// uses of its variable an error, too.
    pub fn parse_block(&mut self, code: &CodeText) -> Option<Block> {
        self.parsed(crate::syntax::parse_block(&code.value), code)
    }

    /// Parses a function body: an expression, or statements that end in `return`.
    pub fn parse_function(&mut self, code: &CodeText) -> Option<Block> {
        self.parsed(crate::syntax::parse_function(&code.value), code)
    }

    fn parsed<T>(&mut self, parsed: crate::syntax::ParseResult<T>, code: &CodeText) -> Option<T> {
        self::parsed(parsed, code, &self.symbols, &mut self.diagnostics, &mut self.uses)
    }

    /// Checks a function whose parameters and result are declared: an expression, or statements that return.
    pub fn body(&mut self, function: FunctionId, code: &'p CodeText, what: &'static str) {
        self.body_of(function, code, what, |_| {});
    }

    /// Checks a function in the same way, in a scope that `prepare` changes before its parameters are added.
    pub(in crate::check) fn body_of(
        &mut self,
        function: FunctionId,
        code: &'p CodeText,
        what: &'static str,
        prepare: impl FnOnce(&mut Cx),
    ) {
        self.symbols.crossed_in(code.span);
        let f = &self.symbols.functions[function];
        let (params, result, effects) = (f.params.clone(), f.result.clone(), f.effects);
        let mode = if effects { Mode::Happening } else { Mode::Calculation };
        let errors_before = self.errors();
        let tree = if effects { self.parse_block(code) } else { self.parse_function(code) };
        let Some(tree) = tree else { return };
        let mut cx = Cx::new(&self.symbols, &mut self.diagnostics, &mut self.uses, function, code, mode);
        cx.what = what;
        prepare(&mut cx);
        for p in &params {
            cx.parameter(&p.id, p.ty.clone());
        }
        let body = cx.statements(&tree, &result);
        let body = cx.finish(body);
        self.keep_body(function, body, errors_before);
    }

    /// Gives a function its checked body, unless there are more errors than before it was checked.
    pub(in crate::check) fn keep_body(
        &mut self,
        function: FunctionId,
        body: HFunction,
        errors_before: usize,
    ) {
        if self.errors() == errors_before {
            self.symbols.functions[function].body = Some(body);
        }
    }

    /// Returns the number of errors so far.
    pub fn errors(&self) -> usize {
        error_count(&self.diagnostics)
    }

    /// Adds a function without parameters that returns a bool, for conditions on options.
    pub fn condition(&mut self, id: &str, code: &'p CodeText) -> FunctionId {
        let f = self.hidden(id, Vec::new(), Ty::Bool, false);
        self.body_of(f, code, "a condition", |cx| cx.constant = true);
        f
    }

    /// Returns a call of a condition as an expression.
    pub fn call_condition(&self, condition: FunctionId, span: Span) -> HExpr {
        HExpr { ty: Ty::Bool, span, kind: HKind::Call(condition, Vec::new()) }
    }
}

/// Returns the form of the function, verb or built-in word before a syntax error without advice, whose
/// arguments probably stand there without brackets: `draw 2`.
fn called_without_brackets(e: &SyntaxError, code: &CodeText, symbols: &SymbolTable) -> Option<String> {
    if e.code != syntax::UNEXPECTED || e.help.is_some() {
        return None;
    }
    let word = word_before(e, code)?;
    if let Some(Global::Function(f)) = symbols.globals.get(word) {
        let function = &symbols.functions[*f];
        let params: Vec<&str> = function.params.iter().map(|p| p.id.as_str()).collect();
        return Some(format!("{}({})", function.id, params.join(", ")));
    }
    Some(vocabulary::find(word)?.forms.first()?.to_string())
}

/// Returns the word before a syntax error.
fn word_before<'c>(e: &SyntaxError, code: &'c CodeText) -> Option<&'c str> {
    let before = code.value.get(..e.at.first_byte())?.trim_end_matches(' ');
    before.rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next()
}

/// Returns advice for a number behind a word that is none of the game's: a type, or the number of a player.
fn word_with_number(e: &SyntaxError, code: &CodeText) -> Option<String> {
    if e.code != syntax::UNEXPECTED || e.help.is_some() {
        return None;
    }
    let number = code.value.get(e.at.first_byte()..e.at.end_byte())?;
    number.parse::<u32>().ok()?;
    match word_before(e, code)? {
        "int" => {
            let range = code.value.get(e.at.first_byte()..)?.trim_end();
            Some(format!("a value stands here, not a type; the set of these numbers is `{range}`"))
        }
        "player" | "seat" => Some(format!("who sits at seat {number} is `players[{number}]`")),
        _ => None,
    }
}

/// Reports the errors of parsed code. Returns the tree, unless there are any; for the language server,
/// always.
pub(in crate::check) fn parsed<T>(
    parsed: crate::syntax::ParseResult<T>,
    code: &CodeText,
    symbols: &SymbolTable,
    diagnostics: &mut Vec<Diagnostic>,
    uses: &mut Uses,
) -> Option<T> {
    diagnostics.extend(parsed.errors.iter().map(|e| match called_without_brackets(e, code, symbols) {
        Some(form) => e.diagnostic(code).help(format!("arguments stand in brackets: `{form}`")),
        None => match word_with_number(e, code) {
            Some(help) => e.diagnostic(code).help(help),
            None => e.diagnostic(code),
        },
    }));
    if let Some(editor_info) = &mut uses.editor_info {
        editor_info.parsed.push(code.span);
    }
    (parsed.errors.is_empty() || uses.editor_info.is_some()).then_some(parsed.tree)
}

//! The pass over all code of a package.

use super::bots::JudgedBy;
use super::declare::{Declared, new_function, syntax_error};
use super::editor_info::EditorInfo;
use super::hir::{HExpr, HKind, HStmt};
use super::modifiers::READING;
use super::scope::{Cx, Mode, Uses};
use super::types::Ty;
use super::world::{Param, World};
use crate::diagnostics::codes::check as codes;
use crate::diagnostics::{Code as DiagnosticCode, Diagnostic, Severity};
use crate::ir::{DeckPartInfo, FigureInfo, ListedInfo, ScenarioInfo, SetupInfo};
use crate::model::{Code, Package};
use crate::source::{FileId, Span};
use crate::syntax::ast::{Block, Expr};
use std::collections::{BTreeMap, HashMap, HashSet};

/// A checked game: its world, with typed bodies, and the diagnostics.
#[derive(Debug, Default)]
pub struct Checked {
    /// All items with their numbers.
    pub world: World,
    /// The function that lays the table.
    pub lay: u16,
    /// `[flow] setup`
    pub setup: Option<u16>,
    /// `[flow] play`
    pub play: Option<u16>,
    /// `[scoring] score`
    pub score: Option<u16>,
    /// `[scoring] ties`
    pub ties: Vec<u16>,
    /// `[bots.…]`: the functions of each bot.
    pub bots: Vec<JudgedBy>,
    /// `[figures]`
    pub figures: Vec<FigureInfo>,
    /// `[setups.…]`, each with the span of its declaration.
    pub setups: Vec<(SetupInfo, Span)>,
    /// `[[require]]`: the function and the message.
    pub requires: Vec<(u16, String)>,
    /// The requirements of `[deck]` for each part of a list.
    pub deck_parts: Vec<DeckPartInfo>,
    /// Whether the table brings a list, and whether the seats do.
    pub lists_brought: (bool, bool),
    /// Scenarios without an error; their places are indices into the spans beside them.
    pub scenarios: Vec<(ScenarioInfo, Span, Vec<Span>)>,
    /// The cards of each deck; none for a list with an error.
    pub decks: Vec<Option<Vec<ListedInfo>>>,
    /// `print.toml`; the places of its sheets and pieces are indices into the spans beside it.
    pub print: super::CheckedPrint,
    /// All diagnostics, in the order of places.
    pub diagnostics: Vec<Diagnostic>,
    /// Types and candidates, if checked for the language server.
    pub editor_info: Option<EditorInfo>,
}

impl Checked {
    /// Whether there is an error among the diagnostics.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|d| d.severity == Severity::Error)
    }
}

/// An expression evaluated by an outside program, which may call verbs.
#[derive(Debug)]
pub struct Snippet {
    /// The function that was added to the world.
    pub function: u16,
    /// Its type.
    pub ty: Ty,
}

/// Checks one expression against a checked game and adds it as a function without parameters. Fails with the diagnostics.
pub fn check_snippet(world: &mut World, code: &Code) -> Result<Snippet, Vec<Diagnostic>> {
    let function = new_function(world, "eval", Vec::new(), Ty::Error, true, None);
    if let Some(crossed) = world.crossed.take() {
        return Err(vec![crossed.said(None)]);
    }
    let mut diagnostics = Vec::new();
    let mut uses = Uses::default();
    let parsed = crate::syntax::parse_expr(&code.value);
    diagnostics.extend(parsed.errors.iter().map(|e| syntax_error(e, code)));
    let mut cx = Cx::new(world, &mut diagnostics, &mut uses, function, code, Mode::Happening);
    cx.trial = true;
    cx.what = "a question";
    let value = cx.expr(&parsed.tree, None);
    let value = match value.ty {
        Ty::Zone(kind) => {
            let want = Ty::Component(kind).set();
            cx.coerce(value, &want)
        }
        _ => value,
    };
    let ty = value.ty.clone();
    let body = cx.finish(vec![HStmt::Return(Some(value))]);
    if diagnostics.iter().any(|d| d.severity == Severity::Error) {
        return Err(diagnostics);
    }
    let f = &mut world.functions[function as usize];
    (f.result, f.body) = (ty.clone(), Some(body));
    Ok(Snippet { function, ty })
}

/// The state of the pass.
pub(super) struct Rules<'p> {
    pub world: World,
    pub diagnostics: Vec<Diagnostic>,
    /// The code and place of diagnostics already reported, for a prefix of `diagnostics` of this length.
    said: (HashSet<(DiagnosticCode, Option<Span>)>, usize),
    /// Unknown keys of each file: the number reported, and the first of those that are only counted, with their count.
    pub unknown_keys: BTreeMap<FileId, (usize, Option<(Span, usize)>)>,
    /// Unknown keys of cards of a kind, by place: the key that was probably meant.
    pub known_unknown: HashMap<(Span, u16), Option<String>>,
    pub uses: Uses,
    /// For each card of the package, the number of its name.
    pub names: Vec<Option<u16>>,
    pub starts: Vec<(u16, &'p Code)>,
    /// The `until` code of fields.
    pub ends: Vec<(u16, &'p Code)>,
    pub out: Checked,
    /// Rules of slots that were already checked, by slot, kind and text.
    pub seen_rules: HashMap<(u16, u16, &'p str), u16>,
    /// The rules in slots by their code, each at its first occurrence.
    pub first_occurrences: HashMap<&'p str, &'p Code>,
    /// Reactions with their triggers.
    pub reactions: Vec<super::reactions::Reaction<'p>>,
    /// Resets of state after a verb or action.
    pub endings: Vec<super::until::Ending<'p>>,
    /// The ids of all actions.
    pub action_ids: HashSet<&'p str>,
    /// Definitions of actions.
    pub definitions: Vec<super::borne::Definition<'p>>,
    /// For each card that brings actions: the slot of their options, the card's name, and the function that lists them.
    pub borne_options: Vec<(u16, u16, u16)>,
    /// The ids of the game's own bots.
    pub bots: Vec<String>,
    /// Modifiers of components.
    pub modifier_list: Vec<super::modifiers::Modifier<'p>>,
}

impl<'p> Rules<'p> {
    pub fn new(d: Declared<'p>) -> Self {
        Rules {
            world: d.world,
            diagnostics: d.diagnostics,
            said: (HashSet::new(), 0),
            unknown_keys: BTreeMap::new(),
            known_unknown: HashMap::new(),
            uses: Uses::default(),
            names: d.names,
            starts: d.starts,
            ends: d.ends,
            out: Checked::default(),
            seen_rules: HashMap::new(),
            first_occurrences: HashMap::new(),
            reactions: Vec::new(),
            endings: Vec::new(),
            action_ids: HashSet::new(),
            definitions: Vec::new(),
            borne_options: Vec::new(),
            bots: Vec::new(),
            modifier_list: Vec::new(),
        }
    }

    pub fn finish(mut self, package: &Package) -> Checked {
        if let Some(crossed) = self.world.crossed {
            self.diagnostics = vec![crossed.said(Some(package))];
        }
        self.diagnostics.sort_by_key(|d| d.labels.first().map(|l| (l.span.file, l.span.start, l.span.end)));
        self.diagnostics.dedup();
        self.out.world = self.world;
        self.out.diagnostics = self.diagnostics;
        self.out.editor_info = self.uses.editor_info;
        self.out
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
    pub fn hidden(&mut self, id: impl AsRef<str>, params: Vec<(&str, Ty)>, result: Ty, effects: bool) -> u16 {
        let params = params.into_iter().map(|(id, ty)| Param { id: id.to_string(), ty, range: None }).collect();
        new_function(&mut self.world, id.as_ref(), params, result, effects, None)
    }

    /// Parses an expression and reports its errors; returns `None` if there are any, except for the language server.
    pub fn parse_expr(&mut self, code: &Code) -> Option<Expr> {
        let parsed = crate::syntax::parse_expr(&code.value);
        self.parsed(parsed, code)
    }

    /// Parses statements; returns `None` if there is a syntax error. A lost `let` would otherwise make later uses of its variable an
    /// error, too.
    pub fn parse_block(&mut self, code: &Code) -> Option<Block> {
        self.parsed(crate::syntax::parse_block(&code.value), code)
    }

    /// Parses a function body: an expression, or statements that end in `return`.
    pub fn parse_function(&mut self, code: &Code) -> Option<Block> {
        self.parsed(crate::syntax::parse_function(&code.value), code)
    }

    fn parsed<T>(&mut self, parsed: crate::syntax::Parsed<T>, code: &Code) -> Option<T> {
        self.diagnostics.extend(parsed.errors.iter().map(|e| syntax_error(e, code)));
        if let Some(editor_info) = &mut self.uses.editor_info {
            editor_info.parsed.push(code.span);
        }
        (parsed.errors.is_empty() || self.uses.editor_info.is_some()).then_some(parsed.tree)
    }

    /// Checks a function whose parameters and result are declared: an expression, or statements that return.
    pub fn body(&mut self, function: u16, code: &'p Code, what: &'static str) {
        self.body_of(function, code, what, false);
    }

    /// Checks a function in the same way; with `constant` it may depend only on options.
    pub(super) fn body_of(&mut self, function: u16, code: &'p Code, what: &'static str, constant: bool) {
        self.world.crossed_in(code.span);
        let f = &self.world.functions[function as usize];
        let (params, result, effects) = (f.params.clone(), f.result.clone(), f.effects);
        let mode = if effects { Mode::Happening } else { Mode::Calculation };
        let errors_before = self.errors();
        let tree = if effects { self.parse_block(code) } else { self.parse_function(code) };
        let Some(tree) = tree else { return };
        let mut cx = Cx::new(&self.world, &mut self.diagnostics, &mut self.uses, function, code, mode);
        (cx.what, cx.constant, cx.trial) = (what, constant, what == "a scenario");
        for p in &params {
            cx.parameter(&p.id, p.ty.clone());
        }
        let body = cx.statements(&tree, &result);
        let body = cx.finish(body);
        if self.errors() == errors_before {
            self.world.functions[function as usize].body = Some(body);
        }
    }

    /// Returns the number of errors so far.
    pub fn errors(&self) -> usize {
        self.diagnostics.iter().filter(|d| d.severity == Severity::Error).count()
    }

    /// Adds a function without parameters that returns a bool, for conditions on options.
    pub fn condition(&mut self, id: &str, code: &'p Code) -> u16 {
        let f = self.hidden(id, Vec::new(), Ty::Bool, false);
        self.body_of(f, code, "a condition", true);
        f
    }

    /// Returns a call of a condition as an expression.
    pub fn asks(&self, condition: u16, span: Span) -> HExpr {
        HExpr { ty: Ty::Bool, span, kind: HKind::Call(condition, Vec::new()) }
    }

    pub fn functions(&mut self, package: &'p Package) {
        for (i, f) in package.functions.iter().enumerate() {
            self.body(i as u16, &f.code, "a function");
        }
    }

    /// Reports recursive calculations, including recursion through modified attributes.
    pub fn cycles(&mut self, package: &'p Package) {
        let n = package.functions.len() as u16;
        let mut readings: Vec<u16> = self.world.modified.values().copied().collect();
        readings.sort_unstable();
        let calculates = |f: &u16| *f < n || readings.contains(f);
        let calls: Vec<(u16, u16, Span)> =
            self.uses.calls.iter().filter(|(from, to, _)| calculates(from) && calculates(to)).copied().collect();
        let mut reported: Vec<u16> = Vec::new();
        for start in (0..n).chain(readings.iter().copied()) {
            if reported.contains(&start) {
                continue;
            }
            // Finds the shortest cycle, by breadth-first search.
            let mut came: HashMap<u16, (u16, Span)> = HashMap::new();
            let mut queue = std::collections::VecDeque::from([start]);
            while let Some(at) = queue.pop_front() {
                for (_, to, span) in calls.iter().filter(|(from, ..)| *from == at) {
                    if !came.contains_key(to) {
                        came.insert(*to, (at, *span));
                        queue.push_back(*to);
                    }
                }
                if came.contains_key(&start) {
                    break;
                }
            }
            if !came.contains_key(&start) {
                continue;
            }
            let mut way = vec![start];
            let mut at = start;
            loop {
                let (before, _) = came[&at];
                if before == start {
                    break;
                }
                way.push(before);
                at = before;
            }
            reported.extend(&way);
            let id = |f: u16| self.world.functions[f as usize].id.clone();
            let first_call = came[&start].1;
            let mut round: Vec<String> = way.iter().rev().map(|f| id(*f)).collect();
            round.insert(0, id(start));
            let d = match package.functions.get(start as usize) {
                Some(function) => {
                    let message = format!("the function `{}` calls itself", id(start));
                    Diagnostic::error(codes::CYCLIC_FUNCTION, message)
                        .at(first_call, "comes back here")
                        .at(function.id.span, "declared here")
                        .help("a calculation has to come to an end: loop with `for each` or `while`, or make it a verb")
                }
                None => {
                    let name = id(start);
                    let attribute = name.strip_prefix(READING).unwrap_or(&name);
                    let message = format!("to read `{attribute}`, its modifiers need `{attribute}` itself");
                    Diagnostic::error(codes::CYCLIC_FUNCTION, message).at(first_call, "asks for it again").help(
                        "a modifier of a later stage reads by `it` what the stages before have made; of other components \
                         it may ask what is printed: `c.printed.…`",
                    )
                }
            };
            let mut d = d;
            if way.len() > 1 {
                d = d.because(format!("It goes {}.", round.join(" → ")));
            }
            self.diagnostics.push(d);
        }
    }

    pub fn flow(&mut self, package: &'p Package) {
        for (id, code, slot) in [("flow setup", &package.flow.setup, 0), ("flow play", &package.flow.play, 1)] {
            let Some(code) = code else { continue };
            let f = self.hidden(id, Vec::new(), Ty::Unit, true);
            self.body(f, code, "the flow");
            if slot == 0 { self.out.setup = Some(f) } else { self.out.play = Some(f) }
        }
        for r in &package.requires {
            let f = self.condition("require", &r.that);
            self.out.requires.push((f, r.text.clone()));
        }
        if let Some(score) = &package.scoring.score {
            let f = self.hidden("scoring", vec![("p", Ty::Player)], Ty::Int, false);
            self.body(f, score, "the scoring");
            self.out.score = Some(f);
        }
        for tie in &package.scoring.ties {
            let f = self.hidden("tie-break", vec![("p", Ty::Player)], Ty::Int, false);
            self.body(f, tie, "the scoring");
            self.out.ties.push(f);
        }
    }
}

//! Scenarios: their names are resolved, and their code is compiled with the game's.

use super::seats::player_in;
use crate::check::body::scope::{Cx, Mode};
use crate::check::hir::tree::HStmt;
use crate::check::hir::types::Ty;
use crate::check::rules::bots::BotRules;
use crate::check::rules::checker::RuleChecker;
use crate::check::rules::decks::DeckLists;
use crate::check::rules::setups::Setups;
use crate::check::scenarios::messages;
use crate::check::scenarios::zone_contents::LaidComponents;
use crate::check::symbols::items::Global;
use crate::check::symbols::values::{Notation, ValueTarget, value};
use crate::diagnostics::{self, Severity, nearest};
use crate::ir::{
    AnswerInfo, AnswerPart, ChanceInfo, ComponentId, ExpectPart, FunctionId, PlaceId, ScenarioInfo, StepInfo,
    StepInfoKind, ZonePlaceId,
};
use crate::model::{CodeText, Ident, ScenarioDecl, StepDecl, StepKind};
use crate::place::TextRange;
use crate::source::{Span, TomlNode, TomlValue};
use crate::syntax::ast::{BinaryOp, Expr, ExprKind};
use crate::vocabulary::{self, BotWord};

/// The items of a game that scenarios name, besides those of its rules.
pub(in crate::check) struct ScenarioNames<'r> {
    pub setups: &'r Setups,
    pub bots: &'r [BotRules],
    pub decks: &'r DeckLists,
    /// The function of `[scoring] score`, which scenarios may call as `score`; `None` if there is none.
    pub score: Option<FunctionId>,
}

/// A scenario without an error, its span, and the spans that its places are indices into.
pub type CheckedScenario = (ScenarioInfo, Span, Vec<Span>);

impl<'p> RuleChecker<'p> {
    /// Checks all scenarios. Returns those without an error; the others do not stop the compilation.
    pub(in crate::check) fn scenarios(&mut self, names: &ScenarioNames) -> Vec<CheckedScenario> {
        let package = self.package;
        let mut checked = Vec::new();
        // As in questions asked of the finished game: a name that the game itself declares takes precedence.
        let score = names.score.filter(|_| !self.symbols.globals.contains_key("score"));
        if let Some(score) = score {
            self.symbols.globals.insert("score".into(), Global::Function(score));
        }
        for decl in &package.scenarios {
            let (said, functions) = (self.diagnostics.len(), self.symbols.functions.len());
            if self.symbols.crossed.is_some() {
                break;
            }
            let (info, places) = self.scenario(names, decl);
            if let Some(mut crossed) = self.symbols.crossed.take() {
                // Later diagnostics may result from duplicate numbers. Other scenarios may be smaller.
                crossed.span.get_or_insert(decl.span);
                self.diagnostics.truncate(said);
                self.diagnostics.push(crossed.diagnostic(None));
                self.symbols.functions.truncate(functions);
                continue;
            }
            if self.diagnostics[said..].iter().any(|d| d.severity == Severity::Error) {
                // The game is compiled without the scenario.
                self.symbols.functions.truncate(functions);
                self.keep_few(said, "scenario");
            } else {
                checked.push((info, decl.span, places));
            }
        }
        if score.is_some() {
            self.symbols.globals.remove("score");
        }
        checked
    }

    fn scenario(&mut self, names: &ScenarioNames, decl: &'p ScenarioDecl) -> (ScenarioInfo, Vec<Span>) {
        let package = self.package;
        self.decks_of(names.decks, decl);
        let mut options = match &decl.setup {
            Some(setup) => self.setup(names.setups, setup),
            None => Vec::new(),
        };
        let own = self.option_values(package, &decl.options);
        options.retain(|(o, _)| own.iter().all(|(other, _)| other != o));
        options.extend(own);
        let players = self.players_of(decl);
        self.scenario_seats = self.seats_taken(decl, players);
        self.seats_of(decl);
        let zones = self.zones_laid(decl);
        let state = self.scenario_state(decl);
        let answers = self.answers_given(decl);
        let chance = self.chance_fixed(decl);
        let mut steps = Vec::new();
        let mut places: Vec<Span> = decl.choices.iter().map(|choice| choice.span).collect();
        for (i, step) in decl.steps.iter().enumerate() {
            if let Some(kind) = self.step(names, decl, i + 1, step) {
                steps.push(StepInfo { kind, place: PlaceId(0) });
                places.push(step_place(step));
            }
        }
        let info = ScenarioInfo {
            id: decl.id.text.clone(),
            name: decl.name.clone(),
            source: decl.source.clone(),
            options,
            players,
            seed: decl.seed,
            begin: decl.begin,
            choices: self.choices_given(decl),
            zones,
            state,
            answers,
            chance,
            steps,
            place: PlaceId(0),
        };
        (info, places)
    }

    /// Returns the number of players of a scenario: the allowed number nearest to the one it gives.
    fn players_of(&mut self, decl: &ScenarioDecl) -> u8 {
        let package = self.package;
        match decl.players {
            Some((n, span)) => {
                let (least, most) = package.game.players;
                // Without a number of players, `[game]` could not be read, and that was reported.
                if most > 0 && (n < least || n > most) {
                    self.diagnostics.push(messages::wrong_player_count(span, n, least, most));
                }
                n.clamp(least, most)
            }
            None => package.game.players.0,
        }
    }

    /// Returns the components that lie in zones.
    fn zones_laid(&mut self, decl: &ScenarioDecl) -> Vec<(ZonePlaceId, Vec<ComponentId>)> {
        let mut zones = Vec::new();
        // A copy is in one zone only; copies named by their number are reserved first.
        let written: Vec<&Ident> = decl.zones.iter().flat_map(|(_, cards)| cards).collect();
        let taken = written.iter().filter_map(|card| self.copy_named(card)).collect();
        let mut laid = LaidComponents { taken, written, numbered: Vec::new() };
        // A player's zones take copies from the player's own list, so they are filled before the table's
        // zones take the rest.
        let mut order = Vec::new();
        for (zone, cards) in &decl.zones {
            order.push((self.zone_named(zone), zone, cards));
        }
        if self.package.played.is_some() {
            order.sort_by_key(|(z, ..)| z.and_then(|z| self.symbols.seat_of_place(z)).is_none());
        }
        for (z, zone, cards) in order {
            let seat = z.and_then(|z| self.symbols.seat_of_place(z));
            let components = self.components_named(cards, seat, &mut laid);
            if let Some(z) = z {
                self.kinds_fit(z, zone, cards);
                zones.push((z, components));
            }
        }
        zones
    }

    fn answers_given(&mut self, decl: &ScenarioDecl) -> Vec<AnswerInfo> {
        let mut answers = Vec::new();
        for (asker, node) in &decl.answers {
            let parts = match &node.value {
                TomlValue::Table(table) => table
                    .entries
                    .iter()
                    .filter_map(|e| self.answer_part(Some(e.key.clone()), &e.value))
                    .collect(),
                _ => self.answer_part(None, node).into_iter().collect(),
            };
            answers.push(AnswerInfo { asker: asker.text.clone(), parts });
        }
        answers
    }

    /// Returns the results of chance that a scenario fixes.
    fn chance_fixed(&mut self, decl: &ScenarioDecl) -> ChanceInfo {
        let mut chance = ChanceInfo::default();
        for (what, outcomes) in &decl.chance {
            if !matches!(what.text.as_str(), "roll" | "random")
                && outcomes.iter().any(|n| matches!(n.value, TomlValue::Array(_)))
            {
                self.shuffles_fixed(what, outcomes, &mut chance);
                continue;
            }
            let mut words: Vec<Ident> =
                outcomes.iter().filter_map(|n| Some(Ident { text: self.answer(n)?, span: n.span })).collect();
            match what.text.as_str() {
                die if self.is_die_alone(die) => self.report_die_as_zone(what, &words),
                "roll" => {
                    words.retain(|word| self.check_roll(word));
                    chance.rolls.extend(words.into_iter().map(|w| w.text));
                }
                "random" => chance.picks.extend(words.into_iter().map(|w| w.text)),
                _ => {
                    let zone = self.zone_named(what);
                    let seat = zone.and_then(|z| self.symbols.seat_of_place(z));
                    let components = self.components_named(&words, seat, &mut LaidComponents::default());
                    if let Some(z) = zone {
                        chance.shuffles.push((z, components));
                    }
                }
            }
        }
        chance
    }

    /// Reports a die that is named where a zone is shuffled.
    fn report_die_as_zone(&mut self, die: &Ident, words: &[Ident]) {
        let shown = words.first().map_or("…", |word| &word.text);
        self.diagnostics.push(messages::die_as_zone(die.span, &die.text, shown));
    }

    /// Reports a roll that is not a face of any die. Returns whether it is one.
    fn check_roll(&mut self, word: &Ident) -> bool {
        let is_number = word.text.parse::<i64>().is_ok_and(|n| n >= 1);
        // The faces of a die with an error are not known.
        let is_unclear = self.symbols.dice.iter().any(|die| die.ty == Ty::Error);
        let is_shown = is_number || is_unclear || self.is_face(&word.text);
        if !is_shown {
            let shown: Vec<Vec<String>> =
                self.symbols.dice.iter().map(|die| self.faces_as_written(die)).collect();
            let near = nearest(&word.text, shown.iter().flatten().map(|face| face.trim_matches('"')));
            let examples: Vec<&str> = shown.iter().filter_map(|faces| Some(faces.last()?.as_str())).collect();
            self.diagnostics.push(messages::not_shown_by_dice(word.span, &word.text, near, &examples));
        }
        is_shown
    }

    /// Returns whether an id is that of a die, and not also of a zone.
    fn is_die_alone(&self, id: &str) -> bool {
        self.symbols.dice.iter().any(|die| die.info.id == id)
            && self.symbols.zones.iter().all(|zone| zone.id != id)
    }

    /// Reads one list of cards for each shuffle of a zone, the next shuffle first; an empty list leaves the
    /// shuffle random.
    fn shuffles_fixed(&mut self, what: &Ident, shuffles: &[TomlNode], chance: &mut ChanceInfo) {
        let Some(zone) = self.zone_named(what) else { return };
        let seat = self.symbols.seat_of_place(zone);
        for shuffle in shuffles {
            let TomlValue::Array(cards) = &shuffle.value else {
                self.diagnostics.push(messages::card_beside_lists(shuffle.span));
                continue;
            };
            let words: Vec<Ident> =
                cards.iter().filter_map(|n| Some(Ident { text: self.answer(n)?, span: n.span })).collect();
            let components = self.components_named(&words, seat, &mut LaidComponents::default());
            chance.shuffles.push((zone, components));
        }
    }

    /// Reads a part of an answer: the name of an option, or a list of them.
    fn answer_part(&mut self, variable: Option<String>, node: &TomlNode) -> Option<AnswerPart> {
        let (values, listed) = match &node.value {
            TomlValue::Array(items) => {
                (items.iter().map(|item| self.answer(item)).collect::<Option<_>>()?, true)
            }
            _ => (vec![self.answer(node)?], false),
        };
        Some(AnswerPart { variable, values, listed })
    }

    /// Converts an answer to the name of an option.
    fn answer(&mut self, node: &TomlNode) -> Option<String> {
        match &node.value {
            TomlValue::Text(t) => Some(t.value.clone()),
            TomlValue::Int(v) => Some(v.to_string()),
            TomlValue::Bool(v) => Some(if *v { "yes" } else { "no" }.to_string()),
            _ => {
                self.diagnostics.push(messages::not_an_answer(node.span, node.describe()));
                None
            }
        }
    }

    fn step(
        &mut self,
        names: &ScenarioNames,
        decl: &'p ScenarioDecl,
        n: usize,
        step: &'p StepDecl,
    ) -> Option<StepInfoKind> {
        let label = format!("scenario {} step {n}", decl.id.text);
        Some(match &step.kind {
            StepKind::Do(code) => StepInfoKind::Do(FunctionId(self.happening(&label, code).0)),
            StepKind::Options(names, by) => {
                StepInfoKind::Options(names.iter().map(|n| n.text.clone()).collect(), by.map(player_in))
            }
            StepKind::Choose(name, by) => StepInfoKind::Choose(name.text.clone(), by.map(player_in)),
            StepKind::Play { bot, plies } => {
                self.bot_named(names, bot);
                StepInfoKind::Play(bot.text.clone(), *plies)
            }
            StepKind::Expect(code) => {
                let (holds, _) = self.question(&label, code, Some(&Ty::Bool));
                let parts = self.parts(&label, holds, code);
                StepInfoKind::Expect { holds, parts }
            }
            StepKind::Value { code, equals, detail } => {
                let (function, ty) = self.question(&label, code, None);
                let equals = match value(
                    &self.symbols,
                    equals,
                    &ValueTarget {
                        ty: &ty,
                        range: None,
                        id: "equals",
                        key: Some("equals"),
                        notation: Notation::Toml,
                        declared: None,
                    },
                ) {
                    Ok(words) => words[0] as i64,
                    Err(d) => {
                        if ty != Ty::Error {
                            self.diagnostics.push(d);
                        }
                        0
                    }
                };
                let mut expected = Vec::new();
                for (card, node) in detail {
                    let component = self
                        .components_named(std::slice::from_ref(card), None, &mut LaidComponents::default())
                        .first()
                        .copied();
                    let n = match &node.value {
                        TomlValue::Int(v) => Some(*v),
                        TomlValue::Text(t) if t.value == "blank" => None,
                        _ => {
                            self.diagnostics.push(messages::not_a_detail(node.span, node.describe()));
                            continue;
                        }
                    };
                    if let Some(c) = component {
                        expected.push((c, n));
                    }
                }
                StepInfoKind::Value { function, equals, detail: expected }
            }
            StepKind::Fault(code, body) => {
                let number = code.text.strip_prefix("CW").and_then(|n| n.parse::<u16>().ok());
                let known = number.filter(|n| diagnostics::codes::fault::ALL.iter().any(|e| e.code.0 == *n));
                let Some(number) = known else {
                    self.diagnostics.push(messages::unknown_fault(code.span, &code.text));
                    return None;
                };
                StepInfoKind::Fault(
                    number,
                    (body.as_ref().map(|b| self.happening(&label, b).0)).map(FunctionId),
                )
            }
            StepKind::Hidden(zone, from) => StepInfoKind::Hidden(self.seen_named(zone)?, player_in(*from)),
            StepKind::Visible(zone, to) => StepInfoKind::Visible(self.seen_named(zone)?, player_in(*to)),
            StepKind::Winners(seats, _) => {
                StepInfoKind::Winners(seats.iter().map(|s| s.player().unwrap_or_default()).collect())
            }
            StepKind::Ending(name) => StepInfoKind::Ending(name.text.clone()),
        })
    }

    /// Reports a bot that does not exist.
    fn bot_named(&mut self, names: &ScenarioNames, bot: &Ident) {
        let mut own = names.bots.iter().map(|bot| bot.id.as_str());
        let wrong = match vocabulary::bot(&bot.text) {
            Ok(BotWord::Own(id)) if own.any(|o| o == id) => return,
            Ok(BotWord::Own(id)) => format!("there is no bot `{id}`"),
            Ok(_) => return,
            Err(wrong) => wrong,
        };
        let known: Vec<&str> =
            vocabulary::BOTS.into_iter().chain(names.bots.iter().map(|bot| bot.id.as_str())).collect();
        let d = messages::unknown_bot(bot.span, &wrong);
        self.diagnostics.push(match nearest(&bot.text, known.iter().copied()) {
            Some(near) => d.did_you_mean(&bot.text, near),
            None => d.help(format!("there are: {}", known.join(", "))),
        });
    }

    fn happening(&mut self, label: &str, code: &'p CodeText) -> FunctionId {
        let f = self.hidden(label, Vec::new(), Ty::Unit, true);
        self.body_of(f, code, "a scenario", |cx| cx.trial = true);
        f
    }

    /// Adds a function that returns the value of an expression, which may call verbs.
    fn question(&mut self, label: &str, code: &'p CodeText, want: Option<&Ty>) -> (FunctionId, Ty) {
        let f = self.hidden(label, Vec::new(), want.cloned().unwrap_or(Ty::Error), true);
        let Some(tree) = self.parse_expr(code) else { return (f, Ty::Error) };
        let ty = self.check_question(f, &tree, code, want);
        (f, ty)
    }

    fn check_question(&mut self, f: FunctionId, tree: &Expr, code: &'p CodeText, want: Option<&Ty>) -> Ty {
        self.symbols.crossed_in(code.span);
        let mut cx = Cx::new(&self.symbols, &mut self.diagnostics, &mut self.uses, f, code, Mode::Happening);
        (cx.what, cx.trial) = ("a scenario", true);
        let value = match want {
            Some(want) => cx.typed(tree, want),
            None => cx.expr(tree, None),
        };
        let ty = value.ty.clone();
        let body = cx.finish(vec![HStmt::Return(Some(value))]);
        let function = &mut self.symbols.functions[f];
        function.result = ty.clone();
        if ty != Ty::Error {
            function.body = Some(body);
        }
        ty
    }

    /// Splits an expectation into its conjuncts and their sides, so that a failure can show which part failed
    /// and the values of its sides.
    fn parts(&mut self, label: &str, whole: FunctionId, code: &'p CodeText) -> Vec<ExpectPart> {
        let tree = crate::syntax::parse_expr(&code.value).tree;
        let mut trees = Vec::new();
        conjuncts(&tree, &mut trees);
        // The whole was already checked, and its errors reported.
        let said = self.diagnostics.len();
        let mut parts = Vec::new();
        for part in &trees {
            let holds = match trees.len() {
                1 => Some(whole),
                _ => self.part(label, part, code, Some(&Ty::Bool)),
            };
            let sides = compared(part).and_then(|(left, right)| {
                Some((self.part(label, left, code, None)?, self.part(label, right, code, None)?))
            });
            if let Some(holds) = holds {
                let bytes = code.span_of(part.at.first_byte(), part.at.end_byte());
                parts.push(ExpectPart { holds, sides, bytes: (bytes.start, bytes.end) });
            }
        }
        self.diagnostics.truncate(said);
        parts
    }

    /// Adds a part of an expectation as a function, if it is valid by itself.
    fn part(
        &mut self,
        label: &str,
        tree: &Expr,
        code: &'p CodeText,
        want: Option<&Ty>,
    ) -> Option<FunctionId> {
        let f = self.hidden(label, Vec::new(), want.cloned().unwrap_or(Ty::Error), true);
        let said = self.diagnostics.len();
        self.check_question(f, tree, code, want);
        let made = &self.symbols.functions[f];
        let fine =
            self.diagnostics.len() == said && made.body.is_some() && !matches!(made.result, Ty::Zone(_));
        fine.then_some(f)
    }
}

/// Appends the conjuncts of an expression to `parts`: for `a and b and c`, those three.
fn conjuncts<'e>(tree: &'e Expr, parts: &mut Vec<&'e Expr>) {
    match &tree.kind {
        ExprKind::Binary { op: BinaryOp::And, left, right } => {
            conjuncts(left, parts);
            conjuncts(right, parts);
        }
        _ => parts.push(tree),
    }
}

/// Returns both operands of a comparison; `None` if the expression is not one.
fn compared(tree: &Expr) -> Option<(&Expr, &Expr)> {
    let ExprKind::Binary { op, left, right } = &tree.kind else { return None };
    let compares =
        matches!(op, BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge);
    compares.then_some((left, right))
}

/// Returns the span of a step's subject.
fn step_place(step: &StepDecl) -> Span {
    match &step.kind {
        StepKind::Do(c) | StepKind::Expect(c) => c.span,
        StepKind::Value { code, .. } => code.span,
        StepKind::Choose(i, _) | StepKind::Fault(i, _) | StepKind::Hidden(i, _) | StepKind::Visible(i, _) => {
            i.span
        }
        StepKind::Play { bot, .. } => bot.span,
        StepKind::Winners(_, span) => *span,
        StepKind::Ending(name) => name.span,
        StepKind::Options(names, _) => names.first().map_or(step.span, |n| n.span),
    }
}

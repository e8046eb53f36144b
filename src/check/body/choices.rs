//! Type checking of choice points: `choose`, `may`.

use crate::check::body::empty_sets::is_always_empty;
use crate::check::body::messages;
use crate::check::body::scope::{Cx, VariableOrigin};
use crate::check::hir::tree::{ChoiceCount, HExpr, HStmt, TextVariable};
use crate::check::hir::types::Ty;
use crate::ir::ArmId;
use crate::ir::texts::has_holes;
use crate::source::Span;
use crate::syntax::ast::{At, Block, ChooseExpr, ElementCount, Expr, OptionArm, Question};

/// The texts shown at a choice point.
#[derive(Default)]
pub(in crate::check) struct ChoiceTexts {
    /// The question that the player reads; `None` if the author wrote none.
    pub prompt: Option<String>,
    /// The texts of the arms, in their order.
    pub labels: Vec<String>,
    /// The variables that these texts name.
    pub holes: Vec<TextVariable>,
}

impl Cx<'_> {
    /// Checks the texts of a choice point, the question first. The values that they name are copied to
    /// variables: an answer may come much later.
    pub(in crate::check) fn texts_of_choice<'q>(
        &mut self,
        prompt: &Option<Question>,
        labels: impl IntoIterator<Item = (&'q str, &'q At)>,
        out: &mut Vec<HStmt>,
    ) -> ChoiceTexts {
        let mut texts = ChoiceTexts::default();
        if let Some(Question { text, at }) = prompt {
            texts.prompt = Some(self.text_of_choice(text, at, "a question", &mut texts.holes, out));
        }
        for (label, at) in labels {
            let label = self.text_of_choice(label, at, "a label", &mut texts.holes, out);
            texts.labels.push(label);
        }
        texts
    }

    fn text_of_choice(
        &mut self,
        text: &str,
        at: &At,
        of: &str,
        holes: &mut Vec<TextVariable>,
        out: &mut Vec<HStmt>,
    ) -> String {
        if !has_holes(text) {
            return text.to_owned();
        }
        let Some((text, values)) = self.template(text, at, of) else { return text.to_owned() };
        for (name, value) in values {
            if holes.iter().all(|(known, _)| *known != name) {
                let local = self.local(value.ty.clone());
                out.push(HStmt::Set(local, value));
                holes.push((name, local));
            }
        }
        text
    }

    /// Returns who chooses: the player in `by`, else `you`.
    fn chooser(&mut self, by: Option<&Expr>, span: Span) -> Option<HExpr> {
        if let Some(by) = by {
            let by = self.typed(by, &Ty::Player);
            return (by.ty != Ty::Error).then_some(by);
        }
        let you = self.you(span);
        if you.is_none() {
            self.report(messages::nobody_chooses(span, self.player_in_scope()));
        }
        you
    }

    pub(in crate::check) fn choose(&mut self, choose: &ChooseExpr, span: Span, out: &mut Vec<HStmt>) {
        let allowed = self.may_happen("a choice", span);
        let from = self.set_for(&choose.name.text, &choose.from);
        let from = self.as_set(from, "a choice is made from a set");
        let inner =
            from.as_ref().map_or(Ty::Error, |(_, inner)| self.element_of(&choose.from, inner.clone()));
        if let Some((set, _)) = from.as_ref().filter(|(set, _)| is_always_empty(set)) {
            self.report(messages::nothing_to_choose(set.span));
        }
        let (take, ty) = match &choose.how_many {
            ElementCount::One => (ChoiceCount::One, inner.clone()),
            ElementCount::OneOrNone => (ChoiceCount::OneOrNone, inner.clone()),
            ElementCount::UpTo(n) => {
                let n = self.typed(n, &Ty::Int);
                self.not_negative(&n, "`choose up to`");
                (ChoiceCount::Many(None, Some(n)), inner.clone().set())
            }
            ElementCount::Exactly(n) => {
                let n = self.typed(n, &Ty::Int);
                self.not_negative(&n, "`choose exactly`");
                (ChoiceCount::Many(Some(n.clone()), Some(n)), inner.clone().set())
            }
            ElementCount::Any => (ChoiceCount::Many(None, None), inner.clone().set()),
        };
        let by = self.chooser(choose.by.as_ref(), span);
        self.uses.chosen.push((choose.name.text.clone(), ty.clone()));
        let local = self.local(ty.clone());
        if matches!(take, ChoiceCount::OneOrNone) && choose.then.is_none() {
            self.report(messages::may_choose_alone(span, &choose.name.text));
        }
        let texts = self.texts_of_choice(&choose.prompt, [], out);
        let then = match &choose.then {
            Some(then) => {
                let mark = self.enter();
                self.declare(&choose.name, local, ty, VariableOrigin::Chosen);
                let then = self.block(then);
                self.leave(mark);
                Some(then)
            }
            None => {
                self.declare(&choose.name, local, ty, VariableOrigin::Chosen);
                None
            }
        };
        let other = choose.other.as_ref().map(|b| self.block(b)).unwrap_or_default();
        if let (true, Some((from, _)), Some(by)) = (allowed, from, by) {
            let ChoiceTexts { prompt, holes, .. } = texts;
            let name = choose.name.text.clone();
            out.push(HStmt::Choose {
                more: choose.more,
                take,
                local,
                from,
                by,
                prompt,
                holes: holes.into(),
                name,
                then,
                other,
                span,
            });
        }
    }

    pub(in crate::check) fn may(
        &mut self,
        by: Option<&Expr>,
        prompt: &Option<Question>,
        then: &Block,
        other: &Option<Block>,
        span: Span,
        out: &mut Vec<HStmt>,
    ) {
        let allowed = self.may_happen("a choice", span);
        let by = self.chooser(by, span);
        let ChoiceTexts { prompt, holes, .. } = self.texts_of_choice(prompt, [], out);
        let then = self.block(then);
        let other = other.as_ref().map(|b| self.block(b)).unwrap_or_default();
        if let (true, Some(by)) = (allowed, by) {
            let arms = vec![("yes".to_string(), None, then), ("no".to_string(), None, other)];
            out.push(HStmt::ChooseArm {
                more: false,
                by,
                prompt,
                holes: holes.into(),
                arms,
                decline: Some(ArmId(1)),
                span,
            });
        }
    }

    pub(in crate::check) fn choose_option(
        &mut self,
        more: bool,
        by: Option<&Expr>,
        prompt: &Option<Question>,
        options: &[OptionArm],
        span: Span,
        out: &mut Vec<HStmt>,
    ) {
        let allowed = self.may_happen("a choice", span);
        let by = self.chooser(by, span);
        let labels = options.iter().map(|option| (option.label.as_str(), &option.at));
        let ChoiceTexts { prompt, labels, holes } = self.texts_of_choice(prompt, labels, out);
        let mut arms: Vec<(String, Option<HExpr>, Vec<HStmt>)> = Vec::new();
        for (option, label) in options.iter().zip(labels) {
            if arms.iter().any(|(other, ..)| *other == label) {
                let at = self.span(&option.at);
                self.report(messages::option_twice(at, &option.label));
            }
            let when = option
                .when
                .as_ref()
                .map(|w| self.calculation("the `when` of an option", |cx| cx.typed(w, &Ty::Bool)));
            let body = self.block(&option.body);
            arms.push((label, when, body));
        }
        if let (true, Some(by)) = (allowed, by) {
            out.push(HStmt::ChooseArm { more, by, prompt, holes: holes.into(), arms, decline: None, span });
        }
    }
}

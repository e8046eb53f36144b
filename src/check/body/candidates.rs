//! Records expression types and completion candidates while code is checked, for the language server.

use crate::check::body::scope::{Cx, ScopeItem, You};
use crate::check::hir::tree::{HExpr, HKind};
use crate::check::hir::types::Ty;
use crate::check::symbols::editor_info::{
    Candidate, CandidateCollector, CandidateKind, shown_signature, type_candidates,
};
use crate::check::symbols::items::{KeywordParam, Member, ParamSymbol};
use crate::ir::{KeywordId, KindId, ToIndex};
use crate::source::Span;
use std::collections::BTreeMap;

impl Cx<'_> {
    /// Records the type of a checked expression, if the language server asks.
    pub(in crate::check) fn record_type(&mut self, expr: &HExpr) {
        if let Some(editor_info) = &mut self.uses.editor_info
            && expr.ty != Ty::Error
        {
            editor_info.types.push((expr.span, expr.ty.clone()));
            if let HKind::Local(local) = expr.kind {
                editor_info.variables.insert(expr.span);
                let declared = self.declared.iter().rev().find(|variable| variable.local == local);
                editor_info.local_uses.extend(declared.map(|variable| (expr.span, variable.span)));
            }
        }
    }

    /// Records the candidates for a missing name.
    pub(in crate::check) fn record_names(&mut self, want: Option<&Ty>) {
        if self.uses.editor_info.is_none() {
            return;
        }
        let mut candidates = CandidateCollector { symbols: self.symbols, want, found: BTreeMap::new() };
        for item in self.items.iter().rev() {
            match item {
                ScopeItem::Variable { name, ty, .. } => candidates.add(name, CandidateKind::Variable, ty),
                ScopeItem::Element { ty, .. } => {
                    candidates.add("it", CandidateKind::Variable, ty);
                    candidates.members(ty);
                }
                ScopeItem::There(..) => {}
            }
        }
        if let Some(ty) = self.self_local.map(|local| self.locals[local.0.index()].clone()) {
            candidates.add("self", CandidateKind::Variable, &ty);
            candidates.members(&ty);
        }
        if self.you != You::Nobody {
            candidates.add("you", CandidateKind::Variable, &Ty::Player);
            candidates.members(&Ty::Player);
        }
        candidates.globals();
        let found = candidates.found;
        self.add_candidates(found);
    }

    /// Records the type of a declared variable for the language server, unless the type has an error.
    pub(in crate::check) fn record_declared(&mut self, span: Span, ty: &Ty) {
        if let Some(editor_info) = &mut self.uses.editor_info
            && *ty != Ty::Error
        {
            editor_info.declared.push((span, ty.clone()));
        }
    }

    /// Records the candidates for a missing type.
    pub(in crate::check) fn record_type_names(&mut self) {
        let found = type_candidates(self.symbols);
        self.add_candidates(found);
    }

    /// Records the names that a line of the log may show: single things.
    pub(in crate::check) fn record_shown_names(&mut self) {
        let before = self.uses.editor_info.as_mut().map(|info| std::mem::take(&mut info.candidates));
        self.record_names(None);
        if let (Some(info), Some(before)) = (&mut self.uses.editor_info, before) {
            let is_shown =
                |kind| matches!(kind, CandidateKind::Variable | CandidateKind::State | CandidateKind::Option);
            info.candidates.retain(|_, candidate| is_shown(candidate.kind));
            info.candidates.extend(before);
        }
    }

    /// Records the parameters that a text may show.
    pub(in crate::check) fn record_params(&mut self, params: &[ParamSymbol]) {
        let candidate = |param: &ParamSymbol| {
            let detail = param.ty.show(self.symbols);
            (param.id.clone(), Candidate { kind: CandidateKind::Variable, detail, fits: true })
        };
        let found = params.iter().map(candidate).collect();
        self.add_candidates(found);
    }

    /// Records the actions that could be offered to a player.
    pub(in crate::check) fn record_actions(&mut self) {
        if self.uses.editor_info.is_none() {
            return;
        }
        let symbols = self.symbols;
        let own = symbols
            .actions
            .iter()
            .filter(|action| action.borne.is_none())
            .map(|action| (&action.id, &action.params));
        let of_cards = symbols.borne_actions.iter().filter_map(|borne| {
            let first = symbols.actions.find(*borne.actions.first()?)?;
            Some((&borne.id, &first.params))
        });
        let candidate = |(id, params): (&String, &Vec<ParamSymbol>)| {
            let detail = shown_signature(symbols, params.iter(), &Ty::Unit);
            (id.clone(), Candidate { kind: CandidateKind::Function, detail, fits: true })
        };
        self.add_candidates(own.chain(of_cards).map(candidate).collect());
    }

    /// Records words of the language that may stand as an argument.
    pub(in crate::check) fn record_words(&mut self, words: [(&str, &str); 2]) {
        let candidate = |(word, detail): (&str, &str)| {
            (word.to_owned(), Candidate { kind: CandidateKind::Value, detail: detail.to_owned(), fits: true })
        };
        self.add_candidates(words.map(candidate).into());
    }

    /// Records some members of the components of a kind.
    pub(in crate::check) fn record_members_that(&mut self, kind: KindId, is_one: impl Fn(Member) -> bool) {
        let mut candidates = CandidateCollector { symbols: self.symbols, want: None, found: BTreeMap::new() };
        candidates.members(&Ty::Component(kind));
        let found = candidates.found.into_iter();
        let found = found.filter(|(name, _)| self.symbols.member(kind, name).is_some_and(&is_one)).collect();
        self.add_candidates(found);
    }

    /// Records the parameters of a keyword, which its bearers have.
    pub(in crate::check) fn record_keyword_params(&mut self, keyword: KeywordId) {
        let params = &self.symbols.keywords[keyword].params;
        let candidate = |param: &KeywordParam| {
            let detail = param.ty.show(self.symbols);
            (param.id.clone(), Candidate { kind: CandidateKind::Member, detail, fits: true })
        };
        let found = params.iter().map(candidate).collect();
        self.add_candidates(found);
    }

    /// Records the completion candidates after a dot: members, keywords and methods of the owner.
    pub(in crate::check) fn record_members(&mut self, owner: &Ty) {
        if self.uses.editor_info.is_none() {
            return;
        }
        let mut candidates = CandidateCollector { symbols: self.symbols, want: None, found: BTreeMap::new() };
        let owner = if let Ty::Optional(inner) = owner { inner } else { owner };
        candidates.members(owner);
        candidates.keywords(owner);
        candidates.methods(owner);
        let found = candidates.found;
        self.add_candidates(found);
    }

    fn add_candidates(&mut self, found: BTreeMap<String, Candidate>) {
        if let Some(editor_info) = &mut self.uses.editor_info {
            editor_info.candidates.extend(found);
        }
    }
}

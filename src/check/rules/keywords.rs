//! Keywords: named bundles of reactions, modifiers and slots, with parameters.

use crate::check::body::scope::Cx;
use crate::check::hir::tree::{HExpr, HKind, HStmt};
use crate::check::hir::types::Ty;
use crate::check::rules::checker::RuleChecker;
use crate::check::rules::messages;
use crate::check::rules::slot_rules::SlotRules;
use crate::check::symbols::items::{KeywordParam, Member};
use crate::check::symbols::values::{Notation, ValueTarget, value};
use crate::diagnostics::list;
use crate::ir::{KeywordId, KindId, NameId, SlotId, ToIndex};
use crate::model::{CardDecl, CodeText};
use crate::source::{Span, Text, TomlNode, TomlValue};

impl<'p> RuleChecker<'p> {
    /// Parses `keywords = ["blast 2"]` and makes the card a bearer.
    pub(in crate::check) fn bear_keywords(&mut self, card: &'p CardDecl, name: NameId) {
        let mut seen: Vec<KeywordId> = Vec::new();
        for written in &card.keywords {
            let mut parts = words_of(&written.value);
            let Some((start, id)) = parts.next() else { continue };
            let span = written.span_of(start, start + id.len());
            let Some(k) = self.symbols.keywords.iter().position(|k| k.id == id) else {
                let d = messages::unknown_keyword(span, id)
                    .suggest(id, self.symbols.keywords.iter().map(|k| k.id.as_str()));
                self.diagnostics.push(d);
                continue;
            };
            if seen.contains(&KeywordId::from_index(k)) {
                // The keywords of a token that stands for a card are reported for the card.
                if card.card.is_none() {
                    self.diagnostics.push(messages::keyword_twice(span, &card.id.text, id));
                }
                continue;
            }
            seen.push(KeywordId::from_index(k));
            let given: Vec<(usize, &str)> = parts.collect();
            let params: Vec<_> = self.symbols.keywords[KeywordId::from_index(k)].params.clone();
            if given.len() != params.len() {
                let names: Vec<&str> = params.iter().map(|p| p.id.as_str()).collect();
                let takes = messages::takes(id, params.len(), given.len(), "parameter");
                let label = if given.len() < params.len() { "too little" } else { "too much" };
                let declared = self.symbols.keywords[KeywordId::from_index(k)].span;
                let d = messages::wrong_levels(written.span, &takes, label, declared);
                self.diagnostics.push(match names[..] {
                    [] => d.help(format!("write `\"{id}\"`")),
                    _ => d.help(format!("write `\"{id} …\"`, with its {}", list(&names))),
                });
                continue;
            }
            for ((start, part), param) in given.iter().zip(&params) {
                let span = written.span_of(*start, start + part.len());
                let text = Text { value: part.to_string(), map: vec![(0, span.start)], span };
                let node = TomlNode { span, value: TomlValue::Text(text) };
                let declared = Some(self.symbols.keywords[KeywordId::from_index(k)].span);
                let want = ValueTarget {
                    ty: &param.ty,
                    range: param.range,
                    id: &param.id,
                    key: Some(&param.id),
                    notation: Notation::Csv,
                    declared,
                };
                match value(&self.symbols, &node, &want) {
                    Ok(words) => {
                        let info = &self.symbols.names[name];
                        let (first, copies) = (info.first.index(), info.copies.index());
                        let column = &mut self.symbols.printed[param.attribute];
                        for c in first..first + copies {
                            column[c * words.len()..(c + 1) * words.len()].copy_from_slice(&words);
                        }
                    }
                    Err(d) => self.diagnostics.push(d),
                }
            }
            let info = &self.symbols.names[name];
            let bearers = self.symbols.span_set(info.first, info.copies);
            for (word, more) in
                self.symbols.keywords[KeywordId::from_index(k)].bearers.iter_mut().zip(bearers)
            {
                *word |= more;
            }
        }
    }

    /// Fills slots that their bearer leaves empty with the rules of its keywords.
    pub(in crate::check) fn keyword_slots(
        &mut self,
        rules: &mut SlotRules<'p>,
        card: &'p CardDecl,
        name: NameId,
        written: &[SlotId],
    ) {
        let package = self.package;
        let kind = KindId(self.symbols.names[name].kind.0);
        let mut filled: Vec<(SlotId, &'p str, &'p CodeText)> = Vec::new();
        for (i, keyword) in card.keywords.iter().enumerate() {
            let Some((_, id)) = words_of(&keyword.value).next() else { continue };
            let again =
                card.keywords[..i].iter().any(|k| words_of(&k.value).next().is_some_and(|(_, w)| w == id));
            if again {
                continue;
            }
            let Some((k, decl)) = package.keywords.iter().enumerate().find(|(_, k)| k.id.text == id) else {
                continue;
            };
            for (slot_id, code) in &decl.slots {
                let Some(Member::Slot(slot)) = self.symbols.member(kind, &slot_id.text) else {
                    let kind_id = &self.symbols.kinds[kind].id;
                    let known = self.symbols.slots.iter().filter(|s| self.symbols.is_below(kind, s.kind));
                    let d = messages::unknown_slot(slot_id.span, kind_id, &slot_id.text, keyword.span)
                        .suggest(&slot_id.text, known.map(|s| s.id.as_str()));
                    self.once(d);
                    continue;
                };
                if written.contains(&slot) {
                    continue;
                }
                if let Some((_, first, first_at)) = filled.iter().find(|(s, ..)| *s == slot) {
                    let at = (keyword.span, first_at.span);
                    self.diagnostics.push(messages::slot_filled_twice(at, first, id, &slot_id.text));
                    continue;
                }
                filled.push((slot, &decl.id.text, keyword));
                let keyword = Some(KeywordId::from_index(k));
                self.bear_rule(rules, (slot, name), code, &card.id.text, keyword);
            }
        }
    }
}

impl Cx<'_> {
    /// Binds a keyword's parameters as variables, with the bearer's values.
    pub(in crate::check) fn keyword_params(&mut self, keyword: KeywordId, bearer: &HExpr) -> Vec<HStmt> {
        let params = self.symbols.keywords[keyword].params.clone();
        let read = |p: &KeywordParam| HKind::Attribute(p.attribute, Box::new(bearer.clone()));
        params.iter().map(|p| self.keyword_param(p, read(p), bearer.span)).collect()
    }

    /// Binds a keyword's parameters as constants, with the values on cards of this name, whichever component
    /// runs the rule.
    pub(in crate::check) fn keyword_values(
        &mut self,
        keyword: KeywordId,
        name: NameId,
        span: Span,
    ) -> Vec<HStmt> {
        let params = self.symbols.keywords[keyword].params.clone();
        let first = self.symbols.names[name].first.index();
        let written = |p: &KeywordParam| {
            let words = self.symbols.words(&p.ty);
            let column = &self.symbols.printed[p.attribute];
            // A card without copies has no values, but its rule never runs.
            let value = column.get(first * words..(first + 1) * words).unwrap_or(&[0]);
            match &p.ty {
                Ty::Int => HKind::Int(value[0] as i64),
                Ty::Bool => HKind::Bool(value[0] != 0),
                Ty::Set(_) | Ty::Amount(_) => HKind::ConstSet(value.to_vec()),
                _ => HKind::Value(value[0]),
            }
        };
        let values: Vec<HKind> = params.iter().map(written).collect();
        params.iter().zip(values).map(|(p, value)| self.keyword_param(p, value, span)).collect()
    }

    fn keyword_param(&mut self, param: &KeywordParam, value: HKind, span: Span) -> HStmt {
        let local = self.local(param.ty.clone());
        self.bind(&param.id, local, param.ty.clone());
        HStmt::Set(local, HExpr { ty: param.ty.clone(), span, kind: value })
    }
}

/// Splits a text into words, each with its byte offset.
fn words_of(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(move |w| (w.as_ptr() as usize - text.as_ptr() as usize, w))
}

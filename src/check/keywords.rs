//! Keywords: named bundles of reactions, modifiers and slots, with parameters.

use super::hir::{HExpr, HKind, HStmt};
use super::rules::Rules;
use super::scope::Cx;
use super::values::{Wanted, value};
use crate::diagnostics::codes::check as codes;
use crate::diagnostics::{Diagnostic, list};
use crate::model::{CardDecl, Code, Package};
use crate::source::{Node, Text, Value};

/// Who bears a reaction or modifier.
#[derive(Clone, Debug)]
pub(super) enum Borne {
    /// The game.
    ByGame,
    /// Components.
    By {
        /// The set of them.
        bearers: Vec<u64>,
        /// Their kind.
        kind: u16,
        /// The keyword that it comes from.
        keyword: Option<u16>,
    },
}

impl<'p> Rules<'p> {
    /// Reads `keywords = ["blast 2"]`.
    pub(super) fn bear_keywords(&mut self, card: &'p CardDecl, name: u16) {
        let mut seen: Vec<u16> = Vec::new();
        for written in &card.keywords {
            let mut parts = words_of(&written.value);
            let Some((start, id)) = parts.next() else { continue };
            let span = written.span_of(start, start + id.len());
            let Some(k) = self.world.keywords.iter().position(|k| k.id == id) else {
                let d = Diagnostic::error(codes::UNKNOWN_KEYWORD, format!("there is no keyword `{id}`"))
                    .at(span, "not known")
                    .suggest(id, self.world.keywords.iter().map(|k| k.id.as_str()));
                self.diagnostics.push(d);
                continue;
            };
            if seen.contains(&(k as u16)) {
                let d = Diagnostic::error(codes::KEYWORD_TWICE, format!("`{}` bears `{id}` twice", card.id.text))
                    .at(span, "again")
                    .help("a keyword counts once; if levels should add up, give it the sum");
                self.diagnostics.push(d);
                continue;
            }
            seen.push(k as u16);
            let given: Vec<(usize, &str)> = parts.collect();
            let params: Vec<_> = self.world.keywords[k].params.clone();
            if given.len() != params.len() {
                let names: Vec<&str> = params.iter().map(|(p, _)| p.id.as_str()).collect();
                let d = Diagnostic::error(
                    codes::WRONG_ARGUMENTS,
                    super::calls::takes(id, params.len(), given.len(), "parameter"),
                )
                .at(written.span, if given.len() < params.len() { "too little" } else { "too much" })
                .at(self.world.keywords[k].span, "declared here");
                self.diagnostics.push(match names[..] {
                    [] => d.help(format!("write `\"{id}\"`")),
                    _ => d.help(format!("write `\"{id} …\"`, with its {}", list(&names))),
                });
                continue;
            }
            let ranges = self.world.keywords[k].ranges.clone();
            for (((start, part), (param, attribute)), range) in given.iter().zip(&params).zip(ranges) {
                let span = written.span_of(*start, start + part.len());
                let text = Text { value: part.to_string(), map: vec![(0, span.start)], span };
                let node = Node { span, value: Value::Text(text) };
                let declared = Some(self.world.keywords[k].span);
                let want = Wanted { ty: &param.ty, range, id: &param.id, csv: true, declared };
                match value(&self.world, &node, &want) {
                    Ok(words) => {
                        let info = &self.world.names[name as usize];
                        let (first, copies) = (info.first as usize, info.copies as usize);
                        let column = &mut self.world.printed[*attribute as usize];
                        for c in first..first + copies {
                            column[c * words.len()..(c + 1) * words.len()].copy_from_slice(&words);
                        }
                    }
                    Err(d) => self.diagnostics.push(d),
                }
            }
            let info = &self.world.names[name as usize];
            let bearers = self.world.span_set(info.first, info.copies);
            for (word, more) in self.world.keywords[k].bearers.iter_mut().zip(bearers) {
                *word |= more;
            }
        }
    }

    /// Rules that keywords write into slots their bearer leaves empty.
    pub(super) fn keyword_slots(
        &mut self,
        package: &'p Package,
        card: &'p CardDecl,
        name: u16,
        written: &[u16],
        from: &[Option<&'p Code>],
    ) {
        let kind = self.world.names[name as usize].kind;
        let mut filled: Vec<(u16, &'p str, &'p Code)> = Vec::new();
        for (i, keyword) in card.keywords.iter().enumerate() {
            let Some((_, id)) = words_of(&keyword.value).next() else { continue };
            let again = card.keywords[..i].iter().any(|k| words_of(&k.value).next().is_some_and(|(_, w)| w == id));
            if again {
                continue;
            }
            let Some((k, decl)) = package.keywords.iter().enumerate().find(|(_, k)| k.id.text == id) else { continue };
            for (slot_id, code) in &decl.slots {
                let Some(super::world::Member::Slot(slot)) = self.world.member(kind, &slot_id.text) else {
                    let kind_id = &self.world.kinds[kind as usize].id;
                    let message = format!("{} has no slot `{}`", super::types::with_article(kind_id), slot_id.text);
                    let known = self.world.slots.iter().filter(|s| self.world.is_below(kind, s.kind));
                    let d = Diagnostic::error(codes::UNKNOWN_FIELD, message)
                        .at(slot_id.span, "not a slot of what bears the keyword")
                        .at(keyword.span, "borne here")
                        .suggest(&slot_id.text, known.map(|s| s.id.as_str()));
                    self.once(d);
                    continue;
                };
                if written.contains(&slot) {
                    continue;
                }
                if let Some((_, first, first_at)) = filled.iter().find(|(s, ..)| *s == slot) {
                    let d = Diagnostic::error(
                        codes::KEYWORD_TWICE,
                        format!("`{first}` and `{id}` both fill the slot `{}`", slot_id.text),
                    )
                    .at(keyword.span, "the second")
                    .at(first_at.span, "the first")
                    .help(format!("write `{}` on the card itself; that goes before its keywords", slot_id.text));
                    self.diagnostics.push(d);
                    continue;
                }
                filled.push((slot, &decl.id.text, keyword));
                if let Some(f) = self.rule(slot, kind, code, from[slot as usize], &card.id.text, Some(k as u16)) {
                    self.bear(slot, name, f);
                }
            }
        }
    }
}

impl Cx<'_> {
    /// A keyword's parameters as variables: what the bearer has.
    pub(super) fn keyword_params(&mut self, keyword: u16, bearer: &HExpr) -> Vec<HStmt> {
        let mut out = Vec::new();
        for (param, attribute) in self.world.keywords[keyword as usize].params.clone() {
            let local = self.local(param.ty.clone());
            self.bind(&param.id, local, param.ty.clone());
            let kind = HKind::Attribute(attribute, Box::new(bearer.clone()));
            out.push(HStmt::Set(local, HExpr { ty: param.ty, span: bearer.span, kind }));
        }
        out
    }
}

/// Words and where each begins.
fn words_of(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(move |w| (w.as_ptr() as usize - text.as_ptr() as usize, w))
}

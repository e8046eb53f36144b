//! Texts in code: lines of the log, and the values that they show.

use crate::check::body::messages;
use crate::check::body::scope::Cx;
use crate::check::hir::tree::{HEffect, HExpr};
use crate::check::hir::types::Ty;
use crate::check::symbols::editor_info::COMPLETION_MARKER;
use crate::check::symbols::items::Global;
use crate::check::symbols::messages::unfilled_braces;
use crate::check::symbols::templates::{SELF, call_at, place_of, single_braces, variables, with_self};
use crate::place::TextRange;
use crate::syntax::ast::At;

impl Cx<'_> {
    /// Checks a log line: a template and the variables that it names.
    pub(in crate::check) fn log(&mut self, text: &str, at: &At) -> Option<HEffect> {
        self.template(text, at, "a line").map(|(text, values)| HEffect::Log(text, values))
    }

    /// Checks a template and the variables that it names; `of` describes the template in messages.
    pub(in crate::check) fn template(
        &mut self,
        text: &str,
        at: &At,
        of: &str,
    ) -> Option<(String, Vec<(String, HExpr)>)> {
        let (start, code) = (at.first_byte(), self.code);
        for (range, word) in single_braces(code.value.get(start..at.end_byte()).unwrap_or_default()) {
            let is_shown = self.variable(word).is_some()
                || matches!(word, "you" | "self") && self.means_something(word)
                || matches!(self.symbols.globals.get(word), Some(Global::Field(_)));
            if is_shown {
                let span = code.span_of(start + range.start, start + range.end);
                self.report(unfilled_braces(span, word));
            }
        }
        let text = with_self(text);
        let names = match variables(&text) {
            Ok(names) => names,
            Err(e) => {
                let d = e.at_span(self.span(at));
                self.report(d);
                return None;
            }
        };
        let mut values = Vec::new();
        // The calculations that were reported. Names inside them are not reported again.
        let mut calls: Vec<std::ops::Range<usize>> = Vec::new();
        for inside in names {
            let name = inside.replace(SELF, "self");
            // The text as it is written: escapes do not affect the search for a name.
            let whole = (at.first_byte())..at.end_byte();
            let place = place_of(self.code.value.get(whole.clone()).unwrap_or_default(), &name)
                .map_or(whole.clone(), |p| whole.start + p.start..whole.start + p.end);
            let span = self.code.span_of(place.start, place.end);
            let from = self.code.value.get(place.start..whole.end).unwrap_or_default();
            if let Some(call) = call_at(from, &name) {
                let call = call.to_owned();
                calls.push(place.start..place.start + call.len());
                self.report(messages::calculation_in_text(span, of, &call));
                continue;
            }
            if calls.iter().any(|call| call.contains(&place.start)) {
                continue;
            }
            if name == COMPLETION_MARKER {
                self.record_shown_names();
                continue;
            }
            if let Some((variable, rest)) = name.split_once('.') {
                let rest =
                    &format!("{rest}{}", indices_at(from.strip_prefix(name.as_str()).unwrap_or_default()));
                let help = match rest.as_str() {
                    "name" => format!("`{{{{ {variable} }}}}` alone is shown by its name"),
                    _ if *at == (0..self.code.value.len() as u32) => format!(
                        "say it in `do`, which has room for a variable: `let x = {variable}.{rest}; log \"… {{{{ x }}}}\"`"
                    ),
                    _ => {
                        format!("keep it in a variable, `let x = {variable}.{rest}`, and write `{{{{ x }}}}`")
                    }
                };
                self.report(messages::member_in_text(span, of, variable, &help));
                continue;
            }
            if self.is_players(&name) && self.find_name(&name, span, None).is_none() {
                let mut d = self.unknown_name(&name, span, None);
                let p = self.player_in_scope();
                d.help = Some(format!(
                    "keep it in a variable first, `let x = {p}.{name}`, and write `{{{{ x }}}}`"
                ));
                self.report(d);
                continue;
            }
            let value = self.name(&name, span, None);
            if matches!(value.ty, Ty::Set(_)) {
                self.report(messages::set_in_text(span, &name, of));
            }
            if value.ty != Ty::Error {
                values.push((inside, value));
            }
        }
        Some((text, values))
    }
}

/// Returns the indices with which a text begins, `[i]` or `[i][j]`.
fn indices_at(text: &str) -> &str {
    let mut end = 0;
    while let Some(inner) = text[end..].strip_prefix('[')
        && let Some(close) = inner.find(']')
    {
        end += close + 2;
    }
    &text[..end]
}

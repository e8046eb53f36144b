//! Rules in single lines, as stamps have them.

use crate::model::{ActionDecl, CodeText, ModifierDecl, ParamDecl, ReactionDecl};
use crate::source::Span;
use crate::syntax::in_one_line;

/// A rule in a line, with its place.
pub(super) type RuleLine = (String, Span);

/// Joins a word and code, if there is code.
fn clause(word: &str, code: Option<&CodeText>) -> String {
    code.map(|code| format!(" {word} {}", in_one_line(&code.value))).unwrap_or_default()
}

pub(super) fn line_of_reaction(reaction: &ReactionDecl) -> RuleLine {
    let moment = if reaction.before { "before" } else { "after" };
    let zone = reaction.zone.as_ref().map(|zone| format!(" in {}", zone.text)).unwrap_or_default();
    let condition = clause("where", reaction.condition.as_ref());
    let only_if = clause("only_if", reaction.only_if.as_ref());
    let code = in_one_line(&reaction.code.value);
    (format!("{moment} {}{zone}{condition}{only_if}: {code}", reaction.verb.text), reaction.code.span)
}

pub(super) fn line_of_modifier(modifier: &ModifierDecl) -> Option<RuleLine> {
    let code = modifier.add.as_ref().or(modifier.set.as_ref())?;
    let does = format!("{}{}", clause("add", modifier.add.as_ref()), clause("set", modifier.set.as_ref()));
    let condition = clause("where", modifier.condition.as_ref());
    let only_if = clause("only_if", modifier.only_if.as_ref());
    let stage = if modifier.stage == 1 { String::new() } else { format!(" stage {}", modifier.stage) };
    Some((format!("modifier {}{condition}{only_if}{stage}:{does}", modifier.attribute.text), code.span))
}

pub(super) fn line_of_action(action: &ActionDecl) -> RuleLine {
    let mode = action.mode.as_ref().map(|mode| format!(" mode {}", mode.text)).unwrap_or_default();
    let zones: String = action.zones.iter().map(|zone| format!(" in {}", zone.text)).collect();
    let (when, only_if) = (clause("when", action.when.as_ref()), clause("only_if", action.only_if.as_ref()));
    let (params, code) = (with_params(&action.params), in_one_line(&action.code.value));
    (format!("action {}{mode}{zones}{when}{only_if}: {params}{code}", action.id.text), action.code.span)
}

/// Writes parameters before code: "(n int, c card) ".
pub(super) fn with_params(params: &[ParamDecl]) -> String {
    if params.is_empty() {
        return String::new();
    }
    let each: Vec<String> =
        params.iter().map(|p| format!("{} {}", p.id.text, in_one_line(&p.ty.value))).collect();
    format!("({}) ", each.join(", "))
}

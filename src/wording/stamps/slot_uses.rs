//! The places in a game's own code that read a slot: a minus there changes what every card says with it.

use super::rule_lines::{RuleLine, line_of_action, line_of_reaction, with_params};
use crate::model::{CodeText, Package};
use crate::source::Span;
use crate::syntax::{calls_around, in_one_line, statements_reading};
use std::collections::BTreeSet;

/// A piece of a game's own code.
struct Body<'p> {
    /// Its place, as stamps name it: "verb score". Empty for a line that begins with it.
    name: String,
    /// Its id, if other code can call it.
    id: Option<&'p str>,
    /// True if it only returns a value, so that whoever calls it reads what it reads.
    is_value: bool,
    /// Its parameters, and all its code in a line.
    params: String,
    line: String,
    span: Span,
}

/// Returns the statements outside cards and keywords that read a slot, or what others make of it: those of
/// each function, verb and so on in a line, with its span. A function that reads it counts as the slot;
/// a verb to which it is passed is added whole. Functions and verbs with a text are left out: they have their
/// own stamps.
pub(super) fn uses_of_slot(package: &Package, slot: &str) -> Vec<RuleLine> {
    let bodies = bodies(package);
    let mut read = BTreeSet::from([slot.to_owned()]);
    loop {
        let is_reader = |body: &&Body| body.is_value && names_any(&body.line, &read);
        let more: Vec<String> =
            bodies.iter().filter(is_reader).filter_map(|body| Some(body.id?.to_owned())).collect();
        let before = read.len();
        read.extend(more);
        if read.len() == before {
            break;
        }
    }
    let mut passed_to: BTreeSet<String> = BTreeSet::new();
    let mut uses: Vec<RuleLine> = Vec::new();
    for body in bodies.iter().filter(|body| names_any(&body.line, &read)) {
        let statements = statements_reading(&body.line, &read);
        passed_to.extend(statements.iter().flat_map(|s| calls_around(s, &read)));
        let said = match body.name.is_empty() {
            true => body.line.clone(),
            false => format!("{}: {}{}", body.name, body.params, statements.join("; ")),
        };
        uses.push((format!("in {said}"), body.span));
    }
    let is_passed = |body: &&Body| {
        let is_called = body.id.is_some_and(|id| passed_to.contains(id));
        is_called && !names_any(&body.line, &read)
    };
    uses.extend(
        bodies
            .iter()
            .filter(is_passed)
            .map(|body| (format!("in {}: {}{}", body.name, body.params, body.line), body.span)),
    );
    uses
}

/// Returns whether code has one of some names, those of members included.
fn names_any(line: &str, wanted: &BTreeSet<String>) -> bool {
    wanted.iter().any(|name| line.contains(name.as_str())) && !statements_reading(line, wanted).is_empty()
}

/// Returns the code of a game that belongs to no card, without that of functions and verbs with a text.
fn bodies(package: &Package) -> Vec<Body<'_>> {
    let plain = |name: String, code: &CodeText| Body {
        name,
        id: None,
        is_value: false,
        params: String::new(),
        line: in_one_line(&code.value),
        span: code.span,
    };
    let mut bodies: Vec<Body> = Vec::new();
    for f in package.functions.iter().filter(|f| f.text.is_none()) {
        let params = with_params(&f.params);
        let name = format!("function {}", f.id.text);
        bodies.push(Body { id: Some(&f.id.text), is_value: true, params, ..plain(name, &f.code) });
    }
    for verb in package.verbs.iter().filter(|verb| verb.text.is_none()) {
        let params = with_params(&verb.params);
        let name = format!("verb {}", verb.id.text);
        bodies.push(Body { id: Some(&verb.id.text), params, ..plain(name, &verb.code) });
    }
    // With their heads, which may read the slot, too.
    let actions = package.actions.iter().map(line_of_action);
    let reactions = package.reactions.iter().map(line_of_reaction);
    let reactions = reactions.map(|(line, span)| (format!("reaction {line}"), span));
    let whole = |(line, span)| Body {
        name: String::new(),
        id: None,
        is_value: false,
        params: String::new(),
        line,
        span,
    };
    bodies.extend(actions.chain(reactions).map(whole));
    bodies.extend(package.modifiers.iter().flat_map(|m| {
        let parts = [&m.add, &m.set, &m.condition, &m.only_if];
        parts.into_iter().flatten().map(move |code| plain(format!("modifier {}", m.attribute.text), code))
    }));
    let flow = [("setup", &package.flow.setup), ("play", &package.flow.play)];
    let scoring = [("score", &package.scoring.score), ("together", &package.scoring.together)];
    let told = flow.into_iter().chain(scoring);
    bodies.extend(told.filter_map(|(name, code)| Some(plain(name.to_owned(), code.as_ref()?))));
    bodies.extend(package.scoring.ties.iter().map(|code| plain("ties".to_owned(), code)));
    bodies
}

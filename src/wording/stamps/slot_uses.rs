//! The places in a game's own code that read a slot: a minus there changes what every card says with it.

use crate::model::{CodeText, Package};
use crate::source::Span;
use crate::syntax::{in_one_line, statements_reading};

/// Returns each statement outside cards and keywords that reads a slot, with the heads of the blocks around
/// it and the span of the code. Functions and verbs with a text are left out: they have their own stamps.
pub(super) fn uses_of_slot(package: &Package, slot: &str) -> Vec<(String, Span)> {
    let mut bodies: Vec<(String, &CodeText)> = Vec::new();
    for (id, code) in package.functions.iter().filter(|f| f.text.is_none()).map(|f| (&f.id, &f.code)) {
        bodies.push((format!("function {}", id.text), code));
    }
    for (id, code) in package.verbs.iter().filter(|v| v.text.is_none()).map(|v| (&v.id, &v.code)) {
        bodies.push((format!("verb {}", id.text), code));
    }
    bodies.extend(package.actions.iter().map(|a| (format!("action {}", a.id.text), &a.code)));
    bodies.extend(package.reactions.iter().map(|r| (format!("reaction to {}", r.verb.text), &r.code)));
    let modifiers = package.modifiers.iter();
    bodies.extend(modifiers.flat_map(|m| {
        let parts = [&m.add, &m.set, &m.condition, &m.only_if];
        parts.into_iter().flatten().map(move |code| (format!("modifier {}", m.attribute.text), code))
    }));
    let flow = [("setup", &package.flow.setup), ("play", &package.flow.play)];
    let scoring = [("score", &package.scoring.score), ("together", &package.scoring.together)];
    let ties = package.scoring.ties.iter().map(|code| ("ties".to_owned(), code));
    let told = flow.into_iter().chain(scoring);
    bodies.extend(told.filter_map(|(name, code)| Some((name.to_owned(), code.as_ref()?))));
    bodies.extend(ties);
    let mut uses: Vec<(String, Span)> = Vec::new();
    for (name, code) in bodies {
        let line = in_one_line(&code.value);
        uses.extend(
            statements_reading(&line, slot).into_iter().map(|s| (format!("in {name}: {s}"), code.span)),
        );
    }
    uses
}

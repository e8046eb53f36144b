//! Limits on the number of declarations of each sort, which are numbered with 16 bits.
//!
//! The first exceeded limit is reported once, at the declaration that exceeds it. From then on numbers are
//! ambiguous, so later diagnostics may be wrong and are dropped.

use crate::check::symbols::messages;
use crate::diagnostics::Diagnostic;
use crate::model::{Ident, Package};
use crate::source::Span;

/// Maximum number of items of a sort. The two numbers above it are reserved for "none" and "no rule".
pub const MOST: usize = 65_534;

/// The first item that exceeded a limit.
#[derive(Clone, Copy, Debug)]
pub struct ExceededLimit {
    /// The plural name of its sort, such as `rules`.
    pub what: &'static str,
    /// Span of the item, if it has one.
    pub span: Option<Span>,
}

impl ExceededLimit {
    /// Returns the error for the exceeded limit.
    pub fn diagnostic(self, package: Option<&Package>) -> Diagnostic {
        let span = self.span.or_else(|| package.and_then(|p| p.game.span));
        let d = messages::too_many(span, MOST, self.what);
        match self.what {
            RULES => d.help(
                "rules of the same text on cards of the same kind count once; of a scenario each step, answer and number is a rule: \
                 keep scenarios that are many in a package of their own, which includes this one",
            ),
            _ => d.help("leave some of them out, or keep them in a package of their own"),
        }
    }
}

/// Sort name of functions, verbs, actions, texts of slots and steps of scenarios.
pub const RULES: &str = "rules";

/// Checks the limits of declarations before they are declared.
pub(in crate::check) fn check_declaration_counts(package: &Package) -> Option<ExceededLimit> {
    fn beyond<T>(what: &'static str, all: &[T], id: impl Fn(&T) -> &Ident) -> Option<ExceededLimit> {
        all.get(MOST).map(|first| ExceededLimit { what, span: Some(id(first).span) })
    }
    let seats = usize::from(package.game.players.1.clamp(1, 32));
    let mut places = 0;
    let zones = package.zones.iter().find(|zone| {
        places += if zone.per.iter().any(|per| per.text == "player") { seats } else { 1 };
        places > MOST
    });
    beyond("options", &package.options, |d| &d.id)
        .or_else(|| beyond("enums", &package.enums, |d| &d.id))
        .or_else(|| beyond("kinds", &package.kinds, |d| &d.id))
        .or_else(|| {
            zones.map(|zone| ExceededLimit {
                what: "zones, counted for each player,",
                span: Some(zone.id.span),
            })
        })
        .or_else(|| beyond("boards", &package.boards, |d| &d.id))
        .or_else(|| beyond("histories", &package.histories, |d| &d.id))
        .or_else(|| beyond(RULES, &package.functions, |d| &d.id))
        .or_else(|| beyond(RULES, &package.verbs, |d| &d.id))
        .or_else(|| beyond("actions", &package.actions, |d| &d.id))
        .or_else(|| beyond("keywords", &package.keywords, |d| &d.id))
        .or_else(|| beyond("bots", &package.bots, |d| &d.id))
        .or_else(|| beyond("cards", &package.cards, |d| &d.id))
}

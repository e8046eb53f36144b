//! How many things of a sort a game may declare: they are told apart by numbers of 16 bits.
//!
//! Whoever would cross the limit is told once, where it is crossed. What is said after that may be wrong, since numbers no longer tell things
//! apart, so nothing else is.

use super::world::World;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::check as codes;
use crate::model::{Ident, Package};
use crate::source::Span;

/// The most things of a sort. The two numbers beyond stand for nothing and for no rule.
pub const MOST: usize = 65_534;

/// The first thing for which there was no number left.
#[derive(Clone, Copy, Debug)]
pub struct Crossed {
    /// What it is one of: `rules`.
    pub what: &'static str,
    /// Where it stands, if it stands anywhere.
    pub span: Option<Span>,
}

impl Crossed {
    /// What is said of it.
    pub fn said(self, package: Option<&Package>) -> Diagnostic {
        let d = Diagnostic::error(codes::TOO_MANY, format!("a game can have {MOST} {} at most", self.what));
        let d = match self.span.or_else(|| package.and_then(|p| p.game.span)) {
            Some(span) => d.at(span, "one too many"),
            None => d,
        };
        match self.what {
            RULES => d.help(
                "rules of the same text on cards of the same kind count once; of a scenario each step, answer and number is a rule: \
                 keep scenarios that are many in a package of their own, which includes this one",
            ),
            _ => d.help("leave some of them out, or keep them in a package of their own"),
        }
    }
}

/// What functions, verbs, actions, texts of slots and steps of scenarios are.
pub const RULES: &str = "rules";

impl World {
    /// The number of the next thing of a sort, of which there are `count`. Once there is none left, that is noted, and the last one is
    /// given again.
    pub fn number(&mut self, count: usize, what: &'static str, span: Option<Span>) -> u16 {
        if count >= MOST {
            self.crossed.get_or_insert(Crossed { what, span });
        }
        count.min(MOST - 1) as u16
    }

    /// Says where rules that stand nowhere have crossed the limit.
    pub fn crossed_in(&mut self, span: Span) {
        if let Some(crossed) = &mut self.crossed {
            crossed.span.get_or_insert(span);
        }
    }
}

/// What is declared too often, before anything is made of it.
pub(super) fn declared(package: &Package) -> Option<Crossed> {
    fn beyond<T>(what: &'static str, all: &[T], id: impl Fn(&T) -> &Ident) -> Option<Crossed> {
        all.get(MOST).map(|first| Crossed { what, span: Some(id(first).span) })
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
        .or_else(|| zones.map(|zone| Crossed { what: "zones, counted for each player,", span: Some(zone.id.span) }))
        .or_else(|| beyond("boards", &package.boards, |d| &d.id))
        .or_else(|| beyond("histories", &package.histories, |d| &d.id))
        .or_else(|| beyond(RULES, &package.functions, |d| &d.id))
        .or_else(|| beyond(RULES, &package.verbs, |d| &d.id))
        .or_else(|| beyond("actions", &package.actions, |d| &d.id))
        .or_else(|| beyond("keywords", &package.keywords, |d| &d.id))
        .or_else(|| beyond("bots", &package.bots, |d| &d.id))
        .or_else(|| beyond("cards", &package.cards, |d| &d.id))
}

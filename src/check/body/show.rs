//! `show`: the components that are shown, and the players who see them.

use crate::check::body::messages;
use crate::check::body::scope::Cx;
use crate::check::hir::tree::{HEffect, HExpr, HKind};
use crate::check::hir::types::Ty;
use crate::check::symbols::editor_info::COMPLETION_MARKER;
use crate::check::symbols::items::COMPONENT;
use crate::check::symbols::items::{KindSymbol, Member};
use crate::ir::{AttributeId, KindId};
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, Expr, ExprKind};
use crate::vocabulary::WordEntry;

impl Cx<'_> {
    /// Checks a player or a set of players, and returns a set.
    pub(in crate::check) fn some_players(&mut self, who: &Expr) -> HExpr {
        let who = self.expr(who, Some(&Ty::Player));
        self.set_of_players(who)
    }

    /// Converts a player or a set of players to a set.
    pub(in crate::check) fn set_of_players(&mut self, who: HExpr) -> HExpr {
        match &who.ty {
            Ty::Set(_) => self.coerce(who, &Ty::Player.set()),
            _ => {
                let at = who.span;
                let who = self.coerce(who, &Ty::Player);
                HExpr { ty: Ty::Player.set(), span: at, kind: HKind::SetOf(vec![who]) }
            }
        }
    }

    /// Checks `show(c, p)` and `show(S, players)`.
    pub(in crate::check) fn show(&mut self, what: &Expr, who: &Expr, span: Span) -> Option<HEffect> {
        let (what, _, who) = self.what_to_whom(what, who, span)?;
        Some(HEffect::Show(what, who))
    }

    /// Reports `show(c)`, which does not say who sees it.
    pub(in crate::check) fn show_to_nobody(
        &mut self,
        word: &WordEntry,
        what: &Expr,
        span: Span,
    ) -> Option<HEffect> {
        let shown = self.expr(what, Some(&Ty::Component(COMPONENT)));
        let shown = match shown.ty {
            Ty::Name => self.coerce(shown, &Ty::Component(COMPONENT)),
            _ => shown,
        };
        if shown.ty == Ty::Error {
            return None;
        }
        let of = if let Ty::Set(of) = &shown.ty { of } else { &shown.ty };
        if matches!(of, Ty::Component(_) | Ty::Zone(_)) {
            let d = messages::shown_to_nobody(span, self.written(what), self.player_in_scope());
            self.report(d);
        } else {
            self.wrong_form(word, 1, span);
        }
        None
    }

    /// Checks `show(S, p, colour == red)`.
    pub(in crate::check) fn show_property(
        &mut self,
        what: &Expr,
        who: &Expr,
        property: &Expr,
        span: Span,
    ) -> Option<HEffect> {
        let written = self.source_of(property).to_owned();
        let (what, kind, who) = self.what_to_whom(what, who, span)?;
        let at = self.span(&property.at);
        let is_marker = |e: &Expr| matches!(&e.kind, ExprKind::Name(name) if name == COMPLETION_MARKER);
        if is_marker(property) || matches!(&property.kind, ExprKind::Binary { left, .. } if is_marker(left)) {
            self.record_members_that(kind, |member| matches!(member, Member::Attribute(_)));
        }
        let ExprKind::Binary { op: BinaryOp::Eq, left, right } = &property.kind else {
            let d = messages::not_a_hint(at);
            let help = match &property.kind {
                _ if self.hinted(kind, property).is_some_and(|a| self.is_yes_or_no(a)) => {
                    format!("write `{written} == true`")
                }
                ExprKind::Binary { op: BinaryOp::Ne, left, right } => {
                    let (left, right) = (self.source_of(left), self.source_of(right));
                    format!("write `{left} == {right}`: of all others they learn that they are not")
                }
                _ => "write which attribute, and which value: `show(S, p, colour == red)`".into(),
            };
            self.report(d.help(help));
            return None;
        };
        let Some(attribute) = self.hinted(kind, left) else {
            let id = read_of_element(left).map(|(id, _)| id);
            let thing = Ty::Component(kind).a(self.symbols);
            let d = messages::not_printed(self.span(&left.at), &thing, self.source_of(left));
            let d = match (self.hinted(kind, right), id.and_then(|id| self.symbols.member(kind, id))) {
                (Some(_), _) => d.help(format!(
                    "the attribute comes first: `{} == {}`",
                    self.source_of(right),
                    self.source_of(left)
                )),
                (None, Some(Member::Field(_, Some(_)))) => d.help(format!("write `printed.{written}`")),
                (None, Some(Member::Field(_, None))) => d.because(
                    "A hint is about what a component prints, which stays so; its state may change.",
                ),
                (None, _) => {
                    let holds = |k: &(KindId, &KindSymbol)| {
                        id.is_some_and(|id| matches!(k.1.members.get(id), Some(Member::Attribute(_))))
                    };
                    match self.symbols.kinds.iter_ids().find(holds) {
                        Some((_, of)) => d.help(format!("a {} does: `S where it is {}`", of.id, of.id)),
                        None => d.help("write an attribute of these components: `show(S, p, colour == red)`"),
                    }
                }
            };
            self.report(d);
            return None;
        };
        let ty = self.symbols.attribute_types[attribute].clone();
        if self.symbols.words(&ty) != 1 || matches!(ty, Ty::Set(_) | Ty::Amount(_) | Ty::Optional(_)) {
            self.report(messages::no_hint_of(self.span(&left.at), &ty.a(self.symbols)));
            return None;
        }
        let value = self.typed(right, &ty);
        if let HKind::Contents(zone) = &what.kind
            && let Some(zone) = self.zone_without_order(zone)
        {
            self.report(messages::hint_forgotten(what.span, &zone.id, zone.span));
            return None;
        }
        (value.ty != Ty::Error).then_some(HEffect::Hint(what, who, attribute, value))
    }

    /// Returns the attribute that an expression reads of components of a kind. State has none, except the
    /// printed value of printed state.
    fn hinted(&self, kind: KindId, e: &Expr) -> Option<AttributeId> {
        let (id, printed) = read_of_element(e)?;
        match self.symbols.member(kind, id)? {
            Member::Attribute(a) => Some(a),
            Member::Field(_, Some(a)) if printed => Some(a),
            _ => None,
        }
    }

    fn is_yes_or_no(&self, attribute: AttributeId) -> bool {
        self.symbols.attribute_types.find(attribute) == Some(&Ty::Bool)
    }

    pub(in crate::check) fn source_of(&self, e: &Expr) -> &str {
        self.source_text(self.span(&e.at)).unwrap_or("…")
    }

    /// Checks the first two arguments of `show`. Returns the components as a set with their kind, and the
    /// players as a set.
    fn what_to_whom(&mut self, what: &Expr, who: &Expr, span: Span) -> Option<(HExpr, KindId, HExpr)> {
        if let ExprKind::Name(word) = &who.kind
            && matches!(word.as_str(), "all" | "everybody" | "others")
        {
            let everybody = word != "others";
            self.report(messages::not_a_viewer(self.span(&who.at), everybody));
            return None;
        }
        let (first, second) = (self.source_of(what).to_owned(), self.source_of(who).to_owned());
        let what = self.expr(what, Some(&Ty::Component(COMPONENT)));
        let players = matches!(&what.ty, Ty::Player) || what.ty == Ty::Player.set();
        if players {
            self.report(messages::viewer_first(span, &first, &second));
            return None;
        }
        let of = if let Ty::Set(of) = &what.ty { of } else { &what.ty };
        let kind = if let Ty::Component(kind) | Ty::Zone(kind) = of { *kind } else { COMPONENT };
        let what = match what.ty {
            Ty::Set(_) | Ty::Zone(_) => self.coerce(what, &Ty::Component(COMPONENT).set()),
            _ => {
                let at = what.span;
                let one = self.coerce(what, &Ty::Component(COMPONENT));
                if one.ty == Ty::Error {
                    return None;
                }
                HExpr { ty: Ty::Component(COMPONENT).set(), span: at, kind: HKind::SetOf(vec![one]) }
            }
        };
        let who = self.some_players(who);
        (what.ty != Ty::Error && who.ty != Ty::Error).then_some((what, kind, who))
    }
}

/// Matches `colour`, `it.colour`, `printed.colour` and `it.printed.colour`. Returns the member of the
/// element, and whether it is read as printed.
fn read_of_element(e: &Expr) -> Option<(&str, bool)> {
    let is = |e: &Expr, word: &str| matches!(&e.kind, ExprKind::Name(name) if name == word);
    match &e.kind {
        ExprKind::Name(id) => Some((id, false)),
        ExprKind::Field { of, field } if is(of, "it") => Some((&field.text, false)),
        ExprKind::Field { of, field } if is(of, "printed") => Some((&field.text, true)),
        ExprKind::Field { of, field } => match &of.kind {
            ExprKind::Field { of, field: printed } if is(of, "it") && printed.text == "printed" => {
                Some((&field.text, true))
            }
            _ => None,
        },
        _ => None,
    }
}

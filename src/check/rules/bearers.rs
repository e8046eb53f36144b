//! Bearers of reactions and modifiers: the game, or components; and the scope in which their rules are
//! checked.

use crate::check::body::scope::Cx;
use crate::check::hir::tree::{HExpr, HKind, HStmt, Local, LoopSource};
use crate::check::hir::types::Ty;
use crate::check::symbols::items::COMPONENT;
use crate::ir::{FunctionId, KeywordId, KindId, ZoneId};
use crate::source::Span;

impl Cx<'_> {
    /// Checks a rule for one bearer, with `self`, `you` and the keyword's parameters in scope. The statements
    /// run only while the bearer is in play (or in the given zone). Returns the variable that must hold the
    /// bearer, and the statements.
    pub(in crate::check) fn for_bearer(
        &mut self,
        (kind, keyword): (KindId, Option<KeywordId>),
        zone: Option<ZoneId>,
        span: Span,
        check: impl FnOnce(&mut Self) -> Vec<HStmt>,
    ) -> (Local, Vec<HStmt>) {
        let ty = Ty::Component(kind);
        let bearer = self.local(ty.clone());
        let me = HExpr { ty: ty.clone(), span, kind: HKind::Local(bearer) };
        let mark = self.enter();
        let was = self.become_bearer(bearer, ty);
        let mut body = keyword.map(|k| self.keyword_params(k, &me)).unwrap_or_default();
        let mut inner = check(self);
        let holder = self.leave_bearer(was);
        self.leave(mark);
        if let Some(holder) = holder {
            // A bearer without a holder has no `you`, and does not react.
            let asked = HExpr { ty: Ty::Player.optional(), span, kind: HKind::Holder(Box::new(me.clone())) };
            inner = vec![HStmt::IfLet(holder, asked, inner, Vec::new())];
        }
        body.extend(inner);
        let here = self.in_play(&me, zone, span);
        (bearer, vec![HStmt::If(here, body, Vec::new())])
    }

    /// Builds the condition that a bearer is in play, or in the given zone.
    fn in_play(&self, me: &HExpr, zone: Option<ZoneId>, span: Span) -> HExpr {
        let bool_of = |kind| HExpr { ty: Ty::Bool, span, kind };
        let place =
            HExpr { ty: Ty::Zone(COMPONENT).optional(), span, kind: HKind::ZoneOf(Box::new(me.clone())) };
        let Some(z) = zone else { return bool_of(HKind::IsSome(Box::new(place))) };
        let set_of = |kind| HExpr { ty: Ty::Component(COMPONENT).set(), span, kind };
        if self.symbols.zones[z].is_single() {
            let zone = HExpr { ty: Ty::Zone(COMPONENT), span, kind: HKind::Zone(z) };
            return bool_of(HKind::In(
                Box::new(me.clone()),
                Box::new(set_of(HKind::Contents(Box::new(zone)))),
            ));
        }
        bool_of(HKind::InZones(Box::new(place), z))
    }
}

/// Builds a loop over components of a kind, lowest first.
pub(in crate::check) fn each_of(
    bearers: Vec<u64>,
    kind: KindId,
    bearer: Local,
    body: Vec<HStmt>,
    span: Span,
) -> HStmt {
    let set = HExpr { ty: Ty::Component(kind).set(), span, kind: HKind::ConstSet(bearers) };
    HStmt::ForEach(bearer, LoopSource::Set(set), body)
}

/// Wraps statements in a condition on the options, if there is one.
pub(in crate::check) fn only_if(condition: Option<FunctionId>, body: Vec<HStmt>, span: Span) -> Vec<HStmt> {
    match condition {
        Some(f) => {
            let asks = HExpr { ty: Ty::Bool, span, kind: HKind::Call(f, Vec::new()) };
            vec![HStmt::If(asks, body, Vec::new())]
        }
        None => body,
    }
}

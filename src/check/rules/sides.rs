//! Sides, whose players win, lose and rank together: `[scoring] together`.

use crate::check::body::scope::{Cx, Mode};
use crate::check::hir::tree::{Aggregate, CompareOp, HExpr, HFunction, HKind, HStmt, Local};
use crate::check::hir::types::Ty;
use crate::check::rules::checker::RuleChecker;
use crate::check::rules::messages;
use crate::check::symbols::items::SideDivision;
use crate::ir::FunctionId;
use crate::model::CodeText;
use crate::source::Span;

impl<'p> RuleChecker<'p> {
    /// Checks `[scoring] together`. This precedes all rules, because `win` and `lose` need its functions.
    pub(in crate::check) fn sides(&mut self) {
        let package = self.package;
        let Some(code) = &package.scoring.together else { return };
        let value = self.hidden("sides", vec![("p", Ty::Player)], Ty::Error, false);
        let Some(by) = self.side_of(value, code) else { return };
        let constant =
            matches!(by.0.kind, HKind::Bool(_) | HKind::Int(_) | HKind::Value(_) | HKind::Option(_));
        let f = &mut self.symbols.functions[value];
        (f.result, f.body) = (by.0.ty.clone(), Some(by.1));
        if constant {
            self.symbols.sides = SideDivision::Table;
            return;
        }
        let players = || Ty::Player.set();
        let mates = self.hidden("those on their sides", vec![("s", players())], players(), false);
        let last = self.hidden("the last side", Vec::new(), players(), false);
        let hir = SideFunctions { span: code.span, value, ty: by.0.ty };
        self.symbols.functions[mates].body = Some(hir.mates());
        self.symbols.functions[last].body = Some(hir.last());
        self.symbols.sides = SideDivision::By { value, mates, last };
    }

    /// Checks the expression. Returns it, and a body that returns it.
    fn side_of(&mut self, function: FunctionId, code: &'p CodeText) -> Option<(HExpr, HFunction)> {
        let tree = self.parse_expr(code)?;
        let before = self.errors();
        let mut cx =
            Cx::new(&self.symbols, &mut self.diagnostics, &mut self.uses, function, code, Mode::Calculation);
        cx.what = "the scoring";
        cx.parameter("p", Ty::Player);
        let value = cx.expr(&tree, None);
        let inner = match &value.ty {
            Ty::Optional(inner) => inner,
            ty => ty,
        };
        let word = matches!(
            inner,
            Ty::Int
                | Ty::Bool
                | Ty::Enum(_)
                | Ty::Name
                | Ty::Player
                | Ty::Component(_)
                | Ty::Cell
                | Ty::Error
        );
        if !word {
            cx.report(messages::not_a_side(value.span, &value.ty.a(cx.symbols)));
        }
        let body = cx.finish(vec![HStmt::Return(Some(value.clone()))]);
        (self.errors() == before).then_some((value, body))
    }
}

/// Builder for the bodies of the functions about sides.
struct SideFunctions {
    span: Span,
    value: FunctionId,
    ty: Ty,
}

impl SideFunctions {
    fn make(&self, ty: Ty, kind: HKind) -> HExpr {
        HExpr { ty, span: self.span, kind }
    }

    /// Builds a comparison of the sides of two players.
    fn compared(&self, how: CompareOp, a: Local, b: Local) -> Box<HExpr> {
        let side = |p: Local| {
            let player = self.make(Ty::Player, HKind::Local(p));
            Box::new(self.make(self.ty.clone(), HKind::Call(self.value, vec![player])))
        };
        Box::new(self.make(Ty::Bool, HKind::Compare(how, side(a), side(b))))
    }

    /// Builds the set of elements of `set` for which any (or, with another `op`, no) element of `others`
    /// satisfies the comparison.
    fn build_side_filter(
        &self,
        set: HExpr,
        others: HExpr,
        op: Aggregate,
        how: CompareOp,
        [x, y]: [Local; 2],
    ) -> HExpr {
        let (set, others) = (Box::new(set), Box::new(others));
        let so = HKind::Filter { set: others, element: y, cond: self.compared(how, x, y) };
        let so = Box::new(self.make(Ty::Player.set(), so));
        let any = HKind::Aggregate { op, set: so, element: y, of: None };
        let cond = Box::new(self.make(Ty::Bool, any));
        self.make(Ty::Player.set(), HKind::Filter { set, element: x, cond })
    }

    fn returning(&self, locals: Vec<Ty>, value: HExpr) -> HFunction {
        HFunction { locals, body: vec![HStmt::Return(Some(value))], asker: None }
    }

    /// Builds the function that returns everybody on the side of a player in a set.
    fn mates(&self) -> HFunction {
        let players = self.make(Ty::Player.set(), HKind::Players);
        let given = self.make(Ty::Player.set(), HKind::Local(Local(0)));
        let all = self.build_side_filter(players, given, Aggregate::Any, CompareOp::Eq, [Local(1), Local(2)]);
        self.returning(vec![Ty::Player.set(), Ty::Player, Ty::Player], all)
    }

    /// Builds the function that returns the players who have not lost, if none of them is on another side
    /// than another.
    fn last(&self) -> HFunction {
        let left = || self.make(Ty::Player.set(), HKind::NotLost);
        let all =
            self.build_side_filter(left(), left(), Aggregate::None, CompareOp::Ne, [Local(0), Local(1)]);
        self.returning(vec![Ty::Player, Ty::Player], all)
    }
}

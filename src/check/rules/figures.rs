//! `[figures]`: values that the author measures at the end of each game.

use crate::check::body::name_hints::{Advice, NameHint};
use crate::check::body::scope::{Cx, Mode};
use crate::check::hir::tree::HStmt;
use crate::check::hir::types::Ty;
use crate::check::rules::checker::RuleChecker;
use crate::check::rules::messages;
use crate::ir::FigureInfo;
use crate::model::FigureDecl;

impl<'p> RuleChecker<'p> {
    /// Checks `[figures]`. Returns those without an error.
    pub(in crate::check) fn figures(&mut self) -> Vec<FigureInfo> {
        let package = self.package;
        package.figures.iter().filter_map(|decl| self.figure(decl)).collect()
    }

    fn figure(&mut self, decl: &'p FigureDecl) -> Option<FigureInfo> {
        let params = if decl.per_player { vec![("p", Ty::Player)] } else { Vec::new() };
        let f = self.hidden(format!("figure {}", decl.id.text), params, Ty::Error, false);
        let tree = self.parse_expr(&decl.value)?;
        let errors_before = self.errors();
        let mut cx =
            Cx::new(&self.symbols, &mut self.diagnostics, &mut self.uses, f, &decl.value, Mode::Calculation);
        cx.what = "a figure";
        if decl.per_player {
            cx.parameter("p", Ty::Player);
        } else {
            let help = "`{ value = \"…\", per = \"player\" }` asks a figure of each player, `p`";
            cx.hints.push(NameHint { names: Some(vec!["p".into()]), advice: Advice::Help(help.into()) });
        }
        let value = cx.expr(&tree, None);
        let value = match value.ty {
            Ty::Zone(kind) => cx.coerce(value, &Ty::Component(kind).set()),
            _ => value,
        };
        let (ty, span) = (value.ty.clone(), value.span);
        let body = cx.finish(vec![HStmt::Return(Some(value))]);
        if self.errors() > errors_before {
            return None;
        }
        if !told_apart(&ty) {
            let d = messages::not_a_figure(span, &ty.a(&self.symbols));
            self.diagnostics.push(match ty {
                Ty::Amount(_) => {
                    d.help("take one number of it, as `max(…)` or `sum(…)` does, or write a figure for each")
                }
                _ => d.help(
                    "ask for a number, for yes or no, or for values of an enum, cards or a set of them",
                ),
            });
            return None;
        }
        let function = &mut self.symbols.functions[f];
        (function.result, function.body) = (ty.clone(), Some(body));
        Some(FigureInfo {
            id: decl.id.text.clone(),
            per_player: decl.per_player,
            function: f,
            ty: self.symbols.value_type(&ty),
        })
    }
}

/// Returns whether values of a type can be counted by value.
fn told_apart(ty: &Ty) -> bool {
    match ty {
        Ty::Set(inner) | Ty::Optional(inner) => **inner != Ty::Bool && told_apart(inner),
        Ty::Int | Ty::Bool | Ty::Enum(_) | Ty::Name | Ty::Player | Ty::Component(_) | Ty::Cell => true,
        Ty::Zone(_) | Ty::Zones(_) | Ty::Amount(_) | Ty::Unit | Ty::Error => false,
    }
}

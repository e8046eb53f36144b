//! `[flow]`, `[[require]]` and `[scoring]`.

use crate::check::hir::types::Ty;
use crate::check::rules::checker::RuleChecker;
use crate::ir::FunctionId;

/// The functions of `[flow]`, `[[require]]` and `[scoring]`.
#[derive(Debug, Default)]
pub struct FlowFunctions {
    /// `[flow] setup`
    pub setup: Option<FunctionId>,
    /// `[flow] play`
    pub play: Option<FunctionId>,
    /// `[scoring] score`
    pub score: Option<FunctionId>,
    /// `[scoring] ties`
    pub ties: Vec<FunctionId>,
    /// `[[require]]`: the function and the message.
    pub requires: Vec<(FunctionId, String)>,
}

impl RuleChecker<'_> {
    /// Checks `[flow]`, `[[require]]` and `[scoring]`.
    pub fn flow(&mut self) -> FlowFunctions {
        let package = self.package;
        let mut flow = FlowFunctions::default();
        for (id, code, slot) in [("flow setup", &package.flow.setup, 0), ("flow play", &package.flow.play, 1)]
        {
            let Some(code) = code else { continue };
            let f = self.hidden(id, Vec::new(), Ty::Unit, true);
            self.body(f, code, "the flow");
            if slot == 0 { flow.setup = Some(f) } else { flow.play = Some(f) }
        }
        for r in &package.requires {
            let f = self.condition("require", &r.that);
            flow.requires.push((f, r.text.clone()));
        }
        if let Some(score) = &package.scoring.score {
            let f = self.hidden("scoring", vec![("p", Ty::Player)], Ty::Int, false);
            self.body(f, score, "the scoring");
            flow.score = Some(f);
        }
        for tie in &package.scoring.ties {
            let f = self.hidden("tie-break", vec![("p", Ty::Player)], Ty::Int, false);
            self.body(f, tie, "the scoring");
            flow.ties.push(f);
        }
        flow
    }
}

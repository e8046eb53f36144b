//! Checks the functions that are referenced from outside the code.

use super::bots::bots;
use super::error::{VerifyResult, check};
use super::types::value_type;
use super::viewers::viewers;
use crate::ir::ids::FunctionId;
use crate::ir::root::Ir;
use crate::ir::sides::SidesInfo;

/// Checks the functions that are referenced from outside the code.
pub(super) fn references(ir: &Ir) -> VerifyResult {
    let function = |id: FunctionId, params: u16, results: Option<u16>, what: &str| {
        let fits = ir
            .functions
            .get(id.index())
            .is_some_and(|f| f.param_words == params && results.is_none_or(|r| f.result_words == r));
        check(fits, || format!("the function of {what}"))
    };
    function(ir.lay, 0, None, "laying the table")?;
    for flow in ir.setup.iter().chain(&ir.play) {
        function(*flow, 0, None, "the flow")?;
    }
    for score in ir.score.iter().chain(&ir.ties) {
        function(*score, 1, Some(1), "scoring")?;
    }
    if let SidesInfo::By(side) = ir.sides {
        function(side, 1, Some(1), "sides")?;
    }
    bots(ir).and_then(|()| viewers(ir))?;
    for figure in &ir.figures {
        check(value_type(ir, &figure.ty), || format!("figure `{}`", figure.id))?;
        function(figure.function, u16::from(figure.per_player), None, "a figure")?;
    }
    for require in &ir.requires {
        function(require.function, 0, Some(1), "a requirement")?;
    }
    Ok(())
}

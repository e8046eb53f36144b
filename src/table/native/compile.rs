//! Compiles the rules of a game to machine code.

use super::declarations::{declare, describe_error};
use super::function::translate;
use super::machine_code::{EntryPoint, FunctionPointer, Native};
use crate::ir::FunctionId;
use crate::table::program::Table;
use cranelift_frontend::FunctionBuilderContext;
use cranelift_module::Module;

/// Compiles the functions that play and scoring need.
///
/// # Errors
/// A sentence for people, if there is no machine code for this processor or the compiler fails.
pub(in crate::table) fn compile(table: &Table) -> Result<Native, String> {
    let mut codes: Box<[FunctionPointer]> =
        table.functions.iter().map(|info| FunctionPointer { at: 0, cost: u64::from(info.cost) }).collect();
    let mut declared = declare(table, codes.as_ptr() as usize)?;
    let mut context = declared.module.make_context();
    let mut scratch = FunctionBuilderContext::new();
    let mut resumed = Vec::new();
    for (f, range) in table.ir.bodies().into_iter().enumerate() {
        let Some(id) = declared.ids[f] else { continue };
        context.func.signature = declared.signature.clone();
        let range = (FunctionId::from_index(f), range);
        resumed.push((f, id, translate(table, &mut declared, &mut context.func, &mut scratch, range)));
        declared.module.define_function(id, &mut context).map_err(describe_error)?;
        declared.module.clear_context(&mut context);
    }
    declared.module.finalize_definitions().map_err(describe_error)?;
    let mut entries = vec![EntryPoint::default(); table.code.len()];
    for (f, id, places) in resumed {
        let code = declared.module.get_finalized_function(id) as usize;
        codes[f].at = code;
        for (number, pc) in (0..).zip(places) {
            if let Some(entry) = entries.get_mut(pc.index()) {
                *entry = EntryPoint { code, number };
            }
        }
    }
    Ok(Native::new(declared.module, entries, codes))
}

//! Machine code of the rules: the functions of a game compiled for the processor that runs them.
//!
//! Machine code and the dispatch loop are two ways to execute the same instructions on the same words:
//! registers are in the same frames, frames have the same headers, and fuel is counted alike. So machine code
//! may stop before any instruction, and the dispatch loop goes on there. It does so before an instruction
//! that would fail, when fuel is spent, and when the stack must grow: none of this is written twice, and a
//! fault is the same at the same place. What is long or rare is executed by `step`, in Rust.
//!
//! | file | subject |
//! |---|---|
//! | `enter` | calls machine code, and is called by it; the only unsafe code of the crate |
//! | `step` | instructions that machine code leaves to Rust |
//! | `liveness` | the registers that a function still reads |
//! | `function` | the blocks and registers of a function |
//! | `emit` | the instructions |
//! | `sets` | instructions on sets |
//! | `elements` | instructions on one element of a set |
//! | `amounts` | instructions on amounts, and places of zones with a key |
//! | `members` | instructions that look at the members of a set one by one |
//! | `boards` | steps and rows on small boards |
//! | `occupants` | contents of zones that keep no set |
//! | `places` | instructions on fields, zones and places |

mod amounts;
mod boards;
mod elements;
mod emit;
mod enter;
mod function;
mod liveness;
mod members;
mod occupants;
mod places;
mod sets;
mod step;

use super::program::Table;
use crate::ir::{FunctionId, ToIndex};
use cranelift_codegen::ir::{AbiParam, Signature, types};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::FunctionBuilderContext;
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module};
pub(super) use enter::{EntryResult, Native};

/// The entry of a function for calls through a table.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
struct FunctionPointer {
    /// The address of its machine code; 0 if it has none.
    at: usize,
    /// The fuel of a call.
    cost: u64,
}

/// A place at which machine code can be entered.
#[derive(Clone, Copy, Debug, Default)]
struct EntryPoint {
    /// The address of the machine code of the function; 0 if it cannot be entered here.
    code: usize,
    /// The number of the place in its function.
    number: u32,
}

/// The functions in Rust that machine code calls: see `enter`.
#[derive(Clone, Copy)]
struct HostFunctions<T> {
    /// Executes an instruction.
    step: T,
    /// Begins a list of options.
    begin: T,
    /// Adds options of one word.
    add: T,
    /// Ends a list of options.
    choose: T,
    /// Moves a component to a zone.
    move_to: T,
}

/// What machine code of a game is declared with.
struct ModuleDeclarations {
    module: JITModule,
    /// For each function of the game, its identity in the module, if it is compiled.
    ids: Vec<Option<FuncId>>,
    hosted: HostFunctions<FuncId>,
    signature: Signature,
    /// The address of the table of [`FunctionPointer`]s.
    codes: usize,
}

/// Compiles the functions that play and scoring need.
///
/// # Errors
/// A sentence for people, if there is no machine code for this processor or the compiler fails.
fn compile(table: &Table) -> Result<Native, String> {
    let mut codes: Box<[FunctionPointer]> =
        table.functions.iter().map(|info| FunctionPointer { at: 0, cost: u64::from(info.cost) }).collect();
    let mut declared = declare(table, codes.as_ptr() as usize)?;
    let mut context = declared.module.make_context();
    let mut scratch = FunctionBuilderContext::new();
    let mut resumed = Vec::new();
    for (f, range) in table.ir.bodies().into_iter().enumerate() {
        let Some(id) = declared.ids[f] else { continue };
        context.func.signature = declared.signature.clone();
        resumed.push((
            f,
            id,
            function::translate(table, &mut declared, &mut context.func, &mut scratch, (f, range)),
        ));
        declared.module.define_function(id, &mut context).map_err(said)?;
        declared.module.clear_context(&mut context);
    }
    declared.module.finalize_definitions().map_err(said)?;
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

fn said(why: impl std::fmt::Display) -> String {
    why.to_string()
}

/// Declares the functions to compile and what they call.
fn declare(table: &Table, codes: usize) -> Result<ModuleDeclarations, String> {
    let mut flags = settings::builder();
    for (name, value) in [("opt_level", "speed"), ("enable_verifier", "false"), ("unwind_info", "false")] {
        flags.set(name, value).map_err(said)?;
    }
    let isa = cranelift_native::builder()?.finish(settings::Flags::new(flags)).map_err(said)?;
    let mut builder = JITBuilder::with_isa(isa, cranelift_module::default_libcall_names());
    for (name, address) in enter::addresses() {
        builder.symbol(name, address);
    }
    let mut module = JITModule::new(builder);
    let pointer = module.target_config().pointer_type();
    let signature_of = |module: &JITModule, params: &[types::Type]| {
        let mut signature = module.make_signature();
        signature.params.extend(params.iter().map(|ty| AbiParam::new(*ty)));
        signature.returns.push(AbiParam::new(types::I32));
        signature
    };
    let signature = signature_of(&module, &[pointer, pointer, pointer, types::I32]);
    let step = signature_of(&module, &[pointer, pointer, types::I64]);
    let add = signature_of(&module, &[pointer, types::I64, types::I64, types::I64]);
    let moves = signature_of(&module, &[pointer, pointer, types::I64, types::I64, types::I64]);
    let mut import =
        |name: &str, signature| module.declare_function(name, Linkage::Import, signature).map_err(said);
    let hosted = HostFunctions {
        step: import("step", &step)?,
        begin: import("begin", &step)?,
        add: import("add", &add)?,
        choose: import("choose", &step)?,
        move_to: import("move_to", &moves)?,
    };
    let played = crate::optimise::hot_functions(table.ir);
    let mut ids = vec![None; table.functions.len()];
    for (f, id) in ids.iter_mut().enumerate().filter(|(f, _)| played.contains(&FunctionId::from_index(*f))) {
        *id = Some(module.declare_function(&format!("f{f}"), Linkage::Local, &signature).map_err(said)?);
    }
    Ok(ModuleDeclarations { module, ids, hosted, signature, codes })
}

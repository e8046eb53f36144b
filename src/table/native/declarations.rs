//! Declares the functions to compile, and those in Rust that they call.

use super::enter::addresses;
use crate::ir::FunctionId;
use crate::table::program::Table;
use cranelift_codegen::ir::{AbiParam, Signature, types};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module};

/// The functions in Rust that machine code calls: see `enter`.
#[derive(Clone, Copy)]
pub(super) struct HostFunctions<T> {
    /// Executes an instruction.
    pub step: T,
    /// Begins a list of options.
    pub begin: T,
    /// Adds options of one word.
    pub add: T,
    /// Ends a list of options.
    pub choose: T,
    /// Executes a list of options without parameters as a whole.
    pub choose_straight: T,
    /// Moves a component to a zone.
    pub move_to: T,
}

/// The module that machine code of a game is declared in, and its declarations.
pub(super) struct ModuleDeclarations {
    pub module: JITModule,
    /// For each function of the game, its identity in the module, if it is compiled.
    pub ids: Vec<Option<FuncId>>,
    pub hosted: HostFunctions<FuncId>,
    pub signature: Signature,
    /// The address of the table of [`FunctionPointer`](super::machine_code::FunctionPointer)s.
    pub codes: usize,
}

/// Returns the message of an error of the compiler.
pub(super) fn describe_error(why: impl std::fmt::Display) -> String {
    why.to_string()
}

/// Declares the functions to compile and their callees.
pub(super) fn declare(table: &Table, codes: usize) -> Result<ModuleDeclarations, String> {
    let mut flags = settings::builder();
    for (name, value) in [("opt_level", "speed"), ("enable_verifier", "false"), ("unwind_info", "false")] {
        flags.set(name, value).map_err(describe_error)?;
    }
    let isa = cranelift_native::builder()?.finish(settings::Flags::new(flags)).map_err(describe_error)?;
    let mut builder = JITBuilder::with_isa(isa, cranelift_module::default_libcall_names());
    for (name, address) in addresses() {
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
    let straight = signature_of(&module, &[pointer, pointer, types::I64, types::I64]);
    let moves = signature_of(&module, &[pointer, pointer, types::I64, types::I64, types::I64]);
    let mut import = |name: &str, signature| {
        module.declare_function(name, Linkage::Import, signature).map_err(describe_error)
    };
    let hosted = HostFunctions {
        step: import("step", &step)?,
        begin: import("begin", &step)?,
        add: import("add", &add)?,
        choose: import("choose", &step)?,
        choose_straight: import("choose_straight", &straight)?,
        move_to: import("move_to", &moves)?,
    };
    let played = crate::optimise::hot_functions(table.ir);
    let mut ids = vec![None; table.functions.len()];
    for (f, id) in ids.iter_mut().enumerate().filter(|(f, _)| played.contains(&FunctionId::from_index(*f))) {
        *id = Some(
            module.declare_function(&format!("f{f}"), Linkage::Local, &signature).map_err(describe_error)?,
        );
    }
    Ok(ModuleDeclarations { module, ids, hosted, signature, codes })
}

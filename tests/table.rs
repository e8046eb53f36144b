//! The table: instructions, flow, chance, names, views, saves; on games assembled by hand.

#[path = "table/asm.rs"]
mod asm;
#[path = "table/faults.rs"]
mod faults;
#[path = "table/flow.rs"]
mod flow;
#[path = "table/instructions.rs"]
mod instructions;
#[path = "table/names.rs"]
mod names;
#[path = "table/optimised.rs"]
mod optimised;
#[path = "table/random.rs"]
mod random;
#[path = "table/saves.rs"]
mod saves;

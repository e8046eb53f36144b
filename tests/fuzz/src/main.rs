//! Coverage-guided fuzzing of input from outside: one program, of which `CARDWRIGHT_FUZZ` picks the target.
//! `.ci/fuzz` builds and runs it.

#![no_main]

mod archive;
mod bytes;
mod lines;
mod memory;
mod packages;
mod play;
mod seeds;

use libfuzzer_sys::fuzz_target;
use std::sync::OnceLock;

#[global_allocator]
static ALLOCATOR: memory::Bounded = memory::Bounded;

/// A function that is run with an input.
type Target = fn(&[u8]);

/// All targets, by name.
pub const TARGETS: &[(&str, Target)] = &[
    ("package", packages::package),
    ("code", packages::code),
    ("text", packages::text),
    ("face", packages::face),
    ("art", packages::art),
    ("ir", bytes::ir),
    ("state", bytes::state),
    ("part", bytes::part),
    ("saved", bytes::saved),
    ("eval", lines::eval),
    ("answers", lines::answers),
    ("lists", lines::lists),
    ("drive", lines::drive),
];

static TARGET: OnceLock<Target> = OnceLock::new();

fn begin() {
    // libfuzzer-sys ends the program in its panic hook. A panic that the library itself catches, in a parser
    // of another crate, is no finding; one that comes out of the library ends the program all the same.
    std::panic::set_hook(Box::new(|info| {
        if !info.location().is_some_and(|place| place.file().contains("/registry/")) {
            eprintln!("{info}\n{}", std::backtrace::Backtrace::force_capture());
        }
    }));
    if let Some(folder) = std::env::var_os("CARDWRIGHT_FUZZ_SEEDS") {
        seeds::write(folder.as_ref());
        std::process::exit(0);
    }
    let names: Vec<&str> = TARGETS.iter().map(|(name, _)| *name).collect();
    let wanted = std::env::var("CARDWRIGHT_FUZZ").unwrap_or_default();
    match TARGETS.iter().find(|(name, _)| *name == wanted) {
        Some((_, target)) => drop(TARGET.set(*target)),
        None => {
            eprintln!("CARDWRIGHT_FUZZ must be one of: {}", names.join(", "));
            std::process::exit(2);
        }
    }
}

fuzz_target!(init: begin(), |data: &[u8]| {
    if let Some(target) = TARGET.get() {
        target(data);
    }
});

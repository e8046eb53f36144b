//! The command line of Cardwright. All of it is in the library but the games: these are here alone, so that a
//! changed card does not recompile the library.

/// The shipped games and the starter package, each file with its path in the repository.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// Compiling allocates and frees many small values in several threads, at which the allocators of systems are
/// slow.
#[cfg(all(feature = "mimalloc", not(all(windows, target_env = "gnu"))))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Keeps freed memory for a second before the system gets it back, instead of for ten milliseconds: printing
/// thousands of cards had each part of it cleared by the system again and again.
#[cfg(all(feature = "mimalloc", not(all(windows, target_env = "gnu"))))]
#[allow(unsafe_code)]
fn keep_freed_memory() {
    use std::ffi::{c_int, c_long};
    unsafe extern "C" {
        fn mi_option_get(option: c_int) -> c_long;
        fn mi_option_set(option: c_int, value: c_long);
    }
    /// `mi_option_purge_delay` of version 2, in milliseconds.
    const PURGE_DELAY: c_int = 15;
    const BY_DEFAULT: c_long = 10;
    // Any other value is the wish of `MIMALLOC_PURGE_DELAY`, or that of another option in another version.
    // SAFETY: mimalloc is linked as the allocator, and both functions only read and write a number of it.
    unsafe {
        if mi_option_get(PURGE_DELAY) == BY_DEFAULT {
            mi_option_set(PURGE_DELAY, 1000);
        }
    }
}

fn main() -> std::process::ExitCode {
    #[cfg(all(feature = "mimalloc", not(all(windows, target_env = "gnu"))))]
    keep_freed_memory();
    cardwright::package::ship(FILES.iter().copied());
    cardwright::cli::main()
}

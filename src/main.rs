//! The command line of Cardwright. All of it is in the library but the games: these are here alone, so that a
//! changed card does not recompile the library.

/// The shipped games and the starter package, each file with its path in the repository.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// Compiling allocates and frees many small values in several threads, at which the allocators of systems are
/// slow.
#[cfg(all(feature = "mimalloc", not(all(windows, target_env = "gnu"))))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    cardwright::package::ship(FILES.iter().copied());
    cardwright::cli::main()
}

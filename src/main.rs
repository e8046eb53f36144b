//! The command line of Cardwright. All of it is in the library but the games: these are here alone, so that a
//! changed card does not recompile the library.

/// The shipped games and the starter package, each file with its path in the repository.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

fn main() -> std::process::ExitCode {
    cardwright::package::ship(FILES.iter().copied());
    cardwright::cli::main()
}

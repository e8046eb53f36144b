//! The command line of Cardwright; all of it is in the library.

fn main() -> std::process::ExitCode {
    cardwright::cli::main()
}

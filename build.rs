//! The shipped games and templates are part of the program: it is built anew when one of their files comes or
//! goes, which `include_dir` cannot tell by itself.
fn main() {
    println!("cargo:rerun-if-changed=cards");
    println!("cargo:rerun-if-changed=templates");
    println!("cargo:rerun-if-changed=build.rs");
}

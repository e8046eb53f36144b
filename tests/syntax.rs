//! Code strings to trees: the examples of the reference, the messages for errors, and proof that nothing
//! makes the parser fail.

mod anything;
mod errors;
mod grammar;
mod reference;
mod shown;
mod trees;

//! Code strings to trees: what the reference shows, what is wrong with what is wrong, and that nothing makes
//! it stumble.

mod anything;
mod errors;
mod grammar;
mod reference;
mod shown;
mod trees;

//! The language, line by line of `docs/language.md`: small packages, laid on a table and played.

mod lab;

mod calls;
mod declarations;
mod expressions;
mod kinds;
mod sets;
mod slots;

//! The language, line by line of `docs/language.md`: small packages, laid on a table and played.

mod lab;

mod actions;
mod amounts;
mod anew;
mod boards;
mod borne;
mod branches;
mod calls;
mod chance;
mod choices;
mod constants;
mod declarations;
mod dice;
mod endings;
mod examples;
mod expressions;
mod faults;
mod histories;
mod keywords;
mod kinds;
mod known;
mod modifiers;
mod names;
mod places;
mod realms;
mod tokens;
mod reactions;
mod same;
mod sets;
mod sides;
mod slots;
mod statements;
mod variables;
mod windows;
mod zones;

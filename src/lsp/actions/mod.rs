//! Code actions: quick fixes, and refactorings that keep the package free of errors.

mod edits;
mod extract;
mod fixes;
mod refactoring;
mod text;

pub use edits::EditorSelection;
pub use fixes::quick_fixes;
pub use refactoring::{DeferredEdit, refactorings, resolve};

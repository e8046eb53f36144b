//! Mutants

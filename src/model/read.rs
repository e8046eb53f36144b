//! Spanned trees to declarations.

use super::Package;
use crate::diagnostics::Diagnostic;

/// Reads every file of a package.
pub fn read_package(_files: &crate::package::PackageFiles) -> (Package, Vec<Diagnostic>) {
    unimplemented!()
}

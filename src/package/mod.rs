//! Packages with their includes, the shipped games, and atomic writes. No other layer changes a disk.

mod change;
mod copy;
mod disk;
mod file_hash;
mod file_ops;
mod growing;
mod hidden;
mod load;
mod manifest;
mod messages;
mod package_files;
mod read;
mod shipped;
mod stage;
mod workbook;
mod write;

pub use change::{ChangeError, fits};
pub use copy::{copy_out, place_copy};
#[cfg(feature = "serve")]
pub(crate) use growing::damaged;
pub use growing::{GrowingFile, create_folders, lock_folder};
pub use load::{is_of_package, load, open, package_of, packages_of};
pub use messages::cannot_be_read;
pub use package_files::{Asset, FileRole, PackageFile, PackageFiles, PackageOrigin};
pub use read::{bytes_of, text_of};
pub use shipped::{ShippedFile, demo, embedded, ship, shipped};
pub use stage::{PlacedFiles, StagedFiles};
pub use write::{change_file, write_atomically, write_file, write_files, write_temporary};

//! The default number of threads.

pub use crate::threads::{in_parallel, in_parallel_with};

/// Returns the default number of threads.
pub fn available() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

//! An allocator that ends the program where an input asks for too much. libFuzzer's own `-malloc_limit_mb`
//! needs a sanitizer.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The most that may be held at once, in bytes.
const MOST: usize = 768 << 20;
/// The most that may be asked for at once.
const MOST_AT_ONCE: usize = 256 << 20;

static HELD: AtomicUsize = AtomicUsize::new(0);

pub struct Bounded;

fn count(size: usize) {
    let held = HELD.fetch_add(size, Ordering::Relaxed).wrapping_add(size);
    if size > MOST_AT_ONCE || (held > MOST && held < usize::MAX / 2) {
        HELD.store(0, Ordering::Relaxed);
        eprintln!("too much memory: {size} bytes asked for, {held} held");
        // libFuzzer's handler of the signal keeps the input.
        std::process::abort();
    }
}

// Safety: everything is handed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Bounded {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        count(size);
        unsafe { System.realloc(pointer, layout, size) }
    }
}

//! Memory that C callers receive: the length, then the bytes, then a zero byte.
//!
//! The number lets a block be given back by its address alone.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ptr::NonNull;

/// The number of bytes that hold the length, before the address of the block.
const HEAD: usize = size_of::<usize>();

/// The allocation of a block of `length` bytes, with its length and its zero byte.
fn layout(length: usize) -> Option<Layout> {
    let size = length.checked_add(HEAD + 1)?;
    Layout::from_size_align(size, align_of::<usize>()).ok()
}

/// A block of `length` zero bytes and one more; `None` if memory is short.
pub(crate) fn reserve(length: usize) -> Option<NonNull<u8>> {
    let layout = layout(length)?;
    // SAFETY: the layout is not empty.
    let start = NonNull::new(unsafe { alloc_zeroed(layout) })?;
    // SAFETY: the memory begins with `HEAD` bytes, aligned for a `usize`.
    unsafe { start.cast::<usize>().write(length) };
    // SAFETY: the memory has at least one byte after the head.
    Some(unsafe { start.add(HEAD) })
}

/// A block with a copy of `bytes`; `None` if memory is short.
pub(crate) fn of(bytes: &[u8]) -> Option<NonNull<u8>> {
    let block = reserve(bytes.len())?;
    // SAFETY: the block is new and has as many bytes.
    unsafe { block.copy_from_nonoverlapping(NonNull::from(bytes).cast(), bytes.len()) };
    Some(block)
}

/// Frees a block.
///
/// # Safety
///
/// The block comes from this module and was not released before.
pub(crate) unsafe fn release(block: NonNull<u8>) {
    // SAFETY: before a block of this module is its head, aligned for a `usize`.
    let (start, length) = unsafe {
        let start = block.sub(HEAD);
        (start, start.cast::<usize>().read())
    };
    if let Some(layout) = layout(length) {
        // SAFETY: the memory was allocated with this layout.
        unsafe { dealloc(start.as_ptr(), layout) };
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by a panic")]
mod tests {
    use super::*;

    #[test]
    fn block_holds_its_bytes_and_a_zero_byte() {
        for bytes in [&b""[..], b"a", b"some bytes of an answer"] {
            let block = of(bytes).unwrap();
            // SAFETY: a block of this length and the zero byte behind it are readable.
            let read = unsafe { std::slice::from_raw_parts(block.as_ptr(), bytes.len() + 1) };
            assert_eq!(read, [bytes, b"\0"].concat());
            // SAFETY: it is released once.
            unsafe { release(block) };
        }
    }

    #[test]
    fn reserved_block_can_be_written_to_its_end() {
        let block = reserve(1 << 20).unwrap();
        // SAFETY: the block has so many bytes, and is released once.
        unsafe {
            block.write_bytes(0xff, 1 << 20);
            release(block);
        }
    }

    #[test]
    fn block_larger_than_memory_is_none() {
        for length in [usize::MAX, usize::MAX - HEAD, isize::MAX as usize] {
            assert_eq!(reserve(length), None);
        }
    }
}

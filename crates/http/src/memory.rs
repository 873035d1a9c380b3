//! One budget of bytes for the whole server: requests that wait, and responses that are not sent.
//!
//! Texts of up to [`SMALL`] bytes are not counted: the number of connections bounds them, and
//! cheap questions are answered where greedy clients have used up the budget.

use std::sync::Arc;

use axum::body::Bytes;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

const SMALL: usize = 16 << 10;

/// The budget.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    free: Arc<Semaphore>,
    total: usize,
}

/// The part of the budget that some bytes take.
#[derive(Debug, Default)]
pub(super) struct Hold(Option<OwnedSemaphorePermit>);

impl Memory {
    pub(super) fn new(total: usize) -> Self {
        let free = Arc::new(Semaphore::new(total));
        Self { free, total }
    }

    /// How many bytes are taken.
    pub(super) fn used(&self) -> usize {
        self.total.saturating_sub(self.free.available_permits())
    }

    /// Lets a hold cover so many bytes, as soon as there is room.
    pub(super) async fn grow(&self, hold: &mut Hold, bytes: usize) {
        let more = hold.missing_bytes(bytes);
        if more > 0
            && let Ok(permit) = Arc::clone(&self.free).acquire_many_owned(more).await
        {
            hold.add(permit);
        }
    }

    /// Lets a hold cover so many bytes if there is room.
    pub(super) fn try_grow(&self, hold: &mut Hold, bytes: usize) -> bool {
        let more = hold.missing_bytes(bytes);
        match Arc::clone(&self.free).try_acquire_many_owned(more) {
            Ok(permit) => hold.add(permit),
            Err(_) => return more == 0,
        }
        true
    }

    /// Counts bytes until the last of them is sent; `None` where there is no room.
    pub(super) fn keep(&self, mut bytes: Vec<u8>) -> Option<Bytes> {
        let hold = self.hold(bytes.len())?;
        bytes.shrink_to_fit();
        Some(Bytes::from_owner(Kept { bytes, _hold: hold }))
    }

    /// A hold of so many bytes; `None` where there is no room.
    pub(super) fn hold(&self, bytes: usize) -> Option<Hold> {
        let mut hold = Hold::default();
        self.try_grow(&mut hold, bytes).then_some(hold)
    }
}

impl Hold {
    /// How many bytes it covers; 0 for few.
    pub(super) fn bytes(&self) -> usize {
        self.0.as_ref().map_or(0, OwnedSemaphorePermit::num_permits)
    }

    fn missing_bytes(&self, bytes: usize) -> u32 {
        let more = if bytes > SMALL {
            bytes.saturating_sub(self.bytes())
        } else {
            0
        };
        u32::try_from(more).unwrap_or(u32::MAX)
    }

    fn add(&mut self, permit: OwnedSemaphorePermit) {
        match &mut self.0 {
            Some(held) => held.merge(permit),
            none => *none = Some(permit),
        }
    }
}

/// Bytes that are counted as long as they are there.
struct Kept {
    bytes: Vec<u8>,
    _hold: Hold,
}

impl AsRef<[u8]> for Kept {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails")]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_counted_until_the_last_copy_is_gone() {
        let memory = Memory::new(100_000);
        let kept = memory.keep(vec![0; 60_000]).unwrap();
        let part = kept.slice(10..20);
        assert!(memory.keep(vec![0; 60_000]).is_none());
        assert_eq!(memory.keep(vec![0; SMALL]).unwrap().len(), SMALL);
        drop(kept);
        assert_eq!(memory.used(), 60_000);
        drop(part);
        assert_eq!(memory.used(), 0);
        assert!(memory.keep(vec![0; 60_000]).is_some());
    }

    #[test]
    fn a_hold_grows_with_what_arrives() {
        let memory = Memory::new(100_000);
        let mut hold = Hold::default();
        for (bytes, has_room, used) in [
            (SMALL, true, 0),
            (50_000, true, 50_000),
            (90_000, true, 90_000),
            (100_001, false, 90_000),
        ] {
            assert_eq!(memory.try_grow(&mut hold, bytes), has_room);
            assert_eq!(memory.used(), used);
        }
    }
}

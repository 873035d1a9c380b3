//! One budget of bytes for the whole server: requests that wait, and responses that are not sent.
//!
//! One client has half of it at most, so that another that is slow to read leaves room for it.
//!
//! Short texts are not counted: the number of connections bounds them, and cheap questions are
//! answered where greedy clients have used up the budget.

use std::net::IpAddr;
use std::sync::Arc;

use axum::body::Bytes;
use futures_util::FutureExt;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::unconstrained;

use crate::clients::Shares;

/// The bytes of a text that are not counted, where a connection has one at a time.
pub(super) const SMALL: usize = 16 << 10;

/// The budget.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    free: Arc<Semaphore>,
    total: usize,
    shares: Shares,
}

/// The part of the budget that some bytes take, and that of their client's share.
#[derive(Debug)]
pub(super) struct Hold {
    /// Up to so many bytes are not counted.
    small: usize,
    permits: Option<[OwnedSemaphorePermit; 2]>,
}

impl Memory {
    pub(super) fn new(total: usize) -> Self {
        Self {
            free: Arc::new(Semaphore::new(total)),
            total,
            shares: Shares::new(Some(total / 2)),
        }
    }

    /// How many bytes are taken.
    pub(super) fn used(&self) -> usize {
        self.total.saturating_sub(self.free.available_permits())
    }

    /// Lets a hold cover so many bytes, as soon as there is room.
    pub(super) async fn grow(&self, client: IpAddr, hold: &mut Hold, bytes: usize) {
        let more = hold.missing_bytes(bytes);
        if more > 0
            && let Ok(own) = self.shares.of(client).acquire_many_owned(more).await
            && let Ok(free) = Arc::clone(&self.free).acquire_many_owned(more).await
        {
            hold.add([own, free]);
        }
    }

    /// Lets a hold cover so many bytes if there is room.
    pub(super) fn try_grow(&self, client: IpAddr, hold: &mut Hold, bytes: usize) -> bool {
        let grown = self.grow(client, hold, bytes);
        // Without the budget of its task it is late for want of room alone.
        unconstrained(grown).now_or_never().is_some()
    }

    /// Counts the bytes of a text until the last of them is sent, unless it is small; `None` where
    /// there is no room.
    pub(super) fn keep(&self, client: IpAddr, mut bytes: Vec<u8>, small: usize) -> Option<Bytes> {
        let mut hold = Hold::beyond(small);
        self.try_grow(client, &mut hold, bytes.len()).then(|| {
            bytes.shrink_to_fit();
            Bytes::from_owner(Kept { bytes, _hold: hold })
        })
    }
}

impl Hold {
    /// Covers nothing yet, and does not count so many bytes.
    pub(super) const fn beyond(small: usize) -> Self {
        let permits = None;
        Self { small, permits }
    }

    /// How many bytes it covers; 0 for few.
    pub(super) fn bytes(&self) -> usize {
        self.permits
            .as_ref()
            .map_or(0, |[own, _]| own.num_permits())
    }

    fn missing_bytes(&self, bytes: usize) -> u32 {
        let more = if bytes > self.small {
            bytes.saturating_sub(self.bytes())
        } else {
            0
        };
        u32::try_from(more).unwrap_or(u32::MAX)
    }

    fn add(&mut self, [own, free]: [OwnedSemaphorePermit; 2]) {
        match &mut self.permits {
            Some(held) => {
                held[0].merge(own);
                held[1].merge(free);
            }
            none => *none = Some([own, free]),
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
        let memory = Memory::new(200_000);
        let client = [10, 0, 0, 1].into();
        let keep = |bytes| memory.keep(client, vec![0; bytes], SMALL);
        let kept = keep(60_000).unwrap();
        let part = kept.slice(10..20);
        assert!(keep(60_000).is_none());
        assert_eq!(keep(SMALL).unwrap().len(), SMALL);
        drop(kept);
        assert_eq!(memory.used(), 60_000);
        drop(part);
        assert_eq!(memory.used(), 0);
        assert!(keep(60_000).is_some());
    }

    #[test]
    fn a_client_leaves_half_to_others() {
        let memory = Memory::new(200_000);
        let [greedy, other, last] = [1, 2, 3].map(|host| [10, 0, 0, host].into());
        let [mut most, mut waiting, mut rest] = [(); 3].map(|()| Hold::beyond(SMALL));
        assert!(memory.try_grow(greedy, &mut most, SMALL));
        assert_eq!(memory.used(), 0);
        for bytes in [40_000, 100_000] {
            assert!(memory.try_grow(greedy, &mut most, bytes));
            assert_eq!(memory.used(), bytes);
        }
        assert!(!memory.try_grow(greedy, &mut most, 100_001));
        let mut grows = || memory.grow(greedy, &mut waiting, 20_000).now_or_never();
        assert!(grows().is_none());
        assert!(memory.try_grow(other, &mut rest, 100_000));
        assert!(memory.keep(last, vec![0; 20_000], SMALL).is_none());
        drop(most);
        assert!(grows().is_some());
    }
}

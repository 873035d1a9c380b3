//! One budget of bytes for the whole server: requests that wait, and responses that are not sent.
//!
//! One client has half of it at most, so that another that is slow to read leaves room for it.
//!
//! Texts of up to [`SMALL`] bytes are not counted: the number of connections bounds them, and
//! cheap questions are answered where greedy clients have used up the budget.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, Weak};

use axum::body::Bytes;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::clients::locked;

const SMALL: usize = 16 << 10;

/// The budget.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    free: Arc<Semaphore>,
    total: usize,
    /// The shares of clients that hold something.
    shares: Arc<Mutex<HashMap<IpAddr, Weak<Semaphore>>>>,
}

/// The part of the budget that some bytes take, and that of their client's share.
#[derive(Debug, Default)]
pub(super) struct Hold(Option<[OwnedSemaphorePermit; 2]>);

impl Memory {
    pub(super) fn new(total: usize) -> Self {
        Self {
            free: Arc::new(Semaphore::new(total)),
            total,
            shares: Arc::default(),
        }
    }

    fn share(&self, client: IpAddr) -> Arc<Semaphore> {
        let mut shares = locked(&self.shares);
        if let Some(share) = shares.get(&client).and_then(Weak::upgrade) {
            return share;
        }
        shares.retain(|_, share| share.strong_count() > 0);
        let share = Arc::new(Semaphore::new(self.total / 2));
        shares.insert(client, Arc::downgrade(&share));
        share
    }

    /// How many bytes are taken.
    pub(super) fn used(&self) -> usize {
        self.total.saturating_sub(self.free.available_permits())
    }

    /// Lets a hold cover so many bytes, as soon as there is room.
    pub(super) async fn grow(&self, client: IpAddr, hold: &mut Hold, bytes: usize) {
        let more = hold.missing_bytes(bytes);
        if more > 0
            && let Ok(own) = self.share(client).acquire_many_owned(more).await
            && let Ok(free) = Arc::clone(&self.free).acquire_many_owned(more).await
        {
            hold.add([own, free]);
        }
    }

    /// Lets a hold cover so many bytes if there is room.
    pub(super) fn try_grow(&self, client: IpAddr, hold: &mut Hold, bytes: usize) -> bool {
        let more = hold.missing_bytes(bytes);
        if more > 0 {
            let Ok(own) = self.share(client).try_acquire_many_owned(more) else {
                return false;
            };
            let Ok(free) = Arc::clone(&self.free).try_acquire_many_owned(more) else {
                return false;
            };
            hold.add([own, free]);
        }
        true
    }

    /// Counts bytes until the last of them is sent; `None` where there is no room.
    pub(super) fn keep(&self, client: IpAddr, mut bytes: Vec<u8>) -> Option<Bytes> {
        let hold = self.hold(client, bytes.len())?;
        bytes.shrink_to_fit();
        Some(Bytes::from_owner(Kept { bytes, _hold: hold }))
    }

    /// A hold of so many bytes; `None` where there is no room.
    pub(super) fn hold(&self, client: IpAddr, bytes: usize) -> Option<Hold> {
        let mut hold = Hold::default();
        self.try_grow(client, &mut hold, bytes).then_some(hold)
    }
}

impl Hold {
    /// How many bytes it covers; 0 for few.
    pub(super) fn bytes(&self) -> usize {
        self.0.as_ref().map_or(0, |[own, _]| own.num_permits())
    }

    fn missing_bytes(&self, bytes: usize) -> u32 {
        let more = if bytes > SMALL {
            bytes.saturating_sub(self.bytes())
        } else {
            0
        };
        u32::try_from(more).unwrap_or(u32::MAX)
    }

    fn add(&mut self, [own, free]: [OwnedSemaphorePermit; 2]) {
        match &mut self.0 {
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
    use futures_util::FutureExt;

    use super::*;

    fn clients() -> [IpAddr; 3] {
        [1, 2, 3].map(|host| [10, 0, 0, host].into())
    }

    #[test]
    fn bytes_are_counted_until_the_last_copy_is_gone() {
        let memory = Memory::new(200_000);
        let [client, ..] = clients();
        let kept = memory.keep(client, vec![0; 60_000]).unwrap();
        let part = kept.slice(10..20);
        assert!(memory.keep(client, vec![0; 60_000]).is_none());
        assert_eq!(memory.keep(client, vec![0; SMALL]).unwrap().len(), SMALL);
        drop(kept);
        assert_eq!(memory.used(), 60_000);
        drop(part);
        assert_eq!(memory.used(), 0);
        assert!(memory.keep(client, vec![0; 60_000]).is_some());
    }

    #[test]
    fn a_hold_grows_with_what_arrives() {
        let memory = Memory::new(200_000);
        let mut hold = Hold::default();
        for (bytes, has_room, used) in [
            (SMALL, true, 0),
            (50_000, true, 50_000),
            (90_000, true, 90_000),
            (100_001, false, 90_000),
        ] {
            assert_eq!(memory.try_grow(clients()[0], &mut hold, bytes), has_room);
            assert_eq!(memory.used(), used);
        }
    }

    #[test]
    fn a_client_leaves_half_to_others() {
        let memory = Memory::new(200_000);
        let [greedy, other, last] = clients();
        let most = memory.hold(greedy, 100_000).unwrap();
        let mut waiting = Hold::default();
        assert!(memory.hold(greedy, 20_000).is_none());
        assert!(
            memory
                .grow(greedy, &mut waiting, 20_000)
                .now_or_never()
                .is_none()
        );
        let _rest = memory.hold(other, 100_000).unwrap();
        assert!(memory.hold(last, 20_000).is_none());
        drop(most);
        assert!(
            memory
                .grow(greedy, &mut waiting, 20_000)
                .now_or_never()
                .is_some()
        );
        assert_eq!(locked(&memory.shares).len(), 2);
    }
}

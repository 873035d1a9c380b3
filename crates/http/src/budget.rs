//! Each budget of the server bounds all clients together, and a share of it bounds one client:
//! connections, expensive questions, and bytes of requests that wait and of responses not yet sent.
//!
//! Short texts are not counted: the number of connections bounds them, and cheap questions are
//! answered where greedy clients have used up the memory.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use axum::body::Bytes;
use futures_util::FutureExt;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::unconstrained;

/// The size in bytes up to which a text is not counted, if a connection has one at a time.
pub(super) const SMALL: usize = 16 << 10;

/// Locks a mutex, even if another thread panicked while it held the lock.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The address that identifies a client: of an IPv6 address, its network of 64 bits.
pub(super) fn client_at(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(
            address.to_bits() & !u128::from(u64::MAX),
        )),
        address @ IpAddr::V4(_) => address,
    }
}

/// An amount for all clients together, and a share for each.
#[derive(Clone, Debug)]
pub(super) struct Budget {
    total: usize,
    pub(super) free: Arc<Semaphore>,
    share: usize,
    /// The shares of the clients that hold something.
    shares: Arc<Mutex<HashMap<IpAddr, Weak<Semaphore>>>>,
}

/// A part of a budget and of its client's share, for the bytes of a text.
#[derive(Debug)]
pub(super) struct Hold {
    /// The number of bytes that are not counted.
    small: usize,
    permits: Option<[OwnedSemaphorePermit; 2]>,
}

impl Budget {
    /// A budget of `total`; without a `share` one client may use all of it.
    pub(super) fn new(total: usize, share: Option<usize>) -> Self {
        let total = total.min(Semaphore::MAX_PERMITS);
        Self {
            total,
            free: Arc::new(Semaphore::new(total)),
            share: share.unwrap_or(usize::MAX).min(Semaphore::MAX_PERMITS),
            shares: Arc::default(),
        }
    }

    /// The amount in use.
    pub(super) fn used(&self) -> usize {
        self.total.saturating_sub(self.free.available_permits())
    }

    fn share(&self, client: IpAddr) -> Arc<Semaphore> {
        let mut shares = locked(&self.shares);
        if let Some(share) = shares.get(&client).and_then(Weak::upgrade) {
            return share;
        }
        shares.retain(|_, share| share.strong_count() > 0);
        let share = Arc::new(Semaphore::new(self.share));
        shares.insert(client, Arc::downgrade(&share));
        share
    }

    /// Takes one unit of a client's share; `None` if the share is used up.
    pub(super) fn seat(&self, client: IpAddr) -> Option<OwnedSemaphorePermit> {
        self.share(client).try_acquire_owned().ok()
    }

    /// Extends a hold to cover `bytes`; waits until there is room.
    pub(super) async fn grow(&self, client: IpAddr, hold: &mut Hold, bytes: usize) {
        let more = hold.missing_bytes(bytes);
        if more > 0
            && let Ok(own) = self.share(client).acquire_many_owned(more).await
            && let Ok(free) = Arc::clone(&self.free).acquire_many_owned(more).await
        {
            match &mut hold.permits {
                Some(held) => {
                    held[0].merge(own);
                    held[1].merge(free);
                }
                none => *none = Some([own, free]),
            }
        }
    }

    /// Extends a hold to cover `bytes` if there is room; returns whether it did.
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
    /// A hold of nothing, which does not count the first `small` bytes.
    pub(super) const fn beyond(small: usize) -> Self {
        let permits = None;
        Self { small, permits }
    }

    /// The number of bytes that the hold covers; 0 while few are not counted.
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
}

/// Bytes that count until they are dropped.
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
    fn addresses_of_one_network_are_one_client() {
        let client = |text: &str| client_at(text.parse().unwrap());
        assert_eq!(client("2001:db8::1"), client("2001:db8::ffff:2"));
        assert_ne!(client("2001:db8::1"), client("2001:db8:0:1::1"));
        assert_eq!(client("::ffff:10.0.0.1"), client("10.0.0.1"));
        assert_ne!(client("10.0.0.1"), client("10.0.0.2"));
    }

    #[test]
    fn bytes_are_counted_until_the_last_copy_is_gone() {
        let memory = Budget::new(200_000, Some(100_000));
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
        let memory = Budget::new(200_000, Some(100_000));
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
        // Shares of which nothing is held are forgotten.
        drop((waiting, rest));
        assert!(memory.seat(last).is_some());
        assert_eq!(locked(&memory.shares).len(), 1);
    }
}

//! The share of one client.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The value, also where another thread panicked while it held it.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The address by which a client is known. One client has a whole network of IPv6 addresses.
pub(super) fn client_at(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(
            address.to_bits() & !u128::from(u64::MAX),
        )),
        address @ IpAddr::V4(_) => address,
    }
}

/// A semaphore for each client.
#[derive(Clone, Debug)]
pub(super) struct Shares {
    most: usize,
    /// Those of clients that hold something.
    all: Arc<Mutex<HashMap<IpAddr, Weak<Semaphore>>>>,
}

impl Shares {
    /// So many permits for each client; without a number as many as one asks for.
    pub(super) fn new(most: Option<usize>) -> Self {
        let most = most.map_or(Semaphore::MAX_PERMITS, |most| {
            most.min(Semaphore::MAX_PERMITS)
        });
        let all = Arc::default();
        Self { most, all }
    }

    /// The semaphore of a client.
    pub(super) fn of(&self, client: IpAddr) -> Arc<Semaphore> {
        let mut all = locked(&self.all);
        if let Some(share) = all.get(&client).and_then(Weak::upgrade) {
            return share;
        }
        all.retain(|_, share| share.strong_count() > 0);
        let share = Arc::new(Semaphore::new(self.most));
        all.insert(client, Arc::downgrade(&share));
        share
    }

    /// One permit of a client, unless it has all.
    pub(super) fn seat(&self, client: IpAddr) -> Option<OwnedSemaphorePermit> {
        self.of(client).try_acquire_owned().ok()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails")]
mod tests {
    use super::*;

    #[test]
    fn a_client_has_no_more_than_its_limit_and_others_have_theirs() {
        let clients = Shares::new(Some(2));
        let [one, other] = ["10.0.0.1", "10.0.0.2"].map(|text| text.parse().unwrap());
        let seats = [clients.seat(one).unwrap(), clients.seat(one).unwrap()];
        assert!(clients.seat(one).is_none());
        assert!(clients.seat(other).is_some());
        drop(seats);
        assert!(clients.seat(one).is_some());
        assert_eq!(locked(&clients.all).len(), 1);
    }

    #[test]
    fn addresses_of_one_network_are_one_client() {
        let client = |text: &str| client_at(text.parse().unwrap());
        assert_eq!(client("2001:db8::1"), client("2001:db8::ffff:2"));
        assert_ne!(client("2001:db8::1"), client("2001:db8:0:1::1"));
        assert_eq!(client("::ffff:10.0.0.1"), client("10.0.0.1"));
        assert_ne!(client("10.0.0.1"), client("10.0.0.2"));
    }
}

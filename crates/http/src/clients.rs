//! The share of one client.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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

/// Counts something for each client, up to a limit.
#[derive(Clone, Debug)]
pub(super) struct Clients {
    most: usize,
    counts: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

/// One of the things that a client has, until it is dropped.
#[derive(Debug)]
pub(super) struct Seat {
    client: IpAddr,
    counts: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl Clients {
    pub(super) fn new(most: Option<usize>) -> Self {
        Self {
            most: most.unwrap_or(usize::MAX),
            counts: Arc::default(),
        }
    }

    /// One more of a client, unless it has reached its limit.
    pub(super) fn seat(&self, client: IpAddr) -> Option<Seat> {
        let mut counts = locked(&self.counts);
        let count = counts.entry(client).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        let counts = Arc::clone(&self.counts);
        Some(Seat { client, counts })
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut counts = locked(&self.counts);
        if let Some(count) = counts.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails")]
mod tests {
    use super::*;

    #[test]
    fn a_client_has_no_more_than_its_limit_and_others_have_theirs() {
        let clients = Clients::new(Some(2));
        let [one, other] = ["10.0.0.1", "10.0.0.2"].map(|text| text.parse().unwrap());
        let seats = [clients.seat(one).unwrap(), clients.seat(one).unwrap()];
        assert!(clients.seat(one).is_none());
        assert!(clients.seat(other).is_some());
        drop(seats);
        assert!(clients.seat(one).is_some());
        assert!(locked(&clients.counts).is_empty());
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

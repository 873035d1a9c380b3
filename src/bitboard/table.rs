//! A hash table of keys in flat memory, whose memory is kept from one position to the next.

use super::key::Key;

/// The number of keys that a bucket can hold.
const WIDTH: usize = 7;

/// A hash table of keys, with linear probing by buckets. The keys themselves are in an array of the
/// caller, who [resets](Table::reset) the table first and keeps it [half full](Table::capacity) at
/// most. So each search ends at a bucket with a gap.
///
/// A bucket holds sixteen bits of each key (its tag) and the key's place in the array. Equal tags
/// are a hint only: the keys decide, and the caller supplies them. The tags of a bucket and their
/// number fit one vector register, so one load nearly always tells that a key is new and where it
/// goes. To empty the table only the numbers are cleared; tags beyond the number are never looked
/// up. A key is in a later bucket than its first only if all buckets before that are full.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    buckets: Vec<Bucket>,
    /// The number of buckets in use.
    len: usize,
}

/// A set of keys: the hash table, and the array of the keys themselves.
#[derive(Clone, Debug, Default)]
pub(super) struct Keys {
    table: Table,
    keys: Vec<Key>,
}

#[derive(Clone, Copy, Debug, Default)]
#[repr(align(16))]
struct Bucket {
    /// The tags and, as the last number, how many of them are in use.
    tags: [u16; WIDTH + 1],
    places: [u32; WIDTH],
}

impl Table {
    /// Empties the table and makes room for this number of keys.
    pub(super) fn reset(&mut self, keys: usize) {
        self.len = keys * 2 / WIDTH + 8;
        if self.buckets.len() < self.len {
            self.buckets.resize(self.len, Bucket::default());
        }
        for bucket in self.buckets.iter_mut().take(self.len) {
            bucket.tags[WIDTH] = 0;
        }
    }

    /// The number of keys at which the table is half full.
    pub(super) fn capacity(&self) -> usize {
        self.len * WIDTH / 2
    }

    /// Returns the place of a known key; adds a new key with `place`, and returns `None` for it.
    /// `key_at` gives the key at a place.
    #[inline(always)]
    pub(super) fn find_or_insert(
        &mut self,
        key: Key,
        place: usize,
        key_at: impl Fn(usize) -> Option<Key>,
    ) -> Option<usize> {
        debug_assert!(self.len > 0, "a table is reset before it is used");
        let (mut at, tag) = self.first(key);
        loop {
            let bucket = self.buckets.get_mut(at)?;
            if bucket.may_hold_tag(tag) {
                let known = bucket.find(tag, |place| key_at(place) == Some(key));
                if known.is_some() {
                    return known;
                }
            }
            let fill = bucket.keys_held();
            if fill < WIDTH {
                bucket.tags[fill] = tag;
                bucket.places[fill] = place as u32;
                bucket.tags[WIDTH] += 1;
                return None;
            }
            at = self.slot_after(at);
        }
    }

    /// Whether the table has a key. `key_at` gives the key at a place.
    pub(super) fn contains(&self, key: Key, key_at: impl Fn(usize) -> Option<Key>) -> bool {
        let (mut at, tag) = self.first(key);
        while let Some(bucket) = self.buckets.get(at) {
            let known = bucket.find(tag, |place| key_at(place) == Some(key));
            if known.is_some() {
                return true;
            }
            if bucket.keys_held() < WIDTH {
                return false;
            }
            at = self.slot_after(at);
        }
        false
    }

    /// The bucket in which the search for a key begins, and the tag of the key.
    #[inline(always)]
    fn first(&self, key: Key) -> (usize, u16) {
        // Thirty-two bits of the first word, scaled to the number of buckets, and the lowest bits
        // of the second. They need no mixing: the columns of a code are as scattered as its powers.
        let at = ((key[0] >> 28) * self.len as u64) >> 32;
        (at as usize, key[1] as u16)
    }

    fn slot_after(&self, at: usize) -> usize {
        if at + 1 < self.len { at + 1 } else { 0 }
    }
}

impl Keys {
    /// Adds a key if it is new, and returns whether it was.
    pub(super) fn insert(&mut self, key: Key) -> bool {
        if self.keys.len() >= self.table.capacity() {
            self.grow();
        }
        let Self { table, keys } = self;
        let known = table.find_or_insert(key, keys.len(), |place| keys.get(place).copied());
        if known.is_none() {
            keys.push(key);
        }
        known.is_none()
    }

    #[cold]
    fn grow(&mut self) {
        let Self { table, keys } = self;
        table.reset(2 * keys.len());
        for (place, &key) in keys.iter().enumerate() {
            table.find_or_insert(key, place, |place| keys.get(place).copied());
        }
    }
}

impl Bucket {
    /// The number of keys in the bucket.
    fn keys_held(&self) -> usize {
        usize::from(self.tags[WIDTH])
    }

    /// Whether any of the eight numbers equals the tag, unused tags and the count included: a hint,
    /// for which the whole vector is compared at once.
    #[inline(always)]
    fn may_hold_tag(&self, tag: u16) -> bool {
        let mut found = false;
        for &held in &self.tags {
            found |= held == tag;
        }
        found
    }

    /// The place that has this tag and is `sought`, if the bucket has one.
    #[inline]
    fn find(&self, tag: u16, sought: impl Fn(usize) -> bool) -> Option<usize> {
        let entries = self.tags.iter().zip(self.places).take(self.keys_held());
        entries
            .filter(|&(&held, _)| held == tag)
            .map(|(_, place)| place as usize)
            .find(|&place| sought(place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_whose_bucket_is_full_goes_to_a_later_bucket() {
        // All keys belong in the first bucket, or all in the last, which the first follows. Every
        // tag is there twice.
        for first in [0, 0xffff_ffff] {
            let keys: Vec<Key> = (0..20).map(|n| [first << 28 | n, n / 2]).collect();
            let key_at = |place: usize| keys.get(place).copied();
            let mut table = Table::default();
            table.reset(1);
            for (place, &key) in keys.iter().enumerate() {
                assert!(!table.contains(key, key_at));
                assert_eq!(table.find_or_insert(key, place, key_at), None);
            }
            for (place, &key) in keys.iter().enumerate() {
                assert!(table.contains(key, key_at));
                assert_eq!(table.find_or_insert(key, place, key_at), Some(place));
            }
        }
    }

    #[test]
    fn table_without_room_holds_nothing() {
        assert!(!Table::default().contains([0, 0], |_| Some([0, 0])));
    }

    #[test]
    fn keys_stay_when_the_table_grows() {
        let key = |n: u64| [n << 50 | n, n];
        let mut keys = Keys::default();
        for n in 0..500 {
            assert!(keys.insert(key(n)));
        }
        for n in 0..500 {
            assert!(!keys.insert(key(n)));
        }
    }

    #[test]
    fn table_has_24_to_28_keys_more_than_requested() {
        let mut table = Table::default();
        for keys in [0, 1, 5, 100, 1_000, 99_999, 0] {
            table.reset(keys);
            assert!(
                (keys + 24..=keys + 28).contains(&table.capacity()),
                "{keys}"
            );
        }
    }

    /// Checks that keys spread evenly over the buckets, and have the end of one word as tag.
    #[test]
    fn keys_are_spread_evenly() {
        let mut table = Table::default();
        table.reset(100);
        let mut first = vec![0; table.len];
        let apart = (1 << 60) / (36 * 16);
        for part in 0..36 * 16 {
            let (at, tag) = table.first([part * apart + apart / 2, (part << 16) + 7 * part]);
            first[at] += 1;
            assert_eq!(u64::from(tag), 7 * part);
        }
        assert_eq!(first, [16; 36]);
    }

    #[test]
    fn bucket_may_hold_its_tags_and_no_others() {
        let bucket = Bucket {
            tags: [5, 6, 7, 8, 9, 10, 11, 2],
            ..Bucket::default()
        };
        assert!(
            (0..20).all(|tag| bucket.may_hold_tag(tag) == (tag == 2 || (5..12).contains(&tag)))
        );
    }

    #[test]
    fn full_table_makes_room_for_twice_as_many_keys() {
        let mut keys = Keys::default();
        let mut rooms = vec![0];
        for n in 0..1_000 {
            let room = keys.table.capacity();
            if rooms.last() != Some(&room) {
                rooms.push(room);
            }
            keys.insert([n << 50, n]);
        }
        assert_eq!(rooms, [0, 28, 84, 196, 420, 868, 1_764]);
    }
}

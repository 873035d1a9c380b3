//! Sets of keys in flat memory that is kept from one position to the next.
//!
//! Buckets of four keys are one cache line. How full each bucket is stands in a byte of its own array, so emptying the
//! set clears one byte a bucket and nothing else, and what lies beyond the count is never looked at. A key may stand in a later bucket only if all between
//! are full. The capacity is set from the number of keys to come, at most two a bucket, so there is always room.

use super::key::{Key, spread};

/// A set of keys.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    buckets: Vec<[Key; 4]>,
    fill: Vec<u8>,
    shift: u32,
}

impl Table {
    /// Empties the set and makes room for so many keys.
    pub(super) fn reset(&mut self, keys: usize) {
        let buckets = (keys / 2 + 1).next_power_of_two().max(16);
        if self.buckets.len() < buckets {
            self.buckets.resize(buckets, [[0; 2]; 4]);
        }
        self.fill.clear();
        self.fill.resize(buckets, 0);
        self.shift = 64 - buckets.trailing_zeros();
    }

    /// Adds a key and says whether it is new.
    #[inline(always)]
    pub(super) fn insert(&mut self, key: Key) -> bool {
        let mask = self.fill.len() - 1;
        let mut at = (spread(key) >> self.shift) as usize & mask;
        loop {
            let (Some(bucket), Some(fill)) = (self.buckets.get_mut(at), self.fill.get_mut(at))
            else {
                return false;
            };
            let here = held(bucket, *fill, key);
            if *fill < 4 {
                // Without a branch on whether the key is new: it is written behind the others in any case.
                bucket[usize::from(*fill & 3)] = key;
                *fill += u8::from(!here);
                return !here;
            }
            if here {
                return false;
            }
            at = (at + 1) & mask;
        }
    }

    /// Whether a key is in the set.
    pub(super) fn contains(&self, key: Key) -> bool {
        let mask = self.fill.len().wrapping_sub(1);
        let mut at = (spread(key) >> self.shift) as usize & mask;
        while let (Some(bucket), Some(&fill)) = (self.buckets.get(at), self.fill.get(at)) {
            if held(bucket, fill, key) {
                return true;
            }
            if fill < 4 {
                return false;
            }
            at = (at + 1) & mask;
        }
        false
    }
}

/// Whether the first so many keys of a bucket hold this one.
#[inline(always)]
fn held(bucket: &[Key; 4], fill: u8, key: Key) -> bool {
    let mut found = 0_u8;
    for (slot, held) in bucket.iter().enumerate() {
        let differs = (held[0] ^ key[0]) | (held[1] ^ key[1]);
        found |= u8::from(differs == 0) << slot;
    }
    found & ((1 << fill) - 1) != 0
}

/// Keys with the places of what they stand for. Stamps tell entries of this position from those of earlier ones.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    entries: Vec<Entry>,
    stamp: u32,
    used: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: Key,
    stamp: u32,
    place: u32,
}

impl Index {
    /// Forgets everything.
    pub(super) fn reset(&mut self) {
        self.used = 0;
        if self.stamp == u32::MAX || self.entries.is_empty() {
            self.entries.clear();
            self.entries.resize(4096, Entry::default());
            self.stamp = 0;
        }
        self.stamp += 1;
    }

    /// The place kept for a key, if there is one; otherwise keeps this one for it.
    #[inline(always)]
    pub(super) fn find_or_keep(&mut self, key: Key, place: u32) -> Option<u32> {
        if self.used * 2 >= self.entries.len() {
            self.grow();
        }
        let slot = self.slot(key);
        let stamp = self.stamp;
        let entry = self.entries.get_mut(slot)?;
        if entry.stamp == stamp {
            return Some(entry.place);
        }
        *entry = Entry { key, stamp, place };
        self.used += 1;
        None
    }

    /// Whether a key has a place.
    pub(super) fn contains(&self, key: Key) -> bool {
        let entry = self.entries.get(self.slot(key));
        entry.is_some_and(|entry| entry.stamp == self.stamp)
    }

    /// Where a key stands or would stand; at most half of the entries are in use, so there is such a place.
    #[inline(always)]
    fn slot(&self, key: Key) -> usize {
        let mask = self.entries.len().wrapping_sub(1);
        let mut slot = (spread(key) >> 32) as usize & mask;
        while let Some(entry) = self.entries.get(slot) {
            if entry.stamp != self.stamp || entry.key == key {
                break;
            }
            slot = (slot + 1) & mask;
        }
        slot
    }

    #[cold]
    fn grow(&mut self) {
        let larger = vec![Entry::default(); self.entries.len() * 2];
        let old = std::mem::replace(&mut self.entries, larger);
        for entry in old.into_iter().filter(|entry| entry.stamp == self.stamp) {
            let slot = self.slot(entry.key);
            if let Some(free) = self.entries.get_mut(slot) {
                *free = entry;
            }
        }
    }
}

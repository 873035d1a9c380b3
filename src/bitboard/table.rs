//! Sets of keys in flat memory that is kept from one position to the next.

use super::key::{Key, spread};

/// How many keys a bucket holds.
const WIDTH: usize = 8;

/// A set of the keys of things that stand in an array of the caller's.
///
/// Buckets of eight are one cache line: of each key 32 bits (its tag) and its place in the array. Equal tags are a hint only;
/// the keys decide, and the caller tells them. How full each bucket is stands in a byte of its own array, so emptying the set
/// clears one byte a bucket and nothing else, and what lies beyond the count is never believed. A key may stand in a later
/// bucket only if all between are full.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    buckets: Vec<Bucket>,
    fill: Vec<u8>,
}

#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Bucket {
    tags: [u32; WIDTH],
    places: [u32; WIDTH],
}

impl Table {
    /// Empties the set and makes room for so many keys.
    pub(super) fn reset(&mut self, keys: usize) {
        let buckets = keys / (WIDTH / 2) + 8;
        if self.buckets.len() < buckets {
            self.buckets.resize(buckets, Bucket::default());
        }
        self.fill.clear();
        self.fill.resize(buckets, 0);
    }

    /// How many keys there is room for, half of each bucket being left free. Twice as many can be held.
    pub(super) fn room(&self) -> usize {
        self.fill.len() * (WIDTH / 2)
    }

    /// The place of this key if it is in the set; otherwise adds it with the place given.
    #[inline(always)]
    pub(super) fn find_or_insert(
        &mut self,
        key: Key,
        place: usize,
        key_at: impl Fn(usize) -> Option<Key>,
    ) -> Option<usize> {
        let (mut at, tag) = self.first(key);
        loop {
            let (bucket, fill) = (self.buckets.get_mut(at)?, self.fill.get_mut(at)?);
            if bucket.may_hold(tag) {
                let known = bucket.find(tag, *fill, |place| key_at(place) == Some(key));
                if known.is_some() {
                    return known;
                }
            }
            if let (Some(free), Some(beside)) = (
                bucket.tags.get_mut(usize::from(*fill)),
                bucket.places.get_mut(usize::from(*fill)),
            ) {
                *free = tag;
                *beside = place as u32;
                *fill += 1;
                return None;
            }
            at = self.after(at);
        }
    }

    /// Whether a key is in the set.
    pub(super) fn contains(&self, key: Key, key_at: impl Fn(usize) -> Option<Key>) -> bool {
        let (mut at, tag) = self.first(key);
        while let (Some(bucket), Some(&fill)) = (self.buckets.get(at), self.fill.get(at)) {
            let known = bucket.find(tag, fill, |place| key_at(place) == Some(key));
            if known.is_some() {
                return true;
            }
            if usize::from(fill) < WIDTH {
                return false;
            }
            at = self.after(at);
        }
        false
    }

    /// The bucket where a key would stand if none were full, and its tag.
    #[inline(always)]
    fn first(&self, key: Key) -> (usize, u32) {
        let at = ((spread(key) >> 32) * self.fill.len() as u64) >> 32;
        (at as usize, (key[0] ^ key[1] >> 28) as u32)
    }

    fn after(&self, at: usize) -> usize {
        if at + 1 < self.fill.len() { at + 1 } else { 0 }
    }
}

impl Bucket {
    /// Whether any tag is this one, those beyond the count included.
    #[inline(always)]
    fn may_hold(&self, tag: u32) -> bool {
        let mut found = false;
        for &held in &self.tags {
            found |= held == tag;
        }
        found
    }

    /// The place among the first so many that has this tag and is the one sought.
    #[inline]
    fn find(&self, tag: u32, fill: u8, sought: impl Fn(usize) -> bool) -> Option<usize> {
        let entries = self.tags.iter().zip(self.places).take(usize::from(fill));
        entries
            .filter(|&(&held, _)| held == tag)
            .map(|(_, place)| place as usize)
            .find(|&place| sought(place))
    }
}

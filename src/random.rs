//! A generator of random numbers that gives the same numbers on every machine.

/// `SplitMix64`: a generator whose random numbers are the same on every machine.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// A generator for one of the many streams of a seed.
    pub const fn new(seed: u64, stream: u64) -> Self {
        Self(seed ^ stream.wrapping_mul(0xd134_2543_de82_ef95))
    }

    /// The next number, of 32 random bits.
    pub const fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed >> 32) as u32
    }

    /// A number from 0 to `limit` - 1; 0 if `limit` is 0.
    pub const fn below(&mut self, limit: usize) -> usize {
        self.next() as usize % if limit == 0 { 1 } else { limit }
    }

    /// One of the choices, or `None` if there are none.
    pub fn choose<T: Copy>(&mut self, choices: &[T]) -> Option<T> {
        choices.get(self.below(choices.len())).copied()
    }

    /// True with a chance of one in `chances`.
    pub const fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }
}

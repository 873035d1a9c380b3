//! Samples of numbers, and their summaries: mean, quartiles, histogram.

/// A sample of whole numbers. All are kept, four bytes each, so that quartiles are exact.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Sample(Vec<u32>);

impl Sample {
    /// Adds one number.
    pub fn add(&mut self, value: u32) {
        self.0.push(value);
    }

    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the sample has no numbers.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The numbers, in the order in which they were added.
    pub fn values(&self) -> &[u32] {
        &self.0
    }

    /// The numbers of several samples together.
    pub fn merged<'a>(samples: impl IntoIterator<Item = &'a Self>) -> Self {
        Self(
            samples
                .into_iter()
                .flat_map(|sample| &sample.0)
                .copied()
                .collect(),
        )
    }

    /// The summary of the numbers; `None` where there are none.
    pub fn summary(&self) -> Option<Summary> {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let (&min, &max) = (sorted.first()?, sorted.last()?);
        let sum: u64 = sorted.iter().copied().map(u64::from).sum();
        Some(Summary {
            count: sorted.len(),
            mean: ratio(sum, sorted.len() as u64),
            min,
            quartile1: quartile(&sorted, 1),
            median: quartile(&sorted, 2),
            quartile3: quartile(&sorted, 3),
            max,
        })
    }

    /// How many numbers fall into each bin of [`Bin::edges`], from the first bin that holds one
    /// to the last.
    ///
    /// ```
    /// use arimaa_oracle_cli::statistics::{Bin, Sample};
    ///
    /// let mut sample = Sample::default();
    /// [2_999, 3_149, 3_150].map(|value| sample.add(value));
    /// let bins = sample.histogram();
    /// assert_eq!(bins[0], Bin { from: 2_500, below: 3_150, count: 2 });
    /// assert_eq!(bins[1], Bin { from: 3_150, below: 4_000, count: 1 });
    /// assert_eq!(bins.len(), 2);
    /// ```
    pub fn histogram(&self) -> Vec<Bin> {
        let edges = Bin::edges();
        let mut bins: Vec<Bin> = edges
            .windows(2)
            .filter_map(|edges| match *edges {
                [from, below] => Some(Bin {
                    from,
                    below,
                    count: 0,
                }),
                _ => None,
            })
            .collect();
        for &value in &self.0 {
            let place = edges.partition_point(|&edge| edge <= u64::from(value));
            if let Some(bin) = place.checked_sub(1).and_then(|place| bins.get_mut(place)) {
                bin.count += 1;
            }
        }
        let holds = |bin: &Bin| bin.count > 0;
        let first = bins.iter().position(holds).unwrap_or(bins.len());
        let last = bins.iter().rposition(holds).map_or(first, |last| last + 1);
        bins.drain(first..last).collect()
    }
}

/// The summary of a sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// How many numbers there are.
    pub count: usize,
    /// The arithmetic mean.
    pub mean: f64,
    /// The smallest number.
    pub min: u32,
    /// The first quartile, interpolated linearly between two numbers.
    pub quartile1: f64,
    /// The median, the mean of the middle two of an even count.
    pub median: f64,
    /// The third quartile, interpolated linearly between two numbers.
    pub quartile3: f64,
    /// The largest number.
    pub max: u32,
}

/// A bin of a histogram: the whole numbers from `from` to `below`, `below` itself not included.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Bin {
    /// The smallest number that falls into the bin.
    pub from: u64,
    /// The smallest number that is too large for the bin.
    pub below: u64,
    /// How many numbers of the sample fall into the bin.
    pub count: usize,
}

/// The preferred numbers of the series R10: ten steps of nearly equal ratio (about 1.26) from 1 to
/// 10, in hundredths.
const R10: [u64; 10] = [100, 125, 160, 200, 250, 315, 400, 500, 630, 800];

impl Bin {
    /// The edges of the bins: ten to every power of ten, nearly equally wide on a logarithmic
    /// scale.
    ///
    /// Edges are rounded up to whole numbers, and below 10 those that coincide are one, so that no
    /// bin is without a number. The first bin holds 0 alone; the last reaches past the largest
    /// `u32`.
    pub fn edges() -> Vec<u64> {
        let decades = (0..10).map(|power| 10_u64.pow(power));
        let mut edges = vec![0];
        edges.extend(decades.flat_map(|decade| R10.map(|step| (step * decade).div_ceil(100))));
        edges.dedup();
        edges
    }
}

/// Quartile 1, 2 or 3 of a sorted sample, interpolated linearly between two numbers.
fn quartile(sorted: &[u32], quarters: usize) -> f64 {
    let steps = sorted.len().saturating_sub(1) * quarters;
    let at = |index: usize| sorted.get(index).copied().map_or(0.0, f64::from);
    let (low, high) = (at(steps / 4), at((steps / 4 + 1).min(sorted.len() - 1)));
    low + (high - low) * ratio(steps as u64 % 4, 4)
}

/// `part` divided by `whole`; 0 if `whole` is 0.
#[expect(clippy::cast_precision_loss, reason = "a ratio needs few digits")]
pub(super) fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 {
        0.0
    } else {
        part as f64 / whole as f64
    }
}

//! Distinct turns, counted.
use crate::vocab::Side;

use super::planes::Planes;
use super::state::Play;
use super::turns::listed;

/// How many distinct turns there are.
pub(super) fn count(play: &Play, start: &Planes, side: Side, worn: &[Planes]) -> u64 {
    listed(play, start, side, worn).len() as u64
}

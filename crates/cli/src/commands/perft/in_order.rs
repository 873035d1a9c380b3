//! Work in parallel whose results come in order.

use std::collections::BTreeMap;
use std::sync::mpsc::channel;
use std::thread;

use rayon::prelude::*;

/// Runs `work` on all items in parallel, and calls `each` with the results in the order of the
/// items, each as soon as it and all before it are there.
///
/// # Errors
///
/// The first error of `each`; the work that is not done by then is left.
pub(super) fn in_order<T: Sync, R: Send, E>(
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
    mut each: impl FnMut(&T, R) -> Result<(), E>,
) -> Result<(), E> {
    let (sender, results) = channel();
    thread::scope(|scope| {
        let work = &work;
        scope.spawn(move || {
            let numbered = items.par_iter().enumerate();
            numbered.try_for_each_with(sender, |sender, (index, item)| {
                sender.send((index, work(item)))
            })
        });
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for (index, result) in results {
            waiting.insert(index, result);
            while let (Some(item), Some(result)) = (items.get(next), waiting.remove(&next)) {
                each(item, result)?;
                next += 1;
            }
        }
        Ok(())
    })
}

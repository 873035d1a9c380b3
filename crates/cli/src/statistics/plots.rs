//! The pictures that an article would have.

use super::chart::{Axis, Chart, Look, Mark};
use super::sample::ratio;
use super::sums::of;
use super::table::{grouped, percent, rounded};
use super::{Stats, Summary};
use arimaa::vocab::Side;

/// The fewest positions from which quartiles are drawn.
const ENOUGH: usize = 10;

/// A picture with the name of its file.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Plot {
    /// The name of the file.
    pub name: &'static str,
    /// The picture in SVG.
    pub svg: String,
}

/// The pictures: branching factor by move and as a histogram, length of games, steps per turn.
pub fn plots(stats: &Stats) -> Vec<Plot> {
    let charts = [
        ("branching-by-move.svg", branching_by_move(stats)),
        ("branching-histogram.svg", branching_histogram(stats)),
        ("game-length.svg", game_length(stats)),
        ("steps-per-turn.svg", steps_per_turn(stats)),
    ];
    charts
        .map(|(name, chart)| Plot {
            name,
            svg: chart.to_string(),
        })
        .into()
}

/// The label of the axis of the branching factor.
const TURNS: &str = "distinct legal turns";

fn positions_and_games(stats: &Stats) -> String {
    let (positions, games) = (grouped(stats.positions()), grouped(stats.games));
    format!("{positions} positions of {games} games, setups left out")
}

fn branching_by_move(stats: &Stats) -> Chart {
    let summaries: Vec<(f64, Summary)> = stats
        .choices
        .keys()
        .filter_map(|&number| {
            let summary = stats.branching(number..=number, &Side::ALL).summary()?;
            (summary.count >= ENOUGH).then_some((f64::from(number), summary))
        })
        .collect();
    let line = |look, value: fn(&Summary) -> f64| {
        let points = summaries
            .iter()
            .map(|(number, summary)| (*number, value(summary)));
        Mark::Line {
            look,
            points: points.collect(),
        }
    };
    let band = summaries
        .iter()
        .map(|(number, s)| (*number, s.quartile1, s.quartile3))
        .collect();
    let top = summaries
        .iter()
        .map(|(_, summary)| summary.quartile3.max(summary.mean));
    let first = summaries.first().map_or(2.0, |(number, _)| *number);
    let last = summaries.last().map_or(first, |(number, _)| *number);
    Chart {
        title: "Branching factor by move".to_owned(),
        note: format!(
            "{}; moves with {ENOUGH} positions or more",
            positions_and_games(stats)
        ),
        x: Axis::linear("move", first, last, false),
        y: Axis::linear(TURNS, 0.0, top.fold(0.0, f64::max), true),
        marks: vec![
            Mark::Band(band),
            line(Look::Line, |summary| summary.median),
            line(Look::Broken, |summary| summary.mean),
        ],
        legend: vec![
            (Look::Band, "middle half of the positions"),
            (Look::Line, "median"),
            (Look::Broken, "mean"),
        ],
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "bins are drawn within a tenth of a pixel"
)]
fn branching_histogram(stats: &Stats) -> Chart {
    let sample = stats.branching(.., &Side::ALL);
    let bins = sample.histogram();
    let all = sample.len().max(1) as f64;
    let share = |count: usize| 100.0 * count as f64 / all;
    // No position has 0 turns and goes on; a logarithmic axis could not show it.
    let from = bins.first().map_or(1, |bin| bin.from).max(1);
    let to = bins.last().map_or(10, |bin| bin.below);
    let top = bins.iter().map(|bin| share(bin.count)).fold(0.0, f64::max);
    let mut marks: Vec<Mark> = bins
        .iter()
        .map(|bin| Mark::Bar {
            look: Look::Bar,
            from: bin.from as f64,
            to: bin.below as f64,
            height: share(bin.count),
            text: String::new(),
        })
        .collect();
    let x = Axis::log(TURNS, from as f64, to as f64);
    let y = Axis::linear("positions, %", 0.0, top, true);
    let described = sample.summary().map(|summary| {
        let points = vec![(summary.mean, 0.0), (summary.mean, y.to)];
        marks.push(Mark::Line {
            look: Look::Broken,
            points,
        });
        let (mean, median) = (rounded(summary.mean), rounded(summary.median));
        format!("; mean {mean}, median {median}")
    });
    let note = positions_and_games(stats) + &described.unwrap_or_default();
    let legend = match sample.summary() {
        Some(_) => vec![(Look::Bar, "positions"), (Look::Broken, "mean")],
        None => Vec::new(),
    };
    Chart {
        title: "Branching factor".to_owned(),
        note,
        x,
        y,
        marks,
        legend,
    }
}

fn game_length(stats: &Stats) -> Chart {
    let summary = stats.length.summary();
    let longest = summary.map_or(0, |summary| summary.max);
    // As many bins as can be told apart, of a round width.
    let widths = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];
    let width = widths
        .into_iter()
        .find(|width| longest / width < 30)
        .unwrap_or(longest / 30 + 1);
    let mut counts = vec![0_u32; usize::try_from(longest / width).unwrap_or(0) + 1];
    for &length in stats.length.values() {
        let place = usize::try_from(length / width).unwrap_or(usize::MAX);
        if let Some(count) = counts.get_mut(place) {
            *count += 1;
        }
    }
    let bars = (0..).zip(&counts).map(|(place, &count)| Mark::Bar {
        look: Look::Bar,
        from: f64::from(place * width),
        to: f64::from((place + 1) * width),
        height: f64::from(count),
        text: String::new(),
    });
    let end = f64::from(width) * counts.iter().map(|_| 1.0).sum::<f64>();
    let highest = counts.iter().max().copied().unwrap_or(0);
    let described = summary.map(|summary| {
        let (mean, median) = (summary.mean, summary.median);
        format!("; mean {mean:.1}, median {median:.1} turns")
    });
    let games = grouped(stats.games);
    let note = format!("{games} games, {width} turns to a bar") + &described.unwrap_or_default();
    Chart {
        title: "Length of games".to_owned(),
        note,
        x: Axis::linear("turns of both players, setups left out", 0.0, end, false),
        y: Axis::linear("games", 0.0, f64::from(highest), true),
        marks: bars.collect(),
        legend: Vec::new(),
    }
}

fn steps_per_turn(stats: &Stats) -> Chart {
    let mut marks = Vec::new();
    let mut top = 0.0_f64;
    for (side, look, offset) in [
        (Side::Gold, Look::Gold, -0.4),
        (Side::Silver, Look::Silver, 0.0),
    ] {
        let sums = of(&stats.turns, side);
        for (steps, turns) in (1..).zip(sums.by_steps) {
            let height = 100.0 * ratio(turns, sums.turns());
            let from = f64::from(steps) + offset;
            let text = percent(turns, sums.turns());
            marks.push(Mark::Bar {
                look,
                from,
                to: from + 0.4,
                height,
                text,
            });
            top = top.max(height);
        }
    }
    let sums = stats.turns_of_both();
    let mean = ratio(sums.steps(), sums.turns());
    Chart {
        title: "Steps per turn".to_owned(),
        note: format!(
            "{} turns, setups left out; mean {mean:.3} steps",
            grouped(sums.turns())
        ),
        x: Axis::linear("steps", 0.4, 4.6, false),
        y: Axis::linear("turns of the player, %", 0.0, top * 1.05, true),
        marks,
        legend: vec![(Look::Gold, "gold"), (Look::Silver, "silver")],
    }
}

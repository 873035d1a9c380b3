//! A chart as a vector picture: two axes, bars, bands and lines, a legend.
//!
//! The picture needs nothing besides itself. It brings its own light ground, so that it can stand
//! on a dark page too; its colours can be told apart by people who do not see all of them, and its
//! lines by their strokes.

use std::fmt::{self, Display, Write};

use super::table::rounded;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 460.0;
/// The edges of the field in which the marks are drawn.
const LEFT: f64 = 84.0;
const RIGHT: f64 = WIDTH - 24.0;
const TOP: f64 = 84.0;
const BOTTOM: f64 = HEIGHT - 64.0;

const STYLE: &str = "\
text{font-family:Helvetica,Arial,sans-serif;font-size:14px;fill:#333}\
.title{font-size:19px;font-weight:bold;fill:#111}\
.note{font-size:13px;fill:#555}\
.axis{stroke:#444;stroke-width:1.2;fill:none}\
.grid{stroke:#ddd;stroke-width:1}\
.middle{text-anchor:middle}\
.end{text-anchor:end}\
.bar{fill:#0072b2;stroke:#fff;stroke-width:.8}\
.gold{fill:#e3a400;stroke:#5c4300;stroke-width:.8}\
.silver{fill:#8a94a0;stroke:#3b434b;stroke-width:.8}\
.band{fill:#0072b2;fill-opacity:.2;stroke:none}\
.line{fill:none;stroke:#0072b2;stroke-width:2.4;stroke-linejoin:round}\
.broken{fill:none;stroke:#c24e00;stroke-width:2;stroke-dasharray:7 4;stroke-linejoin:round}";

/// The content of a chart.
pub(super) struct Chart {
    pub(super) title: String,
    /// The subtitle: the meaning of the numbers.
    pub(super) note: String,
    pub(super) x: Axis,
    pub(super) y: Axis,
    pub(super) marks: Vec<Mark>,
    /// The marks that need a name.
    pub(super) legend: Vec<(Look, &'static str)>,
}

/// An axis: what it measures, from where to where, and where it has ticks.
pub(super) struct Axis {
    pub(super) label: &'static str,
    pub(super) is_log: bool,
    pub(super) from: f64,
    pub(super) to: f64,
    pub(super) ticks: Vec<(f64, String)>,
}

/// Something drawn between the axes; numbers are those that the axes measure.
pub(super) enum Mark {
    /// A bar between two places, so high, perhaps with a text above it.
    Bar {
        look: Look,
        from: f64,
        to: f64,
        height: f64,
        text: String,
    },
    /// The ground between two lines: place, lower end, upper end.
    Band(Vec<(f64, f64, f64)>),
    /// A line through points.
    Line { look: Look, points: Vec<(f64, f64)> },
}

/// The look of a mark.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Look {
    Bar,
    Gold,
    Silver,
    Band,
    Line,
    Broken,
}

impl Look {
    const fn class(self) -> &'static str {
        match self {
            Self::Bar => "bar",
            Self::Gold => "gold",
            Self::Silver => "silver",
            Self::Band => "band",
            Self::Line => "line",
            Self::Broken => "broken",
        }
    }
}

impl Axis {
    /// From `from` to `to`, with ticks at round numbers, as many as can be read; `to` is made round
    /// too if `is_open`.
    pub(super) fn linear(label: &'static str, from: f64, to: f64, is_open: bool) -> Self {
        let to = if to > from { to } else { from + 1.0 };
        let step = round_step((to - from) / 6.0);
        let to = if is_open {
            (to / step).ceil() * step
        } else {
            to
        };
        let first = (from / step).ceil();
        let ticks = std::iter::successors(Some(first), |tick| Some(tick + 1.0))
            .map(|tick| tick * step)
            .take_while(|tick| *tick <= to + step * 1e-9)
            .map(|tick| (tick, rounded(tick)))
            .collect();
        Self {
            label,
            is_log: false,
            from,
            to,
            ticks,
        }
    }

    /// From `from` to `to`, both above 0, on a logarithmic scale, with ticks at 1, 2 and 5 times
    /// the powers of ten.
    ///
    /// Where the axis is too long for all of their numbers to stand side by side, only the powers
    /// of ten have theirs.
    pub(super) fn log(label: &'static str, from: f64, to: f64) -> Self {
        let to = if to > from { to } else { from * 10.0 };
        let is_short = to / from <= 200.0;
        let mut ticks = Vec::new();
        for decade in (0..11).map(|power| 10_f64.powi(power)) {
            for digit in [1, 2, 5] {
                let tick = f64::from(digit) * decade;
                let text = if digit == 1 || is_short {
                    rounded(tick)
                } else {
                    String::new()
                };
                ticks.push((tick, text));
            }
        }
        ticks.retain(|(tick, _)| (from..=to).contains(tick));
        Self {
            label,
            is_log: true,
            from,
            to,
            ticks,
        }
    }

    /// How far along the axis a number lies, from 0 to 1.
    fn place(&self, value: f64) -> f64 {
        let scaled = |number: f64| {
            if self.is_log {
                number.max(f64::MIN_POSITIVE).ln()
            } else {
                number
            }
        };
        let (from, to) = (scaled(self.from), scaled(self.to));
        ((scaled(value) - from) / (to - from)).clamp(0.0, 1.0)
    }
}

/// The smallest of 1, 2, 5, 10, 20, 50 and so on that is at least this large.
fn round_step(least: f64) -> f64 {
    let steps = (0..18).flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10_f64.powi(power)));
    let mut steps = steps.skip_while(|step| *step < least);
    steps.next().unwrap_or(least)
}

impl Chart {
    fn x(&self, value: f64) -> f64 {
        LEFT + self.x.place(value) * (RIGHT - LEFT)
    }

    fn y(&self, value: f64) -> f64 {
        BOTTOM - self.y.place(value) * (BOTTOM - TOP)
    }

    fn draw_axes(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (value, text) in &self.y.ticks {
            let y = self.y(*value);
            writeln!(f, "<path class=\"grid\" d=\"M{LEFT} {y:.1}H{RIGHT}\"/>")?;
            draw_text(f, "end", LEFT - 9.0, y, text)?;
        }
        for (value, text) in &self.x.ticks {
            let x = self.x(*value);
            writeln!(f, "<path class=\"axis\" d=\"M{x:.1} {BOTTOM}v6\"/>")?;
            draw_text(f, "middle", x, BOTTOM + 18.0, text)?;
        }
        draw_text(
            f,
            "middle",
            f64::midpoint(LEFT, RIGHT),
            HEIGHT - 18.0,
            self.x.label,
        )?;
        let y = f64::midpoint(TOP, BOTTOM);
        writeln!(
            f,
            "<text class=\"middle\" transform=\"translate(20 {y:.1}) rotate(-90)\">{}</text>",
            self.y.label
        )
    }

    fn draw_mark(&self, f: &mut fmt::Formatter<'_>, mark: &Mark) -> fmt::Result {
        match mark {
            Mark::Bar {
                look,
                from,
                to,
                height,
                text,
            } => {
                let (left, right, top) = (self.x(*from), self.x(*to), self.y(*height));
                writeln!(
                    f,
                    "<rect class=\"{}\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>",
                    look.class(),
                    right - left,
                    BOTTOM - top
                )?;
                if text.is_empty() {
                    return Ok(());
                }
                draw_text(
                    f,
                    "note middle",
                    f64::midpoint(left, right),
                    top - 10.0,
                    text,
                )
            }
            Mark::Band(places) => {
                let upper = places.iter().map(|&(x, _, high)| (x, high));
                let lower = places.iter().rev().map(|&(x, low, _)| (x, low));
                let path = self.path(upper.chain(lower));
                writeln!(f, "<path class=\"band\" d=\"{path}Z\"/>")
            }
            Mark::Line { look, points } => {
                let path = self.path(points.iter().copied());
                writeln!(f, "<path class=\"{}\" d=\"{path}\"/>", look.class())
            }
        }
    }

    fn path(&self, points: impl Iterator<Item = (f64, f64)>) -> String {
        let mut path = String::new();
        for (index, (x, y)) in points.enumerate() {
            let command = if index == 0 { 'M' } else { 'L' };
            // Writing to a string cannot fail.
            let _ = write!(path, "{command}{:.1} {:.1}", self.x(x), self.y(y));
        }
        path
    }

    /// The names of the marks, in one line above the field. Room is left for letters wider than
    /// they mostly are.
    fn draw_legend(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut x, y) = (LEFT, TOP - 16.0);
        for (look, name) in &self.legend {
            let class = look.class();
            match look {
                Look::Line | Look::Broken => {
                    writeln!(f, "<path class=\"{class}\" d=\"M{x:.1} {y}h26\"/>")?;
                }
                Look::Bar | Look::Gold | Look::Silver | Look::Band => {
                    let top = y - 6.5;
                    writeln!(
                        f,
                        "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{top}\" width=\"26\" height=\"13\"/>"
                    )?;
                }
            }
            draw_text(f, "note", x + 33.0, y, name)?;
            let letters = u32::try_from(name.chars().count()).unwrap_or(0);
            x += 33.0 + 7.6 * f64::from(letters) + 18.0;
        }
        Ok(())
    }
}

impl Display for Chart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\">"
        )?;
        writeln!(f, "<title>{}</title>", self.title)?;
        writeln!(
            f,
            "<desc>{}; {} against {}</desc>",
            self.note, self.y.label, self.x.label
        )?;
        writeln!(f, "<style>{STYLE}</style>")?;
        writeln!(
            f,
            "<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>"
        )?;
        draw_text(f, "title", LEFT, 26.0, &self.title)?;
        draw_text(f, "note", LEFT, 48.0, &self.note)?;
        self.draw_axes(f)?;
        self.marks
            .iter()
            .try_for_each(|mark| self.draw_mark(f, mark))?;
        writeln!(
            f,
            "<path class=\"axis\" d=\"M{LEFT} {TOP}V{BOTTOM}H{RIGHT}\"/>"
        )?;
        self.draw_legend(f)?;
        writeln!(f, "</svg>")
    }
}

/// Writes a text at the height of this point. All texts are this module's own: none needs escaping.
fn draw_text(f: &mut fmt::Formatter<'_>, class: &str, x: f64, y: f64, text: &str) -> fmt::Result {
    writeln!(
        f,
        "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" dy=\".35em\">{text}</text>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(axis: &Axis) -> Vec<&str> {
        axis.ticks.iter().map(|(_, text)| text.as_str()).collect()
    }

    #[test]
    fn ticks_are_round_numbers_on_the_axis() {
        let open = Axis::linear("", 0.0, 43_210.0, true);
        assert_eq!(
            texts(&open),
            ["0", "10,000", "20,000", "30,000", "40,000", "50,000"]
        );
        let closed = Axis::linear("", 2.0, 61.0, false);
        assert_eq!(
            texts(&closed),
            ["10", "20", "30", "40", "50", "60"].as_slice()
        );
        assert!((closed.place(2.0), closed.place(61.0)) == (0.0, 1.0));
        let log = Axis::log("", 800.0, 63_000.0);
        assert_eq!(
            texts(&log),
            ["1,000", "2,000", "5,000", "10,000", "20,000", "50,000"]
        );
        let long = Axis::log("", 2.0, 1_000.0);
        let powers = ["", "", "10", "", "", "100", "", "", "1,000"];
        assert_eq!(texts(&long), powers);
        assert!((log.place(8_000.0) - 10_f64.ln() / 78.75_f64.ln()).abs() < 1e-12);
    }

    #[test]
    fn axis_of_an_empty_range_is_finite() {
        for axis in [
            Axis::linear("", 3.0, 3.0, false),
            Axis::linear("", 0.0, 0.0, true),
            Axis::log("", 1.0, 1.0),
        ] {
            assert!(axis.from < axis.to);
            assert!(axis.place(axis.from).is_finite() && !axis.ticks.is_empty());
        }
        assert!(Axis::linear("", 0.0, f64::from(u32::MAX), true).ticks.len() < 20);
    }
}

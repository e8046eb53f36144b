//! Charts as SVG. Horizontal positions are percentages of the available width, heights and font sizes are
//! pixels, so that they fit a phone and a wide screen alike. The style sheet defines the colours.

use crate::ir::ToIndex;
use std::fmt::Write;

use minijinja::HtmlEscape;

use super::figures::{CurvePointData, SpreadData, Unit};
use super::number_formats::{of_unit, signed};

/// Height of a chart in a row, in pixels.
const ROW: f64 = 22.0;
/// Height of the plot of a histogram or a curve, in pixels.
const PLOT: f64 = 130.0;
/// Height of the axis labels below the plot, in pixels.
const BELOW: f64 = 18.0;

/// The format of axis labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ticks {
    /// `50 %`
    Percent,
    /// `+5`, in hundredths.
    Points,
    /// `12`
    Plain,
    /// `12`, without anything between whole numbers.
    Whole,
}

/// A linear scale from numbers to positions on a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinearScale {
    low: f64,
    high: f64,
}

/// A tick of an axis.
struct Tick {
    number: f64,
    text: String,
}

impl LinearScale {
    /// Creates a scale from `low` to `high`.
    pub fn exactly(low: f64, high: f64) -> LinearScale {
        LinearScale { low, high: if high > low { high } else { low + 1.0 } }
    }

    /// Creates a scale from the least to the greatest of these numbers, with some padding on both sides.
    pub fn over(numbers: impl IntoIterator<Item = f64>) -> LinearScale {
        let finite = numbers.into_iter().filter(|n| n.is_finite());
        let (low, high) =
            finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), n| (n.min(low), n.max(high)));
        if low > high {
            return LinearScale::exactly(0.0, 1.0);
        }
        let room = if high > low { (high - low) * 0.05 } else { low.abs().max(1.0) * 0.05 };
        LinearScale::exactly(low - room, high + room)
    }

    /// Returns the position of a number as a fraction of the line.
    fn fraction(&self, number: f64) -> f64 {
        ((number - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    /// Returns the position of a number from the left, in per cent.
    fn across(&self, number: f64) -> String {
        format!("{:.2}%", self.fraction(number) * 100.0)
    }

    /// Returns at most `most` round numbers at equal distances.
    fn ticks(&self, most: usize, ticks: Ticks) -> Vec<Tick> {
        // Computed by multiplication, which gives the same result on every machine.
        let tens = |zeros: u32| (0..zeros).fold(1.0, |ten, _| ten * 10.0);
        let steps = (0..28u32).flat_map(|at| [1.0, 2.0, 5.0].map(|n| (at, n)));
        for (at, n) in steps {
            // Steps from 10⁻⁹ on. The steps are counted in whole numbers, so that rounding errors do not add
            // up.
            let number = |k: f64| if at < 9 { k * n / tens(9 - at) } else { k * n * tens(at - 9) };
            let (first, last) = ((self.low / number(1.0)).ceil(), (self.high / number(1.0)).floor());
            if last - first + 1.0 > most as f64 || (ticks == Ticks::Whole && at < 9) {
                continue;
            }
            let decimals = 9u32.saturating_sub(at).index();
            let text = |number: f64| match ticks {
                Ticks::Percent => format!("{:.*} %", decimals.saturating_sub(2), number * 100.0),
                Ticks::Points => format!("{:+.*}", decimals.saturating_sub(2), number * 100.0),
                Ticks::Plain | Ticks::Whole => format!("{number:.decimals$}"),
            };
            let count = (last - first).max(-1.0) as i64 + 1;
            let numbers = (0..count).map(|i| number(first + i as f64));
            return numbers.map(|number| Tick { number, text: signed(text(number)) }).collect();
        }
        Vec::new()
    }

    /// Returns the axis above a column of charts.
    pub fn axis(&self, ticks: Ticks) -> String {
        let mut svg = format!(r#"<svg class="axis" width="100%" height="{BELOW}" aria-hidden="true">"#);
        for tick in self.ticks(3, ticks) {
            svg.push_str(&self.tick(&tick, tick.number, 12.0));
        }
        svg + "</svg>"
    }

    /// Returns an axis label below a position, within the chart.
    fn tick(&self, tick: &Tick, place: f64, y: f64) -> String {
        let anchor = anchor(self.fraction(place));
        let (x, text) = (self.across(place), &tick.text);
        format!(r#"<text x="{x}" y="{y}" text-anchor="{anchor}">{text}</text>"#)
    }
}

/// Returns the `text-anchor` that keeps a label from being cut off.
fn anchor(fraction: f64) -> &'static str {
    match fraction {
        f if f < 0.08 => "start",
        f if f > 0.92 => "end",
        _ => "middle",
    }
}

/// Returns a chart in a row, with its title.
fn row(title: &str, inside: &str) -> String {
    let title = HtmlEscape(title);
    format!(
        r#"<svg class="mark" width="100%" height="{ROW}" role="img"><title>{title}</title>{inside}</svg>"#
    )
}

fn upright(class: &str, x: &str, from: f64, to: f64) -> String {
    format!(r#"<line class="{class}" x1="{x}" x2="{x}" y1="{from}" y2="{to}"/>"#)
}

fn level(class: &str, from: &str, to: &str, y: f64) -> String {
    format!(r#"<line class="{class}" x1="{from}" x2="{to}" y1="{y}" y2="{y}"/>"#)
}

/// Draws a value as a dot with its confidence interval, and an upright line at the number it is compared
/// with.
pub fn interval(
    scale: &LinearScale,
    (low, value, high): (f64, f64, f64),
    beside: Option<f64>,
    title: &str,
) -> String {
    let middle = ROW / 2.0;
    let mut inside = beside.map_or_else(String::new, |at| upright("beside", &scale.across(at), 0.0, ROW));
    inside.push_str(&level("reach", &scale.across(low), &scale.across(high), middle));
    let _ = write!(inside, r#"<circle class="dot" cx="{}" cy="{middle}" r="4.5"/>"#, scale.across(value));
    row(title, &inside)
}

/// Draws a dot at the mean, a thick line of one standard deviation to either side, and a thin line from the
/// least to the greatest value.
pub fn spread(scale: &LinearScale, (min, max): (f64, f64), (mean, sd): (f64, f64), title: &str) -> String {
    let middle = ROW / 2.0;
    let mut inside = level("range", &scale.across(min), &scale.across(max), middle);
    let (from, to) = ((mean - sd).max(min), (mean + sd).min(max));
    inside.push_str(&level("reach", &scale.across(from), &scale.across(to), middle));
    let _ = write!(inside, r#"<circle class="dot" cx="{}" cy="{middle}" r="4.5"/>"#, scale.across(mean));
    row(title, &inside)
}

/// Draws a bar from the left.
pub fn bar(scale: &LinearScale, value: f64, title: &str) -> String {
    let (y, height, width) = (ROW / 2.0 - 6.0, 12.0, scale.across(value));
    row(title, &format!(r#"<rect class="bar" x="0" y="{y}" width="{width}" height="{height}"/>"#))
}

/// Draws a stacked bar of the parts of a whole, each with its CSS class.
pub fn parts(parts: &[(&str, u64)], title: &str) -> String {
    let whole = parts.iter().map(|(_, part)| part).sum::<u64>().max(1) as f64;
    let scale = LinearScale::exactly(0.0, whole);
    let (mut from, mut inside) = (0.0, String::new());
    for (class, part) in parts.iter().filter(|(_, part)| *part > 0) {
        let (x, width) = (scale.across(from), scale.across(*part as f64));
        let _ = write!(inside, r#"<rect class="{class}" x="{x}" y="5" width="{width}" height="12"/>"#);
        from += *part as f64;
    }
    row(title, &inside)
}

/// Draws a histogram, with lines at the median and two percentiles.
pub fn histogram(seen: &SpreadData, title: &str) -> String {
    let width = seen.bins.width.max(1) as f64;
    let first = seen.bins.times.first().map_or(0.0, |(number, _)| *number as f64);
    let last = seen.bins.times.last().map_or(0.0, |(number, _)| *number as f64);
    // Padding keeps the bars narrow if there are only a few numbers.
    let room = ((12.0 - (last - first) / width - 1.0) / 2.0).max(0.0).floor() * width;
    let scale = LinearScale::exactly(first - room, last + width + room);
    let most = seen.bins.times.iter().map(|(_, times)| *times).max().unwrap_or(1).max(1) as f64;
    let height = PLOT + BELOW;
    let mut svg = format!(
        r#"<svg class="plot" width="100%" height="{height}" role="img"><title>{}</title>"#,
        HtmlEscape(title)
    );
    let span = scale.high - scale.low;
    for (number, times) in &seen.bins.times {
        let tall = (*times as f64 / most * (PLOT - 6.0)).max(1.0);
        let _ = write!(
            svg,
            r#"<rect class="bar" x="{}" width="{:.2}%" y="{:.1}" height="{tall:.1}"/>"#,
            scale.across(*number as f64),
            width / span * 92.0,
            PLOT - tall
        );
    }
    // A bar of width 1 stands for a single number, so the line is in the middle of the bar.
    let centre = |number: f64| if width > 1.0 { number } else { number + 0.46 };
    for (class, number) in [("few", seen.p5), ("half", seen.median), ("few", seen.p95)] {
        svg.push_str(&upright(class, &scale.across(centre(number as f64)), 0.0, PLOT));
    }
    svg.push_str(&level("base", "0%", "100%", PLOT));
    let shown = LinearScale::exactly(scale.low.max(0.0), scale.high - width.min(1.0));
    for tick in shown.ticks(6, Ticks::Whole) {
        svg.push_str(&scale.tick(&tick, centre(tick.number), PLOT + 14.0));
    }
    svg + "</svg>"
}

/// Draws a figure for each of several values, with a band for the confidence intervals.
pub fn curve(points: &[CurvePointData], unit: Unit, title: &str) -> String {
    let scale = LinearScale::over(points.iter().flat_map(|p| [p.ends().0, p.value, p.ends().1]));
    let height = PLOT + BELOW;
    let title = HtmlEscape(title);
    let mut svg =
        format!(r#"<svg class="plot" width="100%" height="{height}" role="img"><title>{title}</title>"#);
    let y = |number: f64| (1.0 - scale.fraction(number)) * PLOT;
    let x = |at: usize| (at as f64 + 0.5) / points.len().max(1) as f64 * 100.0;
    let ticks = if unit == Unit::Share { Ticks::Percent } else { Ticks::Plain };
    let marks = scale.ticks(4, ticks);
    for tick in &marks {
        svg.push_str(&level("grid", "0%", "100%", (y(tick.number) * 10.0).round() / 10.0));
    }
    // The band and the line are stretched to the available width; their strokes are not.
    let edge = |number: fn(&CurvePointData) -> f64| {
        let place = move |(at, p): (usize, &CurvePointData)| format!("{:.2},{:.2}", x(at), y(number(p)));
        points.iter().enumerate().map(place).collect::<Vec<String>>()
    };
    let (mut band, low) = (edge(|p| p.ends().1), edge(|p| p.ends().0));
    band.extend(low.into_iter().rev());
    let (band, line) = (band.join(" "), edge(|p| p.value).join(" "));
    let _ = write!(
        svg,
        r#"<svg viewBox="0 0 100 {PLOT}" width="100%" height="{PLOT}" preserveAspectRatio="none"><polygon class="band" points="{band}"/><polyline class="line" points="{line}"/></svg>"#
    );
    for (at, point) in points.iter().enumerate() {
        let place = format!("{:.2}%", x(at));
        let (low, high) = point.ends();
        svg.push_str(&upright("reach", &place, round(y(high)), round(y(low))));
        let said = format!("{}: {}", point.at, of_unit(unit, point.value));
        let _ = write!(
            svg,
            r#"<circle class="dot" cx="{place}" cy="{}" r="4"><title>{}</title></circle>"#,
            round(y(point.value)),
            HtmlEscape(&said)
        );
    }
    for tick in &marks {
        let _ = write!(svg, r#"<text x="0" y="{}">{}</text>"#, round(y(tick.number) - 3.0), tick.text);
    }
    // Only as many labels as fit on a phone.
    let longest = points.iter().map(|p| p.at.chars().count()).max().unwrap_or(1);
    let every = points.len().div_ceil((40 / (longest + 2)).max(2)).max(1);
    for (at, point) in points.iter().enumerate().step_by(every) {
        let _ = write!(
            svg,
            r#"<text x="{:.2}%" y="{}" text-anchor="{}">{}</text>"#,
            x(at),
            PLOT + 14.0,
            anchor(x(at) / 100.0),
            HtmlEscape(&point.at)
        );
    }
    svg + "</svg>"
}

/// Rounds to a tenth of a pixel.
fn round(pixels: f64) -> f64 {
    (pixels * 10.0).round() / 10.0
}

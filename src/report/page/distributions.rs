//! Distributions on a page: a row with a mean, and a histogram.

use minijinja::{Value, context};

use super::chart::{LinearScale, histogram, spread};
use super::figures::{MomentsData, SpreadData};
use super::number_formats::{part, tenths};
use super::rows::ChartRow;
use crate::diagnostics::grouped;

/// Returns a row with a mean between the least and the greatest value.
pub fn moments(label: String, scale: &LinearScale, m: &MomentsData) -> ChartRow {
    let range = format!("{} to {}", tenths_of(m.min), tenths_of(m.max));
    let title = format!("mean {}, deviation {}, from {range}", tenths(m.mean), tenths(m.sd));
    ChartRow {
        label,
        of: range,
        svg: spread(scale, (m.min as f64, m.max as f64), (m.mean, m.sd), &title),
        value: tenths(m.mean),
        about: format!("SD {}", tenths(m.sd)),
        strong: false,
    }
}

fn tenths_of(points: i64) -> String {
    points.to_string().replace('-', "−")
}

/// Returns the page's data of a histogram with its statistics. `of` names what is counted.
pub fn seen_often(what: &str, seen: &SpreadData, of: &str) -> Value {
    let all: u64 = seen.bins.times.iter().map(|(_, times)| times).sum();
    let said = format!(
        "mean {}, from {} to {}, median {}, 5th percentile {}, 95th {}",
        tenths(seen.mean),
        grouped(seen.min),
        grouped(seen.max),
        grouped(seen.median),
        grouped(seen.p5),
        grouped(seen.p95)
    );
    let width = seen.bins.width;
    let rows = seen.bins.times.iter().map(|(number, times)| {
        let name = if width == 1 {
            grouped(*number)
        } else {
            format!("{}–{}", grouped(*number), grouped(number + (width - 1)))
        };
        [name, grouped(*times), part(*times, all)]
    });
    context! {
        what, of,
        always => (seen.min == seen.max).then(|| grouped(seen.min)),
        svg => histogram(seen, &format!("{what}: {said}")),
        said,
        rows => rows.collect::<Vec<[String; 3]>>(),
    }
}

//! Number formats of a page.

use super::figures::Unit;

/// Formats a share as a percentage: `33.1 %`.
pub fn percent(share: f64) -> String {
    signed(format!("{:.1} %", share * 100.0))
}

/// Formats a part of a whole as a percentage; a dash if the whole is 0.
pub fn part(part: u64, whole: u64) -> String {
    if whole == 0 { "–".into() } else { percent(part as f64 / whole as f64) }
}

/// Formats a difference of shares in percentage points: `+3.1`.
pub fn points(share: f64) -> String {
    signed(format!("{:+.1}", share * 100.0))
}

/// Formats a number with one decimal.
pub fn tenths(number: f64) -> String {
    signed(format!("{number:.1}"))
}

/// Formats a number with four significant digits, without trailing zeros.
pub fn figure(number: f64) -> String {
    let size = number.abs();
    let decimals = [1000.0, 100.0, 10.0, 1.0, 0.1].iter().filter(|limit| size < **limit).count();
    let text = format!("{number:.decimals$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    signed(text.to_owned())
}

/// Formats a number in its unit.
pub fn of_unit(unit: Unit, number: f64) -> String {
    match unit {
        Unit::Share => percent(number),
        Unit::Number => figure(number),
    }
}

/// Formats a p-value.
pub fn chance(p: f64) -> String {
    if p < 0.0001 { "below 0.0001".into() } else { format!("{p:.4}") }
}

/// Uses the typographic minus sign; zero has no sign.
pub fn signed(text: String) -> String {
    let zero = !text.contains(|c: char| ('1'..='9').contains(&c));
    if zero { text.replace(['-', '+'], "") } else { text.replace('-', "−") }
}

/// Formats a confidence interval of a share in per cent: `48.1–52.0`.
pub fn format_interval(low: f64, high: f64) -> String {
    format!("{:.1}–{:.1}", low * 100.0, high * 100.0)
}

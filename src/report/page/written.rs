//! Numbers as a page writes them.

use super::figures::Unit;

/// A share as a percentage: `33.1 %`.
pub fn percent(share: f64) -> String {
    signed(format!("{:.1} %", share * 100.0))
}

/// A part of a whole as a percentage; a dash where there is no whole.
pub fn part(part: u64, whole: u64) -> String {
    if whole == 0 { "–".into() } else { percent(part as f64 / whole as f64) }
}

/// A difference of shares in percentage points: `+3.1`.
pub fn points(share: f64) -> String {
    signed(format!("{:+.1}", share * 100.0))
}

/// With one digit behind the point.
pub fn tenths(number: f64) -> String {
    signed(format!("{number:.1}"))
}

/// With four digits that mean something, and no zeros at its end.
pub fn figure(number: f64) -> String {
    let size = number.abs();
    let decimals = [1000.0, 100.0, 10.0, 1.0, 0.1].iter().filter(|limit| size < **limit).count();
    let text = format!("{number:.decimals$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    signed(text.to_owned())
}

/// A figure of a unit.
pub fn of_unit(unit: Unit, number: f64) -> String {
    match unit {
        Unit::Share => percent(number),
        Unit::Number => figure(number),
    }
}

/// How likely by chance.
pub fn chance(p: f64) -> String {
    if p < 0.0001 { "below 0.0001".into() } else { format!("{p:.4}") }
}

/// With the sign that printers use; zero has none.
pub fn signed(text: String) -> String {
    let zero = !text.contains(|c: char| ('1'..='9').contains(&c));
    if zero { text.replace(['-', '+'], "") } else { text.replace('-', "−") }
}

//! The stopping rule of a simulation.

use super::figures::SimulationFigure;

/// Conditions on the confidence intervals of figures.
#[derive(Clone, Debug, PartialEq)]
pub struct StoppingRule {
    conditions: Vec<StoppingCondition>,
    written: String,
}

impl std::fmt::Display for StoppingRule {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(&self.written)
    }
}

#[derive(Clone, Debug, PartialEq)]
struct StoppingCondition {
    /// A figure's name; if `open`, a prefix of names.
    name: String,
    open: bool,
    /// The limit of half the width of the interval.
    reach: f64,
}

/// Number of games before the first check.
const FIRST: u64 = 512;

impl StoppingRule {
    /// Parses `ci(win.seat1) < 0.5%`, or several such conditions joined by `and`. `ci(win.*)` means every
    /// figure whose name starts with `win.`.
    ///
    /// # Errors
    /// The condition that cannot be parsed, in words.
    pub fn parse(written: &str) -> Result<StoppingRule, String> {
        let conditions: Result<Vec<StoppingCondition>, String> =
            written.split(" and ").map(condition).collect();
        Ok(StoppingRule { conditions: conditions?, written: written.trim().into() })
    }

    /// Returns whether all conditions hold.
    ///
    /// # Errors
    /// The name of a condition that no figure has, as it was written.
    pub fn is_met(&self, figures: &[SimulationFigure]) -> Result<bool, String> {
        let mut met = true;
        for StoppingCondition { name, open, reach } in &self.conditions {
            let mut named = figures
                .iter()
                .filter(|f| if *open { f.name().starts_with(name) } else { f.name() == *name })
                .peekable();
            if named.peek().is_none() {
                return Err(if *open { format!("{name}*") } else { name.clone() });
            }
            met &= named.all(|figure| {
                let counted = figure.measure.count() > 0;
                counted && figure.measure.interval().is_some_and(|i| (i.high - i.low) / 2.0 < *reach)
            });
        }
        Ok(met)
    }

    /// Returns the number of games until the next check: a quarter of those played, at least `FIRST`, rounded
    /// up to a multiple of the rotation length `seats`. It does not depend on the number of threads.
    pub fn next(played: u64, seats: u64) -> u64 {
        let more = (played / 4).max(FIRST);
        more.next_multiple_of(seats.max(1))
    }
}

fn condition(written: &str) -> Result<StoppingCondition, String> {
    let wrong = || format!("`{}` is not a condition: write `ci(win.seat1) < 0.5%`", written.trim());
    let rest = written.trim().strip_prefix("ci(").ok_or_else(wrong)?;
    let (name, rest) = rest.split_once(')').ok_or_else(wrong)?;
    let number = rest.trim().strip_prefix('<').ok_or_else(wrong)?.trim();
    let (number, scale) = match number.strip_suffix('%') {
        Some(number) => (number.trim(), 0.01),
        None => (number, 1.0),
    };
    let reach = number.parse::<f64>().ok().filter(|n| n.is_finite() && *n > 0.0).ok_or_else(wrong)? * scale;
    let name = name.trim();
    let (name, open) = name.strip_suffix('*').map_or((name, false), |name| (name, true));
    Ok(StoppingCondition { name: name.into(), open, reach })
}

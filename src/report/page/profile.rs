//! The profile of the rules on a page: functions and lines by their share of the time.

use minijinja::{Value, context};
use serde::Deserialize;

use crate::diagnostics::count_noun;
use crate::ir::Ir;
use crate::report::profile::{MOST, shortened};

/// The profile in the report for programs.
#[derive(Debug, Deserialize)]
pub struct ProfileData {
    samples: u64,
    no_rule: f64,
    functions: Vec<FunctionShare>,
    lines: Vec<LineShare>,
}

/// A function with its shares of all samples: in its own code, and with the functions that it called.
#[derive(Debug, Deserialize)]
struct FunctionShare {
    function: String,
    #[serde(rename = "self")]
    own: f64,
    total: f64,
}

/// A line with its shares of all samples.
#[derive(Debug, Deserialize)]
struct LineShare {
    file: Option<String>,
    line: usize,
    #[serde(rename = "self")]
    own: f64,
    total: f64,
}

/// Returns the template data of a profile. The code of lines is read from the game's files.
pub fn profile(ir: &Ir, profile: &ProfileData) -> Value {
    let percent = |share: f64| format!("{:.1} %", share * 100.0);
    let functions = busiest(&profile.functions, |f| (f.own, f.total))
        .into_iter()
        .map(|f| context! { own => percent(f.own), total => percent(f.total), name => f.function.as_str() });
    let lines = busiest(&profile.lines, |line| (line.own, line.total)).into_iter().map(|line| {
        let file = ir.files.iter().find(|file| Some(&file.name) == line.file.as_ref());
        let code = file.and_then(|file| file.text.lines().nth(line.line.saturating_sub(1)));
        context! {
            own => percent(line.own), total => percent(line.total),
            place => format!("{}:{}", line.file.as_deref().unwrap_or("?"), line.line),
            code => shortened(code.unwrap_or_default().trim()),
        }
    });
    context! {
        samples => count_noun(profile.samples, "sample"),
        none => profile.samples == 0,
        no_rule => percent(profile.no_rule),
        functions => functions.collect::<Vec<Value>>(),
        lines => lines.collect::<Vec<Value>>(),
    }
}

/// Returns the entries with the greatest shares of their own; equal ones stay in their order.
fn busiest<T>(entries: &[T], shares: impl Fn(&T) -> (f64, f64)) -> Vec<&T> {
    let mut entries: Vec<&T> = entries.iter().collect();
    entries.sort_by(|a, b| {
        let (a, b) = (shares(a), shares(b));
        b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1))
    });
    entries.truncate(MOST);
    entries
}

//! Reports of simulations as a page: one file of HTML without scripts, made from the report for programs.

mod cards;
mod chart;
mod choices;
mod distributions;
mod figures;
mod number_formats;
mod own_figures;
mod places;
mod profile;
mod rows;
mod rules;
mod run;
mod study;

use minijinja::syntax::SyntaxConfig;
use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value, context};
use serde::Deserialize;
use serde_json::Value as Json;

use crate::ir::Ir;

const TEMPLATES: [(&str, &str); 6] = [
    ("page", include_str!("../../../templates/report/page.html.j2")),
    ("drawn", include_str!("../../../templates/report/drawn.html.j2")),
    ("profile", include_str!("../../../templates/report/profile.html.j2")),
    ("run", include_str!("../../../templates/report/run.html.j2")),
    ("several", include_str!("../../../templates/report/several.html.j2")),
    ("tournament", include_str!("../../../templates/report/tournament.html.j2")),
];
const STYLE: &str = include_str!("../../../templates/report/page.css");

/// The reason why a page cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum PageError {
    /// The JSON object is not the report of a simulation or study.
    #[error("the figures are not those of a simulation: {0}")]
    Figures(#[from] serde_json::Error),
    /// The template cannot be filled in.
    #[error("the template cannot be filled in: {0}")]
    Template(#[from] minijinja::Error),
}

/// Returns the page of a report for programs: the report of one simulation, or of a study (a league, a sweep,
/// a comparison), which has the reports of its simulations as `entries`. The page is XHTML that browsers read
/// as HTML; it is deterministic.
///
/// # Errors
/// The report is neither.
pub fn page(ir: &Ir, report: &Json) -> Result<String, PageError> {
    let (one, several) = if report.get("entries").is_some() {
        (None, Some(figures::StudyData::deserialize(report)?))
    } else {
        (Some(figures::RunData::deserialize(report)?), None)
    };
    let version = match (&one, &several) {
        (Some(run), _) => (&run.game, &run.version),
        (_, Some(all)) => (&all.game, &all.version),
        _ => (&ir.game.id, &ir.game.version),
    };
    let profiled = report.get("profile").map(profile::ProfileData::deserialize).transpose()?;
    let name = if *version.0 == ir.game.id { &ir.game.name } else { version.0 };
    render_template(context! {
        name, version => version.1, title => "what came of many games", tournament => None::<Value>,
        run => one.as_ref().map(|one| run::run(Some(ir), one)),
        several => several.as_ref().map(study::several),
        profile => profiled.as_ref().map(|profiled| profile::profile(ir, profiled)),
    })
}

/// Renders the page of a tournament. `told` is the data of the template.
pub(super) fn tournament(name: &str, told: &Value) -> Result<String, PageError> {
    render_template(context! {
        // The version is the game's, which stands among the facts.
        name, version => "", title => "a tournament", tournament => told, run => None::<Value>, several => None::<Value>,
        profile => None::<Value>,
    })
}

fn render_template(told: Value) -> Result<String, PageError> {
    let mut env = Environment::new();
    env.set_auto_escape_callback(|_| AutoEscape::Html);
    env.set_undefined_behavior(UndefinedBehavior::Strict);
    env.set_syntax(SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build()?);
    for (name, text) in TEMPLATES {
        env.add_template(name, text)?;
    }
    let style = Value::from_safe_string(STYLE.to_owned());
    Ok(env.get_template("page")?.render(context! { style, ..told })? + "\n")
}

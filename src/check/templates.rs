//! Texts: MiniJinja templates over a component's printed data.

use minijinja::{Environment, UndefinedBehavior, Value};
use std::collections::BTreeMap;

/// An environment in which an unknown name is an error.
fn environment<'s>() -> Environment<'s> {
    let mut env = Environment::new();
    env.set_undefined_behavior(UndefinedBehavior::Strict);
    env.set_fuel(Some(100_000));
    env
}

/// The variables that a template names, sorted; or why it cannot be read.
pub(super) fn variables(text: &str) -> Result<Vec<String>, String> {
    if !has_holes(text) {
        return Ok(Vec::new());
    }
    let env = environment();
    let template = env.template_from_str(text).map_err(|e| e.to_string())?;
    let mut names: Vec<String> = template.undeclared_variables(false).into_iter().collect();
    names.sort();
    Ok(names)
}

/// Whether there is anything to fill in.
pub(super) fn has_holes(text: &str) -> bool {
    text.contains("{{") || text.contains("{%") || text.contains("{#")
}

/// What a template was wrong with.
pub(super) struct TemplateError {
    /// In the engine's words.
    pub message: String,
    /// Bytes of the template, if known.
    pub range: Option<std::ops::Range<usize>>,
}

/// Fills a template in.
pub(super) fn render(text: &str, data: &BTreeMap<String, Value>) -> Result<String, TemplateError> {
    if !has_holes(text) {
        return Ok(text.to_string());
    }
    environment().render_str(text, data).map_err(|e| TemplateError {
        message: e.detail().map_or_else(|| e.kind().to_string(), str::to_string),
        range: e.range(),
    })
}

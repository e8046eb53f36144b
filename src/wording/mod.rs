//! Texts that people read, beside the rules: whether they agree, texts generated from rules, stamps,
//! translations.
//!
//! [`check()`] runs between two halves of the layer above: once the rules are checked, their texts are
//! compared with them; then decks, scenarios and print settings follow.

mod comparison;
mod english;
mod kept_comments;
mod languages;
mod messages;
mod stamps;
mod translation_file;

pub use languages::{Languages, Original, Translation, is_language_tag};
pub use stamps::{Reading, ReadingState, readings, stamps_to_toml};
pub use translation_file::TranslationCounts;

use crate::check::{CheckedGame, CheckedRules, EditorInfo, check_rules};
use crate::model::Package;

/// Checks a package: its rules, its texts, then the rest.
pub fn check(package: &Package) -> (CheckedGame, Languages) {
    match check_rules(package, None) {
        Ok(rules) => finish(rules),
        Err(checked) => (*checked, Languages::default()),
    }
}

/// Checks a package for the language server: the result has types and candidates. Code with syntax errors is
/// checked, too, for the types of its other parts; do not report the diagnostics found this way.
pub fn check_for_editor(package: &Package) -> CheckedGame {
    match check_rules(package, Some(EditorInfo::default())) {
        Ok(rules) => finish(rules).0,
        Err(checked) => *checked,
    }
}

fn finish(mut rules: CheckedRules) -> (CheckedGame, Languages) {
    let mut languages = Languages::default();
    // An error in one text leaves the others as they are.
    if rules.has_errors_in_rules() {
        rules.copy_texts_to_stand_ins();
    } else {
        comparison::compare_texts(&mut rules);
        let are_whole = english::generate_texts(&mut rules);
        rules.copy_texts_to_stand_ins();
        stamps::report_stale_readings(&mut rules);
        // Generated texts that have errors would seem to be missing.
        if are_whole {
            languages = languages::check_translations(&mut rules);
        }
    }
    (rules.finish(), languages)
}

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
pub use stamps::{Reading, ReadingState, readings, rules_of_card, stamps_to_toml};
pub use translation_file::TranslationCounts;

use crate::check::{CheckedGame, CheckedRules, EditorInfo, RemainingParts, SymbolTable, check_rules};
use crate::diagnostics::Diagnostic;
use crate::model::Package;

/// The checks of a package that are still to be made though all else is checked. As they take long and result
/// in diagnostics alone, they may go on beside whatever follows.
pub struct PendingChecks<'p>(RemainingParts<'p>);

impl PendingChecks<'_> {
    /// Compares the texts with the rules; `symbols` are those of the checked package.
    pub fn differences(&self, symbols: &SymbolTable) -> Vec<Diagnostic> {
        comparison::differences(self.0.with(symbols), |_| true)
    }

    /// Returns the warnings about unused declarations of the checked package.
    pub fn lints(&self, checked: &CheckedGame) -> Vec<Diagnostic> {
        self.0.lints(checked)
    }
}

/// Checks a package: its rules, its texts, then the rest. The comparison of its texts and the lints are left
/// for later if nothing depends on them.
pub fn check(package: &Package) -> (CheckedGame, Languages, Option<PendingChecks<'_>>) {
    let mut rules = match check_rules(package, None) {
        Ok(rules) => rules,
        Err(checked) => return (*checked, Languages::default(), None),
    };
    // Only texts without errors are compared, and translations only if their originals are right.
    if rules.has_errors() || !package.texts.is_empty() {
        let (checked, languages) = finish(rules);
        return (checked, languages, None);
    }
    complete_texts(&mut rules);
    let stale = stamps::stale_readings(&rules);
    let (mut checked, remaining) = rules.finish();
    checked.lints.extend(stale);
    (checked, Languages::default(), Some(PendingChecks(remaining)))
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
        // Generated texts that have errors would seem to be missing.
        let are_whole = complete_texts(&mut rules);
        if !rules.has_errors() {
            let stale = stamps::stale_readings(&rules);
            rules.report_all(stale);
        }
        if are_whole {
            languages = languages::check_translations(&mut rules);
        }
    }
    let (mut checked, remaining) = rules.finish();
    checked.lints = remaining.lints(&checked);
    (checked, languages)
}

/// Generates the missing texts of cards. Returns whether all could be generated.
fn complete_texts(rules: &mut CheckedRules) -> bool {
    let are_whole = english::generate_texts(rules);
    rules.copy_texts_to_stand_ins();
    are_whole
}

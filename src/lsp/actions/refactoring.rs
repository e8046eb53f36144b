//! Refactorings that keep the package free of errors.

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, Diagnostic, DiagnosticSeverity, Uri, WorkspaceEdit,
};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::super::editor_client::EditorClient;
use super::super::packages::OpenPackage;
use super::edits::{EditorSelection, TextReplacement, checked, edit_of};
use super::{extract, text};

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Refactoring {
    /// The number under the cursor becomes an option.
    Option,
    /// The selected expression becomes a function.
    Function,
    /// The text of a card is written from its rules.
    Text,
}

/// The `data` of an action whose edit is found when it is chosen.
#[derive(Debug, Serialize, Deserialize)]
pub struct DeferredEdit {
    refactoring: Refactoring,
    /// The URI of the file to change.
    pub uri: Uri,
    /// The selected range, in the editor's positions.
    pub range: lsp_types::Range,
}

impl Refactoring {
    const ALL: [Refactoring; 3] = [Refactoring::Option, Refactoring::Function, Refactoring::Text];

    fn title(self) -> &'static str {
        match self {
            Refactoring::Option => "Make this number an option",
            Refactoring::Function => "Extract a function",
            Refactoring::Text => "Write the text from the rule",
        }
    }

    fn kind(self) -> CodeActionKind {
        match self {
            Refactoring::Option | Refactoring::Function => CodeActionKind::REFACTOR_EXTRACT,
            Refactoring::Text => CodeActionKind::REFACTOR_REWRITE,
        }
    }

    /// Returns whether the selection is of the kind that the refactoring changes. Does not compile the
    /// package.
    fn is_possible(self, package: &mut OpenPackage, at: EditorSelection) -> bool {
        match self {
            Refactoring::Text => text::is_at_card(package, at),
            Refactoring::Option | Refactoring::Function => self.changes(package, at).is_some(),
        }
    }

    fn changes(self, package: &mut OpenPackage, at: EditorSelection) -> Option<Vec<TextReplacement>> {
        match self {
            Refactoring::Option => extract::option(package, at),
            Refactoring::Function => extract::function(package, at),
            Refactoring::Text => text::text_of_rule(package, at),
        }
    }

    /// Returns its edit, if the package has no errors afterwards.
    fn edit(
        self,
        package: &mut OpenPackage,
        at: EditorSelection,
        client: EditorClient,
    ) -> Option<WorkspaceEdit> {
        let changes = self.changes(package, at)?;
        edit_of(package, checked(package, changes)?, client)
    }
}

/// Returns the refactorings of a selection. Refactorings found `lazily` have no edit yet, which would take a
/// compilation of the package.
pub fn refactorings(
    package: &mut OpenPackage,
    at: EditorSelection,
    range: lsp_types::Range,
    lazily: bool,
    client: EditorClient,
) -> Vec<CodeActionOrCommand> {
    // With errors elsewhere, none of them could leave the package without errors.
    let has_error = |all: &[Diagnostic]| all.iter().any(|d| d.severity == Some(DiagnosticSeverity::ERROR));
    if lazily && package.found.values().any(|all| has_error(all)) {
        return Vec::new();
    }
    let action = |refactoring: Refactoring| {
        let (edit, data) = if lazily {
            let deferred = DeferredEdit { refactoring, uri: at.uri.clone(), range };
            (None, refactoring.is_possible(package, at).then(|| json!(deferred))?.into())
        } else {
            (Some(refactoring.edit(package, at, client)?), None)
        };
        Some(CodeActionOrCommand::CodeAction(CodeAction {
            title: refactoring.title().to_owned(),
            kind: Some(refactoring.kind()),
            edit,
            data,
            ..CodeAction::default()
        }))
    };
    Refactoring::ALL.into_iter().filter_map(action).collect()
}

/// Finds the edit of a refactoring that was chosen.
///
/// # Errors
/// The reason why there is none, for the author.
pub fn resolve(
    package: &mut OpenPackage,
    at: EditorSelection,
    deferred: &DeferredEdit,
    client: EditorClient,
) -> Result<WorkspaceEdit, String> {
    deferred.refactoring.edit(package, at, client).ok_or_else(|| match deferred.refactoring {
        Refactoring::Text => "the text says what the rule does, or the rule has no words".to_owned(),
        _ => "the package would have errors".to_owned(),
    })
}

//! Snippets: declarations and statements with places to fill in, from `templates/snippets/`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, Documentation, InsertTextFormat, Range, TextEdit,
};
use serde::Deserialize;

/// A snippet in the form that VS Code reads, too.
#[derive(Debug, Deserialize)]
struct EditorSnippet {
    prefix: String,
    description: String,
    body: Vec<String>,
}

/// A file of snippets, by their titles.
type Snippets = BTreeMap<String, EditorSnippet>;

static DECLARATIONS: LazyLock<Snippets> =
    LazyLock::new(|| read(include_str!("../../templates/snippets/declarations.json")));
static STATEMENTS: LazyLock<Snippets> =
    LazyLock::new(|| read(include_str!("../../templates/snippets/statements.json")));

/// Reads a file of the crate's own; a test reads both.
fn read(text: &str) -> Snippets {
    serde_json::from_str(text).unwrap_or_default()
}

/// Returns the declarations, for a place where a table may begin.
pub fn declarations(range: Range) -> Vec<CompletionItem> {
    items(&DECLARATIONS, range)
}

pub fn statements(range: Range) -> Vec<CompletionItem> {
    items(&STATEMENTS, range)
}

fn items(snippets: &Snippets, range: Range) -> Vec<CompletionItem> {
    let item = |(title, snippet): (&String, &EditorSnippet)| CompletionItem {
        label: snippet.prefix.clone(),
        kind: Some(CompletionItemKind::SNIPPET),
        detail: Some(title.clone()),
        documentation: Some(Documentation::String(snippet.description.clone())),
        insert_text_format: Some(InsertTextFormat::SNIPPET),
        // Behind all names of the game.
        sort_text: Some(format!("9{}", snippet.prefix)),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, snippet.body.join("\n")))),
        ..CompletionItem::default()
    };
    snippets.iter().map(item).collect()
}

//! Semantic tokens: the classes of the words in code strings.

use std::collections::HashSet;

use lsp_types::{
    Range as Lines, SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokensLegend,
};

use super::declarations::{Declaration, DeclarationKind};
use super::editor_client::EditorClient;
use super::packages::{Analysis, OpenPackage};
use super::strings::{code_of, contents, is_plain};
use crate::place::{FileId, Span};
use crate::syntax::{TYPE_WORDS, TokenClass, is_reserved, token_classes};
use crate::vocabulary;

/// The classes, in the order of their numbers.
const TYPES: [SemanticTokenType; 11] = [
    SemanticTokenType::KEYWORD,
    SemanticTokenType::NUMBER,
    SemanticTokenType::STRING,
    SemanticTokenType::COMMENT,
    SemanticTokenType::OPERATOR,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::PROPERTY,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::ENUM_MEMBER,
    SemanticTokenType::TYPE,
    SemanticTokenType::CLASS,
];

/// The modifier of words that the language has, and no package declares.
const BUILT_IN: u32 = 1;

/// Returns the legend by which an editor reads the tokens.
pub fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: TYPES.to_vec(),
        token_modifiers: vec![SemanticTokenModifier::DEFAULT_LIBRARY],
    }
}

/// Returns the tokens of the code strings of a file that overlap the requested range of lines.
pub fn tokens(
    package: &mut OpenPackage,
    id: FileId,
    asked: Option<Lines>,
    client: EditorClient,
) -> Vec<SemanticToken> {
    let (package, analysis) = package.analysed();
    let file = package.sources().file(id);
    let info = analysis.checked.editor_info.as_ref();
    let declared: HashSet<Span> =
        info.iter().flat_map(|info| &info.declared).map(|(span, _)| *span).collect();
    let mut found = Vec::new();
    let (mut line, mut column) = (0, 0);
    let mut from = 0;
    for (span, _) in code_of(package, id) {
        let inside = contents(file, span);
        // A string in another one is a mistake of the file; tokens must not overlap.
        if inside.start < from || !is_plain(file, span) {
            continue;
        }
        from = inside.end;
        let all = client.encoding.range(file, inside.start, inside.end);
        if asked.is_some_and(|asked| all.end.line < asked.start.line || asked.end.line < all.start.line) {
            continue;
        }
        let Some(text) = file.text.get(inside.clone()) else { continue };
        for (bytes, class) in token_classes(text) {
            let (start, end) = (inside.start + bytes.start, inside.start + bytes.end);
            let lines = client.encoding.range(file, start, end);
            let is_asked =
                asked.is_none_or(|asked| asked.start.line <= lines.start.line && lines.end <= asked.end);
            if lines.start.line != lines.end.line || !is_asked {
                continue;
            }
            let before = text[..bytes.start].trim_end();
            let (kind, modifiers) = match class {
                TokenClass::Keyword => (SemanticTokenType::KEYWORD, 0),
                TokenClass::Number => (SemanticTokenType::NUMBER, 0),
                TokenClass::Str => (SemanticTokenType::STRING, 0),
                TokenClass::Comment => (SemanticTokenType::COMMENT, 0),
                TokenClass::Operator => (SemanticTokenType::OPERATOR, 0),
                TokenClass::Name => {
                    let word = CodeWord {
                        text: &text[bytes.clone()],
                        span: Span::new(id, start, end),
                        is_member: before.ends_with('.') && !before.ends_with(".."),
                        is_called: text[bytes.end..].starts_with('('),
                    };
                    word.class(analysis, &declared)
                }
            };
            let Some(number) = TYPES.iter().position(|one| *one == kind) else { continue };
            let starts = lines.start;
            if starts.line != line {
                column = 0;
            }
            found.push(SemanticToken {
                delta_line: starts.line - line,
                delta_start: starts.character - column,
                length: lines.end.character - starts.character,
                token_type: number as u32,
                token_modifiers_bitset: modifiers,
            });
            (line, column) = (starts.line, starts.character);
        }
    }
    found
}

/// A word of a code string.
struct CodeWord<'t> {
    text: &'t str,
    span: Span,
    /// True if the word follows a dot.
    is_member: bool,
    /// True if an opening bracket follows.
    is_called: bool,
}

impl CodeWord<'_> {
    /// Returns its class and modifiers.
    fn class(&self, analysis: &Analysis, declared: &HashSet<Span>) -> (SemanticTokenType, u32) {
        let info = analysis.checked.editor_info.as_ref();
        if info.is_some_and(|info| info.variables.contains(&self.span) || declared.contains(&self.span)) {
            // `it`, `self` and `you` are variables without a declaration.
            return (SemanticTokenType::VARIABLE, if is_reserved(self.text) { BUILT_IN } else { 0 });
        }
        if is_reserved(self.text) {
            return (SemanticTokenType::VARIABLE, BUILT_IN);
        }
        let mut declared =
            analysis.declarations.declarations_named(self.text).filter(|one| !one.kind.is_of_files());
        let is_member = |one: &Declaration| one.kind.is_member();
        let one = if self.is_member { declared.find(|one| is_member(one)) } else { declared.next() };
        if let Some(one) = one {
            return (class_of(one.kind), 0);
        }
        if vocabulary::find(self.text).is_some() {
            return (SemanticTokenType::FUNCTION, BUILT_IN);
        }
        if self.is_called {
            return (SemanticTokenType::FUNCTION, 0);
        }
        if self.is_member {
            return (SemanticTokenType::PROPERTY, 0);
        }
        if analysis.declarations.of_plural(self.text).next().is_some() {
            return (SemanticTokenType::CLASS, 0);
        }
        if TYPE_WORDS.contains(&self.text) || ["of", "per"].contains(&self.text) {
            return (SemanticTokenType::TYPE, BUILT_IN);
        }
        (SemanticTokenType::VARIABLE, 0)
    }
}

fn class_of(kind: DeclarationKind) -> SemanticTokenType {
    match kind {
        DeclarationKind::Enum | DeclarationKind::Die => SemanticTokenType::TYPE,
        DeclarationKind::Kind => SemanticTokenType::CLASS,
        DeclarationKind::Value | DeclarationKind::Card | DeclarationKind::Cell => {
            SemanticTokenType::ENUM_MEMBER
        }
        DeclarationKind::Function | DeclarationKind::Verb | DeclarationKind::Action => {
            SemanticTokenType::FUNCTION
        }
        DeclarationKind::Slot => SemanticTokenType::FUNCTION,
        DeclarationKind::Keyword => SemanticTokenType::KEYWORD,
        _ => SemanticTokenType::PROPERTY,
    }
}

//! Spaces and indentation of one code string.

use super::columns::{AuthorPosition, FormattedLine, join, place_of};
use crate::syntax::{CodeForm, CodePiece, PieceKind, pieces};

/// Formats a code string, whose lines begin at `indent`; `None` if it does not parse.
///
/// White space around the code is dropped.
pub(super) fn format_code(code: &str, form: CodeForm, indent: usize) -> Option<String> {
    let pieces = pieces(code, form)?;
    let text = |piece: &CodePiece| code.get(piece.at.clone()).unwrap_or_default();
    let starts: Vec<&str> = pieces.iter().filter(|piece| piece.starts_statement).map(text).collect();
    let is_one_value = match form {
        CodeForm::Type | CodeForm::Expression => true,
        CodeForm::Statements => false,
        CodeForm::Function => starts.len() == 1 && starts != ["return"],
    };
    let mut layout = CodeLayout {
        code,
        base: indent,
        is_one_value,
        open: Vec::new(),
        lines: Vec::new(),
        statement: indent,
    };
    let mut from = 0;
    for to in 1..=pieces.len() {
        if pieces.get(to).is_none_or(|next| next.newlines > 0) {
            layout.line(pieces.get(from..to)?, from.checked_sub(1).and_then(|last| pieces.get(last)));
            from = to;
        }
    }
    let text = join(&layout.lines);
    Some(text.trim_start().to_owned())
}

/// Returns the tokens and comments of a code string, and before which of them there is a newline; `None` if
/// it does not parse. Code that agrees in this means the same.
pub(super) fn meaning(code: &str, form: CodeForm) -> Option<Vec<(&str, bool)>> {
    let pieces = pieces(code, form)?;
    let texts = pieces
        .iter()
        .enumerate()
        .map(|(i, piece)| Some((code.get(piece.at.clone())?, i > 0 && piece.newlines > 0)));
    texts.collect()
}

struct CodeLayout<'c> {
    code: &'c str,
    base: usize,
    /// True if the code is a single expression, so that no line begins a statement.
    is_one_value: bool,
    /// Open brackets: the indentation of the line of each, and whether it opens a block.
    open: Vec<(usize, bool)>,
    lines: Vec<FormattedLine>,
    /// Indentation of the statement that the last line belongs to: its blocks are indented from there.
    statement: usize,
}

impl<'c> CodeLayout<'c> {
    /// Adds a line. `before` is the last token or comment of the line above.
    fn line(&mut self, pieces: &[CodePiece], before: Option<&CodePiece>) {
        let Some(first) = pieces.first() else { return };
        if first.newlines > 1 {
            self.lines.push(FormattedLine::default());
        }
        let mut line = FormattedLine { indent: self.indent(pieces, before), ..FormattedLine::default() };
        // A line that closes something is indented as the statement that it closes it for.
        let is_close = matches!(first.kind, PieceKind::Close | PieceKind::CloseBlock);
        if is_close || !self.goes_on(pieces, before) {
            self.statement = line.indent;
        }
        let depth = self.open.len();
        let mut signed: Option<(String, AuthorPosition)> = None;
        let can_be_signed = first.starts_statement && self.text(first) != "if";
        for (i, piece) in pieces.iter().enumerate() {
            let text = self.text(piece);
            match piece.kind {
                PieceKind::Comment => {
                    line.comment = Some((text.to_owned(), place_of(self.code, piece.at.start)));
                    break;
                }
                PieceKind::Open | PieceKind::OpenBlock => {
                    let is_block = piece.kind == PieceKind::OpenBlock;
                    self.open.push((if is_block { self.statement } else { line.indent }, is_block));
                }
                PieceKind::Close | PieceKind::CloseBlock => drop(self.open.pop()),
                PieceKind::Assign if can_be_signed && signed.is_none() && self.open.len() == depth => {
                    signed = Some((text.to_owned(), place_of(self.code, piece.at.start)));
                    continue;
                }
                _ => {}
            }
            let into = signed.as_mut().map_or(&mut line.head, |(tail, _)| tail);
            if i > 0 && self.is_space_between(pieces, i) {
                into.push(' ');
            }
            into.push_str(text);
        }
        line.ends_run = signed.is_none() && !line.head.is_empty();
        line.signed = signed;
        self.lines.push(line);
    }

    fn text(&self, piece: &CodePiece) -> &'c str {
        self.code.get(piece.at.clone()).unwrap_or_default()
    }

    /// Returns the indentation of a line.
    fn indent(&self, pieces: &[CodePiece], before: Option<&CodePiece>) -> usize {
        let is_close = |piece: &&CodePiece| matches!(piece.kind, PieceKind::Close | PieceKind::CloseBlock);
        let closing = pieces.iter().take_while(is_close).count();
        if closing > 0 {
            let partner = self.open.len().checked_sub(closing).and_then(|i| self.open.get(i));
            return partner.map_or(self.base, |(indent, _)| *indent);
        }
        let Some((indent, is_block)) = self.open.last() else {
            return self.base + if self.goes_on(pieces, before) { 2 } else { 0 };
        };
        indent + if *is_block && self.goes_on(pieces, before) { 4 } else { 2 }
    }

    /// Returns whether a line continues a statement of the previous line.
    fn goes_on(&self, pieces: &[CodePiece], before: Option<&CodePiece>) -> bool {
        let Some(first) = pieces.first() else { return false };
        // The `else` of a value follows the value, that of a block the block.
        let is_after_block =
            before.is_some_and(|last| matches!(last.kind, PieceKind::CloseBlock | PieceKind::Comment));
        let is_else = self.text(first) == "else" && is_after_block;
        let begins = first.starts_statement || is_else || self.text(first) == "option";
        let is_comment = first.kind == PieceKind::Comment;
        !self.is_one_value && before.is_some() && !begins && !is_comment
    }

    /// Returns whether a space precedes a piece that is not the first of its line.
    fn is_space_between(&self, pieces: &[CodePiece], i: usize) -> bool {
        let (Some(left), Some(right)) = (i.checked_sub(1).and_then(|i| pieces.get(i)), pieces.get(i)) else {
            return false;
        };
        let is_apart = left.at.end < right.at.start;
        match (left.kind, right.kind) {
            (PieceKind::OpenBlock, PieceKind::CloseBlock) => false,
            (_, PieceKind::Follows | PieceKind::Close | PieceKind::Dots) => false,
            (PieceKind::Open | PieceKind::Dots | PieceKind::Sign, _) => false,
            // `by (a + b)`, but `draw(you, 1)`
            (PieceKind::MaybeKeyword, PieceKind::Open) => match self.text(right) {
                "(" => is_apart,
                right => right == "{",
            },
            (PieceKind::Value | PieceKind::Close, PieceKind::Open) => self.text(right) == "{",
            _ => true,
        }
    }
}

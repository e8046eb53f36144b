//! Marks within a line of a text: **bold**, *italic*, icons in braces.

/// A part of a line of rich text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkupPart<'t> {
    /// Text, without the backslash of an escaped character.
    Text(&'t str),
    /// Bold begins or ends.
    Bold,
    /// Italic begins or ends.
    Italic,
    /// An icon: the number before it, if there is one, and its name.
    Icon(Option<&'t str>, &'t str),
}

/// Iterator over the parts of a line. A mark that nothing closes is text.
#[derive(Clone, Debug)]
pub struct Markup<'t> {
    rest: &'t str,
    in_bold: bool,
    in_italic: bool,
}

impl<'t> Markup<'t> {
    /// Creates the iterator over the parts of a line.
    pub fn of(line: &'t str) -> Self {
        Markup { rest: line, in_bold: false, in_italic: false }
    }

    /// Takes this number of bytes of the line.
    fn take(&mut self, bytes: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        taken
    }
}

impl<'t> Iterator for Markup<'t> {
    type Item = MarkupPart<'t>;

    fn next(&mut self) -> Option<MarkupPart<'t>> {
        let first = self.rest.chars().next()?;
        if first == '\\' {
            let escaped = self.rest[1..].chars().next().map_or(0, char::len_utf8);
            let taken = self.take(1 + escaped);
            return Some(MarkupPart::Text(if escaped == 0 { taken } else { &taken[1..] }));
        }
        if let Some(after) = self.rest.strip_prefix("**") {
            let is_mark = self.in_bold || after.contains("**");
            self.in_bold ^= is_mark;
            let taken = self.take(2);
            return Some(if is_mark { MarkupPart::Bold } else { MarkupPart::Text(taken) });
        }
        if let Some(after) = self.rest.strip_prefix('*') {
            let is_mark = self.in_italic || after.contains('*');
            self.in_italic ^= is_mark;
            let taken = self.take(1);
            return Some(if is_mark { MarkupPart::Italic } else { MarkupPart::Text(taken) });
        }
        if let Some((number, icon, after)) = braces(self.rest) {
            self.rest = after;
            return Some(MarkupPart::Icon(number, icon));
        }
        // A brace that begins no icon, or a word up to the next sign that means something.
        let length = first.len_utf8();
        let next = self.rest[length..].find(['\\', '*', '{']).map(|next| next + length);
        Some(MarkupPart::Text(self.take(next.unwrap_or(self.rest.len()))))
    }
}

/// Parses `{coin}` or `{2 fire}` at the beginning: the number, the icon, and the rest.
fn braces(text: &str) -> Option<(Option<&str>, &str, &str)> {
    let (inside, after) = text.strip_prefix('{')?.split_once('}')?;
    let (number, name) = match inside.split_once(' ') {
        Some((number, name)) => (Some(number), name),
        None => (None, inside),
    };
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
    let is_number =
        number.is_none_or(|n| !n.is_empty() && n.chars().all(|c| c.is_ascii_digit() || "+-−×X".contains(c)));
    (is_name && is_number).then_some((number, name, after))
}

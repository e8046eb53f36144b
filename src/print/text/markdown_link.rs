//! Links of the rules in Markdown, whose addresses readers of paper need.

use pulldown_cmark::LinkType;

/// A link whose text is being read.
#[derive(Debug)]
pub struct MarkdownLink {
    kind: LinkType,
    address: String,
    /// Its text so far.
    words: String,
}

impl MarkdownLink {
    /// Creates a link without text.
    pub fn new(kind: LinkType, address: String) -> MarkdownLink {
        MarkdownLink { kind, address, words: String::new() }
    }

    /// Adds words of its text.
    pub fn add(&mut self, words: &str) {
        self.words.push_str(words);
    }

    /// Returns whether it is an address in angle brackets.
    pub fn is_bare(&self) -> bool {
        matches!(self.kind, LinkType::Autolink | LinkType::Email)
    }

    /// Returns the address to print behind its text; `None` if it leads to a file of the package, or if the
    /// text is the address.
    pub fn printed_address(&self) -> Option<&str> {
        let is_outside = self.address.contains("://") || self.address.starts_with("mailto:");
        let shown = without_scheme(&self.address);
        (is_outside && shown != self.words && self.address != self.words).then_some(shown)
    }
}

/// Returns an address as it is printed.
pub fn without_scheme(address: &str) -> &str {
    address.strip_prefix("mailto:").unwrap_or(address)
}

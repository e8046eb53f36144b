//! Tags of HTML in Markdown, of which only the text is printed.

/// Names of tags that begin or end neither a paragraph nor a line.
const INLINE: &str = "a abbr b bdi bdo big cite code data del dfn em font i img input ins kbd label mark q \
    rp rt ruby s samp small span strike strong sub sup time tt u var wbr";
/// Names of tags that begin or end a paragraph.
const BLOCK: &str = "address article aside blockquote body caption center col colgroup dd details div dl dt \
    figcaption figure footer h1 h2 h3 h4 h5 h6 head header hr html iframe li link main menu meta nav ol p \
    picture pre section source summary table tbody td tfoot th thead title tr ul video";
/// Names of tags whose contents are left out, too.
const HIDDEN: &str = "script style";

/// The beginning and the end of a comment.
const COMMENT: (&str, &str) = ("<!--", "-->");

/// A tag, by its effect on the text around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HtmlTag {
    /// Begins a new line.
    Break,
    /// Stands within a line; a comment does, too.
    Inline,
    /// Begins or ends a paragraph.
    Block,
    /// Begins or ends what nobody sees.
    Hidden,
}

impl HtmlTag {
    /// Parses a tag with its brackets; `None` if it is not one of HTML.
    pub fn of(tag: &str) -> Option<HtmlTag> {
        if tag.starts_with("<!") || tag.starts_with("<?") {
            return Some(HtmlTag::Inline);
        }
        let name = name_of(tag);
        let is_in = |names: &str| names.split(' ').any(|other| other == name);
        match () {
            () if name == "br" => Some(HtmlTag::Break),
            () if is_in(INLINE) => Some(HtmlTag::Inline),
            () if is_in(BLOCK) => Some(HtmlTag::Block),
            () if is_in(HIDDEN) => Some(HtmlTag::Hidden),
            () => None,
        }
    }
}

/// Returns the name of a tag in lowercase, without the slash that ends an element.
fn name_of(tag: &str) -> String {
    let name = tag.trim_start_matches('<');
    let name = name.strip_prefix('/').unwrap_or(name);
    let name = name.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-');
    name.collect::<String>().to_lowercase()
}

/// Returns the text of a block of HTML as Markdown, without tags and comments.
pub fn text_of(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    // A comment that nothing ends is text, and so are all after it.
    let mut is_commented = true;
    while let Some(at) = rest.find('<') {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = if rest.starts_with(COMMENT.0) {
            let end = if is_commented { rest.find(COMMENT.1) } else { None };
            is_commented = end.is_some();
            end.map_or(COMMENT.0.len(), |end| end + COMMENT.1.len())
        } else {
            let Some(end) = rest.find('>') else { break };
            end + 1
        };
        let (tag, after) = rest.split_at(end);
        rest = after;
        match HtmlTag::of(tag) {
            Some(HtmlTag::Inline) => {}
            Some(HtmlTag::Break) => text.push_str("  \n"),
            Some(HtmlTag::Block) => text.push_str("\n\n"),
            Some(HtmlTag::Hidden) if tag.starts_with("</") => {}
            Some(HtmlTag::Hidden) => rest = behind_element(rest, &name_of(tag)),
            None => text.push_str(tag),
        }
    }
    text.push_str(rest);
    // An indented line would be code.
    text.lines().map(str::trim_start).collect::<Vec<_>>().join("\n")
}

/// Returns the rest of a text after the end of an element that has just begun.
fn behind_element<'t>(text: &'t str, name: &str) -> &'t str {
    let end = text.match_indices("</").find(|(at, _)| name_of(&text[*at..]) == name);
    end.and_then(|(at, _)| text[at..].split_once('>')).map_or("", |(_, rest)| rest)
}

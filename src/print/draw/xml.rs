//! Parses SVG as XML with limits, and checks it for content that cannot be printed.

use std::collections::HashSet;

use usvg::roxmltree::{Attribute, Document, Node, ParsingOptions};

use crate::guard::guarded;

/// Maximum number of elements, texts and comments of a document.
const MOST_NODES: u32 = 100_000;
/// Maximum nesting depth of elements.
const DEEPEST: usize = 100;
/// Maximum number of attributes of an element; the parser compares each with all others.
const MOST_ATTRIBUTES: usize = 256;
/// Maximum number of prefixes of namespaces. The parser compares each with all others in every element that
/// declares one.
const MOST_PREFIXES: usize = 64;
/// Maximum number of elements after expansion of `<use>`.
const MOST_USED: u64 = 200_000;

/// Parses a document. Entity declarations are rejected, since a few lines of them can expand to gigabytes.
///
/// # Errors
/// The reason why it cannot be parsed.
pub fn parse(text: &str) -> Result<Document<'_>, String> {
    if let Some(why) = too_costly(text) {
        return Err(why);
    }
    let options = ParsingOptions { allow_dtd: false, nodes_limit: MOST_NODES, entity_resolver: None };
    let document = guarded(|| Document::parse_with_options(text, options))?.map_err(|e| e.to_string())?;
    // The parser and the drop of its document are iterative, but usvg's conversion recurses on elements.
    if is_too_deep(&document) {
        return Err(format!("its elements lie more than {DEEPEST} deep in each other"));
    }
    if document.root_element().tag_name().name() != "svg" {
        return Err(format!(
            "it begins with `<{}>` instead of `<svg>`",
            document.root_element().tag_name().name()
        ));
    }
    Ok(document)
}

/// Returns the reason why a text cannot be parsed without its place in the text, and that place.
pub fn without_place(text: &str, why: String) -> (String, usize) {
    // Errors of the parser end in `at 7:3`.
    let place = why.rsplit_once(" at ").and_then(|(before, place)| {
        let (row, column) = place.split_once(':')?;
        Some((before.to_owned(), row.parse::<usize>().ok()?, column.parse::<usize>().ok()?))
    });
    let Some((before, row, column)) = place else { return (why, 0) };
    let before_row = text.split_inclusive('\n').take(row.saturating_sub(1)).map(str::len).sum::<usize>();
    let in_row = text[before_row..].chars().take(column.saturating_sub(1)).map(char::len_utf8).sum::<usize>();
    (before, before_row + in_row)
}

/// Returns the value of an attribute with its line breaks, which XML would have read as spaces.
pub fn with_lines(text: &str, attribute: &Attribute) -> String {
    let written = text.get(attribute.range_value()).unwrap_or_default();
    if !written.contains('\n') {
        return attribute.value().to_owned();
    }
    // The quotes around the value are not in it, but the others may be.
    let quote = if written.contains('"') { '\'' } else { '"' };
    let again = format!("<a b={quote}{}{quote}/>", written.replace('\n', "&#10;"));
    let value = Document::parse(&again).ok().and_then(|d| d.root_element().attribute("b").map(str::to_owned));
    value.unwrap_or_else(|| attribute.value().to_owned())
}

/// Returns whether the nesting depth of elements exceeds the limit.
fn is_too_deep(document: &Document) -> bool {
    // An element's ancestors begin with itself and end with the document. Descendants come in document order,
    // so none that lies deeper than one beyond the limit is reached.
    document.descendants().filter(Node::is_element).any(|node| node.ancestors().nth(DEEPEST + 1).is_some())
}

/// Returns the reason why the parser would take too long with a text: its time is quadratic in the attributes
/// of an element and in the prefixes of namespaces.
fn too_costly(text: &str) -> Option<String> {
    // An attribute takes five bytes at least: ` a=""`.
    let long = |tag: &&str| tag.len() > 5 * MOST_ATTRIBUTES;
    if text.split('<').skip(1).filter(long).any(|tag| attributes_in(tag) > MOST_ATTRIBUTES) {
        return Some(format!("an element has more than {MOST_ATTRIBUTES} attributes"));
    }
    let mut prefixes = HashSet::new();
    for rest in text.split("xmlns:").skip(1) {
        prefixes.insert(rest.split(|c: char| c == '=' || c.is_whitespace()).next());
        if prefixes.len() > MOST_PREFIXES {
            return Some(format!("it declares more than {MOST_PREFIXES} prefixes of namespaces"));
        }
    }
    None
}

/// Returns the number of quoted values in a tag, which begins after its `<`.
fn attributes_in(tag: &str) -> usize {
    // A comment or a CDATA section has none.
    if tag.starts_with('!') {
        return 0;
    }
    let (mut count, mut open) = (0, None);
    for byte in tag.bytes() {
        match (open, byte) {
            (Some(quote), byte) if quote == byte => open = None,
            (None, b'"' | b'\'') => (count, open) = (count + 1, Some(byte)),
            (None, b'>') => break,
            _ => {}
        }
    }
    count
}

/// Returns the first forbidden content of a document, and its range. `known` returns whether a file may be
/// referred to.
pub fn forbidden(
    document: &Document,
    known: &dyn Fn(&str) -> bool,
) -> Option<(std::ops::Range<usize>, String)> {
    for node in document.descendants() {
        if node.pi().is_some_and(|pi| pi.target == "xml-stylesheet") {
            return Some((node.range(), "`<?xml-stylesheet?>` refers to another file".into()));
        }
        if !node.is_element() {
            continue;
        }
        let name = node.tag_name().name();
        if matches!(
            name,
            "script" | "foreignObject" | "iframe" | "object" | "embed" | "video" | "audio" | "a"
        ) {
            return Some((node.range(), format!("`<{name}>` has no place on paper")));
        }
        if name == "text" {
            return Some((
                node.range(),
                "`<text>` is not drawn: text stands in rectangles with `data-text`".into(),
            ));
        }
        // The cost of some filter primitives depends on their numbers.
        let number =
            |key: &str| node.attribute(key).and_then(|n| n.split([' ', ',']).next()?.parse::<f64>().ok());
        let endless = match name {
            "feTurbulence" => number("numOctaves").is_some_and(|n| n > 8.0),
            "feConvolveMatrix" => number("order").is_some_and(|n| n > 5.0),
            "feMorphology" => true,
            _ => false,
        };
        if endless {
            return Some((node.range(), format!("what `<{name}>` does would take too long")));
        }
        for attribute in node.attributes() {
            if attribute.name().starts_with("on") && attribute.name().len() > 4 {
                return Some((attribute.range(), format!("`{}` would be a script", attribute.name())));
            }
            if attribute.name() == "href" {
                let to = attribute.value().trim();
                if !(to.starts_with('#') || to.starts_with("data:image/") || known(to)) {
                    let short: String = to.chars().take(60).collect();
                    return Some((attribute.range(), format!("`{short}` is not a picture of the package")));
                }
            }
            // Texts and other data are no styles.
            if attribute.namespace().is_none()
                && !attribute.name().starts_with("data-")
                && let Some(what) = refers_out(attribute.value())
            {
                return Some((attribute.range(), what));
            }
        }
        if name == "style" {
            let rules: String = node.descendants().filter(Node::is_text).filter_map(|n| n.text()).collect();
            if let Some(what) = refers_out(&rules) {
                return Some((node.range(), what));
            }
        }
    }
    if written_out(document) > MOST_USED {
        return Some((
            document.root_element().range(),
            "what its `<use>` elements repeat is too much".into(),
        ));
    }
    None
}

/// Returns how a value or rules in CSS refer to another file or the network.
fn refers_out(css: &str) -> Option<String> {
    // Words in comments refer to nothing.
    let mut parts = css.split("/*");
    let first = parts.next().unwrap_or_default().to_owned();
    let code = parts.fold(first, |code, part| code + part.split_once("*/").map_or("", |(_, after)| after));
    // Lowercase letters of ASCII are as long as capitals, so that places in both are the same.
    let lower = code.to_ascii_lowercase();
    if lower.contains("@import") {
        return Some("`@import` refers to another file".into());
    }
    lower.match_indices("url(").find_map(|(at, _)| {
        let is_function = !lower[..at].ends_with(|c: char| c.is_alphanumeric() || "-_".contains(c));
        let target = code[at + 4..].trim_start().trim_start_matches(['"', '\'']).trim_start();
        let is_inside = target.starts_with('#') || target.to_ascii_lowercase().starts_with("data:");
        let short: String = target.chars().take_while(|c| !"\"')".contains(*c)).take(60).collect();
        (is_function && !is_inside).then(|| format!("`url({})` refers to another file", short.trim_end()))
    })
}

/// Returns an upper bound of the number of elements after each `<use>` is replaced by its target.
fn written_out(document: &Document) -> u64 {
    use std::collections::HashMap;
    let ids: HashMap<&str, Node> =
        document.descendants().filter_map(|n| n.attribute("id").map(|id| (id, n))).collect();
    // Iterates over the references up to the greatest possible depth without cycles. Counts only grow, so a
    // few rounds show whether they explode.
    let mut size: HashMap<&str, u64> = ids.keys().map(|id| (*id, 1)).collect();
    let mut total = 0;
    for _ in 0..64 {
        let mut changed = false;
        total = 0;
        let mut next = size.clone();
        for (id, node) in &ids {
            let count = sum(node, &size);
            if next.get(id) != Some(&count) {
                next.insert(id, count);
                changed = true;
            }
        }
        for node in document.root_element().children() {
            total += sum(&node, &size);
        }
        if total > MOST_USED || !changed {
            return total;
        }
        size = next;
    }
    total
}

fn sum(node: &Node, size: &std::collections::HashMap<&str, u64>) -> u64 {
    let mut total: u64 = 0;
    for n in node.descendants().filter(Node::is_element) {
        let refers = n.attributes().find(|a| a.name() == "href").and_then(|a| a.value().strip_prefix('#'));
        total = total.saturating_add(1 + refers.and_then(|id| size.get(id).copied()).unwrap_or_default());
        if total > MOST_USED {
            break;
        }
    }
    total
}

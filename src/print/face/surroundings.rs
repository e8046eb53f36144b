//! The elements around a text box. Texts are printed on top of the drawing, so only some of what these do to
//! shapes holds for texts, too.

use std::collections::BTreeSet;

use usvg::roxmltree::Node;

/// Elements whose contents are not drawn where they stand.
pub const ELSEWHERE: [&str; 6] = ["clipPath", "defs", "mask", "pattern", "symbol", "marker"];
/// Properties that change how shapes are drawn.
const EFFECTS: [&str; 4] = ["opacity", "clip-path", "mask", "filter"];

/// The ids of elements that `<use>` shows again.
pub struct UsedIds<'n>(BTreeSet<&'n str>);

impl<'n> UsedIds<'n> {
    /// Finds them in the document of an element.
    pub fn of(root: Node<'n, 'n>) -> UsedIds<'n> {
        let uses = root.descendants().filter(|node| node.tag_name().name() == "use");
        let hrefs = uses.filter_map(|node| node.attributes().find(|a| a.name() == "href"));
        UsedIds(hrefs.filter_map(|href| href.value().strip_prefix('#')).collect())
    }

    /// Returns whether `<use>` shows an element again.
    fn show(&self, node: Node) -> bool {
        !self.0.is_empty()
            && chain(node).any(|node| node.attribute("id").is_some_and(|id| self.0.contains(id)))
    }
}

/// Returns an element and those around it, from within.
fn chain<'n>(node: Node<'n, 'n>) -> impl Iterator<Item = Node<'n, 'n>> {
    node.ancestors().filter(Node::is_element)
}

/// Returns whether a text box is not printed since its element would not be drawn.
pub fn is_hidden(node: Node) -> bool {
    let is_invisible = |node: Node| {
        property(node, "display") == Some("none")
            || property(node, "opacity").and_then(|written| written.parse().ok()) == Some(0.0)
            || is_elsewhere(node)
            || is_not_chosen(node)
    };
    // The innermost element that says it decides.
    let visibility = chain(node).find_map(|node| property(node, "visibility"));
    matches!(visibility, Some("hidden" | "collapse")) || chain(node).any(is_invisible)
}

/// Returns the first effect of an element, or of those around it, that does not hold for the text of a box,
/// as a sentence goes on after its name.
pub fn ignored_effect(node: Node, used: &UsedIds) -> Option<String> {
    if chain(node).any(is_elsewhere) {
        return Some(
            "is not printed: it stands where nothing is drawn, and `<use>` shows no texts".to_owned(),
        );
    }
    if is_hidden(node) {
        return None;
    }
    if used.show(node) {
        return Some("is printed where it stands alone: `<use>` shows no texts".to_owned());
    }
    let effect = chain(node).find_map(|around| {
        // They change nothing as `none`, or as an opacity of 1.
        let changes = |written: &str| written != "none" && !written.parse().is_ok_and(|n: f64| n >= 1.0);
        let name = EFFECTS.iter().find(|name| property(around, name).is_some_and(changes))?;
        Some((*name, around.tag_name().name()))
    });
    let (name, element) = effect?;
    Some(format!("is printed without the `{name}` of `<{element}>`"))
}

fn is_elsewhere(node: Node) -> bool {
    ELSEWHERE.contains(&node.tag_name().name())
}

/// Returns whether an element stands in a `<switch>` that shows another one (SVG 1.1, 5.8).
fn is_not_chosen(node: Node) -> bool {
    let Some(switch) = node.parent_element().filter(|parent| parent.tag_name().name() == "switch") else {
        return false;
    };
    let is_passed = |child: &Node| {
        let is_english = |languages: &str| {
            languages.split(',').any(|language| language.trim().split('-').next() == Some("en"))
        };
        // Drawings are read with the default language of their reader.
        !child.has_attribute("requiredExtensions") && child.attribute("systemLanguage").is_none_or(is_english)
    };
    switch.children().filter(Node::is_element).find(is_passed) != Some(node)
}

/// Returns a presentation property of an element: that in its `style` comes before its attribute.
fn property<'n>(node: Node<'n, 'n>, name: &str) -> Option<&'n str> {
    let in_style = node.attribute("style").and_then(|style| {
        style.rsplit(';').find_map(|declaration| {
            let (key, value) = declaration.split_once(':')?;
            (key.trim() == name).then(|| value.trim().trim_end_matches("!important").trim_end())
        })
    });
    in_style.or_else(|| node.attribute(name).map(str::trim))
}

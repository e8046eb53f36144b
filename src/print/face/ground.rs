//! Finds the colour that a text box of a face lies on, so that coloured words in it can be read.

use usvg::roxmltree::Node;

use crate::print::draw::scene::{Matrix, Rgb};
use crate::print::game::data;

/// Elements whose contents are not drawn where they stand.
const ELSEWHERE: [&str; 6] = ["clipPath", "defs", "mask", "pattern", "symbol", "marker"];
/// The least opacity of an area that hides what is below it.
const OPAQUE: f64 = 0.8;
/// Tolerance for the edges of an area, in millimetres.
const NEAR: f32 = 0.1;

/// Returns a transformation followed by those of an element and of the elements around it.
///
/// # Errors
/// The first attribute that is not a transformation.
pub fn with_transforms<'n>(node: Node<'n, 'n>, mut matrix: Matrix) -> Result<Matrix, &'n str> {
    for element in node.ancestors().filter(Node::is_element) {
        if let Some(written) = element.attribute("transform") {
            let t: svgtypes::Transform = written.parse().map_err(|_| written)?;
            matrix = matrix.then(Matrix([t.a, t.b, t.c, t.d, t.e, t.f].map(|n| n as f32)));
        }
    }
    Ok(matrix)
}

/// Returns the colour of the last rectangle drawn before a text box that contains the whole box. `None` if
/// there is none, or if a picture, a gradient or the like is drawn there. Areas of other forms are ignored.
pub fn below(node: Node, matrix: Matrix, (width, height): (f64, f64)) -> Option<Rgb> {
    let area = matrix.bounds([0.0, 0.0, width as f32, height as f32]);
    let mut found = None;
    for element in node.document().descendants().take_while(|other| *other != node) {
        let name = element.tag_name().name();
        if !matches!(name, "rect" | "image") || element.has_attribute("data-text") || !is_drawn(element) {
            continue;
        }
        let number = |key: &str| element.attribute(key).map_or(Some(0.0), |n| n.parse::<f64>().ok());
        let sides = ["x", "y", "width", "height"].map(number);
        let ([Some(x), Some(y), Some(width), Some(height)], Ok(to_face)) =
            (sides, with_transforms(element, Matrix::IDENTITY))
        else {
            continue;
        };
        let [left, top, right, bottom] = to_face.bounds([x, y, x + width, y + height].map(|at| at as f32));
        let holds = left <= area[0] + NEAR
            && top <= area[1] + NEAR
            && right >= area[2] - NEAR
            && bottom >= area[3] - NEAR;
        if !holds {
            continue;
        }
        match (name, inherited(element, "fill")) {
            ("rect", Some("none")) => {}
            ("rect", fill) => found = fill.and_then(data::colour),
            _ => found = None,
        }
    }
    found
}

/// Returns whether an element is drawn in the coordinates of the face, and hides what is below it.
fn is_drawn(element: Node) -> bool {
    let is_inner = |above: &Node| {
        let name = above.tag_name().name();
        ELSEWHERE.contains(&name) || name == "svg" && above.parent_element().is_some()
    };
    let opacity = |key: &str| inherited(element, key).and_then(|n| n.parse().ok()).unwrap_or(1.0);
    !element.ancestors().any(|above| is_inner(&above))
        && opacity("opacity") * opacity("fill-opacity") >= OPAQUE
}

/// Returns an attribute of an element, or of the nearest one around it that has it.
fn inherited<'n>(element: Node<'n, 'n>, key: &str) -> Option<&'n str> {
    element.ancestors().find_map(|above| above.attribute(key))
}

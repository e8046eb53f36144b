//! Finds the colour that a text box of a face lies on, so that coloured words in it can be read.

use usvg::roxmltree::Node;

use crate::print::draw::scene::{Matrix, Rgb};
use crate::print::draw::shapes::FARTHEST;
use crate::print::face::surroundings::ELSEWHERE;
use crate::print::game::data;

/// The least opacity of an area that hides what is below it.
const OPAQUE: f64 = 0.8;
/// Tolerance for the edges of an area, in millimetres.
const NEAR: f32 = 0.1;

/// Returns a transformation followed by those of an element and of the elements around it.
///
/// # Errors
/// The reason why one of them has none.
pub fn with_transforms(node: Node, mut matrix: Matrix) -> Result<Matrix, String> {
    for element in node.ancestors().filter(Node::is_element) {
        if element.tag_name().name() == "svg" && element.parent_element().is_some() {
            matrix = matrix.then(viewport(element)?);
        }
        if let Some(written) = element.attribute("transform") {
            let transform = written.parse::<svgtypes::Transform>();
            let t = transform.map_err(|_| format!("`{written}` is not a transform"))?;
            if t.a * t.d == t.b * t.c {
                return Err(format!("`{written}` leaves nothing of it to see"));
            }
            matrix = matrix.then(Matrix([t.a, t.b, t.c, t.d, t.e, t.f].map(|n| n as f32)));
            // Those around it may be small enough by themselves.
            if matrix.0.iter().any(|n| n.is_nan() || n.abs() > FARTHEST) {
                return Err(format!("`{written}` takes it further away than any page reaches"));
            }
        }
    }
    Ok(matrix)
}

/// Returns the transformation from the coordinates in an inner `<svg>` to those around it (SVG 1.1, 7.9).
fn viewport(element: Node) -> Result<Matrix, String> {
    let number = |key: &str, default: Option<f64>| {
        let written = element.attribute(key);
        let length = written.map_or(default, |written| user_units(written.trim().parse().ok()?));
        length.ok_or_else(|| format!("the `<svg>` around it needs a length as its `{key}`"))
    };
    let (x, y) = (number("x", Some(0.0))?, number("y", Some(0.0))?);
    let Some(view) = element.attribute("viewBox") else { return Ok(Matrix::shift(x, y)) };
    let view: svgtypes::ViewBox =
        view.parse().map_err(|_| format!("the `viewBox` of the `<svg>` around it is `{view}`"))?;
    let (width, height) = (number("width", None)?, number("height", None)?);
    let kept = element.attribute("preserveAspectRatio").and_then(|written| written.parse().ok());
    let svgtypes::AspectRatio { align, slice, .. } = kept.unwrap_or_default();
    let (across, down) = (width / view.w, height / view.h);
    let one = if slice { across.max(down) } else { across.min(down) };
    let (across, down) = if align == svgtypes::Align::None { (across, down) } else { (one, one) };
    // Shares of the room that is left over, before the content.
    let (before, above) = shares(align);
    let x = x + (width - view.w * across) * before - view.x * across;
    let y = y + (height - view.h * down) * above - view.y * down;
    Ok(Matrix([across, 0.0, 0.0, down, x, y].map(|n| n as f32)))
}

/// Returns a length in user units, of which 96 are an inch; `None` if it depends on something else.
fn user_units(length: svgtypes::Length) -> Option<f64> {
    use svgtypes::LengthUnit as Unit;
    let inches = match length.unit {
        Unit::None | Unit::Px => 1.0 / 96.0,
        Unit::In => 1.0,
        Unit::Cm => 1.0 / 2.54,
        Unit::Mm => 1.0 / 25.4,
        Unit::Pt => 1.0 / 72.0,
        Unit::Pc => 1.0 / 6.0,
        Unit::Em | Unit::Ex | Unit::Percent => return None,
    };
    Some(length.number * inches * 96.0).filter(|length| length.is_finite())
}

/// Returns the shares of the room around a drawing that are on its left and above it.
fn shares(align: svgtypes::Align) -> (f64, f64) {
    use svgtypes::Align;
    match align {
        Align::None | Align::XMinYMin => (0.0, 0.0),
        Align::XMidYMin => (0.5, 0.0),
        Align::XMaxYMin => (1.0, 0.0),
        Align::XMinYMid => (0.0, 0.5),
        Align::XMidYMid => (0.5, 0.5),
        Align::XMaxYMid => (1.0, 0.5),
        Align::XMinYMax => (0.0, 1.0),
        Align::XMidYMax => (0.5, 1.0),
        Align::XMaxYMax => (1.0, 1.0),
    }
}

/// Returns the colour of the last rectangle drawn before a text box that contains the whole box, with what
/// shows through it. `None` if there is none, or if a picture, a gradient or the like is drawn there. Areas
/// of other forms are ignored.
pub fn below(node: Node, matrix: Matrix, (width, height): (f64, f64)) -> Option<Rgb> {
    let area = matrix.bounds([0.0, 0.0, width as f32, height as f32]);
    let mut found = None;
    for element in node.document().descendants().take_while(|other| *other != node) {
        let name = element.tag_name().name();
        if !matches!(name, "rect" | "image") || element.has_attribute("data-text") {
            continue;
        }
        let Some(opacity) = covering_opacity(element) else { continue };
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
            ("rect", fill) => found = fill.and_then(data::colour).map(|fill| over(fill, found, opacity)),
            _ => found = None,
        }
    }
    found
}

/// Returns the opacity of an element that is drawn in the coordinates of the face and hides what is below it;
/// `None` if it does not.
fn covering_opacity(element: Node) -> Option<f64> {
    let is_inner = |above: &Node| {
        let name = above.tag_name().name();
        ELSEWHERE.contains(&name) || name == "svg" && above.parent_element().is_some()
    };
    let opacity = |key: &str| inherited(element, key).and_then(|n| n.parse().ok()).unwrap_or(1.0);
    let all: f64 = opacity("opacity") * opacity("fill-opacity");
    (!element.ancestors().any(|above| is_inner(&above)) && all >= OPAQUE).then_some(all.min(1.0))
}

/// Returns the colour of an area over another one. If that is not known, as in a picture, it is the one that
/// leaves a text the least contrast.
fn over(fill: Rgb, below: Option<Rgb>, opacity: f64) -> Rgb {
    let worst = if data::lightness(fill) < 0.5 { [0xff; 3] } else { [0; 3] };
    data::mixed(fill, below.unwrap_or(worst), 1.0 - opacity)
}

/// Returns an attribute of an element, or of the nearest one around it that has it.
fn inherited<'n>(element: Node<'n, 'n>, key: &str) -> Option<&'n str> {
    element.ancestors().find_map(|above| above.attribute(key))
}

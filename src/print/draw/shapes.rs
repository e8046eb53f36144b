//! Converts the numbers of SVG shapes to outlines, exactly as usvg does, for shapes drawn without it.

use kurbo::{Arc, Point, SvgArc, Vec2};
use svgtypes::{Length, LengthUnit, SimplePathSegment, SimplifyingPathParser};
use usvg::tiny_skia_path::{Path, PathBuilder};

/// Maximum distance of a point from the origin: usvg leaves out shapes whose bounds are not finite numbers.
pub(in crate::print) const FARTHEST: f32 = 1e6;
/// Accuracy of the curves that replace an arc; that of usvg.
const ACCURACY: f64 = 0.1;

/// Returns the outline of the commands of a `<path>`. `None` if it is broken or too large, has no area, or
/// would not be drawn.
pub fn path(commands: &str) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for segment in SimplifyingPathParser::from(commands) {
        match segment.ok()? {
            SimplePathSegment::MoveTo { x, y } => builder.move_to(x as f32, y as f32),
            SimplePathSegment::LineTo { x, y } => builder.line_to(x as f32, y as f32),
            SimplePathSegment::Quadratic { x1, y1, x, y } => {
                builder.quad_to(x1 as f32, y1 as f32, x as f32, y as f32);
            }
            SimplePathSegment::CurveTo { x1, y1, x2, y2, x, y } => {
                builder.cubic_to(x1 as f32, y1 as f32, x2 as f32, y2 as f32, x as f32, y as f32);
            }
            SimplePathSegment::ClosePath => builder.close(),
        }
    }
    drawable(builder)
}

/// Returns the outline of a `<circle>`; `None` if it is too large or would not be drawn.
pub fn circle(cx: f32, cy: f32, r: f32) -> Option<Path> {
    if r.is_nan() || r <= 0.0 {
        return None;
    }
    let mut builder = PathBuilder::new();
    builder.move_to(cx + r, cy);
    for (x, y) in [(cx, cy + r), (cx - r, cy), (cx, cy - r), (cx + r, cy)] {
        let from = builder.last_point()?;
        let arc = SvgArc {
            from: Point::new(f64::from(from.x), f64::from(from.y)),
            to: Point::new(f64::from(x), f64::from(y)),
            radii: Vec2::new(f64::from(r), f64::from(r)),
            x_rotation: 0.0,
            large_arc: false,
            sweep: true,
        };
        Arc::from_svg_arc(&arc)?.to_cubic_beziers(ACCURACY, |a, b, to| {
            builder.cubic_to(a.x as f32, a.y as f32, b.x as f32, b.y as f32, to.x as f32, to.y as f32);
        });
    }
    builder.close();
    drawable(builder)
}

/// Returns a length that has no unit.
pub fn number(written: &str) -> Option<f32> {
    let length: Length = written.parse().ok()?;
    (length.unit == LengthUnit::None).then_some(length.number as f32)
}

fn drawable(builder: PathBuilder) -> Option<Path> {
    let path = builder.finish().filter(|path| path.verbs().len() > 2)?;
    path.points().iter().all(|p| p.x.abs() < FARTHEST && p.y.abs() < FARTHEST).then_some(path)
}

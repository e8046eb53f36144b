//! SVG to the display list.
//!
//! Outlines, gradients, clips and pictures stay what they are. What paper's language has no words for (masks, filters, patterns, blending)
//! is drawn as pixels at 300 to the inch, so nothing is ever dropped.

use std::sync::Arc;

use resvg::tiny_skia::Pixmap;
use usvg::{ImageHrefResolver, ImageKind, Options, Tree};

use super::picture;
use super::scene::{Clip, Fill, Gradient, Item, Matrix, Paint, Picture, Pixels, Segment, Stroke};
use crate::ir::bytes::content_hash;
use crate::ir::print::PrintInfo;

/// Pixels to the millimetre where something has to be drawn in pixels: 300 to the inch.
const PIXELS: f32 = 300.0 / 25.4;
/// Most pixels of what is drawn so.
const MOST_PIXELS: f32 = 30e6;
/// How deep groups may lie in each other.
const DEEPEST: usize = 100;

/// What reading an SVG gave.
#[derive(Debug, Default)]
pub struct Drawn {
    /// What is drawn, in millimetres.
    pub items: Vec<Item>,
    /// What could not be.
    pub found: Vec<Trouble>,
}

/// Something that could not be drawn.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trouble {
    /// A picture, and why.
    Picture(String, String),
    /// A picture and how many pixels to the inch it has.
    Soft(String, u32),
    /// Something else.
    Other(String),
}

/// Reads an SVG that was found to be harmless; its width comes to `width` millimetres.
///
/// # Errors
/// Why it is no SVG.
pub fn read(text: &str, width: f64, print: &PrintInfo) -> Result<Drawn, String> {
    let options = options(print);
    let document = super::xml::parse(text)?;
    let tree = Tree::from_xmltree(&document, &options).map_err(|e| e.to_string())?;
    let scale = (width / f64::from(tree.size().width())) as f32;
    let mut drawn = Drawn::default();
    let mut reader = Reader { drawn: &mut drawn, scale };
    let mut items = Vec::new();
    let to_page = matrix(tree.root().transform()).then(Matrix([scale, 0.0, 0.0, scale, 0.0, 0.0]));
    reader.group(tree.root(), to_page, &mut items, 0);
    drawn.items = vec![group(to_page, 1.0, None, items)];
    Ok(drawn)
}

/// How SVGs are read: nothing but the package's pictures is ever opened.
fn options(print: &PrintInfo) -> Options<'_> {
    let find = move |href: &str| print.asset(href).filter(|a| a.file.is_none()).map(|a| a.bytes.as_slice());
    let resolve_string = Box::new(move |href: &str, options: &Options| {
        let bytes = find(href)?;
        match href.rsplit('.').next()? {
            "png" => Some(ImageKind::PNG(Arc::new(bytes.to_vec()))),
            "jpg" | "jpeg" => Some(ImageKind::JPEG(Arc::new(bytes.to_vec()))),
            _ => nested(bytes, options),
        }
    });
    let resolve_data = Box::new(|mime: &str, data: Arc<Vec<u8>>, _: &Options| match mime {
        "image/png" => Some(ImageKind::PNG(data)),
        "image/jpeg" | "image/jpg" => Some(ImageKind::JPEG(data)),
        _ => None,
    });
    Options { image_href_resolver: ImageHrefResolver { resolve_data, resolve_string }, ..Options::default() }
}

/// A picture that is an SVG itself: it refers to nothing outside.
fn nested(bytes: &[u8], _: &Options) -> Option<ImageKind> {
    let text = std::str::from_utf8(bytes).ok()?;
    let document = super::xml::parse(text).ok()?;
    if super::xml::forbidden(&document, &|_| false).is_some() {
        return None;
    }
    let none = ImageHrefResolver { resolve_data: Box::new(|_, _, _| None), resolve_string: Box::new(|_, _| None) };
    let options = Options { image_href_resolver: none, ..Options::default() };
    Tree::from_xmltree(&document, &options).ok().map(ImageKind::SVG)
}

struct Reader<'a> {
    drawn: &'a mut Drawn,
    /// Millimetres to a unit of the SVG.
    scale: f32,
}

impl Reader<'_> {
    /// `to_page`: from the group's outside to millimetres.
    fn group(&mut self, of: &usvg::Group, to_page: Matrix, out: &mut Vec<Item>, depth: usize) {
        if depth > DEEPEST {
            self.drawn.found.push(Trouble::Other(format!("groups lie more than {DEEPEST} deep in each other")));
            return;
        }
        for node in of.children() {
            match node {
                usvg::Node::Group(group) => self.inner_group(node, group, to_page, out, depth),
                usvg::Node::Path(path) => self.path(node, path, out),
                usvg::Node::Image(image) => self.image(image, to_page, out, depth),
                usvg::Node::Text(_) => {}
            }
        }
    }

    fn inner_group(&mut self, node: &usvg::Node, of: &usvg::Group, to_page: Matrix, out: &mut Vec<Item>, depth: usize) {
        let clip = of.clip_path().map(clip_of);
        let plain = of.mask().is_none()
            && of.filters().is_empty()
            && of.blend_mode() == usvg::BlendMode::Normal
            && clip.as_ref().is_none_or(Option::is_some);
        if !plain {
            out.extend(self.as_pixels(node));
            return;
        }
        let matrix = matrix(of.transform());
        let mut items = Vec::new();
        self.group(of, matrix.then(to_page), &mut items, depth + 1);
        if items.is_empty() {
            return;
        }
        let clip = clip.flatten();
        if matrix == Matrix::IDENTITY && of.opacity().get() == 1.0 && clip.is_none() {
            out.append(&mut items);
        } else {
            out.push(group(matrix, of.opacity().get(), clip, items));
        }
    }

    fn path(&mut self, node: &usvg::Node, path: &usvg::Path, out: &mut Vec<Item>) {
        if !path.is_visible() {
            return;
        }
        let paint = |paint: &usvg::Paint| match paint {
            usvg::Paint::Color(c) => Some(Paint::Solid([c.red, c.green, c.blue])),
            usvg::Paint::LinearGradient(g) => gradient(g, (g.x1(), g.y1()), (g.x2(), g.y2()), None),
            usvg::Paint::RadialGradient(g) => {
                gradient(g, (g.fx(), g.fy()), (g.cx(), g.cy()), Some((g.fr().get(), g.r().get())))
            }
            usvg::Paint::Pattern(_) => None,
        };
        let fill = path.fill().map(|f| {
            let even_odd = f.rule() == usvg::FillRule::EvenOdd;
            paint(f.paint()).map(|paint| Fill { paint, opacity: f.opacity().get(), even_odd })
        });
        let stroke = path.stroke().map(|s| {
            paint(s.paint()).map(|paint| Stroke {
                paint,
                opacity: s.opacity().get(),
                width: s.width().get(),
                cap: match s.linecap() {
                    usvg::LineCap::Butt => 0,
                    usvg::LineCap::Round => 1,
                    usvg::LineCap::Square => 2,
                },
                join: match s.linejoin() {
                    usvg::LineJoin::Miter | usvg::LineJoin::MiterClip => 0,
                    usvg::LineJoin::Round => 1,
                    usvg::LineJoin::Bevel => 2,
                },
                miter: s.miterlimit().get(),
                dashes: s.dasharray().map(<[f32]>::to_vec).unwrap_or_default(),
                dash_from: s.dashoffset(),
            })
        });
        // Something that it is painted with cannot be said otherwise.
        if fill == Some(None) || stroke == Some(None) {
            out.extend(self.as_pixels(node));
            return;
        }
        let segments = outline(path.data());
        let (fill, stroke) = (fill.flatten(), stroke.flatten());
        if path.paint_order() == usvg::PaintOrder::StrokeAndFill && stroke.is_some() {
            out.push(Item::Path { segments: segments.clone(), fill: None, stroke });
            out.push(Item::Path { segments, fill, stroke: None });
        } else if fill.is_some() || stroke.is_some() {
            out.push(Item::Path { segments, fill, stroke });
        }
    }

    fn image(&mut self, image: &usvg::Image, to_page: Matrix, out: &mut Vec<Item>, depth: usize) {
        if !image.is_visible() {
            return;
        }
        let name = if image.id().is_empty() { "a picture".to_owned() } else { format!("`{}`", image.id()) };
        let picture = match image.kind() {
            ImageKind::SVG(tree) => {
                let mut items = Vec::new();
                self.group(tree.root(), to_page, &mut items, depth + 1);
                out.append(&mut items);
                return;
            }
            ImageKind::PNG(bytes) => picture::png(bytes),
            ImageKind::JPEG(bytes) => picture::jpeg(bytes),
            ImageKind::GIF(_) | ImageKind::WEBP(_) => Err("PNG, JPEG and SVG are printed".to_owned()),
        };
        let picture = match picture {
            Ok(picture) => Arc::new(picture),
            Err(why) => {
                self.drawn.found.push(Trouble::Picture(name, why));
                return;
            }
        };
        let (width, height) = (image.size().width(), image.size().height());
        let [a, b, ..] = to_page.0;
        let inches = width * (a * a + b * b).sqrt() / 25.4;
        let dpi = picture.width as f32 / inches.max(1e-6);
        if dpi < 299.0 {
            self.drawn.found.push(Trouble::Soft(name, dpi as u32));
        }
        out.push(Item::Picture { picture, matrix: Matrix([width, 0.0, 0.0, height, 0.0, 0.0]) });
    }

    /// Draws a node in pixels. Its place is in the coordinates of what it stands in.
    fn as_pixels(&mut self, node: &usvg::Node) -> Option<Item> {
        let bounds = node.abs_layer_bounding_box()?;
        let scale = self.scale * PIXELS;
        let (width, height) = ((bounds.width() * scale).ceil(), (bounds.height() * scale).ceil());
        if width * height > MOST_PIXELS {
            self.drawn.found.push(Trouble::Other("a mask, filter or pattern is too large to be drawn".into()));
            return None;
        }
        let mut pixmap = Pixmap::new(width.max(1.0) as u32, height.max(1.0) as u32)?;
        resvg::render_node(node, usvg::Transform::from_scale(scale, scale), &mut pixmap.as_mut())?;
        let (mut colours, mut alpha) = (Vec::new(), Vec::new());
        for pixel in pixmap.pixels() {
            let pixel = pixel.demultiply();
            colours.extend([pixel.red(), pixel.green(), pixel.blue()]);
            alpha.push(pixel.alpha());
        }
        let key = content_hash(pixmap.data());
        let picture =
            Picture { key, width: pixmap.width(), height: pixmap.height(), data: Pixels::Rgb(colours, Some(alpha)) };
        // The picture stands in the SVG's own coordinates; the groups around it have been counted in.
        let (w, h) = (pixmap.width() as f32 / scale, pixmap.height() as f32 / scale);
        let here = Matrix([w, 0.0, 0.0, h, bounds.x(), bounds.y()]);
        let abs = match node {
            usvg::Node::Group(g) => g.abs_transform().pre_concat(g.transform().invert()?),
            other => other.abs_transform(),
        };
        Some(Item::Picture { picture: Arc::new(picture), matrix: here.then(matrix(abs.invert()?)) })
    }
}

fn group(matrix: Matrix, opacity: f32, clip: Option<Clip>, items: Vec<Item>) -> Item {
    Item::Group { matrix, opacity, clip, items }
}

fn matrix(t: usvg::Transform) -> Matrix {
    Matrix([t.sx, t.ky, t.kx, t.sy, t.tx, t.ty])
}

fn outline(path: &usvg::tiny_skia_path::Path) -> Vec<Segment> {
    use usvg::tiny_skia_path::PathSegment;
    let mut at = (0.0, 0.0);
    path.segments()
        .map(|segment| match segment {
            PathSegment::MoveTo(p) => {
                at = (p.x, p.y);
                Segment::Move(p.x, p.y)
            }
            PathSegment::LineTo(p) => {
                at = (p.x, p.y);
                Segment::Line(p.x, p.y)
            }
            PathSegment::QuadTo(c, p) => {
                // The same curve as a cubic one.
                let third = |from: f32, control: f32| from + (control - from) * 2.0 / 3.0;
                let curve =
                    Segment::Curve(third(at.0, c.x), third(at.1, c.y), third(p.x, c.x), third(p.y, c.y), p.x, p.y);
                at = (p.x, p.y);
                curve
            }
            PathSegment::CubicTo(c, d, p) => {
                at = (p.x, p.y);
                Segment::Curve(c.x, c.y, d.x, d.y, p.x, p.y)
            }
            PathSegment::Close => Segment::Close,
        })
        .collect()
}

/// A gradient, if it is one that paper knows: every stop opaque, nothing repeated.
fn gradient(of: &usvg::BaseGradient, from: (f32, f32), to: (f32, f32), radii: Option<(f32, f32)>) -> Option<Paint> {
    if of.spread_method() != usvg::SpreadMethod::Pad || of.stops().iter().any(|s| s.opacity().get() < 1.0) {
        return None;
    }
    let stops = of.stops().iter().map(|s| (s.offset().get(), [s.color().red, s.color().green, s.color().blue]));
    let gradient = Gradient { from, to, radii, matrix: matrix(of.transform()), stops: stops.collect() };
    Some(Paint::Gradient(Arc::new(gradient)))
}

/// A clip of one outline; others are drawn in pixels.
fn clip_of(clip: &usvg::ClipPath) -> Option<Clip> {
    if clip.clip_path().is_some() {
        return None;
    }
    let mut outer = matrix(clip.transform());
    let mut group = clip.root();
    loop {
        match group.children() {
            [usvg::Node::Group(inner)] if inner.clip_path().is_none() => {
                outer = matrix(inner.transform()).then(outer);
                group = inner;
            }
            [usvg::Node::Path(path)] => {
                let even_odd = path.fill().is_some_and(|f| f.rule() == usvg::FillRule::EvenOdd);
                let segments = outline(path.data()).into_iter().map(|s| moved(s, outer)).collect();
                return Some(Clip { segments, even_odd });
            }
            _ => return None,
        }
    }
}

fn moved(segment: Segment, matrix: Matrix) -> Segment {
    let p = |x, y| matrix.point(x, y);
    match segment {
        Segment::Move(x, y) => {
            let (x, y) = p(x, y);
            Segment::Move(x, y)
        }
        Segment::Line(x, y) => {
            let (x, y) = p(x, y);
            Segment::Line(x, y)
        }
        Segment::Curve(a, b, c, d, x, y) => {
            let ((a, b), (c, d), (x, y)) = (p(a, b), p(c, d), p(x, y));
            Segment::Curve(a, b, c, d, x, y)
        }
        Segment::Close => Segment::Close,
    }
}

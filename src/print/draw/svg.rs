//! Converts SVG to the display list.
//!
//! Outlines, gradients, clips and pictures are kept as they are. Features that the display list does not have
//! (masks, filters, patterns) are rasterized at 300 pixels per inch. Blend modes are left out, with a
//! warning.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use resvg::tiny_skia::Pixmap;
use usvg::{ImageHrefResolver, ImageKind, Options, Tree};

use crate::guard::guarded;
use crate::hash::content_hash;
use crate::ir::print::PrintInfo;
use crate::print::draw::scene::{
    Clip, Fill, Gradient, Matrix, Paint, Picture, Pixels, SceneItem, Segment, Stroke,
};
use crate::print::draw::{picture, xml};

/// Resolution of rasterized parts: 300 pixels per inch, in pixels per millimetre.
const PIXELS: f32 = 300.0 / 25.4;
/// Maximum number of pixels of all rasterized parts of an SVG.
const MOST_PIXELS: f32 = 30e6;
/// Maximum work of rasterizing an SVG: pixels times the passes over each.
const MOST_WORK: f32 = 60e6;
/// The id of the group around an icon.
pub const ICON: &str = "cardwright-icon";
/// Begins the id of an element whose outline is looked for in the drawing; a number follows.
pub const MARK: &str = "cardwright-outline-";
/// Maximum nesting depth of groups.
const DEEPEST: usize = 100;

/// The result of reading an SVG.
#[derive(Debug, Default)]
pub struct SvgDrawing {
    /// The items, in millimetres.
    pub items: Vec<SceneItem>,
    /// The problems with parts of the SVG.
    pub found: Vec<SvgProblem>,
    /// Outlines of elements with an id that begins with [`MARK`]: the number after it, and the index of the
    /// outline among all of the drawing, in the order in which they are drawn.
    pub marked: Vec<(usize, usize)>,
    /// The boxes around icons, in millimetres: left, top, right and bottom.
    pub icons: Vec<[f32; 4]>,
}

/// A problem with a part of an SVG.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum SvgProblem {
    /// An unusable picture: its name and the reason.
    #[error("picture `{0}` is not usable: {1}")]
    Picture(String, String),
    /// A picture with a colour profile that cannot be used: its name and the reason.
    #[error("the colour profile of picture `{0}` is not usable: {1}")]
    Profile(String, String),
    /// A picture of low resolution: its name and its pixels per inch.
    #[error("picture `{0}` has only {1} pixels to the inch")]
    Soft(String, u32),
    /// A picture that a tag of its file asks to turn or to mirror: its name.
    #[error("picture `{0}` is to be turned by a tag of its file, which has no effect")]
    Turned(String),
    /// A picture with forbidden content: its name and the content.
    #[error("picture `{0}` contains {1}")]
    Forbidden(String, String),
    /// A blend mode, which is left out.
    #[error("`mix-blend-mode: {0}` has no effect")]
    Blend(String),
    /// Any other problem.
    #[error("{0}")]
    Other(String),
}

/// Converts an SVG that `forbidden` has found harmless, scaled to a width of `width` millimetres.
///
/// # Errors
/// The reason why it is not a valid SVG.
pub fn read(text: &str, width: f64, print: &PrintInfo) -> Result<SvgDrawing, String> {
    match guarded(|| read_unguarded(text, width, print)) {
        Ok(drawn) => drawn,
        Err(why) => {
            let shown = print.assets.iter().filter(|a| a.path.ends_with(".svg") && text.contains(&a.path));
            let at_fault = shown.filter_map(|a| Some((a, look(&a.path, print).err()?))).next();
            let (asset, why) = at_fault.ok_or(why)?;
            Ok(SvgDrawing {
                found: vec![SvgProblem::Picture(format!("`{}`", asset.path), why)],
                ..SvgDrawing::default()
            })
        }
    }
}

/// Reads an SVG picture of a package as a test.
///
/// # Errors
/// The reason why it cannot be printed. Forbidden content is not an error here; it is reported for the face
/// that shows the picture.
pub fn look(path: &str, print: &PrintInfo) -> Result<(), String> {
    let around = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><image href=\"{path}\" width=\"9\" height=\"9\"/></svg>"
    );
    let drawn = guarded(|| read_unguarded(&around, 9.0, print))??;
    let why = drawn.found.into_iter().find_map(|trouble| match trouble {
        SvgProblem::Picture(_, why) => Some(why),
        SvgProblem::Forbidden(_, what) => Some(what),
        _ => None,
    });
    why.map_or(Ok(()), Err)
}

fn read_unguarded(text: &str, width: f64, print: &PrintInfo) -> Result<SvgDrawing, String> {
    let seen = Arc::new(Mutex::new(PictureRecords::default()));
    let options = options(print, &seen);
    let document = xml::parse(text)?;
    let tree = Tree::from_xmltree(&document, &options).map_err(|e| reason_of(&e.to_string()))?;
    drop(options);
    let scale = (width / f64::from(tree.size().width())) as f32;
    let seen = seen.lock().map(|mut seen| std::mem::take(&mut *seen)).unwrap_or_default();
    let mut drawn = SvgDrawing { found: seen.found, ..SvgDrawing::default() };
    let mut reader = SvgReader {
        drawn: &mut drawn,
        scale,
        names: seen.names,
        work: 0.0,
        pixels: 0.0,
        icon: None,
        outlines: 0,
    };
    let mut items = Vec::new();
    let to_page = matrix(tree.root().transform()).then(Matrix([scale, 0.0, 0.0, scale, 0.0, 0.0]));
    reader.group(tree.root(), to_page, &mut items, 0);
    drawn.items = vec![group(to_page, 1.0, None, items)];
    Ok(drawn)
}

/// Records of pictures while an SVG is read.
#[derive(Default)]
struct PictureRecords {
    /// Pictures that cannot be printed. The SVG reader leaves them out silently.
    found: Vec<SvgProblem>,
    /// The names of the other pictures, by the hashes of their files.
    names: BTreeMap<u64, String>,
}

type SharedRecords = Arc<Mutex<PictureRecords>>;

/// Accepts a picture, or records why not.
fn record_picture(
    seen: &SharedRecords,
    name: &str,
    picture: Result<ImageKind, SvgProblem>,
) -> Option<ImageKind> {
    let mut seen = seen.lock().ok()?;
    match picture {
        Ok(kind) => {
            if let ImageKind::PNG(bytes) | ImageKind::JPEG(bytes) = &kind {
                seen.names.insert(content_hash(bytes), name.to_owned());
            }
            Some(kind)
        }
        Err(trouble) => {
            seen.found.push(trouble);
            None
        }
    }
}

/// Returns a raster picture if its header is valid.
fn pixels(name: &str, bytes: Arc<Vec<u8>>, jpeg: bool) -> Result<ImageKind, SvgProblem> {
    let looks = if jpeg { picture::jpeg(&bytes).map(|_| ()) } else { picture::png_header(&bytes) };
    looks.map_err(|why| SvgProblem::Picture(name.to_owned(), why))?;
    Ok(if jpeg { ImageKind::JPEG(bytes) } else { ImageKind::PNG(bytes) })
}

/// Returns options for the SVG reader that resolve nothing but the package's pictures.
fn options<'a>(print: &'a PrintInfo, seen: &SharedRecords) -> Options<'a> {
    let find = move |href: &str| print.asset(href).filter(|a| a.file.is_none()).map(|a| a.bytes.as_slice());
    let at = Arc::clone(seen);
    let resolve_string = Box::new(move |href: &str, _: &Options| {
        let bytes = find(href)?;
        let name = format!("`{href}`");
        let picture = match href.rsplit('.').next()? {
            "png" => pixels(&name, Arc::new(bytes.to_vec()), false),
            "jpg" | "jpeg" => pixels(&name, Arc::new(bytes.to_vec()), true),
            _ => nested(&name, bytes, &at),
        };
        record_picture(&at, &name, picture)
    });
    let image_href_resolver =
        ImageHrefResolver { resolve_data: embedded_picture_resolver(seen), resolve_string };
    Options { image_href_resolver, ..Options::default() }
}

/// Returns a resolver for pictures embedded in an SVG.
fn embedded_picture_resolver<'a>(seen: &SharedRecords) -> usvg::ImageHrefDataResolverFn<'a> {
    let seen = Arc::clone(seen);
    Box::new(move |mime: &str, data: Arc<Vec<u8>>, _: &Options| {
        let name = "a picture";
        let picture = match mime {
            "image/png" => pixels(name, data, false),
            "image/jpeg" | "image/jpg" => pixels(name, data, true),
            other => {
                Err(SvgProblem::Picture(name.to_owned(), format!("it is `{other}` instead of a PNG or JPEG")))
            }
        };
        record_picture(&seen, name, picture)
    })
}

/// Parses a nested SVG picture, which may not refer to anything outside.
fn nested(name: &str, bytes: &[u8], seen: &SharedRecords) -> Result<ImageKind, SvgProblem> {
    let wrong = |why: String| SvgProblem::Picture(name.to_owned(), why);
    guarded(|| nested_unguarded(name, bytes, seen)).map_err(wrong)?
}

fn nested_unguarded(name: &str, bytes: &[u8], seen: &SharedRecords) -> Result<ImageKind, SvgProblem> {
    let wrong = |why: String| SvgProblem::Picture(name.to_owned(), why);
    let text = std::str::from_utf8(bytes).map_err(|_| wrong("it is not a text".into()))?;
    let document = xml::parse(text).map_err(wrong)?;
    if let Some((_, what)) = xml::forbidden(&document, &|_| false) {
        return Err(SvgProblem::Forbidden(name.to_owned(), what));
    }
    let image_href_resolver = ImageHrefResolver {
        resolve_data: embedded_picture_resolver(seen),
        resolve_string: Box::new(|_, _| None),
    };
    let options = Options { image_href_resolver, ..Options::default() };
    Tree::from_xmltree(&document, &options).map(ImageKind::SVG).map_err(|e| wrong(reason_of(&e.to_string())))
}

/// Converts the reader's reason why an SVG cannot be read.
fn reason_of(said: &str) -> String {
    let said = said.strip_prefix("SVG data parsing failed cause ").unwrap_or(said);
    // `<use>` elements are resolved by copying the elements that they show.
    match said {
        "nodes limit reached" => "it has too many elements, as when a `<use>` shows itself by way of others",
        said => said,
    }
    .to_owned()
}

struct SvgReader<'a> {
    drawn: &'a mut SvgDrawing,
    /// Millimetres per unit of the SVG.
    scale: f32,
    /// The names of pictures, by the hashes of their files.
    names: BTreeMap<u64, String>,
    /// Work done for rasterizing.
    work: f32,
    /// Number of pixels rasterized.
    pixels: f32,
    /// The longer side in millimetres of the icon that is being read.
    icon: Option<f32>,
    /// Number of outlines read.
    outlines: usize,
}

impl SvgReader<'_> {
    /// Converts a group. `to_page` maps coordinates outside of the group to millimetres.
    fn group(&mut self, of: &usvg::Group, to_page: Matrix, out: &mut Vec<SceneItem>, depth: usize) {
        if depth > DEEPEST {
            let problem = format!("groups lie more than {DEEPEST} deep in each other");
            self.drawn.found.push(SvgProblem::Other(problem));
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

    fn inner_group(
        &mut self,
        node: &usvg::Node,
        of: &usvg::Group,
        to_page: Matrix,
        out: &mut Vec<SceneItem>,
        depth: usize,
    ) {
        let clip = of.clip_path().map(clip_of);
        // A part that blends is drawn without its mode, so that it keeps its vectors and spot colours.
        if of.blend_mode() != usvg::BlendMode::Normal {
            let problem = SvgProblem::Blend(of.blend_mode().to_string());
            if !self.drawn.found.contains(&problem) {
                self.drawn.found.push(problem);
            }
        }
        let plain =
            of.mask().is_none() && of.filters().is_empty() && clip.as_ref().is_none_or(Option::is_some);
        if !plain {
            out.extend(self.as_pixels(node));
            return;
        }
        let matrix = matrix(of.transform());
        let mut items = Vec::new();
        let around = self.icon;
        if of.id() == ICON {
            let b = of.abs_bounding_box();
            self.drawn.icons.push([b.left(), b.top(), b.right(), b.bottom()].map(|side| side * self.scale));
            self.icon = is_of_one_paint(of).then_some(b.width().max(b.height()) * self.scale);
        }
        self.group(of, matrix.then(to_page), &mut items, depth + 1);
        self.icon = around;
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

    fn path(&mut self, node: &usvg::Node, path: &usvg::Path, out: &mut Vec<SceneItem>) {
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
        // A line has no area, but readers of PDF would draw it a pixel wide.
        let has_area = path.data().verbs().len() > 2;
        let fill = path.fill().filter(|_| has_area).map(|f| {
            let even_odd = f.rule() == usvg::FillRule::EvenOdd;
            paint(f.paint()).map(|paint| Fill {
                paint,
                opacity: f.opacity().get(),
                even_odd,
                icon: self.icon,
            })
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
        // A paint has no equivalent in the display list.
        if fill == Some(None) || stroke == Some(None) {
            out.extend(self.as_pixels(node));
            return;
        }
        let segments = outline(path.data());
        let (fill, stroke) = (fill.flatten(), stroke.flatten());
        let before = out.len();
        if path.paint_order() == usvg::PaintOrder::StrokeAndFill && stroke.is_some() {
            out.push(SceneItem::Path { segments: segments.clone(), fill: None, stroke });
            out.push(SceneItem::Path { segments, fill, stroke: None });
        } else if fill.is_some() || stroke.is_some() {
            out.push(SceneItem::Path { segments, fill, stroke });
        }
        let mark = path.id().strip_prefix(MARK).and_then(|number| number.parse().ok());
        for _ in before..out.len() {
            self.drawn.marked.extend(mark.map(|number| (number, self.outlines)));
            self.outlines += 1;
        }
    }

    fn image(&mut self, image: &usvg::Image, to_page: Matrix, out: &mut Vec<SceneItem>, depth: usize) {
        if !image.is_visible() {
            return;
        }
        let key = match image.kind() {
            ImageKind::PNG(bytes) | ImageKind::JPEG(bytes) => content_hash(bytes),
            _ => 0,
        };
        let name = self.names.get(&key).cloned().unwrap_or_else(|| "a picture".to_owned());
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
                self.drawn.found.push(SvgProblem::Picture(name, why));
                return;
            }
        };
        if let Some(why) = &picture.profile_fault {
            self.drawn.found.push(SvgProblem::Profile(name.clone(), why.clone()));
        }
        if picture.asks_to_be_turned {
            self.drawn.found.push(SvgProblem::Turned(name.clone()));
        }
        let (width, height) = (image.size().width(), image.size().height());
        let [a, b, ..] = to_page.0;
        let inches = width * (a * a + b * b).sqrt() / 25.4;
        let dpi = picture.width as f32 / inches.max(1e-6);
        if dpi < 299.0 {
            self.drawn.found.push(SvgProblem::Soft(name, dpi as u32));
        }
        out.push(SceneItem::Picture { picture, matrix: Matrix([width, 0.0, 0.0, height, 0.0, 0.0]) });
    }

    /// Rasterizes a node. The result is placed in the coordinates of the node's parent.
    fn as_pixels(&mut self, node: &usvg::Node) -> Option<SceneItem> {
        let bounds = node.abs_layer_bounding_box()?;
        let scale = self.scale * PIXELS;
        let (width, height) = ((bounds.width() * scale).ceil(), (bounds.height() * scale).ceil());
        self.pixels += width * height;
        self.work += width * height * steps(node);
        if self.pixels > MOST_PIXELS || self.work > MOST_WORK {
            self.drawn
                .found
                .push(SvgProblem::Other("masks, filters and patterns are too large to be drawn".into()));
            return None;
        }
        let mut pixmap = Pixmap::new(width.max(1.0) as u32, height.max(1.0) as u32)?;
        resvg::render_node(node, usvg::Transform::from_scale(scale, scale), &mut pixmap.as_mut())?;
        let (mut colours, mut alpha) = (Vec::with_capacity(pixmap.pixels().len() * 3), Vec::new());
        for pixel in pixmap.pixels() {
            let pixel = pixel.demultiply();
            colours.extend([pixel.red(), pixel.green(), pixel.blue()]);
            alpha.push(pixel.alpha());
        }
        let key = content_hash(pixmap.data());
        // Stored as a PNG to save memory while other faces are made.
        let file = picture::encode_png(pixmap.width(), pixmap.height(), &colours, Some(&alpha), None).ok()?;
        let data = Pixels::Png(Arc::new(file), true);
        let (width, height) = (pixmap.width(), pixmap.height());
        let picture = Picture {
            key,
            width,
            height,
            data,
            grey: false,
            profile: None,
            profile_fault: None,
            asks_to_be_turned: false,
        };
        // The picture is placed in the coordinates of the whole SVG, which include the transformations of the
        // groups around it.
        let (w, h) = (pixmap.width() as f32 / scale, pixmap.height() as f32 / scale);
        let here = Matrix([w, 0.0, 0.0, h, bounds.x(), bounds.y()]);
        let abs = match node {
            usvg::Node::Group(g) => g.abs_transform().pre_concat(g.transform().invert()?),
            other => other.abs_transform(),
        };
        Some(SceneItem::Picture { picture: Arc::new(picture), matrix: here.then(matrix(abs.invert()?)) })
    }
}

/// Returns whether all areas of a group are filled with the same paint.
fn is_of_one_paint(group: &usvg::Group) -> bool {
    fn fills<'a>(group: &'a usvg::Group, out: &mut Vec<&'a usvg::Paint>) {
        for node in group.children() {
            match node {
                usvg::Node::Group(inner) => fills(inner, out),
                usvg::Node::Path(path) => out.extend(path.fill().map(usvg::Fill::paint)),
                usvg::Node::Image(_) | usvg::Node::Text(_) => {}
            }
        }
    }
    let mut all = Vec::new();
    fills(group, &mut all);
    all.windows(2).all(|two| two[0] == two[1])
}

/// Returns the number of passes over each pixel of a node: one, plus one for each mask and each filter
/// primitive in it.
fn steps(node: &usvg::Node) -> f32 {
    let usvg::Node::Group(group) = node else { return 1.0 };
    let filters: usize = group.filters().iter().map(|f| f.primitives().len()).sum();
    let masks = usize::from(group.mask().is_some());
    1.0 + (filters + masks) as f32 + group.children().iter().map(steps).filter(|s| *s > 1.0).sum::<f32>()
}

fn group(matrix: Matrix, opacity: f32, clip: Option<Clip>, items: Vec<SceneItem>) -> SceneItem {
    SceneItem::Group { matrix, opacity, clip, items }
}

fn matrix(t: usvg::Transform) -> Matrix {
    Matrix([t.sx, t.ky, t.kx, t.sy, t.tx, t.ty])
}

/// Converts an outline to segments; quadratic curves become cubic ones.
pub fn outline(path: &usvg::tiny_skia_path::Path) -> Vec<Segment> {
    use usvg::tiny_skia_path::PathSegment;
    let mut at = (0.0, 0.0);
    // Segments do not say how many follow.
    let mut outline = Vec::with_capacity(path.len());
    outline.extend(path.segments().map(|segment| match segment {
        PathSegment::MoveTo(p) => {
            at = (p.x, p.y);
            Segment::Move(p.x, p.y)
        }
        PathSegment::LineTo(p) => {
            at = (p.x, p.y);
            Segment::Line(p.x, p.y)
        }
        PathSegment::QuadTo(c, p) => {
            // Converts the quadratic curve to an equal cubic one.
            let third = |from: f32, control: f32| from + (control - from) * 2.0 / 3.0;
            let (a, b) = (third(at.0, c.x), third(at.1, c.y));
            let (d, e) = (third(p.x, c.x), third(p.y, c.y));
            at = (p.x, p.y);
            Segment::Curve(a, b, d, e, p.x, p.y)
        }
        PathSegment::CubicTo(c, d, p) => {
            at = (p.x, p.y);
            Segment::Curve(c.x, c.y, d.x, d.y, p.x, p.y)
        }
        PathSegment::Close => Segment::Close,
    }));
    outline
}

/// Returns a gradient, if the display list can represent it: all stops opaque, no repetition.
fn gradient(
    of: &usvg::BaseGradient,
    from: (f32, f32),
    to: (f32, f32),
    radii: Option<(f32, f32)>,
) -> Option<Paint> {
    if of.spread_method() != usvg::SpreadMethod::Pad || of.stops().iter().any(|s| s.opacity().get() < 1.0) {
        return None;
    }
    let stops =
        of.stops().iter().map(|s| (s.offset().get(), [s.color().red, s.color().green, s.color().blue]));
    let gradient = Gradient { from, to, radii, matrix: matrix(of.transform()), stops: stops.collect() };
    Some(Paint::Gradient(Arc::new(gradient)))
}

/// Returns a clip that consists of one outline; others are rasterized.
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

//! Prints with less ink: in greyscale, or as lines.

use std::sync::Arc;

use crate::print::draw::colours::grey_level;
use crate::print::draw::picture::decode_jpeg;
use crate::print::draw::scene::{
    Drawing, Fill, Matrix, Paint, Picture, Pixels, Rgb, SceneItem, Segment, Stroke, outline_bounds,
};

/// The amount of ink that a print uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ink {
    /// Full colour.
    #[default]
    Full,
    /// Greyscale.
    Grey,
    /// Outlines and pale greys in place of fills, and no pictures.
    Low,
}

/// Shapes smaller than this, in millimetres, are signs to be read rather than areas.
const SIGN: f32 = 6.5;
/// Icons larger than this, in millimetres, are printed in [`PALE`].
const LARGE_ICON: f32 = 8.0;
/// Approximate width of an icon in a text, in millimetres.
const IN_TEXT: f32 = 3.0;
/// Rgb of large icons.
const PALE: Rgb = [0x77, 0x77, 0x77];
/// Shapes smaller than this, in millimetres, are left out.
const SPECK: f32 = 0.9;
/// Maximum line width, in millimetres.
const WIDEST: f32 = 0.5;
/// Lines wider than this, in millimetres, are areas, such as a river.
const BAND: f32 = 3.0;
/// Width of the outline of an unfilled shape, in millimetres.
const HAIR: f32 = 0.14;
/// Darkness of the tint that replaces black in a filled area.
const TINT: f32 = 0.13;
/// Small shapes lighter than this are areas, such as a moon, and no signs.
const LIGHT: f32 = 0.8;
/// Areas of less opacity than this are left out.
const FAINT: f32 = 0.3;
/// Tints lighter than this are left white.
const NOTHING: f32 = 0.02;
/// Rgb of lines and signs.
const DARK: Rgb = [0x33, 0x33, 0x33];
/// Lightness from which on lines no wider than [`WIDEST`] are pale, as in an ornament behind a name, and the
/// greatest width that they keep, in millimetres.
const PALE_LINE: (f32, f32) = (0.6, 0.2);
/// Rgb of outlines around areas, and of pale lines.
const LINE: Rgb = [0x88, 0x88, 0x88];

impl Ink {
    /// Converts a colour: without full colour, to its grey level.
    pub fn of(self, colour: Rgb) -> Rgb {
        match self {
            Ink::Full => colour,
            Ink::Grey | Ink::Low => [grey_level(colour); 3],
        }
    }

    /// Returns whether words that stand out are in their colours: in grey they would be paler than the words
    /// around them.
    pub fn has_coloured_words(self) -> bool {
        self == Ink::Full
    }

    /// Converts a drawing, except items in one of the `kept` colours. `scale` is the factor by which it is
    /// enlarged when used.
    pub fn drawing(self, drawing: &mut Drawing, scale: f32, kept: &[Rgb]) {
        self.items(&mut drawing.items, Matrix([scale, 0.0, 0.0, scale, 0.0, 0.0]), kept);
    }

    /// Converts the drawing of an icon in a text, which is a unit square.
    pub fn icon(self, drawing: &mut Drawing, kept: &[Rgb]) {
        mark(&mut drawing.items);
        self.drawing(drawing, IN_TEXT, kept);
    }

    /// Converts items, except those in one of the `kept` colours. `to_page` maps their coordinates to
    /// millimetres.
    pub fn items(self, items: &mut Vec<SceneItem>, to_page: Matrix, kept: &[Rgb]) {
        match self {
            Ink::Full => {}
            Ink::Grey => items.iter_mut().for_each(|item| grey(item, kept)),
            Ink::Low => {
                for item in items.iter_mut() {
                    if let Some(outlined) = band(item, to_page, kept) {
                        *item = outlined;
                        continue;
                    }
                    match item {
                        SceneItem::Group { matrix, items, .. } => {
                            self.items(items, matrix.then(to_page), kept)
                        }
                        SceneItem::Text(run) if kept.contains(&run.colour) => {}
                        SceneItem::Text(run) => run.colour = DARK,
                        SceneItem::Picture { matrix, .. } => *item = frame(*matrix, to_page),
                        SceneItem::Path { segments, fill, stroke } => {
                            low(segments, fill, stroke, to_page, kept)
                        }
                        SceneItem::Use { .. } => {}
                    }
                }
                items.retain(|item| !matches!(item, SceneItem::Path { fill: None, stroke: None, .. }));
            }
        }
    }
}

fn grey(item: &mut SceneItem, kept: &[Rgb]) {
    let plain = |colour: &mut Rgb| {
        if !kept.contains(colour) {
            *colour = Ink::Grey.of(*colour);
        }
    };
    let painted = |paint: &mut Paint| match paint {
        Paint::Solid(colour) => plain(colour),
        Paint::Registration => {}
        Paint::Gradient(gradient) => {
            let mut greys = (**gradient).clone();
            // A gradient is never printed with an ink of its own.
            greys.stops.iter_mut().for_each(|(_, colour)| *colour = Ink::Grey.of(*colour));
            *paint = Paint::Gradient(greys.into());
        }
    };
    match item {
        SceneItem::Path { fill, stroke, .. } => {
            fill.iter_mut().for_each(|f| painted(&mut f.paint));
            stroke.iter_mut().for_each(|s| painted(&mut s.paint));
        }
        SceneItem::Group { items, .. } => items.iter_mut().for_each(|item| grey(item, kept)),
        SceneItem::Text(run) => plain(&mut run.colour),
        SceneItem::Picture { picture, .. } => {
            let data = match &picture.data {
                Pixels::Png(bytes, masked) => Some(Pixels::Png(Arc::clone(bytes), *masked)),
                // A picture that cannot be decoded is left unchanged; its reader reports the error.
                Pixels::Jpeg(bytes, channels) => {
                    decode_jpeg(bytes).ok().map(|_| Pixels::Jpeg(Arc::clone(bytes), *channels))
                }
            };
            if let Some(data) = data {
                // The key must differ from that of the picture in colour.
                let key = picture.key ^ 0x6772_6579;
                let (width, height, profile) = (picture.width, picture.height, picture.profile.clone());
                let (profile_fault, asks_to_be_turned) = (None, picture.asks_to_be_turned);
                *picture = Picture {
                    key,
                    width,
                    height,
                    data,
                    grey: true,
                    profile,
                    profile_fault,
                    asks_to_be_turned,
                }
                .into();
            }
        }
        SceneItem::Use { .. } => {}
    }
}

/// Marks all areas as parts of an icon, unless it has several colours.
fn mark(items: &mut [SceneItem]) {
    fn fills<'a>(items: &'a mut [SceneItem], out: &mut Vec<&'a mut Fill>) {
        for item in items {
            match item {
                SceneItem::Group { items, .. } => fills(items, out),
                SceneItem::Path { fill: Some(fill), .. } => out.push(fill),
                _ => {}
            }
        }
    }
    let mut all = Vec::new();
    fills(items, &mut all);
    if all.windows(2).all(|two| two[0].paint == two[1].paint) {
        all.into_iter().for_each(|fill| fill.icon = Some(IN_TEXT));
    }
}

/// Returns the border of a picture.
fn frame(matrix: Matrix, to_page: Matrix) -> SceneItem {
    let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(x, y)| matrix.point(x, y));
    let [(a, b), (c, d), (e, f), (g, h)] = corners;
    let segments = vec![
        Segment::Move(a, b),
        Segment::Line(c, d),
        Segment::Line(e, f),
        Segment::Line(g, h),
        Segment::Close,
    ];
    SceneItem::Path { segments, fill: None, stroke: Some(Stroke::plain(LINE, HAIR / scale(to_page))) }
}

/// Returns a path with a line wider than [`BAND`] as an area: two lines, of which the upper one leaves an
/// edge of the lower one. `None` for any other item. Ends stay open, as those of a river at the edge of a
/// map.
fn band(item: &SceneItem, to_page: Matrix, kept: &[Rgb]) -> Option<SceneItem> {
    let SceneItem::Path { segments, fill, stroke: Some(stroke) } = item else { return None };
    let is_kept = matches!(stroke.paint, Paint::Solid(colour) if kept.contains(&colour));
    let is_wide = stroke.width * scale(to_page) > BAND && stroke.dashes.is_empty();
    if is_kept || !is_wide || stroke.opacity < FAINT {
        return None;
    }
    let mut fill = fill.clone();
    // The line around the area is drawn by the band.
    low(segments, &mut fill, &mut Some(stroke.clone()), to_page, kept);
    let edge = Stroke { paint: Paint::Solid(DARK), opacity: 1.0, ..stroke.clone() };
    let inside = Stroke {
        paint: Paint::Solid([shade(average(&stroke.paint)); 3]),
        width: stroke.width - 2.0 * HAIR / scale(to_page),
        ..edge.clone()
    };
    let path = |fill, stroke| SceneItem::Path { segments: segments.clone(), fill, stroke: Some(stroke) };
    let items = vec![path(fill, edge), path(None, inside)];
    Some(SceneItem::Group { matrix: Matrix::IDENTITY, opacity: 1.0, clip: None, items })
}

/// Returns the grey that replaces a lightness in an area.
fn shade(light: f32) -> u8 {
    let tint = (1.0 - light) * TINT;
    if tint < NOTHING { 255 } else { (255.0 * (1.0 - tint)) as u8 }
}

/// Returns the scale factor of a matrix.
fn scale(matrix: Matrix) -> f32 {
    let [a, b, c, d, ..] = matrix.0;
    (a * d - b * c).abs().sqrt().max(1e-6)
}

fn low(
    segments: &[Segment],
    fill: &mut Option<Fill>,
    stroke: &mut Option<Stroke>,
    to_page: Matrix,
    kept: &[Rgb],
) {
    let is_kept = |paint: &Paint| matches!(paint, Paint::Solid(colour) if kept.contains(colour));
    // In millimetres.
    let [left, top, right, bottom] = outline_bounds(segments, to_page).unwrap_or_default();
    let (width, height) = (right - left, bottom - top);
    let longest = width.max(height);
    if let Some(s) = stroke.as_mut().filter(|s| !is_kept(&s.paint)) {
        let width = s.width * scale(to_page);
        // On white paper, opacity makes a line lighter.
        let is_fine = width <= WIDEST && 1.0 - (1.0 - average(&s.paint)) * s.opacity > PALE_LINE.0;
        let is_light = is_fine || average(&s.paint) > 0.75 || s.opacity < 0.4;
        s.paint = Paint::Solid(if is_light { LINE } else { DARK });
        s.width = width.min(if is_fine { PALE_LINE.1 } else { WIDEST }) / scale(to_page);
        s.opacity = 1.0;
    }
    let Some(f) = fill.as_mut().filter(|f| !is_kept(&f.paint)) else { return };
    if let Some(size) = f.icon {
        // All parts of an icon are solid, whatever their size and colour.
        f.paint = Paint::Solid(if size > LARGE_ICON { PALE } else { DARK });
        return;
    }
    let light = average(&f.paint);
    if f.opacity < FAINT || (stroke.is_none() && longest < SPECK) {
        *fill = None;
    } else if longest < SIGN && stroke.is_none() && light < LIGHT {
        f.paint = Paint::Solid(DARK);
    } else {
        (f.paint, f.opacity) = (Paint::Solid([shade(light); 3]), 1.0);
        stroke.get_or_insert_with(|| Stroke::plain(LINE, HAIR / scale(to_page)));
    }
}

/// Returns the average lightness of a paint, 0 to 1.
fn average(paint: &Paint) -> f32 {
    match paint {
        Paint::Solid(colour) => f32::from(grey_level(*colour)) / 255.0,
        Paint::Registration => 0.0,
        Paint::Gradient(g) => {
            let sum: f32 = g.stops.iter().map(|(_, colour)| f32::from(grey_level(*colour)) / 255.0).sum();
            sum / g.stops.len().max(1) as f32
        }
    }
}

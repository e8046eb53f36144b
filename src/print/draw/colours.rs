//! Colours of faces: read and written, mixed, and made readable on each other.

use std::sync::LazyLock;

use crate::print::draw::scene::Rgb;

/// Parses `#2c6e8f` as red, green and blue.
pub fn colour(written: &str) -> Option<Rgb> {
    let digits = written.strip_prefix('#').filter(|d| d.len() == 6 && d.is_ascii())?;
    let part = |i: usize| u8::from_str_radix(&digits[i..i + 2], 16).ok();
    Some([part(0)?, part(2)?, part(4)?])
}

/// Formats red, green and blue as `#2c6e8f`.
pub fn hex(colour: Rgb) -> String {
    const DIGITS: [char; 16] =
        ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
    let digits = colour.into_iter().flat_map(|part| [part >> 4, part & 15]);
    let mut written = String::with_capacity("#2c6e8f".len());
    written.push('#');
    written.extend(digits.map(|digit| DIGITS[usize::from(digit)]));
    written
}

/// Mixes a colour with a share of another.
pub fn mixed(a: Rgb, b: Rgb, share: f64) -> Rgb {
    let part = |i: usize| {
        (f64::from(a[i]) * (1.0 - share) + f64::from(b[i]) * share).round().clamp(0.0, 255.0) as u8
    };
    [part(0), part(1), part(2)]
}

/// Returns a text colour with enough contrast to a background colour: the dark or the light one of faces, or
/// else black or white, of which one has a contrast of at least 4.58 with any colour.
pub fn on(ground: Rgb) -> &'static str {
    const PAIRS: [[(&str, Rgb); 2]; 2] = [
        [("#231f1a", [0x23, 0x1f, 0x1a]), ("#fffaf0", [0xff, 0xfa, 0xf0])],
        [("#000000", [0; 3]), ("#ffffff", [0xff; 3])],
    ];
    let better = |[dark, light]: [(&'static str, Rgb); 2]| {
        let contrasts = (contrast(dark.1, ground), contrast(light.1, ground));
        if contrasts.0 >= contrasts.1 { (dark.0, contrasts.0) } else { (light.0, contrasts.1) }
    };
    let [of_faces, extreme] = PAIRS.map(better);
    if of_faces.1 >= LEAST_CONTRAST { of_faces.0 } else { extreme.0 }
}

/// The least contrast between a text and its ground, as WCAG 2 (level AA) asks for it.
pub const LEAST_CONTRAST: f64 = 4.5;

/// The linear light of each value of a part of an sRGB colour, 0 to 1. A colour that is made readable has its
/// contrast computed up to fifty times.
static LINEAR: LazyLock<[f64; 256]> = LazyLock::new(|| {
    std::array::from_fn(|part| match part as f64 / 255.0 {
        low if low <= 0.040_45 => low / 12.92,
        high => libm::pow((high + 0.055) / 1.055, 2.4),
    })
});

/// Returns the contrast of two colours by WCAG 2, from 1 to 21.
pub fn contrast(a: Rgb, b: Rgb) -> f64 {
    let linear = &*LINEAR;
    let luminance = |colour: Rgb| {
        let [r, g, b] = colour.map(|part| linear[usize::from(part)]);
        0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
    };
    let (a, b) = (luminance(a), luminance(b));
    a.max(b) / a.min(b)
}

/// Returns a colour made darker or lighter, away from another one, until a text has enough contrast: one
/// colour on the other.
pub fn readable(colour: Rgb, other: Rgb) -> Rgb {
    const STEPS: u8 = 50;
    // Between black and white, one has a contrast of at least 4.58 with any colour; lightness does not tell
    // which.
    let (black, white) = ([0; 3], [0xff; 3]);
    let away = if contrast(black, other) >= contrast(white, other) { black } else { white };
    let tried = (0..=STEPS).map(|step| mixed(colour, away, f64::from(step) / f64::from(STEPS)));
    tried.into_iter().find(|c| contrast(*c, other) >= LEAST_CONTRAST).unwrap_or(away)
}

/// Returns the perceived lightness of a colour, 0 to 1.
pub fn lightness([r, g, b]: Rgb) -> f64 {
    (0.299 * f64::from(r) + 0.587 * f64::from(g) + 0.114 * f64::from(b)) / 255.0
}

/// Returns the grey level of a colour.
pub fn grey_level([r, g, b]: Rgb) -> u8 {
    (0.299 * f32::from(r) + 0.587 * f32::from(g) + 0.114 * f32::from(b)).round() as u8
}

//! Checks that colours can be told apart in grey, and by readers who see fewer colours.

use crate::print::draw::scene::Rgb;
use crate::print::inks::ink::Ink;

/// The least difference in lightness (CIE L*) at which two greys side by side are told apart.
const LEAST_STEP: f64 = 4.0;
/// The least distance in Lab (CIE 1976) at which two colours are told apart.
const LEAST_DISTANCE: f64 = 6.0;

/// Matrices that turn linear red, green and blue into the colours seen by a reader without one sort of cones:
/// red, green or blue ones (Machado, Oliveira and Fernandes, 2009, at full severity).
const FEWER_CONES: [[[f64; 3]; 3]; 3] = [
    [
        [0.152_286, 1.052_583, -0.204_868],
        [0.114_503, 0.786_281, 0.099_216],
        [-0.003_882, -0.048_116, 1.051_998],
    ],
    [
        [0.367_322, 0.860_646, -0.227_968],
        [0.280_085, 0.672_501, 0.047_413],
        [-0.011_820, 0.042_940, 0.968_881],
    ],
    [
        [1.255_528, -0.076_749, -0.178_779],
        [-0.078_411, 0.930_809, 0.147_602],
        [0.004_733, 0.691_367, 0.303_900],
    ],
];

/// The reason why two colours are mistaken for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confusion {
    /// They are the same grey.
    Grey,
    /// They are the same for a reader without one sort of cones.
    FewerCones,
}

/// Returns why two colours are mistaken for each other, if they are.
pub fn confusion(a: Rgb, b: Rgb) -> Option<Confusion> {
    let grey = |colour| lab(linear(Ink::Grey.of(colour)))[0];
    if (grey(a) - grey(b)).abs() < LEAST_STEP {
        return Some(Confusion::Grey);
    }
    is_mistaken_in_colour(a, b).then_some(Confusion::FewerCones)
}

/// Returns whether two colours are the same for a reader without one sort of cones.
pub fn is_mistaken_in_colour(a: Rgb, b: Rgb) -> bool {
    let is_same = |cones: &[[f64; 3]; 3]| {
        let seen = |colour| lab(linear(colour).map_rows(cones));
        let squares = seen(a).into_iter().zip(seen(b)).map(|(a, b)| (a - b).powi(2));
        squares.sum::<f64>().sqrt() < LEAST_DISTANCE
    };
    FEWER_CONES.iter().any(is_same)
}

/// LinearRgb red, green and blue.
#[derive(Clone, Copy)]
struct LinearRgb([f64; 3]);

impl LinearRgb {
    /// Multiplies a matrix by the colour.
    fn map_rows(self, rows: &[[f64; 3]; 3]) -> LinearRgb {
        LinearRgb(rows.map(|row| {
            row.iter().zip(self.0).map(|(factor, part)| factor * part).sum::<f64>().clamp(0.0, 1.0)
        }))
    }
}

/// Returns a colour without its gamma (IEC 61966-2-1).
fn linear(colour: Rgb) -> LinearRgb {
    LinearRgb(colour.map(|part| match f64::from(part) / 255.0 {
        low if low <= 0.040_45 => low / 12.92,
        high => libm::pow((high + 0.055) / 1.055, 2.4),
    }))
}

/// Returns a colour in CIE L*a*b*, relative to the white of sRGB.
fn lab(colour: LinearRgb) -> [f64; 3] {
    const TO_XYZ: [[f64; 3]; 3] =
        [[0.433_9, 0.376_2, 0.189_9], [0.212_6, 0.715_2, 0.072_2], [0.017_7, 0.109_5, 0.872_9]];
    let [x, y, z] = colour
        .map_rows(&TO_XYZ)
        .0
        .map(|t| if t > 0.008_856 { libm::cbrt(t) } else { 7.787 * t + 16.0 / 116.0 });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

//! Thumbnails of pages: small pictures that are kept in the repository, and compared with a tolerance.

use std::path::Path;

use super::export::Png;

/// Pixels of the longer side: small enough for hundreds of pages, and large enough that a missing letter
/// changes a pixel by more than the tolerance.
const LONG_SIDE: usize = 88;

/// The greatest difference of a pixel's red, green or blue, of 255. A pixel is the mean of about thirty drawn
/// ones, and on other machines some of these are rounded differently.
const TOLERANCE: u8 = 2;

/// A small picture: red, green and blue of each pixel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thumbnail {
    pub width: usize,
    pub height: usize,
    pub data: Vec<u8>,
}

impl Thumbnail {
    /// Reduces a picture of three channels. Each pixel is the mean of those that it stands for, rounded down.
    pub fn of(picture: &Png) -> Thumbnail {
        let (wide, high) = (picture.width as usize, picture.height as usize);
        let long = wide.max(high).max(LONG_SIDE);
        let (width, height) = ((wide * LONG_SIDE / long).max(1), (high * LONG_SIDE / long).max(1));
        let mut data = Vec::with_capacity(width * height * 3);
        for (row, column, channel) in
            (0..height).flat_map(|y| (0..width).flat_map(move |x| (0..3).map(move |c| (y, x, c))))
        {
            let across = column * wide / width..(column + 1) * wide / width;
            let down = row * high / height..(row + 1) * high / height;
            let count = across.len() * down.len();
            let pixels = down.flat_map(|y| across.clone().map(move |x| (y * wide + x) * 3 + channel));
            let sum: usize = pixels.map(|at| usize::from(picture.data[at])).sum();
            data.push((sum / count) as u8);
        }
        Thumbnail { width, height, data }
    }

    pub fn read(bytes: &[u8]) -> Thumbnail {
        let Png { width, height, channels, data, .. } = Png::read(bytes);
        assert_eq!(channels, 3, "a thumbnail has red, green and blue");
        Thumbnail { width: width as usize, height: height as usize, data }
    }

    pub fn png(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_compression(png::Compression::High);
        encoder.write_header().and_then(|mut w| w.write_image_data(&self.data)).expect("written");
        bytes
    }

    /// Returns whether both have one size, and no pixel differs by more than the tolerance.
    pub fn is_like(&self, other: &Thumbnail) -> bool {
        (self.width, self.height) == (other.width, other.height)
            && self.data.iter().zip(&other.data).all(|(a, b)| a.abs_diff(*b) <= TOLERANCE)
    }

    /// Returns the difference from another, as a picture: white where they agree within the tolerance, darker
    /// where they differ more. None if they have different sizes.
    pub fn difference(&self, other: &Thumbnail) -> Option<Thumbnail> {
        if (self.width, self.height) != (other.width, other.height) {
            return None;
        }
        // A difference just beyond the tolerance must be seen, too.
        let shade = |(a, b): (&u8, &u8)| match a.abs_diff(*b) {
            0..=TOLERANCE => 255,
            difference => 191 - difference.saturating_mul(2).min(191),
        };
        let data = self.data.iter().zip(&other.data).map(shade).collect();
        Some(Thumbnail { data, ..*self })
    }
}

/// Lists the files below a folder, as paths from it with `/`.
pub fn files_below(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("an entry of it").path();
        let name = path.file_name().and_then(|n| n.to_str()).expect("UTF-8").to_owned();
        match path.is_dir() {
            true => found.extend(files_below(&path).into_iter().map(|inner| format!("{name}/{inner}"))),
            false => found.push(name),
        }
    }
    found.sort();
    found
}

#[test]
fn thumbnails_are_compared_with_a_tolerance() {
    let plain = |shade: u8| Thumbnail { width: 2, height: 1, data: vec![shade; 6] };
    let one = plain(100);
    assert!(one.is_like(&one) && one.is_like(&plain(102)) && plain(102).is_like(&one));
    assert!(!one.is_like(&plain(103)) && !plain(103).is_like(&one));
    let turned = Thumbnail { width: 1, height: 2, ..one.clone() };
    assert!(!one.is_like(&turned) && one.difference(&turned).is_none());
    let mut spot = one.clone();
    spot.data[3] = 200;
    let difference = one.difference(&spot).expect("both have one size");
    assert_eq!(difference.data, [255, 255, 255, 0, 255, 255]);
    assert!(one.difference(&plain(103)).expect("both have one size").data.iter().all(|shade| *shade < 192));
    assert_eq!(Thumbnail::read(&spot.png()), spot);
}

#[test]
fn a_thumbnail_keeps_the_form_of_a_page_and_the_mean_of_its_pixels() {
    let png =
        |width: u32, height: u32, data: Vec<u8>| Png { width, height, channels: 3, to_the_metre: None, data };
    let half = png(176, 352, (0..176 * 352 * 3).map(|at| if at / 3 % 2 == 0 { 0 } else { 200 }).collect());
    let small = Thumbnail::of(&half);
    assert_eq!((small.width, small.height), (44, 88));
    assert!(small.data.iter().all(|shade| *shade == 100), "{:?}", &small.data[..6]);
    // A small picture is not enlarged.
    assert_eq!(Thumbnail::of(&png(2, 1, vec![7; 6])), Thumbnail { width: 2, height: 1, data: vec![7; 6] });
}

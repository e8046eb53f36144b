//! Colour profiles of pictures: their pixels as sRGB.

use std::fmt;
use std::sync::Arc;

use moxcms::{ColorProfile, DataColorSpace, Layout, Transform8BitExecutor, TransformOptions};

use crate::guard::guarded;
use crate::hash::content_hash;

/// Maximum size of a profile, in bytes.
const MOST: usize = 16 << 20;
/// Maximum difference of a channel from sRGB that is invisible, in 255ths.
const UNSEEN: u8 = 2;

/// The profile of a picture whose colours are not sRGB.
pub struct ColourProfile {
    /// The bytes of the ICC profile, unchanged.
    pub bytes: Vec<u8>,
    /// A hash of the profile's bytes: equal profiles are written once.
    pub key: u64,
    transform: Arc<Transform8BitExecutor>,
}

impl fmt::Debug for ColourProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ColourProfile({:x})", self.key)
    }
}

impl PartialEq for ColourProfile {
    fn eq(&self, other: &ColourProfile) -> bool {
        self.key == other.key
    }
}

impl ColourProfile {
    /// Reads the profile of a picture with 1, 3 or 4 channels. `None` if it is sRGB; greys are taken for
    /// those of sRGB.
    ///
    /// # Errors
    /// The reason why it does not tell the colours of the picture.
    pub fn of(bytes: Vec<u8>, channels: u8) -> Result<Option<Arc<ColourProfile>>, String> {
        if bytes.len() > MOST {
            return Err(format!("it is larger than {} MiB", MOST >> 20));
        }
        let read = guarded(|| ColorProfile::new_from_slice(&bytes).ok()).ok().flatten();
        let read = read.ok_or("it is not an ICC profile")?;
        let layout = match (read.color_space, channels) {
            (DataColorSpace::Rgb, 3) => Layout::Rgb,
            (DataColorSpace::Cmyk, 4) => Layout::Rgba,
            (DataColorSpace::Gray | DataColorSpace::Rgb, 1) => return Ok(None),
            (_, 1) => return Err("it describes colours, and the picture is grey".to_owned()),
            (_, 3) => return Err("it describes other colours than red, green and blue".to_owned()),
            _ => return Err("it describes other colours than cyan, magenta, yellow and black".to_owned()),
        };
        let srgb = ColorProfile::new_srgb();
        let made =
            || read.create_transform_8bit(layout, &srgb, Layout::Rgb, TransformOptions::default()).ok();
        let transform = guarded(made).ok().flatten().ok_or("it has no conversion to other colours")?;
        let profile = ColourProfile { key: content_hash(&bytes), bytes, transform };
        let steps = [0_u8, 64, 128, 192, 255];
        let colours =
            steps.iter().flat_map(|r| steps.iter().flat_map(move |g| steps.map(move |b| [*r, *g, b])));
        let colours: Vec<u8> = colours.flatten().collect();
        let is_srgb =
            || profile.to_srgb(&colours).iter().zip(&colours).all(|(a, b)| a.abs_diff(*b) <= UNSEEN);
        Ok((channels == 4 || !is_srgb()).then(|| Arc::new(profile)))
    }

    /// Converts pixels to red, green and blue of sRGB. With four channels, 255 is all of an ink.
    pub fn to_srgb(&self, pixels: &[u8]) -> Vec<u8> {
        let channels = if self.is_cmyk() { 4 } else { 3 };
        let mut colours = vec![0; pixels.len() / channels * 3];
        // A profile that fails on a colour failed when it was read.
        let _ = guarded(|| self.transform.transform(pixels, &mut colours).map_err(|e| e.to_string()));
        colours
    }

    /// Returns whether it describes inks (ICC.1, 7.2.6).
    pub fn is_cmyk(&self) -> bool {
        self.bytes.get(16..20) == Some(b"CMYK")
    }
}

/// Reads the profile in a JPEG, which may be in several parts (ICC.1, annex B.4).
///
/// # Errors
/// The reason why it does not tell the colours of the picture.
pub fn of_jpeg(bytes: &[u8], channels: u8) -> Result<Option<Arc<ColourProfile>>, String> {
    const NAME: &[u8] = b"ICC_PROFILE\0";
    let mut parts: Vec<(u8, &[u8])> = Vec::new();
    let mut expected = 0;
    let mut at = 2;
    while let Some([0xff, marker, high, low]) = bytes.get(at..at + 4) {
        // The compressed pixels begin.
        if *marker == 0xda {
            break;
        }
        let length = usize::from(u16::from_be_bytes([*high, *low])).max(2);
        if *marker == 0xe2
            && let Some([number, count, data @ ..]) =
                bytes.get(at + 4..at + 2 + length).and_then(|segment| segment.strip_prefix(NAME))
        {
            expected = usize::from(*count);
            parts.push((*number, data));
        }
        at += 2 + length;
    }
    parts.sort_by_key(|(number, _)| *number);
    if parts.len() < expected {
        return Err(format!("it has {} of its {expected} parts", parts.len()));
    }
    let whole: Vec<u8> = parts.iter().flat_map(|(_, data)| data.iter().copied()).collect();
    if parts.is_empty() { Ok(None) } else { ColourProfile::of(whole, channels) }
}

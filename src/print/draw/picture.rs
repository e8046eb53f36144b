//! Raster pictures: PNG and JPEG.

use crate::ir::ToIndex;
use std::sync::Arc;

use zune_jpeg::zune_core::colorspace::ColorSpace;

use crate::guard::guarded;
use crate::hash::content_hash;
use crate::print::draw::colours::grey_level;
use crate::print::draw::profile::{self, ColourProfile};
use crate::print::draw::scene::{Picture, Pixels};

/// The red, green and blue of each pixel, and its opacity unless all pixels are opaque.
pub type PixelData = (Vec<u8>, Option<Vec<u8>>);

/// Maximum width and height, in pixels.
const LONGEST: u32 = 12_000;
/// Maximum number of pixels.
const MOST: u64 = 60_000_000;

fn sane(width: u32, height: u32) -> Result<(), String> {
    if width == 0 || height == 0 {
        return Err("it is empty".into());
    }
    if width > LONGEST || height > LONGEST || u64::from(width) * u64::from(height) > MOST {
        return Err(format!("it has {width} × {height} pixels, which is more than can be printed"));
    }
    Ok(())
}

/// Checks that bytes begin with the header of a PNG of a printable size.
///
/// # Errors
/// The reason why it cannot be used.
pub fn png_header(bytes: &[u8]) -> Result<(), String> {
    guarded(|| {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        let header = decoder.read_header_info().map_err(|e| e.to_string())?;
        sane(header.width, header.height)
    })?
}

/// Reads a PNG.
///
/// # Errors
/// The reason why it cannot be used.
pub fn png(file: &Arc<Vec<u8>>) -> Result<Picture, String> {
    let ((width, height), (_, alpha)) = guarded(|| decode_png(file))??;
    let data = Pixels::Png(Arc::clone(file), alpha.is_some());
    let read = match guarded(|| profile_of_png(file))? {
        Ok(Some((bytes, channels))) => ColourProfile::of(bytes, channels),
        Ok(None) => Ok(None),
        Err(why) => Err(why),
    };
    let (profile, profile_fault) = known(read);
    let key = content_hash(file);
    Ok(Picture { key, width, height, data, grey: false, profile, profile_fault, asks_to_be_turned: false })
}

/// Returns a profile that was read, or the reason why it cannot be used.
fn known(read: Result<Option<Arc<ColourProfile>>, String>) -> (Option<Arc<ColourProfile>>, Option<String>) {
    match read {
        Ok(profile) => (profile, None),
        Err(why) => (None, Some(why)),
    }
}

/// Returns the profile in a PNG, and the number of channels of its colours.
///
/// # Errors
/// The reason why it cannot be read.
fn profile_of_png(bytes: &[u8]) -> Result<Option<(Vec<u8>, u8)>, String> {
    let reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().map_err(|e| e.to_string())?;
    let info = reader.info();
    let is_grey = matches!(info.color_type, png::ColorType::Grayscale | png::ColorType::GrayscaleAlpha);
    match &info.icc_profile {
        Some(profile) => Ok(Some((profile.to_vec(), if is_grey { 1 } else { 3 }))),
        // The decoder passes over a profile that it cannot decompress, or not within its limits.
        None if has_profile(bytes) => Err("it is damaged, or far too long".into()),
        None => Ok(None),
    }
}

/// Returns whether a PNG has a profile before its pixels, readable or not.
fn has_profile(bytes: &[u8]) -> bool {
    // Each chunk has a length, a type, its contents and a checksum.
    let mut rest = bytes.get(8..).unwrap_or_default();
    while let Some((head, after)) = rest.split_first_chunk::<8>() {
        match &head[4..] {
            b"iCCP" => return true,
            b"IDAT" => return false,
            _ => {}
        }
        let length = u32::from_be_bytes([head[0], head[1], head[2], head[3]]).index();
        rest = length.checked_add(4).and_then(|end| after.get(end..)).unwrap_or_default();
    }
    false
}

/// Decodes a PNG to its size and its pixels.
fn decode_png(bytes: &[u8]) -> Result<((u32, u32), PixelData), String> {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
    decoder.set_limits(png::Limits { bytes: 512 << 20 });
    let header = decoder.read_header_info().map_err(|e| e.to_string())?;
    sane(header.width, header.height)?;
    let mut reader = decoder.read_info().map_err(|e| e.to_string())?;
    let size = reader.output_buffer_size().ok_or("it is too large")?;
    let mut pixels = vec![0; size];
    let info = reader.next_frame(&mut pixels).map_err(|e| e.to_string())?;
    pixels.truncate(info.buffer_size());
    let (colours, alpha) = match info.color_type {
        png::ColorType::Rgb => (pixels, None),
        png::ColorType::Rgba => {
            let alpha: Vec<u8> = pixels.chunks_exact(4).map(|p| p[3]).collect();
            (pixels.chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect(), Some(alpha))
        }
        png::ColorType::Grayscale => (pixels.iter().flat_map(|g| [*g; 3]).collect(), None),
        png::ColorType::GrayscaleAlpha => {
            let alpha: Vec<u8> = pixels.chunks_exact(2).map(|p| p[1]).collect();
            (pixels.chunks_exact(2).flat_map(|p| [p[0]; 3]).collect(), Some(alpha))
        }
        png::ColorType::Indexed => return Err("its palette cannot be read".into()),
    };
    // An opaque picture needs no mask.
    let alpha = alpha.filter(|a| a.iter().any(|a| *a != 255));
    Ok(((info.width, info.height), (colours, alpha)))
}

/// Decodes the pixels of a picture; the result is not cached.
///
/// # Errors
/// The reason why it cannot be decoded.
pub fn pixels(picture: &Picture) -> Result<PixelData, String> {
    let (mut colours, alpha) = match &picture.data {
        Pixels::Jpeg(bytes, 4) if picture.profile.is_some() => (decode_inks(bytes)?, None),
        Pixels::Jpeg(bytes, _) => (decode_jpeg(bytes)?, None),
        Pixels::Png(bytes, masked) => {
            let (_, (colours, alpha)) = guarded(|| decode_png(bytes))??;
            let opaque = || vec![255; colours.len() / 3];
            let alpha = masked.then(|| alpha.unwrap_or_else(opaque));
            (colours, alpha)
        }
    };
    if let Some(profile) = &picture.profile {
        colours = profile.to_srgb(&colours);
    }
    if picture.grey {
        for c in colours.chunks_exact_mut(3) {
            c.fill(grey_level([c[0], c[1], c[2]]));
        }
    }
    Ok((colours, alpha))
}

/// Reads the header of a JPEG, which is embedded unchanged.
///
/// # Errors
/// The reason why it cannot be used.
pub fn jpeg(bytes: &Arc<Vec<u8>>) -> Result<Picture, String> {
    let mut at = 2;
    if !bytes.starts_with(&[0xff, 0xd8]) {
        return Err("it is not a JPEG".into());
    }
    if !is_whole_jpeg(bytes) {
        return Err("it is cut off".into());
    }
    while let Some([0xff, marker, high, low]) = bytes.get(at..at + 4) {
        let length = usize::from(u16::from_be_bytes([*high, *low]));
        // Start-of-frame markers; the three excluded ones are tables.
        if matches!(marker, 0xc0..=0xcf) && ![0xc4, 0xc8, 0xcc].contains(marker) {
            let Some([depth, h1, h0, w1, w0, channels]) = bytes.get(at + 4..at + 10) else { break };
            let (width, height) = (u16::from_be_bytes([*w1, *w0]), u16::from_be_bytes([*h1, *h0]));
            sane(width.into(), height.into())?;
            if *depth != 8 || ![1, 3, 4].contains(channels) {
                return Err("it is a JPEG of a rare sort; save it with 8 bits to a channel".into());
            }
            // A PDF may have no others (ISO 32000-1, 7.4.8), and the decoder reads no others.
            if !matches!(marker, 0xc0..=0xc2) {
                return Err("it is a JPEG of a rare sort; save it as a baseline or progressive one".into());
            }
            let data = Pixels::Jpeg(Arc::clone(bytes), *channels);
            let (width, height) = (width.into(), height.into());
            let (profile, profile_fault) = known(profile::of_jpeg(bytes, *channels));
            return Ok(Picture {
                key: content_hash(bytes),
                width,
                height,
                data,
                grey: false,
                profile,
                profile_fault,
                asks_to_be_turned: orientation(bytes).is_some_and(|tag| tag != UPRIGHT),
            });
        }
        at += 2 + length.max(2);
    }
    Err("it is cut off".into())
}

/// The orientation of a picture that is shown as its pixels lie (Exif 3.0, 4.6.5.1.6).
const UPRIGHT: u16 = 1;

/// Returns the orientation that the Exif tags of a JPEG ask for; `None` if there is none.
fn orientation(bytes: &[u8]) -> Option<u16> {
    /// The tag, and its type, a number of two bytes.
    const TAG: (u16, u16) = (0x0112, 3);
    let mut at = 2;
    let tags = loop {
        let [0xff, marker, high, low] = *bytes.get(at..at + 4)? else { return None };
        let length = usize::from(u16::from_be_bytes([high, low])).max(2);
        let segment = bytes.get(at + 4..at + 2 + length)?;
        match (marker, segment.strip_prefix(b"Exif\0\0")) {
            (0xe1, Some(tags)) => break tags,
            // Pixels follow.
            (0xda, _) => return None,
            _ => at += 2 + length,
        }
    };
    let is_little = tags.starts_with(b"II");
    let two = |at: usize| {
        let bytes = tags.get(at..at + 2)?.try_into().ok()?;
        Some(if is_little { u16::from_le_bytes(bytes) } else { u16::from_be_bytes(bytes) })
    };
    let four = |at: usize| {
        let (low, high) = if is_little { (two(at)?, two(at + 2)?) } else { (two(at + 2)?, two(at)?) };
        Some(usize::from(high) << 16 | usize::from(low))
    };
    let first = four(4)?;
    let entries = (0..usize::from(two(first)?)).map(|entry| first + 2 + 12 * entry);
    let mut of_tag = entries.filter(|at| two(*at).zip(two(at + 2)) == Some(TAG));
    two(of_tag.next()? + 8)
}

/// Returns whether a JPEG has pixels, and an end after them. Previews among its metadata have ends of their
/// own.
fn is_whole_jpeg(bytes: &[u8]) -> bool {
    /// Start of compressed pixels.
    const SCAN: u8 = 0xda;
    /// End of the picture.
    const END: u8 = 0xd9;
    let (mut at, mut has_pixels) = (2, false);
    while let Some([first, marker]) = bytes.get(at..at + 2) {
        match (first, marker) {
            (0xff, 0xff) => at += 1,
            (0xff, &END) => return has_pixels,
            // Compressed data, and markers without a length.
            (0xff, 0x00 | 0x01 | 0xd0..=0xd8) => at += 2,
            (0xff, marker) => {
                has_pixels |= *marker == SCAN;
                let Some([high, low]) = bytes.get(at + 2..at + 4) else { return false };
                at += 2 + usize::from(u16::from_be_bytes([*high, *low])).max(2);
            }
            _ => at += 1,
        }
    }
    false
}

/// Decodes a JPEG to the red, green and blue of each pixel.
///
/// # Errors
/// The reason why it cannot be decoded.
pub fn decode_jpeg(bytes: &[u8]) -> Result<Vec<u8>, String> {
    Ok(decode(bytes, ColorSpace::RGB)?.0)
}

/// Decodes a JPEG of four channels to the inks of each pixel: 255 is all of an ink. Programs that write them
/// store them inverted.
///
/// # Errors
/// The reason why it cannot be decoded.
pub fn decode_inks(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let (mut inks, is_ycck) = decode(bytes, ColorSpace::CMYK)?;
    if is_ycck {
        inks.chunks_exact_mut(4).for_each(inks_of_ycck);
    } else {
        inks.iter_mut().for_each(|ink| *ink = 255 - *ink);
    }
    Ok(inks)
}

/// Converts a pixel of YCCK to amounts of ink. Its luma and chroma are those of the red, green and blue that
/// are the complements of the stored values, which are the complements of cyan, magenta and yellow (Adobe
/// Technical Note 5116, section 18).
fn inks_of_ycck(pixel: &mut [u8]) {
    let [luma, blue, red, black] = pixel else { return };
    let (y, cb, cr) = (f32::from(*luma), f32::from(*blue) - 128.0, f32::from(*red) - 128.0);
    let part = |value: f32| value.round().clamp(0.0, 255.0) as u8;
    // The weights of JFIF 1.02.
    let cyan = part(y + 1.402 * cr);
    let magenta = part(y - 0.344_136 * cb - 0.714_136 * cr);
    let yellow = part(y + 1.772 * cb);
    (*luma, *blue, *red, *black) = (cyan, magenta, yellow, 255 - *black);
}

/// Decodes a JPEG to colours. Returns the pixels, and whether they are left as YCCK in place of CMYK.
fn decode(bytes: &[u8], colours: ColorSpace) -> Result<(Vec<u8>, bool), String> {
    use zune_jpeg::zune_core::bytestream::ZCursor;
    use zune_jpeg::zune_core::options::DecoderOptions;
    let options = DecoderOptions::default()
        .jpeg_set_out_colorspace(colours)
        .set_max_width(LONGEST.index())
        .set_max_height(LONGEST.index());
    guarded(|| {
        let mut decoder = zune_jpeg::JpegDecoder::new_with_options(ZCursor::new(bytes), options);
        decoder.decode_headers().map_err(|e| e.to_string())?;
        // The decoder converts YCCK to nothing but red, green and blue.
        let is_ycck = colours == ColorSpace::CMYK && decoder.input_colorspace() == Some(ColorSpace::YCCK);
        if is_ycck {
            decoder.set_options(options.jpeg_set_out_colorspace(ColorSpace::YCCK));
        }
        Ok((decoder.decode().map_err(|e| e.to_string())?, is_ycck))
    })?
}

/// Encodes red, green, blue and opacity of each pixel as a PNG, with its resolution.
///
/// # Errors
/// The reason why it cannot be encoded.
pub fn encode_png(
    width: u32,
    height: u32,
    colours: &[u8],
    alpha: Option<&[u8]>,
    dpi: Option<f64>,
) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_color(if alpha.is_some() { png::ColorType::Rgba } else { png::ColorType::Rgb });
    encoder.set_compression(png::Compression::Balanced);
    if let Some(dpi) = dpi {
        let to_the_metre = (dpi / 0.0254).round() as u32;
        let dims = png::PixelDimensions { xppu: to_the_metre, yppu: to_the_metre, unit: png::Unit::Meter };
        encoder.set_pixel_dims(Some(dims));
    }
    let mut writer = encoder.write_header().map_err(|e| e.to_string())?;
    let data = match alpha {
        None => std::borrow::Cow::Borrowed(colours),
        Some(alpha) => colours.chunks_exact(3).zip(alpha).flat_map(|(c, a)| [c[0], c[1], c[2], *a]).collect(),
    };
    writer.write_image_data(&data).map_err(|e| e.to_string())?;
    writer.finish().map_err(|e| e.to_string())?;
    Ok(bytes)
}

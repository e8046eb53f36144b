//! The resources of streams: drawings, groups, gradients, pictures, opacities.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use lopdf::{Dictionary, Object};
use printpdf::XObjectId;
use printpdf::shading::{GradientStop, Shading, ShadingGeometry};

use crate::hash::content_hash;
use crate::print::draw::picture::{decode_inks, pixels as decoded};
use crate::print::draw::profile::ColourProfile;
use crate::print::draw::scene::{Gradient, Picture, Pixels};
use crate::print::inks::amounts::Inks;
use crate::print::inks::separation::{Separation, is_grey};
use crate::print::inks::spots::SpotColour;
use crate::print::pdf::content::{Content, REGISTRATION, StreamResources};
use crate::print::pdf::file::WrittenStream;
use crate::print::pdf::object_syntax::{write_entry, write_name, write_object};
use crate::print::pdf::syntax::compressed;

/// A compressed content stream with its resources.
#[derive(Clone, Debug)]
pub struct CompressedContent {
    bytes: Vec<u8>,
    hash: u64,
    /// Its drawings and its graphics states as they stand in the file. Streams are compressed in parallel,
    /// and written one after the other.
    drawings: Vec<u8>,
    states: Vec<u8>,
    /// Its other resources.
    used: StreamResources,
    /// The streams of its transparency groups.
    groups: Vec<CompressedContent>,
}

impl CompressedContent {
    /// Compresses a stream whose glyphs are numbered as in the subsets of their fonts.
    pub fn of(content: &Content) -> CompressedContent {
        let StreamResources { fonts, drawings, opacities, gradients, pictures, groups, .. } = &content.used;
        let StreamResources { spots, overprint, registration, .. } = &content.used;
        let bytes = compressed(&content.bytes);
        let mut written = Vec::new();
        let references: BTreeMap<String, Object> =
            drawings.iter().map(|d| (format!("D{d}"), reference(d + 1))).collect();
        write_entries(&mut written, &references);
        CompressedContent {
            hash: content_hash(&bytes),
            bytes,
            drawings: written,
            states: states(opacities, *overprint),
            used: StreamResources {
                fonts: fonts.clone(),
                gradients: gradients.clone(),
                pictures: pictures.clone(),
                spots: spots.clone(),
                registration: *registration,
                ..StreamResources::default()
            },
            groups: groups.iter().map(CompressedContent::of).collect(),
        }
    }

    /// Returns a hash of its bytes.
    pub fn hash(&self) -> u64 {
        self.hash
    }
}

/// Returns graphics states as they stand in the file: opacities, and overprint on and off.
fn states(opacities: &BTreeSet<u8>, overprint: bool) -> Vec<u8> {
    let opacities = opacities.iter().map(|step| {
        let share = (f32::from(*step) / 255.0 * 1000.0).round() / 1000.0;
        (format!("O{step}"), dict([("ca", share.into()), ("CA", share.into())]))
    });
    let overprint = [false, true].into_iter().filter(|_| overprint).map(|over| {
        let states = [("op", over.into()), ("OP", over.into()), ("OPM", 1.into())];
        (format!("V{}", u8::from(over)), dict(states))
    });
    let mut written = Vec::new();
    write_entries(&mut written, &opacities.chain(overprint).collect());
    written
}

/// All streams of a document except those of its fonts, in the order of their numbers. The first drawing has
/// number 1, and each stream gets the object of its number, so they can refer to each other before they are
/// written.
pub struct DocumentStreams {
    /// Drawings and pages, in order.
    forms: Vec<WrittenStream>,
    /// The resources of these, numbered after them.
    more: Vec<WrittenStream>,
    /// The total number of drawings and pages.
    reserved: usize,
    pictures: BTreeMap<u64, u32>,
    profiles: BTreeMap<u64, u32>,
    /// Gradients as they stand in the file: the cards of a suit have the same.
    shadings: Vec<(Arc<Gradient>, Vec<u8>)>,
    inks: Option<Arc<Separation>>,
}

/// Maximum number of gradients that are kept as they stand in the file.
const MOST_SHADINGS: usize = 64;

impl DocumentStreams {
    /// Creates the streams of a document with this number of drawings and pages.
    pub fn new(reserved: usize, inks: Option<Arc<Separation>>) -> DocumentStreams {
        DocumentStreams {
            forms: Vec::with_capacity(reserved),
            more: Vec::new(),
            reserved,
            pictures: BTreeMap::new(),
            profiles: BTreeMap::new(),
            shadings: Vec::new(),
            inks,
        }
    }

    /// Returns printpdf's id of a stream.
    pub fn id(number: u32) -> XObjectId {
        XObjectId(format!("X{number:08}"))
    }

    /// Adds the next drawing or page.
    pub fn form(&mut self, bounds: [f32; 4], packed: CompressedContent) {
        let stream = self.stream(bounds, packed, false);
        self.forms.push(stream);
    }

    /// Returns the streams by number, from 1.
    pub fn finish(self) -> Vec<WrittenStream> {
        let mut all = self.forms;
        all.extend(self.more);
        all
    }

    fn add(&mut self, stream: WrittenStream) -> u32 {
        self.more.push(stream);
        (self.reserved + self.more.len()) as u32
    }

    fn stream(&mut self, bounds: [f32; 4], packed: CompressedContent, group: bool) -> WrittenStream {
        let CompressedContent { bytes, drawings, states, used, groups, .. } = packed;
        let mut objects: BTreeMap<String, Object> = BTreeMap::new();
        for (i, picture) in used.pictures.iter().enumerate() {
            objects.insert(format!("P{i}"), reference(self.picture(picture)));
        }
        for (i, inner) in groups.into_iter().enumerate() {
            // Bounds larger than any page.
            let inner = self.stream([-5000.0, -5000.0, 5000.0, 5000.0], inner, true);
            objects.insert(format!("G{i}"), reference(self.add(inner)));
        }
        let inks = self.inks.as_deref();
        let spot = |n: &u16| Some((format!("C{n}"), separation(inks?.spots.get(usize::from(*n))?)));
        let marks =
            used.registration.then(|| (format!("C{REGISTRATION}"), colour_space(REGISTRATION, [255; 4])));
        let spots: BTreeMap<String, Object> = used.spots.iter().filter_map(spot).chain(marks).collect();
        let mut about = b"<<".to_vec();
        write_entry(&mut about, b"BBox", &Object::Array(bounds.map(Object::Real).to_vec()));
        write_entry(&mut about, b"Filter", &item("FlateDecode"));
        if group {
            write_entry(&mut about, b"Group", &transparency(self.inks.is_some()));
        }
        about.extend(b"/Resources<<");
        write_named(&mut about, "ColorSpace", &[], &spots);
        write_named(&mut about, "ExtGState", &states, &BTreeMap::new());
        let fonts_at = (!used.fonts.is_empty()).then(|| {
            about.extend(b"/Font ");
            about.len()
        });
        if !used.gradients.is_empty() {
            about.extend(b"/Shading<<");
            // In the order of their names.
            let mut numbers: Vec<usize> = (0..used.gradients.len()).collect();
            numbers.sort_by_key(|number| number.to_string());
            for number in numbers {
                write_name(&mut about, format!("S{number}").as_bytes());
                about.extend(self.shading(&used.gradients[number]));
            }
            about.extend(b">>");
        }
        // The names of drawings come before those of groups and pictures.
        write_named(&mut about, "XObject", &drawings, &objects);
        about.extend(b">>/Subtype/Form/Type/XObject");
        WrittenStream::new(about, fonts_at, bytes)
    }

    /// Returns the shading of a gradient as it stands in the file.
    fn shading(&mut self, gradient: &Arc<Gradient>) -> &[u8] {
        let known = self.shadings.iter().position(|(known, _)| Arc::ptr_eq(known, gradient));
        let at = known.unwrap_or_else(|| {
            if self.shadings.len() >= MOST_SHADINGS {
                self.shadings.clear();
            }
            let mut written = Vec::new();
            write_object(&mut written, &shading(gradient, self.inks.as_deref()));
            self.shadings.push((Arc::clone(gradient), written));
            self.shadings.len() - 1
        });
        self.shadings.get(at).map_or(&[], |(_, written)| written)
    }

    /// Returns the number of a picture among those of the document; adds it at its first use.
    fn picture(&mut self, picture: &Picture) -> u32 {
        if let Some(number) = self.pictures.get(&picture.key) {
            return *number;
        }
        let pixels = |colours: Object, bits: Vec<u8>, filter: &str| {
            let about = vec![
                ("Type", item("XObject")),
                ("Subtype", item("Image")),
                ("Width", i64::from(picture.width).into()),
                ("Height", i64::from(picture.height).into()),
                ("BitsPerComponent", 8.into()),
                ("ColorSpace", colours),
                ("Filter", item(filter)),
            ];
            (about, bits)
        };
        let (about, bits) = match &picture.data {
            Pixels::Jpeg(bytes, 1) if !picture.grey => {
                pixels(item("DeviceGray"), bytes.to_vec(), "DCTDecode")
            }
            Pixels::Jpeg(bytes, 3) if !picture.grey && self.inks.is_none() => {
                let space = match &picture.profile {
                    Some(profile) => Object::Array(vec![item("ICCBased"), reference(self.profile(profile))]),
                    None => item("DeviceRGB"),
                };
                pixels(space, bytes.to_vec(), "DCTDecode")
            }
            Pixels::Jpeg(bytes, 4) if let Some(inks) = self.within_limit(picture, bytes) => {
                pixels(item("DeviceCMYK"), compressed(&inks), "FlateDecode")
            }
            // Without a printing condition, nobody knows how inks look on its paper: they become sRGB.
            Pixels::Jpeg(bytes, 4) if !picture.grey && self.inks.is_some() => {
                let (mut about, bits) = pixels(item("DeviceCMYK"), bytes.to_vec(), "DCTDecode");
                // CMYK JPEGs are stored inverted by the programs that write them.
                let inverted = [1, 0, 1, 0, 1, 0, 1, 0].map(|end: i64| end.into()).to_vec();
                about.push(("Decode", Object::Array(inverted)));
                (about, bits)
            }
            Pixels::Jpeg(..) | Pixels::Png(..) => {
                // Decoding succeeded when the face was made.
                let (colours, alpha) = decoded(picture).unwrap_or_default();
                let (mut about, bits) = match (picture.grey, &self.inks) {
                    (true, _) => {
                        let greys: Vec<u8> = colours.chunks_exact(3).map(|c| c[0]).collect();
                        pixels(item("DeviceGray"), compressed(&greys), "FlateDecode")
                    }
                    (false, Some(inks)) => {
                        pixels(item("DeviceCMYK"), compressed(&inks.pixels(&colours)), "FlateDecode")
                    }
                    (false, None) => pixels(item("DeviceRGB"), compressed(&colours), "FlateDecode"),
                };
                drop(colours);
                if let Some(alpha) = alpha {
                    let (mask, bits) = pixels(item("DeviceGray"), compressed(&alpha), "FlateDecode");
                    about.push(("SMask", reference(self.add(stream(mask, bits)))));
                }
                (about, bits)
            }
        };
        let number = self.add(stream(about, bits));
        self.pictures.insert(picture.key, number);
        number
    }
}

impl DocumentStreams {
    /// Returns the inks of a picture that exceeds the limit of their sum, reduced to it; `None` if it is
    /// printed as it is.
    fn within_limit(&self, picture: &Picture, bytes: &[u8]) -> Option<Vec<u8>> {
        let press = self.inks.as_ref().filter(|inks| !picture.grey && inks.is_limited())?;
        let mut inks = decode_inks(bytes).ok()?;
        press.limit_pixels(&mut inks).then_some(inks)
    }

    /// Adds the profile of a picture of three channels, or returns its number if it was added before.
    fn profile(&mut self, profile: &ColourProfile) -> u32 {
        if let Some(number) = self.profiles.get(&profile.key) {
            return *number;
        }
        let about = vec![("N", 3.into()), ("Filter", item("FlateDecode"))];
        let number = self.add(stream(about, compressed(&profile.bytes)));
        self.profiles.insert(profile.key, number);
        number
    }
}

/// Returns the colour space of a spot colour (ISO 32000-1, 8.6.6.4).
fn separation(spot: &SpotColour) -> Object {
    colour_space(&spot.name, spot.inks)
}

/// Returns the colour space of an ink. If there is none, the ink is mixed from the four process inks.
fn colour_space(ink: &str, mixed: Inks) -> Object {
    let numbers =
        |inks: [u8; 4]| Object::Array(inks.map(|ink| Object::Real(f32::from(ink) / 255.0)).to_vec());
    let tint = dict([
        ("FunctionType", 2.into()),
        ("Domain", Object::Array(vec![0.into(), 1.into()])),
        ("C0", numbers([0; 4])),
        ("C1", numbers(mixed)),
        ("N", 1.into()),
    ]);
    Object::Array(vec![item("Separation"), item(ink), item("DeviceCMYK"), tint])
}

/// Returns the shading dictionary of a gradient: in grey if all its colours are grey, in inks if there are
/// any.
fn shading(gradient: &Arc<Gradient>, inks: Option<&Separation>) -> Object {
    let ((x0, y0), (x1, y1)) = (gradient.from, gradient.to);
    let geometry = match gradient.radii {
        None => ShadingGeometry::Axial { coords: [x0, y0, x1, y1] },
        Some((r0, r1)) => ShadingGeometry::Radial { coords: [x0, y0, r0, x1, y1, r1] },
    };
    let share = |c: u8| (f32::from(c) / 255.0 * 1000.0).round() / 1000.0;
    let stops = gradient
        .stops
        .iter()
        .map(|(offset, colour)| GradientStop { offset: *offset, color: colour.map(share) });
    let shading = Shading { geometry, stops: stops.collect(), extend: (true, true) };
    let mut shading = shading.to_dict();
    if gradient.stops.iter().all(|(_, colour)| is_grey(*colour)) {
        shading.set("ColorSpace", Object::Name(b"DeviceGray".to_vec()));
        each_colour(&mut shading, &|parts| parts.truncate(1));
    } else if let Some(inks) = inks {
        shading.set("ColorSpace", Object::Name(b"DeviceCMYK".to_vec()));
        each_colour(&mut shading, &|parts| {
            let part = |i: usize| parts.get(i).and_then(|p| p.as_float().ok()).unwrap_or_default();
            let colour = [0, 1, 2].map(|i| (part(i) * 255.0).round() as u8);
            *parts = inks.inks(colour).map(|ink| Object::Real(share(ink))).to_vec();
        });
    }
    sorted(Object::Dictionary(shading))
}

/// Converts the end colours of a shading function and of the functions nested in it.
fn each_colour(function: &mut Dictionary, convert: &dyn Fn(&mut Vec<Object>)) {
    for (key, value) in function.iter_mut() {
        match (key.as_slice(), value) {
            (b"C0" | b"C1", Object::Array(parts)) => convert(parts),
            (b"Function", Object::Dictionary(inner)) => each_colour(inner, convert),
            (b"Functions", Object::Array(all)) => {
                all.iter_mut().filter_map(|of| of.as_dict_mut().ok()).for_each(|of| each_colour(of, convert));
            }
            _ => {}
        }
    }
}

/// Returns the dictionary of a transparency group. For a print shop, it says that inks are mixed, not light.
fn transparency(in_inks: bool) -> Object {
    let (kind, isolated) = (("S", item("Transparency")), ("I", true.into()));
    if in_inks { dict([kind, isolated, ("CS", item("DeviceCMYK"))]) } else { dict([kind, isolated]) }
}

/// Writes resources of one kind, if there are any: those that are written already, and more by name.
fn write_named(out: &mut Vec<u8>, kind: &str, written: &[u8], more: &BTreeMap<String, Object>) {
    if !written.is_empty() || !more.is_empty() {
        write_name(out, kind.as_bytes());
        out.extend(b"<<");
        out.extend(written);
        write_entries(out, more);
        out.extend(b">>");
    }
}

/// Writes the entries of a dictionary.
fn write_entries(out: &mut Vec<u8>, named: &BTreeMap<String, Object>) {
    named.iter().for_each(|(name, object)| write_entry(out, name.as_bytes(), object));
}

/// Returns a stream that is compressed already.
fn stream(mut about: Vec<(&str, Object)>, content: Vec<u8>) -> WrittenStream {
    about.sort_by_key(|(key, _)| *key);
    let mut written = b"<<".to_vec();
    about.iter().for_each(|(key, value)| write_entry(&mut written, key.as_bytes(), value));
    WrittenStream::new(written, None, content)
}

fn dict<const N: usize>(entries: [(&str, Object); N]) -> Object {
    Object::Dictionary(dictionary(entries.into()))
}

/// Returns a dictionary in the order of its keys.
fn dictionary(mut entries: Vec<(&str, Object)>) -> Dictionary {
    entries.sort_by_key(|(key, _)| *key);
    entries.into_iter().collect()
}

/// Sorts the dictionaries in an object by their keys.
fn sorted(object: Object) -> Object {
    match object {
        Object::Array(parts) => Object::Array(parts.into_iter().map(sorted).collect()),
        Object::Dictionary(entries) => {
            let entries: BTreeMap<Vec<u8>, Object> =
                entries.into_iter().map(|(key, value)| (key, sorted(value))).collect();
            Object::Dictionary(entries.into_iter().collect())
        }
        object => object,
    }
}

fn item(name: &str) -> Object {
    Object::Name(name.as_bytes().to_vec())
}

fn reference(number: u32) -> Object {
    Object::Reference((number, 0))
}

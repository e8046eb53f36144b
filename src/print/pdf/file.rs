//! Writes the objects of a document to a file (ISO 32000-1, 7.5).
//!
//! Most objects of a deck are drawings and tags. They are kept as they stand in the file, which takes a
//! quarter of the memory of dictionaries, and each is freed when it is written.

use std::collections::BTreeMap;

use flate2::{Compress, Compression};
use lopdf::xref::{XrefEntry, XrefSection};
use lopdf::{Dictionary, Document as Pdf, Object, ObjectId};

use crate::print::pdf::object_syntax::{
    write_content, write_dictionary, write_entry, write_object, write_reference, write_shown,
};
use crate::print::pdf::syntax::compress_in_steps;
use crate::threads::in_parallel;

/// Number of objects compressed together.
const TOGETHER: usize = 200;

/// A document under construction.
pub struct PdfFile {
    /// The objects that may still change, and the trailer.
    pub document: Pdf,
    /// Objects as they stand in the file, by number.
    written: BTreeMap<u32, WrittenObject>,
    /// The dictionary of all fonts.
    fonts: ObjectId,
}

/// An object as it stands in the file.
enum WrittenObject {
    /// An object that can be compressed with others.
    Plain(Vec<u8>),
    Stream(WrittenStream),
}

impl WrittenObject {
    /// Estimates its size in the file, with its entry in the table of all objects, in bytes. Objects that are
    /// compressed with others take less.
    fn size(&self) -> usize {
        /// Size of what surrounds the dictionary and the data, in bytes.
        const AROUND: usize = 64;
        let own = match self {
            WrittenObject::Plain(bytes) => bytes.len(),
            WrittenObject::Stream(stream) => stream.about.len() + stream.content.len(),
        };
        own + AROUND
    }
}

/// A stream as it stands in the file.
pub struct WrittenStream {
    /// The dictionary without its end.
    about: Vec<u8>,
    /// The place of a reference to the fonts in the dictionary.
    fonts_at: Option<usize>,
    content: Vec<u8>,
}

impl WrittenStream {
    /// Creates a stream of data that are compressed already. `about` is its dictionary without its end, and
    /// `fonts_at` the place in it where a reference to all fonts is inserted.
    pub fn new(mut about: Vec<u8>, fonts_at: Option<usize>, content: Vec<u8>) -> WrittenStream {
        write_entry(&mut about, b"Length", &(content.len() as i64).into());
        // Most dictionaries of drawings have a few dozen bytes more capacity than bytes.
        about.shrink_to_fit();
        WrittenStream { about, fonts_at, content }
    }

    fn write(&self, out: &mut Vec<u8>, fonts: ObjectId) {
        let (before, after) = self.about.split_at(self.fonts_at.unwrap_or_default());
        out.extend(before);
        if self.fonts_at.is_some() {
            write_reference(out, fonts.0, fonts.1);
        }
        out.extend(after);
        out.extend(b">>");
        write_content(out, &self.content);
    }
}

impl PdfFile {
    /// Creates a file of a document and streams, which have the first numbers, from 1. Those of the objects
    /// of the document follow.
    pub fn new(mut document: Pdf, streams: Vec<WrittenStream>) -> PdfFile {
        let by = streams.len() as u32;
        let objects = std::mem::take(&mut document.objects);
        let moved = objects.into_iter().map(|((number, generation), mut object)| {
            shift(&mut object, by);
            ((number + by, generation), object)
        });
        document.objects = moved.collect();
        document.trailer.iter_mut().for_each(|(_, object)| shift(object, by));
        document.max_id += by;
        let written = (1..).zip(streams.into_iter().map(WrittenObject::Stream)).collect();
        PdfFile { document, written, fonts: (0, 0) }
    }

    /// Adds the dictionary of all fonts, to which streams with texts refer.
    pub fn add_fonts(&mut self, fonts: Dictionary) {
        self.fonts = self.document.add_object(fonts);
    }

    /// Writes an object that does not change any more.
    pub fn write(&mut self, id: ObjectId, object: &Object) {
        self.keep(id, written(object));
    }

    /// Keeps an object that is [`written`] already.
    pub fn keep(&mut self, id: ObjectId, bytes: Vec<u8>) {
        self.written.insert(id.0, WrittenObject::Plain(bytes));
    }

    /// Adds an entry to the dictionary of a stream.
    pub fn add_entry(&mut self, stream: u32, key: &str, value: &Object) {
        if let Some(WrittenObject::Stream(stream)) = self.written.get_mut(&stream) {
            write_entry(&mut stream.about, key.as_bytes(), value);
        }
    }

    /// Returns the bytes of the file. If it is packed, thousands of small objects, such as those of tags, are
    /// compressed together.
    pub fn save(mut self, is_packed: bool, threads: usize) -> Vec<u8> {
        for ((number, _), object) in std::mem::take(&mut self.document.objects) {
            let mut bytes = Vec::new();
            let written = match object {
                Object::Stream(stream) => {
                    bytes.extend(b"<<");
                    stream.dict.iter().for_each(|(key, value)| write_entry(&mut bytes, key, value));
                    let (about, content) = (bytes, stream.content);
                    WrittenObject::Stream(WrittenStream { about, fonts_at: None, content })
                }
                object => {
                    write_object(&mut bytes, &object);
                    WrittenObject::Plain(bytes)
                }
            };
            self.written.insert(number, written);
        }
        let last = self.written.keys().next_back().copied().unwrap_or_default();
        // With enough room for all, nothing is moved as the file grows.
        let room = self.written.values().map(WrittenObject::size).sum();
        let mut out = FileBytes { out: Vec::with_capacity(room), places: BTreeMap::new() };
        write_shown(&mut out.out, format_args!("%PDF-{}\n%", self.document.version));
        out.out.extend(&self.document.binary_mark);
        out.out.push(b'\n');
        let mut plain: Vec<(u32, Vec<u8>)> = Vec::new();
        for (number, object) in self.written {
            match object {
                WrittenObject::Stream(stream) => out.stream(number, &stream, self.fonts),
                WrittenObject::Plain(bytes) if is_packed => plain.push((number, bytes)),
                WrittenObject::Plain(bytes) => out.plain(number, &bytes),
            }
        }
        let start = if is_packed {
            let packed = out.packed(plain, last, threads);
            out.places_as_stream(packed, &mut self.document.trailer)
        } else {
            out.places_as_table(last, &mut self.document.trailer)
        };
        write_shown(&mut out.out, format_args!("\nstartxref\n{start}\n%%EOF"));
        out.out
    }
}

/// Returns an object as it stands in the file.
pub fn written(object: &Object) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_object(&mut bytes, object);
    bytes.shrink_to_fit();
    bytes
}

/// Moves the references in an object to objects with higher numbers.
fn shift(object: &mut Object, by: u32) {
    match object {
        Object::Reference((number, _)) => *number += by,
        Object::Array(parts) => parts.iter_mut().for_each(|part| shift(part, by)),
        Object::Dictionary(entries) => entries.iter_mut().for_each(|(_, value)| shift(value, by)),
        Object::Stream(stream) => stream.dict.iter_mut().for_each(|(_, value)| shift(value, by)),
        _ => {}
    }
}

/// The bytes of a file, and the places of its objects by number.
struct FileBytes {
    out: Vec<u8>,
    places: BTreeMap<u32, XrefEntry>,
}

impl FileBytes {
    fn begin(&mut self, number: u32) {
        let offset = self.out.len() as u32;
        self.places.insert(number, XrefEntry::Normal { offset, generation: 0 });
        write_shown(&mut self.out, format_args!("{number} 0 obj\n"));
    }

    fn stream(&mut self, number: u32, stream: &WrittenStream, fonts: ObjectId) {
        self.begin(number);
        stream.write(&mut self.out, fonts);
        self.out.extend(b" \nendobj\n");
    }

    fn plain(&mut self, number: u32, object: &[u8]) {
        self.begin(number);
        // Spaces stand around all but dictionaries, arrays and strings, and behind names.
        let first = object.first().copied().unwrap_or_default();
        let is_bare = !b"<[(".contains(&first);
        if is_bare && first != b'/' {
            self.out.push(b' ');
        }
        self.out.extend(object);
        self.out.extend(if is_bare { &b" \nendobj\n"[..] } else { b"\nendobj\n" });
    }

    /// Compresses objects together, in streams whose numbers follow `last`. Returns the last of these.
    fn packed(&mut self, objects: Vec<(u32, Vec<u8>)>, mut last: u32, threads: usize) -> u32 {
        let groups: Vec<&[(u32, Vec<u8>)]> = objects.chunks(TOGETHER).collect();
        let compressor = || Compress::new(Compression::fast(), true);
        let streams = in_parallel(&groups, threads, compressor, |compressor, group| {
            let (mut table, mut content) = (Vec::new(), Vec::new());
            for (number, object) in *group {
                write_shown(&mut table, format_args!("{number} {} ", content.len()));
                content.extend(object);
                content.push(b' ');
            }
            let first = table.len();
            table.extend(content);
            (first, compress_in_steps(compressor, &table))
        });
        for (group, (first, content)) in groups.into_iter().zip(streams) {
            last += 1;
            for (index, (number, _)) in (0..).zip(group) {
                self.places.insert(*number, XrefEntry::Compressed { container: last, index });
            }
            let mut about = b"<</Type/ObjStm".to_vec();
            write_entry(&mut about, b"N", &(group.len() as i64).into());
            write_entry(&mut about, b"First", &(first as i64).into());
            let mut stream = WrittenStream::new(about, None, content);
            stream.about.extend(b"/Filter/FlateDecode");
            self.stream(last, &stream, (0, 0));
        }
        last
    }

    /// Returns the places of all objects, in sections of numbers that follow each other. The first begins
    /// with `section`.
    fn sections(&self, mut section: XrefSection, size: u32) -> Vec<XrefSection> {
        let mut sections = Vec::new();
        for number in 1..size {
            if section.is_empty() {
                section = XrefSection::new(number);
            }
            match self.places.get(&number) {
                Some(place) => section.add_entry(place.clone()),
                None if section.is_empty() => {}
                None => sections.push(std::mem::replace(&mut section, XrefSection::new(number))),
            }
        }
        sections.push(section);
        sections.retain(|section| !section.is_empty());
        sections
    }

    /// Writes the places of the objects and the trailer as a stream, which follows the object `last`. Returns
    /// its place.
    fn places_as_stream(&mut self, last: u32, trailer: &mut Dictionary) -> usize {
        let (start, number) = (self.out.len(), last + 1);
        self.places.insert(number, XrefEntry::Normal { offset: start as u32, generation: 0 });
        let (mut index, mut content): (Vec<Object>, Vec<u8>) = (Vec::new(), Vec::new());
        for section in self.sections(XrefSection::new(0), number + 1) {
            index.extend([i64::from(section.starting_id).into(), (section.entries.len() as i64).into()]);
            for place in section.entries {
                let (kind, [a, b, c, d], [e, f]) = match place {
                    XrefEntry::Normal { offset, generation } => {
                        (1, offset.to_be_bytes(), generation.to_be_bytes())
                    }
                    XrefEntry::Compressed { container, index } => {
                        (2, container.to_be_bytes(), index.to_be_bytes())
                    }
                    XrefEntry::Free | XrefEntry::UnusableFree => (0, [0; 4], [0xff; 2]),
                };
                content.extend([kind, a, b, c, d, e, f]);
            }
        }
        trailer.set("Type", "XRef");
        trailer.set("Size", i64::from(number) + 1);
        trailer.set("W", Object::Array(vec![1.into(), 4.into(), 2.into()]));
        trailer.set("Index", Object::Array(index));
        trailer.set("Length", content.len() as i64);
        let mut about = b"<<".to_vec();
        trailer.iter().for_each(|(key, value)| write_entry(&mut about, key, value));
        self.stream(number, &WrittenStream { about, fonts_at: None, content }, (0, 0));
        start
    }

    /// Writes the places of the objects as a table, and the trailer. Returns the place of the table.
    fn places_as_table(&mut self, last: u32, trailer: &mut Dictionary) -> usize {
        let start = self.out.len();
        self.out.extend(b"xref\n");
        let mut first = XrefSection::new(0);
        first.add_unusable_free_entry();
        for section in self.sections(first, last + 1) {
            // Writing to memory cannot fail.
            let _ = section.write_xref_section(&mut self.out);
        }
        trailer.set("Size", i64::from(last) + 1);
        self.out.extend(b"trailer\n");
        write_dictionary(&mut self.out, trailer);
        start
    }
}

//! Objects as they stand in a file (ISO 32000-1, 7.3).

use std::fmt::Display;
use std::io::Write;

use lopdf::{Dictionary, Object, StringFormat};

/// Writes an object.
pub fn write_object(out: &mut Vec<u8>, object: &Object) {
    match object {
        Object::Null => out.extend(b"null"),
        Object::Boolean(true) => out.extend(b"true"),
        Object::Boolean(false) => out.extend(b"false"),
        Object::Integer(value) => write_shown(out, value),
        Object::Real(value) => write_shown(out, value),
        Object::Name(name) => write_name(out, name),
        Object::String(bytes, StringFormat::Literal) => write_literal(out, bytes),
        Object::String(bytes, StringFormat::Hexadecimal) => {
            out.push(b'<');
            bytes.iter().for_each(|byte| write_shown(out, format_args!("{byte:02X}")));
            out.push(b'>');
        }
        Object::Array(parts) => {
            out.push(b'[');
            for (i, part) in parts.iter().enumerate() {
                if i > 0 && is_bare(part) {
                    out.push(b' ');
                }
                write_object(out, part);
            }
            out.push(b']');
        }
        Object::Dictionary(entries) => write_dictionary(out, entries),
        Object::Stream(stream) => {
            write_dictionary(out, &stream.dict);
            write_content(out, &stream.content);
        }
        Object::Reference((number, generation)) => write_reference(out, *number, *generation),
    }
}

/// Writes a dictionary.
pub fn write_dictionary(out: &mut Vec<u8>, entries: &Dictionary) {
    out.extend(b"<<");
    entries.iter().for_each(|(key, value)| write_entry(out, key, value));
    out.extend(b">>");
}

/// Writes the data of a stream, which follow its dictionary.
pub fn write_content(out: &mut Vec<u8>, content: &[u8]) {
    out.extend(b"stream\n");
    out.extend(content);
    out.extend(b"\nendstream");
}

/// Writes an entry of a dictionary.
pub fn write_entry(out: &mut Vec<u8>, key: &[u8], value: &Object) {
    write_name(out, key);
    if is_bare(value) {
        out.push(b' ');
    }
    write_object(out, value);
}

/// Writes a name with its slash.
pub fn write_name(out: &mut Vec<u8>, name: &[u8]) {
    out.push(b'/');
    for &byte in name {
        if !byte.is_ascii_graphic() || b"()<>[]{}/%#".contains(&byte) {
            write_shown(out, format_args!("#{byte:02X}"));
        } else {
            out.push(byte);
        }
    }
}

/// Writes a reference to an object.
pub fn write_reference(out: &mut Vec<u8>, number: u32, generation: u16) {
    write_shown(out, format_args!("{number} {generation} R"));
}

/// Writes a value as it is displayed.
pub fn write_shown(out: &mut Vec<u8>, value: impl Display) {
    // Writing to memory cannot fail.
    let _ = write!(out, "{value}");
}

/// Returns whether a space must separate an object from the one before.
fn is_bare(object: &Object) -> bool {
    matches!(
        object,
        Object::Null | Object::Boolean(_) | Object::Integer(_) | Object::Real(_) | Object::Reference(_)
    )
}

/// Writes a string in parentheses. Those within need a backslash only where they are not in pairs.
fn write_literal(out: &mut Vec<u8>, bytes: &[u8]) {
    let (mut escaped, mut open) = (Vec::new(), Vec::new());
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'(' => open.push(at),
            b')' if open.pop().is_some() => {}
            b')' | b'\\' | b'\r' => escaped.push(at),
            _ => {}
        }
    }
    escaped.append(&mut open);
    escaped.sort_unstable();
    out.push(b'(');
    let mut from = 0;
    for at in escaped {
        out.extend(&bytes[from..at]);
        out.extend([b'\\', if bytes[at] == b'\r' { b'r' } else { bytes[at] }]);
        from = at + 1;
    }
    out.extend(&bytes[from..]);
    out.push(b')');
}

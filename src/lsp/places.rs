//! The place of a byte in a TOML file that may be unfinished: a key, a header or a value, with the keys of
//! the tables around it.

/// A place in a TOML file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TomlPosition {
    /// The keys of the tables around it, from the file's root. Elements of arrays add none.
    pub path: Vec<String>,
    pub part: TomlPart,
}

/// The part of a TOML file that contains a byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TomlPart {
    /// A key of the table at the path.
    Key,
    /// A key of a table's header.
    Header,
    /// A value; the path ends with its key.
    Value {
        /// The first byte inside the string that contains the position; `None` outside of strings.
        string: Option<usize>,
    },
}

/// Finds the place of a byte. `None` in comments, and where nothing can be written.
pub fn place_at(text: &str, offset: usize) -> Option<TomlPosition> {
    let text = text.get(..offset)?;
    let mut reader = PositionReader { text, at: 0 };
    let mut table: Vec<String> = Vec::new();
    loop {
        reader.skip_blanks(true)?;
        if reader.rest().starts_with('[') {
            reader.at += reader.rest().len() - reader.rest().trim_start_matches('[').len();
            let (path, is_whole) = reader.key();
            if !is_whole {
                return Some(TomlPosition { path, part: TomlPart::Header });
            }
            table = path;
            reader.skip_line()?;
            continue;
        }
        let (key, is_whole) = reader.key();
        let path: Vec<String> = table.iter().cloned().chain(key).collect();
        if !is_whole {
            return Some(TomlPosition { path, part: TomlPart::Key });
        }
        if !reader.rest().starts_with('=') {
            reader.skip_line()?;
            continue;
        }
        reader.at += 1;
        if let Some(place) = reader.value(&path, 0) {
            return Some(place);
        }
        reader.skip_line()?;
    }
}

/// Maximum nesting depth of values.
const DEPTH: usize = 64;

/// Reads the text before the byte; its end is the place.
struct PositionReader<'t> {
    text: &'t str,
    at: usize,
}

impl PositionReader<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn is_at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    /// Skips blanks, and if asked newlines and comments; `None` if the place is in a comment.
    fn skip_blanks(&mut self, lines: bool) -> Option<()> {
        loop {
            let blanks = |c: char| c == ' ' || c == '\t' || lines && (c == '\n' || c == '\r');
            self.at += self.rest().len() - self.rest().trim_start_matches(blanks).len();
            if !self.rest().starts_with('#') {
                return Some(());
            }
            if !lines {
                return Some(());
            }
            self.skip_line()?;
        }
    }

    /// Moves to the next line; `None` if the position is before it.
    fn skip_line(&mut self) -> Option<()> {
        self.at += self.rest().find('\n')? + 1;
        Some(())
    }

    /// Reads a dotted key. Returns its parts, without the one that the place is in, and whether it ends
    /// before the place.
    fn key(&mut self) -> (Vec<String>, bool) {
        let mut parts = Vec::new();
        loop {
            let blanks = self.rest().len() - self.rest().trim_start_matches([' ', '\t']).len();
            self.at += blanks;
            let rest = self.rest();
            let length = match rest.chars().next() {
                Some(quote @ ('"' | '\'')) => match rest[1..].find([quote, '\n']) {
                    Some(end) => end + 2,
                    None => rest.len(),
                },
                _ => rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '-').unwrap_or(rest.len()),
            };
            let part = rest.get(..length).unwrap_or(rest).trim_matches(['"', '\'']).to_owned();
            self.at += length;
            if self.is_at_end() {
                return (parts, false);
            }
            parts.push(part);
            let blanks = self.rest().len() - self.rest().trim_start_matches([' ', '\t']).len();
            if self.is_at_end() || self.rest().len() == blanks {
                // `kinds |`: nothing but `=` can follow, which no completion is needed for.
                self.at += blanks;
                return (parts, true);
            }
            self.at += blanks;
            if !self.rest().starts_with('.') {
                return (parts, true);
            }
            self.at += 1;
        }
    }

    /// Reads a value. Returns the position if it is inside the value.
    fn value(&mut self, path: &[String], depth: usize) -> Option<TomlPosition> {
        let here = |string| Some(TomlPosition { path: path.to_vec(), part: TomlPart::Value { string } });
        self.skip_blanks(false)?;
        if self.is_at_end() {
            return here(None);
        }
        let rest = self.rest();
        for mark in ["\"\"\"", "'''"] {
            if let Some(inside) = rest.strip_prefix(mark) {
                let Some(end) = inside.find(mark) else { return here(Some(self.at + 3)) };
                self.at += end + 6;
                return None;
            }
        }
        match rest.chars().next() {
            Some(quote @ ('"' | '\'')) => {
                let mut escaped = false;
                let end = rest[1..].find(|c: char| {
                    let ends = !escaped && c == quote || c == '\n';
                    escaped = quote == '"' && c == '\\' && !escaped;
                    ends
                });
                let Some(end) = end else { return here(Some(self.at + 1)) };
                self.at += end + 1 + usize::from(!rest[1 + end..].starts_with('\n'));
                None
            }
            Some('[') if depth < DEPTH => {
                self.at += 1;
                loop {
                    self.skip_blanks(true)?;
                    if self.is_at_end() {
                        return here(None);
                    }
                    match self.rest().chars().next() {
                        Some(']') => {
                            self.at += 1;
                            return None;
                        }
                        Some(',') => self.at += 1,
                        _ => {
                            let before = self.at;
                            if let Some(place) = self.value(path, depth + 1) {
                                return Some(place);
                            }
                            if self.at == before {
                                return None;
                            }
                        }
                    }
                }
            }
            Some('{') if depth < DEPTH => {
                self.at += 1;
                loop {
                    self.skip_blanks(true)?;
                    match self.rest().chars().next() {
                        Some('}') => {
                            self.at += 1;
                            return None;
                        }
                        Some(',') => {
                            self.at += 1;
                            continue;
                        }
                        _ => {}
                    }
                    let before = self.at;
                    let (key, is_whole) = self.key();
                    let inside: Vec<String> = path.iter().cloned().chain(key).collect();
                    if !is_whole {
                        return Some(TomlPosition { path: inside, part: TomlPart::Key });
                    }
                    if self.rest().starts_with('=') {
                        self.at += 1;
                        if let Some(place) = self.value(&inside, depth + 1) {
                            return Some(place);
                        }
                    }
                    if self.at == before {
                        return None;
                    }
                }
            }
            _ => {
                self.at += rest.find([',', ']', '}', '\n', '#', ' ']).unwrap_or(rest.len());
                if self.is_at_end() { here(None) } else { None }
            }
        }
    }
}

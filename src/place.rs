//! The author's files, and places in them: what lets every later step point at the line it speaks of.
//!
//! [`Sources`] owns every file of a package; a [`Span`] points into one of them.

use std::sync::OnceLock;

/// A file of a [`Sources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct FileId(pub u32);

/// Bytes `start..end` of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// A span of `file`.
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        Span { file, start: start as u32, end: end as u32 }
    }
}

/// One file: the name that diagnostics show, and its text.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The path that diagnostics show: relative to the working directory, with `/`.
    pub name: String,
    /// The path from the package's folder, with `/`: the same wherever the package lies. `../house/game.toml` in an included one.
    pub package_path: String,
    /// The whole text, UTF-8.
    pub text: String,
    /// Where each line begins; made when first asked for.
    line_starts: OnceLock<Vec<u32>>,
}

impl SourceFile {
    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            let ends = self.text.bytes().enumerate().filter(|(_, b)| *b == b'\n');
            std::iter::once(0).chain(ends.map(|(i, _)| i as u32 + 1)).collect()
        })
    }

    /// How many lines there are; a newline at the end of the file begins one more, empty line.
    pub fn line_count(&self) -> usize {
        self.line_starts().len()
    }

    /// The line, from 1, that a byte stands in. Beyond the end it is the last.
    pub fn line_of(&self, offset: usize) -> usize {
        self.line_starts().partition_point(|s| *s as usize <= offset)
    }

    /// The bytes of a line, from 1, without its newline.
    pub fn line_range(&self, line: usize) -> std::ops::Range<usize> {
        let starts = self.line_starts();
        let at = |i: usize| starts.get(i).map_or(self.text.len(), |s| *s as usize);
        let from = at(line.saturating_sub(1));
        let line = &self.text[from..at(line).max(from)];
        from..from + line.trim_end_matches(['\n', '\r']).len()
    }

    /// Line and column of a byte, both from 1; columns count characters.
    pub fn line_column(&self, offset: usize) -> (usize, usize) {
        let mut at = offset.min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        let line = self.line_of(at);
        let from = self.line_starts()[line - 1] as usize;
        (line, self.text[from..at].chars().count() + 1)
    }
}

/// Every file that was read, so that a [`Span`] can be shown.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
}

impl Sources {
    /// Adds a file that no package holds, or whose path in the package is the one that is shown.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        let name = name.into();
        self.add_of_package(name.clone(), name, text)
    }

    /// Adds a file of a package: the path to show, and the path from the package's folder.
    pub fn add_of_package(
        &mut self,
        name: impl Into<String>,
        package_path: impl Into<String>,
        text: impl Into<String>,
    ) -> FileId {
        let (name, package_path, text) = (name.into(), package_path.into(), text.into());
        self.files.push(SourceFile { name, package_path, text, line_starts: OnceLock::new() });
        FileId(self.files.len() as u32 - 1)
    }

    /// Puts another text in the place of a file's; spans into it are of no use after.
    pub fn replace(&mut self, id: FileId, text: impl Into<String>) {
        let file = &mut self.files[id.0 as usize];
        (file.text, file.line_starts) = (text.into(), OnceLock::new());
    }

    /// The file behind an id.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// All files, in the order they were added.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter().enumerate().map(|(i, f)| (FileId(i as u32), f))
    }

    /// The text that a span covers (empty where it lies outside the file).
    pub fn text(&self, span: Span) -> &str {
        self.file(span.file).text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// Line and column of a span's start, both from 1; columns count characters.
    pub fn line_column(&self, span: Span) -> (usize, usize) {
        self.file(span.file).line_column(span.start as usize)
    }
}

//! The faces, icons and fonts that come with Cardwright.

use include_dir::{Dir, include_dir};

static TEMPLATES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/templates/print");

/// The default font family of titles.
pub const SERIF: &str = "Alegreya";
/// The default font family of rules.
pub const SANS: &str = "Alegreya Sans";

/// Returns the font files, in the order of their names.
pub fn fonts() -> Vec<&'static [u8]> {
    let files = TEMPLATES.get_dir("fonts").map(Dir::files).into_iter().flatten();
    let mut fonts: Vec<_> = files.filter(|f| f.path().extension().is_some_and(|e| e == "ttf")).collect();
    fonts.sort_by_key(|f| f.path());
    fonts.into_iter().map(include_dir::File::contents).collect()
}

/// Returns every template that comes with Cardwright: its name (`card`) and text.
pub fn faces() -> impl Iterator<Item = (&'static str, &'static str)> {
    texts("faces", ".svg.j2")
}

/// Returns every icon that comes with Cardwright: its name and text.
pub fn icons() -> impl Iterator<Item = (&'static str, &'static str)> {
    texts("icons", ".svg")
}

fn texts(folder: &'static str, ending: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let files = TEMPLATES.get_dir(folder).map(Dir::files).into_iter().flatten();
    files.filter_map(move |f| {
        Some((f.path().file_name()?.to_str()?.strip_suffix(ending)?, f.contents_utf8()?))
    })
}

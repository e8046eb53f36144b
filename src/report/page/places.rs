//! Places in the author's files, as a page calls them.

use super::figures::Run;

/// The folder that all files of a game lie in, which need not be said each time.
pub struct Folder(String);

impl Folder {
    /// Of what a simulation names.
    pub fn of(run: &Run) -> Folder {
        let sites = run.choices.iter().flat_map(|c| &c.sites).filter_map(|site| split(&site.at).1);
        let lines = run.rules.iter().flat_map(|r| &r.lines).map(|line| line.file.as_str());
        let mut names = sites.chain(lines);
        let mut common = names.next().map_or("", folder);
        for name in names {
            while !name.starts_with(common) {
                common = folder(common.trim_end_matches('/'));
            }
        }
        Folder(common.to_owned())
    }

    /// A file's name within the folder.
    pub fn within<'a>(&self, name: &'a str) -> &'a str {
        name.strip_prefix(&self.0).unwrap_or(name)
    }

    /// What is asked at a place of the rules, and where that is; the place is empty where it is not said.
    pub fn site<'a>(&self, at: &'a str) -> (&'a str, &'a str) {
        let (what, place) = split(at);
        (what, place.map_or("", |place| self.within(place)))
    }
}

/// The folder that a file or folder lies in, with the line that ends it.
fn folder(name: &str) -> &str {
    name.rfind('/').map_or("", |at| &name[..=at])
}

/// `Which goes? (rules/play.toml:3)`: what is asked, and the place.
fn split(at: &str) -> (&str, Option<&str>) {
    match at.strip_suffix(')').and_then(|at| at.rsplit_once(" (")) {
        Some((what, place)) => (what, Some(place)),
        None => (at, None),
    }
}

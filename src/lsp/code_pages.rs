//! The pages of diagnostic codes as files, so that editors can open them: nothing has to be reached over a
//! network.

use std::collections::BTreeMap;
use std::path::PathBuf;

use lsp_types::{CodeDescription, Diagnostic, NumberOrString, Uri};

use super::positions::uri_of;
use crate::diagnostics::codes;
use crate::package::{create_folders, write_atomically};

/// The pages in a folder of the user's cache, one for each version of the program. A page is written when it
/// is first linked to.
#[derive(Debug)]
pub struct CodePages {
    folder: Option<PathBuf>,
    /// The pages written or found by this server; `None` if that failed.
    known: BTreeMap<String, Option<(PathBuf, Uri)>>,
}

impl CodePages {
    /// Uses the cache folder of the user.
    pub fn of_user() -> CodePages {
        let folder = cache_folder()
            .map(|cache| cache.join("cardwright").join("explain").join(env!("CARGO_PKG_VERSION")));
        CodePages { folder, known: BTreeMap::new() }
    }

    /// Links a diagnostic to the page of its code. No link is added if the page is not on the disk, so no
    /// link is broken.
    pub fn link(&mut self, diagnostic: &mut Diagnostic) {
        let Some(NumberOrString::String(code)) = &diagnostic.code else { return };
        diagnostic.code_description = self.address(code).map(|href| CodeDescription { href });
    }

    /// Returns the URI of a page that is on the disk.
    fn address(&mut self, code: &str) -> Option<Uri> {
        // A page that was removed since is written again.
        let is_there = |page: &Option<(PathBuf, Uri)>| page.as_ref().is_none_or(|(path, _)| path.is_file());
        if !self.known.get(code).is_some_and(is_there) {
            let page = self.write_page(code);
            self.known.insert(code.to_owned(), page);
        }
        self.known.get(code)?.as_ref().map(|(_, uri)| uri.clone())
    }

    /// Writes the page of a code to the folder, unless it is already there.
    fn write_page(&self, code: &str) -> Option<(PathBuf, Uri)> {
        let folder = self.folder.as_ref()?;
        let page = codes::find(code)?;
        let name = format!("{}.md", page.code);
        let text = format!("# {}: {}\n\n{}\n", page.code, page.title, page.text.trim());
        let path = folder.join(&name);
        // Two builds of one version may have different pages.
        if std::fs::read(&path).ok().as_deref() != Some(text.as_bytes()) {
            create_folders(folder).ok()?;
            write_atomically(folder, &name, text.as_bytes()).ok()?;
        }
        let uri = uri_of(&path)?;
        Some((path, uri))
    }
}

/// Returns the folder for files that programs can make again; `None` if the system names none.
fn cache_folder() -> Option<PathBuf> {
    let named = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let in_home =
        || Some(named("HOME")?.join(if cfg!(target_os = "macos") { "Library/Caches" } else { ".cache" }));
    named("XDG_CACHE_HOME").or_else(|| named("LOCALAPPDATA")).or_else(in_home)
}

//! Names of files that every file system accepts.

/// Returns whether a file of this name, with any extension, is a device under Windows.
pub fn is_reserved(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
    let is_numbered = |device: &str| {
        let number = stem.strip_prefix(device).and_then(|rest| rest.parse::<u8>().ok());
        number.is_some_and(|n| (1..=9).contains(&n)) && stem.len() == 4
    };
    ["con", "prn", "aux", "nul"].contains(&stem.as_str()) || is_numbered("com") || is_numbered("lpt")
}

/// Returns the name of a file for an id, without extension: the id, unless that is a device under Windows.
pub fn stem_of(id: &str) -> String {
    // No id contains `-`.
    if is_reserved(id) { format!("{id}-") } else { id.to_owned() }
}

//! Signature help: the parameters of the call around the cursor, and the active one.

use lsp_types::{Documentation, ParameterInformation, ParameterLabel, SignatureHelp, SignatureInformation};

use super::names::id_range;
use super::packages::OpenPackage;
use super::strings::{code_of, contents};
use crate::place::FileId;
use crate::vocabulary;

/// Returns the signatures of the innermost call around a byte of code.
pub fn signature_help(package: &OpenPackage, id: FileId, offset: usize) -> Option<SignatureHelp> {
    let (package, analysis) = package.analysed();
    let file = package.sources().file(id);
    let codes = code_of(package, id).into_iter().map(|(span, _)| contents(file, span));
    let code = codes.filter(|code| code.start <= offset && offset <= code.end).last()?;
    let before = file.text.get(code.start..offset)?;
    let (open, argument) = open_call(before)?;
    let name = &before[id_range(before, open)];
    if name.is_empty() {
        return None;
    }
    let is_method = before[..open - name.len()].ends_with('.');
    let mut signatures: Vec<SignatureInformation> = Vec::new();
    for declaration in
        analysis.declarations.declarations_named(name).filter(|one| one.detail.starts_with('('))
    {
        signatures.push(signature(format!("{name}{}", declaration.detail), None));
    }
    // The game's own function hides a built-in word.
    if signatures.is_empty()
        && let Some(word) = vocabulary::find(name)
    {
        signatures.extend(
            word.forms
                .iter()
                .filter(|form| form.contains('('))
                .map(|form| signature((*form).to_owned(), Some(word.doc))),
        );
    }
    if signatures.is_empty() {
        return None;
    }
    // The receiver of `x.f(…)` is the first argument.
    let argument = argument + usize::from(is_method);
    let takes = |one: &SignatureInformation| one.parameters.as_ref().is_some_and(|all| argument < all.len());
    let active = signatures.iter().position(takes).unwrap_or(0);
    Some(SignatureHelp {
        signatures,
        active_signature: Some(active as u32),
        active_parameter: Some(argument as u32),
    })
}

/// Returns the byte of the innermost bracket that is open at the end of the code, and the number of commas
/// since.
fn open_call(code: &str) -> Option<(usize, usize)> {
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut is_string = false;
    let mut is_comment = false;
    for (at, c) in code.char_indices() {
        match c {
            '\n' => (is_string, is_comment) = (false, false),
            _ if is_comment => {}
            '"' => is_string = !is_string,
            _ if is_string => {}
            '#' => is_comment = true,
            '(' | '[' | '{' => open.push((at, 0)),
            ')' | ']' | '}' => drop(open.pop()),
            ',' => {
                if let Some((_, commas)) = open.last_mut() {
                    *commas += 1;
                }
            }
            _ => {}
        }
    }
    open.last().copied().filter(|(at, _)| code[*at..].starts_with('('))
}

/// Makes the information of a signature such as `count(set)`.
fn signature(label: String, doc: Option<&str>) -> SignatureInformation {
    let parameters = parameters(&label).into_iter().map(|(start, end)| ParameterInformation {
        // The protocol counts in UTF-16; signatures are of ids and types, which are ASCII, else the parameter
        // is named instead.
        label: match label.is_ascii() {
            true => ParameterLabel::LabelOffsets([start as u32, end as u32]),
            false => ParameterLabel::Simple(label[start..end].to_owned()),
        },
        documentation: None,
    });
    let parameters = Some(parameters.collect());
    SignatureInformation {
        documentation: doc.map(|doc| Documentation::String(doc.to_owned())),
        parameters,
        active_parameter: None,
        label,
    }
}

/// Returns the bytes of the parameters in the first bracket of a signature.
fn parameters(label: &str) -> Vec<(usize, usize)> {
    let Some(open) = label.find('(') else { return Vec::new() };
    let mut found = Vec::new();
    let (mut depth, mut from) = (0, open + 1);
    for (at, c) in label.char_indices().skip_while(|(at, _)| *at <= open) {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' if depth == 0 => {
                found.push((from, at));
                break;
            }
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                found.push((from, at));
                from = at + 1;
            }
            _ => {}
        }
    }
    let blanks = |start: usize, end: usize| label[start..end].len() - label[start..end].trim_start().len();
    found
        .into_iter()
        .map(|(start, end)| (start + blanks(start, end), end))
        .filter(|(start, end)| start < end)
        .collect()
}

//! The formatter: its changes, the parts it never changes, and `cardwright fmt`.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Output;

use cardwright::compile::CompiledGame;
use cardwright::format::{FormatError, format_file, format_text};
use cardwright::model::{CodeStrings, Package, code_strings, read_package};
use cardwright::package::{self, FileRole, PackageFiles};
use cardwright::place::FileId;
use cardwright::syntax::{PieceKind, pieces};
use cardwright::wording::check_for_editor;
use toml_parser::Source;
use toml_parser::lexer::TokenKind;

use crate::process::Ends;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Formats the file of a package in memory; the other files are there for their declarations.
fn format_in(files: &[(&str, &str)]) -> Result<String, FormatError> {
    let package = read_package(&PackageFiles::from_texts(files.to_vec())).0;
    let (file, _) =
        package.sources.files().find(|(_, file)| file.name == files[0].0).expect("the first file");
    format_file(&package, file)
}

/// Formats a file of rules, twice.
#[track_caller]
fn formatted(text: &str) -> String {
    let once = format_in(&[("rules/rules.toml", text)]).expect("TOML that means the same");
    assert_eq!(format_in(&[("rules/rules.toml", &once)]).as_ref(), Ok(&once), "formatted twice");
    once
}

#[track_caller]
fn code(statements: &str) -> String {
    let before = format!("[verbs.v]\ndo = '''\n{statements}\n'''\n");
    let after = formatted(&before);
    let code = after.strip_prefix("[verbs.v]\ndo = '''\n").and_then(|code| code.strip_suffix("\n'''\n"));
    code.unwrap_or_else(|| panic!("{after}")).to_owned()
}

/// Every package of the repository, with a game that includes it if it is no game itself.
fn packages() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = fs::read_dir(root().join("cards"))
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.join("game.toml").is_file())
        .collect();
    folders.sort();
    assert!(folders.len() > 15, "{folders:?}");
    folders
}

/// The TOML files of a package, those of packages that it includes too.
fn toml_files(files: &PackageFiles) -> impl Iterator<Item = FileId> {
    files.files.iter().filter(|file| file.role != FileRole::CardsCsv).map(|file| file.file)
}

/// A generator of pseudorandom numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound.max(1) as u64) as usize
    }
}

#[test]
fn the_document_shows_what_it_does() {
    let document = fs::read_to_string(root().join("docs/format.md")).expect("UTF-8");
    let mut blocks =
        document.split("```toml\n").skip(1).map(|rest| rest.split("```").next().expect("a block"));
    let (before, after) = (blocks.next().expect("before"), blocks.next().expect("after"));
    assert_eq!(formatted(before), after);
    assert_eq!(formatted(after), after);
    let columns = blocks.next().expect("columns");
    assert_eq!(formatted(columns), columns);
    let check = document.split("```text\n").nth(1).expect("a check").split("```").next().expect("its end");
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(
        folder.path().join("game.toml"),
        "[game]\nid = \"g\"\nname = \"G\"\nversion = \"1\"\nsummary = \"S\"\n\nplayers=[2,4]\n",
    )
    .expect("written");
    let output = fmt(folder.path(), &["--check"]);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(1), check));
}

#[test]
fn every_row_of_the_tables_is_so() {
    let document = fs::read_to_string(root().join("docs/format.md")).expect("UTF-8");
    let section = |name: &str| {
        let rest = document.split_once(name).expect("a section").1;
        let rows =
            rest.lines().skip_while(|line| !line.starts_with("| `")).take_while(|line| line.starts_with('|'));
        let cells = rows.map(|row| row.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>());
        cells.filter(|cells| cells.len() > 1).collect::<Vec<_>>()
    };
    let (toml, rules) = (section("In TOML:\n"), section("In code:\n"));
    assert!(toml.len() > 3 && rules.len() > 3, "{toml:?} {rules:?}");
    for cells in toml {
        let whole = |cell: &str| match cell {
            cell if cell.starts_with("[ kinds") || cell.starts_with("[kinds") || cell.contains('=') => {
                format!("{cell}\n")
            }
            cell => format!("x = {cell}\n"),
        };
        let whole = |cell: &str| if cell.starts_with('{') { format!("x = {cell}\n") } else { whole(cell) };
        assert_eq!(formatted(&whole(&cells[0])), whole(&cells[1]));
    }
    for cells in rules {
        let (before, after) = cells.split_at(cells.len() / 2);
        for (before, after) in before.iter().zip(after) {
            let whole = |cell: &str| {
                if cell.contains("+=") || cell.starts_with("if ") {
                    cell.to_owned()
                } else {
                    format!("let v = {cell}")
                }
            };
            assert_eq!(code(&whole(before)), whole(after));
        }
    }
}

#[test]
fn toml_is_put_in_order() {
    let before = "\n\n# a comment  \n  [ a . 'b c' ]  # of a header\nx=1#near\n\n\n\n\"y z\" . w   =  {a=1,b . c=[ ],d={ }}\n[[ list ]]\nwhen = 1979-05-27 07:32:00\nfloat =  1.5e3\nmany = [ # of them\n1, 2,\n      [ 3,\n4 ], # four\n# alone\n\n\n{ a=[\n5] }\n  ]\nlast = '''\n  as   it  is \n'''  \n\n\n";
    let after = "# a comment\n[a.'b c']  # of a header\nx = 1 #near\n\n\"y z\".w = { a = 1, b.c = [], d = {} }\n[[list]]\nwhen = 1979-05-27 07:32:00\nfloat = 1.5e3\nmany = [ # of them\n  1, 2,\n  [3,\n    4], # four\n  # alone\n\n  { a = [\n    5] }\n]\nlast = '''\n  as   it  is \n'''\n";
    assert_eq!(formatted(before), after);
    assert_eq!(formatted(""), "");
    assert_eq!(formatted(" \n\t\n"), "");
    assert_eq!(formatted("a = 1"), "a = 1\n");
    assert_eq!(formatted("\u{feff}a  = 1   # b"), "\u{feff}a = 1    # b\n");
}

#[test]
fn comments_may_stand_everywhere() {
    let before = "[verbs.v] # 1\n# 2\ndo = '''\n# 3\nif a{ # 4\n# 5\nb() # 6\nx=f( # 7\n1, # 8\n  # 9\n2 # 10\n) # 11\n} # 12\n# 13\nelse{ # 14\n} # 15\n# 16''' # 17\nunchecked=[ # 18\n]";
    let after = format_in(&[("rules/r.toml", before)]);
    let after = after.expect("TOML that means the same");
    for number in 1..=18 {
        assert_eq!(
            after.matches(&format!("# {number}\n")).count() + after.matches(&format!("# {number}'")).count(),
            1,
            "{after}"
        );
    }
    insta::assert_snapshot!(after, @r"
    [verbs.v] # 1
    # 2
    do = '''
    # 3
    if a { # 4
      # 5
      b() # 6
      x = f( # 7
        1, # 8
        # 9
        2 # 10
      ) # 11
    } # 12
    # 13
    else { # 14
    } # 15
    # 16''' # 17
    unchecked = [ # 18
    ]
    ");
}

#[test]
fn signs_keep_their_column() {
    let aligned = "a     = 1\nlong  = 2\n# between\nbc    = 3\nalone =  4\nfar      = 5\n";
    assert_eq!(formatted(aligned), "a     = 1\nlong  = 2\n# between\nbc    = 3\nalone = 4\nfar = 5\n");
    // A blank line and a header end a block.
    assert_eq!(formatted("a    = 1\nbc   = 2\n\nlong = 3\n"), "a  = 1\nbc = 2\n\nlong = 3\n");
    assert_eq!(formatted("a    = 1\n[x]\nlong = 3\n"), "a = 1\n[x]\nlong = 3\n");
    assert_eq!(code("a   = 1\nbcd = 2\nif x {\ne   += 3\n}"), "a   = 1\nbcd = 2\nif x {\n  e += 3\n}");
    assert_eq!(code("let a  = 1\nlet bc = {}"), "let a  = 1\nlet bc = {}");
    // Columns are of characters, not of bytes; a tab reaches to the next multiple of eight.
    assert_eq!(formatted("\"ü\"   = 1\nabcd  = 2\n"), "\"ü\"  = 1\nabcd = 2\n");
    assert_eq!(formatted("a\t= 1\nabcdefg = 2\n"), "a       = 1\nabcdefg = 2\n");
}

#[test]
fn keys_of_inline_tables_keep_their_column() {
    let aligned = "a   = { x = 1,    long = 2,  z = 3  }\nbc  = { x = 1000, long = 20, z = 30 }\n";
    let narrow = "a  = { x = 1,    long = 2,  z = 3  }\nbc = { x = 1000, long = 20, z = 30 }\n";
    assert_eq!(formatted(aligned), narrow);
    assert_eq!(formatted(narrow), narrow);
    // Only lines that share a column, and only neighbours.
    assert_eq!(
        formatted("a = { x = 1,  y = 2 }\nb = { x = 10,  y = 2 }\n"),
        "a = { x = 1, y = 2 }\nb = { x = 10, y = 2 }\n"
    );
    assert_eq!(formatted("a = { x = 1,  y = 2 }\n\nb = { x = 1,  y = 2 }\n").matches("  ").count(), 0);
    // In lists, with comments between and behind.
    let list = "a = [\n  { x = 1,  y = [1, 2],  z = { p = 1 } },  # one\n  # between\n  { x = 10, y = [10, 2], z = {} },\n]\n";
    assert_eq!(formatted(list), list);
    // A shorter value moves the column.
    assert_eq!(
        formatted("a = { x = [ 1 ], y = 2 }\nb = { x = 1,     y = 2 }\n"),
        "a = { x = [1], y = 2 }\nb = { x = 1,   y = 2 }\n"
    );
}

#[test]
fn comments_keep_their_column() {
    assert_eq!(formatted("a=1 # x\nbcd=2 # y\n"), "a = 1 # x\nbcd = 2 # y\n");
    assert_eq!(
        formatted("a = 1   # x\nb=2     # y\n        # and on\n# not\n"),
        "a = 1   # x\nb = 2   # y\n        # and on\n# not\n"
    );
    // Code that needs the room moves the whole column.
    assert_eq!(formatted("a=[1,2] # x\nb = 1   # y\n"), "a = [1, 2] # x\nb = 1      # y\n");
    assert_eq!(formatted("a=1        # far\n"), "a = 1      # far\n");
    assert_eq!(formatted("a=1  # near\n"), "a = 1  # near\n");
}

#[test]
fn code_is_put_in_order() {
    assert_eq!(code("x=a+-b*( -1 )-c[ 2 ]%3"), "x = a + -b * (-1) - c[2] % 3");
    assert_eq!(code("for each c in hand by -rank{log\"x\"}"), "for each c in hand by -rank { log \"x\" }");
    assert_eq!(code("let n:set of card={ }"), "let n: set of card = {}");
    assert_eq!(code("let n : card ?=none;x+=1;;"), "let n: card? = none; x += 1;;");
    assert_eq!(code("let m:int -3 .. -1 per 1 ..4=it"), "let m: int -3..-1 per 1..4 = it");
    assert_eq!(code("act p from{ a,b }\"Which?\"else{ }"), "act p from {a, b} \"Which?\" else {}");
    assert_eq!(
        code("choose by p\"?\"{option\"a\"when x{end}\n  option \"b\"{\nend\n}}"),
        "choose by p \"?\" { option \"a\" when x { end }\n  option \"b\" {\n    end\n} }"
    );
    assert_eq!(code("x = {fire=1,earth = 2}"), "x = {fire = 1, earth = 2}");
    assert_eq!(code("x = y if a in{1}else{2}"), "x = y if a in {1} else {2}");
    assert_eq!(code("draw (you,1)\nlet a = b ?? c . d . e(f)"), "draw(you, 1)\nlet a = b ?? c.d.e(f)");
    assert_eq!(code("choose exactly (a+b) cs from ( x )"), "choose exactly (a + b) cs from (x)");
    assert_eq!(code("x = a\n  and b\nwin p"), "x = a\n  and b\nwin p");
    assert_eq!(code("x = any(\na,\n  b or\nc)\n\n\n\n\tend"), "x = any(\n  a,\n  b or\n  c)\n\nend");
    assert_eq!(code("if a {\nx = 1\n}\nelse if b { }"), "if a {\n  x = 1\n}\nelse if b {}");
    assert_eq!(code("if not (a) { return }"), "if not (a) { return }");
    assert_eq!(code("x = ({1}+( -2..-1 ))&{-3}"), "x = ({1} + (-2..-1)) & {-3}");
    let quotes = "[verbs.v]\ndo = \"\"\"log \"x\" \"\"\"\n";
    assert_eq!(
        (formatted(quotes), formatted(&quotes.replace("\" \"", "\"\""))),
        (quotes.to_owned(), quotes.to_owned())
    );
}

#[test]
fn strings_that_are_no_code_keep_every_byte() {
    let whole = "[functions.f]\nreturns = \"int\"\ncode = \"\"\"\n1  +  \\\n  1\"\"\"\ntext = \"a  ( b )\"\n[verbs.w]\ndo = \"log  \\\"x  y\\\"\"\n[verbs.u]\ndo = 'x = = 1'\n";
    assert_eq!(formatted(whole), whole);
    // A text within code, too.
    assert_eq!(code("log   \"{{ a }}   b\""), "log \"{{ a }}   b\"");
    // Attributes of cards are values, slots are rules.
    let game = "[game]\nid = \"g\"\nname = \"G\"\nplayers = [1, 2]\n[kinds.card.attributes]\nmotto = \"name\"\n[kinds.card.slots]\nbonus = { returns = \"int\" }\n[kinds.imp]\nbase = \"card\"\n";
    let cards = "[cards.a]\nkind = \"imp\"\nmotto = \"1+1\"\nbonus = \"1+1\"\ntext = \"1+1\"\n";
    let after = format_in(&[("cards/c.toml", cards), ("game.toml", game)]).expect("it means the same");
    assert_eq!(after, cards.replace("bonus = \"1+1\"", "bonus = \"1 + 1\""));
}

#[test]
fn what_is_not_toml_is_an_error() {
    for wrong in ["a = ", "a = 1\na = 2", "[a", "a = 'x", "a = 1 2"] {
        assert!(
            matches!(format_text(wrong, &CodeStrings::default()), Err(FormatError::NotToml(_))),
            "{wrong}"
        );
    }
}

/// The places in a text where a blank more changes nothing, outside of lines with comments at their end, and
/// of columns of signs and keys.
fn gaps(text: &str, code: &CodeStrings) -> Vec<Range<usize>> {
    let tokens = Source::new(text).lex().into_vec();
    let mut gaps = Vec::new();
    for line in tokens.split(|token| token.kind() == TokenKind::Newline) {
        // So do the keys of an inline table.
        if line.iter().any(|token| matches!(token.kind(), TokenKind::Comment | TokenKind::LeftCurlyBracket)) {
            continue;
        }
        let sign = line.iter().position(|token| token.kind() == TokenKind::Equals).unwrap_or(0);
        for pair in line[sign..].windows(2) {
            let (a, b) = (pair[0], pair[1]);
            if a.kind() == TokenKind::Whitespace {
                gaps.push(a.span().start()..a.span().end());
            } else if b.kind() == TokenKind::Comma {
                gaps.push(a.span().end()..a.span().end());
            }
        }
    }
    for place in code.places() {
        let raw = &text[place.clone()];
        let quotes = if raw.starts_with("'''") || raw.starts_with("\"\"\"") { 3 } else { 1 };
        let body = &raw[quotes..raw.len() - quotes];
        let form = code.form_at(&place).expect("it is code");
        // A comment behind the string keeps its column.
        let is_noted = text[place.end..].lines().next().is_some_and(|rest| rest.contains('#'));
        let is_in_table = text[..place.start].lines().next_back().is_some_and(|before| before.contains('{'));
        if is_noted || is_in_table || raw.starts_with('"') && body.contains('\\') {
            continue;
        }
        let start = place.start + quotes;
        let all = pieces(body, form).unwrap_or_default();
        let line_of = |at: usize| body[..at].matches('\n').count();
        let noted: Vec<usize> = all
            .iter()
            .filter(|piece| piece.kind == PieceKind::Comment)
            .map(|piece| line_of(piece.at.start))
            .collect();
        for pair in all.windows(2) {
            let (a, b) = (&pair[0], &pair[1]);
            let is_name = |piece: &cardwright::syntax::CodePiece| piece.kind == PieceKind::MaybeKeyword;
            let skip = a.kind == PieceKind::Comment || noted.contains(&line_of(b.at.start)) || is_name(a);
            // Text before a sign moves it.
            let rest = body[b.at.start..].lines().next().unwrap_or_default();
            if !skip
                && b.newlines == 0
                && (a.at.end < b.at.start || b.kind == PieceKind::Follows)
                && !rest.contains('=')
            {
                gaps.push(start + a.at.end..start + b.at.start);
            }
        }
    }
    gaps.sort_by_key(|gap| (gap.start, gap.end));
    gaps.dedup_by_key(|gap| gap.start);
    gaps
}

/// Puts other blanks into some gaps.
fn with_other_blanks(text: &str, code: &CodeStrings, random: &mut Random) -> String {
    let mut mutant = text.to_owned();
    for gap in gaps(text, code).into_iter().rev() {
        if random.below(4) == 0 {
            let least = if text[..gap.start].ends_with(',') { "" } else { " " };
            mutant.replace_range(gap, ["  ", "\t", least, "   "][random.below(4)]);
        }
    }
    mutant
}

/// Puts more blank lines between the lines of a file, outside of strings.
fn with_more_lines(text: &str, random: &mut Random) -> String {
    let tokens = Source::new(text).lex().into_vec();
    let mut mutant = text.to_owned();
    for token in tokens.iter().rev().filter(|token| token.kind() == TokenKind::Newline) {
        if random.below(5) == 0 {
            mutant.replace_range(
                token.span().start()..token.span().end(),
                ["  \n", "\n\n", "\n\n\n \n", "\t\n"][random.below(4)],
            );
        }
    }
    mutant
}

fn format_all(files: &PackageFiles) -> Vec<(FileId, String)> {
    let package: Package = read_package(files).0;
    let format = |file| match format_file(&package, file) {
        Ok(text) => (file, text),
        Err(error) => panic!("{}: {error:?}", package.sources.file(file).name),
    };
    toml_files(files).map(format).collect()
}

fn with(files: &PackageFiles, texts: &[(FileId, String)]) -> PackageFiles {
    let mut files = files.clone();
    texts.iter().for_each(|(file, text)| files.sources.replace(*file, text.as_str()));
    files
}

#[test]
fn shipped_packages_are_formatted_and_other_blanks_make_no_difference() {
    let mut random = Random(7);
    let mut mutants = 0;
    for folder in packages() {
        let (files, found) = package::load(&folder);
        assert_eq!(found, []);
        let original = read_package(&files).0;
        let texts: Vec<(FileId, String)> =
            toml_files(&files).map(|file| (file, files.sources.file(file).text.clone())).collect();
        let blanks = texts.iter().map(|(file, text)| {
            (*file, with_other_blanks(text, &code_strings(&original, *file), &mut random))
        });
        let blanks: Vec<(FileId, String)> = blanks.collect();
        mutants += blanks.iter().zip(&texts).filter(|(mutant, text)| mutant != text).count();
        let dos: Vec<(FileId, String)> =
            texts.iter().map(|(file, text)| (*file, text.replace('\n', "\r\n"))).collect();
        for (file, text) in format_all(&with(&files, &blanks)) {
            assert_eq!(text, files.sources.file(file).text, "{}", files.sources.file(file).name);
        }
        for (file, text) in format_all(&with(&files, &dos)) {
            assert!(
                text == files.sources.file(file).text.replace('\n', "\r\n"),
                "{}",
                files.sources.file(file).name
            );
        }
        let lines: Vec<(FileId, String)> =
            texts.iter().map(|(file, text)| (*file, with_more_lines(text, &mut random))).collect();
        let once = format_all(&with(&files, &lines));
        for (file, text) in format_all(&with(&files, &once)) {
            assert!(once.contains(&(file, text)), "{}", files.sources.file(file).name);
        }
    }
    assert!(mutants > 400, "{mutants}");
}

#[test]
fn formatted_games_compile_to_the_same_code() {
    let mut random = Random(8);
    for folder in ["breakthrough", "gin-rummy", "hearts", "realm-modern"] {
        let (files, found) = package::load(&root().join("cards").join(folder));
        let original = read_package(&files).0;
        let mutants = toml_files(&files).map(|file| {
            let code = code_strings(&original, file);
            let mut mutant = files.sources.file(file).text.clone();
            // Without any indentation.
            for place in code.places().collect::<Vec<_>>().into_iter().rev() {
                let flat = mutant[place.clone()].replace("\n  ", "\n");
                mutant.replace_range(place, &flat);
            }
            (file, mutant)
        });
        let flat: Vec<(FileId, String)> = mutants.collect();
        let tidy = format_all(&with(&files, &flat));
        assert_ne!(tidy, flat);
        let blanks = toml_files(&files).map(|file| {
            (
                file,
                with_other_blanks(
                    &files.sources.file(file).text,
                    &code_strings(&original, file),
                    &mut random,
                ),
            )
        });
        let blanks: Vec<(FileId, String)> = blanks.collect();
        let code = |files: PackageFiles| {
            CompiledGame::from_files(files, found.clone()).game.expect("it compiles").ir.code
        };
        let expected = code(files.clone());
        for texts in [tidy, blanks] {
            assert!(code(with(&files, &texts)) == expected, "{folder}");
        }
    }
}

#[test]
fn what_the_compiler_parses_is_code_to_the_formatter() {
    for folder in packages() {
        let (files, _) = package::load(&folder);
        let package = read_package(&files).0;
        let checked = check_for_editor(&package);
        let parsed = checked.editor_info.expect("it was asked for").parsed;
        let mut rules = 0;
        for file in toml_files(&files) {
            let code = code_strings(&package, file);
            for span in parsed.iter().filter(|span| span.file == file) {
                let place = span.start as usize..span.end as usize;
                let text = &files.sources.file(file).text[place.clone()];
                assert!(code.form_at(&place).is_some(), "{}: {text}", files.sources.file(file).name);
                rules += 1;
            }
            for place in code.places() {
                let raw = &files.sources.file(file).text[place.clone()];
                let quotes = if raw.starts_with("'''") || raw.starts_with("\"\"\"") { 3 } else { 1 };
                let body = &raw[quotes..raw.len() - quotes];
                let parses = pieces(body, code.form_at(&place).expect("it is code")).is_some();
                assert!(
                    parses || raw.starts_with('"') && body.contains('\\'),
                    "{}: {raw}",
                    files.sources.file(file).name
                );
            }
        }
        assert!(rules > 1, "{}: {rules}", folder.display());
    }
}

#[test]
fn blocks_of_documents_are_formatted_once_and_for_all() {
    let mut blocks = 0;
    for entry in fs::read_dir(root().join("docs")).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let document = fs::read_to_string(&path).expect("UTF-8");
        for block in document.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next()) {
            for role in ["rules/r.toml", "cards/c.toml", "scenarios/s.toml"] {
                match format_in(&[(role, block)]) {
                    Ok(once) => {
                        assert_eq!(format_in(&[(role, &once)]), Ok(once), "{}", path.display());
                        blocks += 1;
                    }
                    Err(FormatError::NotToml(_)) => {}
                    Err(error) => panic!("{}: {error:?}\n{block}", path.display()),
                }
            }
        }
    }
    assert!(blocks > 300, "{blocks}");
}

#[test]
fn any_text_is_formatted_or_refused() {
    let mut random = Random(9);
    let original = fs::read_to_string(root().join("templates/starter/game.toml")).expect("UTF-8");
    let scraps = [
        "'''", "\"", "=", "[", "]", "{", "}", "#", "\n", "\r\n", "\t", ",", "ü", "\u{feff}", "\u{a0}", "..",
        "-", "x", "\\", " ", "\u{2028}",
    ];
    let (mut done, mut refused) = (0, 0);
    for _ in 0..150 {
        let mut text = original.clone();
        for _ in 0..random.below(4) + 1 {
            let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            let at = places[random.below(places.len())];
            if random.below(3) == 0 {
                text.remove(at);
            } else {
                text.insert_str(at, scraps[random.below(scraps.len())]);
            }
        }
        match format_in(&[("game.toml", &text)]) {
            Ok(once) => {
                assert_eq!(format_in(&[("game.toml", &once)]), Ok(once), "{text}");
                done += 1;
            }
            Err(FormatError::NotToml(_)) => refused += 1,
            Err(error) => panic!("{error:?}\n{text}"),
        }
    }
    assert!(done > 20 && refused > 20, "{done} {refused}");
}

fn fmt(folder: &Path, args: &[&str]) -> Output {
    let mut command = crate::process::cardwright();
    command.current_dir(folder).args(["--color=never", "fmt"]).args(args).ended()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

/// A game `g` that includes `house`, neither formatted, and a tournament.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let put = |path: &str, content: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, content).expect("written");
    };
    put(
        "g/game.toml",
        "[game]\nid=\"g\"\nname = \"G\"\nplayers = [1, 2]\ninclude = [\"house\"]\n[kinds.card.slots]\nbonus = { returns = \"int\" }\n",
    );
    put("g/cards/a.toml", "[cards.a]\nbonus = \"1+1\"\n");
    put("g/cards/b.csv", "id,bonus\nb,1+1\n");
    put("g/schema/x.toml", "a=1\n");
    put("house/cards/h.toml", "[cards.h]\nbonus = \"1+1\"\n");
    put("cup.toml", "a=1\n");
    folder
}

#[test]
fn a_package_is_formatted_without_what_it_includes() {
    let folder = folder();
    let at = |path: &str| fs::read_to_string(folder.path().join(path)).expect("it is there");
    let check = fmt(folder.path(), &["--check", "g"]);
    assert_eq!(check.status.code(), Some(1));
    insta::assert_snapshot!(text(&check.stdout), @r#"
    g/cards/a.toml:2
      - bonus = "1+1"
      + bonus = "1 + 1"
    g/game.toml:2
      - id="g"
      + id = "g"
    "#);
    assert_eq!(at("g/cards/a.toml"), "[cards.a]\nbonus = \"1+1\"\n");
    let output = fmt(folder.path(), &["g"]);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), "g/cards/a.toml\ng/game.toml\n"));
    assert_eq!(at("g/cards/a.toml"), "[cards.a]\nbonus = \"1 + 1\"\n");
    assert_eq!(at("g/cards/b.csv"), "id,bonus\nb,1+1\n");
    assert_eq!(at("g/schema/x.toml"), "a=1\n");
    assert_eq!(at("house/cards/h.toml"), "[cards.h]\nbonus = \"1+1\"\n");
    for args in [&["--check", "g"][..], &["g"]] {
        let again = fmt(folder.path(), args);
        assert_eq!((again.status.code(), text(&again.stdout), text(&again.stderr)), (Some(0), "", ""));
    }
    // The kinds of the game that includes it are known.
    let output = fmt(folder.path(), &["house"]);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
    assert_eq!(at("house/cards/h.toml"), "[cards.h]\nbonus = \"1 + 1\"\n");
}

#[test]
fn single_files_are_formatted() {
    let folder = folder();
    let at = |path: &str| fs::read_to_string(folder.path().join(path)).expect("it is there");
    let args = ["g/cards/a.toml", "house/cards/h.toml", "cup.toml", "g/cards/../cards/a.toml"];
    let output = fmt(folder.path(), &args);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
    let mut names: Vec<&str> = text(&output.stdout).lines().collect();
    assert_eq!(names.len(), 3, "{names:?}");
    names.retain(|name| name.ends_with("cup.toml"));
    assert_eq!(names, ["cup.toml"]);
    assert_eq!(
        (at("cup.toml"), at("g/cards/a.toml")),
        ("a = 1\n".into(), "[cards.a]\nbonus = \"1 + 1\"\n".into())
    );
    assert_eq!(at("house/cards/h.toml"), "[cards.h]\nbonus = \"1 + 1\"\n");
    assert!(at("g/game.toml").contains("id=\"g\""));
    // The package in this folder.
    assert_eq!(text(&fmt(&folder.path().join("g"), &[]).stdout), "game.toml\n");
}

#[test]
fn what_cannot_be_formatted_stops_nothing_else() {
    let folder = folder();
    fs::write(folder.path().join("g/cards/c.toml"), "[cards.c\n").expect("written");
    fs::write(folder.path().join("g/cards/d.toml"), b"[cards.d]\nname=\"\xff\"\n").expect("written");
    let output = fmt(folder.path(), &["g"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stdout), "g/cards/a.toml\ng/game.toml\n");
    let said = text(&output.stderr);
    assert!(said.contains("g/cards/c.toml:1") && said.contains("`g/cards/d.toml` is not UTF-8"), "{said}");
    assert_eq!(fs::read_to_string(folder.path().join("g/cards/c.toml")).expect("there"), "[cards.c\n");
    for (name, says) in [
        ("nosuch.toml", "`nosuch.toml` cannot be read"),
        ("hearts", "cardwright new my-game --from hearts"),
        ("g/art", "cannot be read"),
    ] {
        let output = fmt(folder.path(), &[name]);
        assert_eq!(output.status.code(), Some(1));
        assert!(text(&output.stderr).contains(says), "{}", text(&output.stderr));
    }
    fs::create_dir(folder.path().join("empty")).expect("made");
    let output = fmt(folder.path(), &["empty"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("game.toml"), "{}", text(&output.stderr));
}

#[test]
fn a_check_for_programs_is_made_of_diagnostics() {
    let folder = folder();
    let output = fmt(folder.path(), &["--check", "--format", "json", "g"]);
    assert_eq!(output.status.code(), Some(1));
    let lines = text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("JSON"));
    let lines: Vec<serde_json::Value> = lines.collect();
    let places: Vec<_> =
        lines.iter().map(|line| line["labels"][0]["file"].as_str().unwrap_or_default()).collect();
    assert_eq!(places, ["g/cards/a.toml", "g/game.toml"], "{lines:?}");
    assert!(
        lines.iter().all(|line| line["code"] == "CW0013" && line["labels"][0]["line"].is_u64()),
        "{lines:?}"
    );
    let output = fmt(folder.path(), &["--check", "--format", "short", "g"]);
    assert!(
        text(&output.stdout).contains("error[CW0013]: this file is not formatted"),
        "{}",
        text(&output.stdout)
    );
    assert_eq!(fmt(folder.path(), &["g"]).status.code(), Some(0));
    let output = fmt(folder.path(), &["--check", "--format", "json", "g"]);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), ""));
}

#[test]
fn read_only_files_are_refused() {
    let folder = folder();
    let path = folder.path().join("g/game.toml");
    let before = fs::read_to_string(&path).expect("there");
    let mut permissions = fs::metadata(&path).expect("there").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).expect("set");
    let output = fmt(folder.path(), &["g"]);
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    assert!(
        said.contains("CW0011")
            && said.contains("`g/game.toml` cannot be written")
            && said.contains("read-only"),
        "{said}"
    );
    assert_eq!(fs::read_to_string(&path).expect("there"), before);
    // The others are formatted.
    assert_eq!(text(&output.stdout), "g/cards/a.toml\n");
}

#[cfg(unix)]
#[test]
fn permissions_and_links_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder();
    let file = folder.path().join("g/cards/a.toml");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("set");
    symlink(folder.path().join("cup.toml"), folder.path().join("link.toml")).expect("linked");
    let output = fmt(folder.path(), &["g", "link.toml"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(fs::metadata(&file).expect("there").permissions().mode() & 0o777, 0o640);
    assert!(fs::symlink_metadata(folder.path().join("link.toml")).expect("there").is_symlink());
    assert_eq!(fs::read_to_string(folder.path().join("cup.toml")).expect("there"), "a = 1\n");
}

#[test]
fn a_failing_write_changes_no_file() {
    let folder = folder();
    let before = |path: &str| fs::read_to_string(folder.path().join(path)).expect("there");
    let old = [before("g/game.toml"), before("g/cards/a.toml")];
    for number in 1..6 {
        let mut command = crate::process::cardwright();
        command
            .current_dir(folder.path())
            .args(["fmt", "g"])
            .env("CARDWRIGHT_FAULT", format!("fail:{number}"));
        let output = command.ended();
        assert_eq!(output.status.code(), Some(1), "{number}");
        assert!(text(&output.stderr).contains("cannot be written"), "{}", text(&output.stderr));
        assert_eq!([before("g/game.toml"), before("g/cards/a.toml")], old, "{number}");
    }
}

/// All packages of the repository, those that are only included too, and what `cardwright new` writes.
#[test]
fn the_packages_of_the_repository_are_formatted() {
    let folders =
        fs::read_dir(root().join("cards")).expect("a folder").map(|entry| entry.expect("an entry").path());
    let folders: Vec<String> =
        folders.filter(|path| path.is_dir()).map(|path| path.display().to_string()).collect();
    let args: Vec<&str> = ["--check"].into_iter().chain(folders.iter().map(String::as_str)).collect();
    let output = fmt(root(), &args);
    assert_eq!((output.status.code(), text(&output.stdout), text(&output.stderr)), (Some(0), "", ""));
    let folder = tempfile::tempdir().expect("a folder");
    let new = crate::process::cardwright().current_dir(folder.path()).args(["new", "mine"]).ended();
    assert_eq!(new.status.code(), Some(0));
    let output = fmt(folder.path(), &["--check", "mine"]);
    assert_eq!((output.status.code(), text(&output.stdout), text(&output.stderr)), (Some(0), "", ""));
}

#[test]
fn what_goes_on_after_a_line_keeps_its_place() {
    // An `else` of a value stands behind it; a block is indented from where its statement begins.
    let before = "let x = 1 if coins > 2\n   else 2 if coins > 3\n      else 3\nif coins == 1\n  and coins == 2 {\n    coins = 3\n  }\nelse {\ncoins = 4\n}\nif any(hand,\n    strength > 2) {\ncoins = 5\n}";
    let after = "let x = 1 if coins > 2\n  else 2 if coins > 3\n  else 3\nif coins == 1\n  and coins == 2 {\n  coins = 3\n}\nelse {\n  coins = 4\n}\nif any(hand,\n  strength > 2) {\n  coins = 5\n}";
    assert_eq!(code(before), after);
    assert_eq!(code(after), after);
}

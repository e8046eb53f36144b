//! The inputs to begin with, made of shipped games and of the test suite: `CARDWRIGHT_FUZZ_SEEDS=FOLDER`
//! writes them.

#[path = "../../support/files.rs"]
mod files;

use crate::archive::{self, Files};
use crate::bytes::{games, study};
use cardwright::ir::StartPoint;
use cardwright::ir::bytes::to_bytes;
use cardwright::package::embedded;
use cardwright::play::{Agreement, SavedGame, Session};
use cardwright::table::{Stop, Table};
use std::fs;
use std::path::Path;

/// Writes a folder of inputs for each target.
pub fn write(folder: &Path) {
    cardwright::package::ship(files::shipped(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")));
    let put = |target: &str, name: &str, bytes: &[u8]| {
        let folder = folder.join(target);
        fs::create_dir_all(&folder)
            .and_then(|()| fs::write(folder.join(name), bytes))
            .expect("it can be written");
    };
    for id in ["tic-tac-toe", "kuhn-poker", "leduc-poker", "connect-four", "starter"] {
        let files: Files = embedded(id)
            .into_iter()
            .flatten()
            .filter(|(path, _)| {
                !path.starts_with("schema/") && !path.starts_with("scenarios/") && *path != "README.md"
            })
            .map(|(path, bytes)| {
                (
                    path.to_owned(),
                    String::from_utf8_lossy(bytes).replace("{{ id }}", "soup").replace("{{ name }}", "Soup"),
                )
            })
            .collect();
        put("package", id, archive::pack(&files).as_bytes());
        put("face", id, archive::pack(&files).as_bytes());
    }
    let mut codes = 0;
    for game in cardwright::package::shipped() {
        for (_, bytes) in embedded(game).into_iter().flatten().filter(|(path, _)| path.ends_with(".toml")) {
            let text = String::from_utf8_lossy(bytes);
            // Blocks of code, with a formula before them.
            for block in text.split("'''").skip(1).step_by(2).filter(|block| block.len() < 600) {
                codes += 1;
                put(
                    "code",
                    &format!("{codes:03}"),
                    format!("p.coins + count(p.hand)\n{}", block.trim()).as_bytes(),
                );
            }
            for line in text
                .lines()
                .filter_map(|line| line.split_once(" = \""))
                .filter(|(key, _)| !key.contains("text"))
            {
                if line.1.len() > 30 && line.1.contains('(') {
                    codes += 1;
                    put("code", &format!("{codes:03}"), line.1.trim_end_matches('"').as_bytes());
                }
            }
            for line in text
                .lines()
                .filter_map(|line| line.strip_prefix("text = \""))
                .filter(|l| l.contains("{{") || l.contains("{%"))
            {
                codes += 1;
                put("text", &format!("{codes:03}"), line.trim_end_matches('"').as_bytes());
            }
        }
    }
    put("text", "hole", b"Worth {{ worth }}, {{ hue | upper }}{% if worth > 2 %} +{{ worth }}{% endif %}.");
    put(
        "text",
        "loop",
        b"{% for c in ['a', 'b'] %}{{ c ~ loop.index }}{% endfor %} {{ name | replace('u', 'o') }}",
    );
    let svg = b"\x02<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><defs><linearGradient id=\"g\"><stop offset=\"0\" stop-color=\"red\"/><stop offset=\"1\"/></linearGradient></defs><g transform=\"rotate(9) scale(2)\"><path d=\"M1 1c2 2 3 1 4 4z\" fill=\"url(#g)\" stroke=\"#00f\" stroke-dasharray=\"1 2\"/></g></svg>";
    put("art", "svg", svg);
    put("art", "png", &[&[0][..], PNG].concat());
    for (number, ir) in games().iter().enumerate() {
        let bytes = to_bytes(ir);
        if bytes.len() < 64 << 10 {
            put("ir", &ir.game.id, &bytes[16..]);
        }
        states(
            ir,
            |name, bytes| put("state", name, &[&[number as u8][..], &bytes[16..]].concat()),
            |name, text| {
                put("saved", name, text.as_bytes());
                let answers: String = text
                    .lines()
                    .filter_map(|l| l.trim().split_once(", \""))
                    .map(|(_, a)| format!("{}\n", a.trim_end_matches("\"],")))
                    .collect();
                put("answers", name, answers.as_bytes());
            },
        );
    }
    fs::write(folder.join("words.dict"), dictionary()).expect("it can be written");
    put("part", "leduc", &study().to_bytes()[16..]);
    put("lists", "toml", b"name = \"Mine\"\n[cards]\nrose = 2\n\"Luna Moth\" = 1\n");
    put("lists", "text", b"2 Rose\n1 Luna Moth\n\n3 lily\n");
    let driven = [
        "\0{\"do\": \"new\", \"players\": 2, \"options\": {\"rounds\": 2}, \"seed\": 7}\n{\"do\": \"ask\"}\n{\"do\": \"choose\", \"option\": 0}\n{\"do\": \"view\", \"seat\": 1}\n",
        "\0{\"do\": \"new\", \"scenario\": \"evening\"}\n{\"do\": \"state\"}\n{\"do\": \"choose\", \"option\": 1}\n{\"do\": \"undo\"}\n{\"do\": \"record\"}\n",
        "\u{1}{\"do\": \"new\"}\n{\"do\": \"choose\", \"option\": 4}\n{\"do\": \"choose\", \"option\": 0}\n{\"do\": \"save\"}\n{\"do\": \"new\", \"seed\": 2}\n",
        "\u{3}{\"do\": \"new\", \"players\": 3}\n{\"do\": \"choose\", \"option\": \"draw_card\"}\n{\"do\": \"record\", \"seat\": 2}\n{\"do\": \"view\"}\n",
    ];
    for (number, lines) in driven.iter().enumerate() {
        put("drive", &number.to_string(), lines.as_bytes());
    }
    put("eval", "one", b"{\"id\": 7, \"zones\": {\"hand[1]\": [\"rose\", \"lily#1\"], \"bed\": [\"Luna Moth\"]}, \"players\": 2, \"seed\": 3}\n");
    put("eval", "two", b"{\"eval\": \"sum(players[1].hand, worth) + count(cards where hue == red)\", \"options\": {\"rounds\": 2, \"mood\": \"windy\"}}\n{}\n");
    put("eval", "three", b"{\"answers\": {\"rose\": \"lily\", \"choice\": [\"look\", {\"c\": \"rose\"}]}, \"eval\": \"draw(players[1], 2)\"}");
}

/// Words that a mutation may put in: words of the language, keys of its files, and parts of faces and texts.
fn dictionary() -> String {
    let own = cardwright::vocabulary::WORDS.iter().map(|word| format!("{}(", word.name));
    let others = [
        "[game]",
        "[kinds.card]",
        "[state.player]",
        "[state.table]",
        "[zones.deck]",
        "[functions.f]",
        "[verbs.v]",
        "[actions.a]",
        "[[reactions]]",
        "[[modifiers]]",
        "[keywords.k]",
        "[options.o]",
        "[[require]]",
        "[flow]",
        "[scoring]",
        "[boards.b]",
        "[enums]",
        "[cards.c]",
        "[sheets.s]",
        "params = { p = \"player\" }",
        "returns = \"int\"",
        "code = \"",
        "do = \"",
        "log = \"",
        "when = \"",
        "where = \"",
        "set of card",
        "card?",
        "int 0..9",
        "copies = 2",
        "per = \"player\"",
        "seen_by = \"owner\"",
        "ordered = true",
        "players[1]",
        "choose c from ",
        "act p from {",
        "by p",
        "more",
        "for each ",
        "repeat ",
        "while ",
        "if let ",
        "where ",
        "cancel",
        "may ",
        "{{ ",
        " }}",
        "{% if ",
        "{% for x in ",
        "{% endif %}",
        "{% endfor %}",
        "|upper",
        "|join(",
        "|replace(",
        " ~ ",
        "<svg ",
        "<g ",
        "<path d=\"",
        "<text ",
        "<image href=\"",
        "viewBox=\"0 0 9 9\"",
        "transform=\"",
        "font-family=\"",
        "url(#",
        "--- faces/one.svg.j2\n",
        "--- print.toml\n",
        "--- rules.md\n",
        "--- icons/i.svg\n",
        "9223372036854775807",
        "-9223372036854775808",
        "1e308",
        "IHDR",
        "IDAT",
        "PLTE",
        "tRNS",
        "glyf",
        "loca",
        "cmap",
        "head",
        "\"zones\": {",
        "\"answers\": {",
        "\"options\": {",
        "\"players\": 2",
        "\"seed\": 3",
        "\"eval\": \"",
        "{\"do\": \"new\"",
        "{\"do\": \"ask\"}\n",
        "{\"do\": \"choose\", \"option\": ",
        "{\"do\": \"undo\"}\n",
        "{\"do\": \"view\", \"seat\": ",
        "{\"do\": \"state\"}\n",
        "{\"do\": \"record\", \"seat\": ",
        "{\"do\": \"save\"}\n",
        "\"scenario\": \"",
        "\"decks\": {\"1\": \"",
    ];
    let escaped = |b: u8| match b {
        b'"' | b'\\' => format!("\\x{b:02x}"),
        b if b.is_ascii_graphic() => char::from(b).to_string(),
        b => format!("\\x{b:02x}"),
    };
    let quoted = |word: String| format!("\"{}\"\n", word.bytes().map(escaped).collect::<String>());
    own.chain(others.map(String::from)).map(quoted).collect()
}

/// A grey pixel.
const PNG: &[u8] = &[
    0x89, b'P', b'N', b'G', 13, 10, 26, 10, 0, 0, 0, 13, b'I', b'H', b'D', b'R', 0, 0, 0, 1, 0, 0, 0, 1, 8,
    0, 0, 0, 0, 0x3a, 0x7e, 0x9b, 0x55, 0, 0, 0, 10, b'I', b'D', b'A', b'T', 0x78, 0x9c, 0x63, 0x68, 0, 0, 0,
    0x82, 0, 0x81, 0x77, 0xcd, 0x72, 0xb6, 0, 0, 0, 0, b'I', b'E', b'N', b'D', 0xae, 0x42, 0x60, 0x82,
];

/// Some states of a game under way, and the game saved.
fn states(ir: &cardwright::ir::Ir, mut state: impl FnMut(&str, &[u8]), mut saved: impl FnMut(&str, &str)) {
    let table = Table::new(ir).expect("it is sound");
    let id = &ir.game.id;
    let given: Vec<(&str, &str)> = Vec::new();
    let agreement = Agreement::settle(&mut table.machine(), None, given, 5).expect("they agree");
    let mut session = Session::new(&table, agreement).unwrap_or_else(|why| panic!("{why:?}"));
    for number in 0..12 {
        if session.advance() != Stop::Choice {
            break;
        }
        if number % 5 == 0 {
            state(&format!("{id}-{number}"), &table.save(session.state()));
        }
        let count = session.observation().expect("it waits").options().len();
        session.choose(number * 7 % count).expect("an option");
    }
    saved(id, &SavedGame::of(&session, id, &[]).to_toml());
    let mut laid = session.initial_state().clone();
    table.machine().start(&mut laid, StartPoint::Setup);
    state(&format!("{id}-laid"), &table.save(&laid));
}

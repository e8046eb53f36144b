//! Templates: however a text is written, checking it needs neither much memory nor a deep stack.

use crate::support;
use cardwright::diagnostics::{Format, render};
use cardwright::print::{self, Request};

const GAME: &str = "[game]\nid = \"g\"\nname = \"G\"\nplayers = [2, 2]\n[zones.deck]\nstart = \"cards\"\n[flow]\nplay = \"end\"\n";

/// Returns the diagnostics of a game with a card of this text.
fn checked(text: &str) -> String {
    let card = format!("[cards.c]\nname = \"C\"\ntext = '''{text}'''\n");
    let opened = support::opened([("game.toml", GAME), ("cards/c.toml", card.as_str())]);
    render(&opened.diagnostics, &opened.sources, Format::Short)
}

/// Returns the diagnostics of printing a game with a face of its own that holds this.
fn printed(inside: &str) -> String {
    let face = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\">{inside}</svg>");
    let sheet = "[sheets.cards]\ncomponents = \"card\"\nface = \"own\"\nduplex = \"off\"\n";
    let files = [
        ("game.toml", GAME),
        ("cards/c.toml", "[cards.c]\nname = \"C\"\n"),
        ("print.toml", sheet),
        ("faces/own.svg.j2", face.as_str()),
    ];
    let opened = support::opened(files);
    let game = opened.game.expect("a sound game");
    render(&print::print(&game.ir, &Request::default()).found, game.sources(), Format::Short)
}

/// Loops in each other, of which each makes eight times as much of the variable of the one around it.
fn growing(of: impl Fn(&str) -> String, end: &str) -> String {
    let names = "abcdefghijklm";
    let mut text = String::from("{% for a in [\"x\"] %}");
    for (before, after) in names.chars().zip(names.chars().skip(1)) {
        text.push_str(&format!("{{% for {after} in {} %}}", of(&before.to_string())));
    }
    text.push_str(end);
    text.push_str(&"{% endfor %}".repeat(names.len()));
    text
}

#[test]
fn what_would_take_all_memory_is_refused() {
    let bombs = [
        growing(|a| format!("[{a}~{a}~{a}~{a}~{a}~{a}~{a}~{a}]"), "{{ m|length }}"),
        growing(|a| format!("[[{a}, {a}, {a}, {a}, {a}, {a}, {a}, {a}]]"), "{{ m|upper }}"),
        growing(|a| format!("[[{a}, {a}, {a}, {a}, {a}, {a}, {a}, {a}]]"), "{{ m ~ m }}"),
        growing(|a| format!("[({a}, {a}, {a}, {a}, {a}, {a}, {a}, {a})]"), "{{ m }}"),
        growing(|a| format!("[{{\"k\": [{a}, {a}, {a}, {a}, {a}, {a}, {a}, {a}]}}]"), "{{ m }}"),
        growing(|a| format!("[{a} + {a} + {a} + {a} + {a} + {a} + {a} + {a}]"), "{{ m|join }}"),
        growing(|a| format!("[[loop, {a}, {a}, {a}, {a}, {a}, {a}, {a}]]"), "{{ m in \"x\" }}"),
        "{{ \"\\\"\" * 99999999999 }}".to_owned(),
        "{{ {\"a\": {\"b\": 1}}.a ~ \"x\" * 99999999999 }}".to_owned(),
        format!("{{{{ {} }}}}", vec!["name"; 40].join(" ~ ")),
        format!("{{{{ [{}] in \"x\" }}}}", vec!["name"; 100].join(", ")),
        format!("{{{{ [{}] ~ \"x\" }}}}", vec!["name"; 100].join(", ")),
        "x".repeat(100_000),
        format!("{}{{{{ name }}}}", "x".repeat(70_000)),
    ];
    for bomb in bombs {
        let said = checked(&bomb);
        assert!(said.contains("error[CW0521]"), "{}: {said}", &bomb[..bomb.len().min(200)]);
        if bomb.len() < 60_000 {
            let said = printed(&bomb);
            assert!(said.contains("error[CW0905]"), "{}: {said}", &bomb[..bomb.len().min(200)]);
        }
    }
    for bomb in [
        "{% block b %}x{% endblock %}{{ self.b() ~ self.b() }}",
        "{% block b %}{{ super() ~ super() }}{% endblock %}",
    ] {
        assert!(printed(bomb).contains("error[CW0905]"), "{bomb}");
    }
}

#[test]
fn what_would_take_all_of_the_stack_is_refused() {
    let long = [
        format!("{{{{ {}1 }}}}", "-".repeat(20_000)),
        format!("{{{{ 1{} }}}}", "+1".repeat(80_000)),
        format!("{{{{ {}true }}}}", "not ".repeat(40_000)),
        format!("{{{{ name{} }}}}", "|trim".repeat(40_000)),
        format!("{{{{ name{} }}}}", "[0]".repeat(40_000)),
        format!("{{{{ name{} }}}}", ".a".repeat(40_000)),
        format!("{{{{ {}1{} }}}}", "(".repeat(40_000), ")".repeat(40_000)),
        format!("{{% if false %}}{}{{% endif %}}", "{% elif false %}".repeat(40_000)),
        format!("{}{}", "{% if true %}".repeat(40_000), "{% endif %}".repeat(40_000)),
        format!("{{{{ {}1", "-".repeat(20_000)),
        format!("{{{{ \"{}\" }}}}", "x".repeat(20_000)),
    ];
    for text in long {
        let said = checked(&text);
        assert!(said.contains("error[CW0521]"), "{}: {said}", &text[..60]);
        let said = printed(&text);
        assert!(said.contains("error[CW0905]"), "{}: {said}", &text[..60]);
    }
}

#[test]
fn just_below_the_bounds_all_is_well() {
    let fine = [
        format!("{{{{ {}1 }}}}", "-".repeat(490)),
        format!("{{{{ name{} }}}}", "|trim".repeat(240)),
        format!("{{% if false %}}{}{{% endif %}}", "{% elif false %}".repeat(98)),
        format!("{}x{}", "{% if true %}".repeat(100), "{% endif %}".repeat(100)),
        "{% for row in [[\"leaf\", name], [\"coin\", name]] %}{{ row[0] ~ row[1] }}{% endfor %}".to_owned(),
        "{% for a in [1, 2] %}{% for b in [a, a + 1] %}{{ \"n\" ~ a ~ b }}{% endfor %}{% endfor %}"
            .to_owned(),
        "{{ name|upper }}, {{ name|title|lower|capitalize }}, {{ \"a*b\" }}, {{ [\"x\", \"y\"][0] ~ name }}"
            .to_owned(),
        "{# a comment with * and ~ #}{{ name }}".to_owned(),
    ];
    for text in fine {
        assert_eq!(checked(&text), "", "{}", &text[..text.len().min(200)]);
    }
}

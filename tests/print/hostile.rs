//! Harmful contents of packages: each ends in a diagnostic, soon.

use std::time::{Duration, Instant};

use super::*;

/// Returns the diagnostics of a package with a face of its own, and checks that it did not take long.
fn told(face: &str, more: &[(&str, &str)]) -> String {
    let sheet = "[sheets.cards]\ncomponents = \"card\"\nface = \"own\"\nduplex = \"off\"\n";
    let mut files = vec![("print.toml", sheet), ("faces/own.svg.j2", face)];
    files.extend(more);
    let game = game(2, &files);
    let start = Instant::now();
    let output = print::print(&game.ir, &Request::default());
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    said(&game, &output)
}

fn svg(inside: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" viewBox=\"0 0 63 88\">{inside}</svg>"
    )
}

#[test]
fn nothing_outside_the_package_is_referred_to() {
    for href in
        ["https://example.org/a.png", "/etc/passwd", "../../secret.png", "file:///etc/passwd", "art/none.png"]
    {
        for attribute in ["href", "xlink:href"] {
            let said =
                told(&svg(&format!("<image {attribute}=\"{href}\" width=\"10\" height=\"10\"/>")), &[]);
            assert!(said.contains("CW0913"), "{href}: {said}");
        }
    }
    for inside in
        ["<script>alert(1)</script>", "<foreignObject/>", "<rect onclick=\"x()\" width=\"1\" height=\"1\"/>"]
    {
        let said = told(&svg(inside), &[]);
        assert!(said.contains("CW0913"), "{inside}: {said}");
    }
}

#[test]
fn styles_refer_to_nothing_outside_either() {
    let rect = |attributes: &str| format!("<rect {attributes} width=\"9\" height=\"9\"/>");
    let rules = |rules: &str| format!("<style>{rules}</style>{}", rect("class=\"a\""));
    for inside in [
        rect("fill=\"url(other.svg#a)\""),
        rect("style=\"fill:url(http://example.org/a.svg#b)\""),
        rect("style=\"stroke: red; fill: URL( 'http://example.org/a.svg#b' )\""),
        rect("filter=\"url(/etc/passwd#a)\""),
        rules("@import 'other.css';"),
        rules("/* */ @IMPORT url(#a);"),
        rules(".a { fill: url(&quot;other.svg#a&quot;) }"),
        rules("<![CDATA[@font-face { font-family: f; src: url(fonts/f.ttf) }]]>"),
    ] {
        let said = told(&svg(&inside), &[]);
        assert!(said.contains("CW0913") && said.contains("refers to another file"), "{inside}: {said}");
        // Pictures are held to the same.
        let shown = svg("<image href=\"art/a.svg\" width=\"10\" height=\"10\"/>");
        let said = told(&shown, &[("art/a.svg", &svg(&inside))]);
        assert!(said.contains("refers to another file"), "{inside}: {said}");
    }
    let sheet = format!("<?xml-stylesheet href=\"a.css\"?>{}", svg(""));
    let said = told(&sheet, &[]);
    assert!(said.contains("CW0913") && said.contains("xml-stylesheet"), "{said}");
    // What is inside, what is no style, and comments refer to nothing.
    let gradient = "<linearGradient id=\"g\"><stop offset=\"0\" stop-color=\"red\"/></linearGradient>";
    for inside in [
        rect("fill=\"url(#g)\""),
        rect("style=\"fill: url( &quot;#g&quot; )\""),
        rect("data-text=\"url(http://example.org) and @import\""),
        rules("/* @import and url(http://example.org) */ .a { fill: url(#g) }"),
        rules(".my-url { fill: red } .a { fill: blue }"),
    ] {
        let said = told(&svg(&format!("{gradient}{inside}")), &[]);
        assert!(!said.contains("CW0913"), "{inside}: {said}");
    }
}

#[test]
fn entities_are_not_read() {
    let laughs = "<!DOCTYPE svg [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;\">]>";
    let said = told(&format!("{laughs}{}", svg("&c;")), &[]);
    assert!(said.contains("CW0906"), "{said}");
}

#[test]
fn uses_of_uses_are_counted() {
    let mut inside = String::from("<defs><g id=\"g0\"><rect width=\"1\" height=\"1\"/></g>");
    for i in 1..40 {
        let below = format!("<use href=\"#g{}\"/>", i - 1).repeat(10);
        inside.push_str(&format!("<g id=\"g{i}\">{below}</g>"));
    }
    let said = told(&svg(&format!("{inside}</defs><use href=\"#g39\"/>")), &[]);
    assert!(said.contains("CW0913"), "{said}");
    let said = told(&svg("<g id=\"a\"><use href=\"#b\"/></g><g id=\"b\"><use href=\"#a\"/></g>"), &[]);
    assert!(!said.contains("panic"), "{said}");
}

#[test]
fn elements_lie_only_so_deep_in_each_other() {
    let said = told(&svg(&format!("{}{}", "<g>".repeat(50_000), "</g>".repeat(50_000))), &[]);
    assert!(said.contains("CW0906"), "{said}");
    let tags = told(&svg(&"<a ".repeat(300_000)), &[]);
    assert!(tags.contains("CW0906"), "{tags}");
    // An attribute may hold `/>`, and a comment anything.
    for open in ["<g class=\"/>\">", "<g class='>'>", "<g><!-- > -->"] {
        for depth in [200, 40_000] {
            let said = told(&svg(&format!("{}{}", open.repeat(depth), "</g>".repeat(depth))), &[]);
            assert!(said.contains("CW0906") && said.contains("more than 100 deep"), "{open}: {said}");
        }
    }
    let rect = "<rect width=\"9\" height=\"9\"/>";
    for sound in [
        format!("<!-- > {} -->{rect}", "<g>".repeat(150)),
        format!("{}{rect}{}", "<g>".repeat(98), "</g>".repeat(98)),
        format!("{}{rect}", "<g class=\">\"/>".repeat(150)),
    ] {
        let said = told(&svg(&sound), &[]);
        assert!(!said.contains("CW0906"), "{sound}: {said}");
    }
}

/// The parser's time is quadratic in these.
#[test]
fn attributes_and_prefixes_are_only_so_many() {
    let numbered = |range: std::ops::Range<usize>, text: &str| -> String {
        range.map(|n| text.replace("NUMBER", &n.to_string())).collect()
    };
    let said = told(&svg(&format!("<g {}/>", numbered(0..60_000, "a.NUMBER='' "))), &[]);
    assert!(said.contains("CW0906") && said.contains("more than 256 attributes"), "{said}");
    let said = told(&svg(&numbered(0..20_000, "<g xmlns:aNUMBER=\"\"/>")), &[]);
    assert!(said.contains("CW0906") && said.contains("more than 64 prefixes"), "{said}");
    let many = numbered(0..200, "data-NUMBER=\"x = y\" ");
    let said = told(&svg(&format!("<g xmlns:a=\"a\" {many}/>").repeat(30)), &[]);
    assert!(!said.contains("CW0906"), "{said}");
}

#[test]
fn templates_end() {
    let spin = "{% for a in range(9999) %}{% for b in range(9999) %}x{% endfor %}{% endfor %}";
    assert!(told(&svg(spin), &[]).contains("CW0905"));
    let nested = "{% for a in noise %}{% for b in noise %}{% for c in noise %}{% for d in noise %}<g/>{% endfor %}{% endfor %}{% endfor %}{% endfor %}";
    assert!(told(&svg(nested), &[]).contains("CW0905"));
    let own = "{% include \"own\" %}{% include \"own\" %}";
    assert!(told(&svg(own), &[]).contains("CW0905"));
}

#[test]
fn a_picture_of_a_hundred_thousand_pixels_is_refused() {
    // A PNG that says it is that wide, and holds next to nothing.
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut header = b"IHDR".to_vec();
    header.extend(100_000_u32.to_be_bytes());
    header.extend(100_000_u32.to_be_bytes());
    header.extend([8, 2, 0, 0, 0]);
    png.extend(13_u32.to_be_bytes());
    png.extend(&header);
    png.extend(crc(&header).to_be_bytes());
    let data: String = png.iter().map(|b| format!("%{b:02x}")).collect();
    let said =
        told(&svg(&format!("<image href=\"data:image/png,{data}\" width=\"50\" height=\"50\"/>")), &[]);
    assert!(said.contains("CW0914"), "{said}");
}

/// The check sum of a part of a PNG.
fn crc(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
        }
    }
    !crc
}

#[test]
fn a_filter_as_large_as_a_wall_is_refused() {
    let inside = "<filter id=\"f\" x=\"-999\" y=\"-999\" width=\"9999\" height=\"9999\"><feGaussianBlur stdDeviation=\"500\"/></filter><rect width=\"63\" height=\"88\" filter=\"url(#f)\"/>";
    let said = told(&svg(inside), &[]);
    assert!(said.contains("CW0906"), "{said}");
}

/// Files that lead out of their package, or are no files, are reported and not read.
#[cfg(unix)]
#[test]
fn links_do_not_lead_out_of_the_package() {
    let folder = tempfile::tempdir().expect("a folder");
    let outside = folder.path().join("secret.svg");
    std::fs::write(&outside, svg("<circle r=\"9\"/>")).expect("written");
    let package = folder.path().join("woods");
    std::fs::create_dir_all(package.join("art")).expect("a folder");
    std::fs::create_dir_all(package.join("cards")).expect("a folder");
    let files = [
        (
            "game.toml",
            "[game]\nid = \"woods\"\nname = \"Woods\"\nplayers = [1, 4]\n[zones.deck]\nstart = \"cards\"\n[flow]\nplay = \"end\"\n",
        ),
        ("cards/cards.toml", "[cards.twig]\nname = \"Twig\"\n"),
    ];
    for (path, text) in files {
        std::fs::write(package.join(path), text).expect("written");
    }
    assert!(CompiledGame::open(package.to_str().expect("UTF-8")).game.is_some());
    for (to, link) in
        [(outside.as_path(), "art/twig.svg"), (std::path::Path::new("../../secret.svg"), "art/up.svg")]
    {
        std::os::unix::fs::symlink(to, package.join(link)).expect("a link");
        let opened = CompiledGame::open(package.to_str().expect("UTF-8"));
        let told = render(&opened.diagnostics, &opened.sources, Format::Short);
        assert!(opened.game.is_none() && told.contains(link), "{told}");
        std::fs::remove_file(package.join(link)).expect("removed");
    }
    // A folder of the package that is a link elsewhere.
    std::fs::remove_dir(package.join("art")).expect("removed");
    std::os::unix::fs::symlink(folder.path(), package.join("art")).expect("a link");
    let opened = CompiledGame::open(package.to_str().expect("UTF-8"));
    let told = render(&opened.diagnostics, &opened.sources, Format::Short);
    assert!(opened.game.is_none() && told.contains("art"), "{told}");
}

#[test]
fn pictures_and_icons_of_a_package_are_held_to_the_same() {
    let laughs = "<!DOCTYPE svg [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;\">]><svg xmlns=\"http://www.w3.org/2000/svg\">&b;</svg>";
    let shows = svg(
        "<image href=\"art/twig.svg\" width=\"20\" height=\"20\"/>{{ icon(\"twig\", 5, 5, 5, \"#000000\") }}",
    );
    for inside in [
        laughs.to_owned(),
        svg("<script>alert(1)</script><rect width=\"1\" height=\"1\"/>"),
        svg("<image href=\"https://example.org/a.png\" width=\"9\" height=\"9\"/>"),
        svg("<image href=\"../game.toml\" width=\"9\" height=\"9\"/>"),
        svg("<use href=\"file:///etc/passwd#a\"/>"),
    ] {
        let icon = told(&shows, &[("icons/twig.svg", inside.as_str())]);
        assert!(icon.contains("CW0911") || icon.contains("CW0913"), "an icon: {icon}");
    }
    let style =
        svg("<style>rect { fill: url(https://example.org/a.svg#b) }</style><rect width=\"9\" height=\"9\"/>");
    assert!(!told(&style, &[]).contains("panic"));
}

/// A game whose cards have these pictures, and the diagnostics of its default faces.
fn with_art(art: &[(&str, &[u8])]) -> String {
    let mut game = game(1, &[("print.toml", "[sheets.cards]\ncomponents = \"card\"\nduplex = \"off\"\n")]);
    for (path, bytes) in art {
        let asset =
            cardwright::ir::print::AssetInfo { path: (*path).into(), file: None, bytes: bytes.to_vec() };
        game.ir.print.assets.push(asset);
    }
    let start = Instant::now();
    let output = print::print(&game.ir, &Request::default());
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    said(&game, &output)
}

#[test]
fn a_picture_that_cannot_be_printed_is_said_and_named() {
    let cases: [(&str, String, &str); 8] = [
        (
            "art/c0.svg",
            svg("<script>alert(1)</script>"),
            "error[CW0913]: in `art/c0.svg`, in the face of `Card 0`",
        ),
        ("art/c0.svg", svg("<image href=\"https://example.org/a.png\" width=\"9\" height=\"9\"/>"), "CW0913"),
        ("art/c0.svg", svg("<image href=\"../game.toml\" width=\"9\" height=\"9\"/>"), "CW0913"),
        ("art/c0.svg", format!("<!DOCTYPE svg [<!ENTITY a \"ha\">]>{}", svg("&a;")), "CW0914"),
        (
            "art/c0.svg",
            "<svg".into(),
            "error[CW0914]: `art/c0.svg` in the face of `Card 0` cannot be printed",
        ),
        ("art/c0.svg", svg("<image href=\"data:image/gif,GIF89a\" width=\"9\" height=\"9\"/>"), "CW0914"),
        ("art/c0.png", "no picture".into(), "error[CW0914]: `art/c0.png`"),
        ("art/c0.jpg", "no picture".into(), "error[CW0914]: `art/c0.jpg`"),
    ];
    for (path, inside, wanted) in cases {
        let said = with_art(&[(path, inside.as_bytes())]);
        assert!(said.contains(wanted), "{inside}: {said}");
    }
    let fine = svg("<rect width=\"63\" height=\"88\" fill=\"#204060\"/>");
    assert_eq!(with_art(&[("art/c0.svg", fine.as_bytes())]), "");
    // A picture of one pixel is soft at any size.
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, 1, 1);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(&[200, 10, 10]).expect("written");
    writer.finish().expect("finished");
    let said = with_art(&[("art/c0.png", &png)]);
    assert!(
        said.contains(
            "cards/cards.toml:1:2: warning[CW0915]: `art/c0.png` in the face of `Card 0` has 0 pixels to the inch"
        ),
        "{said}"
    );
}

#[test]
fn a_picture_with_text_is_told_to_have_paths_instead() {
    let art = svg("<text x=\"1\" y=\"5\">Hi</text>");
    let mut game = game(1, &[("print.toml", "[sheets.cards]\ncomponents = \"card\"\nduplex = \"off\"\n")]);
    game.ir.print.assets.push(cardwright::ir::print::AssetInfo {
        path: "art/c0.svg".into(),
        file: None,
        bytes: art.into_bytes(),
    });
    let printed = print::print(&game.ir, &Request::default()).found;
    for (found, code) in [(printed, "CW0913"), (print::check_files(&game.ir), "CW0914")] {
        let d = found.iter().find(|d| d.code.to_string() == code).expect("an error");
        assert!(d.help.as_deref().is_some_and(|help| help.contains("convert its text to paths")), "{d:?}");
        assert!(!format!("{d:?}").contains("data-text"), "{d:?}");
    }
}

#[test]
fn filters_do_only_so_much_work() {
    let filter =
        |inside: &str| format!("<filter id=\"f\" x=\"0\" y=\"0\" width=\"1\" height=\"1\">{inside}</filter>");
    let blurred = "<rect width=\"63\" height=\"88\" fill=\"#c00\" filter=\"url(#f)\"/>";
    let blur = "<feGaussianBlur stdDeviation=\"2\"/>";
    // The blur leaves the edge white, which is the only thing reported.
    let said = told(&svg(&format!("{}{blurred}", filter(blur))), &[]);
    assert!(said.lines().all(|line| line.contains("CW0933")), "{said}");
    for (steps, rects) in [(2000, 1), (200, 3)] {
        let said = told(&svg(&format!("{}{}", filter(&blur.repeat(steps)), blurred.repeat(rects))), &[]);
        assert!(said.contains("CW0906"), "{steps} {rects}: {said}");
    }
    for endless in [
        "<feTurbulence numOctaves=\"1000000\"/>",
        "<feMorphology radius=\"500\"/>",
        "<feConvolveMatrix order=\"99\" kernelMatrix=\"1\"/>",
    ] {
        let said = told(&svg(&format!("{}{blurred}", filter(endless))), &[]);
        assert!(said.contains("CW0913"), "{endless}: {said}");
    }
}

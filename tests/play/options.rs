//! The options of a choice in their displayed form.

use cardwright::report::options;

fn shown(labels: &[String], width: usize) -> String {
    anstream::adapter::strip_str(&options(labels, width)).to_string()
}

fn labels(labels: impl IntoIterator<Item = &'static str>) -> Vec<String> {
    labels.into_iter().map(String::from).collect()
}

#[test]
fn a_few_stand_below_each_other_and_more_in_columns() {
    assert_eq!(shown(&labels(["Take Oar", "Pass"]), 40), "  1  Take Oar\n  2  Pass\n");
    let ten = labels(["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]);
    assert_eq!(
        shown(&ten, 22),
        "   1  a     6  f\n   2  b     7  g\n   3  c     8  h\n   4  d     9  i\n   5  e    10  j\n"
    );
}

#[test]
fn many_that_differ_in_their_last_word_stand_in_a_row() {
    let mut moves: Vec<String> = (1..=30).map(|n| format!("Move a1 b{n}")).collect();
    moves.extend((1..=20).map(|n| format!("Leap a1 b{n}")));
    moves.extend(labels(["Pass", "End turn"]));
    let text = shown(&moves, 50);
    // Numbers go on from row to row, and no line is wider than the given width.
    assert_eq!(
        text,
        "   1–30  Move a1  b1 b2 b3 b4 b5 b6 b7 b8 b9 b10\n\
         \x20                 b11 b12 b13 b14 b15 b16 b17 b18\n\
         \x20                 b19 b20 b21 b22 b23 b24 b25 b26\n\
         \x20                 b27 b28 b29 b30\n\
         \x20 31–50  Leap a1  b1 b2 b3 b4 b5 b6 b7 b8 b9 b10\n\
         \x20                 b11 b12 b13 b14 b15 b16 b17 b18\n\
         \x20                 b19 b20\n\
         \x20    51  Pass\n\
         \x20    52  End turn\n"
    );
}

#[test]
fn many_that_have_nothing_in_common_stand_in_columns() {
    let many: Vec<String> = (1..=50).map(|n| format!("Take {n} crowns{n}")).collect();
    assert!(shown(&many, 60).starts_with("   1  Take 1 crowns1 "));
}

#[test]
fn many_single_words_need_no_more_than_their_numbers() {
    let cells: Vec<String> = (1..=45).map(|n| format!("c{n}")).collect();
    assert!(shown(&cells, 40).starts_with("   1–45  c1 c2 c3 "), "{}", shown(&cells, 40));
}

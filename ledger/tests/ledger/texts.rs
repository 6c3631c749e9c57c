//! The grammar of texts.

use ledger::id::AnyId;
use ledger::text::{Block, Inline, citations, one_line, parse, parse_inline};
use proptest::prelude::*;

fn id(text: &str) -> AnyId {
    text.parse().expect("an id")
}

fn check(source: &str, expected: &[Inline]) {
    assert_eq!(parse_inline(source), expected, "{source}");
}

fn text(text: &str) -> Inline {
    Inline::Text(text.into())
}

#[test]
fn bold_code_and_links_are_read() {
    check("a **b** c", &[text("a "), Inline::Bold(vec![text("b")]), text(" c")]);
    check("`x > 1`", &[Inline::Code("x > 1".into())]);
    check("[notes](https://example.org/a?b=c)", &[Inline::Link { text: "notes".into(), url: "https://example.org/a?b=c".into() }]);
}

#[test]
fn markup_that_does_not_close_is_text() {
    for source in ["**open", "`open", "[a](https://example.org", "[a]", "****", "``", "[](https://example.org)"] {
        check(source, &[text(source)]);
    }
}

#[test]
fn other_schemes_are_text() {
    for source in ["[a](javascript:alert(1))", "[a](data:text/html,x)", "[a](//example.org)", "[a](https://)"] {
        assert!(parse_inline(source).iter().all(|inline| matches!(inline, Inline::Text(_))), "{source}");
    }
}

#[test]
fn ids_are_read_with_their_line() {
    check("see E-28:4.", &[text("see "), Inline::Id { id: id("E-28"), line: Some(4) }, text(".")]);
    check("**F-7** fell", &[Inline::Bold(vec![Inline::Id { id: id("F-7"), line: None }]), text(" fell")]);
    check("F-7:3", &[Inline::Id { id: id("F-7"), line: None }, text(":3")]);
}

#[test]
fn words_that_only_look_like_ids_are_text() {
    for source in ["TE-17", "E-17b", "E-017", "E-0", "E-1234567890", "K-01", "/E-17", "E-17-1", "E -17"] {
        check(source, &[text(source)]);
    }
}

#[test]
fn code_is_not_cited() {
    let cited = citations("F-1 and E-2:9, not `E-3`\n\n- **F-1** again\n- Q-4");
    assert_eq!(cited, [(id("F-1"), None), (id("E-2"), Some(9)), (id("Q-4"), None)]);
}

#[test]
fn blank_lines_part_paragraphs_and_dashes_make_lists() {
    let blocks = parse("one\ntwo\n\nthree\n- a\n- b\nfour");
    let expected = [
        Block::Paragraph(vec![text("one\ntwo")]),
        Block::Paragraph(vec![text("three")]),
        Block::List(vec![vec![text("a")], vec![text("b")]]),
        Block::Paragraph(vec![text("four")]),
    ];
    assert_eq!(blocks, expected);
}

#[test]
fn one_line_has_no_markup_and_is_cut_between_letters() {
    assert_eq!(one_line("**a** `b`\n\n- E-2:9\n- d", 100), "a b E-2:9 d");
    assert_eq!(one_line("äöü äöü", 5), "äöü ä…");
}

fn leaves(blocks: &[Block]) -> String {
    fn write(inlines: &[Inline], out: &mut String) {
        for inline in inlines {
            match inline {
                Inline::Text(text) | Inline::Code(text) | Inline::Link { text, .. } => out.push_str(text),
                Inline::Bold(inner) => write(inner, out),
                Inline::Id { id, line } => {
                    out.push_str(&id.to_string());
                    if let Some(line) = line {
                        out.push_str(&format!(":{line}"));
                    }
                }
            }
        }
    }
    let mut out = String::new();
    for block in blocks {
        match block {
            Block::Paragraph(inlines) => write(inlines, &mut out),
            Block::List(items) => items.iter().for_each(|item| write(item, &mut out)),
        }
    }
    out
}

proptest! {
    #[test]
    fn any_text_is_read(source in any::<String>()) {
        parse(&source);
    }

    /// Without links only the markers themselves go, and nothing comes in.
    #[test]
    fn leaves_are_the_text_without_markers(source in "[ab EFQ0-9:*`\n-]{0,60}") {
        let is_marker = |letter: &char| matches!(letter, '*' | '`' | '-' | ' ' | '\n');
        let strip = |text: &str| text.chars().filter(|letter| !is_marker(letter)).collect::<String>();
        prop_assert_eq!(strip(&leaves(&parse(&source))), strip(&source));
    }

    #[test]
    fn many_open_brackets_are_read_in_time(count in 1_000usize..20_000) {
        let source = "[".repeat(count);
        prop_assert_eq!(parse_inline(&source), vec![text(&source)]);
    }

    #[test]
    fn ids_parse_to_what_they_display(number in 1u32..999_999_999, letter in "[EFQRNM]") {
        let text = format!("{letter}-{number}");
        prop_assert_eq!(id(&text).to_string(), text);
    }
}

//! A post-mortem as one HTML file: it opens without a network and prints well.

use super::{Block, Document};
use crate::id::AnyId;
use crate::text::{self, Inline, Prose};
use std::collections::BTreeSet;

/// Writes a document as a whole file. `style` is its style sheet; the other arguments are those of [`markdown`](super::markdown()).
pub fn html(document: &Document, style: &str, exporter: &str, lint: &[String], head: &str) -> String {
    let title = escaped(&document.title);
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"content-security-policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>Post-mortem: {title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n<dl>\n"
    );
    for (name, value) in &document.facts {
        out.push_str(&format!("<div><dt>{}</dt><dd>{}</dd></div>\n", escaped(name), escaped(value)));
    }
    out.push_str("</dl>\n");
    if !lint.is_empty() {
        out.push_str(&format!(
            "<aside class=\"open\">\n<p><b>Exported by {} with {} open points</b></p>\n<ul>\n",
            escaped(exporter),
            lint.len()
        ));
        for point in lint {
            out.push_str(&format!("<li>{}</li>\n", escaped(point)));
        }
        out.push_str("</ul>\n</aside>\n");
    }
    let anchors = anchors_of(document);
    for section in &document.sections {
        out.push_str(&format!("<section id=\"{}\">\n<h2>{}</h2>\n", escaped(&section.anchor), escaped(&section.heading)));
        for block in &section.blocks {
            match block {
                Block::Heading(heading) => out.push_str(&format!("<h3>{}</h3>\n", escaped(heading))),
                Block::Prose(prose) => write_prose(prose, &anchors, &mut out),
                Block::Table { columns, rows } => write_table(&section.heading, (columns, rows), &anchors, &mut out),
            }
        }
        out.push_str("</section>\n");
    }
    out.push_str(&format!(
        "<footer><p>Made of {} events. Ledger head <code>{}</code>.</p></footer>\n</main>\n</body>\n</html>\n",
        document.seq,
        escaped(head)
    ));
    out
}

/// The ids that begin a row: a link to another would lead nowhere.
fn anchors_of(document: &Document) -> BTreeSet<AnyId> {
    let rows = document.sections.iter().flat_map(|section| &section.blocks).flat_map(|block| match block {
        Block::Table { rows, .. } => rows.as_slice(),
        Block::Heading(_) | Block::Prose(_) => &[],
    });
    rows.filter_map(|row| row.first()?.0.parse().ok()).collect()
}

fn write_prose(prose: &Prose, anchors: &BTreeSet<AnyId>, out: &mut String) {
    for block in prose.blocks() {
        match block {
            text::Block::Paragraph(inlines) => out.push_str(&format!("<p>{}</p>\n", inline(&inlines, anchors))),
            text::Block::List(items) => {
                let items: String = items.iter().map(|item| format!("<li>{}</li>\n", inline(item, anchors))).collect();
                out.push_str(&format!("<ul>\n{items}</ul>\n"));
            }
        }
    }
}

/// A row whose first cell is an id alone is where links to that id lead.
fn write_table(caption: &str, (columns, rows): (&[String], &[Vec<Prose>]), anchors: &BTreeSet<AnyId>, out: &mut String) {
    let head: String = columns.iter().map(|column| format!("<th scope=\"col\">{}</th>", escaped(column))).collect();
    out.push_str(&format!("<table>\n<caption>{}</caption>\n<thead><tr>{head}</tr></thead>\n<tbody>\n", escaped(caption)));
    for row in rows {
        let anchor = row.first().and_then(|cell| cell.0.parse::<AnyId>().ok());
        let id = anchor.map(|id| format!(" id=\"{id}\"")).unwrap_or_default();
        let cells: String = row
            .iter()
            .enumerate()
            .map(|(index, cell)| match (index, anchor) {
                (0, Some(id)) => format!("<th scope=\"row\">{id}</th>"),
                _ => format!("<td>{}</td>", inline(&cell.inline(), anchors)),
            })
            .collect();
        out.push_str(&format!("<tr{id}>{cells}</tr>\n"));
    }
    out.push_str("</tbody>\n</table>\n");
}

fn inline(inlines: &[Inline], anchors: &BTreeSet<AnyId>) -> String {
    let piece = |piece: &Inline| match piece {
        Inline::Text(text) => escaped(text),
        Inline::Bold(inner) => format!("<b>{}</b>", inline(inner, anchors)),
        Inline::Code(code) => format!("<code>{}</code>", escaped(code)),
        Inline::Link { text, url } => format!("<a href=\"{}\" rel=\"noopener noreferrer\">{}</a>", escaped(url), escaped(text)),
        Inline::Id { id, line } => {
            let line = line.map(|line| format!(":{line}")).unwrap_or_default();
            if anchors.contains(id) {
                format!("<a class=\"id\" href=\"#{id}\">{id}{line}</a>")
            } else {
                format!("<span class=\"id\">{id}{line}</span>")
            }
        }
    };
    inlines.iter().map(piece).collect()
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::post_mortem::Section;

    fn document(blocks: Vec<Block>) -> Document {
        let section = Section { anchor: "x".to_owned(), heading: "H".to_owned(), blocks };
        Document { title: "T <1>".to_owned(), facts: Vec::new(), lint: Vec::new(), sections: vec![section], seq: 7 }
    }

    #[test]
    fn what_people_wrote_is_text_and_no_markup() {
        let written = Block::Prose(Prose("<script>alert(1)</script> & `<b>` [x](https://a.example/?q=\"y)".to_owned()));
        let out = html(&document(vec![written]), "", "", &["<i>".to_owned()], "00");
        assert!(!out.contains("<script") && !out.contains("<i>") && out.contains("T &lt;1&gt;"), "{out}");
        assert!(out.contains("<code>&lt;b&gt;</code>"), "{out}");
    }

    #[test]
    fn an_id_without_a_row_leads_nowhere() {
        let out = html(&document(vec![Block::Prose(Prose("see Q-4".to_owned()))]), "", "", &[], "00");
        assert!(out.contains("see <span class=\"id\">Q-4</span>"), "{out}");
    }

    #[test]
    fn an_id_leads_to_the_row_that_it_begins() {
        let rows = vec![vec![Prose("E-17".to_owned()), Prose("see E-17".to_owned())]];
        let out = html(&document(vec![Block::Table { columns: vec!["Id".to_owned(), "What".to_owned()], rows }]), "", "", &[], "00");
        assert!(
            out.contains("<tr id=\"E-17\"><th scope=\"row\">E-17</th><td>see <a class=\"id\" href=\"#E-17\">E-17</a></td></tr>"),
            "{out}"
        );
    }
}

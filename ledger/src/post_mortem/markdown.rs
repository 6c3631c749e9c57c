//! A post-mortem as Markdown (CommonMark with tables).

use super::{Block, Document};
use crate::text::{self, Inline, Prose};

/// Writes a document. `lint` are the words of its open points, printed first under the name of whoever exports; `head` is the ledger's
/// head, by which each claim can be traced.
pub fn markdown(document: &Document, exporter: &str, lint: &[String], head: &str) -> String {
    let mut out = format!("# {}\n\n", escaped(&document.title));
    for (name, value) in &document.facts {
        out.push_str(&format!("- {}: {}\n", escaped(name), escaped(value)));
    }
    out.push('\n');
    if !lint.is_empty() {
        out.push_str(&format!("> **Exported by {} with {} open points**\n>\n", escaped(exporter), lint.len()));
        for point in lint {
            out.push_str(&format!("> - {}\n", escaped(point)));
        }
        out.push('\n');
    }
    for section in &document.sections {
        out.push_str(&format!("## {}\n\n", escaped(&section.heading)));
        for block in &section.blocks {
            match block {
                Block::Heading(heading) => out.push_str(&format!("### {}\n\n", escaped(heading))),
                Block::Prose(prose) => write_prose(prose, &mut out),
                Block::Table { columns, rows } => write_table(columns, rows, &mut out),
            }
        }
    }
    out.push_str(&format!("---\n\nMade of {} events. Ledger head {head}.\n", document.seq));
    out
}

fn write_prose(prose: &Prose, out: &mut String) {
    for block in prose.blocks() {
        match block {
            text::Block::Paragraph(inlines) => out.push_str(&format!("{}\n\n", inline(&inlines, " "))),
            text::Block::List(items) => {
                for item in items {
                    out.push_str(&format!("- {}\n", inline(&item, " ")));
                }
                out.push('\n');
            }
        }
    }
}

fn write_table(columns: &[String], rows: &[Vec<Prose>], out: &mut String) {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    out.push_str(&line(columns.iter().map(|column| escaped(column)).collect()));
    out.push_str(&line(columns.iter().map(|_| "---".to_owned()).collect()));
    for row in rows {
        out.push_str(&line(row.iter().map(|cell| inline(&cell.inline(), " ").replace('|', "\\|")).collect()));
    }
    out.push('\n');
}

fn inline(inlines: &[Inline], line_break: &str) -> String {
    let mut out = String::new();
    for piece in inlines {
        match piece {
            Inline::Text(text) => out.push_str(&escaped(&text.replace('\n', line_break))),
            Inline::Bold(inner) => out.push_str(&format!("**{}**", inline(inner, line_break))),
            Inline::Code(code) => {
                // A fence longer than any inside, as CommonMark has it.
                let fence = if code.contains('`') { "``" } else { "`" };
                out.push_str(&format!("{fence}{code}{fence}"));
            }
            Inline::Link { text, url } => out.push_str(&format!("[{}](<{url}>)", escaped(text))),
            Inline::Id { id, line: Some(line) } => out.push_str(&format!("{id}:{line}")),
            Inline::Id { id, line: None } => out.push_str(&id.to_string()),
        }
    }
    out
}

/// What Markdown would take for markup is text.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if matches!(letter, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '~') {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::post_mortem::Section;

    #[test]
    fn what_looks_like_markup_is_text_and_a_bar_ends_no_cell() {
        let rows = vec![vec![Prose("**A** <b> F-1".to_owned()), Prose("`a|b` E-2:4".to_owned())]];
        let block = Block::Table { columns: vec!["What".to_owned(), "Shown".to_owned()], rows };
        let section = Section { anchor: "x".to_owned(), heading: "H # 1".to_owned(), blocks: vec![block] };
        let document = Document { title: "T".to_owned(), facts: Vec::new(), lint: Vec::new(), sections: vec![section], seq: 7 };
        let expected = "# T\n\n\n## H \\# 1\n\n| What | Shown |\n| --- | --- |\n| **A** \\<b\\> F-1 | `a\\|b` E-2:4 |\n\n---\n\nMade of 7 events. Ledger head 00ff.\n";
        assert_eq!(markdown(&document, "", &[], "00ff"), expected);
    }

    #[test]
    fn open_points_stand_first_under_the_name_of_the_exporter() {
        let document = Document { title: "T".to_owned(), facts: Vec::new(), lint: Vec::new(), sections: Vec::new(), seq: 1 };
        let text = markdown(&document, "Carla", &["Q-4 is open".to_owned()], "00");
        assert!(text.starts_with("# T\n\n\n> **Exported by Carla with 1 open points**\n>\n> - Q-4 is open\n"), "{text}");
    }
}

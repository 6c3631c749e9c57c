//! What must not stand in the repository.

use crate::{none, text, tracked};

/// Machine paths and download addresses: a clone must stand alone, wherever it is.
#[test]
fn no_machine_path_and_no_download_address() {
    let path_heads = ["/ro", "/wo", "/ho"].map(|head| {
        format!(
            "{head}{}",
            if head == "/ho" {
                "me/"
            } else if head == "/ro" {
                "ot/"
            } else {
                "rk/"
            }
        )
    });
    let mut wrong = Vec::new();
    for path in tracked() {
        for (number, line) in text(&path).lines().enumerate() {
            let has_path = path_heads.iter().any(|head| line.contains(head.as_str()));
            let has_address = path.ends_with("package-lock.json") && line.contains("\"resolved\"");
            if (has_path && !recorded(&path)) || has_address {
                wrong.push(format!("{}:{}: {}", path.display(), number + 1, line.trim()));
            }
        }
    }
    none("machine paths or download addresses", wrong);
}

/// Recorded answers of real servers say what they say.
fn recorded(path: &std::path::Path) -> bool {
    path.starts_with("tests/samples")
}

#[test]
fn nothing_is_left_for_later() {
    let marks = ["todo!(", "unimplemented!(", concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X")];
    let mut wrong = Vec::new();
    for path in tracked() {
        let code =
            path.extension().is_some_and(|extension| ["rs", "js", "mjs", "css", "toml", "sql"].iter().any(|known| extension == *known));
        if !code || recorded(&path) || path.ends_with("words.rs") {
            continue;
        }
        for (number, line) in text(&path).lines().enumerate() {
            if marks.iter().any(|mark| line.contains(mark)) {
                wrong.push(format!("{}:{}: {}", path.display(), number + 1, line.trim()));
            }
        }
    }
    none("marks of unfinished work", wrong);
}

//! How a reading is made.

use super::{Cell, Column, ColumnRole, Data, Headline, Outcome, Reading, Reason, Remark, RemarkLevel, Table};

/// How much of a source's own words a reason keeps, in characters.
const MAX_DETAIL: usize = 2_000;

impl Reading {
    /// Nothing was learnt. `code` is a stable word for programs, `what` goes after "could not ask: ", `detail` is the source's words,
    /// `todo` says what to do next.
    pub fn could_not_ask(code: &str, what: impl Into<String>, detail: impl Into<String>, todo: impl Into<String>) -> Self {
        let what = what.into();
        let mut detail = detail.into();
        if let Some((cut, _)) = detail.char_indices().nth(MAX_DETAIL) {
            detail.truncate(cut);
            detail.push('…');
        }
        Self {
            outcome: Outcome::CouldNotAsk,
            headline: Headline { text: what.clone(), unit: String::new() },
            reason: Some(Reason { code: code.to_owned(), what, detail, todo: todo.into() }),
            missing: Vec::new(),
            truncated: None,
            remarks: Vec::new(),
            data: Data::Nothing,
        }
    }

    /// An answer that was understood. `outcome` is never could-not-ask here: that needs a reason.
    pub fn understood(outcome: Outcome, headline: Headline, data: Data) -> Self {
        debug_assert!(outcome != Outcome::CouldNotAsk, "could-not-ask needs a reason");
        Self { outcome, reason: None, headline, missing: Vec::new(), truncated: None, remarks: Vec::new(), data }
    }

    /// A table of facts, such as targets or a mapping: rows make a value, whatever numbers they hold.
    pub fn of_facts(names: &[&str], rows: Vec<Vec<Cell>>, headline: Headline) -> Self {
        let columns = names.iter().map(|name| Column { name: (*name).to_owned(), role: ColumnRole::Key }).collect();
        let outcome = if rows.is_empty() { Outcome::NoData } else { Outcome::Value };
        Self::understood(outcome, headline, Data::Table(Table { columns, rows, total: None }))
    }

    /// Whether something is missing from the answer.
    pub fn partial(&self) -> bool {
        !self.missing.is_empty()
    }
}

impl Headline {
    /// A number or phrase with its unit; the unit may be empty.
    pub fn new(text: impl Into<String>, unit: impl Into<String>) -> Self {
        Self { text: text.into(), unit: unit.into() }
    }
}

impl Remark {
    /// The answer may be partial or wrong.
    pub fn warning(text: impl Into<String>) -> Self {
        Self { level: RemarkLevel::Warning, text: text.into() }
    }

    /// A hint.
    pub fn info(text: impl Into<String>) -> Self {
        Self { level: RemarkLevel::Info, text: text.into() }
    }
}

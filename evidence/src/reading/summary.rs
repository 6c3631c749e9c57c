//! What the ledger keeps of a reading: at most 8 KiB of JSON, whatever the source said.

use super::{Data, Headline, READER_VERSION, Reading, Reason, Remark, Summary};

/// The most bytes of JSON a [`Summary`] takes.
pub const MAX_SUMMARY_BYTES: usize = 8_192;

// Budgets in bytes of JSON text. Together with the names of the fields they stay below MAX_SUMMARY_BYTES: 64 + 400 + 1,200 + 600
// + 300 + 60 + 6 x 220 + 300 + 6 x 270 + 800 = 6,664, and names, quotes and counts take less than 1,000.
const CODE: usize = 64;
const WHAT: usize = 400;
const DETAIL: usize = 1_200;
const NEXT_STEP: usize = 600;
const HEADLINE: usize = 300;
const UNIT: usize = 60;
const MISSING: usize = 220;
const TRUNCATED: usize = 300;
const REMARK: usize = 270;
const SENTENCE: usize = 800;
const MAX_ITEMS: usize = 6;

impl Reading {
    /// The summary: everything but the data, cut where it would be too long; `…` marks a cut.
    pub fn summary(&self) -> Summary {
        let (series, items) = self.data.counts();
        let mut missing: Vec<String> = self.missing.iter().take(MAX_ITEMS).map(|text| cut(text, MISSING)).collect();
        if let (Some(last), Some(more)) = (missing.last_mut(), self.missing.len().checked_sub(MAX_ITEMS).filter(|more| *more > 0)) {
            *last = format!("and {} more", more + 1);
        }
        Summary {
            outcome: self.outcome,
            reason: self.reason.as_ref().map(|reason| Reason {
                code: cut(&reason.code, CODE),
                what: cut(&reason.what, WHAT),
                detail: cut(&reason.detail, DETAIL),
                todo: cut(&reason.todo, NEXT_STEP),
            }),
            headline: Headline { text: cut(&self.headline.text, HEADLINE), unit: cut(&self.headline.unit, UNIT) },
            missing,
            truncated: self.truncated.as_ref().map(|text| cut(text, TRUNCATED)),
            remarks: self
                .remarks
                .iter()
                .take(MAX_ITEMS)
                .map(|remark| Remark { level: remark.level, text: cut(&remark.text, REMARK) })
                .collect(),
            sentence: cut(&self.sentence(), SENTENCE),
            series,
            items,
            reader: READER_VERSION,
        }
    }
}

impl Data {
    /// How many series, and how many points, rows, lines or names.
    pub fn counts(&self) -> (u64, u64) {
        let count = |len: usize| u64::try_from(len).unwrap_or(u64::MAX);
        match self {
            Self::Nothing | Self::Total(_) => (0, 0),
            Self::Series { series } => (count(series.len()), series.iter().map(|one| count(one.points.len())).sum()),
            Self::Table(table) => (0, count(table.rows.len())),
            Self::Lines { lines, .. } => (0, count(lines.len())),
            Self::Names { names } => (0, count(names.len())),
            Self::Text { .. } => (0, 1),
        }
    }
}

/// Cuts text so that it takes at most `budget` bytes inside JSON quotes, on a character's boundary.
fn cut(text: &str, budget: usize) -> String {
    let mark = '…';
    let mut used = 0;
    let mut fits = 0; // how much may stay if the mark has to follow
    for (at, char) in text.char_indices() {
        used += match char {
            '"' | '\\' | '\n' | '\r' | '\t' | '\u{8}' | '\u{c}' => 2,
            char if char < ' ' => 6,
            char => char.len_utf8(),
        };
        if used > budget {
            return text.get(..fits).unwrap_or_default().chars().chain([mark]).collect();
        }
        if used + mark.len_utf8() <= budget {
            fits = at + char.len_utf8();
        }
    }
    text.to_owned()
}

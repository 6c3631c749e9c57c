//! Beside the matrix: the arithmetic behind its order, and where raters differ.

use super::desk::Desk;
use super::matrix::rating_words;
use crate::ui::chip::Chip;
use ledger::id::AnyId;
use ledger::view::matrix::{Matrix, value};
use leptos::prelude::*;

/// The arithmetic behind the order of rows and columns, on request.
pub(super) fn arithmetic_view(seen: &Matrix) -> impl IntoView + use<> {
    let rows = seen.rows.iter().map(|row| {
        let parts: Vec<String> = row
            .cells
            .iter()
            .zip(&seen.columns)
            .filter(|(cell, column)| !column.fallen && cell.mean.is_some_and(|mean| mean < 0.0))
            .filter_map(|(cell, column)| Some(format!("{} ({})", Rounded(-cell.mean?), column.evidence)))
            .collect();
        let sum = if parts.is_empty() { "nothing".to_owned() } else { parts.join(" + ") };
        format!("{}: {sum} = {}", row.hypothesis, Rounded(row.against))
    });
    let columns = seen.columns.iter().enumerate().filter_map(|(place, column)| {
        let splits = column.splits?;
        let means: Vec<String> =
            seen.rows.iter().filter_map(|row| Some(format!("{} ({})", Rounded(row.cells.get(place)?.mean?), row.hypothesis))).collect();
        Some(format!("{}: standard deviation of {} = {splits:.2}", column.evidence, means.join(", ")))
    });
    let list = |lines: Vec<String>| lines.into_iter().map(|line| view! { <li>{line}</li> }).collect_view();
    view! {
        <details>
            <summary>"How this is counted"</summary>
            <p class="meta">
                "Very inconsistent counts -2, inconsistent -1, neutral 0, consistent 1, very consistent 2; not applicable is left out. A cell is the mean of what you may see. Against a hypothesis speaks what lies below 0. A column splits by the population standard deviation of its cells."
            </p>
            <ul class="mono-s">{list(rows.collect())}</ul>
            <ul class="mono-s">{list(columns.collect())}</ul>
        </details>
    }
}

/// Where raters differ by more than a step.
pub(super) fn disputes_view(seen: &Matrix, desk: Desk) -> Option<impl IntoView + use<>> {
    let mut lines = Vec::new();
    for row in &seen.rows {
        for (cell, column) in row.cells.iter().zip(&seen.columns).filter(|(cell, column)| cell.is_disputed() && !column.fallen) {
            let given: Vec<String> = cell
                .given
                .iter()
                .filter(|(rating, _)| value(*rating).is_some())
                .map(|(rating, count)| format!("{count} {}", rating_words(*rating)))
                .collect();
            let (evidence, hypothesis): (AnyId, AnyId) = (column.evidence.into(), row.hypothesis.into());
            lines.push(view! {
                <li><Chip id=evidence chips=desk.chips/> " for " <Chip id=hypothesis chips=desk.chips/> {format!(": {}", given.join(", "))}</li>
            });
        }
    }
    (!lines.is_empty()).then(|| {
        view! {
            <details open>
                <summary>"Where raters differ"</summary>
                <ul>{lines}</ul>
            </details>
        }
    })
}

/// A number with at most one decimal, without a needless `.0`.
pub(super) struct Rounded(pub f64);

impl std::fmt::Display for Rounded {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = format!("{:.1}", self.0);
        formatter.write_str(text.strip_suffix(".0").unwrap_or(&text))
    }
}

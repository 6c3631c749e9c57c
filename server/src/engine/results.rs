//! What an answer holds, read again from its body: the table under a chart, the chart, the lines.

use super::{Engine, failed};
use crate::sources::read_answer;
use app::api::error::ApiError;
use app::api::records::{Holds, ResultView, SeriesRow};
use evidence::number::Number;
use evidence::query::{Ask, Query};
use evidence::reading::{Data, Reading, Series};
use ledger::event::{BodyRef, Material};
use ledger::id::{EvidenceId, LedgerId};
use ledger::state::{Evidence, Progress, State, What};

/// Rows of a table that a page shows; the whole is behind "raw".
const ROWS: usize = 200;
/// Bytes of the raw answer that a page shows.
const RAW_HEAD: usize = 4096;
/// Series that are read for tables and charts; the summary counts them all.
const SERIES: usize = 500;

impl Engine {
    /// What an evidence's answer holds, cut to what a page shows.
    pub async fn result(&self, ledger: &LedgerId, state: &State, evidence: EvidenceId, slug: &str) -> Result<ResultView, ApiError> {
        let record = state.evidence.get(&evidence).ok_or(ApiError::Missing)?.clone();
        let raw = raw_of(&record).cloned();
        let (bytes, sha256) = match &raw {
            Some(raw) => {
                let facts = self.bodies.facts(ledger, &raw.body).await.map_err(failed)?;
                (self.bodies.read(ledger, &raw.body).await.map_err(failed)?, Some(facts.sha256))
            }
            None => (Vec::new(), None),
        };
        let shown = match &record.what {
            What::Run(run) => self.sources.request_of(&run.source, &run.query),
            What::Material { .. } => None,
        };
        let (curl, link_out) = shown.map_or((None, None), |shown| (Some(shown.curl), shown.link_out));
        let picture = format!("/i/{slug}/{evidence}/raw");
        let raw_bytes = raw.as_ref().map_or(0, |raw| raw.size_bytes);
        // A large answer takes a while to read; the runtime's threads are for waiting.
        let view = tokio::task::spawn_blocking(move || {
            let raw_head = text_head(&bytes, RAW_HEAD);
            let holds = holds_of(&record, &bytes, picture);
            ResultView { evidence, holds, raw_head, raw_bytes, curl, link_out, sha256 }
        });
        view.await.map_err(failed)
    }

    /// The ECharts option of an evidence's chart as JSON; `Missing` where there is nothing to draw.
    pub async fn chart(&self, ledger: &LedgerId, state: &State, evidence: EvidenceId) -> Result<String, ApiError> {
        let record = state.evidence.get(&evidence).ok_or(ApiError::Missing)?.clone();
        let raw = raw_of(&record).ok_or(ApiError::Missing)?;
        let bytes = self.bodies.read(ledger, &raw.body).await.map_err(failed)?;
        let chart = tokio::task::spawn_blocking(move || {
            let (query, reading) = reading_of(&record, &bytes)?;
            app::charts::chart_json(&reading.data, query.window, step_of(query), &reading.headline.unit, &reading.sentence())
        });
        chart.await.map_err(failed)?.ok_or(ApiError::Missing)
    }
}

/// The bytes of a piece of evidence, if it has any.
pub fn raw_of(evidence: &Evidence) -> Option<&BodyRef> {
    match &evidence.what {
        What::Run(run) => match &run.progress {
            Progress::Answered(answered) => answered.raw.as_ref(),
            Progress::Pending | Progress::Ended { .. } => None,
        },
        What::Material { raw, .. } => raw.as_ref(),
    }
}

/// What a run's answer says, read again from its bytes.
pub(super) fn reading_of<'a>(record: &'a Evidence, bytes: &[u8]) -> Option<(&'a Query, Reading)> {
    let What::Run(run) = &record.what else { return None };
    let Progress::Answered(answered) = &run.progress else { return None };
    let media_type = answered.raw.as_ref().map_or("", |raw| raw.media_type.as_str());
    Some((&run.query, read_answer(&run.query, answered.status.unwrap_or(200), media_type, bytes, SERIES)))
}

fn holds_of(record: &Evidence, bytes: &[u8], picture: String) -> Holds {
    if let What::Material { material, raw, .. } = &record.what {
        return match (material, raw) {
            (Material::Picture { .. }, Some(_)) => Holds::Picture { address: picture },
            (_, Some(_)) => Holds::Text,
            (_, None) => Holds::Nothing,
        };
    }
    let Some((query, reading)) = reading_of(record, bytes) else { return Holds::Nothing };
    let chart = app::charts::has_chart(&reading.data);
    match reading.data {
        Data::Nothing => Holds::Nothing,
        Data::Series { series } => {
            Holds::Series { chart, total: series.len() as u64, rows: series.iter().take(ROWS).map(|one| series_row(one, query)).collect() }
        }
        Data::Table(mut table) => {
            let total = table.rows.len() as u64;
            table.rows.truncate(ROWS);
            Holds::Table { table, total, chart }
        }
        Data::Total(_) => Holds::Nothing,
        Data::Lines { total, mut lines } => {
            lines.truncate(ROWS);
            Holds::Lines { lines, total }
        }
        Data::Names { .. } | Data::Text { .. } => Holds::Text,
    }
}

fn series_row(series: &Series, query: &Query) -> SeriesRow {
    let finite = || series.points.iter().map(|point| &point.value).filter(|value| value.value().is_finite());
    let text = |number: Option<&Number>| number.map_or_else(String::new, |number| number.text().to_owned());
    let by_value = |a: &&Number, b: &&Number| a.value().total_cmp(&b.value());
    let step_secs = step_of(query);
    SeriesRow {
        name: series.name(),
        points: series.points.len() as u64,
        lowest: text(finite().min_by(by_value)),
        highest: text(finite().max_by(by_value)),
        last: text(series.points.last().map(|point| &point.value)),
        odd: series.points.iter().filter(|point| !point.value.value().is_finite()).count() as u64,
        gaps: (evidence::reduce::reduce(series, usize::MAX, step_secs).len() as u64).saturating_sub(1),
    }
}

fn step_of(query: &Query) -> Option<u32> {
    if let Ask::PromqlRange { step_secs, .. } = query.ask { Some(step_secs) } else { None }
}

/// The first bytes as text, cut where a character ends.
fn text_head(bytes: &[u8], limit: usize) -> String {
    let head = bytes.get(..limit).unwrap_or(bytes);
    let text = String::from_utf8_lossy(head);
    let whole = if bytes.len() > limit { text.trim_end_matches('\u{fffd}') } else { &text };
    whole.to_owned()
}

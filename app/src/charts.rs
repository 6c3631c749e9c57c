//! Charts: pure functions from what a source said to an ECharts option, made with charming.
//!
//! A chart never shows what is not there: a gap stays a gap, NaN and infinities are left out and counted below the axis, and so is
//! whatever found no room. Colours are names of the style sheet, so one option serves both themes and the printer.

mod bars;
mod lines;

pub use bars::table_chart;
pub use lines::series_chart;

use charming::Chart;
use charming::component::{Axis, Grid};
use charming::element::{AxisLabel, LineStyle, LineStyleType, NameLocation, SplitLine, TextStyle, Tooltip, Trigger};
use evidence::reading::{Data, Series};
use evidence::time::Window;
use serde_json::{Value, json};

/// The most series a chart draws.
pub const MAX_SERIES: usize = 40;

/// The most bars a chart draws.
pub const MAX_BARS: usize = 20;

/// Grows whenever the same answer would be drawn differently; part of the key of every chart cache.
pub const SPEC_VERSION: u16 = 1;

/// The width a chart is reduced for, in pixels.
const WIDTH: usize = 900;

/// The colours of the style sheet. With the three dashes they tell nine series apart; the table has them all.
const COLOURS: [&str; 3] = ["var(--series-1)", "var(--series-2)", "var(--series-3)"];

/// Whether drawing helps to read an answer.
pub fn has_chart(data: &Data) -> bool {
    match data {
        Data::Series { series } => series.len() > 1 || series.iter().any(|one| one.points.len() > 1),
        Data::Table(table) => table_chart(table, "").is_some(),
        Data::Nothing | Data::Total(_) | Data::Lines { .. } | Data::Names { .. } | Data::Text { .. } => false,
    }
}

/// The ECharts option of an answer as JSON; none where drawing does not help.
///
/// `step_secs` is the step that was asked for: what lies further apart is a gap. `description` is the sentence for people who can't see
/// the chart. charming has no field for that, nor for the plain colour of an axis' line, so both are put into the JSON.
pub fn chart_json(data: &Data, window: Window, step_secs: Option<u32>, unit: &str, description: &str) -> Option<String> {
    let chart = match data {
        Data::Series { series } if is_instant(series) => bars::instant_chart(series, unit),
        Data::Series { series } if has_chart(data) => Some(series_chart(unit, series, window, step_secs)),
        Data::Table(table) => table_chart(table, unit),
        _ => None,
    }?;
    let mut option = serde_json::to_value(&chart).ok()?;
    if let Some(option) = option.as_object_mut() {
        option.insert("aria".to_owned(), json!({ "enabled": true, "label": { "description": description } }));
    }
    for side in ["xAxis", "yAxis"] {
        if let Some(axis) = option.get_mut(side).and_then(Value::as_object_mut) {
            axis.insert("axisLine".to_owned(), json!({ "lineStyle": { "color": "var(--rule-2)" } }));
        }
    }
    Some(option.to_string())
}

/// Several series of one point each: an instant answer.
fn is_instant(series: &[Series]) -> bool {
    series.len() > 1 && series.iter().all(|one| one.points.len() <= 1)
}

/// What every chart shares: its paper, no motion, a tooltip.
fn base() -> Chart {
    Chart::new()
        .animation(false)
        .tooltip(Tooltip::new().trigger(Trigger::Axis))
        .grid(Grid::new().left(8).right(24).top(28).bottom(28).contain_label(true))
}

/// An axis in the colours of the page.
fn axis(name: &str) -> Axis {
    Axis::new()
        .name(name)
        .name_text_style(TextStyle::new().color("var(--ink-2)"))
        .axis_label(AxisLabel::new().color("var(--ink-2)"))
        .split_line(SplitLine::new().line_style(LineStyle::new().color("var(--rule)")))
}

/// The axis below a chart: its name says what was left out.
fn bottom_axis(name: &str, left_out: &LeftOut) -> Axis {
    axis(&left_out.below(name)).name_location(NameLocation::Middle).name_gap(28)
}

/// What a chart does not show.
#[derive(Default)]
struct LeftOut {
    /// Samples that are NaN or infinite.
    not_finite: usize,
    /// Series, rows or bars beyond the limit.
    further: usize,
    /// What those are called.
    of: &'static str,
}

impl LeftOut {
    /// The name of the axis, with what is not drawn after it.
    fn below(&self, name: &str) -> String {
        let mut parts = Vec::new();
        match self.not_finite {
            0 => {}
            1 => parts.push("1 sample that is NaN or infinite".to_owned()),
            count => parts.push(format!("{count} samples that are NaN or infinite")),
        }
        if self.further > 0 {
            parts.push(format!("{} further {}", self.further, self.of));
        }
        match (name.is_empty(), parts.is_empty()) {
            (_, true) => name.to_owned(),
            (true, false) => format!("not drawn: {}", parts.join(", ")),
            (false, false) => format!("{name}; not drawn: {}", parts.join(", ")),
        }
    }
}

/// The stroke of the n-th series.
fn stroke(index: usize) -> LineStyle {
    let dashes = [LineStyleType::Solid, LineStyleType::Dashed, LineStyleType::Dotted];
    let dash = dashes.into_iter().cycle().nth(index / COLOURS.len() % 3).unwrap_or(LineStyleType::Solid);
    LineStyle::new().color(colour(index)).width(1.5).type_(dash)
}

/// The colour of the n-th series.
fn colour(index: usize) -> &'static str {
    COLOURS.get(index % COLOURS.len()).copied().unwrap_or("var(--series-1)")
}

/// What tells the series apart, one name each: the labels that are not the same everywhere.
fn telling_names(series: &[Series]) -> Vec<String> {
    let differs = |key: &str| {
        let mut values = series.iter().map(|one| one.label(key));
        let first = values.next().flatten();
        values.any(|value| value != first)
    };
    let name = |one: &Series| {
        let telling: Vec<&str> = one.labels.iter().filter(|(key, _)| differs(key)).map(|(_, value)| value.as_str()).collect();
        if telling.is_empty() { one.name() } else { telling.join(", ") }
    };
    series.iter().map(name).collect()
}

#[cfg(test)]
mod tests;

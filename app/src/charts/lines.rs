//! Series over time.

use super::{COLOURS, LeftOut, MAX_SERIES, WIDTH, axis, base, bottom_axis, colour, stroke, telling_names};
use charming::Chart;
use charming::component::{Legend, LegendType};
use charming::datatype::{CompositeValue, DataPoint};
use charming::element::{AxisType, ItemStyle, TextStyle};
use charming::series::Line;
use evidence::reading::Series;
use evidence::reduce::{Segment, reduce};
use evidence::time::{Micros, Window};

/// Lines over the window, at most two points a pixel and [`MAX_SERIES`] lines, in the source's order.
///
/// `unit` stands above the value axis and may be empty. `step_secs` is the step that was asked for; none takes the usual distance.
pub fn series_chart(unit: &str, series: &[Series], window: Window, step_secs: Option<u32>) -> Chart {
    let drawn = series.get(..MAX_SERIES).unwrap_or(series);
    let not_finite = drawn.iter().flat_map(|one| &one.points).filter(|point| !point.value.value().is_finite()).count();
    let left_out = LeftOut { not_finite, further: series.len() - drawn.len(), of: "series" };
    let bottom = bottom_axis("UTC", &left_out).type_(AxisType::Time).min(window.start.millis()).max(window.end.millis());
    let mut chart = base().x_axis(bottom).y_axis(axis(unit).type_(AxisType::Value).scale(true));
    if drawn.len() > 1 {
        let text = TextStyle::new().color("var(--ink-2)");
        chart = chart.legend(Legend::new().type_(LegendType::Scroll).top(0).right(0).left(80).text_style(text));
    }
    for (index, (one, name)) in drawn.iter().zip(telling_names(drawn)).enumerate() {
        let segments = reduce(one, WIDTH, step_secs);
        // A line needs two points: one that stands alone is shown as a dot, or it would not be seen at all.
        let alone = segments.iter().any(|segment| segment.len() == 1) || one.points.len() < 2;
        let line = Line::new()
            .name(name)
            .show_symbol(alone)
            .symbol_size(4.0)
            .connect_nulls(false)
            .line_style(stroke(index))
            .item_style(ItemStyle::new().color(colour(index)))
            .data(data_of(&segments));
        chart = chart.series(line);
    }
    chart.color(COLOURS.to_vec())
}

/// The points in order. A gap, a NaN and an infinity become a point without a value, over which no line is drawn.
fn data_of(segments: &[Segment]) -> Vec<DataPoint> {
    let mut data = Vec::new();
    for segment in segments {
        if let (Some(first), false) = (segment.first(), data.is_empty()) {
            data.push(point(Micros(first.at.0.saturating_sub(1_000)), None));
        }
        for sample in segment {
            let value = sample.value.value();
            data.push(point(sample.at, value.is_finite().then_some(value)));
        }
    }
    data
}

fn point(at: Micros, value: Option<f64>) -> DataPoint {
    DataPoint::from(CompositeValue::Array(vec![CompositeValue::from(at.millis()), CompositeValue::from(value)]))
}

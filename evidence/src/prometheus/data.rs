//! The data of `query` and `query_range`: matrix, vector, scalar, string.

use crate::number::Number;
use crate::reading::{Data, Headline, Outcome, Point, Reading, Series};
use crate::time::Micros;
use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// How much of a text result the headline shows, in characters.
const MAX_HEADLINE: usize = 120;

/// Reads `{"resultType": …, "result": …}`; `None` if it is not that.
pub(super) fn read(data: &RawValue) -> Option<Reading> {
    #[derive(serde::Deserialize)]
    struct Result<'a> {
        #[serde(rename = "resultType", borrow)]
        kind: Cow<'a, str>,
        #[serde(borrow)]
        result: &'a RawValue,
    }
    let Result { kind, result } = serde_json::from_str(data.get()).ok()?;
    match kind.as_ref() {
        "matrix" | "vector" => {
            // `null` is how some proxies write an empty list.
            let rows: Option<Vec<Row>> = serde_json::from_str(result.get()).ok()?;
            Some(of_series(rows.unwrap_or_default().into_iter().map(Row::into_series).collect()))
        }
        "scalar" => {
            let Sample(point) = serde_json::from_str(result.get()).ok()?;
            Some(of_series(vec![Series::new(Vec::new(), vec![point], 0)]))
        }
        "string" => {
            let (_, text): (f64, String) = serde_json::from_str(result.get()).ok()?;
            let headline = Headline::new(text.chars().take(MAX_HEADLINE).collect::<String>(), "");
            Some(Reading::understood(Outcome::Value, headline, Data::Text { text }))
        }
        _ => None,
    }
}

pub(super) fn of_series(series: Vec<Series>) -> Reading {
    Reading::understood(Outcome::of_series(&series), Headline::of_series(&series), Data::Series { series })
}

/// One row of a vector or matrix.
#[derive(serde::Deserialize)]
struct Row {
    #[serde(default)]
    metric: Labels,
    #[serde(default)]
    value: Option<Sample>,
    #[serde(default)]
    values: Vec<Sample>,
    #[serde(default)]
    histogram: Option<IgnoredAny>,
    #[serde(default)]
    histograms: Vec<IgnoredAny>,
}

impl Row {
    fn into_series(self) -> Series {
        let points = self.value.into_iter().chain(self.values).map(|Sample(point)| point).collect();
        let histograms = self.histograms.len() + usize::from(self.histogram.is_some());
        Series::new(self.metric.0, points, u64::try_from(histograms).unwrap_or(u64::MAX))
    }
}

/// `[<seconds>, "<value>"]`.
struct Sample(Point);

impl<'de> Deserialize<'de> for Sample {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        struct Pair<'a>(f64, #[serde(borrow)] Cow<'a, str>);
        let Pair(secs, text) = Pair::deserialize(deserializer)?;
        let at = Micros::from_secs_f64(secs).ok_or_else(|| D::Error::custom("time out of range"))?;
        let value = Number::parse(&text).ok_or_else(|| D::Error::custom("value is not a number"))?;
        Ok(Self(Point { at, value }))
    }
}

/// Labels in the source's order, the metric's name first.
#[derive(Default)]
struct Labels(Vec<(String, String)>);

impl<'de> Deserialize<'de> for Labels {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct LabelsVisitor;
        impl<'de> Visitor<'de> for LabelsVisitor {
            type Value = Labels;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("labels")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut labels = Vec::new();
                while let Some(label) = map.next_entry::<String, String>()? {
                    let place = if label.0 == "__name__" { 0 } else { labels.len() };
                    labels.insert(place, label);
                }
                Ok(Labels(labels))
            }
        }
        deserializer.deserialize_map(LabelsVisitor)
    }
}

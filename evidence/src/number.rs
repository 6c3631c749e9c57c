//! Numbers as sources write them.

use serde::{Deserialize, Serialize};

/// A number with the very text the source sent, so that nothing is lost to rounding and "NaN" stays a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Number(String);

impl Number {
    /// Takes the source's text if it is a number: decimal, scientific, `NaN`, `+Inf`, `-Inf`, `Infinity`.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        text.parse::<f64>().ok().map(|_| Self(text.to_owned()))
    }

    /// A count made here, not by the source.
    pub fn count(count: u64) -> Self {
        Self(count.to_string())
    }

    /// The source's own text.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// The nearest f64. A number cannot be made of text that does not parse; should one arrive over the wire, it reads as NaN.
    pub fn value(&self) -> f64 {
        self.0.parse().unwrap_or(f64::NAN)
    }

    /// Whether this is exactly zero (`0`, `0.0`, `-0`, `0e0`), never NaN.
    pub fn is_zero(&self) -> bool {
        self.value() == 0.0
    }
}

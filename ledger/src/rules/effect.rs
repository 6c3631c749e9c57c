//! What an action did: a table, not an opinion.

use crate::event::{Direction, Measured};
use crate::state::Action;
use serde::{Deserialize, Serialize};

/// What an action did to the metric that was chosen before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The middle of the window after it lies beyond the noise of the window before, in the direction that was expected.
    Improved,
    /// It lies within the noise of the window before. A result like any other.
    None,
    /// It lies beyond the noise, in the other direction.
    Worse,
    /// It was not measured.
    Unmeasured(Unmeasured),
}

/// Why an action was not measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unmeasured {
    /// Nobody said before it was done what it would change.
    NoExpectation,
    /// The two windows were not compared yet.
    NotCompared,
    /// One of the windows holds no number.
    NoNumbers,
}

/// What an action did; none while it is not done. The first row that fits:
///
/// | the action is done, and | verdict |
/// |---|---|
/// | nothing was expected before it was done | unmeasured, no expectation |
/// | the windows were not compared | unmeasured, not compared |
/// | a window holds no number | unmeasured, no numbers |
/// | the middle value after lies between the least and the greatest value before | none |
/// | it lies beyond them where it was expected | improved |
/// | it lies beyond them on the other side | worse |
pub fn verdict_of(action: &Action) -> Option<Verdict> {
    action.done.as_ref()?;
    let Some((_, effect)) = &action.expects else { return Some(Verdict::Unmeasured(Unmeasured::NoExpectation)) };
    let Some((_, before, after)) = &action.measured else { return Some(Verdict::Unmeasured(Unmeasured::NotCompared)) };
    let (Some((low, high)), Some(middle)) = (noise_of(before), after.median.parse::<f64>().ok().filter(|middle| middle.is_finite())) else {
        return Some(Verdict::Unmeasured(Unmeasured::NoNumbers));
    };
    let beyond = if middle > high {
        Direction::Up
    } else if middle < low {
        Direction::Down
    } else {
        return Some(Verdict::None);
    };
    Some(if beyond == effect.direction { Verdict::Improved } else { Verdict::Worse })
}

/// The least and the greatest value of a window.
fn noise_of(measured: &Measured) -> Option<(f64, f64)> {
    let low: f64 = measured.low.parse().ok()?;
    let high: f64 = measured.high.parse().ok()?;
    (measured.points > 0 && low.is_finite() && high.is_finite()).then_some((low, high))
}

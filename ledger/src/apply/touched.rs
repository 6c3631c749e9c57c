//! Which parts of the state an event changed.

use std::ops::BitOr;

/// A set of parts of the state. A panel computes its view again when one of the parts it reads is in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Touched(u16);

impl Touched {
    /// Nothing.
    pub const NOTHING: Self = Self(0);
    /// Seq and time: every event.
    pub const SEQ: Self = Self(1);
    /// The incident itself, its members, its problems, when the next update is due.
    pub const HEADER: Self = Self(1 << 1);
    /// The streams and their owners.
    pub const STREAMS: Self = Self(1 << 2);
    /// The questions.
    pub const QUESTIONS: Self = Self(1 << 3);
    /// The evidence, and tries that were never sent.
    pub const EVIDENCE: Self = Self(1 << 4);
    /// The findings. They stand in the note, too.
    pub const FINDINGS: Self = Self(1 << 5);
    /// The retractions.
    pub const RETRACTIONS: Self = Self(1 << 6);
    /// The passes and paragraphs of the note.
    pub const NOTE: Self = Self(1 << 7);
    /// The impact, and where we stand.
    pub const STAND: Self = Self(1 << 8);
    /// The moments of the world timeline.
    pub const MOMENTS: Self = Self(1 << 9);
    /// The hypotheses, their refuters and who rated what.
    pub const HYPOTHESES: Self = Self(1 << 10);
    /// The predictions and their scores.
    pub const PREDICTIONS: Self = Self(1 << 11);
    /// The contradictions.
    pub const CONTRADICTIONS: Self = Self(1 << 12);
    /// The actions and what they did.
    pub const ACTIONS: Self = Self(1 << 13);
    /// Everything: after a state was replaced as a whole.
    pub const ALL: Self = Self((1 << 14) - 1);

    /// Whether the two have a part in common.
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

impl BitOr for Touched {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

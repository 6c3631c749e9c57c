//! What is told when a command fails.

use crate::store::StoreError;
use std::error::Error;
use std::fmt;

/// A failure in the words of the command line.
#[derive(Debug)]
pub(super) struct Problem {
    what: String,
    causes: Vec<String>,
    next: String,
}

impl Problem {
    /// What could not be done, the error that stood in the way with all its causes, and what to do next.
    pub(super) fn new(what: impl Into<String>, error: &dyn Error, next: impl Into<String>) -> Self {
        let mut causes = vec![error.to_string()];
        let mut source = error.source();
        while let Some(error) = source {
            let cause = error.to_string();
            // Some libraries repeat their cause in their own text.
            if !causes.iter().any(|known| known.contains(&cause)) {
                causes.push(cause);
            }
            source = error.source();
        }
        Self { what: what.into(), causes, next: next.into() }
    }

    /// A failure with a reason of our own.
    pub(super) fn because(what: impl Into<String>, why: impl Into<String>, next: impl Into<String>) -> Self {
        Self { what: what.into(), causes: vec![why.into()], next: next.into() }
    }

    /// A failure of the data folder.
    pub(super) fn of_data(what: impl Into<String>, error: &StoreError) -> Self {
        let next = match error {
            StoreError::NoData { .. } => "Check the folder given with --data.",
            StoreError::InUse { .. } => "Stop the other server, or give another folder with --data.",
            StoreError::Damaged { .. } => "Restore the data folder from a backup.",
            _ => "Check the folder given with --data, the rights on it and the space left on its disk.",
        };
        Self::new(what, error, next)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "inquest: {}", self.what)?;
        for cause in &self.causes {
            write!(formatter, "\n  because: {cause}")?;
        }
        write!(formatter, "\n  next:    {}", self.next)
    }
}

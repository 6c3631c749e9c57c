//! The one place that reads the clock. Everything else is handed a time.

use evidence::time::Micros;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// Tells the time: the system's, or one that a test or a story sets.
#[derive(Clone, Debug)]
pub struct Clock(Option<Arc<AtomicI64>>);

impl Clock {
    /// The system's clock.
    pub fn system() -> Self {
        Self(None)
    }

    /// A clock that stands still until it is set.
    pub fn fixed(at: Micros) -> Self {
        Self(Some(Arc::new(AtomicI64::new(at.0))))
    }

    /// Sets a fixed clock; the system's clock cannot be set and stays as it is.
    pub fn set(&self, at: Micros) {
        if let Some(fixed) = &self.0 {
            fixed.store(at.0, Ordering::SeqCst);
        }
    }

    /// Microseconds since 1970 in UTC. A system clock before 1970 reads as 1970.
    pub fn now(&self) -> Micros {
        match &self.0 {
            Some(fixed) => Micros(fixed.load(Ordering::SeqCst)),
            None => Micros(system_now()),
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "this is the one place that may")]
fn system_now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| i64::try_from(since.as_micros()).unwrap_or(i64::MAX))
}

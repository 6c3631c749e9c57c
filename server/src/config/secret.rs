//! Something that must not be shown.

use std::fmt;

/// A secret with the name of the environment variable it came from. It cannot be serialised, and prints as its name.
#[derive(Clone)]
pub struct Secret {
    variable: String,
    value: String,
}

impl Secret {
    /// A secret and where it came from.
    pub fn new(variable: impl Into<String>, value: impl Into<String>) -> Self {
        Self { variable: variable.into(), value: value.into() }
    }

    /// The environment variable; may be shown.
    pub fn variable(&self) -> &str {
        &self.variable
    }

    /// The secret itself, for the request that needs it and for nothing else.
    pub fn reveal(&self) -> &str {
        &self.value
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Secret(${})", self.variable)
    }
}

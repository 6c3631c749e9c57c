//! Ids. Short ones are permanent within their incident and usable in text and addresses: `E-17`, `F-12`.

use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// A text that should have been an id and is not.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an id of this kind: {0}")]
pub struct NotAnId(pub String);

macro_rules! short_ids {
    ($($(#[$doc:meta])* $name:ident = $letter:literal;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
            #[serde(into = "String", try_from = "String")]
            pub struct $name(pub u32);

            impl fmt::Display for $name {
                fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                    write!(formatter, "{}-{}", $letter, self.0)
                }
            }

            impl FromStr for $name {
                type Err = NotAnId;
                fn from_str(text: &str) -> Result<Self, NotAnId> {
                    text.strip_prefix(concat!($letter, "-"))
                        .filter(|digits| !digits.is_empty() && digits.len() <= 9 && digits.bytes().all(|byte| byte.is_ascii_digit()))
                        .and_then(|digits| digits.parse().ok())
                        .filter(|number| *number > 0)
                        .map(Self)
                        .ok_or_else(|| NotAnId(text.to_owned()))
                }
            }

            impl From<$name> for String {
                fn from(id: $name) -> Self {
                    id.to_string()
                }
            }

            impl TryFrom<String> for $name {
                type Error = NotAnId;
                fn try_from(text: String) -> Result<Self, NotAnId> {
                    text.parse()
                }
            }

            impl From<$name> for AnyId {
                fn from(id: $name) -> Self {
                    Self::$name(id)
                }
            }
        )*

        /// Any short id: what a text can cite.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(into = "String", try_from = "String")]
        pub enum AnyId {
            $($(#[$doc])* $name($name),)*
        }

        impl AnyId {
            /// The letter that stands before the number.
            pub fn letter(self) -> &'static str {
                match self { $(Self::$name(_) => $letter,)* }
            }
        }

        impl fmt::Display for AnyId {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(Self::$name(id) => id.fmt(formatter),)* }
            }
        }

        impl FromStr for AnyId {
            type Err = NotAnId;
            fn from_str(text: &str) -> Result<Self, NotAnId> {
                $(if let Ok(id) = text.parse::<$name>() { return Ok(Self::$name(id)); })*
                Err(NotAnId(text.to_owned()))
            }
        }

        impl From<AnyId> for String {
            fn from(id: AnyId) -> Self {
                id.to_string()
            }
        }

        impl TryFrom<String> for AnyId {
            type Error = NotAnId;
            fn try_from(text: String) -> Result<Self, NotAnId> {
                text.parse()
            }
        }
    };
}

short_ids! {
    /// A piece of evidence: one query run, file, paste, link, statement or picture.
    EvidenceId = "E";
    /// A finding: one claim of a stream that cites evidence.
    FindingId = "F";
    /// A hypothesis, or a hunch that may become one.
    HypothesisId = "H";
    /// A question to one stream.
    QuestionId = "Q";
    /// A retraction of a finding.
    RetractionId = "R";
    /// A paragraph of the running note.
    ParagraphId = "N";
    /// A moment of the world timeline.
    MomentId = "M";
    /// A prediction, sealed before the looking.
    PredictionId = "P";
    /// A contradiction: readings that can't all hold.
    ContradictionId = "X";
    /// An action: a lever that somebody pulled, or may pull.
    ActionId = "A";
}

macro_rules! text_ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub String);

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(formatter)
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.to_owned())
            }
        }
    )*};
}

text_ids! {
    /// Who acts: opaque, so that no name stands in the chain.
    ActorId;
    /// One ledger (an incident, or the house): a uuid of version 7 as text.
    LedgerId;
    /// Made by the client for each command; a repeat returns the first outcome.
    CommandId;
    /// A stored body of evidence.
    BodyId;
    /// An incident's address: `lock-convoy`.
    Slug;
    /// A stream's address within its incident: `broker-logs`.
    StreamKey;
}

/// Makes an address of a name: ASCII letters and digits in lower case, words joined by `-`, at most 60 characters.
pub fn slug_of(name: &str) -> String {
    let mut slug = String::new();
    for letter in name.chars() {
        if letter.is_ascii_alphanumeric() {
            slug.push(letter.to_ascii_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
        if slug.len() >= 60 {
            break;
        }
    }
    slug.trim_end_matches('-').to_owned()
}

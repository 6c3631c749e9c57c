//! What commands are made of, and what they make.

use crate::event::{Cite, Concerned};
use crate::id::{ActorId, AnyId, HypothesisId, QuestionId, StreamKey};
use evidence::time::{Micros, Window};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What somebody expects to see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Expecting {
    /// A value, a ranking, names of frames or a direction, as short as it comes.
    pub text: String,
    /// The hypothesis it follows from.
    pub hypothesis: Option<HypothesisId>,
}

/// An incident about to be opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewIncident {
    /// What is failing, as seen.
    pub title: String,
    /// 1 to 5.
    pub severity: u8,
    /// When it began.
    pub onset: Option<Micros>,
    /// Free text.
    pub description: String,
    /// Labels of an alert.
    pub labels: BTreeMap<String, String>,
    /// The streams to open with it.
    pub streams: Vec<NewStream>,
    /// One person does all.
    pub solo: bool,
}

/// A prediction of something that is to come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewPrediction {
    /// The stream that predicts.
    pub stream: StreamKey,
    /// What is expected.
    pub expects: Expecting,
    /// The query it concerns.
    pub concerns: Option<Concerned>,
    /// What else it concerns, in words; may be empty beside a query.
    pub about: String,
}

/// An observation that would kill a hypothesis.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NewRefuter {
    /// A question that is open already asks for it.
    Asked(QuestionId),
    /// It becomes a question at once.
    Ask {
        /// The observation, in words.
        observation: String,
        /// The stream that goes and looks.
        stream: StreamKey,
        /// The component it concerns.
        component: Option<String>,
        /// The window it concerns; none: the incident's.
        window: Option<Window>,
    },
}

/// A stream to be opened. Its address is made of its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewStream {
    /// Its name.
    pub name: String,
    /// The configured source it asks.
    pub source: Option<String>,
    /// Its owner.
    pub owner: Option<ActorId>,
}

/// What an accepted command made: enough for a client to show and link it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Made {
    /// The seq after the command's last event.
    pub seq: u64,
    /// The ids minted, in order.
    pub ids: Vec<AnyId>,
    /// A hint that refuses nothing: a narrower form for a question too wide to be closed.
    pub hint: Option<String>,
    /// What the texts cite, as understood.
    pub cites: Vec<Cite>,
}

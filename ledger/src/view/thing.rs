//! The permanent page of any id: `/i/<slug>/E-17`.

use crate::actor::Names;
use crate::id::{ActorId, AnyId};
use crate::state::State;
use crate::view::action::{ActionPage, action_page};
use crate::view::contradiction::{ContradictionPage, contradiction_page};
use crate::view::evidence::{EvidencePage, evidence_page};
use crate::view::finding::{FindingPage, RetractionPage, finding_page, retraction_page};
use crate::view::hypothesis::{HypothesisPage, hypothesis_page};
use crate::view::moment::{MomentPage, moment_page};
use crate::view::note::{ParagraphPage, paragraph_page};
use crate::view::prediction::{PredictionPage, prediction_page};
use crate::view::question::{QuestionPage, question_page};
use serde::{Deserialize, Serialize};

/// The page of one thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThingPage {
    /// `E-17`.
    Evidence(Box<EvidencePage>),
    /// `Q-4`.
    Question(Box<QuestionPage>),
    /// `F-12`.
    Finding(Box<FindingPage>),
    /// `H-3`.
    Hypothesis(Box<HypothesisPage>),
    /// `R-5`.
    Retraction(Box<RetractionPage>),
    /// `N-9`.
    Paragraph(Box<ParagraphPage>),
    /// `M-20`.
    Moment(Box<MomentPage>),
    /// `A-6`.
    Action(Box<ActionPage>),
    /// `P-2`.
    Prediction(Box<PredictionPage>),
    /// `X-1`.
    Contradiction(Box<ContradictionPage>),
}

/// Makes the page of any id; none if nothing of that id is there.
pub fn thing_page(state: &State, names: &Names, who: &ActorId, id: AnyId) -> Option<ThingPage> {
    match id {
        AnyId::EvidenceId(id) => evidence_page(state, names, who, id).map(|page| ThingPage::Evidence(Box::new(page))),
        AnyId::QuestionId(id) => question_page(state, names, who, id).map(|page| ThingPage::Question(Box::new(page))),
        AnyId::FindingId(id) => finding_page(state, names, who, id).map(|page| ThingPage::Finding(Box::new(page))),
        AnyId::HypothesisId(id) => hypothesis_page(state, names, who, id).map(|page| ThingPage::Hypothesis(Box::new(page))),
        AnyId::RetractionId(id) => retraction_page(state, names, who, id).map(|page| ThingPage::Retraction(Box::new(page))),
        AnyId::ParagraphId(id) => paragraph_page(state, names, who, id).map(|page| ThingPage::Paragraph(Box::new(page))),
        AnyId::MomentId(id) => moment_page(state, names, who, id).map(|page| ThingPage::Moment(Box::new(page))),
        AnyId::ActionId(id) => action_page(state, names, who, id).map(|page| ThingPage::Action(Box::new(page))),
        AnyId::PredictionId(id) => prediction_page(state, names, who, id).map(|page| ThingPage::Prediction(Box::new(page))),
        AnyId::ContradictionId(id) => contradiction_page(state, names, who, id).map(|page| ThingPage::Contradiction(Box::new(page))),
    }
}

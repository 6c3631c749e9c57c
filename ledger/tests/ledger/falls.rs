//! What a fall does to what rests on it.

use crate::desk::{Desk, names, person, record};
use evidence::reading::Outcome;
use evidence::time::Micros;
use ledger::apply::{Content, Entry, apply, fold};
use ledger::command::Command;
use ledger::event::{Affirmed, Amendment, Cite, Event, Material, Occurred, Precision, Weight};
use ledger::id::{AnyId, EvidenceId, FindingId, MomentId, ParagraphId, RetractionId};
use ledger::refusal::RefusalKind;
use ledger::state::State;
use ledger::view::finding::{finding_page, retraction_page};
use ledger::view::moment::moment_page;
use ledger::view::note::paragraph_page;
use ledger::view::parts::Marked;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn marked(state: &State, id: AnyId) -> Option<Marked> {
    let (names, who) = (names(), "carla".into());
    match id {
        AnyId::FindingId(id) => finding_page(state, &names, &who, id)?.finding.marked,
        AnyId::ParagraphId(id) => paragraph_page(state, &names, &who, id)?.entry.marked,
        AnyId::MomentId(id) => moment_page(state, &names, &who, id)?.moment.marked,
        _ => None,
    }
}

fn retract(claim: impl Into<AnyId>, killed_by: EvidenceId) -> Command {
    Command::RetractClaim { claim: claim.into(), killed_by: vec![killed_by], why: "It always reads zero.".into(), believed: String::new() }
}

fn affirm(claims: &[AnyId]) -> Command {
    Command::AffirmClaims { claims: claims.to_vec(), why: "The dumps show the same.".into() }
}

/// F-1 rests on E-1; F-2 on E-2 and F-1; N-1 on F-2. E-3 kills.
fn chain() -> (Desk, EvidenceId) {
    let mut desk = Desk::open();
    desk.found("The queue is fine.");
    let other = desk.answered(Outcome::Value, "7");
    desk.must(&person("max"), record("So it is elsewhere: F-1.", vec![other]));
    desk.must(&person("carla"), Command::WriteParagraph { text: "Elsewhere, says F-2.".into() });
    let killer = desk.answered(Outcome::Value, "500");
    (desk, killer)
}

#[test]
fn evidence_whose_reading_fell_marks_what_rests_on_it() {
    let (mut desk, killer) = chain();
    desk.must(&person("max"), retract(EvidenceId(1), killer));
    let through: Vec<Option<AnyId>> = [FindingId(1).into(), FindingId(2).into(), ParagraphId(1).into()]
        .into_iter()
        .map(|id: AnyId| marked(&desk.state, id).expect("marked").falls[0].through)
        .collect();
    assert_eq!(through, [None, Some(FindingId(1).into()), Some(FindingId(2).into())]);
}

#[test]
fn what_has_other_supports_says_how_many_it_lost() {
    let (mut desk, killer) = chain();
    desk.must(&person("max"), retract(FindingId(1), killer));
    let marked = marked(&desk.state, FindingId(2).into()).expect("marked");
    assert_eq!((marked.lost, marked.supports), (1, 2));
}

#[test]
fn a_retraction_lists_apart_what_still_has_a_support() {
    let (mut desk, killer) = chain();
    desk.must(&person("max"), retract(FindingId(1), killer));
    let page = retraction_page(&desk.state, &names(), &"carla".into(), RetractionId(1)).expect("a page");
    let ids = |dependents: &[ledger::view::finding::Dependent]| dependents.iter().map(|one| one.id).collect::<Vec<_>>();
    assert_eq!((ids(&page.rests), ids(&page.leans)), (vec![ParagraphId(1).into()], vec![FindingId(2).into()]));
}

#[test]
fn standing_by_a_claim_clears_it_and_what_rests_on_it_alone() {
    let (mut desk, killer) = chain();
    desk.must(&person("max"), retract(FindingId(1), killer));
    desk.must(&person("max"), affirm(&[FindingId(2).into()]));
    assert_eq!([marked(&desk.state, FindingId(2).into()), marked(&desk.state, ParagraphId(1).into())], [None, None]);
}

#[test]
fn a_later_fall_marks_again_what_was_stood_by() {
    let (mut desk, killer) = chain();
    desk.must(&person("max"), retract(FindingId(1), killer));
    desk.must(&person("max"), affirm(&[FindingId(2).into()]));
    desk.must(&person("max"), retract(EvidenceId(2), killer));
    let falls = marked(&desk.state, FindingId(2).into()).expect("marked").falls;
    assert_eq!(falls.iter().map(|fall| fall.claim).collect::<Vec<_>>(), [EvidenceId(2).into()]);
}

#[test]
fn standing_by_what_nothing_speaks_against_is_no_event() {
    let (mut desk, _) = chain();
    let seq = desk.state.seq;
    desk.must(&person("max"), affirm(&[FindingId(2).into()]));
    assert_eq!(desk.state.seq, seq);
}

#[test]
fn nobody_stands_by_what_fell() {
    let (mut desk, killer) = chain();
    desk.must(&person("max"), retract(FindingId(1), killer));
    let refusal = desk.act(&person("max"), &affirm(&[FindingId(1).into()])).expect_err("it fell");
    assert_eq!((refusal.kind, refusal.why.as_str()), (RefusalKind::Conflict, "F-1 was retracted before, see R-1"));
}

#[test]
fn a_moment_can_fall() {
    let (mut desk, killer) = chain();
    let occurred = Occurred { at: desk.now, until: None, precision: Precision::Minute };
    desk.must(&person("max"), Command::AddMoment { occurred, text: "It restarted.".into(), stream: None, evidence: Vec::new() });
    desk.must(&person("max"), retract(MomentId(1), killer));
    let page = moment_page(&desk.state, &names(), &"carla".into(), MomentId(1)).expect("a page");
    assert_eq!(page.moment.fallen.map(|beside| beside.retraction), Some(RetractionId(1)));
}

#[test]
fn paragraphs_questions_and_retractions_do_not_fall() {
    let (mut desk, killer) = chain();
    desk.must(&person("max"), retract(FindingId(1), killer));
    for claim in ["N-1", "Q-1", "R-1"] {
        let claim: AnyId = claim.parse().expect("an id");
        let refusal = desk.act(&person("max"), &retract(claim, killer)).expect_err("it is no claim");
        assert_eq!((refusal.kind, refusal.why.starts_with(&claim.to_string())), (RefusalKind::Invalid, true), "{}", refusal.why);
    }
}

#[test]
fn evidence_does_not_kill_its_own_reading() {
    let (mut desk, _) = chain();
    let refusal = desk.act(&person("max"), &retract(EvidenceId(1), EvidenceId(1))).expect_err("it is the same");
    assert_eq!(refusal.why, "E-1 cannot kill itself");
}

#[test]
fn nothing_new_rests_on_a_reading_that_fell() {
    let (mut desk, killer) = chain();
    desk.must(&person("max"), retract(EvidenceId(1), killer));
    let refusal = desk.act(&person("max"), &record("Still fine.", vec![EvidenceId(1)])).expect_err("it fell");
    assert_eq!(refusal.why, "the reading of E-1 was retracted, see R-1");
}

const THINGS: u32 = 7;

/// The numbered things that claims are made of: evidence, findings, paragraphs, moments.
fn thing(number: u32) -> AnyId {
    match number % 4 {
        0 => EvidenceId(number / 4 + 1).into(),
        1 => FindingId(number / 4 + 1).into(),
        2 => ParagraphId(number / 4 + 1).into(),
        _ => MomentId(number / 4 + 1).into(),
    }
}

fn cites() -> impl Strategy<Value = Vec<Cite>> {
    let cite = (0..THINGS * 4, any::<bool>()).prop_map(|(number, rests)| {
        let how = if rests { Weight::RestsOn } else { Weight::Mentions };
        Cite { id: thing(number), line: None, how }
    });
    prop::collection::vec(cite, 0..4)
}

/// Investigations in which everything cites anything, in circles too; some things fall, some are stood by, some are written anew.
fn ledgers() -> impl Strategy<Value = Vec<Event>> {
    let written = (0..THINGS, 0..3_u32, cites()).prop_map(|(number, kind, cites)| match kind {
        0 => Event::FindingRecorded {
            finding: FindingId(number + 1),
            stream: "metrics".into(),
            text: String::new(),
            cites,
            severity: None,
            pass: 0,
        },
        1 => Event::ParagraphWritten { paragraph: ParagraphId(number + 1), pass: 0, text: String::new(), cites },
        _ => Event::MomentAdded {
            moment: MomentId(number + 1),
            occurred: Occurred { at: Micros(0), until: None, precision: Precision::Day },
            text: String::new(),
            cites,
            stream: None,
        },
    });
    let amended = (0..THINGS, cites()).prop_map(|(number, cites)| Event::FindingAmended {
        finding: FindingId(number + 1),
        old: String::new(),
        new: String::new(),
        cites,
        why: Amendment::Slip,
    });
    let revised = (0..THINGS, 0..30_u64, cites()).prop_map(|(number, base, cites)| Event::ParagraphRevised {
        paragraph: ParagraphId(number + 1),
        bases: vec![base],
        text: String::new(),
        cites,
    });
    let fell = (0..THINGS * 4, 1..9_u32).prop_map(|(number, retraction)| Event::ClaimRetracted {
        retraction: RetractionId(retraction),
        claim: thing(number),
        killed_by: Vec::new(),
        why: String::new(),
        believed: String::new(),
    });
    let affirmed = (0..THINGS * 4, 1..9_u32).prop_map(|(number, retraction)| Event::ClaimsAffirmed {
        claims: vec![Affirmed { claim: thing(number), despite: vec![RetractionId(retraction)] }],
        why: String::new(),
    });
    let evidence = (1..=THINGS).map(|number| Event::EvidenceAdded {
        evidence: EvidenceId(number),
        stream: "metrics".into(),
        title: String::new(),
        material: Material::Paste,
        raw: None,
        question: None,
    });
    let evidence: Vec<Event> = evidence.collect();
    let later = prop::collection::vec(prop_oneof![6 => written, 1 => amended, 1 => revised, 2 => fell, 1 => affirmed], 0..60);
    later.prop_map(move |later| evidence.iter().cloned().chain(later).collect())
}

/// The marks by their definition: a thing that stands, and that nobody stood by despite that fall, rests on what fell, or on something
/// that is marked by that fall itself. Repeated until nothing is added.
fn naive(state: &State) -> BTreeSet<(AnyId, RetractionId)> {
    let mut rests: BTreeMap<AnyId, Vec<AnyId>> = BTreeMap::new();
    let carrying = |cites: &[Cite]| cites.iter().filter(|cite| cite.how == Weight::RestsOn).map(|cite| cite.id).collect::<Vec<_>>();
    for finding in state.findings.values() {
        rests.insert(finding.id.into(), carrying(&finding.cites));
    }
    for moment in state.moments.values() {
        rests.insert(moment.id.into(), carrying(&moment.cites));
    }
    for paragraph in state.paragraphs.values() {
        let heads = paragraph.versions.iter().filter(|version| paragraph.heads.contains(&version.stamp.seq));
        rests.insert(paragraph.id.into(), heads.flat_map(|version| carrying(&version.cites)).collect());
    }
    let affirmed = |id: AnyId, retraction| state.affirmed.get(&id).into_iter().flatten().any(|one| one.despite.contains(&retraction));
    let mut marks = BTreeSet::new();
    loop {
        let before = marks.len();
        for (id, cited) in rests.iter().filter(|(id, _)| !state.fallen.contains_key(id)) {
            for (claim, retraction) in &state.fallen {
                let reached = cited.iter().any(|one| one == claim || marks.contains(&(*one, *retraction)));
                if reached && !affirmed(*id, *retraction) {
                    marks.insert((*id, *retraction));
                }
            }
        }
        if marks.len() == before {
            return marks;
        }
    }
}

proptest! {
    #[test]
    fn the_marks_are_those_of_a_naive_walk(events in ledgers()) {
        let entries = events.into_iter().zip(1..).map(|(event, seq)| {
            Entry { seq, at: Micros(0), wall: Micros(0), actor: "max".into(), event: Content::Event(event) }
        });
        let state = fold(entries);
        let all = (0..THINGS * 4).map(thing);
        let marks: BTreeSet<(AnyId, RetractionId)> = all
            .flat_map(|id| marked(&state, id).into_iter().flat_map(move |marked| marked.falls.into_iter().map(move |fall| (id, fall.retraction))))
            .collect();
        prop_assert_eq!(marks, naive(&state));
    }
}

#[test]
fn an_affirmation_of_nothing_that_is_there_is_a_problem() {
    let affirmed = Event::ClaimsAffirmed { claims: vec![Affirmed { claim: FindingId(9).into(), despite: Vec::new() }], why: String::new() };
    let mut state = State::default();
    apply(&mut state, &Entry { seq: 1, at: Micros(0), wall: Micros(0), actor: "max".into(), event: Content::Event(affirmed) });
    assert_eq!(state.problems[0].what, "names F-9, which is not there");
}

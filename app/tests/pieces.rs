//! The pieces that pages are made of, as the server renders them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use app::api::error::ApiError;
use app::ui::chip::Chip;
use app::ui::error::FormError;
use app::ui::form::command_id;
use app::ui::outcome::OutcomeBadge;
use app::ui::prose::{InlineProse, Prose};
use app::ui::time::{Form, TimeOf};
use evidence::reading::{Headline, Reason};
use evidence::time::Micros;
use ledger::event::QueryEnd;
use ledger::id::{AnyId, EvidenceId, FindingId, ParagraphId, Slug};
use ledger::refusal::{Refusal, RefusalKind};
use ledger::text::Prose as Text;
use ledger::view::chip::{Chip as Preview, Chips, Standing};
use ledger::view::parts::{Shown, Sign};
use leptos::prelude::*;

/// What a piece renders, without the comments that mark places for the browser's code.
fn html<V: IntoView>(view: impl FnOnce() -> V) -> String {
    let owner = Owner::new();
    let html = owner.with(|| {
        provide_context(Slug("lock-convoy".into()));
        view().into_view().to_html()
    });
    html.replace("<!>", "").replace("<!---->", "")
}

fn shown(sign: Sign) -> Shown {
    let headline = Headline { text: "0.75".into(), unit: "ratio".into() };
    Shown { sign, headline, sentence: String::new(), reason: None, missing: Vec::new(), truncated: None, warnings: 0, absence: None }
}

fn chips(id: &str, standing: Standing) -> Signal<Chips> {
    let id: AnyId = id.parse().unwrap();
    let preview =
        Preview { id, kind: "finding".into(), stream: None, at: Micros(0), text: "It is fine.".into(), shown: None, standing, cited_by: 0 };
    Signal::stored(Chips::from([(id, preview)]))
}

fn badge(shown: Shown) -> String {
    html(move || view! { <OutcomeBadge shown/> })
}

#[test]
fn a_value_is_a_bare_numeral_with_its_unit() {
    assert_eq!(badge(shown(Sign::Value)), "<span class=\"oc oc-value\">0.75<small>\u{a0}ratio</small></span>");
}

#[test]
fn an_unproven_zero_reads_0_with_a_question_mark() {
    let html = badge(shown(Sign::UnprovenZero));
    assert!(html.contains("<span class=\"z\">0?</span>") && html.contains("absence unproven"), "{html}");
}

#[test]
fn no_data_never_reads_as_a_number() {
    let html = badge(shown(Sign::NoData));
    assert!(html.contains("oc-none") && html.contains("no data") && !html.contains('0'), "{html}");
}

#[test]
fn could_not_ask_says_why() {
    let reason = Reason { code: "refused".into(), what: "nobody answers".into(), detail: String::new(), todo: String::new() };
    let html = badge(Shown { reason: Some(reason), ..shown(Sign::CouldNotAsk) });
    assert!(html.contains("oc-cant") && html.contains("could not ask: nobody answers"), "{html}");
}

#[test]
fn a_run_without_an_answer_says_how_it_ended() {
    let html = badge(shown(Sign::Ended { how: QueryEnd::Cancelled, why: String::new() }));
    assert!(html.contains("no answer: cancelled"), "{html}");
}

#[test]
fn what_is_missing_stands_beside_any_outcome() {
    let html = badge(Shown { missing: vec!["2 of 5 shards did not answer".into()], ..shown(Sign::Value) });
    assert!(html.contains("oc-part") && html.contains("partial: 2 of 5 shards did not answer"), "{html}");
}

#[test]
fn a_chip_leads_to_its_permanent_page() {
    let html = html(|| view! { <Chip id=EvidenceId(17) chips=Signal::stored(Chips::new())/> });
    assert!(html.contains("<a href=\"/i/lock-convoy/E-17\" class=\"id id-e\">E-17"), "{html}");
}

#[test]
fn a_chip_of_one_line_leads_to_that_line() {
    let html = html(|| view! { <Chip id=EvidenceId(28) line=Some(4) chips=Signal::stored(Chips::new())/> });
    assert!(html.contains("/i/lock-convoy/E-28#line-4") && html.contains("E-28:4"), "{html}");
}

#[test]
fn a_fallen_claim_is_struck_and_named_so() {
    let html = html(|| view! { <Chip id=FindingId(7) chips=chips("F-7", Standing::Fallen)/> });
    assert!(html.contains("id id-f is-fallen") && html.contains("<span class=\"vh\"> retracted</span>"), "{html}");
}

#[test]
fn what_cites_a_fallen_claim_has_the_double_dagger() {
    let html = html(|| view! { <Chip id=ParagraphId(9) chips=chips("N-9", Standing::CitesFallen)/> });
    assert!(html.contains("id id-n is-marked") && html.contains(" cites a fallen claim"), "{html}");
}

#[test]
fn a_text_has_its_paragraphs_lists_and_ids() {
    let text = Text("It **stalls** at `lock`, see E-17.\n\n- one\n- two".into());
    let html = html(move || view! { <Prose text chips=Signal::stored(Chips::new())/> });
    assert!(html.starts_with("<div class=\"prose\"><p>It <b>stalls</b> at <code>lock</code>, see <span class=\"chip\">"), "{html}");
    assert!(html.contains("<ul class=\"items\"><li>one</li><li>two</li></ul>"), "{html}");
}

#[test]
fn markup_in_a_text_is_text() {
    let text = Text("<script>alert(1)</script>".into());
    let html = html(move || view! { <InlineProse text chips=Signal::stored(Chips::new())/> });
    assert!(html.contains("&lt;script&gt;") && !html.contains("<script>"), "{html}");
}

#[test]
fn a_refusal_says_what_why_and_what_to_do() {
    let refusal = Refusal {
        kind: RefusalKind::Invalid,
        what: "could not ask the question".into(),
        why: "it is empty".into(),
        todo: "Write a sentence.".into(),
    };
    let error = Some(ApiError::Refused { refusal });
    let html = html(move || view! { <FormError error=Signal::stored(error)/> });
    assert!(html.contains("Could not ask the question: it is empty.") && html.contains("Write a sentence."), "{html}");
}

#[test]
fn a_time_is_utc_and_says_so_to_programs() {
    // 10 Sep 2026 13:30:00 UTC, by `date -u -d @1789047000`.
    let html = html(|| view! { <TimeOf at=Micros(1_789_047_000_000_000) form=Form::Full/> });
    assert_eq!(html, "<time datetime=\"2026-09-10T13:30:00Z\">10 Sep 2026 13:30:00 UTC</time>");
}

#[test]
fn a_command_id_changes_with_the_form_and_its_version() {
    let ids = [command_id("seed", "ask", 0), command_id("seed", "ask", 1), command_id("seed", "moment", 0), command_id("other", "ask", 0)];
    let different: std::collections::BTreeSet<_> = ids.iter().collect();
    assert_eq!(different.len(), ids.len());
}

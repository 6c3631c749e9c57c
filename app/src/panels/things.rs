//! The permanent pages of findings, questions, retractions, paragraphs and moments: small, and everything on record.

use super::desk::Desk;
use super::falls::{AffirmForm, RetractForm, beside_view, marked_view};
use super::findings::{evidence_table, finding_view};
use super::hypothesis_forms::{ExpectForm, LookForm};
use super::questions::end_words;
use crate::format::span;
use crate::ui::chip::Chip;
use crate::ui::outcome::OutcomeBadge;
use crate::ui::prose::Prose;
use crate::ui::time::{Form, TimeOf};
use evidence::time::Micros;
use ledger::event::{Occurred, Precision};
use ledger::id::{AnyId, Slug};
use ledger::view::chip::Chips;
use ledger::view::finding::{Dependent, FindingPage, RetractionPage};
use ledger::view::moment::MomentPage;
use ledger::view::note::{ParagraphPage, VersionView, Voice};
use ledger::view::parts::StreamLink;
use ledger::view::question::{AnswerView, QuestionPage, QuestionState};
use ledger::view::stream::Chain;
use leptos::prelude::*;

/// A finding: as its file shows it, and what cites it.
pub fn finding_page(page: FindingPage, desk: Desk) -> AnyView {
    let heading = format!("Finding {}", page.finding.id);
    let stream = stream_link(&page.finding.stream);
    let cited_by = page.finding.cited_by.clone();
    let (id, is_mine) = (page.finding.id, page.finding.is_mine);
    let may_retract = page.finding.fallen.is_none() && !desk.reads_only.get();
    let retract = may_retract.then(|| view! { <RetractForm claim=id is_mine/> });
    view! {
        <h2 class="named">{heading}</h2>
        <p class="meta">"Said by " {stream} ". It can be completed and amended there."</p>
        <div class="file">{finding_view(page.finding, desk.chips)} {retract}</div>
        {cited_by_view(cited_by, desk.chips)}
    }
    .into_any()
}

/// A retraction: why, what killed the claim, and what still rests on it.
pub fn retraction_page(page: RetractionPage, desk: Desk) -> AnyView {
    let row = page.row;
    let chips = desk.chips;
    let may_write = !desk.reads_only.get();
    let nothing =
        (page.rests.is_empty() && page.leans.is_empty()).then(|| view! { <p class="meta">"Nothing that stands rests on it."</p> });
    let claim = page.finding.map(|finding| view! { <h3>"The claim"</h3> <div class="file">{finding_view(*finding, chips)}</div> });
    view! {
        <h2 class="named">{format!("Retraction {}", row.id)}</h2>
        <p>
            <Chip id=row.fallen chips/>
            {row.stream.as_ref().map(|stream| view! { " of " {stream_link(stream)} })}
            " fell "
            <TimeOf at=row.at form=Form::Full/>
            {format!(", after it had stood for {}.", span(row.stood_us))}
        </p>
        <Prose text=row.why chips/>
        <h3>"What killed it"</h3>
        {evidence_table(row.id, page.killed_by, chips)}
        {claim}
        {nothing}
        {dependents("What rests on it", "Each is marked where it stands, until somebody stands by it or writes it anew.", page.rests, may_write, chips)}
        {dependents("What rests on others too", "Each has lost some of what carries it. It may well stand on the rest.", page.leans, may_write, chips)}
    }
    .into_any()
}

/// What rests on a claim that fell, with one form to stand by all of it.
fn dependents(heading: &'static str, words: &'static str, rows: Vec<Dependent>, may_write: bool, chips: Signal<Chips>) -> impl IntoView {
    if rows.is_empty() {
        return None;
    }
    let ids: Vec<AnyId> = rows.iter().map(|row| row.id).collect();
    let rows = rows
        .into_iter()
        .map(|row| {
            let text = move || chips.with(|chips| chips.get(&row.id).map(|chip| chip.text.clone()));
            let lost = (row.lost < row.supports).then(|| format!(" (lost {} of {})", row.lost, row.supports));
            view! { <li><Chip id=row.id chips/> {lost} <span class="said">{text}</span></li> }
        })
        .collect_view();
    Some(view! {
        <h3>{heading}</h3>
        <p class="meta">{words}</p>
        <ul class="cites">{rows}</ul>
        {may_write.then(|| view! { <AffirmForm claims=ids/> })}
    })
}

/// A question: how it stands, its answers with the contract of each, the runs made for it.
pub fn question_page(page: QuestionPage, desk: Desk) -> AnyView {
    let row = page.row;
    let chips = desk.chips;
    let slug = use_context::<Slug>().map_or_else(String::new, |slug| slug.0);
    let work = format!("/i/{slug}/s/{}?q={}", row.stream.key, row.id);
    let state = match &row.state {
        QuestionState::Unseen => "open, not seen yet".to_owned(),
        QuestionState::Seen => "open, seen".to_owned(),
        QuestionState::Taken => row.taken.as_ref().map_or_else(|| "taken".to_owned(), |taken| format!("taken by {}", taken.by.name)),
        QuestionState::Answered { .. } => "answered, not closed".to_owned(),
        QuestionState::Closed { how, why, .. } if why.is_empty() => format!("closed: {}", end_words(*how)),
        QuestionState::Closed { how, why, .. } => format!("closed: {}. {why}", end_words(*how)),
    };
    let window = row.window.map(|window| view! { <dt>"Window"</dt> <dd>{crate::plan::window_text(window)}</dd> });
    let component = row.component.map(|component| view! { <dt>"Component"</dt> <dd>{component}</dd> });
    let metric = row.metric.map(|metric| view! { <dt>"Metric"</dt> <dd class="mono-s">{metric}</dd> });
    let open = !matches!(row.state, QuestionState::Closed { .. }) && !desk.reads_only.get();
    let refutes = row.refutes.map(|hypothesis| {
        let look = open.then(|| view! { <LookForm question=row.id/> });
        view! { <p>"What it asks for would refute " <Chip id=hypothesis chips/> "."</p> {look} }
    });
    let expected =
        row.expected.into_iter().map(|(id, answer)| view! { <li>"If " <Chip id chips/> " holds: " {answer}</li> }).collect_view();
    let expect = open.then(|| view! { <ExpectForm question=row.id/> });
    let none = page.answers.is_empty().then(|| view! { <p class="meta">"No answer yet."</p> });
    let answers = page.answers.into_iter().map(|answer| answer_view(answer, row.id, chips)).collect_view();
    view! {
        <h2 class="named">{format!("Question {}", row.id)}</h2>
        <Prose text=row.text chips/>
        <p class="meta">
            "To " {stream_link(&row.stream)} ", asked by " {row.asked.by.name} " " <TimeOf at=row.asked.at form=Form::Full/> ". "
            <a href=work>"Work on it there"</a>
        </p>
        <dl class="kv">
            <dt>"State"</dt>
            <dd>{state}</dd>
            {window}
            {component}
            {metric}
        </dl>
        <h3>"Answers"</h3>
        {refutes}
        {none}
        {answers}
        <h3>"Expected"</h3>
        <ul>{expected}</ul>
        {expect}
        {page.chain.map(|chain| chain_view(chain, chips))}
    }
    .into_any()
}

fn answer_view(answer: AnswerView, question: impl std::fmt::Display, chips: Signal<Chips>) -> impl IntoView {
    let finding = answer.finding.map(|id| view! { "said by " <Chip id chips/> });
    view! {
        <div class="hold">
            <p class="meta">{answer.by.by.name} " " <TimeOf at=answer.by.at form=Form::Full/> " " {finding}</p>
            <Prose text=answer.text chips/>
            {evidence_table(question, answer.evidence, chips)}
        </div>
    }
}

fn chain_view(chain: Chain, chips: Signal<Chips>) -> impl IntoView {
    let rows = std::iter::once(chain.latest).chain(chain.earlier).map(|row| {
        let id = row.id.map(|id| view! { <Chip id chips/> " " });
        let shown = row.shown;
        view! { <li>{id} <TimeOf at=row.by.at form=Form::Short/> " " <OutcomeBadge shown/></li> }
    });
    view! {
        <h3>"Runs and tries"</h3>
        <ul class="runs">{rows.collect_view()}</ul>
    }
}

/// A paragraph of the note with all its versions.
pub fn paragraph_page(page: ParagraphPage, desk: Desk) -> AnyView {
    let chips = desk.chips;
    let slug = use_context::<Slug>().map_or_else(String::new, |slug| slug.0);
    let author = match &page.entry.voice {
        Voice::Person(person) => person.name.clone(),
        Voice::Stream(stream) => stream.name.clone(),
    };
    let conflict = (!page.entry.conflict.is_empty()).then(|| {
        view! { <p class="hold warn">"This paragraph has more than one text. Both are kept; settle it in the note."</p> }
    });
    // The one text of a paragraph that was never revised stands above already.
    let versions = (page.versions.len() > 1).then(|| {
        let versions = page.versions.into_iter().rev().map(|version| version_view(version, chips)).collect_view();
        view! { <h3>"Versions, newest first"</h3> <ol reversed>{versions}</ol> }
    });
    view! {
        <h2 class="named">{format!("Paragraph {}", page.entry.id)}</h2>
        <p class="meta">
            {author} ", pass " {page.pass} ", first written " <TimeOf at=page.entry.at form=Form::Full/> ". "
            <a href=format!("/i/{slug}#{}", page.entry.id)>"In the note"</a>
        </p>
        {conflict}
        <Prose text=page.entry.text chips/>
        {page.entry.fallen.map(|fallen| beside_view(fallen, chips))}
        {page.entry.marked.map(|marked| marked_view(page.entry.id, marked, chips))}
        {versions}
        {cited_by_view(page.cited_by, chips)}
    }
    .into_any()
}

fn version_view(version: VersionView, chips: Signal<Chips>) -> impl IntoView {
    view! {
        <li>
            <p class="meta">{version.by.name} " " <TimeOf at=version.at form=Form::Full/></p>
            <Prose text=version.text chips/>
        </li>
    }
}

/// A moment of the world timeline.
pub fn moment_page(page: MomentPage, desk: Desk) -> AnyView {
    let chips = desk.chips;
    let moment = page.moment;
    let id = moment.id;
    let stream = moment.stream.map(|stream| view! { ", known to " {stream_link(&stream)} });
    let may_retract = moment.fallen.is_none() && !desk.reads_only.get();
    let retract = may_retract.then(|| view! { <RetractForm claim=id is_mine=moment.is_mine/> });
    view! {
        <h2 class="named">{format!("Moment {id}")}</h2>
        <p>{occurred_words(&moment.occurred)}</p>
        <Prose text=moment.text chips/>
        <p class="meta">
            "Recorded by " {moment.recorded.by.name} " " <TimeOf at=moment.recorded.at form=Form::Full/> {stream}
        </p>
        {moment.fallen.map(|fallen| beside_view(fallen, chips))}
        {moment.marked.map(|marked| marked_view(id, marked, chips))}
        <h3>"Evidence"</h3>
        {evidence_table(id, moment.evidence, chips)}
        {retract}
        {cited_by_view(page.cited_by, chips)}
    }
    .into_any()
}

/// When it happened, as well as that is known.
fn occurred_words(occurred: &Occurred) -> String {
    let at = |at: Micros| match occurred.precision {
        Precision::Second => format!("{} UTC", at.day_time()),
        Precision::Minute => format!("{} UTC", at.day_time().rsplit_once(':').map_or_else(String::new, |(minute, _)| minute.to_owned())),
        Precision::Day => at.day(),
        Precision::About => format!("about {} UTC", at.day_time()),
    };
    match occurred.until {
        Some(until) => format!("{} to {}", at(occurred.at), at(until)),
        None => at(occurred.at),
    }
}

/// What cites a thing.
pub fn cited_by_view(ids: Vec<AnyId>, chips: Signal<Chips>) -> impl IntoView {
    let count = ids.len();
    let rows = ids
        .into_iter()
        .map(|id| {
            let text = move || chips.with(|chips| chips.get(&id).map(|chip| chip.text.clone()));
            view! { <li><Chip id chips/> <span class="said">{text}</span></li> }
        })
        .collect_view();
    view! {
        <section class="side-sec" aria-labelledby="h-cb">
            <h3 class="colhead" id="h-cb">
                <span>"Cited by"</span>
                <span class="meta">{count}</span>
            </h3>
            {(count == 0).then(|| view! { <p class="meta">"Nothing cites it yet."</p> })}
            <ul class="cites">{rows}</ul>
        </section>
    }
}

/// A stream by its name, as a link to its page.
pub fn stream_link(stream: &StreamLink) -> impl IntoView + use<> {
    let slug = use_context::<Slug>().map_or_else(String::new, |slug| slug.0);
    view! { <a href=format!("/i/{slug}/s/{}", stream.key)>{stream.name.clone()}</a> }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 10 Sep 2026 14:10:00 UTC.
    const AT: Micros = Micros(1_789_049_400_000_000);

    #[test]
    fn a_moment_is_no_more_precise_than_it_is_known() {
        let cases = [
            (Precision::Second, "10 Sep 2026 14:10:00 UTC"),
            (Precision::Minute, "10 Sep 2026 14:10 UTC"),
            (Precision::Day, "10 Sep 2026"),
            (Precision::About, "about 10 Sep 2026 14:10:00 UTC"),
        ];
        for (precision, words) in cases {
            assert_eq!(occurred_words(&Occurred { at: AT, until: None, precision }), words);
        }
    }
}

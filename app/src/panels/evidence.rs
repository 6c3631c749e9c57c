//! The permanent page of a piece of evidence: everything on record about it, its whole answer, what cites it, what it is kin to.

use super::absence::{ControlForm, absence_view};
use super::cell::RunAgain;
use super::count::{grouped, ordinal};
use super::desk::Desk;
use super::falls::{RetractForm, beside_view};
use super::finding_line::FindingLine;
use super::not_sent::asked_for;
use super::pending::Pending;
use super::predictions::{ScoreForm, prediction_view};
use super::record::record_view;
use super::result::Answer;
use super::things::{cited_by_view, stream_link};
use crate::format::query_end_words;
use crate::ui::chip::Chip;
use crate::ui::outcome::OutcomeBadge;
use crate::ui::prose::{InlineProse, Prose};
use crate::ui::time::{Form, TimeOf};
use evidence::reading::{Remark, RemarkLevel};
use ledger::id::EvidenceId;
use ledger::view::chip::Chips;
use ledger::view::evidence::{EvidenceBody, EvidencePage};
use ledger::view::parts::{Shown, Sign};
use leptos::either::Either;
use leptos::prelude::*;

/// The page.
#[component]
pub fn EvidenceRecord(
    /// Everything on record, as it grows.
    record: Memo<EvidencePage>,
) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let id = record.with_untracked(|record| record.id);
    view! {
        <main id="main" class="spec" tabindex="-1">
            <section class="rec" aria-label=format!("Record of {id}")>
                {move || record.with(record_view)}
            </section>
            <section class="mid" aria-labelledby="h-e">
                <h2 id="h-e" class="vh">{format!("Evidence {id}")}</h2>
                {move || record.with(|record| asked_view(record, desk))}
                {move || record.with(|record| outcome_view(record, desk))}
                <Rest record/>
            </section>
            <aside class="out" aria-label=format!("What cites {id} and what it is kin to")>
                {move || record.with(|record| cited_by_view(record.cited_by.clone(), desk.chips))}
                {move || record.with(|record| kin_view(record, desk.chips))}
            </aside>
        </main>
    }
}

/// What follows the outcome: it does not depend on what cites the evidence, so that it stays while that grows.
#[component]
fn Rest(record: Memo<EvidencePage>) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let id = record.with_untracked(|record| record.id);
    let sign = Memo::new(move |_| record.with(|record| record.shown.sign.clone()));
    let query = Memo::new(move |_| {
        record.with(|record| match &record.body {
            EvidenceBody::Run(run) => Some((run.query.clone(), run.source.clone())),
            EvidenceBody::Material { .. } => None,
        })
    });
    let question = Memo::new(move |_| record.with(|record| record.question.as_ref().map(|(id, _)| *id)));
    let cited = RwSignal::new(None::<String>);
    let cite = Callback::new(move |citation| cited.set(Some(citation)));
    let has_answer = Memo::new(move |_| !matches!(sign.get(), Sign::Pending | Sign::Ended { .. }));
    let waiting = move || {
        let (_, source) = query.get().filter(|_| sign.get() == Sign::Pending)?;
        let since = record.with_untracked(|record| record.recorded.at);
        let may_cancel = Signal::derive(move || desk.asks() || record.with(|record| record.recorded.by.is_me));
        Some(view! { <Pending evidence=id source since may_cancel/> })
    };
    let answer = move || {
        has_answer.get().then(|| {
            let sentence = record.with_untracked(|record| record.shown.sentence.clone());
            let cite = (!desk.reads_only.get_untracked()).then_some(cite);
            view! { <Answer evidence=id sentence cite/> }
        })
    };
    let record_line = move || {
        (has_answer.get() && !desk.reads_only.get())
            .then(|| view! { <FindingLine evidence=id question open=Signal::stored(Vec::new()) cited/> })
    };
    let again = move || {
        let (query, _) = query.get().filter(|_| desk.asks() && sign.get() != Sign::Pending)?;
        Some(view! { <RunAgain id query question=question.get_untracked()/> })
    };
    let unproven = Memo::new(move |_| record.with(|record| record.shown.absence.is_some_and(|absence| !absence.holds())));
    let control = move || {
        let (query, _) = query.get().filter(|_| unproven.get() && desk.asks())?;
        Some(view! { <ControlForm id query question=question.get_untracked()/> })
    };
    let stands = Memo::new(move |_| record.with(|record| record.fallen.is_none()));
    let retract = move || {
        (has_answer.get() && stands.get() && !desk.reads_only.get()).then(|| {
            view! { <RetractForm claim=id is_mine=false/> }
        })
    };
    view! {
        {waiting}
        <div class="acts">{again}</div>
        {control}
        {answer}
        {record_line}
        {move || record.with(|record| again_view(record, desk.chips))}
        {retract}
    }
}

fn asked_view(record: &EvidencePage, desk: Desk) -> impl IntoView + use<> {
    let question =
        record.question.clone().map(|(id, text)| view! { " / " <Chip id chips=desk.chips/> " " <InlineProse text chips=desk.chips/> });
    let asked = match &record.body {
        EvidenceBody::Run(run) => {
            let window = asked_for(&run.query);
            Either::Left(view! { <pre class="evq">{run.query.ask.text().to_owned()} "\n" <b>{window}</b></pre> })
        }
        EvidenceBody::Material { title, .. } => Either::Right(view! { <p class="said">{title.clone()}</p> }),
    };
    view! {
        <p class="meta">{stream_link(&record.stream)} {question}</p>
        {asked}
    }
}

fn outcome_view(record: &EvidencePage, desk: Desk) -> impl IntoView + use<> {
    let shown = record.shown.clone();
    let place = (record.place.of > 1).then(|| format!("{} of {} tries", ordinal(record.place.number), record.place.of));
    let reason = shown.reason.clone().map(|reason| view! { <p>{reason.detail} " " {reason.todo}</p> });
    let zero = shown.absence.map(|absence| absence_view(absence, desk.chips));
    let fallen = record.fallen.clone().map(|fallen| beside_view(fallen, desk.chips));
    let excuse = record.no_known_event.clone().map(|text| {
        view! { <div class="hold flat"><p class="meta">"No such event is known:"</p> <Prose text chips=desk.chips/></div> }
    });
    let controls = (!record.controls.is_empty()).then(|| {
        let rows = record.controls.iter().map(|line| {
            let shown = line.shown.clone();
            view! { <li><Chip id=line.id chips=desk.chips/> " " <OutcomeBadge shown/></li> }
        });
        view! { <p class="meta">"Controls that were run for it:"</p> <ul class="refuters">{rows.collect_view()}</ul> }
    });
    let prediction = record.prediction.clone().map(|row| {
        let (id, unscored) = (row.id, row.scored.is_none() && !desk.reads_only.get());
        let score = unscored.then(|| view! { <ScoreForm id evidence=record.id.to_string()/> });
        view! { <div class="hold flat">{prediction_view(row, desk.chips)} {score}</div> }
    });
    let cut = shown.truncated.clone().map(|cut| view! { <p>"Cut off: " {cut} ". It can't be used as proof."</p> });
    let rest = match &record.body {
        EvidenceBody::Run(run) => Some((run.answer.clone(), run.ended.clone(), run.rerun_of, run.control_of)),
        EvidenceBody::Material { .. } => None,
    };
    let said = rest.map(|(answer, ended, rerun_of, control_of)| {
        let remarks = answer.as_ref().map_or_else(Vec::new, |answer| answer.summary.remarks.clone());
        let recording = answer.as_ref().and_then(|answer| answer.replayed.clone()).map(|replayed| {
            view! {
                <p class="hold flat">
                    "A recording answered, not the live source. The real one, " {replayed.source_build} ", was asked "
                    <TimeOf at=replayed.recorded_at form=Form::Full/> "."
                </p>
            }
        });
        let late = answer.as_ref().is_some_and(|answer| answer.late).then(|| {
            view! { <p class="hold warn">"It came late: after the incident was closed, or after the run had been ended."</p> }
        });
        let ended = ended.map(|(at, how, why)| {
            let why = (!why.is_empty()).then(|| format!(": {why}"));
            view! { <p>"Ended " <TimeOf at form=Form::Full/> ", " {query_end_words(how)} {why} "."</p> }
        });
        let first = rerun_of.map(|id| view! { <p class="meta">"Run again of " <Chip id chips=desk.chips/></p> });
        let control = control_of.map(|id| view! { <p class="meta">"Control of " <Chip id chips=desk.chips/></p> });
        view! { {recording} {late} {ended} {first} {control} {remarks_view(remarks)} }
    });
    view! {
        <div class="result">
            <OutcomeBadge shown/>
            {place.map(|place| view! { <span class="quiet">{place}</span> })}
            {reason}
            {zero}
            {cut}
        </div>
        {excuse}
        {controls}
        {fallen}
        {said}
        {prediction}
    }
}

/// What the source remarked about its own answer, in its words.
fn remarks_view(remarks: Vec<Remark>) -> Option<impl IntoView> {
    if remarks.is_empty() {
        return None;
    }
    let rows = remarks.into_iter().map(|remark| {
        let (class, word) = match remark.level {
            RemarkLevel::Warning => ("st st-warn", "warning"),
            RemarkLevel::Info => ("st st-unk", "info"),
        };
        view! { <li><span class=class>{word}</span> " " {remark.text}</li> }
    });
    Some(view! { <ul>{rows.collect_view()}</ul> })
}

/// The re-runs of this very record beside it: what each read, and whether that differs.
fn again_view(record: &EvidencePage, chips: Signal<Chips>) -> Option<impl IntoView + use<>> {
    if record.reruns.is_empty() {
        return None;
    }
    let first = record.shown.clone();
    let rows = record.reruns.iter().map(|id| {
        let id = *id;
        let first = first.clone();
        let again = move || chips.with(|chips| chips.get(&id.into()).map(|chip| (chip.at, chip.shown.clone())));
        let cells = move || {
            again().map(|(at, shown)| {
                let differs = shown.as_ref().map_or_else(String::new, |shown| difference(&first, shown));
                view! {
                    <td><TimeOf at form=Form::Full/></td>
                    <td>{shown.map(|shown| view! { <OutcomeBadge shown/> })}</td>
                    <td>{differs}</td>
                }
            })
        };
        view! { <tr><th scope="row"><Chip id chips/></th> {cells}</tr> }
    });
    let first = record.shown.clone();
    let id = record.id;
    Some(view! {
        <section aria-labelledby="h-diff">
            <h2 id="h-diff">"Run again, and what differs"</h2>
            <div class="scroll" tabindex="0" role="group" aria-label="Re-runs, scroll sideways on a small screen">
                <table>
                    <caption class="vh">{format!("Re-runs of {id}")}</caption>
                    <thead>
                        <tr>
                            <th scope="col">"Record"</th>
                            <th scope="col">"Asked"</th>
                            <th scope="col">"Outcome"</th>
                            <th scope="col">"Against this one"</th>
                        </tr>
                    </thead>
                    <tbody>
                        <tr>
                            <th scope="row"><Chip id chips/></th>
                            <td><TimeOf at=record.recorded.at form=Form::Full/></td>
                            <td><OutcomeBadge shown=first/></td>
                            <td>"this record"</td>
                        </tr>
                        {rows.collect_view()}
                    </tbody>
                </table>
            </div>
            <p class="meta">"A re-run is a record of its own. It overwrites nothing, and what cites this record still cites it."</p>
        </section>
    })
}

/// What a re-run reads otherwise, in words.
fn difference(first: &Shown, again: &Shown) -> String {
    if again.sign == Sign::Pending {
        return "has not answered yet".to_owned();
    }
    if first.sign != again.sign {
        return "another outcome".to_owned();
    }
    if first.headline != again.headline {
        return format!("{} before, {} now", first.headline.phrase(), again.headline.phrase());
    }
    if first.missing != again.missing || first.truncated != again.truncated {
        return "the same number, but not as complete".to_owned();
    }
    "the same headline".to_owned()
}

/// The record it belongs to, and the bytes kept of it.
fn kin_view(record: &EvidencePage, chips: Signal<Chips>) -> impl IntoView + use<> {
    let (kin, none): (Vec<EvidenceId>, _) = match &record.body {
        EvidenceBody::Run(run) => (run.rerun_of.into_iter().chain(record.reruns.iter().copied()).collect(), "It was not run again."),
        EvidenceBody::Material { .. } => (record.reruns.clone(), "It can't be run again."),
    };
    let none = kin.is_empty().then_some(none);
    let rows = kin.iter().map(|id| view! { <li><Chip id=*id chips/> <span>"the same query, asked again"</span></li> }).collect_view();
    let bytes = record.raw.as_ref().map(|raw| {
        let cut = if raw.cut { ", cut" } else { "" };
        view! {
            <p class="meta">{format!("{} bytes kept{cut}. Salted digest of the ledger:", grouped(raw.size_bytes))}</p>
            <p class="sha">{raw.digest.clone()}</p>
        }
    });
    view! {
        <section class="side-sec" aria-labelledby="h-kin">
            <h3 class="colhead" id="h-kin">"Kin"</h3>
            {none.map(|words| view! { <p class="meta">{words}</p> })}
            <ul class="cites">{rows}</ul>
            {bytes}
        </section>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use evidence::reading::Headline;

    fn shown(sign: Sign, text: &str) -> Shown {
        Shown {
            sign,
            headline: Headline::new(text, "ms"),
            sentence: String::new(),
            reason: None,
            missing: Vec::new(),
            truncated: None,
            warnings: 0,
            absence: None,
        }
    }

    #[test]
    fn another_number_is_named_before_and_now() {
        assert_eq!(difference(&shown(Sign::Value, "344"), &shown(Sign::Value, "354")), "344 ms before, 354 ms now");
    }

    #[test]
    fn no_data_is_another_outcome_than_a_value() {
        assert_eq!(difference(&shown(Sign::Value, "344"), &shown(Sign::NoData, "")), "another outcome");
    }

    #[test]
    fn the_same_number_with_shards_missing_is_not_the_same() {
        let again = Shown { missing: vec!["2 of 5 shards did not answer".into()], ..shown(Sign::Value, "344") };
        assert_eq!(difference(&shown(Sign::Value, "344"), &again), "the same number, but not as complete");
    }
}

//! One piece of evidence on a stream's page: what was asked, what came back in sign and words, and the line that records the finding.

use super::absence::{ControlForm, absence_view};
use super::count::ordinal;
use super::desk::Desk;
use super::fields::Fields;
use super::finding_line::{AnswerLine, FindingLine};
use super::not_sent::asked_for;
use super::pending::Pending;
use super::predictions::{ScoreForm, prediction_view};
use super::result::Answer;
use crate::api::records::RunStarted;
use crate::api::write::RunQuery;
use crate::format::millis;
use crate::ui::chip::Chip;
use crate::ui::form::CommandForm;
use crate::ui::outcome::OutcomeBadge;
use crate::ui::sending::Sending;
use crate::ui::time::{Form, TimeOf};
use evidence::query::Query;
use ledger::id::{EvidenceId, QuestionId};
use ledger::view::parts::Sign;
use ledger::view::question::QuestionRow;
use ledger::view::stream::{Chain, TryRow};
use leptos::prelude::*;

/// A chain's newest try, with the others behind it.
#[component]
pub fn Cell(
    /// The chain, as it grows.
    #[prop(into)]
    chain: Signal<Chain>,
    /// The stream's open questions.
    #[prop(into)]
    open: Signal<Vec<QuestionRow>>,
) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let row = Memo::new(move |_| chain.with(|chain| chain.latest.clone()));
    let question = Memo::new(move |_| chain.with(|chain| chain.question));
    let id = row.with_untracked(|row| row.id);
    let at = row.with_untracked(|row| row.by.at);
    let label = id.map_or_else(|| "A try that was not sent".to_owned(), |id| format!("Evidence {id}"));
    let by = move || row.with(|row| row.by.by.name.clone());
    view! {
        <article class="cell" id=id.map(|id| id.to_string()) aria-label=label>
            <p class="when">
                <TimeOf at form=Form::Short/>
                {by}
            </p>
            <div>
                {move || row.with(asked_view)}
                {move || row.with(|row| outcome_view(row, desk))}
                {id.map(|id| view! { <Body id row question open/> })}
                {move || chain.with(|chain| earlier_view(chain, desk))}
            </div>
        </article>
    }
}

/// What was asked, in the machine's voice.
fn asked_view(row: &TryRow) -> impl IntoView + use<> {
    let window = row.query.as_ref().map(|query| view! { "\n" <b>{asked_for(query)}</b> });
    view! { <pre class="evq">{row.title.clone()} {window}</pre> }
}

/// What came back, in sign and words.
fn outcome_view(row: &TryRow, desk: Desk) -> impl IntoView + use<> {
    let place = (row.place.of > 1).then(|| format!("{} of {} tries", ordinal(row.place.number), row.place.of));
    let shown = row.shown.clone();
    let reason = shown.reason.clone().map(|reason| view! { <p>{reason.detail} " " {reason.todo}</p> });
    let zero = shown.absence.map(|absence| absence_view(absence, desk.chips));
    let cut = shown.truncated.clone().map(|cut| view! { <p>"Cut off: " {cut} ". It can't be used as proof."</p> });
    let warnings = match shown.warnings {
        0 => None,
        1 => Some("1 warning of the source".to_owned()),
        count => Some(format!("{count} warnings of the source")),
    };
    let id = row.id;
    view! {
        <div class="result">
            {id.map(|id| view! { <Chip id chips=desk.chips/> })}
            <OutcomeBadge shown/>
            {place.map(|place| view! { <span class="quiet">{place}</span> })}
            {id.is_none().then(|| view! { <span class="quiet">"a try that was never sent is no evidence"</span> })}
            {row.replayed.then(|| view! { <span class="quiet">"answered by a recording"</span> })}
            {warnings.map(|words| view! { <span class="st st-warn">{words}</span> })}
            {reason}
            {zero}
            {cut}
        </div>
    }
}

/// What follows once there is evidence: its answer, where it came from, what can be done with it.
#[component]
fn Body(
    id: EvidenceId,
    row: Memo<TryRow>,
    question: Memo<Option<QuestionId>>,
    #[prop(into)] open: Signal<Vec<QuestionRow>>,
) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let pending = Memo::new(move |_| row.with(|row| row.shown.sign == Sign::Pending));
    let ended = Memo::new(move |_| row.with(|row| matches!(row.shown.sign, Sign::Ended { .. })));
    let cited = RwSignal::new(None::<String>);
    let cite = Callback::new(move |citation| cited.set(Some(citation)));
    let may_record = move || !pending.get() && !ended.get() && !desk.reads_only.get();
    let waiting = move || {
        pending.get().then(|| {
            let (source, since) = row.with_untracked(|row| (row.source.clone(), row.by.at));
            let may_cancel = Signal::derive(move || desk.asks() || row.with(|row| row.by.by.is_me));
            view! { <Pending evidence=id source since may_cancel/> }
        })
    };
    let answer = move || {
        (!pending.get() && !ended.get()).then(|| {
            let sentence = row.with_untracked(|row| row.shown.sentence.clone());
            view! { <Answer evidence=id sentence cite=Some(cite)/> }
        })
    };
    let record = move || may_record().then(|| view! { <FindingLine evidence=id question open cited/> });
    let unproven = Memo::new(move |_| row.with(|row| row.shown.absence.is_some_and(|absence| !absence.holds())));
    let control = move || {
        let query = row.with_untracked(|row| row.query.clone()).filter(|_| unproven.get() && desk.asks())?;
        Some(view! { <ControlForm id query question=question.get_untracked()/> })
    };
    let prediction = Memo::new(move |_| row.with(|row| row.prediction.clone()));
    let expected = move || {
        let row = prediction.get()?;
        let score = (row.scored.is_none() && may_record()).then(|| view! { <ScoreForm id=row.id evidence=id.to_string()/> });
        Some(view! { <div class="hold flat">{prediction_view(*row, desk.chips)} {score}</div> })
    };
    let answerable = Memo::new(move |_| {
        let question = question.get().filter(|_| may_record())?;
        open.with(|open| open.iter().any(|row| row.id == question)).then_some(question)
    });
    view! {
        {waiting}
        {answer}
        {expected}
        {move || row.with(provenance)}
        {record}
        {control}
        <div class="acts">
            {move || answerable.get().map(|question| view! { <AnswerLine evidence=id question/> })}
            {move || {
                let query = row.with(|row| row.query.clone()).filter(|_| desk.asks() && !pending.get());
                query.map(|query| view! { <RunAgain id query question=question.get_untracked()/> })
            }}
        </div>
    }
}

/// Window, step, when, how long: the parts of the answer contract that are not in the headline.
fn provenance(row: &TryRow) -> impl IntoView + use<> {
    let done = if row.query.is_some() { "ran " } else { "added " };
    let ran = row.executed_at.map(|at| view! { <span>{done} <b>{at.day_time()} " UTC"</b></span> });
    let took = row.took_us.map(|took| {
        let took = u32::try_from(took.max(0) / 1_000).unwrap_or(u32::MAX);
        view! { <span>"took " <b>{millis(took)}</b></span> }
    });
    let source = (!row.source.is_empty()).then(|| view! { <span>"source " <b>{row.source.clone()}</b></span> });
    let again = row.rerun_of.map(|first| view! { <span>"repeats " <b>{first.to_string()}</b></span> });
    view! { <p class="prov">{source} {ran} {took} {again}</p> }
}

/// Runs the very query again: a new record, linked to this one.
#[component]
pub fn RunAgain(
    /// The record that is repeated.
    id: EvidenceId,
    /// Its query.
    query: Query,
    /// The question it was run for.
    question: Option<QuestionId>,
) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let run = Sending::to::<RunQuery>();
    let fields = Fields::of(&query);
    let hidden = fields.named().map(|(name, value)| view! { <input type="hidden" name=name value=value.to_owned()/> }).collect_view();
    let said = move || match run.value.get() {
        Some(Ok(RunStarted::InLine { evidence, .. })) => format!(" in line as {evidence}"),
        Some(Ok(RunStarted::NotSent { reason, .. })) => format!(" not asked: {}. {}", reason.what, reason.todo),
        _ => String::new(),
    };
    view! {
        <CommandForm action=run name=format!("again-{id}")>
            <input type="hidden" name="stream" value=desk.stream.with_value(|stream| stream.0.clone())/>
            <input type="hidden" name="question" value=question.map_or_else(String::new, |id| id.to_string())/>
            <input type="hidden" name="rerun_of" value=id.to_string()/>
            {hidden}
            <button type="submit" class="bare">"Run again"</button>
            <span class="meta" role="status">{said}</span>
        </CommandForm>
    }
}

/// The other tries of the chain, folded away.
fn earlier_view(chain: &Chain, desk: Desk) -> Option<impl IntoView + use<>> {
    if chain.earlier.is_empty() {
        return None;
    }
    let rows = chain
        .earlier
        .iter()
        .map(|row| {
            let shown = row.shown.clone();
            let id = row.id.map(|id| view! { <Chip id chips=desk.chips/> });
            view! { <li>{id} " " {row.by.at.short()} " " <OutcomeBadge shown/></li> }
        })
        .collect_view();
    let words = match chain.earlier.len() {
        1 => "1 earlier try".to_owned(),
        count => format!("{count} earlier tries"),
    };
    Some(view! {
        <details>
            <summary>{words}</summary>
            <ul>{rows}</ul>
        </details>
    })
}

//! Levers: what may be done to the system, who decided, who did it, and what it did.

use super::desk::Desk;
use super::falls::marked_view;
use super::fields::{Fields, moment_text};
use super::things::cited_by_view;
use crate::api::actions::{ActionDone, ConfirmAction, DecideAction, ExpectEffect, MeasureEffect, ProposeAction};
use crate::api::records::RunStarted;
use crate::api::write::RunQuery;
use crate::plan::window_text;
use crate::ui::chip::Chip;
use crate::ui::form::CommandForm;
use crate::ui::prose::{InlineProse, Prose};
use crate::ui::sending::Sending;
use crate::ui::time::{Form, TimeOf};
use evidence::query::Query;
use evidence::time::Window;
use ledger::event::{Direction, Measured};
use ledger::id::{ActionId, StreamKey};
use ledger::rules::{Unmeasured, Verdict};
use ledger::view::action::{ActionPage, ActionRow, DoneRow, EffectRow};
use ledger::view::chip::Chips;
use leptos::prelude::*;

/// The levers of an incident, what waits for a decision first.
#[component]
pub fn Levers(
    /// The actions.
    rows: Memo<Vec<ActionRow>>,
    /// What their texts cite.
    chips: Signal<Chips>,
    /// Whether the one who looks writes here.
    writes: Signal<bool>,
    /// Whether the one who looks decides.
    decides: Memo<bool>,
    /// The streams whose metric can be watched: address and name.
    streams: Memo<Vec<(StreamKey, String)>>,
) -> impl IntoView {
    let waiting = move || rows.with(|rows| rows.iter().filter(|row| row.done.is_none() && row.decided.is_none()).count());
    view! {
        <section aria-labelledby="h-levers">
            <h2 class="colhead" id="h-levers">
                <span>"Levers"</span>
                <span class="meta">{move || (waiting() > 0).then(|| format!("{} wait for a decision", waiting()))}</span>
            </h2>
            <ul class="retr">
                <For each=move || rows.get() key=|row| row.id let(row)>
                    {
                        let id = row.id;
                        let row = Memo::new(move |_| rows.with(|rows| rows.iter().find(|row| row.id == id).cloned()));
                        view! { <Lever id row chips writes decides/> }
                    }
                </For>
            </ul>
            {move || {
                rows.with(Vec::is_empty)
                    .then(|| view! { <p class="quiet">"Nobody has pulled a lever. What is done to the system stands here, with what it did."</p> })
            }}
            <Show when=move || writes.get()>
                <div class="folds">
                    <ProposeForm streams/>
                    <DoneForm action=None/>
                </div>
            </Show>
        </section>
    }
}

#[component]
fn Lever(id: ActionId, row: Memo<Option<ActionRow>>, chips: Signal<Chips>, writes: Signal<bool>, decides: Memo<bool>) -> impl IntoView {
    let undecided = move || row.with(|row| row.as_ref().is_some_and(|row| row.done.is_none() && row.decided.is_none()));
    let undone = move || row.with(|row| row.as_ref().is_some_and(|row| row.done.is_none()));
    view! {
        <li>
            <Chip id chips/>
            <span>
                {move || row.get().map(|row| view! { <InlineProse text=row.text.clone() chips/> <span class="k">{state_view(&row)}</span> })}
                <Show when=move || undecided() && decides.get()>
                    <DecideForm action=id/>
                </Show>
                <Show when=move || undone() && writes.get()>
                    <DoneForm action=Some(id)/>
                </Show>
            </span>
            <span></span>
        </li>
    }
}

/// Where an action stands: colour, and the words that say the same.
fn state_view(row: &ActionRow) -> impl IntoView + use<> {
    let (class, words) = match (&row.done, &row.decided, row.verdict) {
        (None, None, _) => ("st st-warn", "waits for a decision".to_owned()),
        (None, Some((_, true, _)), _) => ("st st-unk", "approved, not done".to_owned()),
        (None, Some((_, false, _)), _) => ("st st-unk", "declined".to_owned()),
        (Some(_), _, verdict) => verdict_words(verdict),
    };
    let done = row.done.as_ref().map(|done| {
        let confirmed = done.confirmed.is_none().then_some(", confirmed: not yet");
        view! { " done " <TimeOf at=done.at form=Form::Short/> " by " {done.by.clone()} {confirmed} }
    });
    view! { <span class=class>{words}</span> {done} }
}

fn verdict_words(verdict: Option<Verdict>) -> (&'static str, String) {
    match verdict {
        Some(Verdict::Improved) => ("st st-good", "improved".to_owned()),
        Some(Verdict::None) => ("st st-unk", "no effect".to_owned()),
        Some(Verdict::Worse) => ("st st-stop", "worse".to_owned()),
        Some(Verdict::Unmeasured(why)) => ("st st-unk", format!("unmeasured, {}", unmeasured_words(why))),
        None => ("st st-unk", "not done".to_owned()),
    }
}

fn unmeasured_words(why: Unmeasured) -> &'static str {
    match why {
        Unmeasured::NoExpectation => "no expectation before",
        Unmeasured::NotCompared => "the windows were not compared yet",
        Unmeasured::NoNumbers => "a window holds no number",
    }
}

/// The permanent page of an action.
pub fn action_page(page: ActionPage, desk: Desk) -> AnyView {
    let chips = desk.chips;
    let row = page.row;
    let id = row.id;
    let writes = !desk.reads_only.get();
    let state = state_view(&row);
    let decided = row.decided.map(|(by, approved, why)| {
        let words = if approved { "Approved by " } else { "Declined by " };
        view! { <p class="meta">{words} {by.by.name} " " <TimeOf at=by.at form=Form::Full/></p> <Prose text=why chips/> }
    });
    let how = (!row.command.is_empty()).then(|| view! { <pre class="evq">{row.command.clone()}</pre> });
    let is_done = row.done.is_some();
    let expects = row.effect.is_some();
    let done = row.done.map(|done| done_view(done, id, writes));
    let effect = row.effect.map(|effect| effect_view(effect, id, desk, writes));
    let open = (!is_done && writes).then(|| {
        view! {
            <div class="folds">
                {(!expects).then(|| view! { <ExpectForm id streams=desk.streams/> })}
                <DoneForm action=Some(id)/>
            </div>
        }
    });
    view! {
        <h2 class="named">{format!("Action {id}")}</h2>
        <p class="meta">"Proposed by " {row.proposed.by.name} " " <TimeOf at=row.proposed.at form=Form::Full/> ". " {state}</p>
        <Prose text=row.text chips/>
        {how}
        {row.marked.map(|marked| marked_view(id, marked, chips))}
        {decided}
        {done}
        {effect}
        {open}
        {cited_by_view(page.cited_by, chips)}
    }
    .into_any()
}

fn done_view(done: DoneRow, action: ActionId, writes: bool) -> impl IntoView {
    let confirm = Sending::to::<ConfirmAction>();
    let confirmed = match done.confirmed {
        Some(by) => view! { ", confirmed by " {by.by.name} " " <TimeOf at=by.at form=Form::Short/> }.into_any(),
        None => ", confirmed: not yet".into_any(),
    };
    let form = (writes && done.recorded.by.name != done.by).then(|| {
        view! {
            <CommandForm action=confirm name=format!("confirm-{action}")>
                <input type="hidden" name="action" value=action.to_string()/>
                <button type="submit" class="bare">"Confirm that it was done so"</button>
            </CommandForm>
        }
    });
    view! {
        <p>
            "Done by " {done.by} " " <TimeOf at=done.at form=Form::Full/> ", recorded by " {done.recorded.by.name} " "
            <TimeOf at=done.recorded.at form=Form::Short/> {confirmed} "."
        </p>
        {form}
    }
}

/// What was to change, the two windows, and what they hold.
fn effect_view(row: EffectRow, action: ActionId, desk: Desk, writes: bool) -> impl IntoView {
    let chips = desk.chips;
    let effect = row.effect.clone();
    let moves = match effect.direction {
        Direction::Up => "is expected to rise",
        Direction::Down => "is expected to fall",
    };
    let lengths = format!(
        "{moves}: the {} minutes before against {} minutes after, {} minutes later. Noise is the least and the greatest value before.",
        effect.before_secs / 60,
        effect.after_secs / 60,
        effect.settle_secs / 60
    );
    let measured = row.measured.as_ref().map(|(before, after)| measured_table(before, after, chips));
    let (run_before, run_after) = row.runs.clone();
    let windows = row.windows.map(|(before, after)| {
        let asks = writes && desk.asks_stream(&effect.stream);
        let line = |name: &'static str, window: Window, run: Option<ledger::view::parts::EvidenceLine>| {
            let query = Query { ask: effect.ask.clone(), window };
            let ran = run.map(|line| view! { " " <Chip id=line.id chips/> });
            let form = asks.then(|| view! { <WindowForm query stream=effect.stream.clone() name=format!("{name}-{action}") words=name/> });
            view! { <li>{name} " " {window_text(window)} {ran} {form}</li> }
        };
        view! { <ul class="refuters">{line("before", before, run_before.clone())} {line("after", after, run_after.clone())}</ul> }
    });
    let compare = match (run_before, run_after) {
        (Some(before), Some(after)) if writes => {
            let measure = Sending::to::<MeasureEffect>();
            Some(view! {
                <CommandForm action=measure name=format!("measure-{action}")>
                    <input type="hidden" name="action" value=action.to_string()/>
                    <input type="hidden" name="before" value=before.id.to_string()/>
                    <input type="hidden" name="after" value=after.id.to_string()/>
                    <button type="submit">{format!("Compare {} with {}", before.id, after.id)}</button>
                </CommandForm>
            })
        }
        _ => None,
    };
    view! {
        <h3>"Effect"</h3>
        <pre class="evq">{row.effect.ask.text().to_owned()}</pre>
        <p class="meta">"It " {lengths}</p>
        {windows}
        {compare}
        {measured}
    }
}

fn measured_table(before: &Measured, after: &Measured, chips: Signal<Chips>) -> impl IntoView + use<> {
    let row = |name: &'static str, measured: &Measured| {
        view! {
            <tr>
                <th scope="row">{name} " " <Chip id=measured.evidence chips/></th>
                <td class="num">{measured.points}</td>
                <td class="num">{measured.low.clone()}</td>
                <td class="num">{measured.median.clone()}</td>
                <td class="num">{measured.high.clone()}</td>
            </tr>
        }
    };
    view! {
        <div class="scroll" tabindex="0" role="group" aria-label="Before and after, scroll sideways on a small screen">
            <table>
                <caption class="vh">"The metric before and after"</caption>
                <thead>
                    <tr>
                        <th scope="col">"Window"</th>
                        <th scope="col">"Points"</th>
                        <th scope="col">"Least"</th>
                        <th scope="col">"Median"</th>
                        <th scope="col">"Greatest"</th>
                    </tr>
                </thead>
                <tbody>{row("before", before)} {row("after", after)}</tbody>
            </table>
        </div>
    }
}

/// Runs the metric over one of the two windows.
#[component]
fn WindowForm(query: Query, stream: StreamKey, name: String, words: &'static str) -> impl IntoView {
    let run = Sending::to::<RunQuery>();
    let fields = Fields { from: moment_text(query.window.start), to: moment_text(query.window.end), ..Fields::of(&query) };
    let hidden = fields.named().map(|(name, value)| view! { <input type="hidden" name=name value=value.to_owned()/> }).collect_view();
    let said = move || match run.value.get() {
        Some(Ok(RunStarted::InLine { evidence, .. })) => format!("In line as {evidence}."),
        Some(Ok(RunStarted::NotSent { reason, .. })) => format!("Not asked: {}. {}", reason.what, reason.todo),
        _ => String::new(),
    };
    view! {
        <CommandForm action=run name>
            <input type="hidden" name="stream" value=stream.0/>
            {hidden}
            <button type="submit" class="bare">{format!("Run the window {words}")}</button>
            <span class="meta" role="status">{said}</span>
        </CommandForm>
    }
}

#[component]
fn ProposeForm(streams: Memo<Vec<(StreamKey, String)>>) -> impl IntoView {
    let propose = Sending::to::<ProposeAction>();
    view! {
        <details class="edit" data-key="a">
            <summary>"Propose an action " <kbd>"a"</kbd></summary>
            <CommandForm action=propose name="propose-action">
                <label>"What would be done" <textarea name="text" rows="2" required></textarea></label>
                <label>"The exact command or change" <input type="text" name="how" autocomplete="off" placeholder="may follow"/></label>
                <label>"Its metric, PromQL" <input type="text" name="metric" autocomplete="off" placeholder="may follow until it is done"/></label>
                <EffectFields streams/>
                <button type="submit" class="primary">"Propose"</button>
            </CommandForm>
        </details>
    }
}

#[component]
fn ExpectForm(id: ActionId, streams: Memo<Vec<(StreamKey, String)>>) -> impl IntoView {
    let expect = Sending::to::<ExpectEffect>();
    view! {
        <details class="edit">
            <summary>{format!("Say what {id} is to change")}</summary>
            <CommandForm action=expect name=format!("expect-{id}")>
                <input type="hidden" name="action" value=id.to_string()/>
                <label>"Its metric, PromQL" <input type="text" name="metric" required autocomplete="off"/></label>
                <EffectFields streams/>
                <button type="submit">"Say so"</button>
            </CommandForm>
        </details>
    }
}

/// Which stream asks, where the metric moves, and how long before and after. Ten minutes each are usual.
#[component]
fn EffectFields(streams: Memo<Vec<(StreamKey, String)>>) -> impl IntoView {
    let options = move || {
        streams
            .with(|streams| streams.iter().map(|(key, name)| view! { <option value=key.0.clone()>{name.clone()}</option> }).collect_view())
    };
    let minutes = |name: &'static str, words: &'static str, value: &'static str| {
        view! { <label>{words} <input type="number" name=name min="0" max="1440" value=value/></label> }
    };
    view! {
        <label>"The stream that asks it" <select name="stream">{options}</select></label>
        <label>
            "It is expected to"
            <select name="direction">
                <option value="up">"rise"</option>
                <option value="down">"fall"</option>
            </select>
        </label>
        {minutes("before_mins", "Minutes before", "10")}
        {minutes("settle_mins", "Minutes until it settles", "0")}
        {minutes("after_mins", "Minutes after", "10")}
    }
}

#[component]
fn DecideForm(action: ActionId) -> impl IntoView {
    let decide = Sending::to::<DecideAction>();
    view! {
        <details class="edit">
        <summary>{format!("Approve or decline {action}")}</summary>
        <CommandForm action=decide name=format!("decide-{action}")>
            <input type="hidden" name="action" value=action.to_string()/>
            <fieldset>
                <legend>"Decide"</legend>
                <label class="plain"><input type="radio" name="approve" value="true" required/> "approve"</label>
                <label class="plain"><input type="radio" name="approve" value="false"/> "decline"</label>
            </fieldset>
            <label>"Why" <input type="text" name="why" autocomplete="off" placeholder="required to decline"/></label>
            <button type="submit">{format!("Decide on {action}")}</button>
        </CommandForm>
        </details>
    }
}

/// Records that something was done: what, who and when are enough.
#[component]
fn DoneForm(action: Option<ActionId>) -> impl IntoView {
    let done = Sending::to::<ActionDone>();
    let words = action.map_or_else(|| "Record what was done".to_owned(), |id| format!("Record {id} as done"));
    let button = words.clone();
    let name = action.map_or_else(|| "done".to_owned(), |id| format!("done-{id}"));
    view! {
        <details class="edit">
            <summary>{words}</summary>
            <CommandForm action=done name>
                {match action {
                    Some(id) => view! { <input type="hidden" name="action" value=id.to_string()/> }.into_any(),
                    None => view! { <label>"What was done" <textarea name="text" rows="2" required></textarea></label> }.into_any(),
                }}
                <label>"By whom" <input type="text" name="by" autocomplete="off" placeholder="empty: by you"/></label>
                <label>"When, UTC" <input type="text" name="at" autocomplete="off" placeholder="empty: now"/></label>
                <label>"The exact command or change" <input type="text" name="how" autocomplete="off" placeholder="may stay empty"/></label>
                <button type="submit">{button}</button>
            </CommandForm>
        </details>
    }
}

//! The source of a stream: how it answers, what its limits are, who waits.

use crate::api::records::{Health, SourceCard};
use crate::format::millis;
use crate::ui::time::{Age, Form, TimeOf};
use leptos::either::EitherOf3;
use leptos::prelude::*;

/// Health and policy in words.
#[component]
pub fn Source(
    /// The source.
    #[prop(into)]
    source: Signal<SourceCard>,
) -> impl IntoView {
    move || {
        let source = source.get();
        let waiting = source.line.iter().filter(|waiting| waiting.place > 0).count();
        let running = source.line.len() - waiting;
        let limits = source.policy.into_iter().map(|(name, value)| view! { <dt>{name}</dt> <dd>{value}</dd> }).collect_view();
        view! {
            <h2 class="colhead">
                <span>"Source"</span>
                <span class="meta">{source.name}</span>
            </h2>
            <dl class="kv">
                <dt>"State"</dt>
                <dd>{health_view(source.health)}</dd>
                {source.build.map(|build| view! { <dt>"Version"</dt> <dd>{build}</dd> })}
                {source.recording.then(|| view! { <dt>"Answers"</dt> <dd>"from a recording, not a live source"</dd> })}
                <dt>"Line"</dt>
                <dd>{format!("{running} running, {waiting} waiting")}</dd>
                {(!source.index.is_empty()).then(|| view! { <dt>"Index"</dt> <dd class="mono-s">{source.index}</dd> })}
                {limits}
            </dl>
        }
    }
}

fn health_view(health: Health) -> impl IntoView {
    match health {
        Health::Unknown => EitherOf3::A(view! { <span class="st st-unk">"not asked yet"</span> }),
        Health::Answers { millis: after, at, skew_millis } => {
            let skew = skew_millis.filter(|skew| skew.abs() >= 1_000).map(|skew| {
                let words = if skew > 0 { "ahead" } else { "behind" };
                let secs = skew.unsigned_abs() / 1_000;
                view! { <br/> <span class="st st-warn">{format!("its clock is {secs} s {words}")}</span> }
            });
            EitherOf3::B(view! {
                <span class="st st-good">"answers in " {millis(after)}</span>
                <small class="meta">" seen " <Age at/> " ago"</small>
                {skew}
            })
        }
        Health::Fails { reason, since } => EitherOf3::C(view! {
            <span class="st st-stop">{reason.what}</span>
            <br/>
            {reason.todo}
            <small class="meta">" since " <TimeOf at=since form=Form::Short/></small>
        }),
    }
}

//! What a piece of evidence says, in sign and words. Nothing looks like a zero that is not one.

use crate::format::{NBSP, query_end_words};
use ledger::view::parts::{Shown, Sign};
use leptos::prelude::*;

/// The outcome of a piece of evidence.
#[component]
pub fn OutcomeBadge(
    /// What it says.
    shown: Shown,
) -> impl IntoView {
    let partial = !shown.missing.is_empty();
    let texture = match &shown.sign {
        Sign::Value | Sign::TrueZero => "oc-value",
        Sign::UnprovenZero => "oc-unproven",
        Sign::NoData => "oc-none",
        Sign::CouldNotAsk | Sign::Ended { .. } => "oc-cant",
        Sign::Pending => "oc-pending",
        Sign::Material => "oc-material",
    };
    let class = if partial { format!("oc {texture} oc-part") } else { format!("oc {texture}") };
    let zero = matches!(shown.sign, Sign::UnprovenZero).then(|| view! { <span class="z">"0?"</span> });
    let (words, unit) = words_of(&shown);
    let missing = partial.then(|| view! { <small>" partial: " {shown.missing.join("; ")}</small> });
    view! {
        <span class=class>{zero} {words} {(!unit.is_empty()).then(|| view! { <small>{NBSP.to_string()} {unit}</small> })}</span>
        {missing}
    }
}

/// The words of an outcome and, apart, its unit.
fn words_of(shown: &Shown) -> (String, String) {
    let headline = || (shown.headline.text.clone(), shown.headline.unit.clone());
    match &shown.sign {
        Sign::Value => headline(),
        Sign::Material => {
            (if shown.headline.text.is_empty() { shown.sentence.clone() } else { shown.headline.text.clone() }, String::new())
        }
        Sign::TrueZero => ("0".to_owned(), shown.headline.unit.clone()),
        Sign::UnprovenZero => ("absence unproven".to_owned(), shown.headline.unit.clone()),
        Sign::NoData => ("no data".to_owned(), String::new()),
        Sign::CouldNotAsk => {
            let why = shown.reason.as_ref().map_or("the source did not say why", |reason| reason.what.as_str());
            (format!("could not ask: {why}"), String::new())
        }
        Sign::Pending => ("waits for its answer".to_owned(), String::new()),
        Sign::Ended { how, why } if why.is_empty() => (format!("no answer: {}", query_end_words(*how)), String::new()),
        Sign::Ended { how, why } => (format!("no answer: {}, {why}", query_end_words(*how)), String::new()),
    }
}

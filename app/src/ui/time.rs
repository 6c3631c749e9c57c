//! Times and ages. Every time is UTC and says so in `datetime`; an age is counted from the server's clock, and ticks once the browser has one.

use crate::{format, glue};
use evidence::time::Micros;
use leptos::prelude::*;
use std::time::Duration;

/// The clock of a page: the server's time when the page was made, then ticking in the browser. Context of every page.
#[derive(Clone, Copy)]
pub struct Clock(pub Signal<Micros>);

/// The clock of the page. A page without one stands still at its making.
pub fn use_clock() -> Signal<Micros> {
    use_context::<Clock>().map_or_else(|| Signal::stored(Micros(0)), |clock| clock.0)
}

/// How a time is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `10 Sep 2026 13:30:00 UTC`.
    Full,
    /// `10 Sep 13:30`.
    Short,
    /// `13:30:00`: only below a heading that gives the day.
    Clock,
    /// `10 Sep 2026`.
    Day,
}

/// A time.
#[component]
pub fn TimeOf(
    /// When.
    at: Micros,
    /// How it is written.
    form: Form,
) -> impl IntoView {
    let words = match form {
        Form::Full => format!("{} UTC", at.day_time()),
        Form::Short => at.short(),
        Form::Clock => at.clock(),
        Form::Day => at.day(),
    };
    view! { <time datetime=at.rfc3339()>{words}</time> }
}

/// How long ago something was.
#[component]
pub fn Age(
    /// When it was.
    at: Micros,
) -> impl IntoView {
    let clock = use_clock();
    // The text changes once a minute at most; the memo keeps the ticks of the clock from the page.
    let words = Memo::new(move |_| format::age(at, clock.get()));
    view! { <time datetime=at.rfc3339()>{words}</time> }
}

/// Lets the page's clock tick in the browser, from the server's time when the page was made. On the server it stands.
pub fn provide_clock(made_at: Micros) -> Signal<Micros> {
    /// A smaller difference is the way of the page, not a wrong clock.
    const WRONG_CLOCK_US: i64 = 5_000_000;
    let now = RwSignal::new(made_at);
    Effect::new(move |_| {
        let skew = made_at.0.saturating_sub(glue::now_us());
        let skew = if skew.abs() < WRONG_CLOCK_US { 0 } else { skew };
        let tick = move || now.set(Micros(glue::now_us().saturating_add(skew)));
        tick();
        if let Ok(handle) = set_interval_with_handle(tick, Duration::from_secs(1)) {
            on_cleanup(move || handle.clear());
        }
    });
    provide_context(Clock(now.into()));
    now.into()
}

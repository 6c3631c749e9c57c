//! Predictions: sealed before the looking, scored by a person after it.

use super::desk::Desk;
use super::things::{cited_by_view, stream_link};
use crate::api::proofs::{ScorePrediction, SealPrediction};
use crate::plan::window_text;
use crate::ui::chip::Chip;
use crate::ui::form::CommandForm;
use crate::ui::outcome::OutcomeBadge;
use crate::ui::prose::{InlineProse, Prose};
use crate::ui::sending::Sending;
use crate::ui::time::{Form, TimeOf};
use ledger::event::Score;
use ledger::id::{PredictionId, StreamKey};
use ledger::rules::HitRate;
use ledger::view::chip::Chips;
use ledger::view::hypothesis::HypothesesPage;
use ledger::view::prediction::{PredictionPage, PredictionRow, ScoredRow};
use leptos::prelude::*;

/// All predictions of an incident, those without a score first.
#[component]
pub fn PredictionList(
    /// The page.
    page: Memo<HypothesesPage>,
    /// The streams that predict: address and name.
    streams: Memo<Vec<(StreamKey, String)>>,
) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let ids = Memo::new(move |_| page.with(|page| page.predictions.rows.iter().map(|row| row.id).collect::<Vec<_>>()));
    let row = move |id| page.with(|page| page.predictions.rows.iter().find(|row| row.id == id).cloned());
    let unscored =
        move |id| page.with(|page| page.predictions.rows.iter().any(|row| row.id == id && row.scored.is_none())) && !desk.reads_only.get();
    view! {
        <section class="sect" aria-labelledby="h-predictions">
            <h2 id="h-predictions">"Predictions"</h2>
            <p class="meta">
                "Written before the looking. Sealed before any run on record here is all that can be said: what somebody saw elsewhere, nobody knows."
            </p>
            {move || page.with(rates_view)}
            <Show when=move || !desk.reads_only.get()>
                <SealForm streams/>
            </Show>
            <For each=move || ids.get() key=|id| *id let(id)>
                <article class="hyp" id=id.to_string() aria-label=format!("Prediction {id}")>
                    {move || row(id).map(|row| prediction_view(row, desk.chips))}
                    <Show when=move || unscored(id)>
                        <ScoreForm id evidence=String::new()/>
                    </Show>
                </article>
            </For>
        </section>
    }
}

/// The scores, all together, per stream and per hypothesis.
fn rates_view(page: &HypothesesPage) -> Option<impl IntoView + use<>> {
    let of = &page.predictions;
    if of.rows.is_empty() {
        return None;
    }
    let row = |name: String, rate: &HitRate| view! { <tr><th scope="row">{name}</th> <td class="num">{rate.hits}</td> <td class="num">{rate.misses}</td></tr> };
    let streams = of.by_stream.iter().map(|(stream, rate)| row(stream.name.clone(), rate)).collect_view();
    let hypotheses = of.by_hypothesis.iter().map(|(id, rate)| row(id.to_string(), rate)).collect_view();
    Some(view! {
        <div class="scroll" tabindex="0" role="group" aria-label="Scores of predictions, scroll sideways on a small screen">
            <table>
                <caption class="vh">"Hits and misses of predictions"</caption>
                <thead>
                    <tr>
                        <th scope="col">"Of"</th>
                        <th scope="col">"Hits"</th>
                        <th scope="col">"Misses"</th>
                    </tr>
                </thead>
                <tbody>{row("all".to_owned(), &of.all)} {streams} {hypotheses}</tbody>
            </table>
        </div>
    })
}

/// A prediction: what was expected, when that was sealed, and how it came.
pub fn prediction_view(row: PredictionRow, chips: Signal<Chips>) -> AnyView {
    let follows = row.hypothesis.map(|id| view! { ", follows from " <Chip id chips/> });
    let concerns = row.concerns.map(|concerned| {
        let window = window_text(concerned.query.window);
        view! { <pre class="evq">{concerned.query.ask.text().to_owned()} "\n" <b>{window}</b> " on " {concerned.source}</pre> }
    });
    let about = (!row.about.0.is_empty()).then(|| view! { <p class="meta">"Concerns " <InlineProse text=row.about chips/></p> });
    let came = row.run.map(|line| {
        let shown = line.shown;
        view! { <p class="meta">"The run of the same act: " <Chip id=line.id chips/> " " <OutcomeBadge shown/></p> }
    });
    let sealed = match row.already_seen {
        None => view! { <span class="meta">"sealed before any run on record here, "</span> }.into_any(),
        Some((id, executed)) => view! {
            <span class="st st-warn">"already seen"</span>
            <span class="meta">
                " in " <Chip id chips/> " " {executed.map(|at| view! { <TimeOf at form=Form::Short/> })} ", so it counts in no score; sealed "
            </span>
        }
        .into_any(),
    };
    let seal = row.seal.get(..12).unwrap_or_default().to_owned();
    let again = (row.scores > 1).then(|| view! { <p class="meta">{format!("Scored {} times; the latest counts.", row.scores)}</p> });
    view! {
        <p>
            <Chip id=row.id chips/>
            " "
            {score_words(row.scored.as_ref())}
            " "
            {sealed}
            <span class="meta">
                <TimeOf at=row.sealed form=Form::Full/> " by " {stream_link(&row.stream)} {follows} ", seal " <code title=row.seal>{seal}</code>
            </span>
        </p>
        <Prose text=row.text chips/>
        {concerns}
        {about}
        {came}
        {row.scored.map(|scored| scored_view(scored, chips))}
        {again}
    }
    .into_any()
}

fn score_words(scored: Option<&ScoredRow>) -> impl IntoView + use<> {
    let (class, words) = match scored.map(|scored| scored.score) {
        None => ("st st-unk", "not scored"),
        Some(Score::Hit) => ("st st-good", "hit"),
        Some(Score::Miss) => ("st st-stop", "miss"),
        Some(Score::NotDecidable) => ("st st-unk", "not decidable"),
    };
    view! { <span class=class>{words}</span> }
}

fn scored_view(scored: ScoredRow, chips: Signal<Chips>) -> impl IntoView {
    let evidence = scored
        .evidence
        .into_iter()
        .map(|line| {
            let shown = line.shown;
            view! { <li><Chip id=line.id chips/> " " <OutcomeBadge shown/> " " <span class="meta">{line.reads}</span></li> }
        })
        .collect_view();
    view! {
        <div class="hold flat">
            <p class="meta">"Came " <TimeOf at=scored.at form=Form::Full/></p>
            <ul class="refuters">{evidence}</ul>
            <Prose text=scored.why chips/>
        </div>
    }
}

/// Seals what is expected of something that is to come: a dump, a reading, a deploy.
#[component]
fn SealForm(streams: Memo<Vec<(StreamKey, String)>>) -> impl IntoView {
    let seal = Sending::to::<SealPrediction>();
    let options = move || {
        streams
            .with(|streams| streams.iter().map(|(key, name)| view! { <option value=key.0.clone()>{name.clone()}</option> }).collect_view())
    };
    view! {
        <details class="edit">
            <summary>"Seal a prediction"</summary>
            <CommandForm action=seal name="seal">
                <p class="meta">"For a query, the line above its Run key seals and runs in one act. Here is the place for dumps and readings to come."</p>
                <label>
                    "What is expected"
                    <textarea name="text" rows="2" required placeholder="a value with its tolerance, a ranking, names of frames, a direction"></textarea>
                </label>
                <label>"What will show it" <input type="text" name="about" required autocomplete="off" placeholder="the next thread dump of broker A"/></label>
                <label>"Follows from" <input type="text" name="hypothesis" autocomplete="off" placeholder="H-3; may stay empty"/></label>
                <label>"The stream that predicts" <select name="stream">{options}</select></label>
                <button type="submit">"Seal it"</button>
            </CommandForm>
        </details>
    }
}

/// Says how what came stands to what had been expected.
#[component]
pub fn ScoreForm(
    /// Which prediction.
    id: PredictionId,
    /// The evidence to begin with.
    evidence: String,
) -> impl IntoView {
    let score = Sending::to::<ScorePrediction>();
    let option = |value: &'static str, words: &'static str| {
        view! {
            <label class="plain">
                <input type="radio" name="score" value=value required/>
                {words}
            </label>
        }
    };
    view! {
        <details class="edit">
            <summary>{format!("Score {id}")}</summary>
            <CommandForm action=score name=format!("score-{id}")>
                <input type="hidden" name="prediction" value=id.to_string()/>
                <fieldset>
                    <legend>"Did it come as expected?"</legend>
                    {option("hit", "hit")}
                    {option("miss", "miss")}
                    {option("not_decidable", "not decidable")}
                </fieldset>
                <label>
                    "Evidence, asked after the seal"
                    <input type="text" name="evidence" autocomplete="off" placeholder="E-17 E-18" value=evidence/>
                </label>
                <label>"In words" <input type="text" name="why" autocomplete="off" placeholder="may stay empty, unless it can't be decided"/></label>
                <button type="submit">"Score"</button>
            </CommandForm>
        </details>
    }
}

/// The permanent page of a prediction.
pub fn prediction_page(page: PredictionPage, desk: Desk) -> AnyView {
    let id = page.row.id;
    let run = page.row.run.as_ref().map_or_else(String::new, |line| line.id.to_string());
    let score = (!desk.reads_only.get()).then(|| view! { <ScoreForm id evidence=run/> });
    view! {
        <h2 class="named">{format!("Prediction {id}")}</h2>
        <div class="file">{prediction_view(page.row, desk.chips)} {score}</div>
        {cited_by_view(page.cited_by, desk.chips)}
    }
    .into_any()
}

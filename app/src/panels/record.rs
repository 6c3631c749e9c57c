//! The left column of an evidence page: who, when, where, under which limits.

use super::count::grouped;
use crate::format::millis;
use crate::ui::time::{Form, TimeOf};
use evidence::query::{Ask, Query};
use evidence::time::duration_text;
use ledger::event::Material;
use ledger::view::evidence::{AnswerRecord, EvidenceBody, EvidencePage, RunView};
use leptos::prelude::*;

/// Everything on record that is not the answer itself.
pub fn record_view(record: &EvidencePage) -> AnyView {
    let kind = match &record.body {
        EvidenceBody::Run(_) => "one query run, permanent",
        EvidenceBody::Material { material, .. } => match material {
            Material::File { .. } => "a file, permanent",
            Material::Paste => "a pasted text, permanent",
            Material::Link { .. } => "a link, permanent",
            Material::Code { .. } => "a place in code, permanent",
            Material::Statement { .. } => "what somebody said, permanent",
            Material::Picture { .. } => "a picture, permanent",
        },
    };
    let rest = match &record.body {
        EvidenceBody::Run(run) => run_view(run),
        EvidenceBody::Material { material, .. } => material_view(material),
    };
    let body = record.raw.as_ref().map(|raw| {
        view! {
            <h2>"Body"</h2>
            <dl>
                {row("Size", format!("{} bytes", grouped(raw.size_bytes)))}
                {(!raw.media_type.is_empty()).then(|| row("Type", raw.media_type.clone()))}
                {raw.cut.then(|| row("Kept", "only the first part".to_owned()))}
            </dl>
        }
    });
    view! {
        <div class="label">
            <span class="n">{record.id.to_string()}</span>
            <span class="k">{kind}</span>
        </div>
        <h2>"Recorded"</h2>
        <dl>
            {row("By", record.recorded.by.name.clone())}
            <div>
                <dt>"At"</dt>
                <dd><TimeOf at=record.recorded.at form=Form::Full/></dd>
            </div>
        </dl>
        {rest}
        {body}
    }
    .into_any()
}

fn row(name: &'static str, value: String) -> impl IntoView {
    view! { <div><dt>{name}</dt> <dd>{value}</dd></div> }
}

fn run_view(run: &RunView) -> AnyView {
    let answer = run.answer.as_ref().map(answer_view);
    view! {
        <h2>"Window"</h2>
        <dl>
            <div><dt>"From"</dt> <dd><TimeOf at=run.query.window.start form=Form::Full/></dd></div>
            <div><dt>"To"</dt> <dd><TimeOf at=run.query.window.end form=Form::Full/></dd></div>
            {query_rows(&run.query)}
        </dl>
        <h2>"Source"</h2>
        <dl>
            {row("Name", run.source.clone())}
            {row("Limits then", run.policy.clone())}
        </dl>
        {answer}
    }
    .into_any()
}

fn query_rows(query: &Query) -> AnyView {
    let language = row("Language", query.ask.language().to_owned());
    match &query.ask {
        Ask::PromqlRange { step_secs, piece_secs, .. } => {
            let pieces = piece_secs.map(|secs| row("In pieces of", duration_text(secs)));
            view! { {row("Step", format!("{step_secs} s"))} {pieces} {language} }.into_any()
        }
        Ask::PromqlInstant { .. } => view! { {row("Step", "none: one point at the end".to_owned())} {language} }.into_any(),
        Ask::QueryDsl { index, time_field, .. } => {
            view! { {row("Index", index.clone())} {row("Time field", time_field.clone())} {language} }.into_any()
        }
        Ask::QueryString { index, time_field, size, .. } => view! {
            {row("Index", index.clone())}
            {row("Time field", time_field.clone())}
            {row("Lines", grouped(u64::from(*size)))}
            {language}
        }
        .into_any(),
        Ask::Esql { time_field, .. } => view! { {row("Time field", time_field.clone())} {language} }.into_any(),
    }
}

fn answer_view(answer: &AnswerRecord) -> AnyView {
    let took = u32::try_from(answer.took_us.max(0) / 1_000).unwrap_or(u32::MAX);
    view! {
        <h2>"Answer"</h2>
        <dl>
            <div><dt>"Asked"</dt> <dd><TimeOf at=answer.executed_at form=Form::Full/></dd></div>
            {row("Duration", millis(took))}
            {answer.status.map(|status| row("HTTP status", status.to_string()))}
            {answer.source_build.clone().map(|build| row("Version", build))}
            {(answer.summary.series > 0).then(|| row("Series", grouped(answer.summary.series)))}
            {(answer.summary.items > 0).then(|| row("Points, rows or lines", grouped(answer.summary.items)))}
            {row("Read by version", answer.summary.reader.to_string())}
        </dl>
    }
    .into_any()
}

fn material_view(material: &Material) -> AnyView {
    let rows = match material {
        Material::File { name } => view! { {row("File", name.clone())} }.into_any(),
        Material::Paste => return ().into_any(),
        Material::Link { url, why } => view! {
            <div>
                <dt>"Address"</dt>
                <dd><a href=url.clone() rel="external noopener noreferrer">{url.clone()}</a></dd>
            </div>
            {row("Asked", why.clone())}
        }
        .into_any(),
        Material::Code { repository, commit, path, lines } => view! {
            {row("Repository", repository.clone())}
            {row("Commit", commit.clone())}
            {row("Path", path.clone())}
            {lines.map(|(first, last)| row("Lines", if first == last { first.to_string() } else { format!("{first} to {last}") }))}
        }
        .into_any(),
        Material::Statement { who, said_at, first_hand } => view! {
            {row("Said by", who.clone())}
            <div><dt>"Said at"</dt> <dd><TimeOf at=*said_at form=Form::Full/></dd></div>
            {row("First hand", if *first_hand { "yes".to_owned() } else { "no, told to them".to_owned() })}
        }
        .into_any(),
        Material::Picture { shows } => view! { {row("Picture", shows.clone())} }.into_any(),
    };
    view! { <h2>"What it is"</h2> <dl>{rows}</dl> }.into_any()
}

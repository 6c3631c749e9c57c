//! The post-mortem: the document as it would be exported now, and what is open in it.

use crate::api::read;
use crate::live::live_view;
use crate::ui::chip::Chip;
use crate::ui::frame::{PageContext, Tab, in_frame, use_slug};
use crate::ui::prose::{InlineProse, Prose};
use ledger::post_mortem::{Block, Document, Lint, Section};
use ledger::view::chip::Chips;
use ledger::view::post_mortem::PostMortemPage;
use leptos::prelude::*;

/// The page.
#[component]
pub fn PostMortemPageView() -> impl IntoView {
    let slug = use_slug();
    let page = Resource::new(move || slug.get(), read::post_mortem);
    in_frame(page, || Tab::PostMortem, post_mortem)
}

fn post_mortem(context: PageContext, first: PostMortemPage) -> AnyView {
    let me = context.me();
    let page = live_view(first, move |room| ledger::view::post_mortem::post_mortem_page(&room.state, &room.names, &me));
    let chips = Signal::derive(move || page.with(|page| page.chips.clone()));
    let slug = context.slug();
    let file = move |ending: &str| format!("/i/{slug}/post-mortem.{ending}");
    let (markdown, html, bundle) = (file("md"), file("html"), file("json"));
    view! {
        <main id="main" class="page pm" tabindex="-1">
            <article class="pm-doc">
                {move || page.with(|page| document_view(&page.document, chips))}
            </article>
            <aside class="pm-side" aria-label="Before export">
                <section class="side-sec" aria-labelledby="h-lint">
                    <h2 class="colhead" id="h-lint">
                        <span>"Before export"</span>
                        <span class="meta">{move || page.with(|page| page.document.lint.len())}</span>
                    </h2>
                    {move || page.with(|page| lint_view(&page.document.lint, chips))}
                </section>
                <section class="side-sec" aria-labelledby="h-export">
                    <h2 class="colhead" id="h-export">"Export"</h2>
                    <ul class="pm-files">
                        <li><a href=html download="" rel="external">"HTML file"</a> <span class="meta">"opens offline, prints to A4"</span></li>
                        <li><a href=markdown download="" rel="external">"Markdown"</a></li>
                        <li><a href=bundle download="" rel="external">"JSON bundle"</a> <span class="meta">"ledger, bodies and hashes"</span></li>
                    </ul>
                    <p class="meta">"What is open is printed on the first page, under your name. Nothing forbids the export."</p>
                </section>
            </aside>
        </main>
    }
    .into_any()
}

/// The open points, each with what to open to mend it.
fn lint_view(lint: &[Lint], chips: Signal<Chips>) -> AnyView {
    if lint.is_empty() {
        return view! { <p class="meta">"Nothing is open: every number is cited, and what is claimed stands."</p> }.into_any();
    }
    let rows = lint
        .iter()
        .map(|point| {
            let opens = point.opens().map(|id| view! { <Chip id chips/> " " });
            view! { <li>{opens} {point.words()}</li> }
        })
        .collect_view();
    view! { <ul class="pm-lint">{rows}</ul> }.into_any()
}

fn document_view(document: &Document, chips: Signal<Chips>) -> AnyView {
    let facts =
        document.facts.iter().map(|(name, value)| view! { <div><dt>{name.clone()}</dt> <dd>{value.clone()}</dd></div> }).collect_view();
    let sections = document.sections.iter().map(|section| section_view(section, chips)).collect_view();
    view! {
        <h2 class="pm-title">{document.title.clone()}</h2>
        <dl class="pm-facts">{facts}</dl>
        {sections}
        <p class="meta">{format!("A projection of {} events.", document.seq)}</p>
    }
    .into_any()
}

fn section_view(section: &Section, chips: Signal<Chips>) -> AnyView {
    let id = format!("pm-{}", section.anchor);
    let blocks = section.blocks.iter().map(|block| block_view(&section.heading, block, chips)).collect_view();
    view! {
        <section aria-labelledby=id.clone()>
            <h3 id=id.clone()>{section.heading.clone()}</h3>
            {blocks}
        </section>
    }
    .into_any()
}

fn block_view(heading: &str, block: &Block, chips: Signal<Chips>) -> AnyView {
    match block {
        Block::Heading(words) => view! { <h4>{words.clone()}</h4> }.into_any(),
        Block::Prose(text) => view! { <Prose text=text.clone() chips/> }.into_any(),
        Block::Table { columns, rows } => {
            let head = columns.iter().map(|column| view! { <th scope="col">{column.clone()}</th> }).collect_view();
            let rows = rows
                .iter()
                .map(|row| {
                    let cells = row.iter().map(|cell| view! { <td><InlineProse text=cell.clone() chips/></td> }).collect_view();
                    view! { <tr>{cells}</tr> }
                })
                .collect_view();
            view! {
                <div class="scroll" tabindex="0" role="group" aria-label=format!("{heading}, scroll sideways on a small screen")>
                    <table>
                        <caption class="vh">{heading.to_owned()}</caption>
                        <thead><tr>{head}</tr></thead>
                        <tbody>{rows}</tbody>
                    </table>
                </div>
            }
            .into_any()
        }
    }
}

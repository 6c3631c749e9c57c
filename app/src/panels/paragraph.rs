//! A paragraph in the making: an edit is a version; two versions on one base are shown to both writers until one version names both.

use crate::api::write::ReviseParagraph;
use crate::glue::storage;
use crate::ui::draft::{DraftArea, has_draft};
use crate::ui::form::{CommandForm, times_carried_out};
use crate::ui::frame::PageContext;
use crate::ui::prose::Prose;
use crate::ui::sending::Sending;
use crate::ui::time::{Form, TimeOf};
use ledger::id::ParagraphId;
use ledger::view::chip::Chips;
use ledger::view::note::{NoteEntry, VersionView};
use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::hooks::{use_location, use_navigate};

/// Writes the next version of a paragraph.
#[component]
pub fn EditParagraph(
    /// The page.
    page: PageContext,
    /// Which paragraph.
    paragraph: ParagraphId,
    /// The paragraph in the note.
    entry: Signal<Option<NoteEntry>>,
) -> impl IntoView {
    let revise = Sending::to::<ReviseParagraph>();
    let saved = times_carried_out(revise);
    let location = use_location();
    let navigate = use_navigate();
    // The version that was on screen when the edit began: what somebody else saves meanwhile must come out as a conflict.
    let (first, text) =
        entry.with_untracked(|entry| entry.as_ref().map_or_else(Default::default, |entry| (joined(&entry.bases), entry.text.0.clone())));
    let bases = RwSignal::new(first);
    let overtaken = Memo::new(move |_| entry.with(|entry| entry.as_ref().is_some_and(|entry| joined(&entry.bases) != *bases.read())));
    let key = format!("{}:{paragraph}", page.slug());
    let bases_key = StoredValue::new(format!("inquest:bases:{key}"));
    Effect::new({
        let key = key.clone();
        // A draft keeps the versions it was written on, also over a reload.
        move |_| match storage::read(&bases_key.get_value()).filter(|_| has_draft(&key)) {
            Some(kept) => bases.set(kept),
            None => storage::write(&bases_key.get_value(), &bases.get_untracked()),
        }
    });
    Effect::new(move |_| {
        if saved.get() > 0 {
            storage::remove(&bases_key.get_value());
            navigate(&location.pathname.get_untracked(), NavigateOptions { scroll: false, replace: true, ..NavigateOptions::default() });
        }
    });
    view! {
        <CommandForm action=revise name=format!("revise-{paragraph}")>
            <input type="hidden" name="paragraph" value=paragraph.to_string()/>
            <input type="hidden" name="bases" value=bases/>
            <DraftArea name="text" key text label=format!("Paragraph {paragraph}") saved rows=6/>
            <Show when=move || overtaken.get()>
                <p class="st st-warn" role="status">
                    "Somebody saved another version meanwhile. Save yours: both are kept, side by side."
                </p>
            </Show>
            <div class="tools">
                <button type="submit" class="primary">
                    "Save the version " <kbd>"Ctrl Enter"</kbd>
                </button>
                <a href="?">"Leave it as it is"</a>
                <span class="meta">"A draft is kept on this device until the server has it."</span>
            </div>
        </CommandForm>
    }
}

/// The versions side by side. Whatever is saved here names them all, so the paragraph is settled and none of them is lost.
#[component]
pub fn InConflict(
    /// The page.
    page: PageContext,
    /// Which paragraph.
    paragraph: ParagraphId,
    /// The paragraph in the note.
    entry: Signal<Option<NoteEntry>>,
    /// What ids open into.
    chips: Signal<Chips>,
    /// Whether the one who looks may settle it.
    may_write: Memo<bool>,
) -> impl IntoView {
    let heads = Memo::new(move |_| entry.with(|entry| entry.as_ref().map(|entry| entry.conflict.clone()).unwrap_or_default()));
    move || {
        let heads = heads.get();
        let bases = joined(&heads.iter().map(|head| head.seq).collect::<Vec<_>>());
        let both = heads.iter().map(|head| head.text.0.as_str()).collect::<Vec<_>>().join("\n\n");
        let sides = heads.into_iter().map(|head| view! { <Side paragraph bases=bases.clone() head chips may_write/> }).collect_view();
        let key = format!("{}:{paragraph}:third", page.slug());
        view! {
            <div class="conflict" role="group" aria-label=format!("Paragraph {paragraph} has two versions")>
                <p class="st st-warn">"Two versions of this paragraph were written on the same text. Both are kept. Settle it:"</p>
                <div class="versus">{sides}</div>
                <Show when=move || may_write.get()>
                    <Third paragraph bases=bases.clone() key=key.clone() text=both.clone()/>
                </Show>
            </div>
        }
    }
}

#[component]
fn Side(paragraph: ParagraphId, bases: String, head: VersionView, chips: Signal<Chips>, may_write: Memo<bool>) -> impl IntoView {
    let keep = Sending::to::<ReviseParagraph>();
    let (whose, words) = if head.by.is_me { ("Yours".to_owned(), "Save mine") } else { (head.by.name, "Keep theirs") };
    let (text, seq) = (head.text.0.clone(), head.seq);
    let form = move || {
        let (bases, text) = (bases.clone(), text.clone());
        view! {
            <CommandForm action=keep name=format!("keep-{paragraph}-{seq}")>
                <input type="hidden" name="paragraph" value=paragraph.to_string()/>
                <input type="hidden" name="bases" value=bases/>
                <input type="hidden" name="text" value=text/>
                <button type="submit">{words}</button>
            </CommandForm>
        }
    };
    view! {
        <div>
            <p class="meta">{whose} ", " <TimeOf at=head.at form=Form::Short/></p>
            <Prose text=head.text chips/>
            {move || may_write.get().then(&form)}
        </div>
    }
}

#[component]
fn Third(paragraph: ParagraphId, bases: String, key: String, text: String) -> impl IntoView {
    let revise = Sending::to::<ReviseParagraph>();
    let saved = times_carried_out(revise);
    view! {
        <details class="edit">
            <summary>"Write a third from both"</summary>
            <CommandForm action=revise name=format!("third-{paragraph}")>
                <input type="hidden" name="paragraph" value=paragraph.to_string()/>
                <input type="hidden" name="bases" value=bases/>
                <DraftArea name="text" key text label="A third version made of both" saved rows=8/>
                <div class="tools">
                    <button type="submit" class="primary">
                        "Save the third version " <kbd>"Ctrl Enter"</kbd>
                    </button>
                </div>
            </CommandForm>
        </details>
    }
}

fn joined(seqs: &[u64]) -> String {
    seqs.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

//! Actions: what was proposed, decided, done, and what it did.

use crate::actor::Names;
use crate::decide::effect_windows;
use crate::event::{Effect, Measured};
use crate::id::{ActionId, ActorId, AnyId};
use crate::rules::{Verdict, verdict_of};
use crate::state::{Action, Progress, State, What};
use crate::text::Prose;
use crate::view::chip::Chips;
use crate::view::look::{Look, Wanted};
use crate::view::parts::{By, EvidenceLine, Marked};
use evidence::time::{Micros, Window};
use serde::{Deserialize, Serialize};

/// An action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActionRow {
    /// Its id.
    pub id: ActionId,
    /// What is or was done.
    pub text: Prose,
    /// The exact command or change; may be empty.
    pub command: String,
    /// When and by whom it was first written.
    pub proposed: By,
    /// Approved or declined: when and by whom, which, why.
    pub decided: Option<(By, bool, Prose)>,
    /// That it was done.
    pub done: Option<DoneRow>,
    /// What it was expected to change, chosen before it was done.
    pub effect: Option<EffectRow>,
    /// What it did; none while it is not done.
    pub verdict: Option<Verdict>,
    /// What it rests on that fell.
    pub marked: Option<Marked>,
}

/// That an action was done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DoneRow {
    /// When it was done.
    pub at: Micros,
    /// By whom, as the room calls them.
    pub by: String,
    /// When and by whom that was recorded.
    pub recorded: By,
    /// When and by whom it was confirmed; none: not yet.
    pub confirmed: Option<By>,
}

/// What an action was expected to change, and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EffectRow {
    /// The metric, the direction, the lengths of the windows.
    pub effect: Effect,
    /// The windows before and after, once it is done.
    pub windows: Option<(Window, Window)>,
    /// The latest runs of the metric over these windows that answered.
    pub runs: (Option<EvidenceLine>, Option<EvidenceLine>),
    /// What was compared.
    pub measured: Option<(Measured, Measured)>,
}

/// The permanent page of an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActionPage {
    /// The action.
    pub row: ActionRow,
    /// Who cites it.
    pub cited_by: Vec<AnyId>,
    /// What its texts cite.
    pub chips: Chips,
}

/// Makes an action's page; none if it is not there.
pub fn action_page(state: &State, names: &Names, who: &ActorId, id: ActionId) -> Option<ActionPage> {
    let look = Look::at(state, names, who);
    let row = action_row(&look, state.actions.get(&id)?);
    let cited_by = look.cited_by(id.into());
    let mut wanted = Wanted::default();
    want(&row, &mut wanted);
    wanted.ids(&cited_by);
    Some(ActionPage { row, cited_by, chips: look.chips(&wanted) })
}

/// The actions of an incident: what waits for a decision first, then what waits to be done, then the latest done first.
pub(super) fn actions(look: &Look<'_>) -> Vec<ActionRow> {
    let mut rows: Vec<ActionRow> = look.state.actions.values().map(|action| action_row(look, action)).collect();
    rows.sort_by_key(|row| {
        let rank = match (&row.done, &row.decided) {
            (None, None) => 0,
            (None, Some((_, true, _))) => 1,
            (Some(_), _) => 2,
            (None, Some((_, false, _))) => 3,
        };
        (rank, std::cmp::Reverse(row.done.as_ref().map(|done| done.at)), row.id)
    });
    rows
}

fn action_row(look: &Look<'_>, action: &Action) -> ActionRow {
    let done = action.done.as_ref().map(|done| DoneRow {
        at: done.at,
        by: if done.by.is_empty() { look.person(&done.recorded.by).name } else { done.by.clone() },
        recorded: look.by(&done.recorded),
        confirmed: action.confirmed.as_ref().map(|stamp| look.by(stamp)),
    });
    let effect = action.expects.as_ref().map(|(_, effect)| {
        let windows = effect_windows(action);
        let run = |window: Window| latest_run(look, effect, window);
        EffectRow {
            effect: effect.clone(),
            windows,
            runs: windows.map_or((None, None), |(before, after)| (run(before), run(after))),
            measured: action.measured.as_ref().map(|(_, before, after)| (before.clone(), after.clone())),
        }
    });
    ActionRow {
        id: action.id,
        text: Prose(action.text.clone()),
        command: action.command.clone(),
        proposed: look.by(&action.proposed),
        decided: action.decided.as_ref().map(|(stamp, approved, why)| (look.by(stamp), *approved, Prose(why.clone()))),
        done,
        effect,
        verdict: verdict_of(action),
        marked: look.falls.below(action.id.into()),
    }
}

/// The latest answered run of a metric over a window, asked after the window had ended.
fn latest_run(look: &Look<'_>, effect: &Effect, window: Window) -> Option<EvidenceLine> {
    let matches = |what: &What| match what {
        What::Run(run) => {
            run.source == effect.source
                && run.query.ask == effect.ask
                && run.query.window == window
                && matches!(&run.progress, Progress::Answered(answered) if answered.executed_at >= window.end)
        }
        What::Material { .. } => false,
    };
    let found =
        look.state.evidence.values().rev().find(|found| matches(&found.what) && !look.state.fallen.contains_key(&found.id.into()))?;
    look.evidence_line(found.id, None)
}

/// Gathers the ids an action shows.
pub(super) fn want(row: &ActionRow, wanted: &mut Wanted) {
    wanted.ids(&[row.id]);
    wanted.text(&row.text);
    if let Some((_, _, why)) = &row.decided {
        wanted.text(why);
    }
    if let Some(effect) = &row.effect {
        let (before, after) = &effect.runs;
        wanted.ids(&before.iter().chain(after).map(|line| line.id).collect::<Vec<_>>());
        if let Some((before, after)) = &effect.measured {
            wanted.ids(&[before.evidence, after.evidence]);
        }
    }
    wanted.marked(row.marked.as_ref());
}

//! The fields of the query form: what stands in the address of the page, in a form, and in a recorded query, is the same few texts.

use crate::plan::{IN_PIECES, INSTANT};
use evidence::query::{Ask, Query, SourceKind};
use evidence::time::{Micros, Window};
use ledger::id::QuestionId;
use leptos::prelude::*;
use leptos_router::params::ParamsMap;

/// The fields as texts, as a form sends them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields {
    /// `promql`, `dsl`, `lucene` or `esql`.
    pub language: String,
    /// The query.
    pub text: String,
    /// From: absolute UTC or relative.
    pub from: String,
    /// To: absolute UTC or relative.
    pub to: String,
    /// Seconds between points; empty: chosen; `instant`: one point.
    pub step: String,
    /// Index; empty: the source's.
    pub index: String,
    /// Lines to bring, for a query string.
    pub size: String,
}

impl Fields {
    /// The fields that ask a recorded query again, word for word.
    pub fn of(query: &Query) -> Self {
        let fields = Self { text: query.ask.text().to_owned(), ..Self::of_window(query.window) };
        match &query.ask {
            Ask::PromqlRange { step_secs, piece_secs, .. } => {
                let pieces = piece_secs.map_or_else(String::new, |secs| format!("{IN_PIECES}{secs}"));
                Self { language: "promql".into(), step: format!("{step_secs}{pieces}"), ..fields }
            }
            Ask::PromqlInstant { .. } => Self { language: "promql".into(), step: INSTANT.into(), ..fields },
            Ask::QueryDsl { index, .. } => Self { language: "dsl".into(), index: index.clone(), ..fields },
            Ask::QueryString { index, size, .. } => {
                Self { language: "lucene".into(), index: index.clone(), size: size.to_string(), ..fields }
            }
            Ask::Esql { .. } => Self { language: "esql".into(), ..fields },
        }
    }

    /// Only the window, absolute.
    pub fn of_window(window: Window) -> Self {
        Self { from: moment_text(window.start), to: moment_text(window.end), ..Self::default() }
    }

    /// The fields that the page's address names; the others are empty.
    pub fn of_address(query: &ParamsMap) -> Self {
        let field = |name: &str| query.get(name).unwrap_or_default();
        Self {
            language: field("language"),
            text: field("text"),
            from: field("from"),
            to: field("to"),
            step: field("step"),
            index: field("index"),
            size: field("size"),
        }
    }

    /// The same fields with a language that the kind of source takes: its first, if none fits.
    #[must_use]
    pub fn settled(mut self, kind: SourceKind) -> Self {
        let fits = languages(kind).iter().any(|(word, _)| self.language == *word);
        if let (false, Some((word, _))) = (fits, languages(kind).first()) {
            self.language = (*word).to_owned();
        }
        self
    }

    /// The query part of an address that opens the page with these fields, question included.
    pub fn address(&self, question: Option<QuestionId>) -> String {
        let mut query = ParamsMap::new();
        if let Some(question) = question {
            query.insert("q", question.to_string());
        }
        for (name, value) in self.named().into_iter().filter(|(_, value)| !value.is_empty()) {
            query.insert(name, value.to_owned());
        }
        query.to_query_string()
    }

    /// Each field with the name it has in forms and addresses.
    pub fn named(&self) -> [(&'static str, &str); 7] {
        [
            ("language", &self.language),
            ("text", &self.text),
            ("from", &self.from),
            ("to", &self.to),
            ("step", &self.step),
            ("index", &self.index),
            ("size", &self.size),
        ]
    }
}

/// The languages of a kind of source: the word a form sends, and the name people say.
pub fn languages(kind: SourceKind) -> &'static [(&'static str, &'static str)] {
    match kind {
        SourceKind::Prometheus => &[("promql", "PromQL")],
        SourceKind::Search => &[("dsl", "Query DSL"), ("lucene", "Query string"), ("esql", "ES|QL")],
    }
}

/// A moment as a field holds it: `2026-09-10 13:00:00Z`.
pub fn moment_text(at: Micros) -> String {
    at.rfc3339().replacen('T', " ", 1)
}

/// The fields on their way from keys to the server: one signal each.
#[derive(Clone, Copy)]
pub struct Draft {
    /// As in [`Fields`].
    pub language: RwSignal<String>,
    /// As in [`Fields`].
    pub text: RwSignal<String>,
    /// As in [`Fields`].
    pub from: RwSignal<String>,
    /// As in [`Fields`].
    pub to: RwSignal<String>,
    /// As in [`Fields`].
    pub step: RwSignal<String>,
    /// As in [`Fields`].
    pub index: RwSignal<String>,
    /// As in [`Fields`].
    pub size: RwSignal<String>,
}

impl Draft {
    /// Begins with these fields.
    pub fn new(fields: Fields) -> Self {
        Self {
            language: RwSignal::new(fields.language),
            text: RwSignal::new(fields.text),
            from: RwSignal::new(fields.from),
            to: RwSignal::new(fields.to),
            step: RwSignal::new(fields.step),
            index: RwSignal::new(fields.index),
            size: RwSignal::new(fields.size),
        }
    }

    /// Puts other fields in place of what was typed.
    pub fn put(&self, fields: Fields) {
        self.language.set(fields.language);
        self.text.set(fields.text);
        self.step.set(fields.step);
        self.index.set(fields.index);
        self.size.set(fields.size);
        self.put_window(fields.from, fields.to);
    }

    /// Changes the window only.
    pub fn put_window(&self, from: String, to: String) {
        self.from.set(from);
        self.to.set(to);
    }

    /// What the fields hold now.
    pub fn fields(&self) -> Fields {
        Fields {
            language: self.language.get(),
            text: self.text.get(),
            from: self.from.get(),
            to: self.to.get(),
            step: self.step.get(),
            index: self.index.get(),
            size: self.size.get(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 10 Sep 2026 13:00:00 to 16:00:00 UTC.
    const WINDOW: Window = Window { start: Micros(1_789_045_200_000_000), end: Micros(1_789_056_000_000_000) };

    #[test]
    fn a_recorded_query_is_asked_again_word_for_word() {
        let query = Query { ask: Ask::PromqlRange { text: "up == 0".into(), step_secs: 60, piece_secs: None }, window: WINDOW };
        let expected = Fields {
            language: "promql".into(),
            text: "up == 0".into(),
            from: "2026-09-10 13:00:00Z".into(),
            to: "2026-09-10 16:00:00Z".into(),
            step: "60".into(),
            ..Fields::default()
        };
        assert_eq!(Fields::of(&query), expected);
    }

    #[test]
    fn fields_survive_the_way_through_an_address() {
        let query = Query {
            ask: Ask::QueryString { index: "logs-*".into(), text: "a AND \"b c\" & d=1".into(), time_field: "@timestamp".into(), size: 50 },
            window: WINDOW,
        };
        let fields = Fields::of(&query);
        let address = fields.address(Some(QuestionId(9)));
        let pairs: Vec<(String, String)> = address
            .trim_start_matches('?')
            .split('&')
            .filter_map(|pair| pair.split_once('='))
            .map(|(name, value)| (name.to_owned(), leptos_router::location::Url::unescape(value)))
            .collect();
        let named = |name: &str| pairs.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone());
        assert_eq!((named("text"), named("q")), (Some(fields.text), Some("Q-9".into())));
    }
}

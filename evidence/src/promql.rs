//! PromQL before it is sent: syntax, the metrics and the component it names, and the request that is really sent.

use crate::query::Ask;
use crate::time::{Micros, Window};
use promql_parser::label::{MatchOp, Matcher};
use promql_parser::parser::{self, Expr, VectorSelector};

/// Labels that name the part of a system a query is about, most telling first.
const COMPONENT_LABELS: [&str; 4] = ["pod", "broker", "instance", "node"];

/// Longer text is not parsed here, only by the source.
const MAX_TEXT_BYTES: usize = 65_536;

/// Nesting beyond this is refused: the parser recurses, and no person writes it.
const MAX_NESTING: usize = 64;

/// Why a text is not PromQL.
///
/// The grammar is that of Prometheus 2.45. A source may know more (MetricsQL, newer functions), so this is a hint and not a verdict.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not valid PromQL: {message}")]
pub struct SyntaxError {
    /// What is wrong.
    pub message: String,
    /// Where, in bytes from the start, if the parser says so.
    pub position: Option<usize>,
}

/// Checks the syntax.
///
/// # Errors
/// [`SyntaxError`] for text that is not PromQL, for more than 64 KiB and for nesting deeper than 64 levels.
pub fn check(text: &str) -> Result<(), SyntaxError> {
    parse(text).map(|_| ())
}

/// The metrics a query names, each once, in the order of the text; none if it is not PromQL.
pub fn metric_names(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for selector in parse(text).map_or_else(|_| Vec::new(), |expr| selectors(&expr)) {
        let by_label = || selector.matchers.matchers.iter().find(|matcher| matcher.name == "__name__" && matcher.op == MatchOp::Equal);
        let name = selector.name.clone().or_else(|| by_label().map(|matcher| matcher.value.clone()));
        names.extend(name.filter(|name| !names.contains(name)));
    }
    names
}

/// The component a query names: the value that all its equality matchers on pod, broker, instance or node agree on.
pub fn component(text: &str) -> Option<String> {
    let selectors = selectors(&parse(text).ok()?);
    let matchers = || selectors.iter().flat_map(|selector| &selector.matchers.matchers);
    for label in COMPONENT_LABELS {
        let mut values = matchers().filter(|matcher| is_equality(matcher, label)).map(|matcher| &matcher.value);
        if let Some(first) = values.next() {
            return values.all(|value| value == first).then(|| first.clone());
        }
    }
    None
}

/// The path and the parameters of the request that is really sent; `None` for a query that is not PromQL. A query in pieces is sent
/// as its [pieces](crate::query::Query::pieces), each by itself.
pub fn request(ask: &Ask, window: Window) -> Option<(String, Vec<(String, String)>)> {
    let pair = |key: &str, value: String| (key.to_owned(), value);
    match ask {
        Ask::PromqlRange { text, step_secs, .. } => Some((
            "/api/v1/query_range".to_owned(),
            vec![
                pair("query", text.clone()),
                pair("start", secs_text(window.start)),
                pair("end", secs_text(window.end)),
                pair("step", step_secs.to_string()),
            ],
        )),
        Ask::PromqlInstant { text } => {
            Some(("/api/v1/query".to_owned(), vec![pair("query", text.clone()), pair("time", secs_text(window.end))]))
        }
        Ask::QueryDsl { .. } | Ask::QueryString { .. } | Ask::Esql { .. } => None,
    }
}

/// Seconds since 1970, with a fraction only where there is one.
fn secs_text(at: Micros) -> String {
    match at.0.rem_euclid(1_000_000) {
        0 => at.secs().to_string(),
        // Before 1970 the whole seconds round down while a decimal fraction counts up from zero; RFC 3339 has no such corner.
        _ if at.0 < 0 => at.rfc3339(),
        micros => format!("{}.{micros:06}", at.secs()).trim_end_matches('0').to_owned(),
    }
}

fn parse(text: &str) -> Result<Expr, SyntaxError> {
    let refuse = |message: &str, position| Err(SyntaxError { message: message.to_owned(), position });
    if text.trim().is_empty() {
        return refuse("the query is empty", None);
    }
    if text.len() > MAX_TEXT_BYTES {
        return refuse("the query is longer than 64 KiB", None);
    }
    check_brackets(text)?;
    parser::parse(text).map_err(|message| SyntaxError { position: position_in(&message), message })
}

/// Finds brackets that do not match, with their place: the parser itself only says "invalid".
fn check_brackets(text: &str) -> Result<(), SyntaxError> {
    let wrong = |message: String, at: usize| Err(SyntaxError { message, position: Some(at) });
    let mut open: Vec<(usize, char)> = Vec::new();
    let mut chars = text.char_indices();
    while let Some((at, char)) = chars.next() {
        match char {
            '#' => while chars.next().is_some_and(|(_, char)| char != '\n') {},
            '"' | '\'' | '`' => loop {
                match chars.next() {
                    None => return wrong(format!("the text that begins with {char} has no end"), at),
                    Some((_, end)) if end == char => break,
                    Some((_, '\\')) if char != '`' => drop(chars.next()),
                    Some(_) => {}
                }
            },
            '(' | '[' | '{' => open.push((at, char)),
            ')' | ']' | '}' => {
                let fits = |(_, opened): (usize, char)| matches!((opened, char), ('(', ')') | ('[', ']') | ('{', '}'));
                if !open.pop().is_some_and(fits) {
                    return wrong(format!("{char} closes nothing"), at);
                }
            }
            _ => {}
        }
        if open.len() > MAX_NESTING {
            return wrong("nested deeper than 64 levels".to_owned(), at);
        }
    }
    open.pop().map_or(Ok(()), |(at, char)| wrong(format!("{char} is never closed"), at))
}

/// The position that a message of the parser names, if it does.
fn position_in(message: &str) -> Option<usize> {
    let after = ["position ", "column "].into_iter().find_map(|word| Some(message.split_once(word)?.1))?;
    after.get(..after.bytes().take_while(u8::is_ascii_digit).count())?.parse().ok()
}

fn is_equality(matcher: &Matcher, label: &str) -> bool {
    matcher.name == label && matcher.op == MatchOp::Equal && !matcher.value.is_empty()
}

/// Every selector of an expression, in the order of the text.
fn selectors(expr: &Expr) -> Vec<VectorSelector> {
    match expr {
        Expr::VectorSelector(selector) => vec![selector.clone()],
        Expr::MatrixSelector(selector) => vec![selector.vs.clone()],
        Expr::Aggregate(aggregate) => {
            let mut found = aggregate.param.as_ref().map_or_else(Vec::new, |param| selectors(param));
            found.extend(selectors(&aggregate.expr));
            found
        }
        Expr::Binary(binary) => {
            let mut found = selectors(&binary.lhs);
            found.extend(selectors(&binary.rhs));
            found
        }
        Expr::Unary(unary) => selectors(&unary.expr),
        Expr::Paren(paren) => selectors(&paren.expr),
        Expr::Subquery(subquery) => selectors(&subquery.expr),
        Expr::Call(call) => call.args.args.iter().flat_map(|argument| selectors(argument)).collect(),
        Expr::NumberLiteral(_) | Expr::StringLiteral(_) | Expr::Extension(_) => Vec::new(),
    }
}

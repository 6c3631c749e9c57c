//! A query that is asked in pieces: several requests, one record.

use super::ask::{AskRequest, Kept, keep, micros_since, nothing_to_send, read_elsewhere};
use super::fetch::Fetched;
use super::{Target, request};
use crate::bodies::{Bodies, BodyError};
use evidence::query::Query;
use evidence::reading::{Outcome, Remark, Summary};
use evidence::transport::{self, Failure};
use std::time::Instant;

/// Asks piece by piece, one after the other, and keeps the answers behind each other in one body, a line end between them.
///
/// The first piece that is not answered ends it: what came before is kept, and the remark says why there is no more.
pub(super) async fn fetch_and_keep(
    target: &Target,
    request: &AskRequest,
    bodies: &dyn Bodies,
    started: Instant,
) -> Result<Kept, BodyError> {
    let limit_bytes = target.config.policy.max_body_bytes();
    let pieces = request.query.pieces();
    let mut whole: Option<Fetched> = None;
    let mut remark = None;
    for (index, piece) in pieces.iter().enumerate() {
        let (summary, fetched) = read_elsewhere(target, request, piece, fetch_piece(target, piece).await).await;
        let Some(before) = &mut whole else {
            whole = Some(fetched);
            if summary.outcome == Outcome::CouldNotAsk {
                break;
            }
            continue;
        };
        let too_large = (before.body.len() + fetched.body.len()) as u64 >= limit_bytes;
        let summary =
            if too_large { transport::reading(&target.config.name, &Failure::TooLarge { limit_bytes }).summary() } else { summary };
        if summary.outcome == Outcome::CouldNotAsk {
            remark = Some(Remark::warning(format!("piece {} of {} was not answered: {}", index + 1, pieces.len(), reason(summary))));
            break;
        }
        before.body.push(b'\n');
        before.body.extend_from_slice(&fetched.body);
    }
    let mut kept = keep(whole.unwrap_or_else(nothing_to_send), request, bodies, micros_since(started)).await?;
    kept.remark = remark;
    Ok(kept)
}

async fn fetch_piece(target: &Target, piece: &Query) -> Fetched {
    match (&target.fetcher, request::build(target.config.kind, piece)) {
        (Some(fetcher), Some(message)) => fetcher.fetch(&message).await,
        _ => nothing_to_send(),
    }
}

fn reason(summary: Summary) -> String {
    let Some(reason) = summary.reason else { return summary.headline.text };
    if reason.detail.is_empty() { reason.what } else { format!("{}: {}", reason.what, reason.detail) }
}

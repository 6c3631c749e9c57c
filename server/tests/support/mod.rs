//! What several tests of the server need.

use evidence::time::Micros;
use ledger::id::{LedgerId, Slug};
use server::store::{Created, LedgerKind, Ledgers};

/// 10 September 2026, 11:55 UTC.
pub const START: Micros = Micros(1_789_041_300_000_000);

/// A ledger that exists and is empty.
pub async fn empty_ledger(store: &dyn Ledgers, slug: &str) -> LedgerId {
    let ledger = LedgerId(format!("00000000-0000-7000-8000-{:0>12}", slug.len()));
    let created = store.create_ledger(&ledger, LedgerKind::Incident, &Slug::from(slug), START).await.unwrap();
    assert_eq!(created, Created::Yes);
    ledger
}

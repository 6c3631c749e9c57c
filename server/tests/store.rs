//! The contract of the store: every method, on SQLite and on a real Postgres.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]

#[path = "support/postgres.rs"]
mod postgres;
#[path = "support/records.rs"]
mod records;
mod support;

use futures::future::{BoxFuture, join_all};
use ledger::id::{CommandId, LedgerId, Slug};
use ledger::record::{GENESIS, Record, verify};
use postgres::Postgres;
use records::records_after;
use server::store::{Appended, Created, DataFolder, Head, LedgerKind, LedgerRow, Ledgers, PostgresStore, SqliteStore, StoreError};
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Executor};
use std::sync::Arc;
use std::time::Duration;
use support::{START, empty_ledger};
use tempfile::TempDir;

/// Where one case keeps its data.
enum Place {
    Sqlite(TempDir),
    Postgres(Box<PgConnectOptions>),
}

impl Place {
    /// Opens the store, as a process of its own would.
    async fn open(&self) -> Arc<dyn Ledgers> {
        match self {
            Self::Sqlite(folder) => Arc::new(SqliteStore::open(&DataFolder::create(folder.path()).unwrap()).await.unwrap()),
            Self::Postgres(options) => Arc::new(PostgresStore::open((**options).clone()).await.unwrap()),
        }
    }

    /// What the database says to a statement that goes past the store.
    async fn execute(&self, statement: &'static str) -> Result<u64, String> {
        match self {
            Self::Sqlite(folder) => {
                let mut connection = SqliteConnectOptions::new().filename(folder.path().join("inquest.db")).connect().await.unwrap();
                connection.execute(statement).await.map(|done| done.rows_affected()).map_err(|error| error.to_string())
            }
            Self::Postgres(options) => {
                let mut connection = options.connect().await.unwrap();
                connection.execute(statement).await.map(|done| done.rows_affected()).map_err(|error| error.to_string())
            }
        }
    }
}

type Case = (&'static str, fn(Place) -> BoxFuture<'static, ()>);

macro_rules! cases {
    ($($case:ident,)*) => { [$((stringify!($case), |place| Box::pin($case(place)))),*] };
}

const CASES: [Case; 18] = cases![
    a_new_store_lists_no_ledger,
    a_ledger_is_found_and_listed,
    a_taken_address_is_told,
    an_unknown_address_is_none,
    an_empty_ledger_ends_at_zero,
    a_ledger_that_is_not_there_has_no_head,
    records_come_back_as_they_were_given,
    a_record_without_its_body_is_kept,
    a_wrong_expectation_is_a_conflict_and_writes_nothing,
    a_command_that_comes_again_is_repeated_and_writes_nothing,
    of_many_appends_at_once_exactly_one_is_written,
    records_that_do_not_continue_the_ledger_are_refused,
    one_bad_record_keeps_all_of_its_command_out,
    records_are_read_in_pages,
    a_write_of_another_process_changes_the_data_version,
    one_server_at_a_time,
    everything_is_there_after_opening_again,
    events_can_be_emptied_and_nothing_else,
];

#[tokio::test(flavor = "multi_thread")]
async fn every_case_holds_on_sqlite() {
    for (name, case) in CASES {
        println!("case {name}");
        case(Place::Sqlite(tempfile::tempdir().unwrap())).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_case_holds_on_postgres() {
    let postgres = Postgres::start();
    for (name, case) in CASES {
        println!("case {name}");
        case(Place::Postgres(Box::new(postgres.create_database(name).await))).await;
    }
}

const EMPTY: Head = Head { seq: 0, at: evidence::time::Micros(0), hash: GENESIS };

async fn append(store: &dyn Ledgers, ledger: &LedgerId, command: &str, count: u64) -> Vec<Record> {
    let head = store.head(ledger).await.unwrap();
    let records = records_after(head, ledger, command, count);
    let appended = store.append(ledger, head.seq, &CommandId::from(command), &records).await.unwrap();
    assert_eq!(appended, Appended::Written);
    records
}

async fn a_new_store_lists_no_ledger(place: Place) {
    assert_eq!(place.open().await.list_ledgers().await.unwrap(), []);
}

async fn a_ledger_is_found_and_listed(place: Place) {
    let store = place.open().await;
    let ledger = empty_ledger(&*store, "lock-convoy").await;
    append(&*store, &ledger, "first", 3).await;
    let slug = Slug::from("lock-convoy");
    assert_eq!(store.find_ledger(&slug).await.unwrap(), Some(ledger.clone()));
    let row = LedgerRow { ledger, kind: LedgerKind::Incident, slug, created_at: START, last_seq: 3 };
    assert_eq!(store.list_ledgers().await.unwrap(), [row]);
}

async fn a_taken_address_is_told(place: Place) {
    let store = place.open().await;
    let first = empty_ledger(&*store, "lock-convoy").await;
    let second = LedgerId::from("00000000-0000-7000-8000-ffffffffffff");
    let slug = Slug::from("lock-convoy");
    assert_eq!(store.create_ledger(&second, LedgerKind::House, &slug, START).await.unwrap(), Created::SlugTaken);
    assert_eq!(store.find_ledger(&slug).await.unwrap(), Some(first));
}

async fn an_unknown_address_is_none(place: Place) {
    assert_eq!(place.open().await.find_ledger(&Slug::from("nowhere")).await.unwrap(), None);
}

async fn an_empty_ledger_ends_at_zero(place: Place) {
    let store = place.open().await;
    let ledger = empty_ledger(&*store, "lock-convoy").await;
    assert_eq!(store.head(&ledger).await.unwrap(), EMPTY);
}

async fn a_ledger_that_is_not_there_has_no_head(place: Place) {
    let head = place.open().await.head(&LedgerId::from("nowhere")).await;
    assert!(matches!(head, Err(StoreError::NoLedger { .. })), "{head:?}");
}

async fn records_come_back_as_they_were_given(place: Place) {
    let store = place.open().await;
    let ledger = empty_ledger(&*store, "lock-convoy").await;
    let records = append(&*store, &ledger, "first", 3).await;
    let read = store.read_after(&ledger, 0, 10).await.unwrap();
    assert_eq!(read, records);
    let head = store.head(&ledger).await.unwrap();
    assert_eq!((head.seq, head.at, head.hash), (3, records[2].at, records[2].hash));
}

async fn a_record_without_its_body_is_kept(place: Place) {
    let store = place.open().await;
    let ledger = empty_ledger(&*store, "lock-convoy").await;
    let mut records = records_after(EMPTY, &ledger, "first", 1);
    (records[0].nonce, records[0].body) = (None, None);
    store.append(&ledger, 0, &CommandId::from("first"), &records).await.unwrap();
    assert_eq!(store.read_after(&ledger, 0, 10).await.unwrap(), records);
}

async fn a_wrong_expectation_is_a_conflict_and_writes_nothing(place: Place) {
    let store = place.open().await;
    let ledger = empty_ledger(&*store, "lock-convoy").await;
    let records = append(&*store, &ledger, "first", 2).await;
    let late = records_after(EMPTY, &ledger, "second", 1);
    let appended = store.append(&ledger, 0, &CommandId::from("second"), &late).await.unwrap();
    assert_eq!(appended, Appended::Conflict { last_seq: 2 });
    assert_eq!(store.read_after(&ledger, 0, 10).await.unwrap(), records);
    assert_eq!(store.find_command(&ledger, &CommandId::from("second")).await.unwrap(), None);
}

async fn a_command_that_comes_again_is_repeated_and_writes_nothing(place: Place) {
    let store = place.open().await;
    let ledger = empty_ledger(&*store, "lock-convoy").await;
    append(&*store, &ledger, "first", 1).await;
    append(&*store, &ledger, "second", 2).await;
    append(&*store, &ledger, "third", 1).await;
    let again = records_after(store.head(&ledger).await.unwrap(), &ledger, "second", 1);
    let appended = store.append(&ledger, 4, &CommandId::from("second"), &again).await.unwrap();
    assert_eq!(appended, Appended::Repeated { first_seq: 2, last_seq: 3 });
    assert_eq!(store.find_command(&ledger, &CommandId::from("second")).await.unwrap(), Some((2, 3)));
    assert_eq!(store.head(&ledger).await.unwrap().seq, 4);
}

async fn of_many_appends_at_once_exactly_one_is_written(place: Place) {
    let stores = [place.open().await, place.open().await];
    let ledger = empty_ledger(&*stores[0], "lock-convoy").await;
    for round in 1..=10 {
        let head = stores[0].head(&ledger).await.unwrap();
        // Half of them through another connection pool, as another process would.
        let writers = (0..8).map(|writer| {
            let (store, ledger) = (Arc::clone(&stores[writer % 2]), ledger.clone());
            tokio::spawn(async move {
                let command = format!("round {round} writer {writer}");
                let records = records_after(head, &ledger, &command, 1);
                store.append(&ledger, head.seq, &CommandId(command), &records).await.unwrap()
            })
        });
        let outcomes: Vec<Appended> = join_all(writers).await.into_iter().map(Result::unwrap).collect();
        let conflict = Appended::Conflict { last_seq: head.seq + 1 };
        assert_eq!(outcomes.iter().filter(|outcome| **outcome == Appended::Written).count(), 1, "{outcomes:?}");
        assert_eq!(outcomes.iter().filter(|outcome| **outcome == conflict).count(), 7, "{outcomes:?}");
    }
    assert_eq!(verify(stores[1].read_after(&ledger, 0, 100).await.unwrap()).unwrap().seq, 10);
}

async fn records_that_do_not_continue_the_ledger_are_refused(place: Place) {
    let store = place.open().await;
    let ledger = empty_ledger(&*store, "lock-convoy").await;
    append(&*store, &ledger, "first", 2).await;
    let head = store.head(&ledger).await.unwrap();
    let command = CommandId::from("second");
    let elsewhere = LedgerId::from("00000000-0000-7000-8000-ffffffffffff");
    let refused = [
        ("no record", vec![]),
        ("another ledger", records_after(head, &elsewhere, "second", 1)),
        ("another command", records_after(head, &ledger, "third", 1)),
        ("another chain", records_after(Head { hash: [9; 32], ..head }, &ledger, "second", 1)),
        ("a gap", records_after(Head { seq: 3, ..head }, &ledger, "second", 1)),
        ("a changed field", {
            let mut changed = records_after(head, &ledger, "second", 1);
            changed[0].wall.0 += 1;
            changed
        }),
    ];
    for (what, records) in refused {
        let outcome = store.append(&ledger, 2, &command, &records).await;
        assert!(matches!(outcome, Err(StoreError::NotAChain { .. })), "{what}: {outcome:?}");
    }
    assert_eq!(store.head(&ledger).await.unwrap(), head);
}

async fn one_bad_record_keeps_all_of_its_command_out(place: Place) {
    let store = place.open().await;
    let ledger = empty_ledger(&*store, "lock-convoy").await;
    let mut records = records_after(EMPTY, &ledger, "first", 3);
    records[2].kind = "person.removed".to_owned();
    store.append(&ledger, 0, &CommandId::from("first"), &records).await.unwrap_err();
    assert_eq!(store.read_after(&ledger, 0, 10).await.unwrap(), []);
    assert_eq!(store.find_command(&ledger, &CommandId::from("first")).await.unwrap(), None);
}

async fn records_are_read_in_pages(place: Place) {
    let store = place.open().await;
    let ledger = empty_ledger(&*store, "lock-convoy").await;
    let other = empty_ledger(&*store, "another").await;
    append(&*store, &ledger, "first", 5).await;
    append(&*store, &other, "first", 2).await;
    let page = store.read_after(&ledger, 2, 2).await.unwrap();
    assert_eq!(page.iter().map(|record| record.seq).collect::<Vec<_>>(), [3, 4]);
    assert_eq!(store.read_after(&ledger, 5, 2).await.unwrap(), []);
}

async fn a_write_of_another_process_changes_the_data_version(place: Place) {
    let (mine, theirs) = (place.open().await, place.open().await);
    let before = mine.data_version().await.unwrap();
    assert_eq!(mine.data_version().await.unwrap(), before);
    empty_ledger(&*theirs, "lock-convoy").await;
    assert_ne!(mine.data_version().await.unwrap(), before);
}

async fn one_server_at_a_time(place: Place) {
    let (mine, theirs) = (place.open().await, place.open().await);
    let lock = mine.lock_writer().await.unwrap();
    let refused = theirs.lock_writer().await;
    assert!(matches!(refused, Err(StoreError::InUse { .. })), "{refused:?}");
    drop(lock);
    // A database notices the end of a connection in its own time.
    let freed = async {
        while theirs.lock_writer().await.is_err() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), freed).await.expect("the lock is free once its holder is gone");
}

async fn everything_is_there_after_opening_again(place: Place) {
    let store = place.open().await;
    let ledger = empty_ledger(&*store, "lock-convoy").await;
    let records = append(&*store, &ledger, "first", 3).await;
    store.close().await;
    let store = place.open().await;
    assert_eq!(store.read_after(&ledger, 0, 10).await.unwrap(), records);
    assert_eq!(store.find_command(&ledger, &CommandId::from("first")).await.unwrap(), Some((1, 3)));
}

async fn events_can_be_emptied_and_nothing_else(place: Place) {
    let store = place.open().await;
    let ledger = empty_ledger(&*store, "lock-convoy").await;
    append(&*store, &ledger, "first", 2).await;
    for forbidden in [
        "delete from events where seq = 2",
        "update events set actor_id = 'somebody'",
        "update events set at_us = at_us + 1",
        "update events set body = body, nonce = nonce",
    ] {
        assert!(place.execute(forbidden).await.unwrap_err().contains("events are never"), "{forbidden}");
    }
    assert_eq!(place.execute("update events set body = null, nonce = null where seq = 1").await, Ok(1));
    let records = store.read_after(&ledger, 0, 10).await.unwrap();
    assert_eq!((&records[0].body, verify(&records).unwrap().seq), (&None, 2));
}

//! An incident goes into a bundle and comes out of it as it was; a changed byte is found and named.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]

use evidence::time::Micros;
use ledger::apply::fold;
use ledger::id::Slug;
use ledger::post_mortem::post_mortem;
use ledger::record::decode;
use ledger::state::State;
use server::bodies::{Bodies, FileBodies, KnownBody};
use server::bundle::{Bundle, BundleError, bundle, import, read_all, wrongs};
use server::demo;
use server::store::{DataFolder, LedgerKind, Ledgers, SqliteStore};
use tempfile::TempDir;

const NOW: Micros = Micros(1_789_200_000_000_000);

struct Place {
    store: SqliteStore,
    bodies: FileBodies,
    _folder: TempDir,
}

impl Place {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let data = DataFolder::create(folder.path()).unwrap();
        Self { store: SqliteStore::open(&data).await.unwrap(), bodies: FileBodies::new(data.bodies()), _folder: folder }
    }

    /// With the demo incident.
    async fn with_demo() -> Self {
        let place = Self::new().await;
        let told = demo::told().unwrap();
        let ledger = told.records[0].ledger.clone();
        for body in &told.bodies {
            let known = KnownBody { body: body.body.clone(), salt: body.salt };
            let mut writer = place.bodies.begin_known(&ledger, known, &body.media_type).await.unwrap();
            writer.write(&body.bytes).await.unwrap();
            writer.finish(false).await.unwrap();
        }
        place.store.create_ledger(&ledger, LedgerKind::Incident, &slug(), NOW).await.unwrap();
        place.store.append(&ledger, 0, &told.records[0].command, &told.records).await.unwrap();
        place
    }

    async fn bundled(&self, open: bool) -> Bundle {
        let ledger = self.store.find_ledger(&slug()).await.unwrap().unwrap();
        bundle(&self.store, &self.bodies, &ledger, &slug(), open).await.unwrap()
    }

    async fn state(&self, slug: &Slug) -> State {
        let ledger = self.store.find_ledger(slug).await.unwrap().unwrap();
        fold(read_all(&self.store, &ledger).await.unwrap().iter().map(decode))
    }
}

fn slug() -> Slug {
    Slug::from("lock-convoy")
}

#[tokio::test]
async fn an_imported_incident_has_the_same_state_the_same_hashes_and_the_same_post_mortem() {
    let (there, here) = (Place::with_demo().await, Place::new().await);
    let made = there.bundled(false).await;
    let read: Bundle = serde_json::from_str(&serde_json::to_string(&made).unwrap()).unwrap();
    assert_eq!(wrongs(&read), Vec::<String>::new());
    let events = import(&here.store, &here.bodies, &read, &slug(), NOW).await.unwrap();
    assert_eq!(events, made.head.seq);
    let (before, after) = (there.state(&slug()).await, here.state(&slug()).await);
    assert_eq!(before, after);
    assert_eq!(post_mortem(&before), post_mortem(&after));
    assert_eq!(here.bundled(false).await, made);
}

#[tokio::test]
async fn a_second_import_changes_nothing_and_another_incident_keeps_its_address() {
    let (there, here) = (Place::with_demo().await, Place::new().await);
    let made = there.bundled(false).await;
    import(&here.store, &here.bodies, &made, &slug(), NOW).await.unwrap();
    assert_eq!(import(&here.store, &here.bodies, &made, &slug(), NOW).await.unwrap(), 0);
    let other = Bundle { ledger: "another".into(), ..made.clone() };
    let refused = import(&here.store, &here.bodies, &other, &slug(), NOW).await;
    assert!(matches!(refused, Err(BundleError::NotWhole(_))), "its records belong to another ledger");
}

#[tokio::test]
async fn ratings_stay_blind_while_the_incident_is_open_and_the_chain_holds_all_the_same() {
    let made = Place::with_demo().await.bundled(true).await;
    let ratings: Vec<_> = made.records.iter().filter(|record| record.kind == "evidence.rated").collect();
    assert!(!ratings.is_empty() && ratings.iter().all(|record| record.body.is_none() && record.nonce.is_none()));
    assert_eq!(wrongs(&made), Vec::<String>::new());
}

#[tokio::test]
async fn a_flipped_byte_is_found_and_named_wherever_it_is() {
    let made = Place::with_demo().await.bundled(false).await;
    let spoilt = |spoil: &dyn Fn(&mut Bundle)| {
        let mut copy = made.clone();
        spoil(&mut copy);
        wrongs(&copy)
    };
    let event = spoilt(&|bundle| bundle.records[9].body.as_mut().unwrap()[3] ^= 1);
    assert!(event[0].contains("event 10"), "{event:?}");
    let hash = spoilt(&|bundle| bundle.records[9].hash[0] ^= 1);
    assert!(hash[0].contains("event 10"), "{hash:?}");
    let name = made.bodies[4].body.to_string();
    let body = spoilt(&|bundle| {
        let first = if bundle.bodies[4].bytes.starts_with('A') { "B" } else { "A" };
        bundle.bodies[4].bytes.replace_range(0..1, first);
    });
    assert!(body[0].contains(&name), "{body:?}");
    let missing = spoilt(&|bundle| drop(bundle.bodies.remove(4)));
    assert!(missing[0].contains(&name) && missing[0].contains("missing"), "{missing:?}");
    let cut = spoilt(&|bundle| drop(bundle.records.pop()));
    assert!(cut.iter().any(|line| line.contains("as its end")), "{cut:?}");
}

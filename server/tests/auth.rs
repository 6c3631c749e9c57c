//! Coming in: accounts, sessions, join links, upload tokens.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use evidence::time::Micros;
use ledger::actor::{Actor, Name, Nature, Via};
use ledger::event::Role;
use ledger::id::{ActorId, LedgerId, Slug, StreamKey};
use server::auth::{Auth, AuthError, NewPerson, SignIn};
use server::store::{DataFolder, SqliteStore};
use std::fs;
use support::{START, empty_ledger};
use tempfile::TempDir;

const PASSWORD: &str = "correct horse battery";
const ADA: NewPerson<'static> = NewPerson { name: "Ada", admin: false, agent: false };
const SECOND: i64 = 1_000_000;
const HOUR: i64 = 3600 * SECOND;

struct Place {
    folder: TempDir,
    store: SqliteStore,
    auth: Auth,
}

impl Place {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&DataFolder::create(folder.path()).unwrap()).await.unwrap();
        let auth = Auth::new(store.people());
        Self { folder, store, auth }
    }

    async fn with_ada() -> (Self, ActorId) {
        let place = Self::new().await;
        let actor = place.auth.add_person(ADA, PASSWORD, START).await.unwrap();
        (place, actor)
    }

    async fn ledger(&self) -> LedgerId {
        empty_ledger(&self.store, "lock-convoy").await
    }

    /// The cookie, if name and password fit.
    async fn sign_in(&self, name: &str, password: &str) -> Option<String> {
        match self.auth.sign_in(name, password, START).await.unwrap() {
            SignIn::Yes { cookie } => Some(cookie),
            SignIn::No => None,
        }
    }

    async fn is_in(&self, cookie: &str, after_us: i64) -> bool {
        self.auth.session(cookie, later(after_us)).await.unwrap().is_some()
    }
}

fn later(after_us: i64) -> Micros {
    Micros(START.0 + after_us)
}

#[tokio::test]
async fn the_right_password_opens_a_session_of_the_account() {
    let (place, actor) = Place::with_ada().await;
    let cookie = place.sign_in(" ada ", PASSWORD).await.unwrap();
    let visitor = place.auth.session(&cookie, START).await.unwrap().unwrap();
    assert_eq!(visitor.actor, Actor { id: actor, nature: Nature::Person, via: Via::Account { admin: false } });
    assert_eq!(visitor.name, Name { name: "Ada".to_owned(), by_link: false, agent: false });
    assert_eq!(visitor.only, None);
}

#[tokio::test]
async fn a_wrong_password_does_not() {
    let (place, _) = Place::with_ada().await;
    assert_eq!(place.sign_in("Ada", "correct horse batterx").await, None);
}

#[tokio::test]
async fn an_unknown_name_does_not() {
    let (place, _) = Place::with_ada().await;
    assert_eq!(place.sign_in("Grace", PASSWORD).await, None);
}

#[tokio::test]
async fn a_program_with_an_account_is_an_agent_and_an_admin_an_admin() {
    let place = Place::new().await;
    place.auth.add_person(NewPerson { name: "Robot", admin: true, agent: true }, PASSWORD, START).await.unwrap();
    let cookie = place.sign_in("Robot", PASSWORD).await.unwrap();
    let actor = place.auth.session(&cookie, START).await.unwrap().unwrap().actor;
    assert_eq!((actor.nature, actor.via), (Nature::Agent, Via::Account { admin: true }));
}

#[tokio::test]
async fn a_name_is_taken_in_whatever_case() {
    let (place, _) = Place::with_ada().await;
    let again = place.auth.add_person(NewPerson { name: "ADA", ..ADA }, PASSWORD, START).await;
    assert!(matches!(again, Err(AuthError::NameTaken { .. })), "{again:?}");
}

#[tokio::test]
async fn a_short_password_is_refused() {
    let refused = Place::new().await.auth.add_person(ADA, "ninechars", START).await;
    assert!(matches!(refused, Err(AuthError::BadPassword { .. })), "{refused:?}");
}

#[tokio::test]
async fn no_password_opens_an_account_without_one() {
    let place = Place::new().await;
    let actor = ActorId::from("ada");
    place.auth.add_without_password(&actor, ADA, START).await.unwrap();
    assert_eq!(place.sign_in("Ada", "").await, None);
    let cookie = place.auth.session_for(&actor, START).await.unwrap();
    assert!(place.is_in(&cookie, 0).await);
}

#[tokio::test]
async fn a_session_that_is_not_used_ends_after_twelve_hours() {
    let (place, _) = Place::with_ada().await;
    let cookie = place.sign_in("Ada", PASSWORD).await.unwrap();
    assert!(!place.is_in(&cookie, 12 * HOUR).await);
}

#[tokio::test]
async fn a_session_that_is_used_goes_on() {
    let (place, _) = Place::with_ada().await;
    let cookie = place.sign_in("Ada", PASSWORD).await.unwrap();
    for hours in [11, 22, 33] {
        assert!(place.is_in(&cookie, hours * HOUR).await, "after {hours} h");
    }
}

#[tokio::test]
async fn an_ended_session_lets_nobody_in() {
    let (place, _) = Place::with_ada().await;
    let cookie = place.sign_in("Ada", PASSWORD).await.unwrap();
    place.auth.end_session(&cookie).await.unwrap();
    assert!(!place.is_in(&cookie, 0).await);
}

#[tokio::test]
async fn what_is_no_cookie_of_ours_is_nobody() {
    let (place, _) = Place::with_ada().await;
    for cookie in ["", "zz", "é", &"0".repeat(64), &"a".repeat(10_000)] {
        assert!(!place.is_in(cookie, 0).await, "{cookie:.70}");
    }
}

#[tokio::test]
async fn a_guest_comes_in_by_a_link_under_their_own_name() {
    let (place, ada) = Place::with_ada().await;
    let ledger = place.ledger().await;
    let secret = place.auth.make_link(&ledger, Role::Investigator, &ada, later(HOUR)).await.unwrap();
    let entered = place.auth.enter_by_link(&secret, " Grace ", START).await.unwrap().unwrap();
    assert_eq!((&entered.ledger, entered.role), (&ledger, Role::Investigator));
    let visitor = place.auth.session(&entered.cookie, START).await.unwrap().unwrap();
    assert_eq!(visitor.actor, Actor { id: entered.actor, nature: Nature::Person, via: Via::Link { role: Role::Investigator } });
    assert_eq!(visitor.name, Name { name: "Grace".to_owned(), by_link: true, agent: false });
    assert_eq!(visitor.only, Some(Slug::from("lock-convoy")));
}

#[tokio::test]
async fn a_link_tells_where_it_leads_before_anybody_comes_in() {
    let (place, ada) = Place::with_ada().await;
    let ledger = place.ledger().await;
    let secret = place.auth.make_link(&ledger, Role::Reader, &ada, later(HOUR)).await.unwrap();
    let invitation = place.auth.invitation(&secret, START).await.unwrap().unwrap();
    assert_eq!((invitation.slug, invitation.role, invitation.expires_at), (Slug::from("lock-convoy"), Role::Reader, later(HOUR)));
}

#[tokio::test]
async fn a_link_ends_for_newcomers() {
    let (place, ada) = Place::with_ada().await;
    let secret = place.auth.make_link(&place.ledger().await, Role::Reader, &ada, later(HOUR)).await.unwrap();
    assert!(place.auth.enter_by_link(&secret, "Grace", later(HOUR)).await.unwrap().is_none());
}

#[tokio::test]
async fn a_link_ends_for_those_who_came_by_it_however_active() {
    let (place, ada) = Place::with_ada().await;
    let secret = place.auth.make_link(&place.ledger().await, Role::Reader, &ada, later(HOUR)).await.unwrap();
    let entered = place.auth.enter_by_link(&secret, "Grace", START).await.unwrap().unwrap();
    assert!(place.is_in(&entered.cookie, HOUR - SECOND).await);
    assert!(!place.is_in(&entered.cookie, HOUR).await);
}

#[tokio::test]
async fn a_guest_needs_a_name() {
    let (place, ada) = Place::with_ada().await;
    let secret = place.auth.make_link(&place.ledger().await, Role::Reader, &ada, later(HOUR)).await.unwrap();
    let refused = place.auth.enter_by_link(&secret, "  ", START).await.map(|entered| entered.map(|entered| entered.actor));
    assert!(matches!(refused, Err(AuthError::BadName { .. })), "{refused:?}");
}

#[tokio::test]
async fn names_hold_people_and_guests() {
    let (place, ada) = Place::with_ada().await;
    let secret = place.auth.make_link(&place.ledger().await, Role::Reader, &ada, later(HOUR)).await.unwrap();
    let entered = place.auth.enter_by_link(&secret, "Grace", START).await.unwrap().unwrap();
    let names = place.auth.names().await.unwrap().0;
    assert_eq!(names.len(), 2);
    assert_eq!(names[&ada], Name { name: "Ada".to_owned(), by_link: false, agent: false });
    assert_eq!(names[&entered.actor], Name { name: "Grace".to_owned(), by_link: true, agent: false });
}

#[tokio::test]
async fn an_upload_token_allows_one_stream_in_the_name_of_its_maker() {
    let (place, ada) = Place::with_ada().await;
    let (ledger, stream) = (place.ledger().await, StreamKey::from("broker-logs"));
    let (token, expires_at) = place.auth.make_upload(&ledger, &stream, &ada, START).await.unwrap();
    assert_eq!(expires_at, later(2 * HOUR));
    let upload = place.auth.upload(&token, later(2 * HOUR - 1)).await.unwrap().unwrap();
    assert_eq!(upload.actor, Actor { id: ada, nature: Nature::Person, via: Via::Upload { stream: stream.clone() } });
    assert_eq!((upload.ledger, upload.stream), (ledger, stream));
}

#[tokio::test]
async fn an_upload_token_ends_after_two_hours() {
    let (place, ada) = Place::with_ada().await;
    let (token, _) = place.auth.make_upload(&place.ledger().await, &StreamKey::from("broker-logs"), &ada, START).await.unwrap();
    assert_eq!(place.auth.upload(&token, later(2 * HOUR)).await.unwrap(), None);
}

#[tokio::test]
async fn an_upload_token_is_no_session_and_a_session_no_upload_token() {
    let (place, ada) = Place::with_ada().await;
    let (token, _) = place.auth.make_upload(&place.ledger().await, &StreamKey::from("broker-logs"), &ada, START).await.unwrap();
    let cookie = place.sign_in("Ada", PASSWORD).await.unwrap();
    assert_eq!((place.is_in(&token, 0).await, place.auth.upload(&cookie, START).await.unwrap()), (false, None));
}

#[tokio::test]
async fn no_secret_is_on_disk() {
    let (place, ada) = Place::with_ada().await;
    let ledger = place.ledger().await;
    let secrets = [
        PASSWORD.to_owned(),
        place.sign_in("Ada", PASSWORD).await.unwrap(),
        place.auth.make_link(&ledger, Role::Reader, &ada, later(HOUR)).await.unwrap(),
        place.auth.make_upload(&ledger, &StreamKey::from("broker-logs"), &ada, START).await.unwrap().0,
    ];
    for file in fs::read_dir(place.folder.path()).unwrap().map(Result::unwrap).filter(|file| file.path().is_file()) {
        let bytes = fs::read(file.path()).unwrap();
        for secret in &secrets {
            let raw = hex::decode(secret).unwrap_or_else(|_| secret.as_bytes().to_vec());
            let found = [secret.as_bytes(), &raw].iter().any(|needle| bytes.windows(needle.len()).any(|window| window == *needle));
            assert!(!found, "a secret is readable in {}", file.path().display());
        }
    }
}

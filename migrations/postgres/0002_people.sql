-- People, what they hold to come in, and what others were given.
-- Names live here and not in the ledgers. Of every secret only the sha256 is kept.
-- All times are microseconds since 1970 in UTC.

create table people (
    actor_id      text    not null primary key, -- opaque, as in the ledgers
    name          text    not null,             -- as they write it
    name_key      text    not null unique,      -- in lower case: two people may not differ by case alone
    password_hash text    not null,             -- argon2id, as a PHC string
    admin         bigint not null check (admin in (0, 1)), -- may manage people and sources
    agent         bigint not null check (agent in (0, 1)), -- a program
    created_at_us bigint not null
);

-- Join links: one ledger, one role, until a time.
create table links (
    link_id       text    not null primary key,
    secret_sha256 bytea   not null unique,
    ledger_id     text    not null references ledgers (ledger_id),
    role          text    not null, -- as in the ledger's events
    made_by       text    not null, -- an actor
    expires_at_us bigint not null, -- for joining, and for the sessions of those who joined
    uses          bigint not null default 0
);

-- Who came by a link; the name is their own word.
create table guests (
    actor_id      text    not null primary key,
    name          text    not null,
    link_id       text    not null references links (link_id),
    created_at_us bigint not null
);

create table sessions (
    token_sha256    bytea   not null primary key,
    actor_id        text    not null,                     -- of people or of guests
    link_id         text    references links (link_id),   -- null: an account
    created_at_us   bigint not null,
    expires_at_us   bigint not null,                     -- moves while the session is used
    last_seen_at_us bigint not null
);

create index sessions_by_expiry on sessions (expires_at_us);

-- Upload tokens: one stream of one ledger, until a time.
create table uploads (
    token_sha256  bytea   not null primary key,
    ledger_id     text    not null references ledgers (ledger_id),
    stream        text    not null,
    made_by       text    not null, -- the actor in whose name the upload stands
    expires_at_us bigint not null
);

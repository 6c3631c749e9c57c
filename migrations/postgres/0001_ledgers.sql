-- Ledgers, their events and the commands that made them.
-- All times are microseconds since 1970 in UTC.

create table ledgers (
    ledger_id     text   not null primary key, -- a uuid of version 7
    kind          text   not null check (kind in ('house', 'incident')),
    slug          text   not null unique,      -- its address
    created_at_us bigint not null
);

create table events (
    ledger_id   text   not null references ledgers (ledger_id),
    seq         bigint not null check (seq > 0), -- from 1, without gaps
    at_us       bigint not null, -- never before that of the event before it
    wall_us     bigint not null, -- what the clock said
    actor_id    text   not null, -- opaque; names live outside the chain
    kind        text   not null, -- such as finding.recorded
    version     bigint not null, -- of the body's shape
    nonce       bytea,           -- 32 bytes; null once redacted
    body_digest bytea  not null, -- sha256 over nonce and body
    body        bytea,           -- JSON, kept byte for byte; null once redacted
    prev_hash   bytea  not null, -- hash of the event before it; 32 zero bytes before the first
    hash        bytea  not null, -- sha256 over the fields above except nonce and body
    command_id  text   not null, -- what made it
    primary key (ledger_id, seq)
);

-- A command that comes again gets its first outcome.
create table commands (
    ledger_id  text   not null references ledgers (ledger_id),
    command_id text   not null, -- made by the client
    first_seq  bigint not null, -- the events it made
    last_seq   bigint not null,
    primary key (ledger_id, command_id)
);

-- Nothing is edited, nothing is lost, whatever the code above says. A redaction may only empty a body and its nonce.
create function refuse_change_of_event() returns trigger language plpgsql as $$
begin
    raise exception 'events are never edited or deleted';
end;
$$;

create trigger events_are_kept before delete on events
for each row execute function refuse_change_of_event();

create trigger events_are_not_edited before update on events
for each row
when (
    (new.ledger_id, new.seq, new.at_us, new.wall_us, new.actor_id, new.kind, new.version,
     new.body_digest, new.prev_hash, new.hash, new.command_id)
    is distinct from
    (old.ledger_id, old.seq, old.at_us, old.wall_us, old.actor_id, old.kind, old.version,
     old.body_digest, old.prev_hash, old.hash, old.command_id)
    or new.nonce is not null
    or new.body is not null
)
execute function refuse_change_of_event();

-- Ledgers, their events and the commands that made them.
-- All times are microseconds since 1970 in UTC.

create table ledgers (
    ledger_id     text    not null primary key, -- a uuid of version 7
    kind          text    not null check (kind in ('house', 'incident')),
    slug          text    not null unique,      -- its address
    created_at_us integer not null
) strict;

create table events (
    ledger_id   text    not null references ledgers (ledger_id),
    seq         integer not null check (seq > 0), -- from 1, without gaps
    at_us       integer not null, -- never before that of the event before it
    wall_us     integer not null, -- what the clock said
    actor_id    text    not null, -- opaque; names live outside the chain
    kind        text    not null, -- such as finding.recorded
    version     integer not null, -- of the body's shape
    nonce       blob,             -- 32 bytes; null once redacted
    body_digest blob    not null, -- sha256 over nonce and body
    body        blob,             -- JSON, kept byte for byte; null once redacted
    prev_hash   blob    not null, -- hash of the event before it; 32 zero bytes before the first
    hash        blob    not null, -- sha256 over the fields above except nonce and body
    command_id  text    not null, -- what made it
    primary key (ledger_id, seq)
) strict;

-- A command that comes again gets its first outcome.
create table commands (
    ledger_id  text    not null references ledgers (ledger_id),
    command_id text    not null, -- made by the client
    first_seq  integer not null, -- the events it made
    last_seq   integer not null,
    primary key (ledger_id, command_id)
) strict;

-- Nothing is edited, nothing is lost, whatever the code above says. A redaction may only empty a body and its nonce.
create trigger events_are_kept before delete on events
begin
    select raise(abort, 'events are never deleted');
end;

create trigger events_are_not_edited before update on events
when new.ledger_id is not old.ledger_id
  or new.seq is not old.seq
  or new.at_us is not old.at_us
  or new.wall_us is not old.wall_us
  or new.actor_id is not old.actor_id
  or new.kind is not old.kind
  or new.version is not old.version
  or new.body_digest is not old.body_digest
  or new.prev_hash is not old.prev_hash
  or new.hash is not old.hash
  or new.command_id is not old.command_id
  or new.nonce is not null
  or new.body is not null
begin
    select raise(abort, 'events are never edited');
end;

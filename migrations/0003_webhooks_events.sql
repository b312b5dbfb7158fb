-- Webhooks in: who sends, and what it has to prove --------------------------------------------------------------------

alter table webhook_sources
  add column provider         text not null default 'none' check (provider in ('none', 'standard', 'stripe', 'github',
                                'shopify', 'slack', 'meta', 'x', 'linkedin', 'microsoft', 'hmac')),
  add column secret           bytea,
  add column old_secret       bytea,
  add column old_secret_until timestamptz,
  add column verify_token     bytea,
  add column access_token     bytea,
  add column signature        jsonb,
  add column delivery_id      text,
  add column max_bytes        integer not null default 1048576 check (max_bytes between 1024 and 1048576),
  add column rate_limit       integer check (rate_limit between 1 and 1000000),
  add column retention_days   integer check (retention_days between 1 and 3650),
  add column mapping          jsonb,
  add column paused_at        timestamptz,
  add column old_key_hash     bytea unique check (octet_length(old_key_hash) = 32),
  add column old_key_until    timestamptz,
  add column updated_at       timestamptz not null default now();

comment on column webhook_sources.secret is 'encrypted with SECRET_KEY; the old one is accepted as well until its time is over';
comment on column webhook_sources.verify_token is 'encrypted with SECRET_KEY; what Meta and others send back when the URL is registered';
comment on column webhook_sources.access_token is 'encrypted with SECRET_KEY; fetches the leads of which Meta only tells the ids';
comment on column webhook_sources.signature is 'how provider hmac signs: header, prefix, hash, encoding, template, tolerance';
comment on column webhook_sources.delivery_id is 'where the sender''s delivery id is when it is not where the provider puts it: header:NAME, query:NAME or body:/json/pointer';
comment on column webhook_sources.rate_limit is 'deliveries a minute; null for the setting';
comment on column webhook_sources.mapping is 'how a delivery becomes contacts; null when it does not';

alter table webhook_deliveries
  add column verified       boolean not null default false,
  add column delivery_id    text,
  add column mapping_state  text check (mapping_state in ('pending', 'mapped', 'failed')),
  add column mapping_issues jsonb,
  add column replays        integer not null default 0;

comment on column webhook_deliveries.delivery_id is 'the sender''s own id of it';
comment on column webhook_deliveries.mapping_issues is 'why it did not become a contact: field → list of reasons';

create index webhook_deliveries_unmapped on webhook_deliveries (workspace_id, source_id, id)
  where mapping_state in ('pending', 'failed');

-- Refused by the verifier: kept apart, so that a wrong secret loses nothing.
create table webhook_rejections (
  workspace_id uuid not null,
  source_id    uuid not null,
  id           uuid not null,
  received_at  timestamptz not null,
  code         text not null,
  reason       text not null,
  content_type text,
  query        text not null,
  headers      jsonb not null,
  body         bytea not null,
  body_sha256  bytea not null check (octet_length(body_sha256) = 32),
  primary key (workspace_id, source_id, id)
);

-- A source is in the memory of every process with all it says, under each of its keys.
create function announce_source() returns trigger language plpgsql as $$
begin
  perform pg_notify('doorpost_credentials', encode(hash, 'hex'))
    from unnest(array[old.key_hash, old.old_key_hash]) as hash where hash is not null;
  if tg_op = 'UPDATE' then
    perform pg_notify('doorpost_credentials', encode(hash, 'hex'))
      from unnest(array[new.key_hash, new.old_key_hash]) as hash where hash is not null;
  end if;
  return null;
end $$;

drop trigger webhook_sources_changed on webhook_sources;
create trigger webhook_sources_changed after update or delete on webhook_sources
  for each row execute function announce_source();

-- Contacts that came by a webhook ---------------------------------------------------------------------------------------

alter table contacts
  add column webhook_id  uuid,
  add column delivery_id uuid;

comment on column contacts.delivery_id is 'the delivery of webhook_id that it was made from';

create index contacts_delivery on contacts (workspace_id, delivery_id) where delivery_id is not null;

-- Events out ------------------------------------------------------------------------------------------------------------

-- Written in the transaction that caused the event, with one cheap index. A worker moves the rows to events, gives them
-- their place in the feed, and makes a delivery for each endpoint that wants them.
create table event_outbox (
  id           uuid primary key,
  workspace_id uuid not null,
  type         text not null,
  subject_id   uuid not null,
  webhook_id   uuid,
  data         json,
  created_at   timestamptz not null,
  hold_until   timestamptz
);

comment on column event_outbox.data is 'null for webhook.received: it is made from the delivery, which never changes';
comment on column event_outbox.hold_until is 'waits for something that belongs in it, such as a permalink, but not longer than this';

-- The places are given under one lock, so whoever reads the feed in their order misses nothing that commits late.
create sequence event_positions;

create table events (
  workspace_id uuid not null,
  id           uuid not null,
  position     bigint not null,
  type         text not null,
  subject_id   uuid not null,
  webhook_id   uuid,
  data         json,
  created_at   timestamptz not null,
  primary key (workspace_id, id)
);

create unique index events_feed on events (workspace_id, position);
create index events_subject on events (workspace_id, subject_id);

create table event_endpoints (
  id               uuid primary key,
  workspace_id     uuid not null references workspaces (id) on delete cascade,
  url              text not null,
  description      text,
  types            text[] check (cardinality(types) > 0),
  status           text not null default 'active' check (status in ('active', 'paused', 'disabled')),
  reason           text,
  secret           bytea not null,
  old_secret       bytea,
  old_secret_until timestamptz,
  failures         integer not null default 0,
  failing_since    timestamptz,
  last_failure_at  timestamptz,
  last_success_at  timestamptz,
  open_until       timestamptz,
  created_at       timestamptz not null,
  updated_at       timestamptz not null
);

comment on column event_endpoints.types is 'null for all';
comment on column event_endpoints.secret is 'encrypted with SECRET_KEY; the old one signs as well until its time is over';
comment on column event_endpoints.failures is 'in a row; enough of them open the circuit';
comment on column event_endpoints.open_until is 'nothing is sent to it before';

create index event_endpoints_workspace on event_endpoints (workspace_id, id);

create table event_deliveries (
  workspace_id uuid not null,
  endpoint_id  uuid not null references event_endpoints (id) on delete cascade,
  event_id     uuid not null,
  state        text not null default 'pending' check (state in ('pending', 'delivered', 'failed', 'cancelled')),
  round        integer not null default 0,
  attempts     integer not null default 0,
  next_at      timestamptz,
  delivered_at timestamptz,
  created_at   timestamptz not null,
  primary key (endpoint_id, event_id),
  check ((state = 'pending') = (next_at is not null))
);

comment on column event_deliveries.round is 'attempts since it was last begun: what the schedule counts by';
comment on column event_deliveries.next_at is 'when it is due. A worker that takes it moves it ahead: if that worker dies, it is due again then';

create index event_deliveries_due on event_deliveries (endpoint_id, next_at, event_id) where state = 'pending';
create index event_deliveries_event on event_deliveries (workspace_id, event_id);

create table event_attempts (
  endpoint_id uuid not null,
  event_id    uuid not null,
  number      integer not null,
  started_at  timestamptz not null,
  duration_ms integer not null,
  outcome     text not null,
  status      integer,
  message     text,
  answer      text,
  primary key (endpoint_id, event_id, number),
  foreign key (endpoint_id, event_id) references event_deliveries (endpoint_id, event_id) on delete cascade
);

comment on column event_attempts.answer is 'the beginning of the answer''s body';

-- Accounts ------------------------------------------------------------------------------------------------------------

alter table connections add column expiry_told_at timestamptz;

comment on column connections.expiry_told_at is 'when connection.expiring was emitted for the approval it has now';

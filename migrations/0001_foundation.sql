-- Every row belongs to a workspace, and every key leads with it.
--
-- contacts, posts and webhook_deliveries have no foreign key to workspaces on purpose: checking one takes a KEY SHARE
-- lock on the same workspace row for every inserted row, and concurrent commits then queue on it.

create table workspaces (
  id         uuid primary key,
  name       text not null check (name <> ''),
  created_at timestamptz not null default now()
);

-- API keys ---------------------------------------------------------------------------------------------------------

create table api_keys (
  id           uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  name         text not null check (name <> ''),
  key_hash     bytea not null unique check (octet_length(key_hash) = 32),
  hint         text not null,
  scopes       text[] not null check (cardinality(scopes) > 0),
  created_at   timestamptz not null default now(),
  expires_at   timestamptz,
  revoked_at   timestamptz,
  last_used_at timestamptz
);

-- A live key is found by its name alone when it is revoked.
create unique index api_keys_live_name on api_keys (workspace_id, name) where revoked_at is null;

-- Contacts ---------------------------------------------------------------------------------------------------------

-- Ids are UUIDv7, so the primary key is also the newest-first order.
create table contacts (
  workspace_id uuid not null,
  id           uuid not null,
  first_name   text not null,
  last_name    text,
  email        text,
  email_key    text,
  company      text,
  utm_source   text,
  utm_medium   text,
  extra        jsonb not null default '{}',
  key_id       uuid,
  created_at   timestamptz not null,
  primary key (workspace_id, id)
);

comment on column contacts.email_key is 'lower-case address with an ASCII domain: groups the records of one person';
comment on column contacts.key_id is 'the API key that created the contact; null when it came in without one';

create index contacts_email on contacts (workspace_id, email_key, id) where email_key is not null;
create index contacts_utm_source on contacts (workspace_id, utm_source, id) where utm_source is not null;
create index contacts_utm_medium on contacts (workspace_id, utm_medium, id) where utm_medium is not null;

-- Posts ------------------------------------------------------------------------------------------------------------

create table posts (
  workspace_id      uuid not null,
  id                uuid not null,
  platform          text not null check (platform in ('thread', 'photo', 'professional', 'short')),
  media_type        text,
  content           text,
  media_urls        jsonb,
  hashtags          jsonb,
  mentions          jsonb,
  reply_control     text,
  status            text not null check (status in ('draft', 'scheduled')),
  scheduled_date    timestamptz,
  publication_state text not null check (publication_state in ('none', 'waiting', 'preparing', 'sending', 'confirming',
                      'published', 'failed', 'deferred', 'held', 'missed', 'unconfirmed', 'cancelled')),
  attempts          integer not null default 0,
  reason            text,
  permalink         text,
  warnings          jsonb not null default '[]',
  fingerprint       bytea,
  version           integer not null default 1,
  key_id            uuid,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  primary key (workspace_id, id),
  check (status = 'draft' or scheduled_date is not null)
);

comment on column posts.content is 'the text; called caption on photo posts';
comment on column posts.fingerprint is 'SHA-256 of the text as it will be sent: finds repeats that a platform would refuse';
comment on column posts.version is 'grows with every change: the ETag';

create index posts_schedule on posts (workspace_id, scheduled_date, id) where scheduled_date is not null;
create index posts_platform on posts (workspace_id, platform, id);
create index posts_fingerprint on posts (workspace_id, fingerprint) where fingerprint is not null and status = 'scheduled';

-- Webhooks in ------------------------------------------------------------------------------------------------------

create table webhook_sources (
  id           uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  name         text not null check (name <> ''),
  key_hash     bytea not null unique check (octet_length(key_hash) = 32),
  hint         text not null,
  created_at   timestamptz not null default now(),
  revoked_at   timestamptz
);

create unique index webhook_sources_live_name on webhook_sources (workspace_id, name) where revoked_at is null;

create table webhook_deliveries (
  workspace_id uuid not null,
  source_id    uuid not null,
  id           uuid not null,
  received_at  timestamptz not null,
  content_type text,
  query        text not null,
  headers      jsonb not null,
  body         bytea not null,
  body_sha256  bytea not null check (octet_length(body_sha256) = 32),
  dedupe_key   bytea,
  duplicates   integer not null default 0,
  primary key (workspace_id, source_id, id)
);

comment on column webhook_deliveries.headers is 'list of [name, value] in the order received, without credentials';
comment on column webhook_deliveries.dedupe_key is 'SHA-256 over the sender''s delivery id and the body; null when it sent none';

-- A repeated delivery is stored once.
create unique index webhook_deliveries_dedupe on webhook_deliveries (workspace_id, source_id, dedupe_key)
  where dedupe_key is not null;

-- Idempotency-Key --------------------------------------------------------------------------------------------------

create table idempotency_keys (
  workspace_id uuid not null,
  scope        text not null,
  key          text not null,
  request_hash bytea not null,
  status       smallint not null,
  body         text not null,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  primary key (workspace_id, scope, key)
);

create index idempotency_keys_expiry on idempotency_keys (expires_at);

-- Counts -----------------------------------------------------------------------------------------------------------

-- Totals of lists, kept in the transaction that changes them, so that no list has to count rows.
-- Spread over slots by connection: two commits under way at once touch different rows and do not wait for each other.
create table row_counts (
  workspace_id uuid not null,
  kind         text not null,
  slot         smallint not null,
  rows         bigint not null,
  primary key (workspace_id, kind, slot)
) with (fillfactor = 50);

create function count_contacts() returns trigger language plpgsql as $$
begin
  -- Ordered, so that two statements that touch the same rows take their locks in the same order.
  if tg_op = 'INSERT' then
    insert into row_counts as c (workspace_id, kind, slot, rows)
      select workspace_id, 'contacts', pg_backend_pid() % 32, count(*) from changed group by 1 order by 1
      on conflict (workspace_id, kind, slot) do update set rows = c.rows + excluded.rows;
  else
    insert into row_counts as c (workspace_id, kind, slot, rows)
      select workspace_id, 'contacts', pg_backend_pid() % 32, -count(*) from changed group by 1 order by 1
      on conflict (workspace_id, kind, slot) do update set rows = c.rows + excluded.rows;
  end if;
  return null;
end $$;

create trigger contacts_counted_in after insert on contacts
  referencing new table as changed for each statement execute function count_contacts();
create trigger contacts_counted_out after delete on contacts
  referencing old table as changed for each statement execute function count_contacts();

-- Posts are counted by platform and status: the kind is "posts:<platform>:<status>".
create function count_posts() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into row_counts as c (workspace_id, kind, slot, rows)
      select workspace_id, 'posts:' || platform || ':' || status, pg_backend_pid() % 32, -count(*)
        from gone group by 1, 2 order by 1, 2
      on conflict (workspace_id, kind, slot) do update set rows = c.rows + excluded.rows;
  end if;
  if tg_op <> 'DELETE' then
    insert into row_counts as c (workspace_id, kind, slot, rows)
      select workspace_id, 'posts:' || platform || ':' || status, pg_backend_pid() % 32, count(*)
        from come group by 1, 2 order by 1, 2
      on conflict (workspace_id, kind, slot) do update set rows = c.rows + excluded.rows;
  end if;
  return null;
end $$;

create trigger posts_counted_in after insert on posts
  referencing new table as come for each statement execute function count_posts();
create trigger posts_counted_out after delete on posts
  referencing old table as gone for each statement execute function count_posts();
create trigger posts_counted_over after update on posts
  referencing old table as gone new table as come for each statement execute function count_posts();

create function count_deliveries() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into row_counts as c (workspace_id, kind, slot, rows)
      select workspace_id, 'deliveries:' || source_id, pg_backend_pid() % 32, count(*)
        from changed group by 1, 2 order by 1, 2
      on conflict (workspace_id, kind, slot) do update set rows = c.rows + excluded.rows;
  else
    insert into row_counts as c (workspace_id, kind, slot, rows)
      select workspace_id, 'deliveries:' || source_id, pg_backend_pid() % 32, -count(*)
        from changed group by 1, 2 order by 1, 2
      on conflict (workspace_id, kind, slot) do update set rows = c.rows + excluded.rows;
  end if;
  return null;
end $$;

create trigger deliveries_counted_in after insert on webhook_deliveries
  referencing new table as changed for each statement execute function count_deliveries();
create trigger deliveries_counted_out after delete on webhook_deliveries
  referencing old table as changed for each statement execute function count_deliveries();

-- Credentials that changed -----------------------------------------------------------------------------------------

-- Every process keeps keys in memory and drops them on this notice, whoever changed the row.
create function announce_credential() returns trigger language plpgsql as $$
begin
  perform pg_notify('doorpost_credentials', encode(old.key_hash, 'hex'));
  return null;
end $$;

create trigger api_keys_changed after update of revoked_at, expires_at, scopes, key_hash or delete on api_keys
  for each row execute function announce_credential();
create trigger webhook_sources_changed after update of revoked_at, key_hash or delete on webhook_sources
  for each row execute function announce_credential();

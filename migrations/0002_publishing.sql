-- Accounts on the platforms -----------------------------------------------------------------------------------------

create table connections (
  id            uuid primary key,
  workspace_id  uuid not null references workspaces (id) on delete cascade,
  platform      text not null check (platform in ('thread', 'photo', 'professional', 'short')),
  account_id    text not null check (account_id <> ''),
  handle        text,
  name          text,
  kind          text not null check (kind in ('member', 'organization')),
  sandbox       boolean not null,
  is_default    boolean not null,
  status        text not null check (status in ('active', 'needs_reconnect', 'held')),
  status_reason text,
  held_until    timestamptz,
  tokens        bytea not null,
  issued_at     timestamptz not null,
  expires_at    timestamptz,
  refresh_at    timestamptz,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  unique (workspace_id, platform, account_id)
);

comment on column connections.tokens is 'encrypted with SECRET_KEY (AES-256-GCM); holds the id of the key that sealed it';
comment on column connections.held_until is 'the platform asked to wait: nothing is sent on this account before';

create unique index connections_default on connections (workspace_id, platform) where is_default;
create index connections_refresh on connections (refresh_at) where status = 'active' and refresh_at is not null;

-- One approval under way. The state that travels through the platform is kept as a hash.
create table connect_requests (
  state_hash    bytea primary key check (octet_length(state_hash) = 32),
  workspace_id  uuid not null references workspaces (id) on delete cascade,
  platform      text not null,
  browser_hash  bytea,
  code_verifier bytea,
  created_at    timestamptz not null,
  expires_at    timestamptz not null,
  used_at       timestamptz
);

-- What happened to a post -------------------------------------------------------------------------------------------

alter table posts
  add column media_warnings  jsonb not null default '[]',
  add column connection_id   uuid,
  add column time_zone       text,
  add column released_at     timestamptz,
  add column fence           integer not null default 0,
  add column progress        jsonb not null default '{}',
  add column sends           integer not null default 0,
  add column looks           integer not null default 0,
  add column retries         integer not null default 0,
  add column send_started_at timestamptz,
  add column deferred_until  timestamptz,
  add column failure         jsonb,
  add column platform_id     text,
  add column published_at    timestamptz;

comment on column posts.fence is 'grows with every claim: a worker that lost its claim can write nothing more';
comment on column posts.progress is 'ids of invisible preparation (containers, uploads), saved as they arrive';
comment on column posts.sends is 'how often the visible call was begun';
comment on column posts.looks is 'how often the platform was asked about a send whose outcome is unknown';
comment on column posts.released_at is 'when a person sent it off by hand: lateness counts from there';

-- A post of the platform belongs to one of ours.
create unique index posts_platform_id on posts (workspace_id, connection_id, platform_id) where platform_id is not null;
-- The order of an account's posts, and those that are under way on it.
create index posts_under_way on posts (connection_id, scheduled_date)
  where publication_state in ('preparing', 'sending', 'confirming');
create index posts_due on posts (workspace_id, platform, scheduled_date) where publication_state = 'waiting';
create index posts_held on posts (workspace_id, platform) where publication_state = 'held';

create table post_attempts (
  workspace_id  uuid not null,
  post_id       uuid not null,
  number        integer not null,
  connection_id uuid,
  started_at    timestamptz not null,
  ended_at      timestamptz,
  outcome       text,
  code          text,
  message       text,
  platform_code text,
  answer        jsonb,
  steps         jsonb not null default '[]',
  primary key (workspace_id, post_id, number)
);

comment on column post_attempts.answer is 'what the platform said: status and the beginning of the body, without tokens';

-- Which worker belongs to which process, so that the jobs of a killed one are freed at once.
create table job_workers (
  worker_id    text primary key,
  process_lock integer not null,
  started_at   timestamptz not null default now()
);

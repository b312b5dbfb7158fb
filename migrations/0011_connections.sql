-- compatible with: nothing

-- Which app a connection was approved with: LinkedIn pages need an app of their own, and only that app can renew the tokens.
alter table connections
  add column app text not null default 'standard' check (app in ('standard', 'pages')),
  add column refresh_failures integer not null default 0,
  add column refresh_unanswered_at timestamptz;

alter table connect_requests
  add column app text not null default 'standard' check (app in ('standard', 'pages'));

comment on column connections.refresh_failures is 'renewals in a row that the platform did not answer properly; the next one waits longer';
comment on column connections.refresh_unanswered_at is 'a renewal was sent then and its answer was lost, so the refresh token may be spent';

-- An account that was disconnected. Connected again, it gets its old id back, so that its posts go on. Nothing personal is
-- kept: no token, no handle, no name.
create table disconnected_accounts (
  workspace_id    uuid not null references workspaces (id) on delete cascade,
  platform        text not null,
  account_id      text not null,
  connection_id   uuid not null,
  disconnected_at timestamptz not null,
  primary key (workspace_id, platform, account_id)
);

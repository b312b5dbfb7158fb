-- compatible with: 37

-- The keys by which push services know this installation (RFC 8292). The private one is sealed.
create table push_keys (
  only_row boolean primary key default true check (only_row),
  public_key text not null,
  private_key bytea not null,
  created_at timestamptz not null
);

-- Browsers that are told of new leads. One belongs to the session that it was switched on in, and ends with it.
create table push_subscriptions (
  id uuid primary key,
  workspace_id uuid not null,
  user_id uuid not null,
  session_id uuid not null references sessions (id) on delete cascade,
  endpoint_hash bytea not null unique check (octet_length(endpoint_hash) = 32),
  -- The address and the keys of the browser, sealed: whoever has them can address it.
  address bytea not null,
  -- The host of the push service, and what the browser calls itself.
  service text not null,
  user_agent text,
  created_at timestamptz not null,
  last_sent_at timestamptz,
  foreign key (workspace_id, user_id) references members (workspace_id, user_id) on delete cascade
);

create index push_subscriptions_person on push_subscriptions (workspace_id, user_id);
create index push_subscriptions_session on push_subscriptions (session_id);

-- Notifications that wait. They have no words: what a lead said is read when it is sent.
create table push_notices (
  id uuid primary key,
  subscription_id uuid not null references push_subscriptions (id) on delete cascade,
  -- Null if it is about several.
  contact_id uuid,
  leads integer not null check (leads > 0),
  attempts integer not null default 0,
  first_tried_at timestamptz,
  due_at timestamptz not null,
  created_at timestamptz not null
);

create index push_notices_due on push_notices (due_at);
create index push_notices_subscription on push_notices (subscription_id);

-- How far the feed of events was read for notifications.
create table push_feed (
  workspace_id uuid primary key references workspaces (id) on delete cascade,
  position bigint not null
);

alter table members
  -- Notifications say who it is and what they wrote.
  add column push_words boolean not null default false,
  -- When the person put away the suggestion to get mail about new leads.
  add column mail_suggestion_closed_at timestamptz;

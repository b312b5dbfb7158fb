-- People who sign in ------------------------------------------------------------------------------------------------------

-- users, sessions, accounts, verifications, two_factors and passkeys are better-auth's tables under our names:
-- src/users/auth.ts says which column is which of its fields, and a test compares the two.

create table users (
  id                 uuid primary key,
  name               text not null,
  email              text not null unique check (email <> ''),
  email_verified     boolean not null default false,
  image              text,
  two_factor_enabled boolean not null default false,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now()
);

comment on column users.email is 'the key of the address (lower case, ASCII domain): an address signs in however it is written';

create table sessions (
  id         uuid primary key,
  user_id    uuid not null references users (id) on delete cascade,
  token      text not null unique,
  ip_address text,
  user_agent text,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

comment on column sessions.token is 'of no use alone: the cookie also holds its signature, made with SECRET_KEY';

create index sessions_user on sessions (user_id);
create index sessions_end on sessions (expires_at);

create table accounts (
  id                       uuid primary key,
  user_id                  uuid not null references users (id) on delete cascade,
  account_id               text not null,
  provider_id              text not null,
  password                 text,
  access_token             text,
  refresh_token            text,
  id_token                 text,
  access_token_expires_at  timestamptz,
  refresh_token_expires_at timestamptz,
  scope                    text,
  created_at               timestamptz not null default now(),
  updated_at               timestamptz not null default now(),
  unique (user_id, provider_id)
);

comment on column accounts.password is 'scrypt, with its salt';

create table verifications (
  id         uuid primary key,
  identifier text not null,
  value      text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

comment on table verifications is 'what a sign-in waits for: the second factor, the answer of a passkey; and trusted devices';

create index verifications_identifier on verifications (identifier);
create index verifications_end on verifications (expires_at);

create table two_factors (
  id                        uuid primary key,
  user_id                   uuid not null unique references users (id) on delete cascade,
  secret                    text not null,
  backup_codes              text not null,
  verified                  boolean default true,
  failed_verification_count integer default 0,
  locked_until              timestamptz
);

create table passkeys (
  id            uuid primary key,
  user_id       uuid not null references users (id) on delete cascade,
  name          text,
  public_key    text not null,
  credential_id text not null unique,
  counter       bigint not null,
  device_type   text not null,
  backed_up     boolean not null,
  transports    text,
  aaguid        text,
  created_at    timestamptz not null default now()
);

create index passkeys_user on passkeys (user_id);

-- A code of an authenticator app is good for a minute and a half. Whoever saw it must not use it again.
create table used_codes (
  user_id   uuid not null references users (id) on delete cascade,
  code_hash bytea not null,
  used_at   timestamptz not null,
  primary key (user_id, code_hash)
);

-- The team ----------------------------------------------------------------------------------------------------------------

create table members (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  user_id      uuid not null references users (id) on delete cascade,
  role         text not null check (role in ('owner', 'editor', 'viewer')),
  created_at   timestamptz not null default now(),
  primary key (workspace_id, user_id)
);

create index members_user on members (user_id);

create table invitations (
  id           uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  email        text not null check (email <> ''),
  role         text not null check (role in ('owner', 'editor', 'viewer')),
  token_hash   bytea not null unique check (octet_length(token_hash) = 32),
  invited_by   uuid references users (id) on delete set null,
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null
);

comment on column invitations.invited_by is 'null when it was made on the command line';

-- A new invitation takes the place of the one before.
create unique index invitations_email on invitations (workspace_id, email);

-- One-time links of the installation: the first set-up, and new passwords.
create table account_links (
  id         uuid primary key,
  kind       text not null check (kind in ('setup', 'reset')),
  user_id    uuid references users (id) on delete cascade,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check ((kind = 'reset') = (user_id is not null))
);

-- The newest link is the only one that works.
create unique index account_links_setup on account_links (kind) where kind = 'setup';
create unique index account_links_reset on account_links (user_id) where kind = 'reset';

-- compatible with: 37

-- Apps on the networks that owners enter in the dashboard. Environment variables win over them. The secret is sealed.
create table network_apps (
  provider text not null,
  kind text not null check (kind in ('standard', 'pages')),
  client_id text not null check (client_id <> ''),
  client_secret bytea not null,
  -- The name of the person, as it was then.
  saved_by text,
  saved_at timestamptz not null,
  primary key (provider, kind)
);

-- The app that an account was approved for. Null for accounts of 0.2, and where no app is needed.
alter table connections add column client_id text;

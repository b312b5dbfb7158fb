-- compatible with: nothing

-- Who publishes for an account. A format may have several providers; until now the format told which one it is.
alter table connections
  add column provider text,
  add column service_url text,
  add column limits jsonb;
update connections set provider =
  case platform when 'thread' then 'threads' when 'photo' then 'instagram' when 'professional' then 'linkedin' else 'x' end;
alter table connections
  alter column provider set not null,
  drop constraint connections_workspace_id_platform_account_id_key,
  add unique (workspace_id, provider, account_id);

comment on column connections.service_url is 'the server that the account is on, where a provider has many: a PDS, an instance';
comment on column connections.limits is 'what that server says about its own limits, as the provider''s profile reads it';

alter table connect_requests
  add column provider text,
  add column service_url text;
update connect_requests set provider =
  case platform when 'thread' then 'threads' when 'photo' then 'instagram' when 'professional' then 'linkedin' else 'x' end;
alter table connect_requests alter column provider set not null;

alter table disconnected_accounts add column provider text;
update disconnected_accounts set provider =
  case platform when 'thread' then 'threads' when 'photo' then 'instagram' when 'professional' then 'linkedin' else 'x' end;
alter table disconnected_accounts
  alter column provider set not null,
  drop constraint disconnected_accounts_pkey,
  add primary key (workspace_id, provider, account_id);

-- Where every server wants an app of its own, Doorpost registers one when the first account there is connected.
create table service_apps (
  provider      text not null,
  service_url   text not null,
  redirect_url  text not null,
  client_id     text not null,
  client_secret bytea not null,
  created_at    timestamptz not null,
  primary key (provider, service_url, redirect_url)
);

comment on column service_apps.client_secret is 'encrypted with SECRET_KEY, like the tokens of connections';

-- compatible with: 25

-- Ready-made endpoints: a chat or a phone gets a readable message instead of the signed envelope.
alter table event_endpoints
  add column kind text not null default 'webhook' check (kind in ('webhook', 'slack', 'discord', 'teams', 'ntfy'));

comment on column event_endpoints.url is 'where events go; of a chat only what may be shown, because whoever knows its address can write there';
comment on column event_endpoints.secret is 'encrypted with SECRET_KEY; signs what a webhook gets, and the old one as well until its time is over; of a chat its address and token, as JSON';

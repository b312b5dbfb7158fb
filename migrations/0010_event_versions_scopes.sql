-- compatible with: nothing

-- Events say which version of their subject they tell of, and endpoints get only what whoever made them may see.

-- Every change of a row makes its version one higher, whoever makes it. Inserts are left alone: contacts come in by the
-- thousand.
create function raise_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

alter table contacts add column version integer not null default 1;
create trigger contacts_version before update on contacts
  for each row execute function raise_version();

alter table connections add column version integer not null default 1;
create trigger connections_version before update on connections
  for each row execute function raise_version();

-- updated_at changes with what the API shows, not with each delivery that an endpoint takes.
alter table event_endpoints add column version integer not null default 1;
create trigger event_endpoints_version before update on event_endpoints
  for each row when (old.updated_at is distinct from new.updated_at) execute function raise_version();

-- 0 in events from before: lower than every version there is, so whoever orders by it takes them for older ones.
alter table event_outbox add column subject_version integer not null default 0;
alter table events add column subject_version integer not null default 0;

comment on column events.subject_version is 'of what subject_id names, when the event happened; 0 when it is not known';

-- Totals and pages for callers who may see some types only.
create index events_type on events (workspace_id, type, position);

-- The endpoints that are there were made when every key with events:write could have everything sent. They keep what they
-- get: their owners rely on it. GET /v1/events/endpoints shows them with scopes null; a key or a person who may see less
-- can no longer change them.
alter table event_endpoints add column scopes text[];

comment on column event_endpoints.scopes is 'read permissions of whoever chose its types: it gets no event that needs another; null for all';

-- compatible with: 37

-- What people delete in the dashboard waits here for ten seconds, in which they can take it back; then a job deletes it.
-- Nodes of 0.2 leave both alone.
create table removals (
  workspace_id  uuid not null references workspaces (id) on delete cascade,
  id            uuid not null,
  user_id       uuid not null,
  noun          text not null,
  records       jsonb not null,
  due_at        timestamptz not null,
  started_at    timestamptz,
  reason        text,
  reason_code   text,
  reason_values jsonb,
  created_at    timestamptz not null,
  primary key (workspace_id, id)
);

comment on column removals.records is '[{id, version}]; those that are left, once some were refused';
comment on column removals.started_at is 'from then on it can no longer be taken back';
comment on column removals.reason is 'why records were not deleted; null unless that is so';

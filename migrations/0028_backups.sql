-- compatible with: 26

-- Backups -----------------------------------------------------------------------------------------------------------------

-- The scheduled backups of this installation and what became of them.
create table backup_runs (
  id          uuid primary key,
  state       text not null default 'running' check (state in ('running', 'done', 'failed')),
  place       text not null,
  file        text,
  bytes       bigint,
  rows        bigint,
  reason      text,
  started_at  timestamptz not null,
  finished_at timestamptz
);

comment on column backup_runs.place is 'the folder or the bucket, for people';
comment on column backup_runs.reason is 'why it failed, and what to do';

create index backup_runs_started on backup_runs (started_at);

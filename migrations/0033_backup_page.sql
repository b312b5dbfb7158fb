-- compatible with: 26

-- Backups in the dashboard ------------------------------------------------------------------------------------------------

-- `waiting`: somebody asked for it, and no worker has begun.
alter table backup_runs
  drop constraint backup_runs_state_check,
  add constraint backup_runs_state_check check (state in ('waiting', 'running', 'done', 'failed')),
  add column expected_rows bigint,
  add column contacts      bigint,
  add column posts         bigint,
  add column files         bigint,
  add column asked_by      text;

comment on column backup_runs.rows is 'while it is running: so far';
comment on column backup_runs.expected_rows is 'about how many there will be';
comment on column backup_runs.asked_by is 'who asked for it in the dashboard; null where the schedule did';

-- Backups that were restored for a trial, and whether they were good.
create table backup_rehearsals (
  id           uuid primary key,
  file         text not null,
  made_at      timestamptz,
  rehearsed_at timestamptz not null,
  problem      text
);

comment on column backup_rehearsals.made_at is 'when the backup was made; null where the file does not say it';
comment on column backup_rehearsals.problem is 'null where everything was right';

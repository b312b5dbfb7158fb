-- compatible with: nothing

-- Which installation this is ------------------------------------------------------------------------------------------

-- One row, written at the first start. What it says is compared with the files in DATA_DIR/installation, which a restore
-- of the database does not bring back: src/installation.
create table installation (
  id             uuid primary key,
  only_one       boolean not null default true unique check (only_one),
  sends          bigint not null default 0,
  server         text,
  timeline       integer,
  feed_epoch     integer not null default 1,
  paused_at      timestamptz,
  pause_code     text,
  pause_reason   text,
  forgotten_from timestamptz,
  looked_at      timestamptz,
  resumed_at     timestamptz,
  resumed_by     text,
  created_at     timestamptz not null
);

comment on column installation.sends is 'visible calls so far; counted in the transaction that commits the marker of the post';
comment on column installation.server is 'system identifier and database oid, as last accepted; null where the server does not tell';
comment on column installation.timeline is 'of the write-ahead log: a promoted standby has another';
comment on column installation.forgotten_from is 'the newest moment this database knows of; what was sent later it may have forgotten';

-- Processes at work on this database. One with a trusted mark of its own vouches for a new one that has none yet.
create table installation_nodes (
  id               uuid primary key,
  name             text not null,
  is_trusted       boolean not null,
  clock_offset_ms  integer not null,
  platform_offsets jsonb not null default '{}',
  started_at       timestamptz not null,
  last_seen_at     timestamptz not null
);

comment on column installation_nodes.clock_offset_ms is 'how far the clock of the node is ahead of the clock of the database';
comment on column installation_nodes.platform_offsets is 'host → how far its clock is ahead of ours, in milliseconds';

-- What was found on the platforms while publishing was paused.
create table publishing_looks (
  post_id      uuid primary key,
  workspace_id uuid not null,
  outcome      text not null check (outcome in ('found', 'not_found', 'cannot_tell', 'failed')),
  platform_id  text,
  note         text,
  looked_at    timestamptz not null
);

create index publishing_looks_workspace on publishing_looks (workspace_id, post_id);

-- Where the server answers: the program does the same with what it may not ask. Managed servers forbid some of it.
create function database_server(out server text, out timeline integer) language plpgsql stable as $$
declare
  database oid := (select oid from pg_database where datname = current_database());
begin
  begin
    server := (select system_identifier from pg_control_system()) || '/' || database;
  exception when others then
    server := '?/' || database;
  end;
  begin
    timeline := ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer;
  exception when others then
    timeline := null;
  end;
end $$;

comment on function database_server() is 'which server this is, and on which timeline of its log it writes';

-- The feed of events ---------------------------------------------------------------------------------------------------

-- After the database went back in time, places in the feed begin anew far above all that any reader can have seen.
create table feed_epochs (
  epoch         integer primary key,
  started_after bigint not null,
  began_at      timestamptz not null
);

comment on column feed_epochs.started_after is 'the places of this epoch are above this one; no reader of an earlier epoch has seen them';

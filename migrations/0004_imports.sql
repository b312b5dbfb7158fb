-- Contacts from CSV files ---------------------------------------------------------------------------------------------

create table contact_imports (
  id            uuid primary key,
  workspace_id  uuid not null references workspaces (id) on delete cascade,
  key_id        uuid,
  separator     text not null,
  columns       jsonb not null,
  raw           boolean not null,
  skip_existing boolean not null,
  parts         integer not null check (parts > 0),
  rows          integer not null,
  created       integer not null default 0,
  skipped       integer not null default 0,
  failed        integer not null default 0,
  created_at    timestamptz not null,
  finished_at   timestamptz,
  check (case when finished_at is null then created + skipped + failed <= rows else created + skipped + failed = rows end)
);

comment on column contact_imports.key_id is 'the API key that sent the file; the contacts are made in its name';
comment on column contact_imports.columns is 'the header: for each column its name and what becomes of its cells';

create index contact_imports_workspace on contact_imports (workspace_id, id);

-- What is still to be done. A part goes in the transaction that stores its contacts, so a row is never lost and never
-- made twice, and of the file nothing is left in the end.
create table contact_import_parts (
  import_id  uuid not null references contact_imports (id) on delete cascade,
  number     integer not null,
  first_line integer not null,
  text       text not null,
  primary key (import_id, number)
);

-- Rows that did not become a contact. Without their values: what was refused is not kept.
create table contact_import_rows (
  import_id uuid not null references contact_imports (id) on delete cascade,
  line      integer not null,
  outcome   text not null check (outcome in ('failed', 'skipped')),
  reasons   jsonb not null,
  primary key (import_id, line)
);

create index contact_import_rows_outcome on contact_import_rows (import_id, outcome, line);

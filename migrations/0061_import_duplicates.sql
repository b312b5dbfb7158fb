-- compatible with: 37

-- Rows of imports whose address is known are added, left out or merged into the contact. Nodes of 0.2 only know skip_existing,
-- so it is also true for imports that merge: such a node leaves the rows out and lists them.

alter table contact_imports
  add column duplicates text check (duplicates in ('add', 'skip', 'merge')),
  add column merged integer not null default 0,
  drop constraint contact_imports_check,
  add constraint contact_imports_check check (
    case when finished_at is null or cancelled then created + merged + skipped + failed <= rows
         else created + merged + skipped + failed = rows end);
comment on column contact_imports.duplicates is 'what becomes of rows whose address is known; null: as skip_existing says';
comment on column contact_imports.merged is 'rows that were added to a contact with the same address';

-- What people decided about the columns of a file, for the next file with the same header.

create table import_mappings (
  workspace_id  uuid not null references workspaces (id) on delete cascade,
  header_sha256 bytea not null check (octet_length(header_sha256) = 32),
  columns       jsonb not null,
  used_at       timestamptz not null,
  primary key (workspace_id, header_sha256)
);
comment on column import_mappings.header_sha256 is 'of the names of all columns in order; the names themselves are not kept';
comment on column import_mappings.columns is 'decisions by the number of the column, from 1';

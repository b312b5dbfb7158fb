-- Settings that the owners of a workspace decide ------------------------------------------------------------------------

alter table workspaces
  add column time_zone           text not null default 'UTC',
  add column late_window_minutes integer check (late_window_minutes between 1 and 10080),
  add column allowed_origins     text[];

comment on column workspaces.late_window_minutes is 'null for the setting LATE_WINDOW_MINUTES';
comment on column workspaces.allowed_origins is 'null for the setting ALLOWED_ORIGINS; none in it means any website';

-- Every process has the origins in memory, as it has keys, under the id written without hyphens.
create function announce_workspace() returns trigger language plpgsql as $$
begin
  perform pg_notify('doorpost_credentials', replace(old.id::text, '-', ''));
  return null;
end $$;

create trigger workspaces_changed after update of allowed_origins or delete on workspaces
  for each row execute function announce_workspace();

-- API keys --------------------------------------------------------------------------------------------------------------

alter table api_keys add column created_by text;

comment on column api_keys.created_by is 'name of the person who made it, as it was then; null for the command line';

-- Contacts by their form ------------------------------------------------------------------------------------------------

-- Cut off, because an index holds no more than 2,704 bytes of a row, and a value may have 4,000 characters.
create index contacts_form on contacts (workspace_id, left(extra ->> 'form', 255), id) where extra ? 'form';

-- Imports that were called off ------------------------------------------------------------------------------------------

alter table contact_imports
  add column cancelled boolean not null default false,
  drop constraint contact_imports_check,
  add constraint contact_imports_check check (
    case when finished_at is null or cancelled then created + skipped + failed <= rows
         else created + skipped + failed = rows end),
  add constraint contact_imports_cancelled_check check (not cancelled or finished_at is not null);

comment on column contact_imports.cancelled is 'the rest of the file is gone; the counts are of what was done before';

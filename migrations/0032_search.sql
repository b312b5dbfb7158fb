-- compatible with: 26
-- no transaction

-- Searching contacts ----------------------------------------------------------------------------------------------------

-- Which parts of words the contacts of a range of ids have: src/contacts/search. A worker writes it beside the intake, which
-- pays nothing for it. Ranges of a workspace follow each other without a gap; the newest contacts are in none yet.
create table if not exists search_blocks (
  workspace_id uuid not null,
  from_id      uuid not null,
  below_id     uuid not null,
  grams        integer[] not null,
  primary key (workspace_id, from_id)
);

comment on column search_blocks.grams is 'one number for the workspace, and one for every three letters in a row: src/contacts/search/grams.ts';

create index if not exists search_blocks_grams on search_blocks using gin (grams);

-- Contacts that changed after their block was written. Only ever added to, so that nobody waits for anybody; the worker takes
-- them away. Until then a search reads the blocks of those that are not gone.
create table if not exists search_changes (
  workspace_id uuid not null,
  id           uuid not null,
  is_gone      boolean not null
);

create index if not exists search_changes_read on search_changes (workspace_id) where not is_gone;

create or replace function note_search_change() returns trigger language plpgsql as $$
begin
  insert into search_changes (workspace_id, id, is_gone) values (new.workspace_id, new.id, false);
  return null;
end $$;

create or replace trigger contacts_search_changed after update of first_name, last_name, email, company on contacts
  for each row when ((old.first_name, old.last_name, old.email, old.company)
    is distinct from (new.first_name, new.last_name, new.email, new.company))
  execute function note_search_change();

create or replace function note_search_removal() returns trigger language plpgsql as $$
begin
  insert into search_changes (workspace_id, id, is_gone) select workspace_id, id, true from gone;
  return null;
end $$;

create or replace trigger contacts_search_removed after delete on contacts
  referencing old table as gone for each statement execute function note_search_removal();

-- With settings of its own: the planner does not know how long it takes to read the numbers of all rows.
create or replace function find_search_blocks(wanted integer[])
returns table (workspace_id uuid, from_id uuid, below_id uuid) language plpgsql stable
set enable_seqscan = off set plan_cache_mode = force_custom_plan as $$
begin
  return query select block.workspace_id, block.from_id, block.below_id from search_blocks as block where block.grams @> wanted;
end $$;

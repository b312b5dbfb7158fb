-- compatible with: 37
-- no transaction

-- Lists stay fast however rare what they ask for is --------------------------------------------------------------------

-- Posts of some states, newest first: thousands of newer drafts need not be read to find them.
create index concurrently if not exists posts_state on posts (workspace_id, publication_state, id);

-- Posts without a date, which come last in a list by date.
create index concurrently if not exists posts_undated on posts (workspace_id, id) where scheduled_date is null;

-- The newest blocks that may have all of these numbers. Of a frequent word there are thousands, so they are cut here.
create or replace function newest_search_blocks(place uuid, wanted integer[], since_id uuid, until_id uuid, most integer)
returns table (from_id uuid, below_id uuid) language plpgsql stable
set enable_seqscan = off set plan_cache_mode = force_custom_plan as $$
begin
  return query
    select found.from_id, found.below_id
      -- OFFSET keeps it a search by numbers: the planner does not know how long it takes to read those of all rows.
      from (select * from search_blocks where grams @> wanted offset 0) as found
     where found.workspace_id = place and found.from_id < until_id and (since_id is null or found.below_id > since_id)
     order by found.from_id desc limit most;
end $$;

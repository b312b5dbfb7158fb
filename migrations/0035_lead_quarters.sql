-- compatible with: 26
-- no transaction

-- Leads by quarter -----------------------------------------------------------------------------------------------------

-- lead_counts once more, a row for each key and quarter with its days inside: a report about a year and the year before reads
-- nine or ten rows of a key, whichever days it begins and ends with. See src/reports/attribution/quarters.ts. Programs from
-- before this migration read lead_months instead, so those are still kept.
create table if not exists lead_quarters (
  workspace_id uuid not null,
  by           text not null,
  quarter      date not null check (extract(day from quarter) = 1),
  key          text not null,
  first_leads  integer[] not null check (cardinality(first_leads) = 93),
  last_leads   integer[] not null check (cardinality(last_leads) = 93),
  primary key (workspace_id, by, quarter, key)
) with (fillfactor = 50);

-- Half of each page is free, and no index has the counts: so what is counted anew stays where it is, beside its neighbours.
comment on column lead_quarters.first_leads is 'leads of the quarter before each of its days, and before the day after the 92nd';

-- What changed in lead_counts, until the fold adds it up. Only ever added to, so that nobody waits for anybody.
create table if not exists lead_quarters_queue (
  workspace_id uuid not null,
  by           text not null,
  day          date not null,
  key          text not null,
  first_leads  integer not null,
  last_leads   integer not null
);

create or replace function note_lead_counts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into lead_quarters_queue (workspace_id, by, day, key, first_leads, last_leads)
      select workspace_id, by, day, key, first_leads, last_leads from come;
  else
    -- The keys of a row never change.
    insert into lead_quarters_queue (workspace_id, by, day, key, first_leads, last_leads)
      select workspace_id, by, day, key, come.first_leads - gone.first_leads, come.last_leads - gone.last_leads
        from come join gone using (workspace_id, by, day, key);
  end if;
  return null;
end $$;

-- `leads` on the days of a quarter, the first of which is 0, as lead_quarters has them.
create or replace function leads_before_days(days integer[], leads integer[]) returns integer[]
language plpgsql immutable as $$
declare
  counts integer[] := array_fill(0, array[93]);
begin
  for at in 1 .. cardinality(days) loop
    counts[days[at] + 2] := counts[days[at] + 2] + leads[at];
  end loop;
  for at in 2 .. 93 loop
    counts[at] := counts[at - 1] + counts[at];
  end loop;
  return counts;
end $$;

create or replace function add_leads(one integer[], other integer[]) returns integer[] language plpgsql immutable as $$
declare
  counts integer[] := one;
begin
  for at in 1 .. 93 loop
    counts[at] := counts[at] + other[at];
  end loop;
  return counts;
end $$;

-- Together, so that of every row both are noted from here on. It waits for those who are counting.
do $$
begin
  create or replace trigger lead_counts_noted_in after insert on lead_counts
    referencing new table as come for each statement execute function note_lead_counts();
  create or replace trigger lead_counts_noted_over after update on lead_counts
    referencing old table as gone new table as come for each statement execute function note_lead_counts();
end $$;

-- What was counted before, quarter by quarter. Nobody waits: a statement sees the counts and the queue of one moment, and what is
-- in the queue will be added later.
do $$
declare
  place  record;
  here   date;
begin
  for place in
    select id, dimension from workspaces
      cross join unnest(array['post', 'platform', 'source', 'medium', 'campaign', 'form']) as named (dimension)
  loop
    here := null;
    loop
      -- A quarter may have lost its last count since, and then only the queue has it.
      select date_trunc('quarter', min(day))::date into here from (
        (select day from lead_counts
          where workspace_id = place.id and by = place.dimension and day >= coalesce(here + interval '3 months', '-infinity')
          order by day limit 1)
        union all
        select day from lead_quarters_queue
         where workspace_id = place.id and by = place.dimension and day >= coalesce(here + interval '3 months', '-infinity')) as counted;
      exit when here is null;
      delete from lead_quarters where workspace_id = place.id and by = place.dimension and quarter = here;
      insert into lead_quarters (workspace_id, by, quarter, key, first_leads, last_leads)
        select place.id, place.dimension, here, key, leads_before_days(array_agg(at), array_agg(first_leads)),
               leads_before_days(array_agg(at), array_agg(last_leads))
          from (
            select key, day - here as at, sum(first_leads)::integer as first_leads, sum(last_leads)::integer as last_leads
              from (
                select key, day, first_leads, last_leads from lead_counts
                 where workspace_id = place.id and by = place.dimension and day >= here and day < here + interval '3 months'
                union all
                select key, day, -first_leads, -last_leads from lead_quarters_queue
                 where workspace_id = place.id and by = place.dimension and day >= here and day < here + interval '3 months') as counted
             group by key, day) as days
         group by key
        having sum(first_leads) <> 0 or sum(last_leads) <> 0;
      commit;
    end loop;
  end loop;
end $$;

-- compatible with: 26
-- no transaction

-- Contacts by day ------------------------------------------------------------------------------------------------------

-- What GET /v1/reports/contacts counts, so that it reads no contacts: src/reports/contact-days.ts. Days are those of UTC, and a
-- day elsewhere begins in the middle of one: so each row has its day by quarters of an hour, which all zones keep to.
create table if not exists contact_days (
  workspace_id uuid not null,
  by           text not null check (by in ('utm_source', 'utm_medium', 'channel')),
  day          date not null,
  name         text not null,
  counts       integer[] not null check (cardinality(counts) = 96),
  primary key (workspace_id, by, day, name)
);

comment on column contact_days.counts is 'contacts of the day up to the end of each quarter of an hour: the last one is the day';

-- A row that counts nothing is gone, because a name may be something that a person sent.
create index if not exists contact_days_empty on contact_days (workspace_id) where counts[96] = 0;

-- Contacts that came, went or changed, until a worker adds them up. Only ever added to, so that nobody waits for anybody.
create table if not exists contact_days_queue (
  workspace_id uuid not null,
  at           timestamptz not null,
  utm_source   text,
  utm_medium   text,
  channel      text not null,
  contacts     integer not null
);

comment on column contact_days_queue.at is 'when the contact was created';
comment on column contact_days_queue.contacts is '1 more, or -1: one less';

create or replace function contact_channel(webhook_id uuid, key_id uuid) returns text language sql immutable as $$
  select case when webhook_id is not null then 'webhook' when key_id is not null then 'key' else 'form' end
$$;

-- What came in is counted later; see lead_queue. In one statement with it, which is cheaper than a trigger of its own.
create or replace function count_new_contacts() returns trigger language plpgsql as $$
begin
  with noted as (
    insert into contact_days_queue (workspace_id, at, utm_source, utm_medium, channel, contacts)
    select workspace_id, created_at, utm_source, utm_medium, contact_channel(webhook_id, key_id), 1 from changed)
  insert into lead_queue (workspace_id, day, first_at, last_at, rows)
    select workspace_id, (created_at at time zone 'UTC')::date, min(created_at), max(created_at), count(*)
      from changed group by 1, 2;
  return null;
end $$;

create or replace function note_gone_contacts() returns trigger language plpgsql as $$
begin
  insert into contact_days_queue (workspace_id, at, utm_source, utm_medium, channel, contacts)
    select workspace_id, created_at, utm_source, utm_medium, contact_channel(webhook_id, key_id), -1 from changed;
  return null;
end $$;

create or replace function note_renamed_contact() returns trigger language plpgsql as $$
begin
  insert into contact_days_queue (workspace_id, at, utm_source, utm_medium, channel, contacts) values
    (old.workspace_id, old.created_at, old.utm_source, old.utm_medium, contact_channel(old.webhook_id, old.key_id), -1),
    (new.workspace_id, new.created_at, new.utm_source, new.utm_medium, contact_channel(new.webhook_id, new.key_id), 1);
  return null;
end $$;

-- `contacts` at the quarters of a day that begin with 0, as contact_days has them.
create or replace function counts_of_day(quarters integer[], contacts integer[]) returns integer[]
language plpgsql immutable as $$
declare
  counts integer[] := array_fill(0, array[96]);
begin
  for at in 1 .. cardinality(quarters) loop
    counts[quarters[at] + 1] := counts[quarters[at] + 1] + contacts[at];
  end loop;
  for at in 2 .. 96 loop
    counts[at] := counts[at - 1] + counts[at];
  end loop;
  return counts;
end $$;

create or replace function add_counts(one integer[], other integer[]) returns integer[] language plpgsql immutable as $$
declare
  counts integer[] := one;
begin
  for at in 1 .. 96 loop
    counts[at] := counts[at] + other[at];
  end loop;
  return counts;
end $$;

-- Together, so that of every contact that comes and goes from here on both are noted. It waits for those who are writing.
do $$
begin
  create or replace trigger contacts_counted_in after insert on contacts
    referencing new table as changed for each statement execute function count_new_contacts();
  create or replace trigger contacts_noted_out after delete on contacts
    referencing old table as changed for each statement execute function note_gone_contacts();
  create or replace trigger contacts_noted_over after update of utm_source, utm_medium on contacts
    for each row when ((old.utm_source, old.utm_medium) is distinct from (new.utm_source, new.utm_medium))
    execute function note_renamed_contact();
end $$;

-- Contacts from before, day by day. Nobody waits: a statement sees the contacts and the queue of one moment, and what is in the
-- queue will be added later.
do $$
declare
  place     record;
  today     date;
  from_here uuid;
  reached   uuid;
begin
  for place in select id from workspaces loop
    from_here := '00000000-0000-0000-0000-000000000000';
    loop
      select id, (created_at at time zone 'UTC')::date into reached, today from contacts
       where workspace_id = place.id and id > from_here order by id limit 1;
      exit when reached is null;
      delete from contact_days where workspace_id = place.id and day = today;
      insert into contact_days (workspace_id, by, day, name, counts)
        select place.id, by, today, name, counts_of_day(array_agg(quarter), array_agg(contacts::integer))
          from (
            select by, name, least(95, greatest(0, floor(extract(epoch from at - today::timestamp at time zone 'UTC') / 900)))::integer as quarter,
                   sum(contacts) as contacts
              from (
                select created_at as at, utm_source, utm_medium, contact_channel(webhook_id, key_id) as channel, 1 as contacts
                  from contacts
                 where workspace_id = place.id and id >= first_id_at(today::timestamp at time zone 'UTC')
                   and id < first_id_at((today + 1)::timestamp at time zone 'UTC')
                union all
                select at, utm_source, utm_medium, channel, -contacts from contact_days_queue
                 where workspace_id = place.id and at >= today::timestamp at time zone 'UTC'
                   and at < (today + 1)::timestamp at time zone 'UTC') as counted
                   cross join lateral (
                     values ('utm_source', utm_source), ('utm_medium', utm_medium), ('channel', channel)) as named (by, name)
             where name is not null group by 1, 2, 3 having sum(contacts) <> 0) as quarters
         group by by, name;
      commit;
      -- Forward in any case, also past an id that some other program gave.
      from_here := greatest(reached, first_id_at((today + 1)::timestamp at time zone 'UTC'));
    end loop;
  end loop;
end $$;

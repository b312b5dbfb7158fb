-- compatible with: 18
-- no transaction

-- Where contacts come from ---------------------------------------------------------------------------------------------

-- Contacts may be many, and come in all the while: no statement here holds them up for longer than a moment.
alter table contacts
  add column if not exists link_id uuid,
  add column if not exists post_id uuid,
  add column if not exists form_id uuid;

comment on column contacts.link_id is 'the link whose code came with it';
comment on column contacts.post_id is 'the post of that link';
comment on column contacts.form_id is 'the form that it was sent through';

create index concurrently if not exists contacts_post on contacts (workspace_id, post_id, id) where post_id is not null;
create index concurrently if not exists contacts_link on contacts (workspace_id, link_id, id) where link_id is not null;
create index concurrently if not exists contacts_form_id on contacts (workspace_id, form_id, id) where form_id is not null;

-- What a contact said about where it came from, when it came. Only ever added to, and gone with the contact.
create table if not exists touches (
  workspace_id    uuid not null,
  contact_id      uuid not null,
  email_key       text,
  link_id         uuid,
  post_id         uuid,
  form_id         uuid,
  utm             jsonb not null default '{}',
  referrer_origin text,
  landing_path    text,
  at              timestamptz not null,
  primary key (workspace_id, contact_id)
);

comment on column touches.email_key is 'that of the contact: finds the first and the last touch of a person';

create index if not exists touches_person on touches (workspace_id, email_key, contact_id) where email_key is not null;

-- Counts for reports ---------------------------------------------------------------------------------------------------

-- Each contact is a lead. Its first touch is the earliest of its person, its last touch the latest up to itself. Only leads
-- that have one are here; all others have the key "none" in every report.
create table if not exists lead_touches (
  workspace_id uuid not null,
  contact_id   uuid not null,
  day          date not null,
  first_keys   text[] not null check (cardinality(first_keys) = 6),
  last_keys    text[] not null check (cardinality(last_keys) = 6),
  primary key (workspace_id, contact_id)
);

comment on column lead_touches.day is 'on which it came in, in UTC';
comment on column lead_touches.first_keys is 'post, platform, source, medium, campaign, form of the first touch';

-- Leads by key and day; the trigger of contacts and the fold keep them. A row that counts nothing is gone, because a key may be
-- something that a person sent.
create table if not exists lead_counts (
  workspace_id uuid not null,
  by           text not null check (by in ('post', 'platform', 'source', 'medium', 'campaign', 'form')),
  day          date not null,
  key          text not null,
  first_leads  bigint not null,
  last_leads   bigint not null,
  primary key (workspace_id, by, day, key)
) with (fillfactor = 80);

comment on column lead_counts.first_leads is 'those whose first touch has the key';

-- The same by month, and for all keys together: a report about a year reads few rows, however many keys and days it has.
create table if not exists lead_months (
  workspace_id uuid not null,
  by           text not null,
  month        date not null,
  key          text not null,
  first_leads  bigint not null,
  last_leads   bigint not null,
  primary key (workspace_id, by, month, key)
) with (fillfactor = 80);

create table if not exists lead_days (
  workspace_id uuid not null,
  by           text not null,
  day          date not null,
  first_leads  bigint not null,
  last_leads   bigint not null,
  primary key (workspace_id, by, day)
) with (fillfactor = 80);

-- Contacts that came in: a row for each statement that stored some. Their touches have to be found out, and `rows` of them are
-- not in row_counts yet. It is worked off one at a time, from what is committed, so that two contacts of one person that come
-- at the same moment are counted right; and so that the intake only adds a row, which is the cheapest it can do.
create table if not exists lead_queue (
  workspace_id uuid not null,
  day          date,
  first_at     timestamptz,
  last_at      timestamptz,
  rows         bigint not null default 0,
  from_id      uuid,
  to_id        uuid,
  whole        boolean not null default false
);

comment on column lead_queue.from_id is 'null where it follows from first_at, because ids carry their millisecond';
comment on column lead_queue.whole is 'all contacts of the same people, because one of their touches is gone or moved';

-- Clicks of all links by day.
create index if not exists link_days_day on link_days (workspace_id, day);

-- What reports call a post that was deleted.
create table if not exists gone_posts (
  workspace_id uuid not null,
  post_id      uuid not null,
  platform     text not null,
  label        text,
  primary key (workspace_id, post_id)
);

create or replace function keep_gone_posts() returns trigger language plpgsql as $$
begin
  insert into gone_posts (workspace_id, post_id, platform, label)
    select workspace_id, id, platform, left(content, 140) from gone
     where exists (select from links where links.workspace_id = gone.workspace_id and links.post_id = gone.id)
    on conflict do nothing;
  return null;
end $$;

create or replace trigger posts_kept_for_reports after delete on posts
  referencing old table as gone for each statement execute function keep_gone_posts();

-- What a lead counts for.
create or replace function lead_keys(first_keys text[], last_keys text[])
returns table (by text, key text, first_leads integer, last_leads integer) language sql immutable as $$
  select by, key, 1 - is_last, is_last
    from (values (0, first_keys), (1, last_keys)) as touched (is_last, keys)
         cross join unnest(array['post', 'platform', 'source', 'medium', 'campaign', 'form'], keys) as named (by, key)
   where key is not null
$$;

-- At the end of every transaction that lowers a count, so these indexes are always empty outside of one.
create index if not exists lead_counts_empty on lead_counts (workspace_id) where first_leads = 0 and last_leads = 0;

create index if not exists lead_months_empty on lead_months (workspace_id) where first_leads = 0 and last_leads = 0;

-- The lowest and the highest UUIDv7 of a millisecond.
create or replace function first_id_at(at timestamptz) returns uuid language sql immutable as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid
$$;

create or replace function last_id_at(at timestamptz) returns uuid language sql immutable as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7fffbfffffffffffffff')::uuid
$$;

-- By post and by link. Here rather than with the contacts, most of which have neither.
create or replace function count_touches() returns trigger language plpgsql as $$
begin
  -- Most have neither, and looking for one costs half as much as counting none.
  if not exists (select from changed where link_id is not null or post_id is not null) then return null; end if;
  insert into row_counts as c (workspace_id, kind, slot, rows)
    select workspace_id, kind, pg_backend_pid() % 32, count(*)
      from changed cross join lateral (values ('post_leads:' || post_id), ('link_leads:' || link_id)) as counted (kind)
     where kind is not null group by 1, 2 order by 1, 2
    on conflict (workspace_id, kind, slot) do update set rows = c.rows + excluded.rows;
  return null;
end $$;

create or replace trigger touches_counted_in after insert on touches
  referencing new table as changed for each statement execute function count_touches();

-- What comes in is counted later, what goes at once.
create or replace function count_contacts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into lead_queue (workspace_id, day, first_at, last_at, rows)
      select workspace_id, (created_at at time zone 'UTC')::date, min(created_at), max(created_at), count(*)
        from changed group by 1, 2;
  else
    -- Ordered, so that two statements that touch the same rows take their locks in the same order.
    insert into row_counts as c (workspace_id, kind, slot, rows)
      select workspace_id, kind, pg_backend_pid() % 32, -count(*)
        from changed cross join lateral (values ('contacts'), ('leads:' || to_char(created_at at time zone 'UTC', 'YYYY-MM-DD')),
               ('post_leads:' || post_id), ('link_leads:' || link_id)) as counted (kind)
       where kind is not null group by 1, 2 order by 1, 2
      on conflict (workspace_id, kind, slot) do update set rows = c.rows + excluded.rows;
    with removed as (
      delete from lead_touches as lead using changed
       where lead.workspace_id = changed.workspace_id and lead.contact_id = changed.id
      returning lead.*),
    delta as materialized (
      select workspace_id, by, day, key, -sum(first_leads) as first_leads, -sum(last_leads) as last_leads
        from removed cross join lead_keys(first_keys, last_keys) group by 1, 2, 3, 4),
    by_month as (
      insert into lead_months as c (workspace_id, by, month, key, first_leads, last_leads)
      select workspace_id, by, date_trunc('month', day)::date, key, sum(first_leads), sum(last_leads)
        from delta group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (workspace_id, by, month, key)
        do update set first_leads = c.first_leads + excluded.first_leads, last_leads = c.last_leads + excluded.last_leads),
    by_day as (
      insert into lead_days as c (workspace_id, by, day, first_leads, last_leads)
      select workspace_id, by, day, sum(first_leads), sum(last_leads) from delta group by 1, 2, 3 order by 1, 2, 3
      on conflict (workspace_id, by, day)
        do update set first_leads = c.first_leads + excluded.first_leads, last_leads = c.last_leads + excluded.last_leads)
    insert into lead_counts as c (workspace_id, by, day, key, first_leads, last_leads)
      select workspace_id, by, day, key, first_leads, last_leads from delta order by 1, 2, 3, 4
      on conflict (workspace_id, by, day, key)
        do update set first_leads = c.first_leads + excluded.first_leads, last_leads = c.last_leads + excluded.last_leads;
    delete from lead_counts where first_leads = 0 and last_leads = 0 and workspace_id in (select workspace_id from changed);
    delete from lead_months where first_leads = 0 and last_leads = 0 and workspace_id in (select workspace_id from changed);
    -- Other contacts of the same people may have had these touches as their first or last one.
    with removed as (
      delete from touches as touch using changed
       where touch.workspace_id = changed.workspace_id and touch.contact_id = changed.id
      returning touch.workspace_id, touch.email_key)
    insert into lead_queue (workspace_id, from_id, to_id, whole)
      select other.workspace_id, other.id, other.id, true
        from (select distinct workspace_id, email_key from removed where email_key is not null) as person
             cross join lateral (select workspace_id, id from contacts
               where contacts.workspace_id = person.workspace_id and contacts.email_key = person.email_key
               order by id limit 1) as other;
  end if;
  return null;
end $$;

-- A contact with another address belongs to another person, and so does its touch.
create or replace function move_touch() returns trigger language plpgsql as $$
begin
  update touches set email_key = new.email_key where workspace_id = new.workspace_id and contact_id = new.id;
  insert into lead_queue (workspace_id, from_id, to_id, whole) values (new.workspace_id, new.id, new.id, true);
  insert into lead_queue (workspace_id, from_id, to_id, whole)
    select workspace_id, id, id, true from contacts
     where workspace_id = old.workspace_id and email_key = old.email_key order by id limit 1;
  return null;
end $$;

create or replace trigger contacts_moved after update of email_key on contacts
  for each row when (old.email_key is distinct from new.email_key) execute function move_touch();

-- What came before ------------------------------------------------------------------------------------------------------

-- Held against deletion until their touches are committed.
do $$
declare
  place record;
  done  uuid;
  next  uuid;
begin
  for place in select id from workspaces loop
    done := '00000000-0000-0000-0000-000000000000';
    loop
      select id into next from (
        select id from contacts where workspace_id = place.id and id > done order by id limit 5000) as step order by id desc limit 1;
      exit when next is null;
      insert into touches (workspace_id, contact_id, email_key, utm, at)
        select place.id, id, email_key, jsonb_strip_nulls(jsonb_build_object('source', utm_source, 'medium', utm_medium,
                 'campaign', left(extra ->> 'utm_campaign', 255), 'term', left(extra ->> 'utm_term', 255),
                 'content', left(extra ->> 'utm_content', 255))), created_at
          from contacts
         where workspace_id = place.id and id > done and id <= next
           and (utm_source is not null or utm_medium is not null
                or coalesce(extra ->> 'utm_campaign', extra ->> 'utm_term', extra ->> 'utm_content') is not null)
           for key share
        on conflict do nothing;
      commit;
      done := next;
    end loop;
  end loop;
end $$;

-- Day by day, each under a lock of a few milliseconds: it is right whatever comes and goes meanwhile, and can be repeated.
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
      lock table contacts in share row exclusive mode;
      delete from row_counts where workspace_id = place.id and kind = 'leads:' || to_char(today, 'YYYY-MM-DD');
      insert into row_counts (workspace_id, kind, slot, rows)
        select place.id, 'leads:' || to_char(today, 'YYYY-MM-DD'), 0, count(*)
               - (select coalesce(sum(rows), 0) from lead_queue where workspace_id = place.id and day = today)
          from contacts
         where workspace_id = place.id and id >= first_id_at(today::timestamp at time zone 'UTC')
           and id < first_id_at((today + 1)::timestamp at time zone 'UTC');
      commit;
      -- Forward in any case, also past an id that some other program gave.
      from_here := greatest(reached, first_id_at((today + 1)::timestamp at time zone 'UTC'));
    end loop;
  end loop;
end $$;

insert into lead_queue (workspace_id, from_id, to_id)
  select oldest.workspace_id, oldest.id, newest.id
    from (select distinct on (workspace_id) workspace_id, id from contacts order by workspace_id, id) as oldest
         join (select distinct on (workspace_id) workspace_id, id from contacts order by workspace_id, id desc) as newest
           on newest.workspace_id = oldest.workspace_id
   where exists (select from touches where touches.workspace_id = oldest.workspace_id);

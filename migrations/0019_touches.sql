-- compatible with: 18

-- Where contacts come from ---------------------------------------------------------------------------------------------

alter table contacts add column link_id uuid, add column post_id uuid, add column form_id uuid;

comment on column contacts.link_id is 'the link whose code came with it';
comment on column contacts.post_id is 'the post of that link';
comment on column contacts.form_id is 'the form that it was sent through';

create index contacts_post on contacts (workspace_id, post_id, id) where post_id is not null;
create index contacts_link on contacts (workspace_id, link_id, id) where link_id is not null;
create index contacts_form_id on contacts (workspace_id, form_id, id) where form_id is not null;

-- What a contact said about where it came from, when it came. Only ever added to, and gone with the contact.
create table touches (
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

create index touches_person on touches (workspace_id, email_key, contact_id) where email_key is not null;

-- Counts for reports ---------------------------------------------------------------------------------------------------

-- Each contact is a lead. Its first touch is the earliest of its person, its last touch the latest up to itself. Only leads
-- that have one are here; all others have the key "none" in every report.
create table lead_touches (
  workspace_id uuid not null,
  contact_id   uuid not null,
  day          date not null,
  first_keys   text[] not null check (cardinality(first_keys) = 6),
  last_keys    text[] not null check (cardinality(last_keys) = 6),
  primary key (workspace_id, contact_id)
);

comment on column lead_touches.day is 'on which it came in, in UTC';
comment on column lead_touches.first_keys is 'post, platform, source, medium, campaign, form of the first touch';

-- Follows lead_touches by a trigger. A row that counts nothing is gone, because a key may be something that a person sent.
create table lead_counts (
  workspace_id uuid not null,
  touch        text not null check (touch in ('first', 'last')),
  by           text not null check (by in ('post', 'platform', 'source', 'medium', 'campaign', 'form')),
  day          date not null,
  key          text not null,
  leads        bigint not null,
  primary key (workspace_id, touch, by, day, key)
) with (fillfactor = 80);

-- Contacts whose touches have to be found out: a row for each statement that stored some. It is worked off one at a time,
-- from what is committed, so that two contacts of one person that come at the same moment are counted right.
create table lead_queue (
  workspace_id uuid not null,
  from_id      uuid not null,
  to_id        uuid not null,
  whole        boolean not null default false
);

comment on column lead_queue.whole is 'all contacts of the same people, because one of their touches is gone or moved';

-- Clicks of all links by day.
create index link_days_day on link_days (workspace_id, day);

-- What reports call a post that was deleted.
create table gone_posts (
  workspace_id uuid not null,
  post_id      uuid not null,
  platform     text not null,
  label        text,
  primary key (workspace_id, post_id)
);

create function keep_gone_posts() returns trigger language plpgsql as $$
begin
  insert into gone_posts (workspace_id, post_id, platform, label)
    select workspace_id, id, platform, left(content, 140) from gone
     where exists (select from links where links.workspace_id = gone.workspace_id and links.post_id = gone.id)
    on conflict do nothing;
  return null;
end $$;

create trigger posts_kept_for_reports after delete on posts
  referencing old table as gone for each statement execute function keep_gone_posts();

-- What a lead counts for.
create function lead_keys(first_keys text[], last_keys text[]) returns table (touch text, by text, key text)
language sql immutable as $$
  select touch, by, key
    from (values ('first', first_keys), ('last', last_keys)) as touched (touch, keys)
         cross join unnest(array['post', 'platform', 'source', 'medium', 'campaign', 'form'], keys) as named (by, key)
   where key is not null
$$;

-- At the end of every transaction that lowers a count, so this index is always empty outside of one.
create index lead_counts_empty on lead_counts (workspace_id) where leads = 0;

-- The lowest and the highest UUIDv7 of a millisecond.
create function first_id_at(at timestamptz) returns uuid language sql immutable as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid
$$;
create function last_id_at(at timestamptz) returns uuid language sql immutable as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7fffbfffffffffffffff')::uuid
$$;

-- By post and by link. Here rather than with the contacts, most of which have neither.
create function count_touches() returns trigger language plpgsql as $$
begin
  insert into row_counts as c (workspace_id, kind, slot, rows)
    select workspace_id, kind, pg_backend_pid() % 32, count(*)
      from changed cross join lateral (values ('post_leads:' || post_id), ('link_leads:' || link_id)) as counted (kind)
     where kind is not null group by 1, 2 order by 1, 2
    on conflict (workspace_id, kind, slot) do update set rows = c.rows + excluded.rows;
  return null;
end $$;

create trigger touches_counted_in after insert on touches
  referencing new table as changed for each statement execute function count_touches();

-- As before, and by day as well.
create or replace function count_contacts() returns trigger language plpgsql as $$
begin
  -- Ordered, so that two statements that touch the same rows take their locks in the same order.
  if tg_op = 'INSERT' then
    -- First by day, so that little is left to be named and sorted; and all in one statement, because each has its price.
    with daily as materialized (
      select workspace_id, (created_at at time zone 'UTC')::date as day, count(*) as rows,
             min(created_at) as first_at, max(created_at) as last_at
        from changed group by 1, 2),
    queued as (
      -- Ids carry their millisecond, and times have a minimum at a third of the price.
      insert into lead_queue (workspace_id, from_id, to_id)
      select workspace_id, first_id_at(first_at), last_id_at(last_at) from daily)
    insert into row_counts as c (workspace_id, kind, slot, rows)
      select workspace_id, kind, pg_backend_pid() % 32, sum(rows)
        from daily cross join lateral (values ('contacts'), ('leads:' || to_char(day, 'YYYY-MM-DD'))) as counted (kind)
       group by 1, 2 order by 1, 2
      on conflict (workspace_id, kind, slot) do update set rows = c.rows + excluded.rows;
  else
    insert into row_counts as c (workspace_id, kind, slot, rows)
      select workspace_id, kind, pg_backend_pid() % 32, -count(*)
        from changed cross join lateral (values ('contacts'), ('leads:' || to_char(created_at at time zone 'UTC', 'YYYY-MM-DD')),
               ('post_leads:' || post_id), ('link_leads:' || link_id)) as counted (kind)
       where kind is not null group by 1, 2 order by 1, 2
      on conflict (workspace_id, kind, slot) do update set rows = c.rows + excluded.rows;
    with removed as (
      delete from lead_touches as lead using changed
       where lead.workspace_id = changed.workspace_id and lead.contact_id = changed.id
      returning lead.*)
    insert into lead_counts as c (workspace_id, touch, by, day, key, leads)
      select workspace_id, touch, by, day, key, -count(*)
        from removed cross join lead_keys(first_keys, last_keys) group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
      on conflict (workspace_id, touch, by, day, key) do update set leads = c.leads + excluded.leads;
    delete from lead_counts where leads = 0 and workspace_id in (select workspace_id from changed);
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
create function move_touch() returns trigger language plpgsql as $$
begin
  update touches set email_key = new.email_key where workspace_id = new.workspace_id and contact_id = new.id;
  insert into lead_queue (workspace_id, from_id, to_id, whole) values (new.workspace_id, new.id, new.id, true);
  insert into lead_queue (workspace_id, from_id, to_id, whole)
    select workspace_id, id, id, true from contacts
     where workspace_id = old.workspace_id and email_key = old.email_key order by id limit 1;
  return null;
end $$;

create trigger contacts_moved after update of email_key on contacts
  for each row when (old.email_key is distinct from new.email_key) execute function move_touch();

-- What came before ------------------------------------------------------------------------------------------------------

insert into touches (workspace_id, contact_id, email_key, utm, at)
  select workspace_id, id, email_key, utm, created_at
    from contacts cross join lateral (select jsonb_strip_nulls(jsonb_build_object('source', utm_source, 'medium', utm_medium,
           'campaign', left(extra ->> 'utm_campaign', 255), 'term', left(extra ->> 'utm_term', 255),
           'content', left(extra ->> 'utm_content', 255))) as utm) as said
   where utm <> '{}';

insert into row_counts (workspace_id, kind, slot, rows)
  select workspace_id, 'leads:' || to_char(created_at at time zone 'UTC', 'YYYY-MM-DD'), 0, count(*) from contacts group by 1, 2;

insert into lead_queue (workspace_id, from_id, to_id)
  select oldest.workspace_id, oldest.id, newest.id
    from (select distinct on (workspace_id) workspace_id, id from contacts order by workspace_id, id) as oldest
         join (select distinct on (workspace_id) workspace_id, id from contacts order by workspace_id, id desc) as newest
           on newest.workspace_id = oldest.workspace_id
   where exists (select from touches where touches.workspace_id = oldest.workspace_id);

-- compatible with: 37

-- Most touches only repeat what their contact says: these are no rows any more. `touches` is now all of them, and rows are only
-- written for what the contact does not say itself, or says differently by now.

alter table contacts add column is_touch boolean;
comment on column contacts.is_touch is 'true: its touch is what it says; false: it has none; null: kept_touches has it, if there is one';

alter table touches rename to kept_touches;
alter index touches_pkey rename to kept_touches_pkey;
alter index touches_person rename to kept_touches_person;

create function utm_of(utm_source text, utm_medium text, extra jsonb) returns jsonb language sql immutable as $$
  select jsonb_strip_nulls(jsonb_build_object('source', utm_source, 'medium', utm_medium, 'campaign', extra -> 'utm_campaign',
    'term', extra -> 'utm_term', 'content', extra -> 'utm_content'))
$$;

create view touches as
  select workspace_id, contact_id, email_key, link_id, post_id, form_id, utm, referrer_origin, landing_path, at from kept_touches
  union all
  select workspace_id, id, email_key, null, null, form_id, utm_of(utm_source, utm_medium, extra), null, null, created_at
    from contacts where is_touch;

-- Nodes of 0.2 write all of them.
create function keep_new_touch() returns trigger language plpgsql as $$
begin
  insert into kept_touches (workspace_id, contact_id, email_key, link_id, post_id, form_id, utm, referrer_origin, landing_path, at)
    values (new.workspace_id, new.contact_id, new.email_key, new.link_id, new.post_id, new.form_id, new.utm, new.referrer_origin,
      new.landing_path, new.at);
  return new;
end $$;

create trigger touches_kept instead of insert on touches for each row execute function keep_new_touch();

-- A touch is what the contact said when it came.
create function keep_own_touch() returns trigger language plpgsql as $$
begin
  insert into kept_touches (workspace_id, contact_id, email_key, form_id, utm, at)
    values (old.workspace_id, old.id, new.email_key, old.form_id, utm_of(old.utm_source, old.utm_medium, old.extra), old.created_at);
  new.is_touch := null;
  return new;
end $$;

create trigger contacts_touch_kept before update of utm_source, utm_medium, extra on contacts
  for each row when (old.is_touch and (old.utm_source, old.utm_medium, old.extra) is distinct from (new.utm_source, new.utm_medium, new.extra))
  execute function keep_own_touch();

-- A contact with another address belongs to another person, and so does its touch.
create or replace function move_touch() returns trigger language plpgsql as $$
begin
  update kept_touches set email_key = new.email_key where workspace_id = new.workspace_id and contact_id = new.id;
  insert into lead_queue (workspace_id, from_id, to_id, whole) values (new.workspace_id, new.id, new.id, true);
  insert into lead_queue (workspace_id, from_id, to_id, whole)
    select workspace_id, id, id, true from contacts
     where workspace_id = old.workspace_id and email_key = old.email_key order by id limit 1;
  return null;
end $$;

-- What goes is counted at once; what comes in is counted by count_new_contacts.
create or replace function count_contacts() returns trigger language plpgsql as $$
begin
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
    delete from kept_touches as touch using changed
     where touch.workspace_id = changed.workspace_id and touch.contact_id = changed.id
    returning touch.workspace_id, touch.email_key),
  gone as (
    select workspace_id, email_key from removed union select workspace_id, email_key from changed where is_touch)
  insert into lead_queue (workspace_id, from_id, to_id, whole)
    select other.workspace_id, other.id, other.id, true
      from (select * from gone where email_key is not null) as person
           cross join lateral (select workspace_id, id from contacts
             where contacts.workspace_id = person.workspace_id and contacts.email_key = person.email_key
             order by id limit 1) as other;
  return null;
end $$;

-- Contacts without UTM parameters are counted together, by the quarters of an hour that contact_days has. The others are not: what
-- an erased person was named by is found in the queue by the time of the contact.
create or replace function count_new_contacts() returns trigger language plpgsql as $$
begin
  with noted as (
    insert into contact_days_queue (workspace_id, at, utm_source, utm_medium, channel, contacts)
    select workspace_id, min(created_at), utm_source, utm_medium, contact_channel(webhook_id, key_id), count(*)
      from changed
     group by workspace_id, utm_source, utm_medium, contact_channel(webhook_id, key_id),
           case when utm_source is null and utm_medium is null then date_bin('15 minutes', created_at, 'epoch') else created_at end)
  insert into lead_queue (workspace_id, day, first_at, last_at, rows)
    select workspace_id, (created_at at time zone 'UTC')::date, min(created_at), max(created_at), count(*)
      from changed group by 1, 2;
  return null;
end $$;

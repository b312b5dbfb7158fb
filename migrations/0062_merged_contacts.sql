-- compatible with: 37

-- Records of one person that were merged. A merged contact is no row of contacts any more, so that lists, totals, searches,
-- exports and reports count the person once without knowing of merges, on nodes of 0.2 too. Its notes, submissions, mails and
-- changes belong to the contact that survives; its touch stays in kept_touches under its own id, with the address of the survivor.
create table merged_contacts (
  workspace_id uuid not null,
  id           uuid not null,
  survivor_id  uuid not null,
  into_id      uuid not null,
  merge_id     uuid not null,
  email_key    text,
  record       jsonb not null,
  touch        jsonb,
  moved        jsonb not null,
  filled       jsonb not null,
  merged_at    timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, survivor_id) references contacts (workspace_id, id) on delete cascade
);

comment on column merged_contacts.survivor_id is 'the contact that the id leads to now';
comment on column merged_contacts.into_id is 'the contact that survived this merge; it may have been merged since';
comment on column merged_contacts.merge_id is 'contacts that were merged together share it; later merges have higher ones';
comment on column merged_contacts.record is 'the row of contacts as it was';
comment on column merged_contacts.touch is 'its row of kept_touches as it was';
comment on column merged_contacts.moved is 'ids of the notes, submissions, mails and changes that the survivor got, by table';
comment on column merged_contacts.filled is 'what the survivor got from it: empty fields, additional fields, tags';

create index merged_contacts_survivor on merged_contacts (workspace_id, survivor_id, merge_id);
create index merged_contacts_email on merged_contacts (workspace_id, email_key) where email_key is not null;

-- The touch of a merged contact goes with it, and contacts of the person that had it as their first or last one are looked at again.
create function remove_merged_touches() returns trigger language plpgsql as $$
begin
  with removed as (
    delete from kept_touches as touch using gone
     where touch.workspace_id = gone.workspace_id and touch.contact_id = gone.id
    returning touch.workspace_id, touch.email_key)
  insert into lead_queue (workspace_id, from_id, to_id, whole)
    select other.workspace_id, other.id, other.id, true
      from (select distinct * from removed where email_key is not null) as person
           cross join lateral (select workspace_id, id from contacts
             where contacts.workspace_id = person.workspace_id and contacts.email_key = person.email_key
             order by id limit 1) as other;
  return null;
end $$;

create trigger merged_contacts_touches_removed after delete on merged_contacts
  referencing old table as gone for each statement execute function remove_merged_touches();

-- A contact with another address belongs to another person, and so do its touch and those of the contacts merged into it.
create or replace function move_touch() returns trigger language plpgsql as $$
begin
  update kept_touches set email_key = new.email_key where workspace_id = new.workspace_id and contact_id = any (array(
    select new.id union all
    select id from merged_contacts where workspace_id = new.workspace_id and survivor_id = new.id));
  insert into lead_queue (workspace_id, from_id, to_id, whole) values (new.workspace_id, new.id, new.id, true);
  insert into lead_queue (workspace_id, from_id, to_id, whole)
    select workspace_id, id, id, true from contacts
     where workspace_id = old.workspace_id and email_key = old.email_key order by id limit 1;
  return null;
end $$;

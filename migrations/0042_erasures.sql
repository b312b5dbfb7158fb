-- compatible with: 26
-- no transaction

-- Erasing a person is a job -------------------------------------------------------------------------------------------

create table if not exists erasures (
  id            uuid primary key,
  workspace_id  uuid not null references workspaces (id) on delete cascade,
  email_sha256  bytea not null check (octet_length(email_sha256) = 32),
  email_key     text,
  spellings     text[],
  in_background boolean not null,
  phase         text,
  after_key     uuid[],
  quiet         uuid[] not null default '{}',
  total         integer,
  looked_at     integer not null default 0,
  erased        jsonb not null,
  created_at    timestamptz not null,
  finished_at   timestamptz,
  check (finished_at is null or (email_key is null and spellings is null and phase is null and quiet = '{}'))
);

comment on column erasures.email_sha256 is 'of email_key: all that is left of the address when it is done';
comment on column erasures.in_background is 'false: a request waits for it, and its row goes when it is done';
comment on column erasures.phase is 'what is being gone through, from after_key on';
comment on column erasures.quiet is 'records that nobody was told of; that they are gone is not told either';
comment on column erasures.total is 'rows to look at; null before it has begun';

create unique index if not exists erasures_running on erasures (workspace_id, email_sha256)
  where in_background and finished_at is null;

-- Events that name somebody else ----------------------------------------------------------------------------------------

-- What names a person is found by the records of the person, but for events with an address that is not, or no longer, that of
-- their contact. Few are, and these have an index. Null where a node of 0.2 wrote the event: it may.
alter table event_outbox add column if not exists names_others boolean;
comment on column event_outbox.names_others is 'whether an address is in data that is not that of the contact; null: perhaps';

-- At once, so that 0.2 writes no false.
do $$
begin
  alter table events add column if not exists names_others boolean default false;
  alter table events alter column names_others set default null;
end $$;
comment on column events.names_others is 'whether an address is in data that is not that of the contact; null: perhaps';

create or replace function mark_former_address() returns trigger language plpgsql as $$
begin
  -- In the order in which they move: what leaves the outbox at this moment is found in the feed.
  update event_outbox set names_others = true where workspace_id = old.workspace_id and subject_id = old.id;
  update events set names_others = true where workspace_id = old.workspace_id and subject_id = old.id;
  return null;
end $$;

create or replace trigger contacts_former_address after update of email_key on contacts
  for each row when (old.email_key is not null and old.email_key is distinct from new.email_key)
  execute function mark_former_address();

create index concurrently if not exists events_naming_others on events (workspace_id, id)
  where names_others is not false and type like 'contact.%';

-- Events from before. Each step is a transaction of its own.
do $$
declare
  part record;
  after_id uuid;
begin
  for part in select distinct workspace_id from row_counts where kind = 'events' loop
    after_id := '00000000-0000-0000-0000-000000000000';
    while after_id is not null loop
      with looked as materialized (
        select id, subject_id, type, data, names_others from events
         where workspace_id = part.workspace_id and id > after_id order by id limit 5000),
      marked as (
        update events event set names_others = true
          from looked left join contacts contact
               on contact.workspace_id = part.workspace_id and contact.id = looked.subject_id
         where event.workspace_id = part.workspace_id and event.id = looked.id
           and looked.type like 'contact.%' and looked.names_others is false and looked.data ->> 'erased' is null
           and (looked.data::text ~ '@.*@|%40|u0040'
             or looked.data::text like '%@%'
               and (looked.data ->> 'email' is null or lower(looked.data ->> 'email') is distinct from lower(contact.email))))
      select (select id from looked order by id offset 4999) into after_id;
      commit;
    end loop;
  end loop;
end $$;

create index concurrently if not exists contact_notes_addresses on contact_notes (workspace_id, id)
  where text ~ '@|%40|u0040';

create index concurrently if not exists submissions_payload on submissions (workspace_id, id)
  where payload is not null;

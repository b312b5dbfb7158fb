-- compatible with: 21
-- no transaction

-- Leads are worked on ---------------------------------------------------------------------------------------------------

-- Constant defaults: no row is written anew.
alter table contacts
  add column if not exists status   text not null default 'new',
  add column if not exists owner_id uuid,
  add column if not exists tags     text[] not null default '{}';

comment on column contacts.owner_id is 'the person of the team who looks after it; taken away by a job when they leave';

alter table contacts drop constraint if exists contacts_status_check;

-- Not valid at first, because reading all rows under this lock would hold up the intake.
alter table contacts add constraint contacts_status_check
  check (status in ('new', 'contacted', 'qualified', 'won', 'lost')) not valid;

alter table contacts validate constraint contacts_status_check;

-- None of these holds anything of a contact that just came in, so that the intake does not pay for them. New contacts are found
-- along the primary key, and counted as all contacts without those in the index.
create index concurrently if not exists contacts_status on contacts (workspace_id, status, id) where status <> 'new';

create index concurrently if not exists contacts_owner on contacts (workspace_id, owner_id, id) where owner_id is not null;

create index concurrently if not exists contacts_tagged on contacts (workspace_id, id) where tags <> '{}';

create index concurrently if not exists contacts_tags on contacts using gin (tags) where tags <> '{}';

alter table workspaces add column if not exists contact_statuses jsonb;

comment on column workspaces.contact_statuses is 'status → its name in this workspace; null for the usual names';

-- The foreign keys below cost a contact nothing when it comes in, and nothing is left of it when it goes.

create table if not exists contact_notes (
  workspace_id uuid not null,
  id           uuid not null,
  contact_id   uuid not null,
  text         text not null check (text <> ''),
  user_id      uuid,
  key_id       uuid,
  author       text,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, contact_id) references contacts (workspace_id, id) on delete cascade
);

comment on column contact_notes.author is 'name of the person or the key, as it was then';

create index concurrently if not exists contact_notes_contact on contact_notes (workspace_id, contact_id, id);

-- What happened to the status and the owner, for the history of a person.
create table if not exists contact_changes (
  workspace_id uuid not null,
  id           uuid not null,
  contact_id   uuid not null,
  field        text not null check (field in ('status', 'owner_id')),
  from_value   text,
  to_value     text,
  from_name    text,
  to_name      text,
  user_id      uuid,
  key_id       uuid,
  author       text,
  created_at   timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, contact_id) references contacts (workspace_id, id) on delete cascade
);

comment on column contact_changes.from_name is 'of a person, as it was then; null for a status';

create index concurrently if not exists contact_changes_contact on contact_changes (workspace_id, contact_id, id);

create table if not exists contact_views (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id           uuid not null,
  name         text not null check (name <> ''),
  filter       jsonb not null,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (workspace_id, id)
);

comment on column contact_views.filter is 'query parameters of the list of contacts';

create unique index concurrently if not exists contact_views_name on contact_views (workspace_id, lower(name));

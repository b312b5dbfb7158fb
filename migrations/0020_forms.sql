-- compatible with: 19

-- Forms ------------------------------------------------------------------------------------------------------------------

create table forms (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id           uuid not null,
  public_id    text not null unique check (public_id ~ '^[0-9A-Za-z]{16,32}$'),
  name         text not null check (name <> ''),
  fields       jsonb not null,
  settings     jsonb not null default '{}',
  version      integer not null default 1,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (workspace_id, id)
);

comment on column forms.public_id is 'in the address that websites send to: it can be read by anyone, and cannot be guessed';

-- Every process has forms in memory, as it has keys, under the bytes of their public id.
create function announce_form() returns trigger language plpgsql as $$
begin
  perform pg_notify('doorpost_credentials', encode(convert_to(old.public_id, 'UTF8'), 'hex'));
  return null;
end $$;

create trigger forms_changed after update or delete on forms for each row execute function announce_form();

-- Every text that somebody may have agreed to is kept as it was shown, also when the form is gone.
create table form_consents (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  form_id      uuid not null,
  version      integer not null,
  purpose      text not null,
  text         text not null,
  created_at   timestamptz not null,
  primary key (workspace_id, form_id, version)
);

create table submissions (
  workspace_id    uuid not null,
  id              uuid not null,
  form_id         uuid not null,
  contact_id      uuid,
  state           text not null check (state in ('accepted', 'held', 'test')),
  points          integer not null default 0,
  reasons         jsonb not null default '[]',
  payload         jsonb,
  email_key       text,
  consent_version integer,
  consented_at    timestamptz,
  confirmed_at    timestamptz,
  withdrawn_at    timestamptz,
  expires_at      timestamptz,
  created_at      timestamptz not null,
  accepted_at     timestamptz,
  primary key (workspace_id, id)
);

comment on column submissions.payload is 'what was sent, while it is held or for a test; null once it is a contact';
comment on column submissions.email_key is 'finds it again when the person is erased';

create index submissions_form on submissions (workspace_id, form_id, id);
create index submissions_held on submissions (workspace_id, id) where state = 'held';
create index submissions_contact on submissions (workspace_id, contact_id) where contact_id is not null;
create index submissions_email on submissions (workspace_id, email_key) where email_key is not null;
create index submissions_expiring on submissions (expires_at) where expires_at is not null;

-- A submission says nothing without its contact: it goes with it, whoever deletes the contact.
create function remove_submissions() returns trigger language plpgsql as $$
begin
  delete from submissions s using gone
   where s.workspace_id = gone.workspace_id and s.contact_id = gone.id;
  return null;
end $$;

create trigger contacts_submissions_removed after delete on contacts
  referencing old table as gone for each statement execute function remove_submissions();

-- What a form has brought, by day: views of its page (by people and by machines), submissions, those that are held, those
-- whose sender has confirmed. Spread over slots by connection so that commits do not wait for each other.
create table form_days (
  workspace_id uuid not null,
  form_id      uuid not null,
  day          date not null,
  kind         text not null check (kind in ('view', 'bot_view', 'submission', 'held', 'confirmed')),
  slot         smallint not null,
  count        bigint not null,
  primary key (workspace_id, form_id, day, kind, slot)
) with (fillfactor = 50);

-- Held ones count for the day they came, also when they are accepted or go. Tests do not count.
create function count_submissions() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    -- Deletions have slots of their own: erasing a person counts these before contacts, intake the other way round, and on
    -- the same rows they could wait for each other.
    insert into form_days as d (workspace_id, form_id, day, kind, slot, count)
      select workspace_id, form_id, (created_at at time zone 'UTC')::date, 'held',
             pg_backend_pid() % 32 + case tg_op when 'DELETE' then 32 else 0 end, -count(*)
        from gone where state = 'held' group by 1, 2, 3 order by 1, 2, 3
      on conflict (workspace_id, form_id, day, kind, slot) do update set count = d.count + excluded.count;
  end if;
  if tg_op <> 'DELETE' then
    insert into form_days as d (workspace_id, form_id, day, kind, slot, count)
      select workspace_id, form_id, (created_at at time zone 'UTC')::date, 'held', pg_backend_pid() % 32, count(*)
        from come where state = 'held' group by 1, 2, 3 order by 1, 2, 3
      on conflict (workspace_id, form_id, day, kind, slot) do update set count = d.count + excluded.count;
  end if;
  if tg_op = 'INSERT' then
    insert into form_days as d (workspace_id, form_id, day, kind, slot, count)
      select workspace_id, form_id, (created_at at time zone 'UTC')::date, 'submission', pg_backend_pid() % 32, count(*)
        from come where state <> 'test' group by 1, 2, 3 order by 1, 2, 3
      on conflict (workspace_id, form_id, day, kind, slot) do update set count = d.count + excluded.count;
  end if;
  if tg_op = 'UPDATE' then
    insert into form_days as d (workspace_id, form_id, day, kind, slot, count)
      select come.workspace_id, come.form_id, (come.confirmed_at at time zone 'UTC')::date, 'confirmed',
             pg_backend_pid() % 32, count(*)
        from come join gone using (workspace_id, id)
       where come.confirmed_at is not null and gone.confirmed_at is null and come.state <> 'test'
       group by 1, 2, 3 order by 1, 2, 3
      on conflict (workspace_id, form_id, day, kind, slot) do update set count = d.count + excluded.count;
  end if;
  return null;
end $$;

create trigger submissions_counted_in after insert on submissions
  referencing new table as come for each statement execute function count_submissions();
create trigger submissions_counted_out after delete on submissions
  referencing old table as gone for each statement execute function count_submissions();
create trigger submissions_counted_over after update on submissions
  referencing old table as gone new table as come for each statement execute function count_submissions();

-- Files that came with a submission. Their bytes are in the store of uploaded files; nobody serves them without asking who
-- reads them.
create table submission_files (
  workspace_id  uuid not null,
  id            uuid not null,
  submission_id uuid not null,
  field         text not null,
  file          text not null unique,
  store         text not null check (store in ('disk', 's3')),
  sha256        bytea not null check (octet_length(sha256) = 32),
  type          text not null,
  bytes         bigint not null check (bytes > 0),
  name          text not null,
  created_at    timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, submission_id) references submissions (workspace_id, id) on delete cascade
);

create index submission_files_submission on submission_files (workspace_id, submission_id);

create trigger submission_files_deleted after delete on submission_files
  for each row execute function note_media_leftover();

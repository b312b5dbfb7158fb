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

-- Every text that somebody may have agreed to is kept as it was shown.
create table form_consents (
  workspace_id uuid not null,
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
  state           text not null check (state in ('accepted', 'held')),
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

comment on column submissions.payload is 'what was sent, while it is held; null once it is a contact';
comment on column submissions.email_key is 'finds it again when the person is erased';

create index submissions_form on submissions (workspace_id, form_id, id);
create index submissions_held on submissions (workspace_id, id) where state = 'held';
create index submissions_contact on submissions (workspace_id, contact_id) where contact_id is not null;
create index submissions_email on submissions (workspace_id, email_key) where email_key is not null;

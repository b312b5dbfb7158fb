-- compatible with: 20

-- Mail -------------------------------------------------------------------------------------------------------------------

-- Mails that are to go out, written with what they are about. What they say is made when they are sent: of the lead
-- there is only its id, so that nothing of it is left here when it is deleted.
create table mails (
  workspace_id  uuid not null references workspaces (id) on delete cascade,
  id            uuid not null,
  kind          text not null check (kind in ('lead', 'auto_reply', 'opt_in', 'weekly')),
  state         text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'dropped')),
  to_address    text not null check (to_address <> ''),
  to_key        text not null,
  user_id       uuid references users (id) on delete cascade,
  form_id       uuid,
  contact_id    uuid,
  submission_id uuid,
  batch         text,
  leads         integer not null default 1,
  attempts      integer not null default 0,
  first_tried_at timestamptz,
  counted_at    timestamptz,
  reason        text,
  due_at        timestamptz not null,
  created_at    timestamptz not null,
  done_at       timestamptz,
  primary key (workspace_id, id)
);

comment on column mails.to_key is 'finds it again when the person is erased';
comment on column mails.user_id is 'somebody of the team who wants such mail';
comment on column mails.batch is 'those with the same one that are due go out as one mail';
comment on column mails.leads is 'how many it stands for; more than one has no contact_id';
comment on column mails.due_at is 'when it is sent, or, while it is being sent, when another worker may take it over';
comment on column mails.counted_at is 'when it was counted against the limits of the day';

create index mails_due on mails (due_at) where state = 'waiting';
create index mails_batch on mails (workspace_id, batch, due_at) where state = 'waiting' and batch is not null;
create index mails_contact on mails (workspace_id, contact_id) where contact_id is not null;
create index mails_receiver on mails (workspace_id, to_key);
create index mails_done on mails (done_at) where state <> 'waiting';

-- How many mails went to an address, for a form or for a workspace since `since`. Addresses are hashes here.
create table mail_counts (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  name         text not null,
  since        timestamptz not null,
  count        integer not null,
  primary key (workspace_id, name)
);

create index mail_counts_since on mail_counts (since);

-- Addresses that want no more mail of a kind. Only their hash is kept: it has to outlive the person's data.
create table mail_stops (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  address_hash bytea not null check (octet_length(address_hash) = 32),
  kind         text not null check (kind in ('notice', 'sender')),
  created_at   timestamptz not null,
  primary key (workspace_id, address_hash, kind)
);

-- How far the feed was read for people who want mail about new leads.
create table mail_feed (
  workspace_id uuid primary key references workspaces (id) on delete cascade,
  position     bigint not null
);

alter table members
  add column lead_mail text not null default 'off' check (lead_mail in ('off', 'each', 'hourly', 'daily')),
  add column lead_mail_since timestamptz,
  add column weekly_mail boolean not null default false,
  add column weekly_mail_until date;

comment on column members.lead_mail_since is 'leads that came before are not told';
comment on column members.weekly_mail_until is 'the Monday up to which results were told';

-- Whatever deletes a contact deletes the mails about it and to it.
create function delete_mails_of_contacts() returns trigger language plpgsql as $$
begin
  delete from mails using gone where mails.workspace_id = gone.workspace_id and mails.contact_id = gone.id;
  return null;
end $$;

create trigger contacts_mails after delete on contacts
  referencing old table as gone for each statement execute function delete_mails_of_contacts();

-- Double opt-in ------------------------------------------------------------------------------------------------------------

alter table contacts add column confirmation text;
-- Not valid: reading all rows under this lock would hold up the intake. 0027 validates it beside the traffic.
alter table contacts add constraint contacts_confirmation_check check (confirmation in ('pending', 'confirmed')) not valid;
comment on column contacts.confirmation is 'whether the address was confirmed with a mail; null where nobody asked';

alter table submissions add column is_quiet boolean not null default false;
comment on column submissions.is_quiet is 'nobody is told of the lead before its address is confirmed';

-- Those of one address that wait to be confirmed.
create index submissions_unconfirmed on submissions (workspace_id, form_id, email_key)
  where state = 'accepted' and confirmed_at is null and email_key is not null;

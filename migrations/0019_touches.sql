-- compatible with: 18

-- Where contacts come from ---------------------------------------------------------------------------------------------

alter table contacts add column link_id uuid, add column post_id uuid, add column form_id uuid;

comment on column contacts.link_id is 'the link whose code came with it';
comment on column contacts.post_id is 'the post of that link';
comment on column contacts.form_id is 'the form that it was sent through';

create index contacts_post on contacts (workspace_id, post_id, id) where post_id is not null;
create index contacts_link on contacts (workspace_id, link_id, id) where link_id is not null;
create index contacts_form_id on contacts (workspace_id, form_id, id) where form_id is not null;

-- What a contact said about where it came from, when it came. Only ever added to, and erased with the contact.
create table touches (
  workspace_id    uuid not null,
  contact_id      uuid not null,
  link_id         uuid,
  post_id         uuid,
  form_id         uuid,
  utm             jsonb not null default '{}',
  referrer_origin text,
  landing_path    text,
  at              timestamptz not null,
  primary key (workspace_id, contact_id)
);

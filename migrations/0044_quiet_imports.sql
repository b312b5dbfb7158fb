-- compatible with: 37

-- Imports tell chats and mailboxes of their contacts only when they are asked to.

alter table contact_imports add column notify boolean not null default false;
comment on column contact_imports.notify is 'chats and people of the team are told of each contact';

alter table event_outbox add column is_quiet boolean not null default false;
alter table events add column is_quiet boolean not null default false;
comment on column events.is_quiet is 'chats and mails to the team leave it out';

-- Limits of mails to strangers also count by who caused them.

alter table mails add column client_mark text;
comment on column mails.client_mark is 'a keyed hash of the address of the client that caused it; removed when the mail is done with';

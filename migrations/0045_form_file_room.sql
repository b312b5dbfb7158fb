-- compatible with: 37

-- Room for files that strangers send with forms is reserved before they are stored, so that uploads which arrive together
-- cannot take more than there is. A row stays for a day, because a client may send only so much in one.

create table form_file_room (
  id           uuid primary key,
  workspace_id uuid not null,
  client_mark  text not null,
  bytes        bigint not null check (bytes > 0),
  is_held      boolean not null,
  stored_at    timestamptz,
  created_at   timestamptz not null
);
comment on column form_file_room.client_mark is 'a keyed hash of the address of the client that sent them';
comment on column form_file_room.stored_at is 'since then submission_files has them; null while they are being stored';

create index form_file_room_recent on form_file_room (workspace_id, created_at);

-- compatible with: 13

-- Files that people upload for their posts. The bytes are in a folder or a bucket; a row is written after its file is
-- safe there, so there is never a row without a file.
create table media (
  id           uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  key_id       uuid,
  file         text not null unique check (file ~ '^[A-Za-z0-9_-]{32}[.][a-z0-9]{3,4}$'),
  store        text not null check (store in ('disk', 's3')),
  sha256       bytea not null check (octet_length(sha256) = 32),
  type         text not null check (type in ('jpeg', 'png', 'webp', 'gif', 'mp4', 'mov', 'pdf')),
  bytes        bigint not null check (bytes > 0),
  width        integer,
  height       integer,
  duration_ms  integer,
  name         text not null,
  alt_text     text,
  touched_at   timestamptz not null,
  created_at   timestamptz not null,
  unique (workspace_id, sha256)
);

comment on column media.file is 'its name in the store and the last part of its URL; whoever knows it may read the file';
comment on column media.touched_at is 'when it was last uploaded; a file that no post has goes 30 days later';

create index media_workspace on media (workspace_id, id);

-- Which posts have which files. Kept by the trigger below, whoever writes a post.
create table media_uses (
  media_id     uuid not null references media (id) on delete cascade,
  post_id      uuid not null,
  workspace_id uuid not null,
  primary key (media_id, post_id),
  foreign key (workspace_id, post_id) references posts (workspace_id, id) on delete cascade
);

create index media_uses_post on media_uses (workspace_id, post_id);

-- Files that may have to go: noted before a file is put into the store and when its row is deleted; forgotten when the row
-- is written or the file is gone. After a crash the clean-up job does what is noted here.
create table media_leftovers (
  file         text primary key,
  store        text not null,
  remove_after timestamptz not null
);

create index media_leftovers_due on media_leftovers (remove_after);

create function note_media_leftover() returns trigger language plpgsql as $$
begin
  insert into media_leftovers (file, store, remove_after) values (old.file, old.store, '-infinity')
  on conflict (file) do update set remove_after = excluded.remove_after;
  return null;
end $$;

create trigger media_deleted after delete on media for each row execute function note_media_leftover();

alter table posts add column alt_texts jsonb;

comment on column posts.alt_texts is 'what the files show, in the order of media_urls; null entries have none';

-- The row of the file is locked: a file that is being deleted is waited for, and then no longer used.
create function note_media_uses() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from media_uses where workspace_id = new.workspace_id and post_id = new.id;
  end if;
  insert into media_uses (media_id, post_id, workspace_id)
  select media.id, new.id, new.workspace_id
    from media
   where media.workspace_id = new.workspace_id
     and media.file in (select substring(url from '/files/([A-Za-z0-9_-]{32}[.][a-z0-9]{3,4})(?:[?#]|$)')
                          from jsonb_array_elements_text(new.media_urls) as url)
     for key share of media;
  return null;
end $$;

create trigger posts_media_insert after insert on posts
  for each row when (new.media_urls::text like '%/files/%') execute function note_media_uses();
create trigger posts_media_update after update of media_urls on posts
  for each row when (new.media_urls is distinct from old.media_urls) execute function note_media_uses();

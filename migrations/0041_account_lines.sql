-- compatible with: 37
-- no transaction

-- When a post was given its date: a date that was in the past already does not count as a wait in line.
alter table posts add column if not exists queued_at timestamptz;
comment on column posts.queued_at is 'when its date or status was last changed; null when that was at its creation';
comment on column posts.in_line_since is 'of a post that was held: until when it was in time';

-- The first due post of an account. Posts are created and sent while this is built.
create index concurrently if not exists posts_line on posts (workspace_id, platform, connection_id, scheduled_date, id)
  where publication_state in ('waiting', 'deferred');
drop index concurrently if exists posts_due;

-- When posts were being published. A post is late by the time that is missing here since its date.
create table if not exists publishing_uptime (
  since timestamptz primary key,
  until timestamptz not null
);

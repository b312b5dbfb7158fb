-- compatible with: 15
-- no transaction

-- Posts that were composed together, one for each account: they carry the same id of their group. A group has nothing of
-- its own, so there is no table for it; it is gone with its last post.
alter table posts add column if not exists group_id uuid;

comment on column posts.group_id is 'the posts that were composed together for several accounts; null for a single one';

-- Posts are created and sent while these are built.
create index concurrently if not exists posts_group on posts (workspace_id, group_id) where group_id is not null;

-- Lists and calendars of one account.
create index concurrently if not exists posts_account on posts (workspace_id, connection_id, id) where connection_id is not null;

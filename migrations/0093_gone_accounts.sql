-- compatible with: 37

-- The account that a deleted post was on, for reports by network. Null for posts that were deleted before.
alter table gone_posts add column connection_id uuid;

create or replace function keep_gone_posts() returns trigger language plpgsql as $$
begin
  insert into gone_posts (workspace_id, post_id, platform, label, connection_id)
    select workspace_id, id, platform, left(content, 140), connection_id from gone
     where exists (select from links where links.workspace_id = gone.workspace_id and links.post_id = gone.id)
    on conflict do nothing;
  return null;
end $$;

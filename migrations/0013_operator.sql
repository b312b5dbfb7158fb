-- compatible with: nothing

-- Which SECRET_KEY the nodes of this installation share: its id, which says nothing about the key.
create table secret_key (
  only_row boolean primary key default true check (only_row),
  key_id   text not null check (key_id ~ '^[0-9a-f]{8}$'),
  set_at   timestamptz not null default now()
);

-- Until 0.1 the sandbox shared the data of the installation. Its accounts are simulated and stay behind as defaults that
-- no post can go out on; from now on the sandbox has a database of its own. Posts that waited for such an account are
-- given back to the default of their platform, and go on when there is one.
update posts set connection_id = null
 where connection_id in (select id from connections where sandbox)
   and publication_state in ('none', 'waiting', 'deferred', 'held', 'missed', 'failed', 'cancelled');
delete from connections where sandbox;
update connections set is_default = true
 where id in (select distinct on (workspace_id, platform) id from connections candidate
               where not exists (select from connections taken
                                  where taken.workspace_id = candidate.workspace_id
                                    and taken.platform = candidate.platform and taken.is_default)
               order by workspace_id, platform, created_at);

-- For the metrics, which are read every few seconds: each state is counted along an index that holds nothing else.
create index posts_deferred on posts (workspace_id) where publication_state = 'deferred';
create index event_deliveries_failed on event_deliveries (endpoint_id) where state = 'failed';

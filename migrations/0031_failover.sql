-- compatible with: 26

-- A failover that lost nothing goes on by itself: src/installation/guard.ts. Every node that sends says what its own record
-- of sends agrees with.
alter table installation_nodes
  add column publishes boolean not null default true,
  add column timeline  integer;

comment on column installation_nodes.publishes is 'it sends posts, so its record of sends matters';
comment on column installation_nodes.timeline is 'of the log of the database, as far as the record of this node agrees with it';

-- What needs a person ---------------------------------------------------------------------------------------------------

-- Not by updated_at: a change that moves nothing else would then have to be written to the index as well.
create index posts_attention on posts (workspace_id, publication_state, scheduled_date, id)
  where publication_state in ('failed', 'unconfirmed', 'missed', 'held');

-- Apart from those that are pending: a backlog of them must not be read to find the few that failed.
create index webhook_deliveries_failed on webhook_deliveries (workspace_id, source_id, id) where mapping_state = 'failed';

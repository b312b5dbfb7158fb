-- compatible with: 37
-- no transaction

-- Finds contacts by `updated_after`. New contacts are not in it: they are found by their ids.

create index concurrently if not exists contacts_changed on contacts (workspace_id, changed_at)
  where changed_at is not null;

-- compatible with: 37
-- no transaction

-- Finds the first and the last touch of a person, beside kept_touches_person.

create index concurrently if not exists contacts_touch on contacts (workspace_id, email_key, id)
  where is_touch and email_key is not null;

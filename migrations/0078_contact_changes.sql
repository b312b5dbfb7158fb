-- compatible with: 37

-- When a contact was changed last, whoever changed it, nodes of 0.2 included. Null where it never was, which costs new contacts
-- nothing: `updated_at` is then `created_at`.
alter table contacts add column changed_at timestamptz;

comment on column contacts.changed_at is 'null if it never was; for contacts of before 0078, since then';

create function stamp_contact() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  -- Not the start of the transaction: whoever asks for what changed since then would miss what it does later.
  new.changed_at := greatest(clock_timestamp(), old.changed_at, old.created_at);
  return new;
end $$;

create or replace trigger contacts_version before update on contacts
  for each row execute function stamp_contact();

-- compatible with: 37

-- When a person changed a file's name or alt text last, nodes of 0.2 included. Null where nobody did: `updated_at` is
-- then `created_at`.
alter table media add column changed_at timestamptz;

create function stamp_media() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.changed_at := greatest(clock_timestamp(), old.changed_at, old.created_at);
  return new;
end $$;

create or replace trigger media_version before update on media
  for each row when ((old.name, old.alt_text) is distinct from (new.name, new.alt_text))
  execute function stamp_media();

-- compatible with: 37

-- The version that If-Match compares, as contacts and endpoints have it: it grows with what a caller can change, not
-- with deliveries or uses.
alter table webhook_sources add column version integer not null default 1;
create trigger webhook_sources_version before update on webhook_sources
  for each row execute function raise_version();

alter table media add column version integer not null default 1;
create trigger media_version before update on media
  for each row when ((old.name, old.alt_text) is distinct from (new.name, new.alt_text))
  execute function raise_version();

-- compatible with: 37

-- A key that was rotated: its previous secret works until `old_key_until`. A node of 0.2 knows only the new one.
alter table api_keys
  add column old_key_hash bytea unique check (octet_length(old_key_hash) = 32),
  add column old_key_until timestamptz,
  add column old_hint text,
  add column old_last_used_at timestamptz;

-- A key is in the memory of every process under each of its secrets.
create function announce_key() returns trigger language plpgsql as $$
begin
  perform pg_notify('doorpost_credentials', encode(hash, 'hex'))
    from unnest(array[old.key_hash, old.old_key_hash]) as hash where hash is not null;
  if tg_op = 'UPDATE' then
    perform pg_notify('doorpost_credentials', encode(hash, 'hex'))
      from unnest(array[new.key_hash, new.old_key_hash]) as hash where hash is not null;
  end if;
  return null;
end $$;

create or replace trigger api_keys_changed
  after update of revoked_at, expires_at, scopes, key_hash, old_key_hash, old_key_until or delete on api_keys
  for each row execute function announce_key();

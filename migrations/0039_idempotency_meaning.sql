-- compatible with: 26

-- A repeat is recognised by what it says. request_hash stays the hash of the bytes, by which nodes of 0.2 compare.

alter table idempotency_keys add column meaning_hash bytea, add column headers jsonb;
comment on column idempotency_keys.meaning_hash is 'of route, method and parsed body; null in rows of 0.2';
comment on column idempotency_keys.headers is 'that a repeat gets again, such as ETag and Location';

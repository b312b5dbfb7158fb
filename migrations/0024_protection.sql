-- compatible with: 23

-- Proofs of work count once ------------------------------------------------------------------------------------------------

-- Not logged: it costs a submission no wait for the disk. After a crash of the database it is empty, and a proof that is
-- younger than its two hours may then count a second time.
create unlogged table used_proofs (
  nonce      bytea primary key check (octet_length(nonce) = 16),
  expires_at timestamptz not null
);

create index used_proofs_expired on used_proofs (expires_at);

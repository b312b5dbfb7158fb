-- compatible with: nothing

-- Guesses at a second factor are counted here before they are judged, by one statement each: many at once, on several
-- nodes, are no way around the limit.
create table second_factor_guesses (
  user_id uuid primary key references users (id) on delete cascade,
  guesses smallint not null check (guesses > 0),
  last_at timestamptz not null
);

comment on table second_factor_guesses is 'codes that were tried since the last right one; the row goes with a right one';

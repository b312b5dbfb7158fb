-- compatible with: 28

-- Publishing changes a post about ten times and its status never. Each of these updates counted the post out and in again,
-- and so held a count until its commit: with several workers they waited for each other. Only what has changed is counted.
create or replace function count_posts() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into row_counts as c (workspace_id, kind, slot, rows)
      select workspace_id, 'posts:' || platform || ':' || status, pg_backend_pid() % 32, sum(change)
        from (select workspace_id, platform, status, -1 as change from gone
              union all select workspace_id, platform, status, 1 from come) as both_sides
       group by 1, 2 having sum(change) <> 0 order by 1, 2
      on conflict (workspace_id, kind, slot) do update set rows = c.rows + excluded.rows;
  elsif tg_op = 'DELETE' then
    insert into row_counts as c (workspace_id, kind, slot, rows)
      select workspace_id, 'posts:' || platform || ':' || status, pg_backend_pid() % 32, -count(*)
        from gone group by 1, 2 order by 1, 2
      on conflict (workspace_id, kind, slot) do update set rows = c.rows + excluded.rows;
  else
    insert into row_counts as c (workspace_id, kind, slot, rows)
      select workspace_id, 'posts:' || platform || ':' || status, pg_backend_pid() % 32, count(*)
        from come group by 1, 2 order by 1, 2
      on conflict (workspace_id, kind, slot) do update set rows = c.rows + excluded.rows;
  end if;
  return null;
end $$;

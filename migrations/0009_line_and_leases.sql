-- compatible with: nothing

-- Since when a due post has waited for an earlier one of its account: the wait is bounded, and is not lateness.
alter table posts add column in_line_since timestamptz;

-- When the process of the worker last said that it lives, by the database's clock. Null: it runs an older version, which
-- has only its lock. A process that is stopped keeps its connection and with it its lock.
alter table job_workers add column seen_at timestamptz;

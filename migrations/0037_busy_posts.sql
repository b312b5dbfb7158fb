-- compatible with: 26

-- A publication that takes long ends its job, so that the account's other posts can go out, and goes on without one.

alter table posts add column busy_until timestamptz;
comment on column posts.busy_until is 'until when a run without a job has the post; another one may continue it after that';

-- compatible with: 37

-- How a person reads the dashboard and mails. Null: as the browser, or the workspace, has it.
alter table users
  add column language text check (language ~ '^[a-z]{2}$'),
  add column time_zone text,
  add column time_format text check (time_format in ('12h', '24h')),
  add column week_start text check (week_start in ('monday', 'sunday', 'saturday'));

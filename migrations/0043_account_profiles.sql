-- compatible with: 37

-- Names and limits of accounts are read again once a day.

alter table connections add column profile_checked_at timestamptz;
comment on column connections.profile_checked_at is 'when handle, name and limits were last read; null when that was at the approval';

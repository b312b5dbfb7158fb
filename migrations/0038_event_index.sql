-- compatible with: 26

-- Several events of one change share its subject_version; the index tells them apart and in which order they are meant. A node
-- of 0.2 that moves events to the feed meanwhile leaves it at 0.

alter table event_outbox add column change_index smallint not null default 0;
alter table events add column change_index smallint not null default 0;

comment on column events.change_index is 'counts the events of one change, from 0: (subject_version, change_index) never ties';

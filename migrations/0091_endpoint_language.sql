-- compatible with: 37

-- The language of messages to a chat or a phone. Nodes of 0.2 write English, whatever it says.
alter table event_endpoints add column language text not null default 'en' check (language ~ '^[a-z]{2}$');

comment on column event_endpoints.language is 'of messages to a chat or a phone; a webhook gets data and ignores it';

-- compatible with: 37

-- What went wrong in an attempt is a code of the catalogue with its values, as in 0048.

alter table event_attempts add column message_code text, add column message_values jsonb;

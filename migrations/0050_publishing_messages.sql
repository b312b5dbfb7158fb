-- compatible with: 37

-- What went wrong in an attempt to publish is a code of the catalogue with its values, as in 0048.

alter table post_attempts add column message_code text, add column message_values jsonb;

-- compatible with: 26
-- no transaction

-- Large tables -------------------------------------------------------------------------------------------------------------

-- Reads all rows, but blocks nobody.
alter table contacts validate constraint contacts_confirmation_check;

alter table posts validate constraint posts_track_links_check;

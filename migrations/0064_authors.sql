-- compatible with: 37

-- Who wrote a post in the dashboard; null with an API key, and for posts of 0.2.
alter table posts add column author_id uuid;

-- Whether somebody has decided what becomes of links. The composer asks once, at the first link.
alter table workspaces add column track_links_chosen boolean not null default false;
update workspaces set track_links_chosen = true where track_links <> 'off';

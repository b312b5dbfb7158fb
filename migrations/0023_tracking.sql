-- compatible with: nothing
-- (An older program would send the text without its codes, and a newer one would not find that text and send it again.)

-- What becomes of the links of posts: nothing, parameters that say where they stood, or short links.
alter table workspaces
  add column track_links  text not null default 'off' check (track_links in ('off', 'utm', 'short')),
  add column utm_campaign text;

comment on column workspaces.utm_campaign is 'the campaign that tracked links carry; null for none';

alter table posts
  add column track_links text,
  add column outgoing    jsonb;
-- Not valid: reading all rows under this lock would hold up whoever writes posts. 0027 validates it beside them.
alter table posts add constraint posts_track_links_check check (track_links in ('off', 'utm', 'short')) not valid;

comment on column posts.track_links is 'null: as the workspace says when the post is scheduled';
comment on column posts.outgoing is 'the text with its tracked links, as every attempt sends it, and those links; null when the text is sent as it was given';

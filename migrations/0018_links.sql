-- compatible with: 17

-- Links -------------------------------------------------------------------------------------------------------------

-- The code names the link, and by it the post. It never names the visitor.
create table links (
  workspace_id uuid not null,
  id           uuid not null,
  code         text not null unique check (code ~ '^[0-9A-Za-z]{4,32}$'),
  post_id      uuid,
  target       text not null check (target <> ''),
  name         text,
  utm          jsonb not null default '{}',
  disabled_at  timestamptz,
  version      integer not null default 1,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (workspace_id, id)
);

comment on column links.post_id is 'the post that the link was made for; null for a link outside posts';

create index links_post on links (workspace_id, post_id) where post_id is not null;
-- The newest of all workspaces, which every process keeps in memory.
create index links_newest on links (id);

-- Every process keeps links in memory, so that a redirect needs no database. Counts are elsewhere: they are no change of a link.
create function announce_link() returns trigger language plpgsql as $$
begin
  perform pg_notify('doorpost_links', case when tg_op = 'DELETE' then old.code else new.code end);
  return null;
end $$;

create trigger links_changed after insert or delete or update of target, utm, post_id, disabled_at on links
  for each row execute function announce_link();

-- Clicks by day (UTC). Each process has a slot, so that several do not wait for each other.
create table link_days (
  workspace_id uuid not null,
  link_id      uuid not null,
  day          date not null,
  kind         text not null check (kind in ('person', 'bot', 'preview', 'head')),
  source_host  text not null default '',
  slot         smallint not null,
  clicks       bigint not null,
  visitors     bigint not null,
  primary key (workspace_id, link_id, day, kind, source_host, slot)
) with (fillfactor = 50);

-- Clicks of people by month, with all hosts together: reports about long periods read these. Follows link_days by a trigger.
create table link_months (
  workspace_id uuid not null,
  month        date not null check (extract(day from month) = 1),
  link_id      uuid not null,
  slot         smallint not null,
  clicks       bigint not null,
  visitors     bigint not null,
  primary key (workspace_id, month, link_id, slot)
) with (fillfactor = 50);

create function sum_link_days() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into link_months as m (workspace_id, month, link_id, slot, clicks, visitors)
      select workspace_id, date_trunc('month', day)::date, link_id, slot, sum(clicks), sum(visitors)
        from come where kind = 'person' group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (workspace_id, month, link_id, slot)
        do update set clicks = m.clicks + excluded.clicks, visitors = m.visitors + excluded.visitors;
  else
    -- The keys of a row never change.
    insert into link_months as m (workspace_id, month, link_id, slot, clicks, visitors)
      select workspace_id, date_trunc('month', day)::date, link_id, slot, sum(come.clicks - gone.clicks),
             sum(come.visitors - gone.visitors)
        from come join gone using (workspace_id, link_id, day, kind, source_host, slot)
       where kind = 'person' group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (workspace_id, month, link_id, slot)
        do update set clicks = m.clicks + excluded.clicks, visitors = m.visitors + excluded.visitors;
  end if;
  return null;
end $$;

create trigger link_days_summed_in after insert on link_days
  referencing new table as come for each statement execute function sum_link_days();
create trigger link_days_summed_over after update on link_days
  referencing old table as gone new table as come for each statement execute function sum_link_days();

-- The same of all days together: lists of links and of posts read these. A visitor who comes on two days counts twice.
create table link_counts (
  workspace_id uuid not null,
  link_id      uuid not null,
  slot         smallint not null,
  clicks       bigint not null default 0,
  visitors     bigint not null default 0,
  bots         bigint not null default 0,
  previews     bigint not null default 0,
  heads        bigint not null default 0,
  primary key (workspace_id, link_id, slot)
) with (fillfactor = 50);

-- A visitor counts once a day for a link. The mark is an HMAC under a random salt of the day; both go after 48 hours.
create table visitor_salts (
  day  date primary key,
  salt bytea not null check (octet_length(salt) = 32)
);

create table visitor_marks (
  day  date not null,
  mark bytea not null,
  primary key (day, mark)
);

-- A page that lists the links of recent posts, for profiles that take a single link. A workspace has one or none.
create table link_pages (
  workspace_id uuid primary key references workspaces (id) on delete cascade,
  name         text not null unique check (name ~ '^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$'),
  title        text,
  intro        text,
  updated_at   timestamptz not null
);

comment on column link_pages.name is 'in its address: /b/name';
